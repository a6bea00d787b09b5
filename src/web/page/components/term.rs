//! A word of the field, with its meaning on hover and focus.

use yew::prelude::*;

use crate::check::Lang;
use crate::web::text::Text;

/// Underlines a word with dots.
pub(crate) fn term(meaning: &'static Text, word: impl Into<AttrValue>, lang: Lang) -> Html {
    html! { <abbr class="term" tabindex="0" title={meaning.of(lang)}>{ word.into() }</abbr> }
}
