//! Tensor names and paths: they break after dots and slashes, and when cut they keep their end.

use yew::prelude::*;

use crate::web::elide::{GAP, elided};

/// Width of a character of a name in tenths of a px: 12 px of the widest of the fonts.
const CHAR_TENTHS: u64 = 74;

/// A name broken over lines.
pub(crate) fn name_broken(name: &str) -> Html {
    html! { <span class="name">{ with_breaks(name) }</span> }
}

/// A text whose names break where a name does.
pub(crate) fn with_breaks(text: &str) -> Html {
    with_breaks_at(text, &['.', '/'])
}

/// A text that breaks after some characters.
pub(crate) fn with_breaks_at(text: &str, after: &[char]) -> Html {
    text.split_inclusive(after).map(|part| html! { <>{ part }<wbr /></> }).collect()
}

/// A text with code between back-quotes.
pub(crate) fn with_code(text: &str) -> Html {
    let piece = |(index, piece): (usize, &str)| {
        if index % 2 == 1 {
            html! { <code>{ piece.to_owned() }</code> }
        } else {
            html! { { piece.to_owned() } }
        }
    };
    text.split('`').enumerate().map(piece).collect()
}

/// A name on one line, cut in front.
pub(crate) fn name_line(name: &str) -> Html {
    let (head, tail) = ends(name);
    html! {
        <span class="name name-line" title={name.to_owned()}>
            <span class="name-head">{ head }</span><span class="name-tail"><bdi>{ tail }</bdi></span>
        </span>
    }
}

/// A name on one line of so many characters: numbers of layers stay, and so does the end.
pub(crate) fn name_in(name: &str, room: usize) -> Html {
    let mut end = 0;
    let shown = elided(name, room).into_iter().map(|range| {
        let gap = (range.start > end).then_some(GAP);
        end = range.end;
        html! { <>{ gap }{ name.get(range).unwrap_or_default().to_owned() }</> }
    });
    html! {
        <span class="name name-line" title={name.to_owned()}>
            <span class="name-tail"><bdi>{ for shown }</bdi></span>
        </span>
    }
}

/// Characters of a name that fit into a column of `width` px with so many taken; any number before
/// the width is known.
pub(crate) fn chars_in(width: u64, taken: u64) -> usize {
    if width == 0 {
        return usize::MAX;
    }
    usize::try_from(width.saturating_sub(taken) * 10 / CHAR_TENTHS).unwrap_or(usize::MAX)
}

/// Splits a name so that the end keeps the last two parts: `…attention.` `wq.weight`.
fn ends(name: &str) -> (String, String) {
    let mut breaks = name.char_indices().rev().filter(|(_, c)| matches!(c, '.' | '/')).map(|(at, _)| at);
    let at = breaks.nth(1).map_or(0, |at| at + 1);
    let (head, tail) = name.split_at(at);
    (head.to_owned(), tail.to_owned())
}
