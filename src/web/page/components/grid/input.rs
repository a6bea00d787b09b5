//! Pointer, wheel and keyboard on the canvas.

use std::cell::RefCell;
use std::rc::Rc;

use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{Element, WheelEvent};
use yew::prelude::*;

use super::{LEFT, TOP, Unit};
use crate::web::raster::Cells;
use crate::web::viewport::{Gesture, Pointers, Room, View};

/// Everything that events on the canvas need.
#[derive(Clone)]
pub(super) struct Hand {
    pub(super) pointers: Rc<RefCell<Pointers>>,
    pub(super) room: Room,
    pub(super) view: View,
    pub(super) act: Callback<Gesture>,
    pub(super) hover: UseStateSetter<Option<Unit>>,
    pub(super) cells: Rc<Cells>,
    pub(super) units: (u64, u64),
    /// The picked cell: keys that come faster than the page is drawn start from the one before.
    pub(super) picked: Rc<RefCell<Option<Unit>>>,
    pub(super) onpick: Callback<Unit>,
}

/// Where an event is, in pixels of the canvas.
fn place(event: &MouseEvent) -> (i64, i64) {
    (event.offset_x().into(), event.offset_y().into())
}

impl Hand {
    /// The first unit of the cell under an event.
    fn unit(&self, event: &MouseEvent) -> Option<Unit> {
        let pixel = self.room.inside(place(event), (LEFT, TOP))?;
        Some(self.cells.first_of(self.view.unit_at(self.room, pixel)?))
    }

    /// The same without the room of the labels, for gestures.
    fn point(event: &MouseEvent) -> (i64, i64) {
        let (x, y) = place(event);
        (x.saturating_sub_unsigned(LEFT), y.saturating_sub_unsigned(TOP))
    }

    pub(super) fn press(&self) -> Callback<PointerEvent> {
        let hand = self.clone();
        Callback::from(move |event: PointerEvent| {
            hand.pointers.borrow_mut().press(event.pointer_id(), Self::point(&event));
            // Drags go on outside the canvas where the browser lets them.
            let canvas = event.target().and_then(|target| target.dyn_into::<Element>().ok());
            let _ = canvas.map(|canvas| canvas.set_pointer_capture(event.pointer_id()));
        })
    }

    pub(super) fn travel(&self) -> Callback<PointerEvent> {
        let hand = self.clone();
        Callback::from(move |event: PointerEvent| {
            let gestures = hand.pointers.borrow_mut().travel(event.pointer_id(), Self::point(&event));
            if gestures.is_empty() {
                hand.hover.set(hand.unit(&event));
            }
            gestures.into_iter().for_each(|gesture| hand.act.emit(gesture));
        })
    }

    pub(super) fn lift(&self) -> Callback<PointerEvent> {
        let pointers = self.pointers.clone();
        Callback::from(move |event: PointerEvent| pointers.borrow_mut().lift(event.pointer_id()))
    }

    pub(super) fn leave(&self) -> Callback<PointerEvent> {
        let hover = self.hover.clone();
        Callback::from(move |_| hover.set(None))
    }

    pub(super) fn click(&self) -> Callback<MouseEvent> {
        let hand = self.clone();
        Callback::from(move |event: MouseEvent| {
            let drag = hand.pointers.borrow().is_drag();
            if let Some(unit) = hand.unit(&event).filter(|_| !drag) {
                hand.onpick.emit(unit);
            }
        })
    }

    pub(super) fn keys(&self) -> Callback<KeyboardEvent> {
        let hand = self.clone();
        Callback::from(move |event: KeyboardEvent| {
            if event.ctrl_key() || event.meta_key() || event.alt_key() {
                return;
            }
            match event.key().as_str() {
                "+" | "=" => hand.act.emit(Gesture::closer(hand.anchor())),
                "-" => hand.act.emit(Gesture::away(hand.anchor())),
                "0" => hand.act.emit(Gesture::Whole),
                key => {
                    let Some((row, col)) = hand.step(key) else { return };
                    *hand.picked.borrow_mut() = Some((row, col));
                    hand.onpick.emit((row, col));
                    hand.act.emit(Gesture::Reveal(row, col));
                }
            }
            event.prevent_default();
            // Digits choose views elsewhere.
            event.stop_propagation();
        })
    }

    /// What keys zoom around: the picked cell, if it is in sight.
    fn anchor(&self) -> (u64, u64) {
        let View { down, across } = self.view;
        let in_sight = |&(row, col): &Unit| down.visible().contains(&row) && across.visible().contains(&col);
        self.picked.borrow().filter(in_sight).map_or_else(
            || self.room.middle(),
            |(row, col)| (across.edge(self.room.width, col), down.edge(self.room.height, row)),
        )
    }

    /// The cell that an arrow key leads to.
    fn step(&self, key: &str) -> Option<Unit> {
        let (down, across) = self.cells.span();
        let (row, col) = self.cells.first_of(self.picked.borrow().unwrap_or_default());
        let (row, col) = match key {
            "ArrowUp" => (row.checked_sub(down)?, col),
            "ArrowDown" => (row + down, col),
            "ArrowLeft" => (row, col.checked_sub(across)?),
            "ArrowRight" => (row, col + across),
            _ => return None,
        };
        (row < self.units.0 && col < self.units.1).then_some((row, col))
    }
}

/// Zooms with the wheel: with Ctrl or ⌘, as a pinch on a trackpad comes too, or once the canvas
/// has the focus. Otherwise, and where zooming would change nothing, the page scrolls.
#[hook]
pub(super) fn use_wheel(canvas: &NodeRef, room: Room, view: View, act: Callback<Gesture>) {
    let deps = (canvas.clone(), room, view);
    use_effect_with(deps, move |(canvas, room, view)| {
        let (room, view) = (*room, *view);
        // Yew listens to wheels passively, which cannot keep the page from scrolling.
        let options = EventListenerOptions::enable_prevent_default();
        let listener = canvas.cast::<Element>().map(|element| {
            let canvas = element.clone();
            EventListener::new_with_options(&element, "wheel", options, move |event| {
                let Some(event) = event.dyn_ref::<WheelEvent>() else { return };
                let active = canvas.owner_document().and_then(|document| document.active_element());
                let ours = event.ctrl_key() || event.meta_key() || active.as_ref() == Some(&canvas);
                let at = room.inside(place(event), (LEFT, TOP)).filter(|_| ours);
                let Some(at) = at.filter(|_| event.delta_y() != 0.0) else { return };
                let closer = event.delta_y() < 0.0;
                let gesture = if closer { Gesture::closer(at) } else { Gesture::away(at) };
                if view.after(room, gesture) != view || event.ctrl_key() {
                    event.prevent_default();
                    act.emit(gesture);
                }
            })
        });
        move || drop(listener)
    });
}
