//! Source rank × target rank: coarse at first, finer where one zooms in.

use std::cell::RefCell;
use std::rc::Rc;

use yew::prelude::*;

use crate::check::{Lang, Side};
use crate::web::page::components::{Grid, GridLabels, byte_count, note, number, ramp};
use crate::web::page::session::{Action, Session, use_look};
use crate::web::page::utils::Same;
use crate::web::protocol::Input;
use crate::web::raster::Cells;
use crate::web::snapshot::{Heat, PlanFacts, Snapshot, Window};
use crate::web::viewport::View;
use crate::web::{text, units};

/// Largest cell in px.
const CELL: (u64, u64) = (84, 34);

#[derive(PartialEq, Properties)]
pub(super) struct HeatProps {
    pub session: Session,
    pub snapshot: Same<Snapshot>,
    /// The part that the worker drew last.
    pub detail: Option<Rc<Heat>>,
    pub selected: Option<(Side, u64)>,
}

/// The map.
#[component]
pub(super) fn HeatMap(props: &HeatProps) -> Html {
    let lang = use_look().lang;
    let view = use_state_eq(|| None::<View>);
    let picked = use_state_eq(|| None::<(u64, u64)>);
    let asked = use_mut_ref(|| None::<Window>);
    let snapshot = &props.snapshot;
    let covers = |detail: &Rc<Heat>| {
        view.is_some_and(|view: View| detail.covers(&view.down.visible(), &view.across.visible()))
    };
    let detail = props.detail.clone().filter(covers);
    let cells = use_memo((snapshot.clone(), detail.clone()), |(snapshot, detail)| {
        let whole = snapshot.plan.as_ref().map(|plan| &plan.heat);
        detail.as_deref().or(whole).map(cells).unwrap_or_default()
    });
    let Some(plan) = &snapshot.plan else { return Html::default() };
    let onview = {
        let (session, set, asked, snapshot) = (props.session.clone(), view.setter(), asked, snapshot.clone());
        use_callback((snapshot, props.detail.clone()), move |view: View, (snapshot, detail)| {
            set.set(Some(view));
            let plan = snapshot.plan.as_ref();
            let finer = plan.and_then(|plan| finer(plan, detail.as_deref(), view));
            ask_once(&session, &asked, finer);
        })
    };
    let onpick = {
        let (session, set, exact) = (props.session.clone(), picked.setter(), cells.span() == (1, 1));
        Callback::from(move |(row, col): (u64, u64)| {
            set.set(Some((row, col)));
            session.act(Action::Rank(Side::Target, col));
            if exact {
                session.ask(Input::Pair(row, col));
            }
        })
    };
    let units = (plan.source.ranks(), plan.target.ranks());
    html! {
        <section class="plan-heat" data-block={format!("{}×{}", cells.span().0, cells.span().1)}>
            <header class="view-head">
                { note(text::PLAN_HEAT_SAYS.of(lang)) }
                { ramp(&text::PLAN_SCALE, (&number(0), &byte_count(cells.most())), lang) }
            </header>
            <p class="grid-axes"><span>{ text::PLAN_ROWS.of(lang) }</span><span>{ text::PLAN_COLS.of(lang) }</span></p>
            <Grid id="plan-heat" cells={cells.clone()} {units} labels={labels(plan, &cells, lang)}
                label={text::PLAN_HEAT.of(lang)} largest={CELL} picked={*picked} {onpick} {onview} />
        </section>
    }
}

fn cells(heat: &Heat) -> Cells {
    let cells = Cells::new(heat.rows, heat.cols, heat.bytes.clone(), heat.most());
    cells.covering(heat.first, (heat.row_ranks, heat.col_ranks))
}

/// The window that would show more than what is at hand; none if nothing would.
fn finer(plan: &PlanFacts, detail: Option<&Heat>, view: View) -> Option<Window> {
    let (rows, cols) = (view.down.visible(), view.across.visible());
    let window = Window::around((&rows, &cols), (plan.source.ranks(), plan.target.ranks()));
    let shown = detail.filter(|detail| detail.covers(&rows, &cols)).unwrap_or(&plan.heat);
    window.is_finer_than(shown).then_some(window)
}

/// Asks for a window, unless that was just asked for.
fn ask_once(session: &Session, asked: &Rc<RefCell<Option<Window>>>, window: Option<Window>) {
    if let Some(window) = window.filter(|window| *asked.borrow() != Some(*window)) {
        *asked.borrow_mut() = Some(window);
        session.ask(Input::Heat(window));
    }
}

fn labels(plan: &PlanFacts, cells: &Rc<Cells>, lang: Lang) -> GridLabels {
    let bytes = {
        let cells = cells.clone();
        move |unit: (u64, u64)| match cells.value(unit) {
            0 => text::PLAN_NOTHING.of(lang).to_owned(),
            value => units::bytes_text(value),
        }
    };
    let (source_ranks, target_ranks) = (plan.source.ranks(), plan.target.ranks());
    let (down, across) = cells.span();
    let stage = |stages: u32, per_stage: u64| if stages > 1 { per_stage } else { 0 };
    GridLabels {
        hatched: false,
        flagged: Rc::default(),
        row: Callback::from(|row: u64| row.to_string()),
        col: Callback::from(|col: u64| col.to_string()),
        cell: Callback::from(bytes.clone()),
        full: {
            let cells = cells.clone();
            Callback::from(move |unit: (u64, u64)| {
                let (row, col) = cells.first_of(unit);
                let source = spread(row, down, source_ranks);
                let target = spread(col, across, target_ranks);
                let values: [(&str, &dyn std::fmt::Display); 3] =
                    [("source", &source), ("target", &target), ("bytes", &bytes(unit))];
                text::PLAN_CELL.with(lang, &values)
            })
        },
        groups: (
            stage(plan.source.stages, plan.source.ranks_per_stage),
            stage(plan.target.stages, plan.target.ranks_per_stage),
        ),
    }
}

/// The ranks of one row or column.
fn spread(first: u64, ranks: u64, all: u64) -> String {
    let last = (first + ranks).min(all).saturating_sub(1);
    units::range(first, last.max(first))
}
