//! Buttons of one look.

use yew::prelude::*;

use super::{Glyph, icon};

/// A button that is an icon; `label` says what it does. Without a click it has nothing to do now.
pub(crate) fn icon_button(
    glyph: Glyph,
    label: impl Into<AttrValue>,
    onclick: Option<Callback<MouseEvent>>,
) -> Html {
    let label = label.into();
    html! {
        <button type="button" class="button button-quiet button-icon" disabled={onclick.is_none()}
            title={label.clone()} aria-label={label} {onclick}>{ icon(glyph) }</button>
    }
}

/// A button with an icon and a word.
pub(crate) fn button(
    id: Option<&'static str>,
    glyph: Glyph,
    label: impl Into<AttrValue>,
    onclick: Callback<MouseEvent>,
) -> Html {
    html! { <button type="button" class="button" {id} {onclick}>{ icon(glyph) }{ label.into() }</button> }
}
