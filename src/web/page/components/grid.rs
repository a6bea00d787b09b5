//! A grid of quantities on a canvas, with labels, pointer and keyboard.

use std::rc::Rc;

use wasm_bindgen::{Clamped, JsCast};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, ImageData};
use yew::prelude::*;

use crate::web::number::{float, whole};
use crate::web::page::session::use_look;
use crate::web::page::utils::{dom, hooks::use_size};
use crate::web::ramp;
use crate::web::raster::{self, Cells};

/// Room for the labels of rows and columns, in CSS pixels.
const LEFT: u64 = 44;
const TOP: u64 = 22;

/// What the cells, rows and columns are called.
#[derive(Clone, PartialEq)]
pub(crate) struct GridLabels {
    /// Of a row.
    pub row: Callback<u64, String>,
    /// Of a column.
    pub col: Callback<u64, String>,
    /// Inside a cell, where it has room.
    pub cell: Callback<(u64, u64), String>,
    /// Of a cell, in full.
    pub full: Callback<(u64, u64), String>,
}

#[derive(PartialEq, Properties)]
pub(crate) struct GridProps {
    pub cells: Rc<Cells>,
    pub labels: GridLabels,
    /// What the grid is, for screen readers.
    pub label: AttrValue,
    /// Largest size of a cell in CSS pixels.
    pub largest: (u64, u64),
    #[prop_or_default]
    pub picked: Option<(u64, u64)>,
    pub onpick: Callback<(u64, u64)>,
}

/// The grid; a line under it reads out the cell under the pointer or the keyboard.
#[component]
pub(crate) fn Grid(props: &GridProps) -> Html {
    let look = use_look();
    let outer = use_node_ref();
    let canvas = use_node_ref();
    let (available, _) = use_size(outer.clone());
    let hovered = use_state_eq(|| None::<(u64, u64)>);
    let (rows, cols) = (props.cells.rows, props.cells.cols);
    let frame = Frame::new(&props.cells, available, props.largest);
    let drawing = Drawing {
        cells: props.cells.clone(),
        labels: props.labels.clone(),
        frame,
        dark: look.dark,
        marked: [props.picked, *hovered],
    };
    use_effect_with((canvas.clone(), drawing), |(canvas, drawing)| {
        if let Some(canvas) = canvas.cast::<HtmlCanvasElement>() {
            drawing.draw(&canvas);
        }
    });
    let onpointermove = {
        let set = hovered.setter();
        Callback::from(move |event: PointerEvent| {
            let at = (f64::from(event.offset_x()), f64::from(event.offset_y()));
            set.set(frame.cell(at));
        })
    };
    let onpointerleave = {
        let set = hovered.setter();
        Callback::from(move |_: PointerEvent| set.set(None))
    };
    let onclick = {
        let onpick = props.onpick.clone();
        Callback::from(move |event: MouseEvent| {
            let at = (f64::from(event.offset_x()), f64::from(event.offset_y()));
            if let Some(cell) = frame.cell(at) {
                onpick.emit(cell);
            }
        })
    };
    let onkeydown = {
        let (onpick, picked) = (props.onpick.clone(), props.picked);
        Callback::from(move |event: KeyboardEvent| {
            if let Some(cell) = step(picked, rows, cols, &event.key()) {
                event.prevent_default();
                onpick.emit(cell);
            }
        })
    };
    let read_out = hovered.or(props.picked).filter(|&(row, col)| row < rows && col < cols);
    html! {
        <div ref={outer} class="grid">
            <canvas ref={canvas} tabindex="0" role="img" aria-label={props.label.clone()}
                {onpointermove} {onpointerleave} {onclick} {onkeydown} />
            <p class="read-out" aria-live="polite">
                { read_out.map_or_else(|| "\u{a0}".to_owned(), |cell| props.labels.full.emit(cell)) }
            </p>
        </div>
    }
}

/// The neighbour that an arrow key leads to.
fn step(from: Option<(u64, u64)>, rows: u64, cols: u64, key: &str) -> Option<(u64, u64)> {
    let (row, col) = from.unwrap_or((0, 0));
    let (row, col) = match key {
        "ArrowUp" => (row.checked_sub(1)?, col),
        "ArrowDown" => (row + 1, col),
        "ArrowLeft" => (row, col.checked_sub(1)?),
        "ArrowRight" => (row, col + 1),
        _ => return None,
    };
    (row < rows && col < cols).then_some((row, col))
}

/// Where the cells are on the canvas, in CSS pixels.
#[derive(Clone, Copy, PartialEq)]
struct Frame {
    rows: u64,
    cols: u64,
    width: u64,
    height: u64,
}

impl Frame {
    fn new(cells: &Cells, available: u64, (widest, highest): (u64, u64)) -> Self {
        let room = available.saturating_sub(LEFT + 1);
        let width = (cells.cols * widest).min(room);
        // Cells keep their proportion when they shrink, down to what can be told apart.
        let cell = width / cells.cols.max(1);
        let high = (highest * cell / widest.max(1)).clamp(1, highest);
        Self {
            rows: cells.rows,
            cols: cells.cols,
            width,
            height: (cells.rows * high.max(if cells.rows > 128 { 2 } else { 20.min(highest) })).min(720),
        }
    }

    fn cell(self, (x, y): (f64, f64)) -> Option<(u64, u64)> {
        if x < float(LEFT) || y < float(TOP) {
            return None;
        }
        let col = (whole(x) - LEFT) * self.cols / self.width.max(1);
        let row = (whole(y) - TOP) * self.rows / self.height.max(1);
        (row < self.rows && col < self.cols).then_some((row, col))
    }

    /// Left, top, width and height of a cell.
    fn rect(self, (row, col): (u64, u64)) -> [f64; 4] {
        let (left, right) =
            (raster::edge(self.width, self.cols, col), raster::edge(self.width, self.cols, col + 1));
        let (top, end) =
            (raster::edge(self.height, self.rows, row), raster::edge(self.height, self.rows, row + 1));
        [float(LEFT + left), float(TOP + top), float(right - left), float(end - top)]
    }
}

#[derive(Clone, PartialEq)]
struct Drawing {
    cells: Rc<Cells>,
    labels: GridLabels,
    frame: Frame,
    dark: bool,
    marked: [Option<(u64, u64)>; 2],
}

impl Drawing {
    fn draw(&self, canvas: &HtmlCanvasElement) {
        let Frame { width, height, .. } = self.frame;
        if width == 0 || height == 0 {
            return;
        }
        let ratio = dom::pixel_ratio();
        let scaled = |css: u64| whole((float(css) * ratio).round());
        let (all_width, all_height) = (LEFT + width + 1, TOP + height + 1);
        canvas.set_width(u32::try_from(scaled(all_width)).unwrap_or(0));
        canvas.set_height(u32::try_from(scaled(all_height)).unwrap_or(0));
        dom::set_style(canvas, "width", &format!("{all_width}px"));
        dom::set_style(canvas, "height", &format!("{all_height}px"));
        let context = canvas.get_context("2d").ok().flatten();
        let Some(context) = context.and_then(|context| context.dyn_into::<CanvasRenderingContext2d>().ok())
        else {
            return;
        };
        let empty = if self.dark { [30, 35, 41] } else { [236, 239, 242] };
        let (w, h) = (scaled(width), scaled(height));
        let pixels = raster::paint(&self.cells, w, h, scaled(1), empty, self.dark);
        let image = u32::try_from(w)
            .ok()
            .zip(u32::try_from(h).ok())
            .and_then(|(w, h)| ImageData::new_with_u8_clamped_array_and_sh(Clamped(&pixels), w, h).ok());
        if let Some(image) = image {
            // Fails only for a canvas without memory; the table below says the same.
            let _ = context.put_image_data(&image, float(scaled(LEFT)), float(scaled(TOP)));
        }
        let _ = context.scale(ratio, ratio);
        self.write(canvas, &context);
        self.mark(canvas, &context);
    }

    /// Labels where there is room for them.
    fn write(&self, canvas: &HtmlCanvasElement, context: &CanvasRenderingContext2d) {
        let Frame { rows, cols, width, height } = self.frame;
        let (wide, high) = (width / cols.max(1), height / rows.max(1));
        let font = dom::style_value(canvas, "--mono");
        context.set_font(&format!("11px {font}"));
        context.set_text_baseline("middle");
        context.set_fill_style_str(&dom::style_value(canvas, "--ink-3"));
        context.set_text_align("right");
        let every = 16u64.div_ceil(high.max(1));
        for row in (0..rows).step_by(usize::try_from(every).unwrap_or(1)) {
            let [_, top, _, tall] = self.frame.rect((row, 0));
            let _ = context.fill_text(&self.labels.row.emit(row), float(LEFT) - 6.0, top + tall / 2.0);
        }
        context.set_text_align("center");
        let every = 30u64.div_ceil(wide.max(1));
        for col in (0..cols).step_by(usize::try_from(every).unwrap_or(1)) {
            let [left, _, broad, _] = self.frame.rect((0, col));
            let _ = context.fill_text(&self.labels.col.emit(col), left + broad / 2.0, float(TOP) / 2.0);
        }
        if wide < 80 || high < 18 {
            return;
        }
        for (row, col) in (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))) {
            let value = self.cells.value(row, col);
            let dark_text = ramp::wants_dark_text(ramp::colour(value, self.cells.most, self.dark));
            let ink = match (value, dark_text) {
                (0, _) => continue,
                (_, true) => "#14181d",
                (_, false) => "#ffffff",
            };
            context.set_fill_style_str(ink);
            let [left, top, broad, tall] = self.frame.rect((row, col));
            let _ =
                context.fill_text(&self.labels.cell.emit((row, col)), left + broad / 2.0, top + tall / 2.0);
        }
    }

    /// Outlines of the picked and the hovered cell.
    fn mark(&self, canvas: &HtmlCanvasElement, context: &CanvasRenderingContext2d) {
        for (cell, colour) in self.marked.iter().zip(["--accent", "--ink"]) {
            let Some(cell) = *cell else { continue };
            let [left, top, broad, tall] = self.frame.rect(cell);
            context.set_stroke_style_str(&dom::style_value(canvas, colour));
            context.set_line_width(2.0);
            context.stroke_rect(left, top, (broad - 1.0).max(2.0), (tall - 1.0).max(2.0));
        }
    }
}
