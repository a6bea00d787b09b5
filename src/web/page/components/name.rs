//! Tensor names and paths: they break after dots and slashes, and when cut they keep their end.

use yew::prelude::*;

#[derive(PartialEq, Properties)]
pub(crate) struct NameProps {
    pub name: AttrValue,
    /// On one line, cut in front; else broken over lines.
    #[prop_or_default]
    pub line: bool,
}

/// A name in the monospaced face.
#[component]
pub(crate) fn Name(props: &NameProps) -> Html {
    if props.line {
        let (head, tail) = ends(&props.name);
        return html! {
            <span class="name name-line" title={props.name.clone()}>
                <span class="name-head">{ head }</span><span class="name-tail">{ tail }</span>
            </span>
        };
    }
    let parts = props.name.split_inclusive(['.', '/']).map(|part| html! { <>{ part }<wbr /></> });
    html! { <span class="name">{ for parts }</span> }
}

/// Splits a name so that the end keeps the last two parts: `…attention.` `wq.weight`.
fn ends(name: &str) -> (String, String) {
    let mut breaks = name.char_indices().rev().filter(|(_, c)| matches!(c, '.' | '/')).map(|(at, _)| at);
    let at = breaks.nth(1).map_or(0, |at| at + 1);
    let (head, tail) = name.split_at(at);
    (head.to_owned(), tail.to_owned())
}
