//! What page and worker say to each other.

use gloo_worker::Codec;
use js_sys::{Array, Uint8Array};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use wasm_bindgen::{JsValue, UnwrapThrowExt};

use crate::check::Side;
use crate::web::snapshot::{Located, Snapshot};
use crate::web::workbench::Change;

/// From the page.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Input {
    /// Are you there? Answered by [`Output::Ready`].
    Hello,
    /// Adds files, each to its side. Answered by [`Output::Snapshot`], with [`Output::Progress`] before.
    Open(Opened),
    /// Replaces both sides by the example. Answered like [`Input::Open`].
    Example,
    /// Changes which files are on which side. Answered like [`Input::Open`].
    Change(Change),
    /// Closes and forgets everything. Answered like [`Input::Open`].
    Close,
    /// Where is a tensor's content? Answered by [`Output::Located`].
    Locate(usize),
    /// The plan as JSON. Answered by [`Output::PlanJson`].
    PlanJson,
}

/// Files of the browser. A large job has ten thousand: an object for each would hold up the page.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Opened {
    /// Per file the side that it is added to, and its path relative to what was dropped or chosen.
    pub names: Packed<Vec<(Side, String)>>,
    /// The files themselves: they are handed over, not copied.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub files: Array,
}

/// From the worker.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Output {
    /// The worker is up.
    Ready,
    /// It is still at work.
    Progress(Progress),
    /// What is known now.
    Snapshot(Packed<Snapshot>),
    /// Where a tensor's content is.
    Located(Packed<Located>),
    /// The plan as JSON; none if there is none any more.
    PlanJson(Option<Json>),
}

/// How far the reading is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Progress {
    /// Files of which something was read.
    pub done: u32,
    /// Files to read.
    pub files: u32,
    /// Tensors that are being planned; 0 while files are read.
    pub tensors: u32,
}

/// A large value as the bytes of its JSON: many times faster than an object per field.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Packed<T> {
    json: Json,
    #[serde(skip)]
    of: std::marker::PhantomData<T>,
}

impl<T: Serialize + DeserializeOwned> Packed<T> {
    pub(crate) fn new(value: &T) -> Self {
        let bytes = serde_json::to_vec(value).expect_throw("plain data is JSON");
        Self { json: Json::new(&bytes), of: std::marker::PhantomData }
    }

    pub(crate) fn open(&self) -> T {
        serde_json::from_slice(&self.json.bytes()).expect_throw("written by the same program")
    }
}

/// UTF-8 bytes of a JSON text.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Json(#[serde(with = "serde_wasm_bindgen::preserve")] Uint8Array);

impl Json {
    pub(crate) fn new(bytes: &[u8]) -> Self {
        Self(Uint8Array::from(bytes))
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.0.to_vec()
    }
}

/// Objects of JS that keep a [`web_sys::File`] what it is.
#[derive(Debug)]
pub(crate) struct Objects;

impl Codec for Objects {
    fn encode<I: Serialize>(input: I) -> JsValue {
        let serializer = serde_wasm_bindgen::Serializer::new().serialize_large_number_types_as_bigints(true);
        input.serialize(&serializer).expect_throw("messages are plain data")
    }

    fn decode<O>(input: JsValue) -> O
    where
        O: for<'de> Deserialize<'de>,
    {
        serde_wasm_bindgen::from_value(input).expect_throw("written by the same program")
    }
}
