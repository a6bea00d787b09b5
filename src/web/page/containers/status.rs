//! What the worker is doing, and what to do when it does nothing.

use yew::prelude::*;

use crate::check::Lang;
use crate::web::page::components::{Glyph, icon};
use crate::web::page::session::Reader;
use crate::web::page::utils::dom;
use crate::web::text;

pub(crate) struct StatusProps {
    pub reader: Reader,
    /// Files of a drop that were listed so far.
    pub listing: Option<usize>,
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
    if let Some(files) = props.listing {
        let says = text::LISTING.with(lang, &[("n", &files)]);
        return html! { <p class="status" role="status">{ says }</p> };
    }
    let reader = match props.reader {
        Reader::Ready => Html::default(),
        Reader::Starting => html! { <p class="status" role="status">{ text::WORKER_STARTING.of(lang) }</p> },
        Reader::Busy(progress) => {
            let (says, done, of) = if progress.tensors > 0 {
                (text::WORKER_PLANNING.with(lang, &[("tensors", &progress.tensors)]), 1, 1)
            } else {
                let values: [(&str, &dyn std::fmt::Display); 2] =
                    [("done", &progress.done), ("files", &progress.files)];
                (text::WORKER_BUSY.with(lang, &values), progress.done, progress.files)
            };
            html! {
                <p class="status" role="status">
                    <progress value={done.to_string()} max={of.max(1).to_string()} />{ says }
                </p>
            }
        }
        Reader::Silent(seconds) => trouble(
            text::WORKER_SILENT.with(lang, &[("seconds", &seconds)]),
            text::WORKER_SILENT_REMEDY.of(lang),
            lang,
        ),
        Reader::Failed => {
            trouble(text::WORKER_FAILED.of(lang).to_owned(), text::WORKER_FAILED_REMEDY.of(lang), lang)
        }
    };
    html! { <>{ fault }{ reader }</> }
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
