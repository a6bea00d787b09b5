//! A rank: where it is, what it holds, what it reads or gives.

use std::rc::Rc;

use yew::prelude::*;

use super::super::side_title;
use super::{Amount, Content, Contents};
use crate::check::{Lang, Side};
use crate::geometry::Shape;
use crate::web::page::components::{Glyph, button, byte_count, fact, number, term};
use crate::web::page::session::{Action, Session, use_look};
use crate::web::page::utils::Same;
use crate::web::snapshot::{Held, Pair, RankFacts, SideFacts, Snapshot, TensorFacts};
use crate::web::{text, units};

#[derive(PartialEq, Properties)]
pub(super) struct RankProps {
    pub session: Session,
    pub snapshot: Same<Snapshot>,
    pub side: Side,
    pub rank: u64,
    pub pair: Option<Rc<Pair>>,
}

/// The rank.
#[component]
pub(super) fn RankDetails(props: &RankProps) -> Html {
    let lang = use_look().lang;
    let RankProps { snapshot, side, rank, .. } = props;
    let (side, rank) = (*side, *rank);
    let contents =
        use_memo((snapshot.clone(), side, rank), |(snapshot, side, rank)| contents(snapshot, *side, *rank));
    let Some(facts) = snapshot.side(side) else { return Html::default() };
    let per_stage = facts.topology.ranks_per_stage.max(1);
    let (stage, in_stage) = (rank / per_stage, rank % per_stage);
    let plan = snapshot.plan.as_ref().and_then(|plan| {
        let ranks = if side == Side::Source { &plan.senders } else { &plan.receivers };
        ranks.get(usize::try_from(rank).ok()?).copied()
    });
    let pair = props.pair.as_ref().filter(|pair| (side, rank) == (Side::Target, pair.target));
    let (title, listed) = match pair {
        None => (text::RANK_CONTENTS.of(lang).to_owned(), contents.clone()),
        Some(pair) => {
            let (n, bytes) = (pair.tensors.len(), units::bytes_text(pair.bytes()));
            let title =
                text::PAIR_CONTENTS.with(lang, &[("source", &pair.source), ("n", &n), ("bytes", &bytes)]);
            let listed = pair.tensors.iter().map(|&(index, bytes)| (index, Amount::Bytes(bytes)));
            (title, Rc::new(listed.collect()))
        }
    };
    let show = props.session.on(move |_: MouseEvent| Action::TensorsOf(side, rank));
    html! {
        <div class="details-rank">
            <h2 class="details-title">{ side_title(side).of(lang) }{ " · " }{ text::RANK_TITLE.with(lang, &[("n", &rank)]) }</h2>
            <p>{ text::RANK_STAGE.with(lang, &[("stage", &stage), ("rank", &in_stage)]) }</p>
            <dl class="fields">
                if let Some(place) = coordinates(facts, in_stage) {
                    { fact(term(&text::TERM_MESH, text::RANK_COORDINATES.of(lang), lang), html! { <code>{ place }</code> }) }
                }
                { fact(text::COLUMN_TENSORS.of(lang), number(contents.len() as u64)) }
                if let Some(value) = facts.bytes_of(rank) {
                    { fact(text::RANK_HOLDS.of(lang), byte_count(value)) }
                }
                if let Some(plan) = plan { { transfers(side, plan, lang) } }
            </dl>
            { button(Some("rank-tensors"), Glyph::Tensors, text::RANK_TENSORS.of(lang), show) }
            <Contents session={props.session.clone()} snapshot={snapshot.clone()} contents={listed} {title} />
        </div>
    }
}

fn transfers(side: Side, plan: RankFacts, lang: Lang) -> Html {
    let (reads, peers) = match side {
        Side::Source => (&text::RANK_SENDS, &text::COLUMN_READERS),
        Side::Target => (&text::RANK_READS, &text::COLUMN_OPENS),
    };
    html! { <>{ fact(reads.of(lang), byte_count(plan.read)) }{ fact(peers.of(lang), number(plan.peers)) }</> }
}

fn coordinates(facts: &SideFacts, in_stage: u64) -> Option<String> {
    let widest = facts.layouts.0.iter().max_by_key(|layout| layout.mesh().axes().len())?;
    let place: Vec<String> = widest.mesh().coordinates(in_stage).iter().map(ToString::to_string).collect();
    Some(format!("({}) / {}", place.join(", "), widest.mesh()))
}

fn contents(snapshot: &Snapshot, side: Side, rank: u64) -> Vec<Content> {
    let Some(facts) = snapshot.side(side) else { return Vec::new() };
    let per_stage = facts.topology.ranks_per_stage.max(1);
    let (stage, in_stage) = (rank / per_stage, rank % per_stage);
    let content = |(index, tensor): (usize, TensorFacts)| {
        let dims = tensor.shape.as_ref().map(Shape::dims);
        match tensor.held(side) {
            Held::Absent => None,
            Held::Whole => Some((index, Amount::Slice(dims.map(<[u64]>::to_vec)))),
            Held::Laid(placed) => {
                let placed = placed.iter().find(|placed| u64::from(placed.stage) == stage)?;
                let layout = facts.layouts.get(placed.layout)?;
                let region = dims.filter(|dims| dims.len() == layout.rank()).and_then(|dims| {
                    Some(layout.regions(dims).ok()?.region(layout.shard_of(in_stage)).lens())
                });
                Some((index, Amount::Slice(region)))
            }
        }
    };
    (0..).zip(&snapshot.tensors).filter_map(content).collect()
}
