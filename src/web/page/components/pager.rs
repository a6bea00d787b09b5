//! Long lists have pages.

use std::ops::Range;
use yew::prelude::*;

use super::{Glyph, icon_button};
use crate::check::Lang;
use crate::web::text::{self, Text};
use crate::web::units;

/// Which of `all` rows the page shows, and the buttons that turn pages; none if one page holds all.
pub(crate) fn pager(page: &UseStateHandle<u64>, rows: u64, all: u64, lang: Lang) -> (Range<u64>, Html) {
    let now = (**page).min(all.saturating_sub(1) / rows);
    let (from, to) = (now * rows, ((now + 1) * rows).min(all));
    if all <= rows {
        return (from..to, Html::default());
    }
    let go = |to: Option<u64>, label: &'static Text, glyph: Glyph| {
        let set = page.setter();
        let onclick = to.map(|to| Callback::from(move |_: MouseEvent| set.set(to)));
        icon_button(glyph, label.of(lang), onclick)
    };
    let [first, last, of] = &[from, to - 1, all].map(units::grouped);
    let buttons = html! {
        <span class="pager">
            { go(now.checked_sub(1), &text::PAGE_BACK, Glyph::Previous) }
            <span class="num">{ text::PAGE_OF.with(lang, &[("from", first), ("to", last), ("all", of)]) }</span>
            { go((to < all).then_some(now + 1), &text::PAGE_ON, Glyph::Next) }
        </span>
    };
    (from..to, buttons)
}

/// The rows of the page; none of a range that is not in the list.
pub(crate) fn shown_of<T>(rows: &[T], shown: Range<u64>) -> &[T] {
    let index = |at: u64| usize::try_from(at).unwrap_or(usize::MAX);
    rows.get(index(shown.start)..index(shown.end)).unwrap_or_default()
}
