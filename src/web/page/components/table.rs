//! Parts of tables of numbers.

use yew::prelude::*;

use crate::check::Lang;
use crate::web::text::Text;

/// The titles above columns of numbers.
pub(crate) fn titles(columns: &[&Text], lang: Lang) -> Html {
    let title = |column: &&Text| html! { <th class="number">{ column.of(lang) }</th> };
    html! { <thead><tr>{ for columns.iter().map(title) }</tr></thead> }
}

/// A number in its column.
pub(crate) fn cell(value: impl Into<Html>) -> Html {
    cell_of(value.into())
}

/// In one instance for all types.
fn cell_of(value: Html) -> Html {
    html! { <td class="number">{ value }</td> }
}
