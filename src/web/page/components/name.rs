//! Tensor names and paths: they break after dots and slashes, and when cut they keep their end.

use yew::prelude::*;

/// A name broken over lines.
pub(crate) fn name_broken(name: &str) -> Html {
    html! { <span class="name">{ with_breaks(name) }</span> }
}

/// A text whose names break where a name does.
pub(crate) fn with_breaks(text: &str) -> Html {
    text.split_inclusive(['.', '/']).map(|part| html! { <>{ part }<wbr /></> }).collect()
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

/// Splits a name so that the end keeps the last two parts: `…attention.` `wq.weight`.
fn ends(name: &str) -> (String, String) {
    let mut breaks = name.char_indices().rev().filter(|(_, c)| matches!(c, '.' | '/')).map(|(at, _)| at);
    let at = breaks.nth(1).map_or(0, |at| at + 1);
    let (head, tail) = name.split_at(at);
    (head.to_owned(), tail.to_owned())
}
