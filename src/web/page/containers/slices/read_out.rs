//! What the region under the pointer is, in a line that is always there.

use std::rc::Rc;

use yew::prelude::*;

use super::drawn::{Drawn, Flow, region_text};
use super::picture::says_ranks;
use crate::check::{Lang, Side};
use crate::web::page::components::{byte_count, name_broken};
use crate::web::page::session::Picked;
use crate::web::snapshot::{Located, TensorFacts};
use crate::web::{text, units};

pub(super) struct ReadOutProps {
    pub active: Option<Picked>,
    pub on: [Option<Drawn>; 2],
    pub tensor: TensorFacts,
    pub flow: Option<Rc<Flow>>,
    pub located: Option<Rc<Located>>,
}

/// The line.
pub(super) fn read_out(props: &ReadOutProps, lang: Lang) -> Html {
    let hint = || html! { <div class="read-out slices-read-out" id="read-out"><p class="quiet">{ text::HOVER_HINT.of(lang) }</p></div> };
    let Some(active) = props.active else { return hint() };
    let [source, target] = &props.on;
    let drawn = if active.side == Side::Source { source } else { target };
    let (Some(drawn), Some(shape)) = (drawn, &props.tensor.shape) else { return hint() };
    let Some(region) = drawn.region(active.shard, shape.dims()) else { return hint() };
    let ranks = drawn.ranks(active.shard);
    let bytes = props.tensor.dtype.map(|dtype| region.elements().saturating_mul(dtype.size()));
    let chunk = props.located.as_ref().and_then(|located| {
        let holds = |rank: &u64| !drawn.laid || ranks.as_ref().is_some_and(|ranks| ranks.contains(rank));
        located.side(active.side).iter().find(|chunk| holds(&chunk.rank)).cloned()
    });
    let flow = props.flow.as_ref().map(|flow| {
        let says = if active.side == Side::Target { &text::FEEDS_FROM } else { &text::FEEDS_TO };
        says.with(lang, &[("n", &flow.others.len()), ("list", &units::ranges(&flow.others, 6))])
    });
    html! {
        <div class="read-out slices-read-out" id="read-out" aria-live="polite">
            <p>
                <b class={drawn.hue(active.shard)}>
                    { text::SIDE_SLICE.with(lang, &[("side", &super::super::side_title(active.side).of(lang)), ("n", &active.shard)]) }
                </b>
                <span class="num">{ region_text(&region) }</span>
                if let Some(value) = bytes { { byte_count(value) } }
                <span>{ says_ranks(drawn, ranks.as_deref(), lang) }</span>
                if let Some(flow) = flow { <span>{ flow }</span> }
            </p>
            <p class="quiet">
                if let Some(chunk) = chunk {
                    { name_broken(&chunk.file) }
                    <span class="num">{ super::table::byte_range(chunk.offset, chunk.len) }</span>
                    if chunk.pieces > 1 { <span>{ text::PIECES.with(lang, &[("n", &chunk.pieces)]) }</span> }
                } else {
                    { "\u{a0}" }
                }
            </p>
        </div>
    }
}
