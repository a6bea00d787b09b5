//! Devices: every rank of both sides, coloured by the bytes it holds.

use std::rc::Rc;

use yew::prelude::*;

use super::{SIDES, side_title};
use crate::check::{Lang, Side};
use crate::web::page::components::{Grid, GridLabels, ramp};
use crate::web::page::session::{Action, Session, use_look};
use crate::web::raster::Cells;
use crate::web::snapshot::{SideFacts, Snapshot};
use crate::web::{text, units};

/// Largest cell in px.
const CELL: (u64, u64) = (104, 34);

pub(crate) struct DevicesProps {
    pub session: Session,
    pub snapshot: Rc<Snapshot>,
    pub selected: Option<(Side, u64)>,
}

/// The view.
pub(crate) fn devices(props: &DevicesProps, lang: Lang) -> Html {
    let sides = SIDES.into_iter().filter_map(|side| Some((side, props.snapshot.side(side)?)));
    // One scale for both sides, so that their colours can be compared.
    let most = sides.clone().flat_map(|(_, facts)| facts.rank_bytes.iter().copied()).max().unwrap_or(0);
    html! {
        <article class="view devices">
            <header class="view-head">
                <h1 class="view-title">{ text::VIEW_DEVICES.of(lang) }</h1>
                <p class="quiet">{ text::DEVICES_SAYS.of(lang) }</p>
                if most > 0 { { ramp(most, &text::SCALE, lang) } }
            </header>
            <div class="device-sides">
            { for sides.map(|(side, facts)| html! {
                <section key={side_title(side).of(lang)}>
                    <h2>{ side_title(side).of(lang) }{ " " }<small class="quiet">{ axes(facts, lang) }</small></h2>
                    <SideGrid {side} {most} session={props.session.clone()} snapshot={props.snapshot.clone()}
                        selected={props.selected.filter(|(of, _)| *of == side).map(|(_, rank)| rank)} />
                </section>
            }) }
            </div>
        </article>
    }
}

fn axes(facts: &SideFacts, lang: Lang) -> String {
    let stages = text::STAGES.with(lang, &[("n", &facts.topology.stages)]);
    let ranks = text::RANKS.with(lang, &[("n", &facts.topology.ranks_per_stage)]);
    format!("{stages} × {ranks}")
}

#[derive(PartialEq, Properties)]
struct SideProps {
    side: Side,
    most: u64,
    session: Session,
    snapshot: Rc<Snapshot>,
    selected: Option<u64>,
}

/// One side: stages downwards, ranks of a stage to the right.
#[component]
fn SideGrid(props: &SideProps) -> Html {
    let lang = use_look().lang;
    let side = props.side;
    let cells = use_memo((props.snapshot.clone(), side, props.most), |(snapshot, side, most)| {
        snapshot.side(*side).map(|facts| cells(facts, *most)).unwrap_or_default()
    });
    let Some(facts) = props.snapshot.side(side) else { return Html::default() };
    if facts.rank_bytes.is_empty() {
        return html! { <p class="notice">{ text::NO_BYTES.of(lang) }</p> };
    }
    let per_stage = facts.topology.ranks_per_stage.max(1);
    let bytes = {
        let cells = cells.clone();
        move |(row, col): (u64, u64)| units::bytes_text(cells.value(row, col))
    };
    let labels = GridLabels {
        row: Callback::from(|row: u64| format!("s{row}")),
        col: Callback::from(|col: u64| col.to_string()),
        cell: Callback::from({
            let bytes = bytes.clone();
            move |(row, col): (u64, u64)| format!("{} · {}", row * per_stage + col, bytes((row, col)))
        }),
        full: Callback::from(move |(row, col): (u64, u64)| {
            let rank = text::RANK_TITLE.with(lang, &[("n", &(row * per_stage + col))]);
            let place = text::RANK_STAGE.with(lang, &[("stage", &row), ("rank", &col)]);
            format!("{rank} · {place} · {}", bytes((row, col)))
        }),
    };
    let onpick = props.session.on(move |(row, col): (u64, u64)| Action::Rank(side, row * per_stage + col));
    let picked = props.selected.map(|rank| (rank / per_stage, rank % per_stage));
    let label = text::GRID_LABEL.with(lang, &[("side", &side_title(side).of(lang))]);
    html! {
        <>
            <Grid {cells} {labels} {label} largest={CELL} {picked} {onpick} />
            { rank_table(props, facts, lang) }
        </>
    }
}

fn cells(facts: &SideFacts, most: u64) -> Cells {
    Cells {
        rows: u64::from(facts.topology.stages),
        cols: facts.topology.ranks_per_stage,
        values: facts.rank_bytes.clone(),
        most,
    }
}

/// Groups of ranks that the table lists.
const GROUPS: usize = 256;

/// The same as a table: neighbours of one stage with equal bytes are one row.
fn rank_table(props: &SideProps, facts: &SideFacts, lang: Lang) -> Html {
    let side = props.side;
    let groups = groups(facts);
    let row = |group: &Group| {
        let (first, last, bytes) = (group.first, group.last, group.bytes);
        let onclick = props.session.on(move |_: MouseEvent| Action::Rank(side, first));
        let selected = props.selected.is_some_and(|rank| (first..=last).contains(&rank));
        let ranks = if first == last { first.to_string() } else { format!("{first}–{last}") };
        html! {
            <tr class={classes!(selected.then_some("selected"))} {onclick} data-testid="device-row">
                <td class="number">{ first / facts.topology.ranks_per_stage.max(1) }</td>
                <td class="number">{ ranks }</td>
                <td class="number num">{ units::bytes_text(bytes) }</td>
                <td class="number num quiet">{ units::grouped(bytes) }</td>
            </tr>
        }
    };
    html! {
        <details class="as-table">
            <summary>{ text::RANK_TABLE.of(lang) }</summary>
            <table class="table table-rows">
                <thead><tr>
                    <th class="number">{ text::COLUMN_STAGE.of(lang) }</th>
                    <th class="number">{ text::COLUMN_RANKS.of(lang) }</th>
                    <th class="number">{ text::COLUMN_BYTES.of(lang) }</th>
                    <th class="number">{ "B" }</th>
                </tr></thead>
                <tbody>{ for groups.iter().take(GROUPS).map(row) }</tbody>
            </table>
        </details>
    }
}

struct Group {
    first: u64,
    last: u64,
    bytes: u64,
}

fn groups(facts: &SideFacts) -> Vec<Group> {
    let per_stage = facts.topology.ranks_per_stage.max(1);
    let mut groups: Vec<Group> = Vec::new();
    for (rank, &bytes) in (0u64..).zip(&facts.rank_bytes) {
        match groups.last_mut() {
            Some(group) if group.bytes == bytes && rank % per_stage != 0 => group.last = rank,
            _ => groups.push(Group { first: rank, last: rank, bytes }),
        }
    }
    groups
}
