//! One side: what was found, its stages, its files.

use yew::prelude::*;

use super::{OverviewProps, ignored, side_title};
use crate::check::{Lang, Side};
use crate::web::command::Command;
use crate::web::page::components::{byte_count, file_buttons, number, term};
use crate::web::page::model::run;
use crate::web::page::session::Action;
use crate::web::snapshot::{Held, SideFacts, Snapshot};
use crate::web::{text, units};

/// The card.
pub(super) fn side_card(side: Side, props: &OverviewProps, lang: Lang) -> Html {
    let facts = props.snapshot.side(side);
    let clear = {
        let session = props.session.clone();
        Callback::from(move |_: MouseEvent| run(&session, Command::Clear(side)))
    };
    html! {
        <section class="card">
            <header>
                <h2>{ side_title(side).of(lang) }
                    if let Some(facts) = facts.filter(|facts| !facts.label.is_empty()) { <span class="chip-label">{ " · " }{ &facts.label }</span> }
                </h2>
                if facts.is_some() && !props.example {
                    <button type="button" class="button button-quiet" onclick={clear}>{ text::CLEAR_SIDE.of(lang) }</button>
                }
            </header>
            if let Some(facts) = facts {
                { fields(side, facts, lang) }
                { stages(side, facts, props, lang) }
                { ignored(facts, lang) }
            } else if side == Side::Target {
                <p class="quiet">{ text::TARGET_EMPTY_MEANS.of(lang) }</p>
            } else {
                <p class="quiet">{ text::NOT_OPENED.of(lang) }</p>
            }
            if !props.example {
                { file_buttons(side, &text::ADD_FOLDER, &text::ADD_FILES, lang) }
            }
        </section>
    }
}

fn fields(side: Side, facts: &SideFacts, lang: Lang) -> Html {
    let strategies = facts.files.iter().filter(|file| !file.weights).count();
    let weights = facts.files.len() - strategies;
    let files = |count: usize| text::FILES.with(lang, &[("n", &count)]);
    let strategy = match (facts.strategy, strategies) {
        (false, _) if facts.known => text::STRATEGY_NONE.of(lang).to_owned(),
        (false, _) if facts.files.is_empty() => text::NOTHING_READABLE.of(lang).to_owned(),
        (false, _) => text::STRATEGY_UNKNOWN.of(lang).to_owned(),
        (true, 0) => text::EXAMPLE.of(lang).to_owned(),
        (true, count) => files(count),
    };
    // A rank without a file is no file of 0 bytes.
    let sizes = || facts.rank_bytes.iter().filter(|&&bytes| bytes > 0);
    let spread = match (sizes().min(), sizes().max()) {
        (Some(least), Some(most)) => Some(match (units::bytes_text(*least), units::bytes_text(*most)) {
            (least, most) if least == most => most,
            (least, most) => text::BALANCE.with(lang, &[("least", &least), ("most", &most)]),
        }),
        _ => None,
    };
    let bytes = if side == Side::Source { &text::FIELD_BYTES } else { &text::FIELD_BYTES_TO_WRITE };
    html! {
        <dl class="fields">
            <dt>{ text::FIELD_STRATEGY.of(lang) }</dt><dd>{ strategy }</dd>
            if side == Side::Source {
                <dt>{ text::FIELD_WEIGHTS.of(lang) }</dt>
                <dd><span>{ if weights == 0 { text::WEIGHTS_NONE.of(lang).to_owned() } else { files(weights) } }</span>
                    if let Some(format) = facts.format { <code>{ format.extension() }</code> }
                </dd>
            } else if let Some(format) = facts.format {
                <dt>{ text::FIELD_FORMAT.of(lang) }</dt><dd><code>{ format.extension() }</code></dd>
            }
            if facts.known {
                <dt>{ term(&text::TERM_RANK, text::FIELD_RANKS.of(lang), lang) }</dt>
                <dd>{ number(facts.topology.ranks()) }</dd>
                <dt>{ term(&text::TERM_STAGE, text::FIELD_STAGES.of(lang), lang) }</dt>
                <dd>{ number(u64::from(facts.topology.stages)) }</dd>
            }
            if let Some(mesh) = facts.mesh() {
                <dt>{ term(&text::TERM_MESH, text::FIELD_MESH.of(lang), lang) }</dt><dd><code>{ mesh }</code></dd>
            }
            if let Some(parallel) = facts.parallel {
                <dt>{ term(&text::TERM_PARALLEL, text::FIELD_PARALLEL.of(lang), lang) }</dt><dd>{ parallel.to_string() }</dd>
            }
            if facts.strategy {
                <dt>{ text::FIELD_LAYOUTS.of(lang) }</dt><dd>{ number(facts.layouts.0.len() as u64) }</dd>
            }
            if facts.bytes() > 0 {
                <dt>{ bytes.of(lang) }</dt><dd>{ byte_count(facts.bytes()) }</dd>
                <dt>{ text::FIELD_PER_RANK.of(lang) }</dt><dd>{ spread }</dd>
            }
        </dl>
    }
}

/// Stages of a side, at most as many as a screen shows.
const STAGES_SHOWN: u32 = 64;

fn stages(side: Side, facts: &SideFacts, props: &OverviewProps, lang: Lang) -> Html {
    if !facts.strategy {
        return Html::default();
    }
    let row = |stage: u32| {
        let (first, last) = facts.topology.ranks_of(stage);
        let ranks = if first == last { first.to_string() } else { format!("{first}–{last}") };
        let (tensors, cut) = stage_tensors(side, stage, facts, &props.snapshot);
        let onclick = props.session.on(move |_: MouseEvent| Action::Stage(side, stage));
        html! {
            <tr class={classes!((props.selected == Some((side, stage))).then_some("selected"))} {onclick} data-testid="stage-row">
                // The row hears the click; the button is there for the keyboard.
                <td class="number"><button type="button" class="cell-button">{ stage }</button></td>
                <td class="number">{ ranks }</td>
                <td class="number">{ number(tensors) }</td>
                <td class="number">{ number(cut) }</td>
                <td class="number">
                    { match facts.bytes_of_stage(stage) {
                        None => html! { "–" },
                        Some(0) => html! { { text::NO_FILE.of(lang) } },
                        Some(bytes) => byte_count(bytes),
                    } }
                </td>
            </tr>
        }
    };
    let everywhere = props.snapshot.tensors.iter().filter(|tensor| *tensor.held(side) == Held::Whole).count();
    html! {
        <>
        <table class="table table-rows">
            <thead><tr>
                <th class="number">{ text::COLUMN_STAGE.of(lang) }</th>
                <th class="number">{ text::COLUMN_RANKS.of(lang) }</th>
                <th class="number">{ text::COLUMN_TENSORS.of(lang) }</th>
                <th class="number">{ text::COLUMN_CUT.of(lang) }</th>
                <th class="number">{ text::COLUMN_BYTES.of(lang) }</th>
            </tr></thead>
            <tbody>{ for (0..facts.topology.stages.min(STAGES_SHOWN)).map(row) }</tbody>
        </table>
        if everywhere > 0 { <p class="quiet">{ text::IN_EVERY_RANK.with(lang, &[("n", &everywhere)]) }</p> }
        </>
    }
}

/// Number of tensors of a stage, and how many of them are cut.
fn stage_tensors(side: Side, stage: u32, facts: &SideFacts, snapshot: &Snapshot) -> (u64, u64) {
    let (mut tensors, mut cut) = (0, 0);
    for tensor in &snapshot.tensors {
        let Held::Laid(placed) = tensor.held(side) else { continue };
        let Some(placed) = placed.iter().find(|placed| placed.stage == stage) else { continue };
        tensors += 1;
        cut += u64::from(facts.layouts.get(placed.layout).is_some_and(|layout| layout.shards() > 1));
    }
    (tensors, cut)
}
