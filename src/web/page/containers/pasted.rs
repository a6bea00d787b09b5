//! A pasted text of error, and what causes it.

use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

use super::side_title;
use crate::check::Lang;
use crate::web::answer::{Answer, Inquiry, Known, Pasted, Value, Why};
use crate::web::command::Command;
use crate::web::findings::CODE;
use crate::web::page::components::{fact, name_line, note, with_code};
use crate::web::page::model::run;
use crate::web::page::session::{Action, ChoicesContext, Session, View, use_look};
use crate::web::page::utils::{Same, dom};
use crate::web::pointed::Place;
use crate::web::protocol::Input;
use crate::web::snapshot::{FindingFacts, Snapshot};
use crate::web::{text, units};

/// Findings that are listed with a cause, and runs of ranks with a text.
const SHOWN: usize = 20;

#[derive(PartialEq, Properties)]
pub(super) struct PastedProps {
    pub session: Session,
    /// What is open, which shows the causes and holds what the text names.
    #[prop_or_default]
    pub snapshot: Option<Same<Snapshot>>,
    pub pasted: Pasted,
}

/// The box, and the answer below it, which the worker gives.
#[component]
pub(super) fn PasteBox(props: &PastedProps) -> Html {
    let lang = use_look().lang;
    let choices = use_context::<ChoicesContext>().unwrap_or_default();
    let ask = {
        let session = props.session.clone();
        move |text: String| {
            if !text.trim().is_empty() {
                session.ask(Input::Explain(Inquiry::new(text, &choices)));
            }
        }
    };
    // Other files may show another cause.
    use_effect_with(props.snapshot.clone(), {
        let (ask, pasted) = (ask.clone(), props.pasted.clone());
        move |_| ask(pasted.text().to_owned())
    });
    let take = {
        let session = props.session.clone();
        move |text: String| {
            ask(text.clone());
            session.act(Action::Paste(text));
        }
    };
    let onpaste = {
        let take = take.clone();
        Callback::from(move |event: Event| {
            let field = event.target_dyn_into::<HtmlTextAreaElement>();
            let (Some(field), Some(text)) = (field, dom::pasted(&event)) else { return };
            let pasted = Pasted::of(text);
            if pasted.end().len() < pasted.text().len() {
                event.prevent_default();
                field.set_value(pasted.end());
                take(pasted.text().to_owned());
            }
        })
    };
    let oninput = Callback::from(move |event: InputEvent| {
        if let Some(field) = event.target_dyn_into::<HtmlTextAreaElement>() {
            take(field.value());
        }
    });
    html! {
        <>
            { note(text::PASTE_HINT.of(lang)) }
            <textarea id="explain-text" rows="4" spellcheck="false" autocomplete="off" {oninput} {onpaste}
                aria-label={text::PASTE_TITLE.of(lang)} defaultvalue={props.pasted.end().to_owned()} />
            <div id="explained" aria-live="polite">
                { for props.pasted.answer().map(|answer| answered(answer, props, lang)) }
            </div>
        </>
    }
}

fn answered(answer: &Answer, props: &PastedProps, lang: Lang) -> Html {
    let last = answer.unknown.as_ref().map(|last| note(text::TOLD_LAST.with(lang, &[("text", last)])));
    html! {
        <>
            if answer.cut { { note(text::TOLD_CUT.of(lang)) } }
            if props.snapshot.is_none() && !answer.told.is_empty() { { note(text::TOLD_OPEN.of(lang)) } }
            { for answer.told.iter().map(|told| told_of(told, &answer.found, props, lang)) }
            if answer.told.is_empty() { { note(text::TOLD_NOTHING.of(lang)) } }
            { for last }
        </>
    }
}

fn told_of(told: &Known, found: &[FindingFacts], props: &PastedProps, lang: Lang) -> Html {
    let mut places = vec![match told.lines {
        (line, last) if line == last => text::TOLD_LINE.with(lang, &[("n", &line)]),
        (line, last) => text::TOLD_LINES.with(lang, &[("n", &line), ("last", &last)]),
    }];
    if told.times > 1 {
        places.push(text::TOLD_TIMES.with(lang, &[("n", &told.times)]));
    }
    if !told.ranks.is_empty() {
        places.push(text::TOLD_RANKS.with(lang, &[("ranks", &units::ranges(&told.ranks, SHOWN))]));
    }
    let findings = props.snapshot.as_ref().map_or(&[][..], |snapshot| &snapshot.findings);
    let causes = told.causes([findings, found]);
    let all = causes.len();
    html! {
        <section class="told card" data-testid="told" data-function={told.function.clone()}>
            <h3>{ &told.system }{ " " }<code>{ &told.function }</code>
                <span class="quiet">{ places.join(" · ") }</span></h3>
            if !told.values.is_empty() {
                <dl class="fields">{ for told.values.iter().map(|value| value_of(value, props, lang)) }</dl>
            }
            if told.more > 0 { { note(text::TOLD_MORE.with(lang, &[("n", &told.more)])) } }
            { for causes.into_iter().enumerate().map(|(at, (why, shown))| cause_of(why, &shown, (at + 1, all), props, lang)) }
        </section>
    }
}

/// What the text names, which leads to where that is.
fn value_of(value: &Value, props: &PastedProps, lang: Lang) -> Html {
    let lead = |view: View, select: Action, says: Html| {
        let session = props.session.clone();
        let onclick = Callback::from(move |_: MouseEvent| {
            session.act(select.clone());
            session.act(Action::Show(view));
        });
        html! { <button type="button" class="button" data-testid="told-place" {onclick}>{ says }</button> }
    };
    let name = html! { <span class="name">{ &value.text }</span> };
    let says = match value.place {
        Some(Place::Tensor(index)) => lead(View::Tensors, Action::Tensor(index), name_line(&value.text)),
        Some(Place::Rank(side, rank)) => {
            let values: [(&str, &dyn std::fmt::Display); 2] =
                [("side", &side_title(side).of(lang)), ("rank", &rank)];
            let where_ = html! { { text::TOLD_RANK.with(lang, &values) } };
            html! { <>{ name }{ " " }{ lead(View::Devices, Action::Rank(side, rank), where_) }</> }
        }
        None => name,
    };
    fact(value.label.text(lang).to_owned(), says)
}

fn cause_of(
    why: &Why,
    found: &[&FindingFacts],
    (at, all): (usize, usize),
    props: &PastedProps,
    lang: Lang,
) -> Html {
    let title = match all {
        1 => text::TOLD_CAUSE.of(lang).to_owned(),
        _ => text::TOLD_CAUSES.with(lang, &[("at", &at), ("n", &all)]),
    };
    let here = |finding: &&FindingFacts| {
        let onclick = to_finding(props.session.clone(), finding.code.clone());
        html! {
            <li><button type="button" class="button" data-testid="told-finding" data-code={finding.code.clone()} {onclick}>
                <code>{ &finding.code }</code>{ " " }{ finding.title(lang) }
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

/// Leads to the findings of a code, in the view that tells them.
fn to_finding(session: Session, code: String) -> Callback<MouseEvent> {
    Callback::from(move |_| match code.as_str() {
        code if code.starts_with("SL065") => run(&session, Command::Load),
        code if code.starts_with("SL06") => session.act(Action::Show(View::Resume)),
        code => session.act(Action::Choose(CODE, code.to_owned())),
    })
}
