//! Keys as they are printed on a keyboard.

use yew::prelude::*;

use crate::web::page::utils::dom;

/// A chord such as `Mod+Shift+P`.
pub(crate) fn keys(chord: &'static str) -> Html {
    let modifier = if dom::is_mac() { "⌘" } else { "Ctrl" };
    let key = |key: &'static str| {
        let label = match key {
            "Mod" => modifier,
            "Escape" => "Esc",
            key => key,
        };
        html! { <kbd>{ label }</kbd> }
    };
    html! { <span class="keys">{ for chord.split('+').map(key) }</span> }
}
