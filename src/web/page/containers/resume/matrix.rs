//! Rank × step: a picture that is a table.

use std::collections::BTreeMap;

use yew::prelude::*;

use super::states::{legend, state};
use crate::check::Lang;
use crate::resume::{Cell, Column, Step};
use crate::web::page::components::{note, pager, shown_of};
use crate::web::page::session::use_look;
use crate::web::page::utils::{Same, dom};
use crate::web::resume::{About, Row, Told};
use crate::web::{text, units};

/// Rows of a page.
const ROWS: u64 = 64;
/// Steps that are shown, the newest.
const COLUMNS: usize = 100;
/// Runs of ranks that the name of a row lists.
const RUNS: usize = 3;
/// The same where a cell is read out.
const RUNS_READ_OUT: usize = 12;

#[derive(PartialEq, Properties)]
pub(super) struct MatrixProps {
    pub told: Same<Told>,
    /// The step that is chosen.
    pub chosen: Option<Step>,
}

/// A cell by row and column of what is shown.
type At = (usize, usize);

/// The matrix, a line that reads out the cell under the pointer or the keyboard, and what its signs mean.
#[component]
pub(super) fn Matrix(props: &MatrixProps) -> Html {
    let lang = use_look().lang;
    let page = use_state_eq(|| 0u64);
    let at = use_state_eq(|| None::<At>);
    let Some(about) = &props.told.about else { return Html::default() };
    let (shown, buttons) = pager(&page, ROWS, about.rows.len() as u64, lang);
    let rows = shown_of(&about.rows, shown);
    let hidden = about.columns.len().saturating_sub(COLUMNS);
    let columns = about.columns.get(hidden..).unwrap_or_default();
    let size = (rows.len(), columns.len());
    let inside = at.filter(|&(row, column)| row < size.0 && column < size.1);
    let go = {
        let set = at.setter();
        Callback::from(move |to: At| set.set(Some(to)))
    };
    let onkeydown = {
        let now = inside.unwrap_or_default();
        Callback::from(move |event: KeyboardEvent| {
            if let Some((row, column)) = moved(now, size, &event.key()) {
                event.prevent_default();
                dom::focus(&id((row, column)));
            }
        })
    };
    let says = inside.and_then(|at| read_out(rows, columns, hidden, at, lang));
    let numbers: [(&str, &dyn std::fmt::Display); 2] =
        [("saved", &units::grouped(about.saved)), ("world", &units::grouped(about.world_size))];
    html! {
        <section class="resume-matrix">
            <header class="view-head"><h2 id="resume-matrix-title">{ text::RESUME_MATRIX.of(lang) }</h2>{ buttons }</header>
            { note(text::RESUME_MATRIX_SAYS.with(lang, &numbers)) }
            if let Some(bound) = about.bound { { note(text::RESUME_BOUND.with(lang, &[("step", &bound)])) } }
            if hidden > 0 { { note(text::RESUME_OLDER.with(lang, &[("n", &hidden)])) } }
            <div class="table-wide">
                <table id="resume-matrix" class="matrix" role="grid" aria-labelledby="resume-matrix-title" {onkeydown}>
                    { head(columns, props.chosen, lang) }
                    <tbody>
                        { for rows.iter().enumerate().map(|(at, row)| line(row, columns, hidden, (at, inside.unwrap_or_default()), &go, lang)) }
                        if about.rows.len() > 1 { { sums(about, hidden, lang) } }
                    </tbody>
                </table>
            </div>
            <p class="read-out" aria-live="polite">{ says.unwrap_or_else(|| "\u{a0}".to_owned()) }</p>
            { legend(&counts(about), lang) }
        </section>
    }
}

fn id((row, column): At) -> String {
    format!("resume-{row}-{column}")
}

/// Where a key leads.
fn moved((row, column): At, (rows, columns): (usize, usize), key: &str) -> Option<At> {
    let last = |count: usize| count.saturating_sub(1);
    Some(match key {
        "ArrowUp" => (row.saturating_sub(1), column),
        "ArrowDown" => ((row + 1).min(last(rows)), column),
        "ArrowLeft" => (row, column.saturating_sub(1)),
        "ArrowRight" => (row, (column + 1).min(last(columns))),
        "Home" => (row, 0),
        "End" => (row, last(columns)),
        _ => return None,
    })
}

/// The steps; their runs too, where there are several.
fn head(columns: &[Column], chosen: Option<Step>, lang: Lang) -> Html {
    let first = columns.first().map(|column| &column.run);
    let is_one_run = columns.iter().all(|column| Some(&column.run) == first);
    let title = |column: &Column| {
        let is_chosen = Some(column.step) == chosen;
        html! {
            <th scope="col" class={classes!(is_chosen.then_some("chosen"))} title={column.run.clone()}>
                if !is_one_run { <small class="quiet name">{ &column.run }</small> }
                <span class="num">{ column.step.to_string() }</span>
                if is_chosen { <small>{ text::RESUME_CHOSEN.of(lang) }</small> }
            </th>
        }
    };
    html! {
        <thead><tr><th scope="col">{ text::COLUMN_RANK.of(lang) }</th>{ for columns.iter().map(title) }</tr></thead>
    }
}

fn line(
    row: &Row,
    columns: &[Column],
    hidden: usize,
    (at, (tab_row, tab_column)): (usize, At),
    go: &Callback<At>,
    lang: Lang,
) -> Html {
    let ranks = units::run_list(&row.ranks, RUNS);
    let cell = |(column, (cell, of)): (usize, (&Cell, &Column))| {
        let (class, sign, word) = state(*cell);
        let here = (at, column);
        let tabindex = if (tab_row, tab_column) == here { "0" } else { "-1" };
        let onfocus = go.reform(move |_: FocusEvent| here);
        let onpointerenter = go.reform(move |_: PointerEvent| here);
        html! {
            <td id={id(here)} role="gridcell" class={classes!("state", class)} {tabindex} {onfocus} {onpointerenter}
                title={format!("{} – {}", word.of(lang), cell.reason().text(lang))}
                data-testid="resume-cell" data-state={cell.name()} data-ranks={ranks.clone()} data-step={of.step.to_string()}>
                <span aria-hidden="true">{ sign }</span>
                <span class="visually-hidden">{ word.of(lang) }</span>
            </td>
        }
    };
    let cells = row.cells.get(hidden..).unwrap_or_default().iter().zip(columns).enumerate();
    html! {
        <tr>
            <th scope="row"><span class="num">{ &ranks }</span>
                if row.count > 1 { <small class="quiet num">{ format!(" ×{}", units::grouped(row.count)) }</small> }</th>
            { for cells.map(cell) }
        </tr>
    }
}

/// Of how many ranks each step's file is complete.
fn sums(about: &About, hidden: usize, lang: Lang) -> Html {
    let sum = |column: usize| {
        let has = |row: &&Row| row.cells.get(column) == Some(&Cell::Complete);
        let sum = about.rows.iter().filter(has).fold(0, |sum: u64, row| sum.saturating_add(row.count));
        html! { <td class="num">{ units::grouped(sum) }</td> }
    };
    html! {
        <tr class="matrix-sums"><th scope="row">{ text::RESUME_COUNT.of(lang) }</th>{ for (hidden..about.columns.len()).map(sum) }</tr>
    }
}

fn read_out(
    rows: &[Row],
    columns: &[Column],
    hidden: usize,
    (row, column): At,
    lang: Lang,
) -> Option<String> {
    let row = rows.get(row)?;
    let cell = row.cells.get(hidden.saturating_add(column))?;
    let (_, _, word) = state(*cell);
    let values: [(&str, &dyn std::fmt::Display); 4] = [
        ("ranks", &units::run_list(&row.ranks, RUNS_READ_OUT)),
        ("step", &columns.get(column)?.step),
        ("state", &word.of(lang)),
        ("reason", &cell.reason().text(lang).to_owned()),
    ];
    Some(text::RESUME_CELL.with(lang, &values))
}

/// The states that there are, each with its number of ranks and steps.
fn counts(about: &About) -> Vec<(Cell, u64)> {
    let mut counts: BTreeMap<Cell, u64> = BTreeMap::new();
    for row in &about.rows {
        for cell in &row.cells {
            let count = counts.entry(*cell).or_default();
            *count = count.saturating_add(row.count);
        }
    }
    counts.into_iter().collect()
}
