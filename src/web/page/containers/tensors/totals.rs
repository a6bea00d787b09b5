//! The line below the list: sums of what is shown, and of all.

use yew::prelude::*;

use crate::check::Lang;
use crate::web::page::components::byte_count;
use crate::web::page::utils::Same;
use crate::web::snapshot::Snapshot;
use crate::web::tensors::{Arranged, Shown, Summary};
use crate::web::{text, units};

/// The line.
pub(super) fn totals(
    snapshot: &Same<Snapshot>,
    arranged: &Same<Arranged>,
    shown: &Same<Shown>,
    lang: Lang,
) -> Html {
    let all = arranged.total(snapshot);
    if all.tensors == 0 {
        return Html::default();
    }
    let partial = shown.len() as u64 != all.tensors;
    let shapeless = all.shapeless_tensors == all.tensors;
    html! {
        <footer class="tensor-totals" id="tensor-totals">
            if partial { { sums(&text::TOTAL_SHOWN, &shown.total(snapshot, arranged), lang) } }
            { sums(&text::TOTAL_ALL, &all, lang) }
            if shapeless { <span class="quiet">{ text::SHAPES_UNKNOWN.of(lang) }</span> }
        </footer>
    }
}

fn sums(title: &text::Text, sum: &Summary, lang: Lang) -> Html {
    let unknown =
        |count: u64| (count > 0).then(|| text::AT_LEAST_HINT.with(lang, &[("n", &units::grouped(count))]));
    html! {
        <span class="sums">
            <b>{ title.of(lang) }</b>
            <span>{ text::TENSORS_IN.with(lang, &[("n", &units::grouped(sum.tensors))]) }</span>
            if sum.shapeless_tensors < sum.tensors {
                <span title={units::grouped(sum.parameters)}>
                    { text::TOTAL_PARAMETERS.with(lang, &[("n", &units::count_text(sum.parameters, lang))]) }
                </span>
            }
            if sum.unsized_tensors < sum.tensors {
                <span title={unknown(sum.unsized_tensors)}>
                    { (sum.unsized_tensors > 0).then(|| text::AT_LEAST.of(lang)) }{ byte_count(sum.bytes) }
                </span>
            }
        </span>
    }
}
