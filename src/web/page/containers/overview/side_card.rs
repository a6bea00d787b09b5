//! One side: what was found, its stages, its files.

use yew::prelude::*;

use super::files::Files;
use super::{OverviewProps, side_title, worth};
use crate::check::{Lang, Side};
use crate::web::command::Command;
use crate::web::page::components::{byte_count, cell, fact, file_buttons, note, number, term, titles};
use crate::web::page::model::click;
use crate::web::page::session::Action;
use crate::web::snapshot::{SideFacts, StageTensors};
use crate::web::text::{self, Text};
use crate::web::units;

/// The card.
pub(super) fn side_card(side: Side, props: &OverviewProps, lang: Lang) -> Html {
    let facts = props.snapshot.side(side);
    let clear = click(&props.session, Command::Clear(side));
    let sought = props.sought.as_ref().filter(|(of, _)| *of == side).map(|(_, path)| path.clone());
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
                <Files session={props.session.clone()} snapshot={props.snapshot.clone()} {side} {sought} />
            } else if side == Side::Target {
                { note(text::TARGET_EMPTY_MEANS.of(lang)) }
            } else {
                { note(text::NOT_OPENED.of(lang)) }
            }
            if !props.example {
                { file_buttons(side, &text::OPEN_FOLDER, &text::OPEN_FILES, lang) }
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
        (false, _) => worth(facts, &text::STRATEGY_UNKNOWN).of(lang).to_owned(),
        (true, _) if !facts.inferred.is_empty() => {
            text::STRATEGY_INFERRED.with(lang, &[("file", &facts.inferred)])
        }
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
            { fact(text::FIELD_STRATEGY.of(lang), strategy) }
            if side == Side::Source {
                <dt>{ text::FIELD_WEIGHTS.of(lang) }</dt>
                <dd><span>{ if weights == 0 { text::WEIGHTS_NONE.of(lang).to_owned() } else { files(weights) } }</span>
                    if let Some(format) = facts.format { <code>{ format.extension() }</code> }
                </dd>
            } else if let Some(format) = facts.format {
                { fact(text::FIELD_FORMAT.of(lang), html! { <code>{ format.extension() }</code> }) }
            }
            if facts.known {
                { fact(term(&text::TERM_RANK, text::FIELD_RANKS.of(lang), lang), number(facts.topology.ranks())) }
                { fact(term(&text::TERM_STAGE, text::FIELD_STAGES.of(lang), lang), number(facts.topology.stages.into())) }
            }
            if let Some(mesh) = facts.mesh() {
                { fact(term(&text::TERM_MESH, text::FIELD_MESH.of(lang), lang), html! { <code>{ mesh }</code> }) }
            }
            if let Some(parallel) = &facts.parallel {
                { fact(term(&text::TERM_PARALLEL, text::FIELD_PARALLEL.of(lang), lang), parallel.to_string()) }
            }
            if facts.strategy {
                { fact(text::FIELD_LAYOUTS.of(lang), number(facts.layouts.0.len() as u64)) }
            }
            if facts.bytes() > 0 {
                { fact(bytes.of(lang), byte_count(facts.bytes())) }
                { fact(text::FIELD_PER_RANK.of(lang), spread.unwrap_or_default()) }
            }
        </dl>
    }
}

/// Stages of a side, at most as many as a screen shows.
const STAGES_SHOWN: u32 = 64;

const COLUMNS: [&Text; 5] =
    [&text::COLUMN_STAGE, &text::COLUMN_RANKS, &text::COLUMN_TENSORS, &text::COLUMN_CUT, &text::COLUMN_BYTES];

fn stages(side: Side, facts: &SideFacts, props: &OverviewProps, lang: Lang) -> Html {
    if !facts.strategy {
        return Html::default();
    }
    let row = |stage: u32| {
        let (first, last) = facts.topology.ranks_of(stage);
        let StageTensors { tensors, cut } = facts.stages.stage(stage);
        let onclick = props.session.click(Action::Stage(side, stage));
        html! {
            <tr class={(props.selected == Some((side, stage))).then_some("selected")} {onclick} data-testid="stage-row">
                // The row hears the click; the button is there for the keyboard.
                <td class="number"><button type="button" class="cell-button">{ stage }</button></td>
                { cell(units::range(first, last)) }
                { cell(number(tensors)) }
                { cell(number(cut)) }
                { cell(match facts.bytes_of_stage(stage) {
                    None => html! { "–" },
                    Some(0) => text::NO_FILE.of(lang).into(),
                    Some(bytes) => byte_count(bytes),
                }) }
            </tr>
        }
    };
    let everywhere = facts.stages.everywhere;
    html! {
        <>
        <table class="table table-rows">
            { titles(&COLUMNS, lang) }
            <tbody>{ for (0..facts.topology.stages.min(STAGES_SHOWN)).map(row) }</tbody>
        </table>
        if everywhere > 0 { <p class="quiet">{ text::IN_EVERY_RANK.with(lang, &[("n", &everywhere)]) }</p> }
        </>
    }
}
