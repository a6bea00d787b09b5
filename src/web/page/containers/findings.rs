//! The Findings view: everything that was found, by code, and the causes of a pasted text.

use yew::prelude::*;

use super::pasted::PasteBox;
use crate::check::Lang;
use crate::web::answer::Pasted;
use crate::web::findings::{CODE, Group, SEVERITIES, SEVERITY, count, groups, severity_of};
use crate::web::page::components::{CopyButton, FindingList, Glyph, icon, note, segmented, severity_mark};
use crate::web::page::session::{Session, use_choice, use_look};
use crate::web::page::utils::Same;
use crate::web::report;
use crate::web::snapshot::Snapshot;
use crate::web::text;
use crate::web::verdict::Verdict;

#[derive(PartialEq, Properties)]
pub(crate) struct FindingsProps {
    pub session: Session,
    pub snapshot: Same<Snapshot>,
    pub pasted: Pasted,
}

/// The view.
#[component]
pub(crate) fn Findings(props: &FindingsProps) -> Html {
    let lang = use_look().lang;
    // Above all findings for whoever came with an error; it does not move while someone types.
    let is_first = use_state_eq(|| !props.pasted.is_blank());
    let (severity, choose) = use_choice(&props.session, SEVERITY);
    let (code, choose_code) = use_choice(&props.session, CODE);
    let all = &props.snapshot.findings;
    let shown = groups(all, severity_of(&severity), &code);
    let copied = use_memo((props.snapshot.clone(), severity.clone(), code.clone(), lang), |_| {
        let findings: Vec<_> = shown.iter().flat_map(|group| group.findings.iter().cloned()).collect();
        AttrValue::from(report::findings(&props.snapshot, &findings, lang))
    });
    let labels: Vec<String> = [text::FINDINGS_ALL.with(lang, &[("n", &all.len())])]
        .into_iter()
        .chain(SEVERITIES.map(|(of, _)| {
            text::FINDINGS_OF.with(lang, &[("word", &of.label(lang)), ("n", &count(all, of))])
        }))
        .collect();
    let chosen = SEVERITIES.iter().position(|&(_, name)| name == severity).map_or(0, |at| at + 1);
    let onchoose = choose.reform(|at: usize| {
        at.checked_sub(1).and_then(|at| SEVERITIES.get(at)).map_or("", |&(_, name)| name).to_owned()
    });
    let clear = choose_code.reform(|_: MouseEvent| String::new());
    html! {
        <article class="view findings-view" id="findings-view">
            <header class="view-head">
                <h1 class="view-title">{ text::FINDINGS.of(lang) }</h1>
                { segmented(text::FINDINGS_SHOWN.of(lang), &labels, chosen, &onchoose) }
                if !code.is_empty() {
                    <button type="button" id="findings-code-clear" class="facet facet-clear" onclick={clear}>
                        { icon(Glyph::Close) }{ text::FINDINGS_ONLY.with(lang, &[("code", &code)]) }
                    </button>
                }
                if !shown.is_empty() {
                    <CopyButton id="findings-copy" text={(*copied).clone()} label={&text::COPY_ALL} />
                }
            </header>
            if *is_first { { pasted(props, lang) } }
            { for shown.iter().map(|group| group_of(group, props, &choose_code, lang)) }
            if shown.is_empty() { { nothing(&props.snapshot, &code, lang) } }
            if !*is_first { { pasted(props, lang) } }
        </article>
    }
}

/// Where a text of error is pasted.
fn pasted(props: &FindingsProps, lang: Lang) -> Html {
    let FindingsProps { session, snapshot, pasted } = props;
    html! {
        <section class="pasted">
            <h2>{ text::PASTE_TITLE.of(lang) }</h2>
            <PasteBox session={session.clone()} snapshot={snapshot.clone()} pasted={pasted.clone()} />
        </section>
    }
}

fn group_of(group: &Group, props: &FindingsProps, only: &Callback<String>, lang: Lang) -> Html {
    let Group { code, severity, findings } = group;
    let onclick = {
        let code = code.clone();
        only.reform(move |_: MouseEvent| code.clone())
    };
    html! {
        <section key={code.clone()} class="finding-group" data-testid="finding-group" data-code={code.clone()}>
            <h2>
                { severity_mark(*severity, lang) }
                <button type="button" class="button button-quiet" {onclick}><code>{ code }</code></button>
                <span class="quiet">{ text::FINDINGS_HERE.with(lang, &[("n", &findings.len())]) }</span>
                <CopyButton id={format!("copy-{code}")} text={report::listed(findings, usize::MAX, lang)} label={&text::COPY_ONE} />
            </h2>
            <FindingList findings={findings.clone()} session={props.session.clone()} snapshot={props.snapshot.clone()} whole=true />
        </section>
    }
}

/// Why nothing is shown.
fn nothing(snapshot: &Snapshot, code: &str, lang: Lang) -> Html {
    match code {
        "" if snapshot.findings.is_empty() && Verdict::of(snapshot).is_settled() => {
            html! { <p class="all-well">{ icon(Glyph::Check) }{ text::FINDINGS_NONE.of(lang) }</p> }
        }
        "" => note(text::FINDINGS_NOTHING.of(lang)),
        code => note(text::FINDINGS_OTHER.with(lang, &[("code", &code)])),
    }
}
