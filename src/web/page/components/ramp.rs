//! The scale of a quantity's colours.

use yew::prelude::*;

use super::Bytes;
use crate::web::page::session::use_look;
use crate::web::text::Text;

#[derive(PartialEq, Properties)]
pub(crate) struct RampProps {
    /// The largest value.
    pub most: u64,
    pub label: &'static Text,
}

/// The drawn scale, from 0 to the largest value.
#[component]
pub(crate) fn Ramp(props: &RampProps) -> Html {
    let lang = use_look().lang;
    html! {
        <div class="ramp">
            <span class="ramp-label">{ props.label.of(lang) }</span>
            <span class="num">{ "0" }</span>
            <span class="ramp-bar" role="presentation"></span>
            <Bytes value={props.most} />
        </div>
    }
}
