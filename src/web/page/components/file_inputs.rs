//! The hidden file inputs of both sides and the buttons that open them.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::{Glyph, Icon};
use crate::check::Side;
use crate::web::page::model::open_chosen;
use crate::web::page::session::{Session, use_look};
use crate::web::page::utils::dom;
use crate::web::text::Text;

/// The stem of a side's ids.
const fn stem(side: Side) -> &'static str {
    match side {
        Side::Source => "source",
        Side::Target => "target",
    }
}

#[derive(PartialEq, Properties)]
pub(crate) struct InputsProps {
    pub session: Session,
}

/// One input for files and one for a folder per side, always in the page.
#[component]
pub(crate) fn FileInputs(props: &InputsProps) -> Html {
    let input = |side: Side, folder: bool| {
        let session = props.session.clone();
        let onchange = Callback::from(move |event: Event| {
            if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
                open_chosen(&session, &input, side);
            }
        });
        let id = format!("{}-{}", stem(side), if folder { "folder" } else { "files" });
        html! { <input type="file" {id} multiple=true webkitdirectory={folder} tabindex="-1" aria-hidden="true" {onchange} /> }
    };
    html! {
        <div class="file-inputs">
            { input(Side::Source, false) }{ input(Side::Source, true) }
            { input(Side::Target, false) }{ input(Side::Target, true) }
        </div>
    }
}

#[derive(PartialEq, Properties)]
pub(crate) struct ButtonsProps {
    pub side: Side,
    pub folder: &'static Text,
    pub files: &'static Text,
}

/// The buttons that open one side's inputs.
#[component]
pub(crate) fn FileButtons(props: &ButtonsProps) -> Html {
    let lang = use_look().lang;
    let side = props.side;
    let open = |kind: &'static str| Callback::from(move |_| dom::click(&format!("{}-{kind}", stem(side))));
    html! {
        <div class="buttons">
            <button type="button" class="button" onclick={open("folder")}>
                <Icon glyph={Glyph::Folder} />{ props.folder.of(lang) }
            </button>
            <button type="button" class="button" onclick={open("files")}>
                <Icon glyph={Glyph::File} />{ props.files.of(lang) }
            </button>
        </div>
    }
}
