//! The columns: their titles, and the menu that chooses them.

use yew::prelude::*;

use super::super::side_menu::place;
use super::choices::ORDERS;
use crate::check::Lang;
use crate::web::page::components::{Glyph, icon, sort_button, sorting};
use crate::web::tensors::{Column, Columns, Order};
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
pub(super) fn head(
    columns: &Columns,
    name: &NodeRef,
    order: Order,
    sort: &Callback<String>,
    lang: Lang,
) -> Html {
    let sorter = |of: Order, name: &Text, down: bool| {
        let value = ORDERS.into_iter().find(|(order, _)| *order == of).map_or("", |(_, value)| value);
        sort_button(name, order == of, down, sort.reform(move |_: MouseEvent| value.to_owned()), lang)
    };
    let cell = |&column: &Column| {
        let whole = title(column).of(lang);
        let said = match column {
            Column::Differs => html! { <span class="visually-hidden">{ whole }</span> },
            Column::Bytes => sorter(Order::Size, title(column), true),
            Column::SourceStages | Column::TargetStages => html! { { text::COLUMN_STAGE.of(lang) } },
            _ => html! { { whole } },
        };
        let hint = if column == Column::Replicas { text::COLUMN_REPLICAS_HINT.of(lang) } else { whole };
        let sorted = (column == Column::Bytes).then(|| sorting(order == Order::Size, true)).flatten();
        html! { <span role="columnheader" class={class_of(column)} title={hint} aria-sort={sorted}>{ said }</span> }
    };
    html! {
        <div class="tensor-row scroll-head" role="row" aria-rowindex="1">
            <span ref={name.clone()} role="columnheader" class="col-name" aria-sort={sorting(order == Order::Name, false)}>
                { sorter(Order::Name, &text::COLUMN_NAME, false) }
            </span>
            { for columns.shown().iter().map(cell) }
        </div>
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
        <>
            <button type="button" class="button" popovertarget="tensor-columns" onclick={|event: MouseEvent| place(&event)}>
                { text::COLUMNS.of(lang) }{ icon(Glyph::Down) }
            </button>
            <div id="tensor-columns" class="menu columns" popover="auto" role="group" aria-label={text::COLUMNS.of(lang)}>
                { for Column::ALL.into_iter().map(choice) }
            </div>
        </>
    }
}
