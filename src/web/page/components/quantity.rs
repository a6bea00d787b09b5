//! Numbers with small units and the exact value on hover.

use yew::prelude::*;

use crate::web::units;

#[derive(PartialEq, Properties)]
pub(crate) struct QuantityProps {
    pub value: u64,
}

/// A byte count.
#[component]
pub(crate) fn Bytes(props: &QuantityProps) -> Html {
    let (number, unit) = units::bytes(props.value);
    html! {
        <span class="num" title={format!("{} B", units::grouped(props.value))}>
            { number }<small>{ "\u{202f}" }{ unit }</small>
        </span>
    }
}

/// A count.
#[component]
pub(crate) fn Count(props: &QuantityProps) -> Html {
    html! { <span class="num">{ units::grouped(props.value) }</span> }
}
