//! The line below the list: sums of what is shown, and of all.

use std::rc::Rc;

use yew::prelude::*;

use crate::check::Lang;
use crate::web::page::components::byte_count;
use crate::web::page::utils::Same;
use crate::web::snapshot::Snapshot;
use crate::web::tensors::{Arranged, Shown, Summary};
use crate::web::{text, units};

/// The line.
pub(super) fn totals(
    snapshot: &Rc<Snapshot>,
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
        |count: u64| (count > 0).then(|| text::AT_LEAST.with(lang, &[("n", &units::grouped(count))]));
    html! {
        <span class="sums">
            <b>{ title.of(lang) }</b>
            <span>{ text::TENSORS_IN.with(lang, &[("n", &units::grouped(sum.tensors))]) }</span>
            if sum.shapeless_tensors < sum.tensors {
                <span title={units::grouped(sum.parameters)}>
                    { text::TOTAL_PARAMETERS.with(lang, &[("n", &short(sum.parameters))]) }
                </span>
            }
            if sum.unsized_tensors < sum.tensors {
                <span title={unknown(sum.unsized_tensors)}>
                    { byte_count(sum.bytes) }{ (sum.unsized_tensors > 0).then_some(" +") }
                </span>
            }
        </span>
    }
}

/// A number of parameters as people say it: `6.74 B`.
pub(super) fn short(count: u64) -> String {
    let scales = [(1_000_000_000_000, "T"), (1_000_000_000, "B"), (1_000_000, "M"), (1_000, "K")];
    let Some((scale, unit)) = scales.into_iter().find(|&(scale, _)| count >= scale) else {
        return count.to_string();
    };
    let hundredths = u128::from(count) * 100 / u128::from(scale);
    let (whole, rest) = (hundredths / 100, hundredths % 100);
    match whole {
        0..10 => format!("{whole}.{rest:02} {unit}"),
        10..100 => format!("{whole}.{} {unit}", rest / 10),
        _ => format!("{whole} {unit}"),
    }
}
