//! `?stress`: 250,000 cells pan and zoom by themselves, as fast as the browser shows frames, and
//! the times of the frames are told. Not linked: for `cargo xtask bench`.

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::HtmlCanvasElement;
use yew::Callback;

use super::components::{Drawing, GridLabels};
use super::utils::dom;
use crate::order::sort_by;
use crate::web::number::whole;
use crate::web::raster::Cells;
use crate::web::viewport::{Gesture, Room, View};

/// Rows and columns: 250,000 cells.
const SIDE: u64 = 500;
/// Frames that are drawn: five seconds' worth.
const FRAMES: usize = 300;
/// About what a window of 1440 × 900 has room for.
const ROOM: Room = Room { width: 1360, height: 820, largest: (104, 34) };

/// The measurement as it goes on.
struct Run {
    drawing: Drawing,
    canvas: HtmlCanvasElement,
    /// Milliseconds of work, and from frame to frame.
    work: Vec<f64>,
    intervals: Vec<f64>,
    last: Option<f64>,
}

/// Starts the measurement.
pub(super) fn start() {
    let Some(canvas) = dom::append("canvas").and_then(|canvas| canvas.dyn_into().ok()) else { return };
    let name = Callback::from(|unit: u64| unit.to_string());
    let value = Callback::from(|(row, col): (u64, u64)| format!("{row} {col}"));
    let labels = GridLabels {
        row: name.clone(),
        col: name,
        cell: value.clone(),
        full: value,
        groups: (50, 0),
        hatched: false,
        flagged: Rc::default(),
    };
    // No two neighbours alike: nothing to gain from runs of one colour.
    let values = (0..SIDE * SIDE).map(|cell| cell.wrapping_mul(2_654_435_761) % 1_000_003 + 1).collect();
    let drawing = Drawing {
        cells: Rc::new(Cells::new(SIDE, SIDE, values, 1_000_003)),
        labels,
        view: View::whole((SIDE, SIDE)),
        room: ROOM,
        dark: true,
        marked: [Some((250, 250)), None],
        outlined: Rc::default(),
    };
    let run = Run { drawing, canvas, work: Vec::new(), intervals: Vec::new(), last: None };
    step(Rc::new(RefCell::new(run)));
}

/// Draws a frame and asks for the next.
fn step(run: Rc<RefCell<Run>>) {
    let frame = Closure::once_into_js(move |now: f64| {
        if run.borrow_mut().frame(now) {
            step(run);
        } else {
            run.borrow().tell();
        }
    });
    let window = web_sys::window();
    // Only a page that is being left refuses.
    let _ = window.map(|window| window.request_animation_frame(frame.unchecked_ref()));
}

impl Run {
    /// One frame; whether there is another.
    fn frame(&mut self, now: f64) -> bool {
        self.intervals.extend(self.last.map(|last| now - last));
        self.last = Some(now);
        let begin = dom::milliseconds();
        let gesture = gesture(self.work.len());
        self.drawing.view = self.drawing.view.after(ROOM, gesture);
        self.drawing.draw(&self.canvas);
        self.work.push(dom::milliseconds() - begin);
        self.work.len() < FRAMES
    }

    /// Puts the figures on the page, in microseconds.
    fn tell(&self) {
        let says = |name: &str, times: &[f64]| {
            let mut sorted: Vec<u64> = times.iter().map(|time| whole(time * 1000.0)).collect();
            sort_by(&mut sorted, Ord::cmp);
            let at =
                |percent: usize| sorted.get((sorted.len() * percent / 100).min(sorted.len() - 1)).copied();
            for (part, value) in [("p50", at(50)), ("p95", at(95)), ("max", sorted.last().copied())] {
                dom::set_root(&format!("data-{name}-{part}"), &value.unwrap_or(0).to_string());
            }
        };
        says("work", &self.work);
        says("interval", &self.intervals);
        dom::set_root("data-stress", "done");
    }
}

/// Drags across all cells, then closer, drags, and back.
fn gesture(frame: usize) -> Gesture {
    let at = (ROOM.width / 3, ROOM.height / 2);
    match frame % 100 {
        0 => Gesture::Whole,
        1..10 => Gesture::Zoom { at, by: (31, 32) },
        10..50 => Gesture::Move(if frame.is_multiple_of(2) { -7 } else { 5 }, -3),
        50..65 => Gesture::closer(at),
        65..85 => Gesture::Move(-23, 11),
        _ => Gesture::away(at),
    }
}
