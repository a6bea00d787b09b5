//! What colours stand for, which dimensions are drawn, where the others are cut open, and the way to an
//! element.

use yew::prelude::*;

use super::section::section_tools;
use super::{Choose, Scene};
use crate::check::Lang;
use crate::web::page::components::segmented;
use crate::web::slices::Colouring;
use crate::web::text;

/// The tools above the pictures.
pub(super) fn tools(scene: &Scene, choose: &Choose, go_to: Html, lang: Lang) -> Html {
    let names = [&text::COLOUR_SLICE, &text::COLOUR_RANK, &text::COLOUR_STAGE];
    let names = names.map(|name| name.of(lang).to_owned());
    let now = Colouring::ALL.into_iter().position(|colouring| colouring == scene.colouring).unwrap_or(0);
    let by = choose.colouring.reform(|index| Colouring::ALL.get(index).copied().unwrap_or_default());
    html! {
        <div class="tools slices-tools">
            <span class="tool" id="slices-colour">
                <span class="quiet">{ text::COLOUR_BY.of(lang) }</span>
                { segmented(text::COLOUR_BY.of(lang), &names, now, &by) }
            </span>
            { section_tools(scene, &choose.section, lang) }
            { go_to }
        </div>
    }
}
