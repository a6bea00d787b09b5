//! The worker's end of the line to the page.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::future::poll_fn;
use std::rc::Rc;
use std::task::{Poll, Waker};

use gloo_events::EventListener;
use js_sys::Promise;
use wasm_bindgen::{JsCast, UnwrapThrowExt};
use wasm_bindgen_futures::JsFuture;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use crate::web::protocol::{Input, Output, Parcel, Progress};

/// The page told the worker to stop.
pub(super) struct Stopped;

/// Requests that have arrived, and where answers go.
pub(super) struct Line {
    scope: DedicatedWorkerGlobalScope,
    heard: RefCell<VecDeque<Parcel<Input>>>,
    waiting: RefCell<Option<Waker>>,
    stop: Cell<bool>,
}

impl Line {
    /// Listens from now on, and says so.
    pub(super) fn open() -> Rc<Self> {
        let scope = js_sys::global().unchecked_into::<DedicatedWorkerGlobalScope>();
        let line = Rc::new(Self {
            scope: scope.clone(),
            heard: RefCell::default(),
            waiting: RefCell::default(),
            stop: Cell::new(false),
        });
        let ear = Rc::clone(&line);
        EventListener::new(&scope, "message", move |event| {
            ear.hear(Parcel::unwrap(event.unchecked_ref::<MessageEvent>().data()));
        })
        .forget();
        line.post(&Parcel::of(Output::Ready));
        line
    }

    fn hear(&self, parcel: Parcel<Input>) {
        if matches!(parcel.said, Input::Cancel) {
            return self.hear_stop();
        }
        self.heard.borrow_mut().push_back(parcel);
        if let Some(waker) = self.waiting.take() {
            waker.wake();
        }
    }

    /// Stops what is being opened, and what waits to be.
    fn hear_stop(&self) {
        self.stop.set(true);
        let is_waiting = |parcel: &Parcel<Input>| matches!(parcel.said, Input::Open(_));
        let before = self.heard.borrow().len();
        self.heard.borrow_mut().retain(|parcel| !is_waiting(parcel));
        for _ in self.heard.borrow().len()..before {
            self.post(&Parcel::of(Output::Cancelled(Progress::default())));
        }
    }

    /// The next request. From now on only what is said of it can stop it.
    pub(super) async fn next(&self) -> Parcel<Input> {
        let next = poll_fn(|context| match self.heard.borrow_mut().pop_front() {
            Some(parcel) => Poll::Ready(parcel),
            None => {
                self.waiting.replace(Some(context.waker().clone()));
                Poll::Pending
            }
        });
        let parcel = next.await;
        self.stop.set(false);
        parcel
    }

    /// Sends something to the page.
    pub(super) fn post(&self, parcel: &Parcel<Output>) {
        let (message, moved) = parcel.wrap();
        self.scope.post_message_with_transfer(&message, &moved).expect_throw("the page can take messages");
    }

    /// Lets messages arrive.
    ///
    /// # Errors
    /// If one of them says to stop.
    pub(super) async fn pause(&self) -> Result<(), Stopped> {
        let later = Promise::new(&mut |done, _| {
            self.scope.set_timeout_with_callback(&done).expect_throw("workers have timers");
        });
        JsFuture::from(later).await.expect_throw("a timer does not fail");
        if self.stop.take() { Err(Stopped) } else { Ok(()) }
    }
}
