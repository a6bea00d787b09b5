//! A pasted text of error, and what causes it.

use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

use super::FindingsProps;
use crate::check::{Lang, Phrase, Record};
use crate::web::answer::{Answer, Known, Why};
use crate::web::findings::CODE;
use crate::web::page::components::{fact, note, with_code};
use crate::web::page::session::Action;
use crate::web::page::utils::Same;
use crate::web::protocol::Input;
use crate::web::{text, units};

/// Findings that are listed with a cause, and runs of ranks with a text.
const SHOWN: usize = 20;

/// The box, and the answer below it, which the worker gives.
pub(super) fn pasted(props: &FindingsProps, lang: Lang) -> Html {
    let session = props.session.clone();
    let oninput = Callback::from(move |event: InputEvent| {
        let Some(field) = event.target_dyn_into::<HtmlTextAreaElement>() else { return };
        let text = field.value();
        if !text.trim().is_empty() {
            session.ask(Input::Explain(text.clone()));
        }
        session.act(Action::Paste(Same::new(text)));
    });
    html! {
        <section class="pasted">
            <h2><label for="explain-text">{ text::PASTE_TITLE.of(lang) }</label></h2>
            { note(text::PASTE_HINT.of(lang)) }
            <textarea id="explain-text" rows="4" spellcheck="false" autocomplete="off" {oninput}
                defaultvalue={props.pasted.as_str().to_owned()} />
            <div id="explained" aria-live="polite">
                { for props.answer.as_ref().map(|answer| answered(answer, props, lang)) }
            </div>
        </section>
    }
}

fn answered(answer: &Answer, props: &FindingsProps, lang: Lang) -> Html {
    let last = answer.unknown.as_ref().map(|last| note(text::TOLD_LAST.with(lang, &[("text", last)])));
    html! {
        <>
            if answer.cut { { note(text::TOLD_CUT.of(lang)) } }
            { for answer.told.iter().map(|told| told_of(told, props, lang)) }
            if answer.told.is_empty() { { note(text::TOLD_NOTHING.of(lang)) } }
            { for last }
        </>
    }
}

fn told_of(told: &Known, props: &FindingsProps, lang: Lang) -> Html {
    let mut places = vec![text::TOLD_LINE.with(lang, &[("n", &told.line)])];
    if told.times > 1 {
        places.push(text::TOLD_TIMES.with(lang, &[("n", &told.times)]));
    }
    if !told.ranks.is_empty() {
        places.push(text::TOLD_RANKS.with(lang, &[("ranks", &units::ranges(&told.ranks, SHOWN))]));
    }
    let causes = told.causes(&props.snapshot.findings);
    let all = causes.len();
    let value = |(label, value): &(Phrase, String)| {
        fact(label.text(lang).to_owned(), html! { <span class="name">{ value }</span> })
    };
    html! {
        <section class="told card" data-testid="told" data-function={told.function.clone()}>
            <h3>{ &told.system }{ " " }<code>{ &told.function }</code>
                <span class="quiet">{ places.join(" · ") }</span></h3>
            if !told.values.is_empty() { <dl class="fields">{ for told.values.iter().map(value) }</dl> }
            { for causes.into_iter().enumerate().map(|(at, (why, shown))| cause_of(why, &shown, (at + 1, all), props, lang)) }
        </section>
    }
}

fn cause_of(
    why: &Why,
    found: &[&Record],
    (at, all): (usize, usize),
    props: &FindingsProps,
    lang: Lang,
) -> Html {
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
    html! {
        <dl class={classes!("fields", "cause", (!found.is_empty()).then_some("cause-found"))} data-testid="told-cause">
            { fact(title, with_code(why.cause.text(lang))) }
            { fact(text::FINDING_REMEDY.of(lang), with_code(why.remedy.text(lang))) }
            if !found.is_empty() {
                { fact(text::TOLD_HERE.of(lang), html! { <ul>{ for found.iter().take(SHOWN).map(here) }</ul> }) }
            } else if !why.codes.is_empty() {
                { fact(text::TOLD_CODES.of(lang), html! { <code>{ why.codes.join(", ") }</code> }) }
            }
        </dl>
    }
}
