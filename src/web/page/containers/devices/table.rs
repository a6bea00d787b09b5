//! The ranks as a table: what the canvas shows, for readers that see none.

use yew::prelude::*;

use super::measure_label;
use crate::check::{Lang, Side};
use crate::web::measure::Measure;
use crate::web::page::components::{cell, pager, shown_of, titles};
use crate::web::page::session::{Action, Session};
use crate::web::snapshot::SideFacts;
use crate::web::{text, units};

/// Rows of a page.
const ROWS: u64 = 256;

pub(super) struct TableProps<'a> {
    pub(super) facts: &'a SideFacts,
    pub(super) session: &'a Session,
    pub(super) side: Side,
    pub(super) measure: Measure,
    pub(super) values: &'a [u64],
    pub(super) selected: Option<u64>,
    pub(super) page: &'a UseStateHandle<u64>,
}

/// The table: neighbours of one stage with equal values are one row.
pub(super) fn rank_table(props: &TableProps<'_>, lang: Lang) -> Html {
    let per_stage = props.facts.topology.ranks_per_stage.max(1);
    let groups = groups(props.values, per_stage);
    let (shown, buttons) = pager(props.page, ROWS, groups.len() as u64, lang);
    let row = |group: &Group| {
        let (side, first, last) = (props.side, group.first, group.last);
        let onclick = props.session.click(Action::Rank(side, first));
        let selected = props.selected.is_some_and(|rank| (first..=last).contains(&rank));
        html! {
            <tr class={selected.then_some("selected")} {onclick} data-testid="device-row"
                data-value={group.value.to_string()}>
                { cell(first / per_stage) }
                { cell(units::range(first, last)) }
                <td class="number num">{ props.measure.text(group.value, lang) }</td>
                <td class="number num quiet">{ units::grouped(group.value) }</td>
            </tr>
        }
    };
    let columns =
        [&text::COLUMN_STAGE, &text::COLUMN_RANKS, measure_label(props.measure), &text::COLUMN_EXACT];
    html! {
        <details class="as-table">
            <summary>{ text::RANK_TABLE.of(lang) }</summary>
            <table class="table table-rows">
                { titles(&columns, lang) }
                <tbody>{ for shown_of(&groups, shown).iter().map(row) }</tbody>
            </table>
            { buttons }
        </details>
    }
}

struct Group {
    first: u64,
    last: u64,
    value: u64,
}

fn groups(values: &[u64], per_stage: u64) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (rank, &value) in (0u64..).zip(values) {
        match groups.last_mut() {
            Some(group) if group.value == value && rank % per_stage != 0 => group.last = rank,
            _ => groups.push(Group { first: rank, last: rank, value }),
        }
    }
    groups
}
