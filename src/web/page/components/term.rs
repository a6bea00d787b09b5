//! A word of the field, with its meaning on hover and focus.

use yew::prelude::*;

use crate::web::page::session::use_look;
use crate::web::text::Text;

#[derive(PartialEq, Properties)]
pub(crate) struct TermProps {
    pub meaning: &'static Text,
    pub word: AttrValue,
}

/// Underlines its content with dots.
#[component]
pub(crate) fn Term(props: &TermProps) -> Html {
    let lang = use_look().lang;
    html! {
        <abbr class="term" tabindex="0" title={props.meaning.of(lang)}>{ props.word.clone() }</abbr>
    }
}
