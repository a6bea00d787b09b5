//! A pipeline stage: its ranks and what they hold together.

use yew::prelude::*;

use super::super::side_title;
use super::{Amount, Content, Contents};
use crate::check::Side;
use crate::web::page::components::{byte_count, fact, number, term};
use crate::web::page::session::{Session, use_look};
use crate::web::page::utils::Same;
use crate::web::snapshot::{Held, Snapshot, TensorFacts};
use crate::web::{text, units};

#[derive(PartialEq, Properties)]
pub(super) struct StageProps {
    pub session: Session,
    pub snapshot: Same<Snapshot>,
    pub side: Side,
    pub stage: u32,
}

/// The stage.
#[component]
pub(super) fn StageDetails(props: &StageProps) -> Html {
    let lang = use_look().lang;
    let StageProps { session, snapshot, side, stage } = props;
    let (side, stage) = (*side, *stage);
    let contents = use_memo((snapshot.clone(), side, stage), |(snapshot, side, stage)| {
        contents(snapshot, *side, *stage)
    });
    let Some(facts) = snapshot.side(side) else { return Html::default() };
    let (first, last) = facts.topology.ranks_of(stage);
    html! {
        <div class="details-rank">
            <h2 class="details-title">{ side_title(side).of(lang) }{ " · " }{ text::STAGE_CHOICE.with(lang, &[("n", &stage)]) }</h2>
            <dl class="fields">
                { fact(term(&text::TERM_RANK, text::COLUMN_RANKS.of(lang), lang), html! { <span class="num">{ units::range(first, last) }</span> }) }
                if let Some(mesh) = facts.mesh() {
                    { fact(term(&text::TERM_MESH, text::FIELD_MESH.of(lang), lang), html! { <code>{ mesh }</code> }) }
                }
                { fact(text::COLUMN_TENSORS.of(lang), number(contents.len() as u64)) }
                if let Some(bytes) = facts.bytes_of_stage(stage) {
                    { fact(text::RANK_HOLDS.of(lang), byte_count(bytes)) }
                }
            </dl>
            <Contents session={session.clone()} snapshot={snapshot.clone()} {contents} title={text::RANK_CONTENTS.of(lang)} />
        </div>
    }
}

fn contents(snapshot: &Snapshot, side: Side, stage: u32) -> Vec<Content> {
    let held = |(index, tensor): (usize, TensorFacts)| {
        let Held::Laid(placed) = tensor.held(side) else { return None };
        let here = placed.iter().any(|placed| placed.stage == stage);
        here.then(|| (index, Amount::Slice(tensor.shape.as_ref().map(|shape| shape.dims().to_vec()))))
    };
    (0..).zip(&snapshot.tensors).filter_map(held).collect()
}
