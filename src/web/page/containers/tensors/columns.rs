//! The columns: their titles, and the menu that chooses them.

use web_sys::Element;
use yew::prelude::*;

use crate::check::Lang;
use crate::web::page::components::{Glyph, icon};
use crate::web::page::utils::dom;
use crate::web::tensors::{Column, Columns};
use crate::web::text::{self, Text};

/// What a column is called.
pub(super) const fn title(column: Column) -> &'static Text {
    match column {
        Column::DType => &text::COLUMN_DTYPE,
        Column::Shape => &text::COLUMN_SHAPE,
        Column::Parameters => &text::COLUMN_PARAMETERS,
        Column::Bytes => &text::COLUMN_BYTES,
        Column::SourceStages => &text::COLUMN_SOURCE_STAGES,
        Column::Source => &text::COLUMN_SOURCE,
        Column::Differs => &text::COLUMN_DIFFERS,
        Column::Target => &text::COLUMN_TARGET,
        Column::TargetStages => &text::COLUMN_TARGET_STAGES,
        Column::Replicas => &text::COLUMN_REPLICAS,
        Column::Findings => &text::COLUMN_FINDINGS,
    }
}

/// The class of a column's cells.
pub(super) fn class_of(column: Column) -> Classes {
    let number = matches!(column, Column::Shape | Column::Parameters | Column::Bytes | Column::Findings);
    classes!(format!("col-{}", column.name()), number.then_some("number"))
}

/// The titles above the rows.
pub(super) fn head(columns: &Columns, lang: Lang) -> Html {
    let cell = |&column: &Column| {
        let whole = title(column).of(lang);
        let said = match column {
            Column::SourceStages | Column::TargetStages => html! {
                <span aria-hidden="true">{ text::STAGES_SHORT.of(lang) }</span>
            },
            Column::Differs => Html::default(),
            _ => html! { { whole } },
        };
        let hint = if column == Column::Replicas { text::COLUMN_REPLICAS_HINT.of(lang) } else { whole };
        html! { <span role="columnheader" class={class_of(column)} title={hint} aria-label={whole}>{ said }</span> }
    };
    html! {
        <div class="tensor-row scroll-head" role="row" aria-rowindex="1">
            <span role="columnheader" class="col-name">{ text::COLUMN_NAME.of(lang) }</span>
            { for columns.shown().iter().map(cell) }
        </div>
    }
}

/// The id of the menu.
const MENU: &str = "tensor-columns";

/// Closes the menu when something else is pressed.
pub(super) fn close_menu(event: &PointerEvent) {
    let inside =
        event.target_dyn_into::<Element>().and_then(|element| element.closest("details").ok().flatten());
    if inside.is_none_or(|details| details.id() != MENU) {
        dom::close_details(MENU);
    }
}

/// A menu with a box per column.
pub(super) fn columns_menu(columns: &Columns, set: &Callback<String>, lang: Lang) -> Html {
    let choice = |column: Column| {
        let chosen = columns.toggled(column);
        let onchange = set.reform(move |_: Event| chosen.clone());
        let checked = columns.shown().contains(&column);
        html! {
            <label>
                <input type="checkbox" {checked} {onchange} data-column={column.name()} />{ title(column).of(lang) }
            </label>
        }
    };
    html! {
        <details class="columns" id={MENU}>
            <summary class="button">{ text::COLUMNS.of(lang) }{ icon(Glyph::Down) }</summary>
            <div class="columns-list" role="group" aria-label={text::COLUMNS.of(lang)}>
                { for Column::ALL.into_iter().map(choice) }
            </div>
        </details>
    }
}
