//! A line of a list of facts, and one of figures that are read at a glance.

use yew::prelude::*;

use crate::check::Lang;
use crate::web::text::Text;

/// What is told, and its value.
pub(crate) fn fact(label: impl Into<Html>, value: impl Into<Html>) -> Html {
    fact_of(label.into(), value.into())
}

/// In one instance for all types.
fn fact_of(label: Html, value: Html) -> Html {
    html! { <><dt>{ label }</dt><dd>{ value }</dd></> }
}

/// A value above what it is of.
pub(crate) fn figure(value: Html, label: &Text, hint: Option<String>, lang: Lang) -> Html {
    html! { <div title={hint}><dd>{ value }</dd><dt>{ label.of(lang) }</dt></div> }
}
