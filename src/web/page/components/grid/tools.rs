//! Buttons that zoom, for those without a wheel.

use yew::prelude::*;

use crate::check::Lang;
use crate::web::page::components::{Glyph, icon_button};
use crate::web::text::{self, Text};
use crate::web::viewport::{Gesture, Room, View};

/// Closer, away, everything.
pub(super) fn tools(room: Room, view: View, act: &Callback<Gesture>, lang: Lang) -> Html {
    let button = |glyph: Glyph, label: &'static Text, gesture: Gesture, idle: bool| {
        let onclick = act.reform(move |_: MouseEvent| gesture);
        icon_button(glyph, label.of(lang), (!idle).then_some(onclick))
    };
    let whole = view.is_whole();
    html! {
        <div class="grid-tools" role="group" aria-label={text::ZOOM.of(lang)}>
            { button(Glyph::Plus, &text::ZOOM_IN, Gesture::closer(room.middle()), false) }
            { button(Glyph::Minus, &text::ZOOM_OUT, Gesture::away(room.middle()), whole) }
            { button(Glyph::Whole, &text::ZOOM_WHOLE, Gesture::Whole, whole) }
            <span class="quiet">{ text::ZOOM_HOW.of(lang) }</span>
        </div>
    }
}
