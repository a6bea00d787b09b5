//! How the states of files look and are called.

use yew::prelude::*;

use crate::check::Lang;
use crate::resume::Cell;
use crate::web::text::{self, Text};

/// The class, the sign that tells states apart without colours, and the word.
pub(super) const fn state(cell: Cell) -> (&'static str, &'static str, &'static Text) {
    match cell {
        Cell::Complete => ("complete", "✓", &text::STATE_COMPLETE),
        Cell::Missing => ("missing", "–", &text::STATE_MISSING),
        Cell::AboveBound => ("above", "↑", &text::STATE_ABOVE),
        Cell::OtherRun => ("other", "≠", &text::STATE_OTHER_RUN),
        Cell::WeightsOnly(_) => ("weights", "w", &text::STATE_WEIGHTS),
        Cell::Odd(_) => ("damaged", "±", &text::STATE_ODD),
        Cell::Damaged(_) => ("damaged", "✕", &text::STATE_DAMAGED),
    }
}

/// What the states mean that there are, each with the number of files.
pub(super) fn legend(cells: &[(Cell, u64)], lang: Lang) -> Html {
    let row = |(cell, count): &(Cell, u64)| {
        let (class, sign, word) = state(*cell);
        html! {
            <li>
                <span class={classes!("state", class)} aria-hidden="true">{ sign }</span>
                <span><b>{ word.of(lang) }</b>{ " " }<span class="num">{ crate::web::units::grouped(*count) }</span>
                    { " " }<span class="quiet">{ cell.reason().text(lang) }</span></span>
            </li>
        }
    };
    html! { <ul class="resume-legend plain">{ for cells.iter().map(row) }</ul> }
}
