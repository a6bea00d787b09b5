//! What the worker is doing, and what to do when it does nothing.

use yew::prelude::*;

use crate::check::Lang;
use crate::web::page::components::{Glyph, icon};
use crate::web::page::session::{Reader, Session};
use crate::web::page::utils::dom;
use crate::web::protocol::{Phase, Progress};
use crate::web::{text, units};

pub(crate) struct StatusProps {
    pub session: Session,
    pub reader: Reader,
    /// Files of a drop that were listed so far.
    pub listing: Option<usize>,
    /// Whether what is being done can be stopped.
    pub opening: bool,
    /// What was stopped last: how far it was, if it was being read.
    pub cancelled: Option<Option<Progress>>,
    /// Why a drop could not be listed.
    pub fault: Option<AttrValue>,
}

/// A line above the view; empty while all is well.
pub(crate) fn status(props: &StatusProps, lang: Lang) -> Html {
    let fault = props.fault.as_ref().map(|reason| {
        html! {
            <p class="status error" role="alert">
                { icon(Glyph::Error) }{ text::UNREADABLE_DROP.with(lang, &[("reason", reason)]) }
            </p>
        }
    });
    let listing = props.listing.map(|files| text::LISTING.with(lang, &[("n", &files)]));
    let reader = match (listing, props.reader) {
        (Some(says), _) => working(says, None, props, lang),
        (None, reader) => at_work(reader, props, lang),
    };
    html! { <>{ fault }{ reader }</> }
}

/// What the worker does.
fn at_work(reader: Reader, props: &StatusProps, lang: Lang) -> Html {
    match reader {
        Reader::Ready => props.cancelled.map(|progress| cancelled(progress, lang)).unwrap_or_default(),
        Reader::Starting => html! { <p class="status" role="status">{ text::WORKER_STARTING.of(lang) }</p> },
        Reader::Busy(progress) => busy(progress, props, lang),
        Reader::Silent(seconds) => trouble(
            text::WORKER_SILENT.with(lang, &[("seconds", &seconds)]),
            text::WORKER_SILENT_REMEDY.of(lang),
            lang,
        ),
        Reader::Failed => {
            trouble(text::WORKER_FAILED.of(lang).to_owned(), text::WORKER_FAILED_REMEDY.of(lang), lang)
        }
    }
}

fn busy(progress: Progress, props: &StatusProps, lang: Lang) -> Html {
    let says = match progress.phase {
        Phase::Reading => text::WORKER_BUSY.with(
            lang,
            &[
                ("done", &progress.done),
                ("files", &progress.files),
                ("bytes", &units::bytes_text(progress.bytes)),
            ],
        ),
        Phase::Sorting => text::WORKER_SORTING.of(lang).to_owned(),
        Phase::Planning(tensors) => text::WORKER_PLANNING.with(lang, &[("tensors", &tensors)]),
        Phase::Packing => text::WORKER_PACKING.of(lang).to_owned(),
    };
    let done = (progress.phase == Phase::Reading).then_some((progress.done, progress.files));
    working(says, done, props, lang)
}

/// What is being done, and how much of how much. All phases are drawn alike, so that a click on the
/// button is one when the phase changes under it.
fn working(says: String, done: Option<(u32, u32)>, props: &StatusProps, lang: Lang) -> Html {
    // Without a value it moves, as of what takes an unknown time.
    let (value, max) = done.map(|(done, all)| (done.to_string(), all.max(1).to_string())).unzip();
    html! {
        <p class="status" role="status"><progress {value} {max} />{ says }{ cancel(props, lang) }</p>
    }
}

fn cancel(props: &StatusProps, lang: Lang) -> Html {
    if !props.opening && props.listing.is_none() {
        return Html::default();
    }
    let session = props.session.clone();
    let onclick = Callback::from(move |_: MouseEvent| session.cancel());
    html! { <button type="button" class="button" id="cancel" {onclick}>{ text::CANCEL.of(lang) }</button> }
}

/// What was stopped, so that nobody takes what is shown for all of what was dropped.
fn cancelled(progress: Option<Progress>, lang: Lang) -> Html {
    let says = match progress {
        Some(progress) => text::CANCELLED.with(lang, &[("done", &progress.done), ("files", &progress.files)]),
        None => text::CANCELLED_LISTING.of(lang).to_owned(),
    };
    html! { <p class="status" role="status" id="cancelled">{ icon(Glyph::Info) }{ says }</p> }
}

fn trouble(what: String, remedy: &str, lang: Lang) -> Html {
    let reload = Callback::from(|_: MouseEvent| dom::reload());
    html! {
        <div class="status error" role="alert" data-testid="worker-trouble">
            { icon(Glyph::Error) }
            <div><strong>{ what }</strong><p>{ remedy }</p></div>
            <button type="button" class="button" onclick={reload}>{ text::RELOAD.of(lang) }</button>
        </div>
    }
}
