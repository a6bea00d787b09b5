//! A browser's file as a source of bytes. Workers only: reading is synchronous there.
//!
//! One read costs a browser about a millisecond, however small it is, and a checkpoint's header is
//! a thousand small reads. But the files of a stage have equal headers. When a file has the size of
//! one that was read before and begins like it, everything that was read of that one is read of
//! this one at once; and where that is many pieces, only a few of them are compared: if they are equal,
//! the others are taken to be. A header that differs elsewhere goes unnoticed here; the page says so,
//! and whoever converts compares every header with the plan before it writes.
//!
//! What can be known in advance of many files is read [`ahead`] of all of them, side by side.

mod ahead;
mod guess;
mod traces;

use std::cell::RefCell;
use std::io::ErrorKind;
use std::rc::Rc;

use js_sys::{Array, Uint8Array};
use wasm_bindgen::JsValue;
use web_sys::{File, FileReaderSync};

use crate::format::HEAD;
use crate::phrase::{Phrase, phrase};
use crate::source::{ReadAt, ReadError, end_inside};
use crate::web::number::{float, whole};

pub(super) use ahead::MAX_TOGETHER;
pub use ahead::open_all;
use guess::Walk;
pub use traces::Traces;
use traces::{Beginning, Pieces, Range, Trace};

/// A file of at most so many bytes is read at once; of any other, what tells its kind is read first.
/// Files of one size that begin so are taken to be alike until a sample says otherwise.
const SMALL: u64 = 64 << 10;
/// A range of more bytes is no header: it is read straight to where it is wanted.
const LARGE: usize = 1 << 20;

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
    /// The first bytes, once they were read.
    head: Option<Vec<u8>>,
    /// Whether earlier files were asked about.
    is_compared: bool,
    /// The earlier file that began so.
    known: Option<Rc<Trace>>,
    /// Whether the earlier file's bytes are this one's.
    is_like: bool,
    /// What was read ahead.
    ahead: Pieces,
    /// What was asked for after the head, unless an earlier file began so.
    asked: Trace,
    /// Where it was asked for, to guess what comes next.
    walk: Walk,
}

impl Blob {
    /// A source over a file, which learns from the files that were read with the same traces.
    ///
    /// # Errors
    /// Outside a worker.
    fn new(file: File, traces: Rc<Traces>) -> Result<Self, JsValue> {
        let len = whole(file.size());
        Ok(Self { len, file, reader: FileReaderSync::new()?, traces, state: RefCell::default() })
    }

    /// When the file was last written, in nanoseconds since 1970: browsers tell milliseconds.
    pub(in crate::web::worker) fn modified(&self) -> i64 {
        let nanoseconds = whole(self.file.last_modified()).saturating_mul(1_000_000);
        i64::try_from(nanoseconds).unwrap_or(i64::MAX)
    }

    /// The range that is read first.
    fn first(&self) -> Range {
        (0, if self.len <= SMALL { self.len } else { HEAD })
    }

    /// A range as the browser reads it. Cutting one out holds up Chromium's worker for a third of a
    /// millisecond; a whole file needs no cut.
    fn slice(&self, (offset, len): Range) -> Result<web_sys::Blob, JsValue> {
        if len == self.len {
            return Ok(self.file.clone().into());
        }
        // Offsets as f64: the 32-bit variants stop at 2 GiB, f64 is exact to 2^53.
        self.file.slice_with_f64_and_f64(float(offset), float(offset.saturating_add(len)))
    }

    fn bytes(&self, blob: &web_sys::Blob) -> Result<Vec<u8>, JsValue> {
        let buffer: JsValue = self.reader.read_as_array_buffer(blob)?.into();
        Ok(Uint8Array::new(&buffer).to_vec())
    }

    /// Whether there were as many bytes as the buffer takes.
    fn read_into(&self, range: Range, buffer: &mut [u8]) -> Result<bool, JsValue> {
        let read: JsValue = self.reader.read_as_array_buffer(&self.slice(range)?)?.into();
        let bytes = Uint8Array::new(&read);
        let is_whole = bytes.length() as usize == buffer.len();
        if is_whole {
            bytes.copy_to(buffer);
        }
        Ok(is_whole)
    }

    fn read(&self, range: Range) -> Result<Vec<u8>, JsValue> {
        let state = &mut *self.state.borrow_mut();
        if state.head.is_none() {
            state.head = Some(self.bytes(&self.slice(self.first())?)?);
        }
        if let Some(bytes) = state.head.as_deref().and_then(|head| part(head, range)) {
            return Ok(bytes.to_vec());
        }
        if !state.is_compared {
            self.compare(state)?;
        }
        match &state.known {
            Some(trace) => {
                let sample = state.ahead.get(&range).map(Vec::as_slice);
                match sample.or_else(|| trace.get(range).filter(|_| state.is_like)) {
                    Some(bytes) => Ok(bytes.to_vec()),
                    None => self.bytes(&self.slice(range)?),
                }
            }
            None => self.learn(range, state),
        }
    }

    /// Reads a range of a file unlike those before, and what will probably be asked for after it.
    fn learn(&self, range: Range, state: &mut State) -> Result<Vec<u8>, JsValue> {
        let bytes = match state.ahead.remove(&range) {
            Some(bytes) => bytes,
            None => {
                let were_right = std::mem::take(&mut state.ahead).is_empty();
                let mut ranges = vec![range];
                ranges.extend(state.walk.guess(range, self.len, were_right, &self.traces.steps));
                state.ahead = self.all(&ranges)?;
                state.ahead.remove(&range).unwrap_or_default()
            }
        };
        state.walk.ask(range, &self.traces.steps);
        state.asked.add(range, &bytes);
        Ok(bytes)
    }

    /// How the file begins, once that was read.
    fn beginning(&self, state: &State) -> Option<Beginning> {
        let (_, first) = self.first();
        let head = state.head.as_ref().filter(|head| head.len() as u64 == first && first < self.len)?;
        Some((self.len, head.clone()))
    }

    /// Finds an earlier file that began so, and whether this one is like it.
    fn compare(&self, state: &mut State) -> Result<(), JsValue> {
        state.is_compared = true;
        let Some(trace) = self.beginning(state).and_then(|beginning| self.traces.get(&beginning)) else {
            return Ok(());
        };
        let samples = self.all(&trace.samples(self.len))?;
        self.know(state, trace, samples)
    }

    /// Notes an earlier file that began so and the samples of this one, and reads all that was read
    /// of the earlier one if they say that it is not like it.
    fn know(&self, state: &mut State, trace: Rc<Trace>, samples: Pieces) -> Result<(), JsValue> {
        state.is_compared = true;
        state.is_like = trace.is_like(&samples, self.len);
        state.ahead = match state.is_like || trace.is_sampled_whole() {
            true => samples,
            false => self.all(trace.ranges())?,
        };
        state.known = Some(trace);
        Ok(())
    }

    /// All these ranges with one read.
    fn all(&self, ranges: &[Range]) -> Result<Pieces, JsValue> {
        let parts = Array::new();
        for &range in ranges {
            parts.push(self.slice(range)?.as_ref());
        }
        let bytes = self.bytes(&web_sys::Blob::new_with_blob_sequence(&parts)?)?;
        Ok(ranges.iter().copied().zip(cut(ranges, &bytes)).collect())
    }
}

/// The bytes of each range, of all of them one after the other. None if they are not as many as the
/// ranges want: nobody could tell whose are missing.
fn cut(ranges: &[Range], mut bytes: &[u8]) -> Vec<Vec<u8>> {
    let wanted = ranges.iter().fold(0, |sum: u64, (_, len)| sum.saturating_add(*len));
    if wanted != bytes.len() as u64 {
        return Vec::new();
    }
    let mut pieces = Vec::with_capacity(ranges.len());
    for &(_, len) in ranges {
        let split = usize::try_from(len).ok().and_then(|len| bytes.split_at_checked(len));
        let Some((piece, rest)) = split else { break };
        pieces.push(piece.to_vec());
        bytes = rest;
    }
    pieces
}

/// Whether the bytes are as many as the buffer takes.
fn fill(buffer: &mut [u8], bytes: &[u8]) -> bool {
    let is_whole = bytes.len() == buffer.len();
    if is_whole {
        buffer.copy_from_slice(bytes);
    }
    is_whole
}

/// A range of the bytes that a file begins with.
fn part(head: &[u8], (offset, len): Range) -> Option<&[u8]> {
    let start = usize::try_from(offset).ok()?;
    head.get(start..start.checked_add(usize::try_from(len).ok()?)?)
}

impl Drop for Blob {
    fn drop(&mut self) {
        let mut state = self.state.take();
        if let Some(beginning) = self.beginning(&state).filter(|_| state.known.is_none()) {
            self.traces.add(beginning, std::mem::take(&mut state.asked));
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
        let is_filled = if buffer.len() > LARGE {
            self.read_into((offset, wanted), buffer)
        } else {
            self.read((offset, wanted)).map(|bytes| fill(buffer, &bytes))
        };
        match is_filled.map_err(|error| storage(offset, &error))? {
            true => Ok(()),
            false => {
                let reason = phrase!("the file became shorter", "文件变短了");
                Err(ReadError::Storage { offset, kind: ErrorKind::UnexpectedEof, reason })
            }
        }
    }
}

/// What the browser says, such as `NotReadableError` for a file that has changed or is gone.
fn storage(offset: u64, error: &JsValue) -> ReadError {
    let text = js_sys::Reflect::get(error, &"message".into()).ok().and_then(|text| text.as_string());
    let reason = match text {
        // What it says is put into a sentence.
        Some(text) => Phrase::quoted(text.trim_end_matches('.')),
        None => phrase!("the browser gives no reason", "浏览器没有给出原因"),
    };
    // `NotReadableError` is said of a file that may not be read, and of one that has changed.
    ReadError::Storage { offset, kind: ErrorKind::Other, reason }
}

#[cfg(test)]
mod tests {
    use wasm_bindgen_test::wasm_bindgen_test;

    use super::*;

    #[wasm_bindgen_test]
    fn bytes_that_are_too_few_are_given_to_no_range() {
        let ranges = [(0, 2), (7, 0), (9, 3)];
        assert_eq!(cut(&ranges, b"abcde"), [b"ab".to_vec(), Vec::new(), b"cde".to_vec()]);
        assert!(cut(&ranges, b"abcd").is_empty());
        assert!(cut(&ranges, b"abcdef").is_empty());
    }
}
