//! No strategy at hand: the button that infers one, and what came of it.

use yew::prelude::*;

use super::{FindingList, Glyph, fact, icon, with_breaks};
use crate::check::{Lang, Side};
use crate::web::inference::{Found, Group};
use crate::web::page::session::{Session, use_inferred, use_look};
use crate::web::page::utils::Same;
use crate::web::protocol::Input;
use crate::web::sides;
use crate::web::snapshot::Snapshot;
use crate::web::text;
use crate::web::workbench::Change;

#[derive(PartialEq, Properties)]
pub(crate) struct InferringProps {
    pub session: Session,
    pub snapshot: Same<Snapshot>,
    pub side: Side,
}

/// The offer, and in its place what was inferred or why nothing can be.
#[component]
pub(crate) fn Inferring(props: &InferringProps) -> Html {
    let lang = use_look().lang;
    let inference = use_inferred(props.side);
    let body = match &inference {
        None => offer(props, lang),
        Some(inference) => html! {
            <>
                { for inference.found.as_ref().map(|found| told(found, props.side, lang)) }
                if !inference.findings.is_empty() {
                    <FindingList findings={inference.findings.clone()} session={props.session.clone()} snapshot={props.snapshot.clone()} />
                }
                { for inference.found.as_ref().map(|found| choices(found, props, lang)) }
            </>
        },
    };
    let certainty = inference.as_ref().map(|inference| {
        inference.found.as_ref().map_or("refused".to_owned(), |found| found.certainty.phrase().en)
    });
    html! {
        <div class="card inferring" aria-live="polite"
            data-testid="inferring" data-side={sides::name(props.side)} data-certainty={certainty}>
            { body }
        </div>
    }
}

fn offer(props: &InferringProps, lang: Lang) -> Html {
    html! {
        <>
            <p>{ text::INFER_WHY.with(lang, &[("side", &sides::title(props.side).of(lang))]) }</p>
            <p><button type="button" class="button button-primary" data-testid="infer" onclick={ask(&props.session, Input::Infer(props.side))}>
                { text::INFER.of(lang) }
            </button></p>
        </>
    }
}

/// How the side is cut, how sure that is, and why.
fn told(found: &Found, side: Side, lang: Lang) -> Html {
    let optimizer = match &found.optimizer {
        Some(parts) => text::INFERRED_PARTS.with(lang, &[("n", parts)]),
        None => text::INFERRED_NO_OPTIMIZER.of(lang).to_owned(),
    };
    let group = |group: &Group| {
        html! {
            <li>
                <b>{ group.certainty.phrase().text(lang) }</b>{ " " }{ with_breaks(group.cut.text(lang)) }
                <p class="quiet">{ with_breaks(group.reason.text(lang)) }</p>
            </li>
        }
    };
    html! {
        <>
            <p><b>{ text::INFERRED.with(lang, &[("side", &sides::title(side).of(lang)), ("n", &found.ranks)]) }</b></p>
            <dl class="fields">
                { fact(text::FIELD_PARALLEL.of(lang), found.parallel.clone()) }
                { fact(text::INFERRED_OPTIMIZER.of(lang), optimizer) }
                { fact(text::INFERRED_SURE.of(lang), html! { <b>{ found.certainty.phrase().text(lang) }</b> }) }
            </dl>
            <ul>{ for found.reasons.iter().map(|reason| html! { <li>{ with_breaks(reason.text(lang)) }</li> }) }</ul>
            <details>
                <summary>{ text::INFERRED_GROUPS.with(lang, &[("n", &found.groups.len())]) }</summary>
                <ul>{ for found.groups.iter().map(group) }</ul>
            </details>
        </>
    }
}

fn choices(found: &Found, props: &InferringProps, lang: Lang) -> Html {
    let adopt = ask(&props.session, Input::Change(Change::UseInferred(props.side)));
    html! {
        <>
            <p>{ with_breaks(&text::INFERRED_USE_SAYS.with(lang, &[("file", &found.file)])) }</p>
            <p class="inferring-choices">
                <button type="button" class="button button-primary" data-testid="infer-use" onclick={adopt}>
                    { icon(Glyph::Check) }{ text::INFERRED_USE.of(lang) }
                </button>
                { inferred_file(&props.session, props.side, lang) }
            </p>
        </>
    }
}

/// A button that gives the file of a side's inferred strategy.
pub(crate) fn inferred_file(session: &Session, side: Side, lang: Lang) -> Html {
    let onclick = ask(session, Input::InferredFile(side));
    html! {
        <button type="button" class="button" data-testid="infer-download" {onclick}>
            { icon(Glyph::Download) }{ text::INFERRED_SAVE.of(lang) }
        </button>
    }
}

fn ask(session: &Session, input: Input) -> Callback<MouseEvent> {
    let session = session.clone();
    Callback::from(move |_| session.ask(input.clone()))
}
