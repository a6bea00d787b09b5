//! One side as a grid of ranks.

use std::rc::Rc;

use yew::prelude::*;

use super::super::{side_id, side_title};
use super::measure_label;
use super::table::{TableProps, rank_table};
use crate::check::Side;
use crate::web::findings;
use crate::web::measure::Measure;
use crate::web::page::components::{Grid, GridLabels};
use crate::web::page::session::{Action, Session, use_look};
use crate::web::page::utils::Same;
use crate::web::ranks::RankGrid;
use crate::web::raster::Cells;
use crate::web::snapshot::{Held, Snapshot};
use crate::web::text;

/// Largest cell in px.
const CELL: (u64, u64) = (104, 34);

#[derive(PartialEq, Properties)]
pub(super) struct SideProps {
    pub side: Side,
    pub measure: Measure,
    /// The value of every rank.
    pub values: Rc<Vec<u64>>,
    /// The ends of the scale.
    pub least: u64,
    pub most: u64,
    pub session: Session,
    pub snapshot: Same<Snapshot>,
    pub selected: Option<u64>,
    /// Index of the tensor whose ranks are outlined.
    pub tensor: Option<usize>,
}

/// Stages and outer axes downwards, inner axes to the right.
#[component]
pub(super) fn SideGrid(props: &SideProps) -> Html {
    let lang = use_look().lang;
    let page = use_state_eq(|| 0u64);
    let SideProps { side, measure, session, snapshot, .. } = props;
    let side = *side;
    let cells = use_memo(
        (snapshot.clone(), side, props.values.clone(), props.least, props.most),
        |(snapshot, side, values, least, most)| {
            let Some(facts) = snapshot.side(*side) else { return Cells::default() };
            let (rows, cols) = RankGrid::of(facts).size();
            Cells::new(rows, cols, values.to_vec(), *most).from_least(*least)
        },
    );
    let outlined = use_memo((snapshot.clone(), side, props.tensor), |(snapshot, side, tensor)| {
        holders(snapshot, *side, *tensor).unwrap_or_default()
    });
    let Some(facts) = snapshot.side(side) else { return Html::default() };
    if props.values.iter().all(|&value| value == 0) {
        // Slices are known where shapes are, the files of a target only with a plan.
        let waits = *measure == Measure::Bytes && facts.loads.runs().any(|(_, load)| load.parameters > 0);
        let says = if waits { &text::FILES_NOT_KNOWN } else { &text::NOT_KNOWN };
        return html! { <p class="notice">{ says.of(lang) }</p> };
    }
    let grid = RankGrid::of(facts);
    let units = grid.size();
    let onpick = {
        let cols = units.1;
        session.on(move |(row, col): (u64, u64)| Action::Rank(side, row * cols + col))
    };
    let picked = props.selected.map(|rank| grid.place(rank));
    let values: [(&str, &dyn std::fmt::Display); 2] =
        [("side", &side_title(side).of(lang)), ("measure", &measure_label(*measure).of(lang))];
    let label = text::GRID_LABEL.with(lang, &values);
    html! {
        <>
            <p class="grid-axes">
                <span>{ grid.says_down() }{ " ↓" }</span>
                <span>{ grid.says_across() }{ " →" }</span>
            </p>
            <Grid {cells} {units} labels={labels(props, lang)} {label} largest={CELL} {picked} {onpick} {outlined}
                id={format!("ranks-{}", side_id(side))} />
            { rank_table(&TableProps { facts, session, side, measure: *measure, values: &props.values, selected: props.selected, page: &page }, lang) }
        </>
    }
}

/// The rows of the stages that hold a tensor.
fn holders(snapshot: &Snapshot, side: Side, tensor: Option<usize>) -> Option<Vec<(u64, u64)>> {
    let facts = snapshot.side(side)?;
    let grid = RankGrid::of(facts);
    let tensor = snapshot.tensors.get(tensor?)?;
    let rows = |stage: u32| (u64::from(stage) * grid.lines(), (u64::from(stage) + 1) * grid.lines());
    Some(match tensor.held(side) {
        Held::Absent => Vec::new(),
        Held::Whole => vec![(0, grid.size().0)],
        Held::Laid(placed) => placed.iter().map(|placed| rows(placed.stage)).collect(),
    })
}

fn labels(props: &SideProps, lang: crate::check::Lang) -> GridLabels {
    let (snapshot, side, measure) = (props.snapshot.clone(), props.side, props.measure);
    let values = props.values.clone();
    let with_grid = move |say: &dyn Fn(&RankGrid<'_>) -> String| {
        let facts = snapshot.side(side);
        facts.map(|facts| say(&RankGrid::of(facts))).unwrap_or_default()
    };
    let groups = props.snapshot.side(props.side).map_or(0, |facts| RankGrid::of(facts).lines());
    let facts = props.snapshot.side(side);
    let hatched = facts.is_some_and(|facts| (0..facts.topology.ranks()).any(|rank| facts.lacks_file(rank)));
    let found = findings::ranks(&props.snapshot, side);
    let flagged = facts.map_or_else(Rc::default, |facts| {
        let grid = RankGrid::of(facts);
        let known = found.keys().filter(|&&rank| rank < facts.topology.ranks());
        Rc::new(known.map(|&rank| grid.place(rank)).collect())
    });
    let of = props.snapshot.clone();
    let value = move |rank: u64| {
        if hatched && of.side(side).is_some_and(|facts| facts.lacks_file(rank)) {
            return text::NO_FILE.of(lang).to_owned();
        }
        let index = usize::try_from(rank).ok();
        measure.text(index.and_then(|index| values.get(index)).copied().unwrap_or(0), lang)
    };
    GridLabels {
        row: Callback::from({
            let with_grid = with_grid.clone();
            move |row: u64| with_grid(&|grid| grid.row_label(row))
        }),
        col: Callback::from(|col: u64| col.to_string()),
        cell: Callback::from({
            let (with_grid, value) = (with_grid.clone(), value.clone());
            move |unit: (u64, u64)| {
                with_grid(&|grid| {
                    let rank = grid.rank(unit);
                    format!("{rank} · {}", value(rank))
                })
            }
        }),
        full: Callback::from(move |unit: (u64, u64)| {
            with_grid(&|grid| {
                let rank = grid.rank(unit);
                let title = text::RANK_TITLE.with(lang, &[("n", &rank)]);
                let (stage, in_stage) = grid.split(rank);
                let place = text::RANK_STAGE.with(lang, &[("stage", &stage), ("rank", &in_stage)]);
                let found = found.get(&rank).map(|n| text::FINDINGS_HERE.with(lang, &[("n", n)]));
                let parts = [title, place, grid.coordinates(rank), value(rank), found.unwrap_or_default()];
                parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
            })
        }),
        groups: (if groups > 1 { groups } else { 0 }, 0),
        hatched,
        flagged,
    }
}
