//! Numbers with small units and the exact value on hover.

use yew::prelude::*;

use crate::web::units;

/// A byte count.
pub(crate) fn byte_count(count: u64) -> Html {
    let (number, unit) = units::bytes(count);
    html! {
        <span class="num" title={format!("{} B", units::grouped(count))}>
            { number }<small>{ "\u{202f}" }{ unit }</small>
        </span>
    }
}

/// Any other count.
pub(crate) fn number(count: u64) -> Html {
    html! { <span class="num">{ units::grouped(count) }</span> }
}
