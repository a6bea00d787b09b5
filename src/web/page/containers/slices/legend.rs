//! What the colours of a picture mean.

use yew::prelude::*;

use crate::check::Lang;
use crate::web::slices::{Legend, Tone};
use crate::web::text;

/// A patch of a slice's colour.
pub(crate) fn swatch(tone: Tone) -> Html {
    html! {
        <svg class="tone" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
            <rect x="0.5" y="0.5" width="11" height="11" fill={tone.fill.to_string()} stroke={tone.edge.to_string()} />
        </svg>
    }
}

/// The legend.
pub(super) fn legend(legend: Legend, lang: Lang) -> Html {
    let content = match legend {
        Legend::Entries(entries) => html! {
            <>{ for entries.into_iter().map(|(tone, label)| html! { <li>{ swatch(tone) }{ label }</li> }) }</>
        },
        Legend::Scale { steps, first, last } => {
            let width = steps.len() * 6;
            let step = |(at, fill): (usize, &_)| {
                html! { <rect x={(at * 6).to_string()} y="0" width="7" height="10" fill={ToString::to_string(fill)} /> }
            };
            html! {
                <li>
                    { first }
                    <svg class="tone-scale" viewBox={format!("0 0 {width} 10")} width={width.to_string()} height="10" aria-hidden="true">
                        { for steps.iter().enumerate().map(step) }
                    </svg>
                    { last }
                </li>
            }
        }
    };
    html! { <ul class="plain legend" data-testid="legend" aria-label={text::LEGEND.of(lang)}>{ content }</ul> }
}
