//! Hooks for what the browser decides: sizes and the system's theme.

use gloo_events::EventListener;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, MediaQueryList, ResizeObserver};
use yew::prelude::*;

use crate::web::number::whole;

/// The size of an element's content box in CSS pixels, kept up to date; zero before it is shown.
#[hook]
pub(crate) fn use_size(node: NodeRef) -> (u64, u64) {
    let size = use_state_eq(|| (0, 0));
    let set = size.setter();
    use_effect_with(node, move |node| {
        let observed = node.cast::<Element>().and_then(|element| observe(&element, set));
        move || drop(observed)
    });
    *size
}

/// Disconnects when it is dropped.
struct Observed {
    observer: ResizeObserver,
    _heard: Closure<dyn FnMut()>,
}

impl Drop for Observed {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

fn observe(element: &Element, set: UseStateSetter<(u64, u64)>) -> Option<Observed> {
    let watched = element.clone();
    let heard = Closure::<dyn FnMut()>::new(move || {
        let rect = watched.get_bounding_client_rect();
        set.set((whole(rect.width()), whole(rect.height())));
    });
    let observer = ResizeObserver::new(heard.as_ref().unchecked_ref()).ok()?;
    observer.observe(element);
    Some(Observed { observer, _heard: heard })
}

/// The height of the window in CSS pixels, kept up to date.
#[hook]
pub(crate) fn use_window_height() -> u64 {
    let height = use_state_eq(inner_height);
    let set = height.setter();
    use_effect_with((), move |()| {
        let listener = web_sys::window()
            .map(|window| EventListener::new(&window, "resize", move |_| set.set(inner_height())));
        move || drop(listener)
    });
    *height
}

fn inner_height() -> u64 {
    let height = web_sys::window().and_then(|window| window.inner_height().ok()?.as_f64());
    height.map_or(0, whole)
}

/// Whether the page is being printed. Told by events: browsers count the pages before they tell a
/// media query. To be used once: what a first listener has drawn for longer than 16 ms, Yew 0.23
/// finishes in a later task, and what a second one wants drawn then comes after the printing.
#[hook]
pub(crate) fn use_paper(changed: Callback<bool>) {
    use_effect_with((), move |()| {
        let listeners = web_sys::window().map(|window| {
            [("beforeprint", true), ("afterprint", false)].map(|(event, paper)| {
                let changed = changed.clone();
                EventListener::new(&window, event, move |_| changed.emit(paper))
            })
        });
        move || drop(listeners)
    });
}

/// Whether a media query holds, with every change of it.
#[hook]
pub(crate) fn use_media(query: &'static str, changed: Callback<bool>) {
    use_effect_with((), move |()| {
        let list = web_sys::window().and_then(|window| window.match_media(query).ok().flatten());
        let listener = list.map(|list: MediaQueryList| {
            changed.emit(list.matches());
            let watched = list.clone();
            EventListener::new(&list, "change", move |_| changed.emit(watched.matches()))
        });
        move || drop(listener)
    });
}
