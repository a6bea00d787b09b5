//! A grid of quantities on a canvas: labels, pan and zoom, pointer and keyboard.

mod drawing;
mod input;
mod tools;

use std::rc::Rc;

use web_sys::HtmlCanvasElement;
use yew::prelude::*;

use crate::web::page::session::use_look;
use crate::web::page::utils::hooks::use_size;
use crate::web::raster::Cells;
use crate::web::viewport::{Gesture, Room, View};

pub(crate) use drawing::Drawing;
use input::{Hand, use_wheel};
use tools::tools;

/// Room for the labels of rows and columns, in CSS pixels.
const LEFT: u64 = 44;
const TOP: u64 = 22;

/// A cell by a unit of the grid that it covers: row and column.
type Unit = (u64, u64);

/// What the cells, rows and columns are called.
#[derive(Clone, PartialEq)]
pub(crate) struct GridLabels {
    /// Of a row.
    pub row: Callback<u64, String>,
    /// Of a column.
    pub col: Callback<u64, String>,
    /// Inside a cell, where it has room.
    pub cell: Callback<Unit, String>,
    /// Of a cell, in full.
    pub full: Callback<Unit, String>,
    /// Rows and columns that belong together: lines and labels follow them.
    pub groups: (u64, u64),
    /// Whether a cell of nothing is hatched and labelled: something is missing there.
    pub hatched: bool,
    /// Cells that something is said of elsewhere: they have a corner.
    pub flagged: Rc<Vec<Unit>>,
}

#[derive(PartialEq, Properties)]
pub(crate) struct GridProps {
    pub cells: Rc<Cells>,
    /// Rows and columns of the whole grid, of which `cells` may cover a part.
    pub units: (u64, u64),
    pub labels: GridLabels,
    /// What the grid is, for screen readers.
    pub label: AttrValue,
    /// Largest size of a cell in CSS pixels.
    pub largest: (u64, u64),
    #[prop_or_default]
    pub picked: Option<Unit>,
    pub onpick: Callback<Unit>,
    /// Rows to be framed: the first, and the one after the last.
    #[prop_or_default]
    pub outlined: Rc<Vec<(u64, u64)>>,
    /// Told what is shown, whenever that changes.
    #[prop_or_default]
    pub onview: Callback<View>,
    /// Id of the canvas.
    pub id: AttrValue,
}

/// What is shown, as gestures change it.
#[derive(Clone, Copy, PartialEq)]
struct Shown(View);

impl Reducible for Shown {
    type Action = (Room, Gesture);

    fn reduce(self: Rc<Self>, (room, gesture): Self::Action) -> Rc<Self> {
        Rc::new(Self(self.0.after(room, gesture)))
    }
}

/// The grid; a line under it reads out the cell under the pointer or the keyboard.
#[component]
pub(crate) fn Grid(props: &GridProps) -> Html {
    let look = use_look();
    let (outer, canvas) = (use_node_ref(), use_node_ref());
    let (available, _) = use_size(outer.clone());
    let hovered = use_state_eq(|| None::<Unit>);
    let units = props.units;
    let shown = use_reducer_eq(move || Shown(View::whole(units)));
    let room = Room::fit(units, available.saturating_sub(LEFT + 1), props.largest);
    let view = shown.0;
    let act = {
        let dispatcher = shown.dispatcher();
        Callback::from(move |gesture: Gesture| dispatcher.dispatch((room, gesture)))
    };
    use_effect_with((view, props.onview.clone()), |(view, onview)| onview.emit(*view));
    let marked = [props.picked, *hovered];
    let drawing = Drawing {
        cells: props.cells.clone(),
        labels: props.labels.clone(),
        view,
        room,
        dark: look.dark,
        marked,
        outlined: props.outlined.clone(),
    };
    use_effect_with((canvas.clone(), drawing), |(canvas, drawing)| {
        if let Some(canvas) = canvas.cast::<HtmlCanvasElement>() {
            drawing.draw(&canvas);
        }
    });
    use_wheel(&canvas, room, view, act.clone());
    let pointers = use_mut_ref(Default::default);
    let picked = use_mut_ref(Default::default);
    *picked.borrow_mut() = props.picked;
    let hand = Hand {
        pointers,
        room,
        view,
        act: act.clone(),
        hover: hovered.setter(),
        cells: props.cells.clone(),
        units,
        picked,
        onpick: props.onpick.clone(),
    };
    let inside = |&(row, col): &Unit| row < units.0 && col < units.1;
    let read_out = hovered.or(props.picked).filter(inside);
    let class = classes!("grid-canvas", (!view.is_whole()).then_some("grid-near"));
    html! {
        <div ref={outer} class="grid">
            if room.is_tight(units) { { tools(room, view, &act, look.lang) } }
            <canvas ref={canvas} id={props.id.clone()} {class} tabindex="0" role="img" aria-label={props.label.clone()}
                data-flagged={props.labels.flagged.len().to_string()}
                data-shown={format!("{:?} {:?}", view.down.visible(), view.across.visible())}
                onpointerdown={hand.press()} onpointermove={hand.travel()} onpointerup={hand.lift()}
                onpointercancel={hand.lift()} onpointerleave={hand.leave()}
                onclick={hand.click()} onkeydown={hand.keys()} />
            <p class="read-out" aria-live="polite" data-value={read_out.map(|unit| props.cells.value(unit).to_string())}>
                { read_out.map_or_else(|| "\u{a0}".to_owned(), |unit| props.labels.full.emit(unit)) }
            </p>
        </div>
    }
}
