//! What was read of earlier files: files that begin alike are read alike.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::guess::Steps;

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
pub(super) type Range = (u64, u64);
/// Bytes by their range.
pub(super) type Pieces = HashMap<Range, Vec<u8>>;
/// Size of a file, and its first bytes.
pub(super) type Beginning = (u64, Vec<u8>);

/// What was read of earlier files, by how they begin.
#[derive(Debug, Default)]
pub struct Traces {
    known: RefCell<HashMap<Beginning, Rc<Trace>>>,
    /// How one range followed the other in those files.
    pub(super) steps: Steps,
}

impl Traces {
    /// What was read of an earlier file that began so.
    pub(super) fn get(&self, beginning: &Beginning) -> Option<Rc<Trace>> {
        self.known.borrow().get(beginning).cloned()
    }

    /// Remembers what was read of a file that began so.
    pub(super) fn add(&self, beginning: Beginning, mut trace: Trace) {
        let mut traces = self.known.borrow_mut();
        if trace.bytes.len() as u64 > MAX_BYTES || traces.len() >= MAX_TRACES {
            return;
        }
        if trace.is_sampled_whole() {
            (trace.bytes, trace.places) = Default::default();
        }
        traces.insert(beginning, Rc::new(trace));
    }
}

/// What was read of one file after its beginning.
#[derive(Debug, Default)]
pub(super) struct Trace {
    ranges: Vec<Range>,
    /// What the ranges held, one after the other; forgotten if all of them are read again.
    bytes: Vec<u8>,
    /// Where each range is in the bytes.
    places: HashMap<Range, usize>,
}

impl Trace {
    /// Adds what was read next.
    pub(super) fn add(&mut self, range: Range, bytes: &[u8]) {
        if self.ranges.len() < MAX_RANGES {
            self.ranges.push(range);
            self.places.insert(range, self.bytes.len());
            self.bytes.extend(bytes);
        }
    }

    /// What a range held.
    pub(super) fn get(&self, range: Range) -> Option<&[u8]> {
        let start = *self.places.get(&range)?;
        self.bytes.get(start..start.checked_add(usize::try_from(range.1).ok()?)?)
    }

    /// All ranges that were read.
    pub(super) fn ranges(&self) -> &[Range] {
        &self.ranges
    }

    /// Whether they are so few that all are samples.
    pub(super) fn is_sampled_whole(&self) -> bool {
        self.ranges.len() <= SAMPLES
    }

    /// What to read of a file of `len` bytes to tell whether it is like this one.
    pub(super) fn samples(&self, len: u64) -> Vec<Range> {
        let step = self.ranges.len().div_ceil(SAMPLES).max(1);
        let wanted = |index: usize, range: &Range| index.is_multiple_of(step) || is_end(*range, len);
        let samples = (0..).zip(&self.ranges).filter(|(index, range)| wanted(*index, range));
        samples.map(|(_, range)| *range).collect()
    }

    /// Whether a file of `len` bytes with these samples is taken to be like this one.
    pub(super) fn is_like(&self, samples: &Pieces, len: u64) -> bool {
        let is_equal = |range: Range, bytes: &[u8]| is_end(range, len) || self.get(range) == Some(bytes);
        samples.iter().all(|(range, bytes)| is_equal(*range, bytes))
    }
}

fn is_end((offset, count): Range, len: u64) -> bool {
    offset.saturating_add(count) > len.saturating_sub(END)
}
