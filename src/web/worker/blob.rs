//! A browser's file as a source of bytes. Workers only: reading is synchronous there.
//!
//! One read costs a browser about a millisecond, however small it is, and a checkpoint's header is
//! a thousand small reads. But the files of a stage have equal headers. When a file has the size of
//! one that was read before and begins like it, everything that was read of that one is read of
//! this one at once; and where that is many pieces, only a few of them are compared: if they are equal,
//! the others are taken to be. A header that differs elsewhere goes unnoticed here; the page says so,
//! and whoever converts compares every header with the plan before it writes.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use js_sys::{Array, Uint8Array};
use wasm_bindgen::JsValue;
use web_sys::{File, FileReaderSync};

use crate::phrase::{Phrase, phrase};
use crate::source::{ReadAt, ReadError, end_inside};
use crate::web::number::{float, whole};

/// Beginnings that are remembered: more than a job has stages.
const MAX_TRACES: usize = 1 << 12;
/// Ranges of one file that are remembered, and their bytes: more than the header of a stage.
const MAX_RANGES: usize = 1 << 16;
const MAX_BYTES: u64 = 16 << 20;
/// Ranges that stand for all; fewer are read all.
const SAMPLES: usize = 8;
/// The end of a file is read of each: a checksum of the contents may be there.
const END: u64 = 64;

/// First byte and number of bytes.
type Range = (u64, u64);
/// Size of a file, and what its first read gave.
type Beginning = (u64, Vec<u8>);

/// What was read of earlier files, by how they begin.
#[derive(Debug, Default)]
pub struct Traces(RefCell<HashMap<Beginning, Rc<Trace>>>);

/// What was read of one file after its beginning.
#[derive(Debug, Default)]
struct Trace {
    ranges: Vec<Range>,
    /// What the ranges held, one after the other; empty if they are few.
    bytes: Vec<u8>,
    /// Where each range is in the bytes.
    places: HashMap<Range, usize>,
}

impl Trace {
    fn add(&mut self, range: Range, bytes: &[u8]) {
        self.ranges.push(range);
        self.places.insert(range, self.bytes.len());
        self.bytes.extend(bytes);
    }

    fn get(&self, range: Range) -> Option<&[u8]> {
        let start = *self.places.get(&range)?;
        self.bytes.get(start..start.checked_add(usize::try_from(range.1).ok()?)?)
    }
}

/// A file of the browser.
#[derive(Debug)]
pub struct Blob {
    file: File,
    len: u64,
    reader: FileReaderSync,
    traces: Rc<Traces>,
    state: RefCell<State>,
}

#[derive(Debug, Default)]
struct State {
    beginning: Option<Beginning>,
    /// Whether an earlier file began so.
    is_known: bool,
    /// What was asked for after the beginning, unless it is known.
    asked: Trace,
    /// What was read ahead.
    ahead: HashMap<Range, Vec<u8>>,
    /// The earlier file that this one is like.
    like: Option<Rc<Trace>>,
}

impl Blob {
    /// A source over a file, which learns from the files that were read with the same traces.
    ///
    /// # Errors
    /// Outside a worker.
    pub fn new(file: File, traces: Rc<Traces>) -> Result<Self, JsValue> {
        let len = whole(file.size());
        Ok(Self { len, file, reader: FileReaderSync::new()?, traces, state: RefCell::default() })
    }

    fn slice(&self, (offset, len): Range) -> Result<web_sys::Blob, JsValue> {
        // Offsets as f64: the 32-bit variants stop at 2 GiB, f64 is exact to 2^53.
        self.file.slice_with_f64_and_f64(float(offset), float(offset.saturating_add(len)))
    }

    fn bytes(&self, blob: &web_sys::Blob) -> Result<Vec<u8>, JsValue> {
        let buffer: JsValue = self.reader.read_as_array_buffer(blob)?.into();
        Ok(Uint8Array::new(&buffer).to_vec())
    }

    fn read(&self, range: Range) -> Result<Vec<u8>, JsValue> {
        let mut state = self.state.borrow_mut();
        if state.beginning.is_none() {
            let bytes = self.bytes(&self.slice(range)?)?;
            let beginning = (self.len, bytes.clone());
            let known = self.traces.0.borrow().get(&beginning).cloned();
            if let Some(trace) = known {
                self.compare(trace, &mut state)?;
            }
            state.beginning = Some(beginning);
            return Ok(bytes);
        }
        if let Some(bytes) = state.ahead.remove(&range) {
            return Ok(bytes);
        }
        if let Some(bytes) = state.like.as_ref().and_then(|trace| trace.get(range)) {
            return Ok(bytes.to_vec());
        }
        let bytes = self.bytes(&self.slice(range)?)?;
        if !state.is_known && state.asked.ranges.len() < MAX_RANGES {
            state.asked.add(range, &bytes);
        }
        Ok(bytes)
    }

    /// Reads what will be asked for if this file is like the one of the trace.
    fn compare(&self, trace: Rc<Trace>, state: &mut State) -> Result<(), JsValue> {
        state.is_known = true;
        if trace.bytes.is_empty() {
            state.ahead = self.all(&trace.ranges)?;
            return Ok(());
        }
        let end = self.len.saturating_sub(END);
        let is_end = |&(offset, len): &Range| offset.saturating_add(len) > end;
        let step = trace.ranges.len().div_ceil(SAMPLES).max(1);
        let samples = (0..).zip(&trace.ranges).filter(|(index, range)| index % step == 0 || is_end(range));
        let samples: Vec<Range> = samples.map(|(_, range)| *range).collect();
        state.ahead = self.all(&samples)?;
        let is_like =
            |(range, bytes): (&Range, &Vec<u8>)| is_end(range) || trace.get(*range) == Some(bytes.as_slice());
        if state.ahead.iter().all(is_like) {
            state.like = Some(trace);
        } else {
            state.ahead = self.all(&trace.ranges)?;
        }
        Ok(())
    }

    /// All these ranges with one read.
    fn all(&self, ranges: &[Range]) -> Result<HashMap<Range, Vec<u8>>, JsValue> {
        let parts = Array::new();
        for &range in ranges {
            parts.push(self.slice(range)?.as_ref());
        }
        let bytes = self.bytes(&web_sys::Blob::new_with_blob_sequence(&parts)?)?;
        Ok(cut(ranges, &bytes))
    }
}

/// The bytes of each range, of all of them one after the other.
fn cut(ranges: &[Range], mut bytes: &[u8]) -> HashMap<Range, Vec<u8>> {
    let mut pieces = HashMap::with_capacity(ranges.len());
    for &(offset, len) in ranges {
        let split = usize::try_from(len).ok().and_then(|len| bytes.split_at_checked(len));
        let Some((piece, rest)) = split else { break };
        pieces.insert((offset, len), piece.to_vec());
        bytes = rest;
    }
    pieces
}

impl Drop for Blob {
    fn drop(&mut self) {
        let State { beginning, is_known, mut asked, .. } = self.state.take();
        let mut traces = self.traces.0.borrow_mut();
        let bytes = asked.bytes.len() as u64;
        let Some(beginning) =
            beginning.filter(|_| !is_known && bytes <= MAX_BYTES && traces.len() < MAX_TRACES)
        else {
            return;
        };
        if asked.ranges.len() <= SAMPLES {
            (asked.bytes, asked.places) = Default::default();
        }
        traces.insert(beginning, Rc::new(asked));
    }
}

impl ReadAt for Blob {
    fn len(&self) -> u64 {
        self.len
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> Result<(), ReadError> {
        let wanted = buffer.len() as u64;
        end_inside(self.len, offset, wanted)?;
        let bytes = self.read((offset, wanted)).map_err(|error| storage(offset, &error))?;
        if bytes.len() != buffer.len() {
            return Err(ReadError::Storage {
                offset,
                reason: phrase!("the file became shorter", "文件变短了"),
            });
        }
        buffer.copy_from_slice(&bytes);
        Ok(())
    }
}

/// What the browser says, such as `NotReadableError` for a file that has changed or is gone.
fn storage(offset: u64, error: &JsValue) -> ReadError {
    let text = js_sys::Reflect::get(error, &"message".into()).ok().and_then(|text| text.as_string());
    let reason = match text {
        Some(text) => Phrase::quoted(&text),
        None => phrase!("the browser gives no reason", "浏览器没有给出原因"),
    };
    ReadError::Storage { offset, reason }
}
