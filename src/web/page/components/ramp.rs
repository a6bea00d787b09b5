//! The scale of a quantity's colours.

use yew::prelude::*;

use crate::check::Lang;
use crate::web::text::Text;

/// The drawn scale, from 0 to the largest value.
pub(crate) fn ramp(label: &Text, most: &Html, lang: Lang) -> Html {
    html! {
        <div class="ramp">
            <span class="ramp-label">{ label.of(lang) }</span>
            <span class="num">{ "0" }</span>
            <span class="ramp-bar" role="presentation"></span>
            { most.clone() }
        </div>
    }
}
