//! A head of a column by which a table can be sorted.

use yew::prelude::*;

use crate::check::Lang;
use crate::web::text::Text;

/// How the column is sorted, in ARIA's words; nothing if another one is.
pub(crate) fn sorting(now: bool, down: bool) -> Option<&'static str> {
    now.then_some(if down { "descending" } else { "ascending" })
}

/// The head.
pub(crate) fn sort_button(
    name: &Text,
    now: bool,
    down: bool,
    onclick: Callback<MouseEvent>,
    lang: Lang,
) -> Html {
    let mark = if down { "\u{25bc}" } else { "\u{25b2}" };
    html! {
        <button type="button" class="sort" {onclick}>
            { name.of(lang) }<span aria-hidden="true">{ now.then_some(mark) }</span>
        </button>
    }
}
