//! Quiet sentences below or beside what they are about.

use yew::prelude::*;

use crate::check::Lang;
use crate::web::text;

/// A sentence.
pub(crate) fn note(says: impl Into<AttrValue>) -> Html {
    html! { <p class="quiet">{ says.into() }</p> }
}

/// How many more there are than a list shows; nothing if it shows all.
pub(crate) fn more(hidden: u64, lang: Lang) -> Html {
    if hidden == 0 { Html::default() } else { note(text::FINDINGS_MORE.with(lang, &[("n", &hidden)])) }
}
