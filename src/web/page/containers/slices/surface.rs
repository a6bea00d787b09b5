//! One side's picture on the page: regions as shapes, or as pixels if they are too many, and what
//! pointer and keyboard do on it.

use std::rc::Rc;

use web_sys::Element;
use yew::prelude::*;

use super::super::{side_id, side_title};
use super::Scene;
use super::crosshair::crosshair;
use super::overlay::overlay;
use super::pixels::Pixels;
use crate::check::{Lang, Side};
use crate::web::number::{Decimal, float};
use crate::web::page::session::{Picked, use_look};
use crate::web::page::utils::Same;
use crate::web::slices::{self, Axis, Cell, Chip, Flow, Panel, Tick};
use crate::web::text;

#[derive(PartialEq, Properties)]
pub(super) struct SurfaceProps {
    pub side: Side,
    pub scene: Same<Scene>,
    pub picked: Option<Picked>,
    pub flow: Option<Rc<Flow>>,
    pub onhover: Callback<Option<Picked>>,
    pub onpick: Callback<Picked>,
}

impl SurfaceProps {
    fn pick(&self, shard: u64) -> Option<Picked> {
        Some(Picked { side: self.side, stage: self.scene.drawn(self.side)?.stage, shard })
    }

    /// The row and the column under the pointer.
    fn element(&self, drawing: &NodeRef, event: &MouseEvent) -> Option<(u64, u64)> {
        let area = drawing.cast::<Element>()?.get_bounding_client_rect();
        let scale = float(self.scene.frame.outer().0) / area.width().max(1.0);
        let x = (f64::from(event.client_x()) - area.left()) * scale;
        let y = (f64::from(event.client_y()) - area.top()) * scale;
        self.scene.frame.element_at(x, y)
    }

    /// The slice under the pointer. By place, not by element: pixels have no elements.
    fn under(&self, drawing: &NodeRef, event: &MouseEvent) -> Option<Picked> {
        let (row, col) = self.element(drawing, event)?;
        let picture = &self.scene.shown(self.side)?.picture;
        let (row, col) = picture.cell_at(row, col);
        self.pick(picture.shard(row, col))
    }

    /// The traced slice, if it is one of this side and in this section; else the first one.
    fn cursor(&self) -> Option<(u64, u64)> {
        let own = self.flow.as_ref().filter(|flow| flow.side == self.side);
        let picture = &self.scene.shown(self.side)?.picture;
        own.and_then(|flow| picture.cell_of(flow.shard)).or(Some((0, 0)))
    }

    /// The slice that a key leads to.
    fn step(&self, key: &str) -> Option<Picked> {
        let picture = &self.scene.shown(self.side)?.picture;
        let (row, col) = picture.neighbour(self.cursor()?, key)?;
        self.pick(picture.shard(row, col))
    }

    fn at_cursor(&self) -> Option<Picked> {
        let (row, col) = self.cursor()?;
        self.pick(self.scene.shown(self.side)?.picture.shard(row, col))
    }
}

/// The picture.
#[component]
pub(super) fn Surface(props: &SurfaceProps) -> Html {
    let lang = use_look().lang;
    let drawing = use_node_ref();
    let at = use_state_eq(|| None::<(u64, u64)>);
    // Handlers outlive this call: they hold the properties of their own picture.
    let held = Rc::new(SurfaceProps {
        side: props.side,
        scene: props.scene.clone(),
        picked: props.picked,
        flow: props.flow.clone(),
        onhover: props.onhover.clone(),
        onpick: props.onpick.clone(),
    });
    let Some(shown) = props.scene.shown(props.side) else { return Html::default() };
    let (width, height) = props.scene.frame.outer();
    let onpointermove = Callback::from({
        let (held, drawing, at) = (held.clone(), drawing.clone(), at.setter());
        move |event: PointerEvent| {
            held.onhover.emit(held.under(&drawing, &event));
            at.set(held.element(&drawing, &event));
        }
    });
    let onpointerleave = {
        let (onhover, at) = (props.onhover.clone(), at.setter());
        Callback::from(move |_: PointerEvent| {
            onhover.emit(None);
            at.set(None);
        })
    };
    let onfocus = Callback::from({
        let (held, drawing) = (held.clone(), drawing.clone());
        move |_: FocusEvent| {
            // A click gives the focus too, but then the pointer says where.
            let drawing = drawing.cast::<Element>();
            if drawing.is_some_and(|drawing| drawing.matches(":focus-visible").unwrap_or(false)) {
                held.onhover.emit(held.at_cursor());
            }
        }
    });
    let onblur = props.onhover.reform(|_: FocusEvent| None);
    let onclick = Callback::from({
        let (held, drawing) = (held.clone(), drawing.clone());
        move |event: MouseEvent| {
            if let Some(picked) = held.under(&drawing, &event) {
                held.onpick.emit(picked);
            }
        }
    });
    let onkeydown = Callback::from(move |event: KeyboardEvent| {
        let key = event.key();
        let chosen = matches!(key.as_str(), "Enter" | " ");
        if !chosen && !key.starts_with("Arrow") && !matches!(key.as_str(), "Home" | "End") {
            return;
        }
        // Also at the edge: a view that scrolls away from under the keyboard helps nobody.
        event.prevent_default();
        if chosen {
            held.at_cursor().into_iter().for_each(|picked| held.onpick.emit(picked));
        } else if let Some(picked) = held.step(&key) {
            held.onhover.emit(Some(picked));
        }
    });
    let active = props.flow.as_ref().filter(|flow| flow.side == props.side && shown.panel.outlined);
    let picked = props.picked.filter(|picked| picked.side == props.side).map(|picked| picked.shard);
    html! {
        <figure class="picture" data-testid="picture" data-side={side_id(props.side)} data-regions={shown.picture.len().to_string()}>
            if !shown.panel.outlined { <Pixels side={props.side} scene={props.scene.clone()} /> }
            <svg ref={drawing} viewBox={format!("0 0 {width} {height}")} width={width.to_string()} height={height.to_string()}
                tabindex="0" role={if shown.panel.outlined { "listbox" } else { "img" }}
                aria-label={label(props, lang)} aria-activedescendant={active.map(|flow| id(props.side, flow.shard))}
                {onpointermove} {onpointerleave} {onfocus} {onblur} {onclick} {onkeydown}>
                <Shapes side={props.side} scene={props.scene.clone()} panel={shown.panel.clone()} {picked} />
                if let Some(flow) = &props.flow { { overlay(&props.scene, props.side, flow) } }
                <Chips panel={shown.panel.clone()} />
                { for at.map(|at| crosshair(&props.scene, at)) }
            </svg>
        </figure>
    }
}

fn label(props: &SurfaceProps, lang: Lang) -> String {
    format!("{}. {}", side_title(props.side).of(lang), text::KEYS_HINT.of(lang))
}

/// The id of a region's element.
fn id(side: Side, shard: u64) -> String {
    format!("region-{}-{shard}", side_id(side))
}

#[derive(PartialEq, Properties)]
struct ShapesProps {
    side: Side,
    scene: Same<Scene>,
    panel: Same<Panel>,
    picked: Option<u64>,
}

/// Everything that stays while the pointer moves; drawn anew only when the picture is another.
#[component]
fn Shapes(props: &ShapesProps) -> Html {
    let lang = use_look().lang;
    let panel = &props.panel;
    let all = panel.frame.all();
    html! {
        <>
            { for panel.cells.iter().map(|cell| region(props, cell, lang)) }
            <g class="axes" aria-hidden="true">
                <rect class="picture-edge" x={px(all.x)} y={px(all.y)} width={px(all.width)} height={px(all.height)} />
                { axis_right(&panel.right, panel) }
                { axis_down(&panel.down, panel) }
            </g>
        </>
    }
}

fn region(props: &ShapesProps, cell: &Cell, lang: Lang) -> Html {
    let (side, shard) = (props.side, cell.shard);
    let drawn = props.scene.drawn(side);
    let region = drawn.and_then(|drawn| drawn.region(shard)).map(|region| region.to_string());
    let ranks = drawn.map(|drawn| slices::says_ranks(drawn, drawn.ranks(shard).as_deref(), lang));
    let values: [(&str, &dyn std::fmt::Display); 3] =
        [("shard", &shard), ("region", &region.unwrap_or_default()), ("ranks", &ranks.unwrap_or_default())];
    let picked = props.picked == Some(shard);
    let rect = cell.rect;
    html! {
        <g class="region" role="option" id={id(side, shard)} aria-selected={picked.to_string()}
            aria-label={text::CELL_LABEL.with(lang, &values)} data-testid="region"
            data-side={side_id(side)} data-shard={shard.to_string()}>
            <rect x={px(rect.x)} y={px(rect.y)} width={px(rect.width)} height={px(rect.height)}
                fill={cell.tone.fill.to_string()} stroke={cell.tone.edge.to_string()} />
        </g>
    }
}

#[derive(PartialEq, Properties)]
struct ChipsProps {
    panel: Same<Panel>,
}

/// The ranks, above what steps back behind a veil: they stay to be read.
#[component]
fn Chips(props: &ChipsProps) -> Html {
    html! { <g class="rank-chips" aria-hidden="true">{ for props.panel.chips.iter().map(chip) }</g> }
}

fn chip(chip: &Chip) -> Html {
    let (rect, fill) = (chip.rect, chip.fill.map(|fill| fill.to_string()));
    html! {
        <g class={classes!("rank-chip", fill.is_none().then_some("rank-more"))}>
            <rect x={px(rect.x)} y={px(rect.y)} width={px(rect.width)} height={px(rect.height)} rx="2" {fill} />
            <text x={px(rect.x + rect.width / 2.0)} y={px(rect.y + rect.height / 2.0)}
                fill={chip.ink.map(|ink| ink.to_string())}>{ &chip.label }</text>
        </g>
    }
}

fn axis_right(axis: &Axis, panel: &Panel) -> Html {
    let all = panel.frame.all();
    let tick = |tick: &Tick| {
        html! {
            <>
                <path class="tick-mark" d={format!("M{} {}v-4", Decimal(tick.at), Decimal(all.y))} />
                <text class="tick" x={px(tick.at)} y={px(all.y - 7.0)}>{ tick.value }</text>
            </>
        }
    };
    html! {
        <>
            { for axis.ticks.iter().map(tick) }
            <text class="axis-label" x={px(all.x + all.width / 2.0)} y={px(all.y - 22.0)}>{ &axis.label }</text>
        </>
    }
}

fn axis_down(axis: &Axis, panel: &Panel) -> Html {
    let all = panel.frame.all();
    let tick = |tick: &Tick| {
        html! {
            <>
                <path class="tick-mark" d={format!("M{} {}h-4", Decimal(all.x), Decimal(tick.at))} />
                <text class="tick tick-row" x={px(all.x - 7.0)} y={px(tick.at)}>{ tick.value }</text>
            </>
        }
    };
    let (x, y) = (px(11.0), px(all.y + all.height / 2.0));
    html! {
        <>
            { for axis.ticks.iter().map(tick) }
            <text class="axis-label" transform={format!("rotate(-90 {x} {y})")} {x} {y}>{ &axis.label }</text>
        </>
    }
}

/// A length as an attribute.
pub(super) fn px(length: f64) -> String {
    Decimal(length).to_string()
}
