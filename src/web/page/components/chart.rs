//! A chart that is drawn as SVG, with a button that saves it.

use yew::prelude::*;

use super::{Glyph, icon};
use crate::check::Lang;
use crate::web::page::model::save_file;
use crate::web::text;

/// The chart as shown under its caption; `saved` is what the button gives under a name.
pub(crate) fn chart(caption: Html, shown: String, saved: String, name: String, lang: Lang) -> Html {
    let label = text::SAVE_CHART.with(lang, &[("name", &name)]);
    let onclick = Callback::from(move |_: MouseEvent| save_file(&name, "image/svg+xml", saved.as_bytes()));
    html! {
        <figure class="chart-frame">
            <figcaption>
            { caption }
            <button type="button" class="button button-quiet chart-save" title={label.clone()} aria-label={label} {onclick}>
                { icon(Glyph::Download) }{ "SVG" }
            </button>
            </figcaption>
            // Our own text: names in it are escaped where it is written.
            <div class="chart-picture">{ Html::from_html_unchecked(shown.into()) }</div>
        </figure>
    }
}
