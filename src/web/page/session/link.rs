//! The page's end of the worker: spawns it, and notices when it is silent.

use std::cell::{Cell, RefCell};

use gloo_events::EventListener;
use gloo_timers::callback::{Interval, Timeout};
use wasm_bindgen::{JsCast, UnwrapThrowExt};
use web_sys::{Blob, BlobPropertyBag, MessageEvent, Url, Worker, WorkerOptions, WorkerType};
use yew::prelude::*;

use super::{Action, Reader, State};
use crate::web::number::whole;
use crate::web::page::model::receive;
use crate::web::page::utils::dom;
use crate::web::protocol::{Input, Output, Parcel, memory};

/// Loading takes well under a second; a worker that says nothing for so long has not started.
const HANDSHAKE_MS: u32 = 15_000;
/// A working reader reports many times a second; a silence of so many seconds is shown.
const SILENCE_S: u32 = 10;

/// The line to the worker.
pub(crate) struct Link {
    worker: RefCell<Option<(Worker, EventListener)>>,
    /// What was asked before the worker could hear it.
    early: RefCell<Vec<Parcel<Input>>>,
    /// Requests that have had no final answer.
    open: Cell<u32>,
    /// Seconds since the worker last said something.
    quiet: Cell<u32>,
    ready: Cell<bool>,
    stops: Cell<u32>,
    timers: RefCell<Option<(Timeout, Interval)>>,
}

impl Link {
    /// A link without a worker yet.
    pub(crate) fn idle() -> Self {
        Self {
            worker: RefCell::new(None),
            early: RefCell::default(),
            open: Cell::new(0),
            quiet: Cell::new(0),
            ready: Cell::new(false),
            stops: Cell::new(0),
            timers: RefCell::new(None),
        }
    }

    /// Spawns the worker.
    pub(crate) fn connect(self: &std::rc::Rc<Self>, dispatcher: &UseReducerDispatcher<State>) {
        let Some(url) = loader() else {
            dispatcher.dispatch(Action::Reader(Reader::Failed));
            return;
        };
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let Ok(worker) = Worker::new_with_options(&url, &options) else {
            dispatcher.dispatch(Action::Reader(Reader::Failed));
            return;
        };
        let (link, dispatch) = (self.clone(), dispatcher.clone());
        let listener = EventListener::new(&worker, "message", move |event| {
            link.hear(Parcel::unwrap(event.unchecked_ref::<MessageEvent>().data()), &dispatch);
        });
        *self.worker.borrow_mut() = Some((worker, listener));
        *self.timers.borrow_mut() = Some((self.handshake(dispatcher), self.watch(dispatcher)));
    }

    /// Sends a request.
    pub(crate) fn send(&self, request: Parcel<Input>) {
        self.open.set(self.open.get() + 1);
        self.quiet.set(0);
        if self.ready.get() {
            self.post(&request);
        } else {
            self.early.borrow_mut().push(request);
        }
    }

    /// Tells the worker to stop what it does.
    pub(crate) fn cancel(&self) {
        self.stops.set(self.stops.get() + 1);
        if self.ready.get() {
            self.post(&Parcel::of(Input::Cancel));
        }
    }

    /// How often something was cancelled: what takes time on the page stops when it changes.
    pub(crate) const fn stops(&self) -> u32 {
        self.stops.get()
    }

    fn post(&self, request: &Parcel<Input>) {
        if let Some((worker, _)) = self.worker.borrow().as_ref() {
            let (message, moved) = request.wrap();
            worker.post_message_with_transfer(&message, &moved).expect_throw("requests are plain data");
        }
    }

    fn hear(&self, answer: Parcel<Output>, dispatcher: &UseReducerDispatcher<State>) {
        self.quiet.set(0);
        dom::set_root("data-memory", &format!("{} {}", whole(memory()), whole(answer.sender_memory)));
        match answer.said {
            Output::Ready => {
                self.ready.set(true);
                self.early.take().iter().for_each(|request| self.post(request));
            }
            Output::Progress(_) => {}
            _ => self.open.set(self.open.get().saturating_sub(1)),
        }
        if let Some(action) = receive(answer) {
            // Drawing what was told is a task of its own after reading it, so that none is long.
            let dispatcher = dispatcher.clone();
            Timeout::new(0, move || dispatcher.dispatch(action)).forget();
        }
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

/// A script that loads the worker's program: a blob inherits the page's Content Security Policy, which a
/// worker fetched by address does not, and the names in it are those of this very build.
fn loader() -> Option<String> {
    let (js, wasm) = dom::worker_addresses()?;
    let quoted = |url: &str| js_sys::JSON::stringify(&url.into()).ok()?.as_string();
    let text =
        format!("import init from {};await init({{module_or_path:{}}});", quoted(&js)?, quoted(&wasm)?);
    let parts = js_sys::Array::of1(&text.into());
    let options = BlobPropertyBag::new();
    options.set_type("text/javascript");
    let blob = Blob::new_with_str_sequence_and_options(&parts, &options).ok()?;
    Url::create_object_url_with_blob(&blob).ok()
}
