//! What the region under the pointer is, in lines that are always there and never move.

use std::rc::Rc;

use yew::prelude::*;

use super::super::side_title;
use super::{Scene, swatch};
use crate::check::Side;
use crate::web::page::components::byte_count;
use crate::web::page::session::Look;
use crate::web::page::utils::Same;
use crate::web::slices::{self, Drawn, Flow, tone};
use crate::web::snapshot::{Chunk, Located};
use crate::web::{text, units};

pub(super) struct ReadOutProps {
    pub scene: Same<Scene>,
    pub flow: Option<Rc<Flow>>,
    pub located: Option<Same<Located>>,
}

/// The lines.
pub(super) fn read_out(props: &ReadOutProps, look: Look) -> Html {
    let lang = look.lang;
    let ReadOutProps { scene, flow, located } = props;
    let traced = flow.as_ref().and_then(|flow| Some((flow, scene.drawn(flow.side)?)));
    let Some((flow, drawn)) = traced else {
        return html! { <div class="read-out slices-read-out" id="read-out"><p class="quiet hint">{ text::HOVER_HINT.of(lang) }</p></div> };
    };
    let ranks = drawn.ranks(flow.shard);
    let item = scene.pair.tensor.dtype.map(crate::geometry::DType::size);
    let bytes = item.map(|item| flow.region.elements().saturating_mul(item));
    let others = flow.others();
    let says = if flow.side == Side::Target { &text::FEEDS_FROM } else { &text::FEEDS_TO };
    let list = slices::says_slices(scene.drawn(flow.side.other()), &others, lang);
    let feeds = says.with(lang, &[("n", &others.len()), ("list", &list)]);
    let name = [("side", &side_title(flow.side).of(lang) as &dyn std::fmt::Display), ("n", &flow.shard)];
    let chunk = located.as_ref().and_then(|located| chunk_of(located.side(flow.side), drawn, flow.shard));
    html! {
        <div class="read-out slices-read-out" id="read-out" aria-live="polite">
            <p>
                { swatch(tone(drawn, scene.colouring, flow.shard, look.dark)) }
                <b>{ text::SIDE_SLICE.with(lang, &name) }</b>
                <span class="num">{ flow.region.to_string() }</span>
                if let Some(value) = bytes { { byte_count(value) } }
            </p>
            <p>
                <span>{ slices::says_ranks(drawn, ranks.as_deref(), lang) }</span>
                if flow.count > 0 { <span>{ feeds }</span> } else { <span>{ text::EMPTY.of(lang) }</span> }
            </p>
            <p class="quiet">{ chunk.map(|chunk| place(chunk, flow.side, lang)) }</p>
        </div>
    }
}

/// The first of a slice's replicas among located contents.
pub(super) fn chunk_of<'a>(chunks: &'a [Chunk], drawn: &Drawn, shard: u64) -> Option<&'a Chunk> {
    chunks.iter().find(|chunk| drawn.shard_of(chunk.rank) == Some(shard))
}

/// A file and the bytes in it.
fn place(chunk: &Chunk, side: Side, lang: crate::check::Lang) -> Html {
    html! {
        <>
            if side == Side::Target { <span>{ text::FILE_TO_WRITE.of(lang) }</span> }
            <span class="name" title={chunk.file.clone()}>{ &chunk.file }</span>
            <span class="num">{ byte_range(chunk.offset, chunk.len) }</span>
            if chunk.pieces > 1 { <span>{ text::PIECES.with(lang, &[("n", &chunk.pieces)]) }</span> }
        </>
    }
}

/// First and last byte.
pub(super) fn byte_range(offset: u64, len: u64) -> String {
    let last = offset.saturating_add(len).saturating_sub(1);
    format!("{}–{}", units::grouped(offset), units::grouped(last))
}
