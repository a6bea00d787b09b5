//! The plan: who reads how much of whom, what it costs, and how to run it.

use std::rc::Rc;

use yew::prelude::*;

use super::side_id;
use crate::check::{Lang, Severity, Side};
use crate::web::page::components::{
    CopyButton, FindingList, Glyph, Grid, GridLabels, byte_count, icon, number, ramp,
};
use crate::web::page::session::{Action, Export, Session, use_look};
use crate::web::protocol::Input;
use crate::web::raster::Cells;
use crate::web::snapshot::{Heat, PlanFacts, RankFacts, Snapshot};
use crate::web::text::{self, Text};
use crate::web::units;

/// Largest cell of the heat map in px.
const CELL: (u64, u64) = (84, 34);

pub(crate) struct PlanProps {
    pub session: Session,
    pub snapshot: Rc<Snapshot>,
    pub export: Export,
    pub selected: Option<(Side, u64)>,
}

/// The view.
pub(crate) fn plan(props: &PlanProps, lang: Lang) -> Html {
    let findings = props.snapshot.findings.clone();
    let Some(plan) = &props.snapshot.plan else {
        let stopped = findings.iter().any(|finding| finding.severity == Severity::Error);
        let says = if stopped { &text::PLAN_NONE_ERRORS } else { &text::PLAN_NONE_SOURCE };
        return html! {
            <article class="view plan">
                <h1 class="view-title">{ text::VIEW_PLAN.of(lang) }</h1>
                <p class="notice">{ says.of(lang) }</p>
                if stopped { <FindingList {findings} /> }
            </article>
        };
    };
    let root = props.snapshot.source.as_ref().map_or("", |source| source.root.as_str());
    html! {
        <article class="view plan">
            <h1 class="view-title">{ text::PLAN_HEAT.of(lang) }</h1>
            { totals(plan, lang) }
            <div class="plan-body">
                <section class="plan-heat">
                    <header class="view-head">
                        <p class="quiet">{ text::PLAN_HEAT_SAYS.of(lang) }</p>
                        { ramp(plan.heat.bytes.iter().copied().max().unwrap_or(0), &text::PLAN_SCALE, lang) }
                    </header>
                    <HeatMap session={props.session.clone()} snapshot={props.snapshot.clone()} selected={props.selected} />
                </section>
                { run_it(props, root, lang) }
            </div>
            <div class="plan-ranks">
                { ranks(props, Side::Target, &plan.receivers, lang) }
                { ranks(props, Side::Source, &plan.senders, lang) }
            </div>
            <h2>{ text::FINDINGS.of(lang) }</h2>
            <FindingList {findings} />
        </article>
    }
}

fn totals(plan: &PlanFacts, lang: Lang) -> Html {
    let totals = plan.totals;
    let figure = |value: Html, label: &Text, hint: Option<&Text>| {
        html! { <div title={hint.map(|hint| hint.of(lang))}><dd>{ value }</dd><dt>{ label.of(lang) }</dt></div> }
    };
    let bytes = |value: u64| byte_count(value);
    let count = |value: u64| number(value);
    html! {
        <dl class="figures">
            { figure(bytes(totals.bytes_read), &text::BYTES_TO_READ, None) }
            { figure(bytes(totals.bytes_written), &text::BYTES_TO_WRITE, None) }
            { figure(count(totals.source_files), &text::SOURCE_FILES, None) }
            { figure(count(totals.target_files), &text::TARGET_FILES, None) }
            { figure(count(totals.files_opened), &text::FILE_OPENS, None) }
            { figure(bytes(totals.peak_memory_bytes), &text::PEAK_MEMORY, Some(&text::PEAK_MEMORY_HINT)) }
        </dl>
    }
}

#[derive(PartialEq, Properties)]
struct HeatProps {
    session: Session,
    snapshot: Rc<Snapshot>,
    selected: Option<(Side, u64)>,
}

/// Source rank × target rank.
#[component]
fn HeatMap(props: &HeatProps) -> Html {
    let lang = use_look().lang;
    let cells = use_memo(props.snapshot.clone(), |snapshot| {
        snapshot.plan.as_ref().map(|plan| cells(&plan.heat)).unwrap_or_default()
    });
    let picked_cell = use_state_eq(|| None::<(u64, u64)>);
    let Some(plan) = &props.snapshot.plan else { return Html::default() };
    let (row_ranks, col_ranks) = (plan.heat.row_ranks, plan.heat.col_ranks);
    let bytes = {
        let cells = cells.clone();
        move |(row, col): (u64, u64)| match cells.value(row, col) {
            0 => text::PLAN_NOTHING.of(lang).to_owned(),
            value => units::bytes_text(value),
        }
    };
    let labels = GridLabels {
        row: Callback::from(move |row: u64| (row * row_ranks).to_string()),
        col: Callback::from(move |col: u64| (col * col_ranks).to_string()),
        cell: Callback::from(bytes.clone()),
        full: Callback::from(move |(row, col): (u64, u64)| {
            let source = spread(row, row_ranks);
            let target = spread(col, col_ranks);
            let values: [(&str, &dyn std::fmt::Display); 3] =
                [("source", &source), ("target", &target), ("bytes", &bytes((row, col)))];
            text::PLAN_CELL.with(lang, &values)
        }),
    };
    let onpick = {
        let (session, set) = (props.session.clone(), picked_cell.setter());
        Callback::from(move |(row, col): (u64, u64)| {
            set.set(Some((row, col)));
            session.act(Action::Rank(Side::Target, col * col_ranks));
        })
    };
    html! {
        <div class="heat">
            <span class="axis-rows">{ text::PLAN_ROWS.of(lang) }</span>
            <span class="axis-cols">{ text::PLAN_COLS.of(lang) }</span>
            <Grid {cells} {labels} label={text::PLAN_HEAT.of(lang)} largest={CELL} picked={*picked_cell} {onpick} />
        </div>
    }
}

/// The ranks of one row or column.
fn spread(index: u64, ranks: u64) -> String {
    let first = index * ranks;
    if ranks == 1 { first.to_string() } else { format!("{first}–{}", first + ranks - 1) }
}

fn cells(heat: &Heat) -> Cells {
    let most = heat.bytes.iter().copied().max().unwrap_or(0);
    Cells { rows: heat.rows, cols: heat.cols, values: heat.bytes.clone(), most }
}

/// The command that carries out the plan, run where the opened folder is.
fn command(root: &str) -> String {
    let root = if root.is_empty() { "." } else { root };
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-/+=:@%,".contains(c);
    let root =
        if root.chars().all(plain) { root.to_owned() } else { format!("'{}'", root.replace('\'', "'\\''")) };
    format!("shardlens apply plan.json --src-root {root} --dst-ckpt converted")
}

/// The two steps that remain; `root` is the folder with the weights, below what was opened.
fn run_it(props: &PlanProps, root: &str, lang: Lang) -> Html {
    let download = {
        let session = props.session.clone();
        Callback::from(move |_: MouseEvent| {
            session.act(Action::Export(Export::Making));
            session.ask(Input::PlanJson);
        })
    };
    let command = command(root);
    let label = match props.export {
        Export::Making => &text::DOWNLOAD_MAKING,
        Export::Idle | Export::Done(_) => &text::DOWNLOAD,
    };
    html! {
        <section class="card run-it">
            <h2>{ text::RUN_IT.of(lang) }</h2>
            <ol>
                <li>
                    <p>{ text::STEP_DOWNLOAD.of(lang) }</p>
                    <button type="button" id="plan-download" class="button button-primary" onclick={download}
                        disabled={props.export == Export::Making}>
                        { icon(Glyph::Download) }{ label.of(lang) }
                    </button>
                    if let Export::Done(bytes) = props.export {
                        <span class="quiet" role="status">{ text::DOWNLOAD_DONE.with(lang, &[("bytes", &units::bytes_text(bytes))]) }</span>
                    }
                </li>
                <li>
                    <p>{ text::STEP_COMMAND.of(lang) }</p>
                    <pre class="command"><code id="plan-command">{ command.clone() }</code></pre>
                    <CopyButton id="plan-copy" text={command} />
                    <p class="quiet">{ text::SRC_ROOT_HINT.of(lang) }</p>
                </li>
            </ol>
        </section>
    }
}

/// Rows of ranks that are listed at once.
const ROWS: usize = 128;

/// Jobs of so many ranks are listed rank by rank; in larger ones neighbours with equal shares are
/// one row.
const FEW: usize = 64;

/// Neighbouring ranks with equal shares.
struct Group {
    first: u64,
    last: u64,
    facts: RankFacts,
}

fn groups(facts: &[RankFacts]) -> Vec<Group> {
    let many = facts.len() > FEW;
    let mut groups: Vec<Group> = Vec::new();
    for (rank, &facts) in (0u64..).zip(facts) {
        match groups.last_mut() {
            Some(group) if many && group.facts == facts => group.last = rank,
            _ => groups.push(Group { first: rank, last: rank, facts }),
        }
    }
    groups
}

fn ranks(props: &PlanProps, side: Side, facts: &[RankFacts], lang: Lang) -> Html {
    let target = side == Side::Target;
    let (title, columns): (_, &[&Text]) = if target {
        (
            &text::PER_TARGET,
            &[&text::COLUMN_RANK, &text::COLUMN_READS, &text::COLUMN_WRITES, &text::COLUMN_OPENS],
        )
    } else {
        (&text::PER_SOURCE, &[&text::COLUMN_RANK, &text::COLUMN_IS_READ, &text::COLUMN_READERS])
    };
    let groups = groups(facts);
    let row = |group: &Group| {
        let &Group { first, last, facts } = group;
        let onclick = props.session.on(move |_: MouseEvent| Action::Rank(side, first));
        let chosen = |&(of, rank): &(Side, u64)| of == side && (first..=last).contains(&rank);
        let selected = props.selected.as_ref().is_some_and(chosen);
        let ranks = if first == last { first.to_string() } else { format!("{first}–{last}") };
        html! {
            <tr class={classes!(selected.then_some("selected"))} {onclick} data-testid="rank-row"
                data-side={side_id(side)} data-rank={first.to_string()} data-last={last.to_string()}>
                <td class="number">{ ranks }</td>
                <td class="number">{ byte_count(facts.read) }</td>
                if target { <td class="number">{ byte_count(facts.written) }</td> }
                <td class="number">{ facts.peers }</td>
            </tr>
        }
    };
    let hidden = groups.len().saturating_sub(ROWS);
    html! {
        <section>
            <h2>{ title.of(lang) }</h2>
            <table class="table table-rows">
                <thead><tr>{ for columns.iter().map(|column| html! { <th class="number">{ column.of(lang) }</th> }) }</tr></thead>
                <tbody>{ for groups.iter().take(ROWS).map(row) }</tbody>
            </table>
            if hidden > 0 { <p class="quiet">{ text::FINDINGS_MORE.with(lang, &[("n", &hidden)]) }</p> }
        </section>
    }
}
