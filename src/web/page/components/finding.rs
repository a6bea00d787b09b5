//! Findings: what, why, what to do. Severity has a shape and a word.

use yew::prelude::*;

use super::{Glyph, fact, icon, name_line, with_breaks};
use crate::check::{Lang, Record, Severity, Side};
use crate::web::page::session::{Action, Session, use_look};
use crate::web::page::utils::Same;
use crate::web::snapshot::Snapshot;
use crate::web::text;

/// Findings that a list shows at once.
const SHOWN: usize = 50;
/// Tensors that a finding leads to.
const NAMES: usize = 20;

const fn severity(severity: Severity) -> (Glyph, &'static str) {
    match severity {
        Severity::Error => (Glyph::Error, "error"),
        Severity::Warning => (Glyph::Warning, "warning"),
        Severity::Info => (Glyph::Info, "info"),
    }
}

/// A severity.
fn severity_mark(of: Severity, lang: Lang) -> Html {
    let (glyph, name) = severity(of);
    html! { <span class={classes!("severity", name)}>{ icon(glyph) }{ of.label(lang) }</span> }
}

#[derive(PartialEq, Properties)]
pub(crate) struct ListProps {
    pub findings: Vec<Record>,
    pub session: Session,
    /// What the findings are about, which they lead to.
    pub snapshot: Same<Snapshot>,
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
            { for props.findings.iter().take(shown).map(|record| finding(props, &record.translated(lang), lang)) }
            if hidden > 0 {
                <button type="button" class="button" onclick={more}>
                    { text::FINDINGS_MORE.with(lang, &[("n", &hidden)]) }
                </button>
            }
        </div>
    }
}

fn finding(props: &ListProps, record: &Record, lang: Lang) -> Html {
    let (_, name) = severity(record.severity);
    html! {
        <details class={classes!("finding", name)} open={record.severity == Severity::Error}
            data-testid="finding" data-code={record.code.clone()} data-severity={name}>
            <summary>
                { severity_mark(record.severity, lang) }
                <span class="finding-title">{ with_breaks(&record.title) }</span>
                { folded_name(record) }
                <code>{ &record.code }</code>
            </summary>
            <p>{ with_breaks(&record.evidence) }</p>
            <dl>
                { fact(text::FINDING_CONSEQUENCE.of(lang), with_breaks(&record.consequence)) }
                { fact(text::FINDING_REMEDY.of(lang), with_breaks(&record.remedy)) }
            </dl>
            { subjects(props, record, lang) }
        </details>
    }
}

/// The first tensor of a folded finding whose title names none.
fn folded_name(record: &Record) -> Html {
    let folded = record.severity != Severity::Error;
    let first = record.subject.tensor.as_deref().filter(|name| folded && !record.title.contains(name));
    let Some(first) = first else { return Html::default() };
    let more = record.subject.tensors.len().saturating_sub(1);
    html! { <span class="quiet name">{ first }{ (more > 0).then(|| format!(" +{more}")) }</span> }
}

/// What it is about, as buttons that select it.
fn subjects(props: &ListProps, record: &Record, lang: Lang) -> Html {
    let subject = &record.subject;
    let side = subject.side.unwrap_or(Side::Source);
    let facts = props.snapshot.side(side).filter(|facts| facts.known);
    let known = facts.map_or(0, |facts| facts.topology.ranks());
    let rank = subject.rank.filter(|&rank| rank < known).map(|rank| {
        let onclick = props.session.on(move |_: MouseEvent| Action::Rank(side, rank));
        html! {
            <button type="button" class="button" data-testid="finding-rank" {onclick}>
                { text::RANK_TITLE.with(lang, &[("n", &rank)]) }
            </button>
        }
    });
    let tensor = |name: &str| {
        let index = props.snapshot.tensors.position(name)?;
        let onclick = props.session.on(move |_: MouseEvent| Action::Tensor(index));
        Some(
            html! { <button type="button" class="button" data-testid="finding-tensor" {onclick}>{ name_line(name) }</button> },
        )
    };
    let more = subject.all_tensors().count().saturating_sub(NAMES);
    html! {
        <p class="finding-subjects">
            { for rank }
            { for subject.all_tensors().take(NAMES).filter_map(tensor) }
            if more > 0 { <span class="quiet">{ text::FINDINGS_MORE.with(lang, &[("n", &more)]) }</span> }
        </p>
    }
}
