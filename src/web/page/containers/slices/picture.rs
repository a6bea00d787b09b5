//! One side as a drawing: regions by colour, their ranks inside, axes around.

use std::rc::Rc;

use yew::prelude::*;

use super::drawn::{Drawn, Flow, region_text};
use super::frame::{Frame, LEFT, TOP};
use crate::check::{Lang, Side};
use crate::geometry::{Region, Span};
use crate::web::page::session::Picked;
use crate::web::picture::{Picture, Section};
use crate::web::{text, units};

/// Cells drawn along one dimension; more are drawn in blocks.
const MAX_CELLS: u64 = 64;
/// Cells that the keyboard steps through one by one; the table serves the rest.
const MAX_STOPS: u64 = 256;

pub(super) struct PictureProps {
    pub side: Side,
    pub drawn: Drawn,
    pub dims: Vec<u64>,
    pub section: Section,
    pub frame: Frame,
    pub active: Option<Picked>,
    pub flow: Option<Rc<Flow>>,
    pub onhover: Callback<Option<Picked>>,
    pub onpick: Callback<Picked>,
}

/// The drawing.
pub(super) fn side_picture(props: &PictureProps, lang: Lang) -> Html {
    let PictureProps { side, drawn, dims, section, frame, .. } = props;
    if drawn.layout.rank() != dims.len() {
        let (layout, tensor) = (drawn.layout.rank(), dims.len());
        let says = text::LAYOUT_OF_OTHER_DIMS.with(lang, &[("layout", &layout), ("tensor", &tensor)]);
        return html! { <p class="notice">{ says }</p> };
    }
    let picture = match Picture::new(&drawn.layout, dims, section) {
        Ok(picture) => picture,
        Err((dim, cut)) => {
            let says =
                text::CANNOT_CUT.with(lang, &[("dim", &dim), ("len", &cut.len), ("parts", &cut.parts)]);
            return html! { <p class="notice">{ says }</p> };
        }
    };
    let (width, height) = frame.outer();
    let leave = props.onhover.reform(|_: PointerEvent| None);
    let rows = blocks(&picture.rows);
    let cols = blocks(&picture.cols);
    let stops = picture.len() <= MAX_STOPS;
    let cells: Vec<Cell> = rows
        .iter()
        .flat_map(|row| cols.iter().map(move |col| (row, col)))
        .map(|(row, col)| Cell::new(drawn, *frame, picture.shard(row.0, col.0), row.1, col.1))
        .collect();
    html! {
        <figure class="picture">
            <svg viewBox={format!("0 0 {width} {height}")} width={width.to_string()} height={height.to_string()}
                class={classes!(props.flow.is_some().then_some("traced"))} role="group"
                aria-label={super::super::side_title(*side).of(lang)} onpointerleave={leave}>
                { axes(&picture, *frame, section) }
                { for cells.iter().map(|cell| region(props, cell, stops, lang)) }
                { overlay(props) }
                { for cells.iter().map(|cell| chips(cell, drawn)) }
            </svg>
            if rows.len() < picture.rows.len() - 1 || cols.len() < picture.cols.len() - 1 {
                <figcaption>{ blocked(&picture, &rows, &cols, lang) }</figcaption>
            }
        </figure>
    }
}

/// Neighbouring parts of one dimension that share a cell: index of the first, and their span.
type Block = (u64, Span);

fn blocks(bounds: &[u64]) -> Vec<Block> {
    let parts = (bounds.len() as u64).saturating_sub(1);
    let step = usize::try_from(parts.div_ceil(MAX_CELLS).max(1)).unwrap_or(1);
    let starts = bounds.iter().zip(0u64..).step_by(step);
    let ends = bounds.iter().skip(step).step_by(step).copied().chain(bounds.last().copied());
    starts
        .zip(ends)
        .filter(|((start, index), end)| *index < parts && end > start)
        .map(|((&start, index), end)| (index, Span { start, len: end - start }))
        .collect()
}

fn blocked(picture: &Picture, rows: &[Block], cols: &[Block], lang: Lang) -> String {
    let block = picture.len() / (rows.len() as u64 * cols.len() as u64).max(1);
    text::TOO_MANY.with(lang, &[("n", &picture.len()), ("block", &block.max(2))])
}

/// A cell of the drawing, in px.
struct Cell {
    shard: u64,
    x: f64,
    y: f64,
    width: f64,
    height: f64,
    /// Ranks that hold it; none if they are too many to list.
    ranks: Option<Vec<u64>>,
}

impl Cell {
    fn new(drawn: &Drawn, frame: Frame, shard: u64, down: Span, right: Span) -> Self {
        let (x, y) = (frame.x(right.start), frame.y(down.start));
        let (width, height) = (frame.x(right.end()) - x, frame.y(down.end()) - y);
        Self { shard, x, y, width, height, ranks: drawn.ranks(shard) }
    }
}

fn region(props: &PictureProps, cell: &Cell, stops: bool, lang: Lang) -> Html {
    let PictureProps { side, drawn, .. } = props;
    let shard = cell.shard;
    let picked = Picked { side: *side, stage: drawn.stage, shard };
    let traced = props.flow.as_ref().is_some_and(|flow| flow.touches(*side, shard));
    let active = props.active.is_some_and(|active| active.side == *side && active.shard == shard);
    let class = classes!("region", drawn.hue(shard), traced.then_some("touched"), active.then_some("active"));
    let region = drawn.region(shard, &props.dims).map(|region| region_text(&region)).unwrap_or_default();
    let ranks = says_ranks(drawn, cell.ranks.as_deref(), lang);
    let values: [(&str, &dyn std::fmt::Display); 3] =
        [("shard", &shard), ("region", &region), ("ranks", &ranks)];
    let label = text::CELL_LABEL.with(lang, &values);
    let enter = props.onhover.reform(move |_: PointerEvent| Some(picked));
    let focus = props.onhover.reform(move |_: FocusEvent| Some(picked));
    let blur = props.onhover.reform(|_: FocusEvent| None);
    let onclick = props.onpick.reform(move |_: MouseEvent| picked);
    let onkeydown = {
        let onpick = props.onpick.clone();
        Callback::from(move |event: KeyboardEvent| {
            if matches!(event.key().as_str(), "Enter" | " ") {
                event.prevent_default();
                onpick.emit(picked);
            }
        })
    };
    html! {
        <g {class} role="button" tabindex={stops.then_some("0")} aria-label={label} data-testid="region"
            data-side={super::super::side_id(*side)} data-shard={shard.to_string()}
            onpointerenter={enter} onfocus={focus} onblur={blur} {onclick} {onkeydown}>
            <rect x={px(cell.x)} y={px(cell.y)} width={px(cell.width)} height={px(cell.height)} />
        </g>
    }
}

/// The ranks of a slice in words.
pub(super) fn says_ranks(drawn: &Drawn, ranks: Option<&[u64]>, lang: Lang) -> String {
    match ranks {
        _ if drawn.complete => text::COMPLETE.of(lang).to_owned(),
        _ if !drawn.laid => text::EVERY_RANK.of(lang).to_owned(),
        Some(ranks) => {
            let list = units::ranges(ranks, 6);
            let n = ranks.len();
            text::RANKS_ARE.with(lang, &[("n", &n), ("list", &list)])
        }
        None => text::RANKS.with(lang, &[("n", &drawn.layout.replicas())]),
    }
}

/// Size of a rank's chip in px.
const CHIP: (f64, f64) = (30.0, 18.0);

/// The ranks that hold a slice, as chips that grow paler from replica to replica.
fn chips(cell: &Cell, drawn: &Drawn) -> Html {
    let Cell { shard, x, y, width, height, .. } = *cell;
    let Some(ranks) = cell.ranks.as_ref().filter(|_| drawn.laid) else { return Html::default() };
    let (wide, high) = (CHIP.0 + 3.0, CHIP.1 + 3.0);
    let fit = |room: f64, step: f64| crate::web::number::whole((room - 10.0) / step);
    let (across, down) = (fit(width, wide), fit(height, high));
    if across == 0 || down == 0 {
        return Html::default();
    }
    let room = usize::try_from((across * down).min(48)).unwrap_or(0);
    let (shown, more) =
        if ranks.len() <= room { (ranks.len(), 0) } else { (room - 1, ranks.len() + 1 - room) };
    let place = |index: usize| {
        let index = index as u64;
        let (col, row) = (index % across, index / across);
        (x + 6.0 + crate::web::number::float(col) * wide, y + 6.0 + crate::web::number::float(row) * high)
    };
    let chip = |(index, rank): (usize, String), class: &str| {
        let (x, y) = place(index);
        html! {
            <g class={format!("rank-chip {class}")}>
                <rect x={px(x)} y={px(y)} width={px(CHIP.0)} height={px(CHIP.1)} rx="2" />
                <text x={px(x + CHIP.0 / 2.0)} y={px(y + CHIP.1 / 2.0)}>{ rank }</text>
            </g>
        }
    };
    let named = ranks.iter().take(shown).enumerate();
    html! {
        <g class={classes!("rank-chips", drawn.hue(shard))} aria-hidden="true">
            { for named.map(|(index, rank)| chip((index, rank.to_string()), &format!("replica-{}", index.min(3)))) }
            if more > 0 { { chip((shown, format!("+{more}")), "rank-more") } }
        </g>
    }
}

/// Boundaries and dimensions, where labels have room.
fn axes(picture: &Picture, frame: Frame, section: &Section) -> Html {
    let mut last = f64::MIN;
    let mut spaced = |at: f64, room: f64| {
        let fits = at - last >= room;
        if fits {
            last = at;
        }
        fits
    };
    let cols: Vec<u64> = picture.cols.iter().copied().filter(|&col| spaced(frame.x(col), 44.0)).collect();
    last = f64::MIN;
    let mut spaced = |at: f64, room: f64| {
        let fits = at - last >= room;
        if fits {
            last = at;
        }
        fits
    };
    let rows: Vec<u64> = picture.rows.iter().copied().filter(|&row| spaced(frame.y(row), 14.0)).collect();
    let col = |col: u64| html! { <text class="tick" x={px(frame.x(col))} y={px(TOP - 8.0)}>{ col }</text> };
    let row = |row: u64| html! { <text class="tick tick-row" x={px(LEFT - 6.0)} y={px(frame.y(row))}>{ row }</text> };
    html! {
        <g class="axes" aria-hidden="true">
            if section.cols.is_some() { { for cols.into_iter().map(col) } }
            if section.rows.is_some() { { for rows.into_iter().map(row) } }
        </g>
    }
}

/// What the traced slice shares with the other side, in the source's colours.
fn overlay(props: &PictureProps) -> Html {
    let Some(flow) = &props.flow else { return Html::default() };
    let class = if props.side == flow.of.side { "shared" } else { "shared shared-over" };
    let shared = |(region, hue): &(Region, String)| {
        let whole = Span { start: 0, len: 1 };
        let span = |dim: Option<usize>| dim.and_then(|dim| region.spans.get(dim)).copied().unwrap_or(whole);
        let (row, col) = (span(props.section.rows), span(props.section.cols));
        let (x, y) = (props.frame.x(col.start), props.frame.y(row.start));
        let (width, height) = (props.frame.x(col.end()) - x, props.frame.y(row.end()) - y);
        html! {
            <rect class={format!("{class} {hue}")} x={px(x + 2.0)} y={px(y + 2.0)}
                width={px((width - 4.0).max(1.0))} height={px((height - 4.0).max(1.0))} />
        }
    };
    html! { <g aria-hidden="true">{ for flow.shared.iter().map(shared) }</g> }
}

/// A length as an attribute.
fn px(length: f64) -> String {
    format!("{length:.1}")
}
