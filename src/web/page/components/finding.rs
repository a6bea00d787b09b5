//! Findings: what, why, what to do. Severity has a shape and a word.

use yew::prelude::*;

use super::{Glyph, icon, with_breaks};
use crate::check::{Lang, Record, Severity};
use crate::web::page::session::use_look;
use crate::web::text;

/// Findings that a list shows at once.
const SHOWN: usize = 50;

const fn severity(severity: Severity) -> (Glyph, &'static text::Text, &'static str) {
    match severity {
        Severity::Error => (Glyph::Error, &text::SEVERITY_ERROR, "error"),
        Severity::Warning => (Glyph::Warning, &text::SEVERITY_WARNING, "warning"),
        Severity::Info => (Glyph::Info, &text::SEVERITY_INFO, "info"),
    }
}

/// A severity.
fn severity_mark(of: Severity, lang: Lang) -> Html {
    let (glyph, word, name) = severity(of);
    html! { <span class={classes!("severity", name)}>{ icon(glyph) }{ word.of(lang) }</span> }
}

#[derive(PartialEq, Properties)]
pub(crate) struct ListProps {
    pub findings: Vec<Record>,
}

/// Findings one under the other; errors are open.
#[component]
pub(crate) fn FindingList(props: &ListProps) -> Html {
    let lang = use_look().lang;
    let all = use_state_eq(|| false);
    if props.findings.is_empty() {
        return html! {
            <p class="all-well">{ icon(Glyph::Check) }{ text::FINDINGS_NONE.of(lang) }</p>
        };
    }
    let shown = if *all { props.findings.len() } else { SHOWN };
    let hidden = props.findings.len().saturating_sub(shown);
    let more = {
        let all = all.setter();
        Callback::from(move |_| all.set(true))
    };
    html! {
        <div class="findings">
            { for props.findings.iter().take(shown).map(|record| finding(&record.translated(lang), lang)) }
            if hidden > 0 {
                <button type="button" class="button" onclick={more}>
                    { text::FINDINGS_MORE.with(lang, &[("n", &hidden)]) }
                </button>
            }
        </div>
    }
}

fn finding(record: &Record, lang: Lang) -> Html {
    let (_, _, name) = severity(record.severity);
    html! {
        <details class={classes!("finding", name)} open={record.severity == Severity::Error}
            data-testid="finding" data-code={record.code.clone()} data-severity={name}>
            <summary>
                { severity_mark(record.severity, lang) }
                <span class="finding-title">{ with_breaks(&record.title) }</span>
                <code>{ &record.code }</code>
            </summary>
            <p>{ with_breaks(&record.evidence) }</p>
            <dl>
                <dt>{ text::FINDING_CONSEQUENCE.of(lang) }</dt><dd>{ with_breaks(&record.consequence) }</dd>
                <dt>{ text::FINDING_REMEDY.of(lang) }</dt><dd>{ with_breaks(&record.remedy) }</dd>
            </dl>
        </details>
    }
}
