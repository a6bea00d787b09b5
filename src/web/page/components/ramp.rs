//! The scale of a quantity's colours.

use yew::prelude::*;

use super::byte_count;
use crate::check::Lang;
use crate::web::text::Text;

/// The drawn scale, from 0 to the largest value.
pub(crate) fn ramp(most: u64, label: &Text, lang: Lang) -> Html {
    html! {
        <div class="ramp">
            <span class="ramp-label">{ label.of(lang) }</span>
            <span class="num">{ "0" }</span>
            <span class="ramp-bar" role="presentation"></span>
            { byte_count(most) }
        </div>
    }
}
