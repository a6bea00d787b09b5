//! The page's end of the worker: spawns it, and notices when it is silent.

use std::cell::{Cell, RefCell};

use gloo_timers::callback::{Interval, Timeout};
use gloo_worker::{Spawnable, WorkerBridge};
use web_sys::{Blob, BlobPropertyBag, Url};
use yew::prelude::*;

use super::{Action, Reader, State};
use crate::web::page::model::receive;
use crate::web::page::utils::dom;
use crate::web::protocol::{Input, Objects, Output};
use crate::web::worker::Desk;

/// Loading takes well under a second; a worker that says nothing for so long has not started.
const HANDSHAKE_MS: u32 = 15_000;
/// A working reader reports many times a second; a silence of so many seconds is shown.
const SILENCE_S: u32 = 10;

/// The bridge to the worker.
pub(crate) struct Link {
    bridge: RefCell<Option<WorkerBridge<Desk>>>,
    /// Requests that have had no final answer.
    open: Cell<u32>,
    /// Seconds since the worker last said something.
    quiet: Cell<u32>,
    ready: Cell<bool>,
    timers: RefCell<Option<(Timeout, Interval)>>,
}

impl Link {
    /// A link without a worker yet.
    pub(crate) fn idle() -> Self {
        Self {
            bridge: RefCell::new(None),
            open: Cell::new(0),
            quiet: Cell::new(0),
            ready: Cell::new(false),
            timers: RefCell::new(None),
        }
    }

    /// Spawns the worker and greets it.
    pub(crate) fn connect(self: &std::rc::Rc<Self>, dispatcher: &UseReducerDispatcher<State>) {
        let Some(url) = loader() else {
            dispatcher.dispatch(Action::Reader(Reader::Failed));
            return;
        };
        let (link, dispatch) = (self.clone(), dispatcher.clone());
        let bridge = Desk::spawner()
            .encoding::<Objects>()
            .callback(move |output| link.hear(output, &dispatch))
            .as_module(true)
            .with_loader(true)
            .spawn(&url);
        *self.bridge.borrow_mut() = Some(bridge);
        self.send(Input::Hello);
        *self.timers.borrow_mut() = Some((self.handshake(dispatcher), self.watch(dispatcher)));
    }

    /// Sends a request.
    pub(crate) fn send(&self, input: Input) {
        self.open.set(self.open.get() + 1);
        self.quiet.set(0);
        if let Some(bridge) = self.bridge.borrow().as_ref() {
            bridge.send(input);
        }
    }

    fn hear(&self, output: Output, dispatcher: &UseReducerDispatcher<State>) {
        self.quiet.set(0);
        self.ready.set(true);
        if !matches!(output, Output::Progress(_)) {
            self.open.set(self.open.get().saturating_sub(1));
        }
        receive(output, dispatcher);
    }

    fn handshake(self: &std::rc::Rc<Self>, dispatcher: &UseReducerDispatcher<State>) -> Timeout {
        let (link, dispatch) = (self.clone(), dispatcher.clone());
        Timeout::new(HANDSHAKE_MS, move || {
            if !link.ready.get() {
                dispatch.dispatch(Action::Reader(Reader::Failed));
            }
        })
    }

    fn watch(self: &std::rc::Rc<Self>, dispatcher: &UseReducerDispatcher<State>) -> Interval {
        let (link, dispatch) = (self.clone(), dispatcher.clone());
        Interval::new(1000, move || {
            if !link.ready.get() || link.open.get() == 0 {
                return;
            }
            link.quiet.set(link.quiet.get() + 1);
            if link.quiet.get() >= SILENCE_S {
                dispatch.dispatch(Action::Reader(Reader::Silent(link.quiet.get())));
            }
        })
    }
}

/// A script for the worker that loads what this page loaded: a blob inherits the page's Content
/// Security Policy, which a worker fetched by address does not, and its names are those of this
/// very build.
fn loader() -> Option<String> {
    let (js, wasm) = dom::own_addresses()?;
    let quoted = |url: &str| serde_json::to_string(url).ok();
    let text =
        format!("import init from {};await init({{module_or_path:{}}});", quoted(&js)?, quoted(&wasm)?);
    let parts = js_sys::Array::of1(&text.into());
    let options = BlobPropertyBag::new();
    options.set_type("text/javascript");
    let blob = Blob::new_with_str_sequence_and_options(&parts, &options).ok()?;
    Url::create_object_url_with_blob(&blob).ok()
}
