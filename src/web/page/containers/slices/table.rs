//! The regions of both sides as a table: what the picture shows, in words.

use std::collections::HashMap;
use std::rc::Rc;

use yew::prelude::*;

use super::drawn::{Drawn, region_text};
use super::picture::says_ranks;
use crate::check::{Lang, Side};
use crate::web::page::components::{byte_count, name_line};
use crate::web::page::session::Picked;
use crate::web::picture::overlapping;
use crate::web::snapshot::{Chunk, Located, TensorFacts};
use crate::web::{text, units};

/// Slices per side that the table lists.
const SHOWN: u64 = 128;
/// Slices of the other side that one row traces.
const TRACED: usize = 64;

pub(super) struct TableProps {
    pub on: [Option<Drawn>; 2],
    pub tensor: TensorFacts,
    pub located: Option<Rc<Located>>,
    pub active: Option<Picked>,
    pub onhover: Callback<Option<Picked>>,
    pub onpick: Callback<Picked>,
}

/// The table.
pub(super) fn region_table(props: &TableProps, lang: Lang) -> Html {
    let [source, target] = &props.on;
    let sides = [(Side::Source, source, target), (Side::Target, target, source)];
    let leave = props.onhover.reform(|_: PointerEvent| None);
    html! {
        <section class="region-table">
            <h2>{ text::REGION_TABLE.of(lang) }</h2>
            <div class="table-wide">
                <table class="table table-rows" onpointerleave={leave}>
                    <thead><tr>
                        <th>{ text::COLUMN_SIDE.of(lang) }</th>
                        <th class="number">{ text::COLUMN_SLICE.of(lang) }</th>
                        <th>{ text::COLUMN_REGION.of(lang) }</th>
                        <th>{ text::COLUMN_RANKS.of(lang) }</th>
                        <th class="number">{ text::COLUMN_BYTES.of(lang) }</th>
                        <th>{ text::COLUMN_FLOW.of(lang) }</th>
                        <th>{ text::COLUMN_FILE.of(lang) }</th>
                        <th class="number">{ text::COLUMN_BYTE_RANGE.of(lang) }</th>
                    </tr></thead>
                    <tbody>{ for sides.into_iter().map(|(side, own, other)| rows(props, side, own.as_ref(), other.as_ref(), lang)) }</tbody>
                </table>
            </div>
            { for sides.into_iter().filter_map(|(_, own, _)| cut_off(own.as_ref()?, lang)) }
        </section>
    }
}

fn cut_off(own: &Drawn, lang: Lang) -> Option<Html> {
    let all = own.layout.shards();
    (all > SHOWN).then(|| html! { <p class="quiet">{ text::FIRST_ROWS.with(lang, &[("shown", &SHOWN), ("all", &all)]) }</p> })
}

fn rows(props: &TableProps, side: Side, own: Option<&Drawn>, other: Option<&Drawn>, lang: Lang) -> Html {
    let (Some(own), Some(shape)) = (own, &props.tensor.shape) else { return Html::default() };
    let chunks: HashMap<u64, &Chunk> = props
        .located
        .iter()
        .flat_map(|located| located.side(side))
        .map(|chunk| (chunk.rank, chunk))
        .collect();
    let row = |shard: u64| row(props, side, shard, own, other, shape.dims(), &chunks, lang);
    html! { <>{ for (0..own.layout.shards().min(SHOWN)).filter_map(row) }</> }
}

#[allow(clippy::too_many_arguments, reason = "a row is what its table knows")]
fn row(
    props: &TableProps,
    side: Side,
    shard: u64,
    own: &Drawn,
    other: Option<&Drawn>,
    dims: &[u64],
    chunks: &HashMap<u64, &Chunk>,
    lang: Lang,
) -> Option<Html> {
    let region = own.region(shard, dims)?;
    let ranks = own.ranks(shard);
    let bytes = props.tensor.dtype.map(|dtype| region.elements().saturating_mul(dtype.size()));
    let picked = Picked { side, stage: own.stage, shard };
    let flow = other.and_then(|other| overlapping(&own.layout, shard, &other.layout, dims, TRACED).ok());
    let flow = flow.map(|others| {
        let says = if side == Side::Target { &text::FLOW_FROM } else { &text::FLOW_TO };
        says.with(lang, &[("list", &units::ranges(&others, 4))])
    });
    let chunk = if own.laid {
        ranks.iter().flatten().find_map(|rank| chunks.get(rank))
    } else {
        chunks.values().min_by_key(|chunk| chunk.rank)
    };
    let active = props.active.is_some_and(|active| active.side == side && active.shard == shard);
    let onpointerenter = props.onhover.reform(move |_: PointerEvent| Some(picked));
    let onclick = props.onpick.reform(move |_: MouseEvent| picked);
    Some(html! {
        <tr class={classes!(active.then_some("selected"))} data-testid="region-row" data-side={super::super::side_id(side)}
            data-shard={shard.to_string()} {onpointerenter} {onclick}>
            <td>{ super::super::side_title(side).of(lang) }</td>
            <td class="number"><i class={classes!("swatch", own.hue(shard))}></i>{ shard }</td>
            <td class="num">{ region_text(&region) }</td>
            <td>{ says_ranks(own, ranks.as_deref(), lang) }</td>
            <td class="number">{ bytes.map_or_else(|| html! { "–" }, byte_count) }</td>
            <td>{ flow.unwrap_or_default() }</td>
            <td>{ chunk.map(|chunk| name_line(&chunk.file)) }</td>
            <td class="number num">{ chunk.map(|chunk| byte_range(chunk.offset, chunk.len)) }</td>
        </tr>
    })
}

/// First and last byte.
pub(super) fn byte_range(offset: u64, len: u64) -> String {
    let last = offset.saturating_add(len).saturating_sub(1);
    format!("{}–{}", units::grouped(offset), units::grouped(last))
}
