//! The hidden file inputs of both sides and the buttons that open them.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::{Glyph, button};
use crate::check::{Lang, Side};
use crate::web::page::model::open_chosen;
use crate::web::page::session::Session;
use crate::web::page::utils::dom;
use crate::web::sides;
use crate::web::text::Text;

/// One input for files and one for a folder per side, always in the page.
pub(crate) fn file_inputs(session: &Session) -> Html {
    let input = |side: Side, folder: bool| {
        let session = session.clone();
        let onchange = Callback::from(move |event: Event| {
            if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
                open_chosen(&session, &input, side);
            }
        });
        let id = format!("{}-{}", sides::name(side), if folder { "folder" } else { "files" });
        html! { <input type="file" {id} multiple=true webkitdirectory={folder} tabindex="-1" aria-hidden="true" {onchange} /> }
    };
    html! {
        <div class="file-inputs">
            { input(Side::Source, false) }{ input(Side::Source, true) }
            { input(Side::Target, false) }{ input(Side::Target, true) }
        </div>
    }
}

/// The buttons that open one side's inputs.
pub(crate) fn file_buttons(side: Side, folder: &Text, files: &Text, lang: Lang) -> Html {
    let open =
        |kind: &'static str| Callback::from(move |_| dom::click(&format!("{}-{kind}", sides::name(side))));
    html! {
        <div class="buttons">
            { button(None, Glyph::Folder, folder.of(lang), open("folder")) }
            { button(None, Glyph::File, files.of(lang), open("files")) }
        </div>
    }
}
