//! Memory for training, estimated from assumptions that are shown and can be changed.

use yew::prelude::*;

use super::super::{SIDES, side_id, side_title};
use super::balance::WIDTH;
use crate::check::{Lang, Side};
use crate::geometry::DType;
use crate::parallel::memory::{Assumptions, Dealt, Memory, Optimizer};
use crate::web::chart::{Bar, Chart};
use crate::web::measure::scales;
use crate::web::page::components::{byte_count, cell, chart, note, pager, select, shown_of, titles};
use crate::web::page::session::{Look, Session, use_choice, use_look};
use crate::web::page::utils::Same;
use crate::web::snapshot::{Loads, SideFacts, Snapshot};
use crate::web::text::{self, Text};
use crate::web::units;

/// Stages of a page of the table.
const ROWS: u64 = 64;

#[derive(PartialEq, Properties)]
pub(super) struct MemoryProps {
    pub session: Session,
    pub snapshot: Same<Snapshot>,
    pub selected: Option<(Side, u64)>,
}

/// Assumptions, and what each stage needs under them.
#[component]
pub(super) fn MemoryEstimate(props: &MemoryProps) -> Html {
    let look = use_look();
    let lang = look.lang;
    let (optimizer, choose_optimizer) = use_choice(&props.session, "devices.optimizer");
    let (gradient, choose_gradient) = use_choice(&props.session, "devices.gradient");
    let (dealt, choose_dealt) = use_choice(&props.session, "devices.dealt");
    let (states, choose_states) = use_choice(&props.session, "devices.states");
    let pages = (use_state_eq(|| 0u64), use_state_eq(|| 0u64));
    let page = |side| if side == Side::Source { &pages.0 } else { &pages.1 };
    let sides = SIDES.into_iter().filter_map(|side| Some((side, props.snapshot.side(side)?)));
    let sides: Vec<(Side, &SideFacts)> = sides.filter(|(_, facts)| has_weights(&facts.loads)).collect();
    if sides.is_empty() {
        return Html::default();
    }
    let stored = sides.iter().any(|(_, facts)| facts.loads.runs().any(|(_, load)| !load.states.is_empty()));
    let assumed = |facts: &SideFacts| Assumptions {
        optimizer: optimizer_of(&optimizer),
        gradient: gradient_of(&gradient),
        dealt: match dealt.as_str() {
            "on" => Dealt::States,
            "2" => Dealt::Gradients,
            "" if facts.layouts.0.iter().any(|layout| !layout.parts_of(0).1.is_empty()) => Dealt::States,
            _ => Dealt::Nothing,
        },
        stored_states: states.is_empty(),
    };
    let needs: Vec<Needs> =
        sides.iter().map(|&(side, facts)| Needs::of(side, facts, &assumed(facts))).collect();
    let most = |side| {
        let of = needs.iter().filter(|needs| needs.side == side).flat_map(|needs| &needs.stages);
        of.map(|(_, need)| need.total()).max().unwrap_or(0)
    };
    let scales = scales(SIDES.map(most));
    let scale = |side| if side == Side::Source { scales[0] } else { scales[1] };
    html! {
        <section class="memory">
            <h2>{ text::MEMORY_TITLE.of(lang) }</h2>
            { note(text::MEMORY_SAYS.of(lang)) }
            <div class="assumptions">
                { select("memory-optimizer", &text::MEMORY_OPTIMIZER, &OPTIMIZERS, &optimizer, &choose_optimizer, lang) }
                { select("memory-gradient", &text::MEMORY_GRADIENT, &GRADIENTS, &gradient, &choose_gradient, lang) }
                { select("memory-dealt", &text::MEMORY_DEALT, &DEALT, &dealt, &choose_dealt, lang) }
                if stored {
                    { select("memory-states", &text::MEMORY_STATES, &STATES, &states, &choose_states, lang) }
                }
            </div>
            <div class="device-sides">
                { for needs.iter().map(|needs| side_needs(needs, scale(needs.side), props.selected, page(needs.side), look)) }
            </div>
            <details class="as-table">
                <summary>{ text::MEMORY_HOW.of(lang) }</summary>
                <p class="formula">{ text::MEMORY_FORMULA.of(lang) }</p>
                <p class="formula">{ text::MEMORY_SOURCE.of(lang) }</p>
            </details>
        </section>
    }
}

fn has_weights(loads: &Loads) -> bool {
    loads.runs().any(|(_, load)| load.parameters > 0)
}

/// Values in addresses, and what they are called; the first is assumed where none is chosen.
const OPTIMIZERS: [(&str, &Text); 4] = [
    ("", &text::OPTIMIZER_ADAM_MASTER),
    ("adam", &text::OPTIMIZER_ADAM),
    ("momentum", &text::OPTIMIZER_MOMENTUM),
    ("sgd", &text::OPTIMIZER_SGD),
];
const GRADIENTS: [(&str, &Text); 3] =
    [("", &text::GRADIENT_16), ("f32", &text::GRADIENT_32), ("f8", &text::GRADIENT_8)];
const DEALT: [(&str, &Text); 4] = [
    ("", &text::DEALT_AS_LAID),
    ("on", &text::DEALT_ON),
    ("2", &text::DEALT_GRADIENTS),
    ("off", &text::DEALT_OFF),
];
const STATES: [(&str, &Text); 2] = [("", &text::STATES_STORED), ("assumed", &text::STATES_ASSUMED)];

fn optimizer_of(name: &str) -> Optimizer {
    let index = OPTIMIZERS.iter().position(|(of, _)| *of == name);
    index.and_then(|index| Optimizer::ALL.get(index)).copied().unwrap_or_default()
}

fn gradient_of(name: &str) -> DType {
    match name {
        "f32" => DType::F32,
        "f8" => DType::F8E4M3,
        _ => DType::BF16,
    }
}

/// What the ranks of one side need.
struct Needs {
    side: Side,
    per_stage: u64,
    /// Per stage the rank that needs most, and what.
    stages: Vec<(u64, Memory)>,
    /// The same of every run of ranks: where it ends.
    runs: Vec<(u64, Memory)>,
}

impl Needs {
    fn of(side: Side, facts: &SideFacts, assumed: &Assumptions) -> Self {
        let per_stage = facts.topology.ranks_per_stage.max(1);
        let mut needs = Self { side, per_stage, stages: Vec::new(), runs: Vec::new() };
        let mut first = 0;
        for (ranks, load) in facts.loads.runs() {
            let need = Memory::of(&load.weights, &load.states, assumed);
            // A run may go on into the next stages.
            for stage in first / per_stage..(first + ranks).div_ceil(per_stage) {
                let rank = first.max(stage * per_stage);
                let index = usize::try_from(stage).unwrap_or(usize::MAX);
                match needs.stages.get_mut(index) {
                    Some((of, most)) if most.total() < need.total() => (*of, *most) = (rank, need),
                    Some(_) => {}
                    None => needs.stages.push((rank, need)),
                }
            }
            first += ranks;
            needs.runs.push((first, need));
        }
        needs
    }

    fn of_rank(&self, rank: u64) -> Option<Memory> {
        self.runs.iter().find(|(end, _)| rank < *end).map(|(_, need)| *need)
    }
}

fn side_needs(
    needs: &Needs,
    most: u64,
    selected: Option<(Side, u64)>,
    page: &UseStateHandle<u64>,
    look: Look,
) -> Html {
    let (lang, side) = (look.lang, needs.side);
    let names = PARTS.map(|(name, _)| name.of(lang));
    let bar = |(stage, (rank, need)): (usize, &(u64, Memory))| Bar {
        label: format!("s{stage}"),
        parts: PARTS.map(|(_, part)| part(need)).to_vec(),
        range: None,
        says: text::MEMORY_BAR.with(lang, &[("rank", rank), ("bytes", &units::bytes_text(need.total()))]),
    };
    let bars: Vec<Bar> = needs.stages.iter().enumerate().map(bar).collect();
    let title = text::MEMORY_OF.with(lang, &[("side", &side_title(side).of(lang))]);
    let draw = |dark: bool, alone: bool| {
        let text = |value: u64| units::bytes_text(value);
        let (parts, bars) = (names.as_slice(), bars.as_slice());
        Chart { title: &title, parts, bars, most, mean: None, bytes: true, text: &text, width: WIDTH, dark }
            .svg(alone)
    };
    let name = format!("memory-{}.svg", side_id(side));
    let chosen = selected.filter(|(of, _)| *of == side).map(|(_, rank)| rank);
    html! {
        <section key={side_id(side)}>
            { chart(html! { <h3>{ side_title(side).of(lang) }</h3> }, draw(look.dark, false), draw(false, true), name, lang) }
            { needs_table(needs, chosen, page, lang) }
        </section>
    }
}

/// The parts of the estimate, from below in the chart.
type Part = (&'static Text, fn(&Memory) -> u64);
const PARTS: [Part; 4] = [
    (&text::MEMORY_WEIGHTS, |need| need.weights),
    (&text::MEMORY_GRADIENTS, |need| need.gradients),
    (&text::MEMORY_MASTER, |need| need.master),
    (&text::MEMORY_STATE, |need| need.states),
];

/// A row per stage, and one for the selected rank.
fn needs_table(needs: &Needs, chosen: Option<u64>, page: &UseStateHandle<u64>, lang: Lang) -> Html {
    let row = |rank: u64, need: &Memory, selected: bool| {
        html! {
            <tr class={selected.then_some("selected")} data-testid="memory-row" data-side={side_id(needs.side)}
                data-rank={rank.to_string()} data-total={need.total().to_string()}>
                { cell(rank / needs.per_stage) }
                { cell(html! { <b>{ byte_count(need.total()) }</b> }) }
                { cell(rank) }
                { for PARTS.iter().map(|(_, part)| cell(byte_count(part(need)))) }
            </tr>
        }
    };
    let own = chosen.and_then(|rank| Some((rank, needs.of_rank(rank)?)));
    let own = own.filter(|(rank, _)| needs.stages.iter().all(|(listed, _)| listed != rank));
    let [weights, gradients, master, state] = PARTS.map(|(name, _)| name);
    let columns =
        [&text::COLUMN_STAGE, &text::MEMORY_TOTAL, &text::COLUMN_RANK, weights, gradients, master, state];
    let (shown, buttons) = pager(page, ROWS, needs.stages.len() as u64, lang);
    html! {
        <div class="table-scroll">
        { buttons }
        <table class="table">
            { titles(&columns, lang) }
            <tbody>
                { for shown_of(&needs.stages, shown).iter().map(|(rank, need)| row(*rank, need, chosen == Some(*rank))) }
                if let Some((rank, need)) = &own { { row(*rank, need, true) } }
            </tbody>
        </table>
        </div>
    }
}
