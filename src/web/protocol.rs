//! What page and worker say to each other.

use js_sys::{Array, ArrayBuffer, Uint8Array, WebAssembly};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use wasm_bindgen::{JsCast, JsValue, UnwrapThrowExt};

use crate::check::Side;
use crate::web::advice;
use crate::web::answer::{Answer, Inquiry};
use crate::web::inference::Inference;
use crate::web::resume::{Question, Told};
use crate::web::snapshot::{Heat, Located, Pair, Snapshot, Window};
use crate::web::workbench::Change;

/// From the page.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Input {
    /// Adds files: per file its side and its path relative to what was dropped or chosen. The
    /// files themselves are [`Parcel::beside`]. Answered by [`Output::Snapshot`], with
    /// [`Output::Progress`] before, or by [`Output::Cancelled`].
    Open(Vec<(Side, String)>),
    /// Replaces both sides by the example. Answered like [`Input::Open`].
    Example,
    /// Changes which files are on which side. Answered like [`Input::Open`].
    Change(Change),
    /// Stop what is being done. Has no answer of its own.
    Cancel,
    /// Where is a tensor's content? Answered by [`Output::Located`].
    Locate(usize),
    /// Who reads how much of whom, in a window. Answered by [`Output::Heat`].
    Heat(Window),
    /// What does a target rank read of a source rank? Answered by [`Output::Pair`].
    Pair(u64, u64),
    /// The plan as JSON. Answered by [`Output::PlanJson`].
    PlanJson,
    /// What causes a text of error? Answered by [`Output::Explained`].
    Explain(Inquiry),
    /// How is a side cut that no strategy describes? Answered by [`Output::Inferred`].
    Infer(Side),
    /// The file of a side's inferred strategy. Answered by [`Output::InferredFile`].
    InferredFile(Side),
    /// Which step can a job resume from? Answered by [`Output::Resumed`].
    Resume(Question),
    /// What is to be written for a run? Answered by [`Output::Advised`].
    Advise(advice::Question),
}

/// From the worker.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Output {
    /// The worker is up: it says so by itself, and hears nothing before.
    Ready,
    /// It is still at work.
    Progress(Progress),
    /// What is known now. The columns of its tensors are [`Parcel::beside`].
    Snapshot(Box<Snapshot>),
    /// It was told to stop when it was so far, and knows what it knew before.
    Cancelled(Progress),
    /// Where a tensor's content is.
    Located(Located),
    /// Who reads how much of whom, in a window; none if there is no plan any more.
    Heat(Option<Heat>),
    /// What a target rank reads of a source rank; none if there is no plan any more.
    Pair(Option<Pair>),
    /// The plan as JSON, whose bytes are [`Parcel::beside`], if there is a plan.
    PlanJson,
    /// What causes a text of error.
    Explained(Answer),
    /// What came of inferring how a side is cut.
    Inferred(Box<Inference>),
    /// The name of an inferred strategy's file, whose bytes are [`Parcel::beside`]; none if nothing can be inferred.
    InferredFile(Option<String>),
    /// Which step a job can resume from.
    Resumed(Box<Told>),
    /// What is to be written for a run.
    Advised(Box<advice::Told>),
}

/// What the worker is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Phase {
    /// Reading headers.
    #[default]
    Reading,
    /// Finding out what belongs together.
    Sorting,
    /// Planning so many tensors.
    Planning(u32),
    /// Putting together what the page shows.
    Packing,
}

/// How far the worker is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Progress {
    /// What it is doing.
    pub phase: Phase,
    /// Files of which something was read.
    pub done: u32,
    /// Files to read.
    pub files: u32,
    /// Bytes that were read of them.
    pub bytes: u64,
}

/// A message on its way: plain data, and what goes beside it as it is.
#[derive(Debug)]
pub(crate) struct Parcel<T> {
    /// What is said.
    pub said: T,
    /// Files, or large columns of bytes: nothing copies or parses them on the way.
    pub beside: Array,
    /// Bytes of memory of the program that sent it.
    pub sender_memory: f64,
}

impl<T> Parcel<T> {
    /// A message with something beside it.
    pub(crate) const fn with(said: T, beside: Array) -> Self {
        Self { said, beside, sender_memory: 0.0 }
    }

    /// A message with nothing beside it.
    pub(crate) fn of(said: T) -> Self {
        Self::with(said, Array::new())
    }
}

impl<T: Serialize> Parcel<T> {
    /// What to post, and of it what is handed over rather than copied.
    pub(crate) fn wrap(&self) -> (JsValue, Array) {
        let said = postcard::to_allocvec(&self.said).expect_throw("messages are plain data");
        let said = Uint8Array::from(said.as_slice());
        let columns = self.beside.iter().filter_map(|value| value.dyn_into::<Uint8Array>().ok());
        let moved: Array = columns.chain([said.clone()]).map(|bytes| bytes.buffer()).collect();
        (Array::of3(&said, &self.beside, &memory().into()).into(), moved)
    }
}

impl<T: DeserializeOwned> Parcel<T> {
    /// What was posted by the same program.
    pub(crate) fn unwrap(posted: JsValue) -> Self {
        let parts: Array = posted.unchecked_into();
        let said: Uint8Array = parts.get(0).unchecked_into();
        let said = postcard::from_bytes(&said.to_vec()).expect_throw("written by the same program");
        let sender_memory = parts.get(2).as_f64().unwrap_or_default();
        Self { said, beside: parts.get(1).unchecked_into(), sender_memory }
    }
}

/// Bytes of memory that this thread's program has taken. It never gives any back.
pub(crate) fn memory() -> f64 {
    let memory: WebAssembly::Memory = wasm_bindgen::memory().unchecked_into();
    f64::from(memory.buffer().unchecked_into::<ArrayBuffer>().byte_length())
}
