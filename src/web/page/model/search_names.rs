//! Searches the names of tensors by regular expressions of the browser.

use std::cell::RefCell;
use std::rc::Rc;

use gloo_file::{Blob, ObjectUrl};
use gloo_timers::callback::Timeout;
use js_sys::{Array, Uint32Array};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;
use web_sys::{MessageEvent, Worker};

use crate::web::page::utils::Breath;
use crate::web::page::utils::Same;
use crate::web::snapshot::Snapshot;
use crate::web::tensors::Found;

/// The worker's script. A worker from a blob inherits the page's Content Security Policy.
const SCRIPT: &str = include_str!("search_names.js");
/// Half a million names take a sensible pattern a fraction of a second.
const PATIENCE_MS: u32 = 3_000;
/// Names per message.
const BATCH: usize = 8_192;

/// What came of a search.
pub(crate) enum Answer {
    /// The matches.
    Found(Found),
    /// A pattern is none, and why, in the browser's words.
    Invalid(String),
    /// It took too long.
    Stopped,
}

/// Searches in one snapshot's names; one search at a time, of waiting ones only the last.
#[derive(Clone)]
pub(crate) struct NameSearch {
    snapshot: Same<Snapshot>,
    answer: Rc<dyn Fn(Answer)>,
    state: Rc<RefCell<State>>,
}

#[derive(Default)]
struct State {
    worker: Option<NameWorker>,
    /// The number of patterns that are being looked for.
    running: Option<usize>,
    next: Option<Vec<String>>,
    patience: Option<Timeout>,
}

/// A worker that has been sent all names; ends when it is dropped.
struct NameWorker {
    worker: Worker,
    _heard: Closure<dyn FnMut(MessageEvent)>,
    _script: ObjectUrl,
}

impl Drop for NameWorker {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

impl NameSearch {
    /// Searches in the names of a snapshot; `answer` hears what came of it.
    pub(crate) fn new(snapshot: Same<Snapshot>, answer: impl Fn(Answer) + 'static) -> Self {
        Self { snapshot, answer: Rc::new(answer), state: Rc::default() }
    }

    /// Looks for patterns instead of whatever is being looked for.
    pub(crate) fn ask(&self, patterns: &[String]) {
        self.state.borrow_mut().next = Some(patterns.to_vec());
        self.go_on();
    }

    /// Looks for nothing any more.
    pub(crate) fn forget(&self) {
        self.state.borrow_mut().next = None;
    }

    /// Starts the waiting search if none is running.
    fn go_on(&self) {
        let patterns = {
            let mut state = self.state.borrow_mut();
            if state.running.is_some() {
                return;
            }
            let Some(patterns) = state.next.take() else { return };
            state.running = Some(patterns.len());
            patterns
        };
        let search = self.clone();
        spawn_local(async move {
            if search.state.borrow().worker.is_none() {
                search.start().await;
            }
            let list: Array = patterns.iter().map(|pattern| JsValue::from_str(pattern)).collect();
            search.post(&list);
            let late = search.clone();
            let patience = Timeout::new(PATIENCE_MS, move || late.stop());
            search.state.borrow_mut().patience = Some(patience);
        });
    }

    /// Spawns the worker and sends it the names.
    async fn start(&self) {
        let script = ObjectUrl::from(Blob::new_with_options(SCRIPT, Some("text/javascript")));
        let Ok(worker) = Worker::new(&script) else { return };
        let search = self.clone();
        let heard =
            Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| search.hear(&event.data()));
        worker.set_onmessage(Some(heard.as_ref().unchecked_ref()));
        let worker = NameWorker { worker, _heard: heard, _script: script };
        self.state.borrow_mut().worker = Some(worker);
        let mut breath = Breath::new();
        let count = self.snapshot.tensors.len();
        for start in (0..count).step_by(BATCH) {
            let mut names = String::new();
            for index in start..count.min(start + BATCH) {
                if index > start {
                    names.push('\n');
                }
                if let Some(tensor) = self.snapshot.tensors.get(index) {
                    names.push_str(&tensor.name.as_str().replace('\n', " "));
                }
            }
            self.post(&JsValue::from_str(&names));
            breath.pause().await;
        }
    }

    fn post(&self, message: &JsValue) {
        if let Some(worker) = &self.state.borrow().worker {
            // Texts and lists of texts can always be sent.
            let _ = worker.worker.post_message(message);
        }
    }

    fn hear(&self, data: &JsValue) {
        let (patterns, superseded) = {
            let mut state = self.state.borrow_mut();
            state.patience = None;
            (state.running.take().unwrap_or(0), state.next.is_some())
        };
        if superseded {
            self.go_on();
        } else if let Some(reason) = data.as_string() {
            (self.answer)(Answer::Invalid(reason));
        } else {
            let numbers = Uint32Array::new(data).to_vec();
            (self.answer)(Answer::Found(Found::new(patterns, numbers)));
        }
    }

    /// Ends a search that takes too long, and with it the worker.
    fn stop(&self) {
        let (worker, patience, superseded) = {
            let mut state = self.state.borrow_mut();
            state.running = None;
            (state.worker.take(), state.patience.take(), state.next.is_some())
        };
        drop(worker);
        // It is what calls this: it must not be cancelled while it runs.
        if let Some(patience) = patience {
            patience.forget();
        }
        if superseded {
            self.go_on();
        } else {
            (self.answer)(Answer::Stopped);
        }
    }

    /// Ends the worker.
    pub(crate) fn close(&self) {
        *self.state.borrow_mut() = State::default();
    }
}
