//! A pasted text of error, and what causes it.

use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

use crate::check::{Lang, Record};
use crate::explain::{Cause, Explained, Told, explain, label};
use crate::web::findings::CODE;
use crate::web::page::components::{fact, note};
use crate::web::page::session::{Action, Session, use_look};
use crate::web::page::utils::Same;
use crate::web::snapshot::Snapshot;
use crate::web::{text, units};

/// Texts, and findings of a cause, that are shown.
const SHOWN: usize = 20;

#[derive(PartialEq, Properties)]
pub(super) struct PastedProps {
    pub(super) session: Session,
    pub(super) snapshot: Same<Snapshot>,
}

/// The box, and the answer below it.
#[component]
pub(super) fn Pasted(props: &PastedProps) -> Html {
    let lang = use_look().lang;
    let pasted = use_state_eq(String::new);
    let explained = use_memo((*pasted).clone(), |pasted| explain(pasted));
    let oninput = {
        let pasted = pasted.setter();
        Callback::from(move |event: InputEvent| {
            if let Some(field) = event.target_dyn_into::<HtmlTextAreaElement>() {
                pasted.set(field.value());
            }
        })
    };
    html! {
        <section class="pasted">
            <h2><label for="explain-text">{ text::PASTE_TITLE.of(lang) }</label></h2>
            { note(text::PASTE_HINT.of(lang)) }
            <textarea id="explain-text" rows="4" spellcheck="false" autocomplete="off" {oninput} />
            <div id="explained" aria-live="polite">
                if !pasted.trim().is_empty() { { answer(&explained, props, lang) } }
            </div>
        </section>
    }
}

fn answer(explained: &Explained, props: &PastedProps, lang: Lang) -> Html {
    let last = explained.unknown.as_ref().map(|last| note(text::TOLD_LAST.with(lang, &[("text", last)])));
    html! {
        <>
            if explained.cut { { note(text::TOLD_CUT.of(lang)) } }
            { for explained.told.iter().take(SHOWN).map(|told| told_of(told, props, lang)) }
            if explained.told.is_empty() { { note(text::TOLD_NOTHING.of(lang)) } }
            { for last }
        </>
    }
}

fn told_of(told: &Told, props: &PastedProps, lang: Lang) -> Html {
    let mut places = vec![text::TOLD_LINE.with(lang, &[("n", &told.line)])];
    if told.times > 1 {
        places.push(text::TOLD_TIMES.with(lang, &[("n", &told.times)]));
    }
    if !told.ranks.is_empty() {
        places.push(text::TOLD_RANKS.with(lang, &[("ranks", &units::ranges(&told.ranks, SHOWN))]));
    }
    let causes = told.causes(&props.snapshot.findings);
    let all = causes.len();
    let value = |(name, value): &(&str, String)| {
        fact(label(name, lang), html! { <span class="name">{ value }</span> })
    };
    html! {
        <section class="told card" data-testid="told" data-function={told.entry.function}>
            <h3>{ told.entry.system.name() }{ " " }<code>{ told.entry.function }</code>
                <span class="quiet">{ places.join(" · ") }</span></h3>
            if !told.values.is_empty() { <dl class="fields">{ for told.values.iter().map(value) }</dl> }
            { for causes.into_iter().enumerate().map(|(at, (cause, shown))| cause_of(cause, &shown, (at + 1, all), props, lang)) }
        </section>
    }
}

fn cause_of(
    cause: &Cause,
    found: &[&Record],
    (at, all): (usize, usize),
    props: &PastedProps,
    lang: Lang,
) -> Html {
    let says = cause.says(lang);
    let title = match all {
        1 => text::TOLD_CAUSE.of(lang).to_owned(),
        _ => text::TOLD_CAUSES.with(lang, &[("at", &at), ("n", &all)]),
    };
    let here = |record: &&Record| {
        let code = record.code.clone();
        let onclick = props.session.on(move |_: MouseEvent| Action::Choose(CODE, code.clone()));
        html! {
            <li><button type="button" class="button" data-testid="told-finding" data-code={record.code.clone()} {onclick}>
                <code>{ &record.code }</code>{ " " }{ record.translated(lang).title }
            </button></li>
        }
    };
    let codes: Vec<&str> = cause.kinds.iter().map(|kind| kind.code).collect();
    html! {
        <dl class={classes!("fields", "cause", (!found.is_empty()).then_some("cause-found"))} data-testid="told-cause">
            { fact(title, says.cause) }
            { fact(text::FINDING_REMEDY.of(lang), says.remedy) }
            if !found.is_empty() {
                { fact(text::TOLD_HERE.of(lang), html! { <ul>{ for found.iter().take(SHOWN).map(here) }</ul> }) }
            } else if !codes.is_empty() {
                { fact(text::TOLD_CODES.of(lang), html! { <code>{ codes.join(", ") }</code> }) }
            }
        </dl>
    }
}
