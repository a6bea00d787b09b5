//! A tensor on both sides, and its selected slice.

use std::rc::Rc;

use yew::prelude::*;

use super::super::{SIDES, side_title};
use super::{Drawn, Flow, region_text};
use crate::check::{Lang, Side};
use crate::layout::Layout;
use crate::web::page::components::{FindingList, Glyph, byte_count, icon, name_broken, number, term};
use crate::web::page::session::{Action, Picked, Session, View};
use crate::web::snapshot::{Chunk, Held, Located, Snapshot, TensorFacts};
use crate::web::{text, units};

/// Files of a slice that are listed.
const FILES: usize = 8;

pub(super) struct TensorProps {
    pub session: Session,
    pub snapshot: Rc<Snapshot>,
    pub index: usize,
    pub view: View,
    pub region: Option<Picked>,
    pub located: Option<Rc<Located>>,
}

/// The tensor.
pub(super) fn tensor_details(props: &TensorProps, lang: Lang) -> Html {
    let Some(tensor) = &props.snapshot.tensors.get(props.index) else { return Html::default() };
    let about =
        |record: &&crate::check::Record| record.subject.tensor.as_deref() == Some(tensor.name.as_str());
    let findings: Vec<_> = props.snapshot.findings.iter().filter(about).cloned().collect();
    let show = props.session.on(|_: MouseEvent| Action::Show(View::Slices));
    html! {
        <>
            <h2 class="details-title">{ name_broken(&tensor.name) }</h2>
            <p class="tensor-facts">
                <span class="num">{ tensor.shape.as_ref().map_or_else(|| "?".to_owned(), ToString::to_string) }</span>
                if let Some(dtype) = tensor.dtype { <span>{ dtype.label() }</span> }
                if let Some(value) = tensor.bytes() { { byte_count(value) } }
            </p>
            if let Some(region) = props.region {
                { slice(props, tensor, region, lang) }
            }
            { for SIDES.into_iter().map(|side| side_facts(props, tensor, side, lang)) }
            if props.view != View::Slices {
                <button type="button" class="button" onclick={show}>{ icon(Glyph::Slices) }{ text::VIEW_SLICES.of(lang) }</button>
            }
            if !findings.is_empty() {
                <h3>{ text::FINDINGS.of(lang) }</h3>
                <FindingList {findings} />
            }
        </>
    }
}

/// How a side holds the tensor.
fn side_facts(props: &TensorProps, tensor: &TensorFacts, side: Side, lang: Lang) -> Html {
    let held = tensor.held(side);
    let facts = props.snapshot.side(side);
    let placements = match held {
        Held::Absent => html! { <p class="quiet">{ text::SAYS_ABSENT.of(lang) }</p> },
        Held::Whole => html! { <p>{ text::HELD_WHOLE.of(lang) }</p> },
        Held::Laid(placed) => {
            let layout = |layout: usize| facts.and_then(|facts| facts.layouts.get(layout));
            html! { <>{ for placed.iter().filter_map(|placed| Some(placement(placed.stage, layout(placed.layout)?, lang))) }</> }
        }
    };
    html! { <section class="details-side"><h3>{ side_title(side).of(lang) }</h3>{ placements }</section> }
}

fn placement(stage: u32, layout: &Layout, lang: Lang) -> Html {
    let first = u64::from(stage).saturating_mul(layout.mesh().ranks());
    let last = first.saturating_add(layout.mesh().ranks()).saturating_sub(1);
    let ranks = if first == last { first.to_string() } else { format!("{first}–{last}") };
    html! {
        <dl class="fields">
            <dt>{ term(&text::TERM_STAGE, text::COLUMN_STAGE.of(lang), lang) }</dt><dd class="num">{ stage }</dd>
            <dt>{ text::COLUMN_RANKS.of(lang) }</dt><dd class="num">{ ranks }</dd>
            <dt>{ term(&text::TERM_MESH, text::FIELD_MESH.of(lang), lang) }</dt><dd><code>{ layout.mesh().to_string() }</code></dd>
            <dt>{ text::FIELD_SLICES.of(lang) }</dt><dd>{ number(layout.shards()) }</dd>
            <dt>{ term(&text::TERM_REPLICA, text::FIELD_REPLICAS.of(lang), lang) }</dt><dd>{ number(layout.replicas()) }</dd>
            if let Some(cuts) = cuts(layout, lang) { <dt>{ text::FIELD_CUTS.of(lang) }</dt><dd>{ cuts }</dd> }
        </dl>
    }
}

/// Which mesh axes cut which dimension: `0 ÷ axis1 (2)`.
fn cuts(layout: &Layout, lang: Lang) -> Option<Html> {
    let optimizer = layout.optimizer_axes();
    let mut lines = Vec::new();
    for (dim, parts) in layout.partition().iter().enumerate() {
        for (index, part) in parts.iter().enumerate().filter(|(_, part)| part.parts > 1) {
            let name = layout.mesh().axes().get(part.axis).map_or("?", |axis| axis.name.as_str());
            let by_optimizer = dim == 0 && index + optimizer >= parts.len();
            lines.push(html! {
                <li>
                    { text::DIMENSION.with(lang, &[("n", &dim)]) }{ " ÷ " }{ part.parts }{ " · " }
                    if by_optimizer {
                        { term(&text::TERM_OPTIMIZER, text::OPTIMIZER.of(lang), lang) }
                    } else {
                        <code>{ name }</code>
                    }
                </li>
            });
        }
    }
    (!lines.is_empty()).then(|| html! { <ul class="plain">{ for lines }</ul> })
}

/// The selected slice: region, ranks, where it comes from or goes to, its files.
fn slice(props: &TensorProps, tensor: &TensorFacts, picked: Picked, lang: Lang) -> Html {
    let choice = |side: Side| {
        let stages = tensor.held(side).stages();
        if side == picked.side {
            stages.iter().position(|&stage| stage == picked.stage).unwrap_or(0)
        } else {
            0
        }
    };
    let on = SIDES.map(|side| Drawn::new(&props.snapshot, tensor, side, choice(side)));
    let [source, target] = &on;
    let drawn = if picked.side == Side::Source { source } else { target };
    let (Some(drawn), Some(shape)) = (drawn, &tensor.shape) else { return Html::default() };
    let Some(region) = drawn.region(picked.shard, shape.dims()) else { return Html::default() };
    let ranks = drawn.ranks(picked.shard).unwrap_or_default();
    let flow = Flow::new(picked, &on, shape.dims()).map(|flow| {
        let says = if picked.side == Side::Target { &text::FEEDS_FROM } else { &text::FEEDS_TO };
        says.with(lang, &[("n", &flow.others.len()), ("list", &units::ranges(&flow.others, 6))])
    });
    let located = props.located.as_ref().map_or(&[][..], |located| located.side(picked.side));
    let files: Vec<&Chunk> =
        located.iter().filter(|chunk| !drawn.laid || ranks.contains(&chunk.rank)).take(FILES).collect();
    let bytes = tensor.dtype.map(|dtype| region.elements().saturating_mul(dtype.size()));
    html! {
        <section class="details-side details-slice">
            <h3><i class={classes!("swatch", drawn.hue(picked.shard))}></i>
                { text::SIDE_SLICE.with(lang, &[("side", &side_title(picked.side).of(lang)), ("n", &picked.shard)]) }</h3>
            <p class="num">{ region_text(&region) }</p>
            <p>
                if let Some(value) = bytes { { byte_count(value) }{ " · " } }
                { text::RANKS_ARE.with(lang, &[("n", &ranks.len()), ("list", &units::ranges(&ranks, 8))]) }
            </p>
            if let Some(flow) = flow { <p>{ flow }</p> }
            <ul class="plain files">
                { for files.into_iter().map(|chunk| html! {
                    <li>{ name_broken(&chunk.file) }<span class="num quiet">{ byte_range(chunk) }</span></li>
                }) }
            </ul>
        </section>
    }
}

fn byte_range(chunk: &Chunk) -> String {
    let last = chunk.offset.saturating_add(chunk.len).saturating_sub(1);
    format!("{}–{}", units::grouped(chunk.offset), units::grouped(last))
}
