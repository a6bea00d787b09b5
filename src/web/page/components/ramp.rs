//! The scale of a quantity's colours.

use yew::prelude::*;

use crate::check::Lang;
use crate::web::text::Text;

/// The drawn scale between two values.
pub(crate) fn ramp(label: &Text, (least, most): (&Html, &Html), lang: Lang) -> Html {
    html! {
        <div class="ramp">
            <span class="ramp-label">{ label.of(lang) }</span>
            { least.clone() }
            <span class="ramp-bar" role="presentation"></span>
            { most.clone() }
        </div>
    }
}
