//! The regions of one side as a table: what the picture shows, in words. Long tables have pages.

use std::collections::HashMap;
use yew::prelude::*;

use super::super::{side_id, side_title};
use super::read_out::byte_range;
use super::{Scene, swatch};
use crate::check::{Lang, Side};
use crate::web::page::components::{byte_count, cell, pager, with_breaks_at};
use crate::web::page::session::{Picked, use_look};
use crate::web::page::utils::Same;
use crate::web::slices::{self, Drawn, Flow, tone};
use crate::web::snapshot::{Chunk, Located};
use crate::web::text;

/// Rows of a page.
const ROWS: u64 = 64;

#[derive(PartialEq, Properties)]
pub(super) struct TableProps {
    pub side: Side,
    pub scene: Same<Scene>,
    pub picked: Option<Picked>,
    pub located: Option<Same<Located>>,
    pub onhover: Callback<Option<Picked>>,
    pub onpick: Callback<Picked>,
}

/// The table.
#[component]
pub(super) fn RegionTable(props: &TableProps) -> Html {
    let lang = use_look().lang;
    let page = use_state_eq(|| 0u64);
    let picked = props.picked.filter(|picked| picked.side == props.side).map(|picked| picked.shard);
    use_effect_with(picked, {
        let set = page.setter();
        // A slice that was selected in the picture is found in the table.
        move |picked| picked.iter().for_each(|shard| set.set(shard / ROWS))
    });
    let Some(drawn) = props.scene.drawn(props.side).filter(|drawn| drawn.regions.is_ok()) else {
        return Html::default();
    };
    let all = drawn.layout.shards();
    let (shown, buttons) = pager(&page, ROWS, all, lang);
    let chunks = chunks(props, drawn, shown.clone());
    let leave = props.onhover.reform(|_: PointerEvent| None);
    html! {
        <section class="region-table">
            <header>
                <h2>{ text::REGION_TABLE.with(lang, &[("side", &side_title(props.side).of(lang))]) }</h2>
                { buttons }
            </header>
            <div class="table-wide">
                <table class="table table-rows" onpointerleave={leave}>
                    { head(props.side, lang) }
                    <tbody>{ for shown.filter_map(|shard| row(props, drawn, shard, chunks.get(&shard).copied(), lang)) }</tbody>
                </table>
            </div>
        </section>
    }
}

fn head(side: Side, lang: Lang) -> Html {
    let (other, file) = match side {
        Side::Source => (&text::COLUMN_TARGET, &text::COLUMN_FILE),
        Side::Target => (&text::COLUMN_SOURCE, &text::COLUMN_FILE_TO_WRITE),
    };
    html! {
        <thead><tr>
            <th class="number">{ text::COLUMN_SLICE.of(lang) }</th>
            <th>{ text::COLUMN_REGION.of(lang) }</th>
            <th>{ text::COLUMN_RANKS.of(lang) }</th>
            <th class="number">{ text::COLUMN_BYTES.of(lang) }</th>
            <th>{ other.of(lang) }</th>
            <th>{ file.of(lang) }</th>
            <th class="number">{ text::COLUMN_BYTE_RANGE.of(lang) }</th>
        </tr></thead>
    }
}

/// The first located content of each slice of the page.
fn chunks<'a>(props: &'a TableProps, drawn: &Drawn, shown: std::ops::Range<u64>) -> HashMap<u64, &'a Chunk> {
    let mut chunks = HashMap::new();
    for chunk in props.located.iter().flat_map(|located| located.side(props.side)) {
        if let Some(shard) = drawn.shard_of(chunk.rank).filter(|shard| shown.contains(shard)) {
            chunks.entry(shard).or_insert(chunk);
        }
    }
    chunks
}

fn row(props: &TableProps, drawn: &Drawn, shard: u64, chunk: Option<&Chunk>, lang: Lang) -> Option<Html> {
    let TableProps { side, scene, .. } = props;
    let side = *side;
    let region = drawn.region(shard)?;
    let elements = region.elements();
    let bytes = scene.pair.tensor.dtype.map(|dtype| elements.saturating_mul(dtype.size()));
    let picked = Picked { side, stage: drawn.stage, shard };
    let flow = Flow::new(side, shard, &scene.pair.on).filter(|flow| flow.count > 0).map(|flow| {
        let says = if side == Side::Target { &text::FLOW_FROM } else { &text::FLOW_TO };
        let others = flow.others();
        let list = slices::says_slices(scene.drawn(side.other()), &others, lang);
        says.with(lang, &[("n", &others.len()), ("list", &list)])
    });
    let ranks = slices::says_ranks(drawn, drawn.ranks(shard).as_deref(), lang);
    let onpointerenter = props.onhover.reform(move |_: PointerEvent| Some(picked));
    let onclick = props.onpick.reform(move |_: MouseEvent| picked);
    Some(html! {
        <tr class={(props.picked == Some(picked)).then_some("selected")} data-testid="region-row"
            data-side={side_id(side)} data-shard={shard.to_string()} {onpointerenter} {onclick}>
            <td class="number">
                <button type="button" class="row-button">{ swatch(tone(drawn, scene.colouring, shard, scene.look.dark)) }{ shard }</button>
            </td>
            <td class="num">{ region.to_string() }{ (elements == 0).then(|| format!(" {}", text::EMPTY.of(lang))) }</td>
            <td>{ ranks }</td>
            { cell(bytes.map_or_else(|| html! { "–" }, byte_count)) }
            <td>{ flow.unwrap_or_default() }</td>
            <td class="name">{ chunk.map(|chunk| with_breaks_at(&chunk.file, &['/'])) }</td>
            <td class="number num">{ chunk.map(|chunk| byte_range(chunk.offset, chunk.len)) }</td>
        </tr>
    })
}
