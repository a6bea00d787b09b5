//! A browser's file as a source of bytes. Workers only: reading is synchronous there.
//!
//! One read costs a browser about a millisecond, however small it is, and a checkpoint's header is
//! hundreds of small reads. But the files of a stage have equal headers: when a file begins like
//! one that was read before, everything that was read of that one is read of this one at once.

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

/// First byte and number of bytes.
type Range = (u64, u64);
/// Size of a file, and what its first read gave.
type Beginning = (u64, Vec<u8>);

/// What was read of earlier files, by how they begin.
#[derive(Debug, Default)]
pub struct Traces(RefCell<HashMap<Beginning, Rc<Vec<Range>>>>);

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
    /// What was asked for after the beginning.
    asked: Vec<Range>,
    /// What was read ahead.
    ahead: HashMap<Range, Vec<u8>>,
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
            state.ahead = known.map(|ranges| self.ahead(&ranges)).transpose()?.unwrap_or_default();
            state.beginning = Some(beginning);
            return Ok(bytes);
        }
        if state.asked.len() < MAX_RANGES {
            state.asked.push(range);
        }
        match state.ahead.remove(&range) {
            Some(bytes) => Ok(bytes),
            None => self.bytes(&self.slice(range)?),
        }
    }

    /// All these ranges with one read.
    fn ahead(&self, ranges: &[Range]) -> Result<HashMap<Range, Vec<u8>>, JsValue> {
        let parts = Array::new();
        for &range in ranges {
            parts.push(self.slice(range)?.as_ref());
        }
        let bytes = self.bytes(&web_sys::Blob::new_with_blob_sequence(&parts)?)?;
        let mut rest = bytes.as_slice();
        let mut ahead = HashMap::with_capacity(ranges.len());
        for &(offset, len) in ranges {
            let Some((part, tail)) = usize::try_from(len).ok().and_then(|len| rest.split_at_checked(len))
            else {
                break;
            };
            ahead.insert((offset, len), part.to_vec());
            rest = tail;
        }
        Ok(ahead)
    }
}

impl Drop for Blob {
    fn drop(&mut self) {
        let State { beginning, asked, .. } = self.state.take();
        let bytes = asked.iter().fold(0u64, |sum, (_, len)| sum.saturating_add(*len));
        let mut traces = self.traces.0.borrow_mut();
        if let Some(beginning) = beginning.filter(|_| bytes <= MAX_BYTES && traces.len() < MAX_TRACES) {
            traces.entry(beginning).or_insert_with(|| Rc::new(asked));
        }
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
