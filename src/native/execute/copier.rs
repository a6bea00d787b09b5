//! Moves the content of one tensor from source files into target files.
//!
//! Two ways. *Directly*: runs that are long on both sides are read and written piece by piece. (A
//! copy inside the kernel, `copy_file_range`, was a quarter slower where it had to move bytes:
//! ext4, Linux 6.18.) *Woven*: short runs (a cut through rows) are never read one by one. For a window
//! of every target slice at once, the ranges of the source slices that the window needs are read
//! once, as long reads; the runs are put in order in memory; and the windows are written, as long
//! writes. Slices that share source rows are therefore worked on side by side.

use std::ops::Range;
use std::sync::Arc;

use super::files::{SourceHandle, TargetHandle};
use super::places::{Pair, pairs, places};
use super::spans::{Span, Spans, find};
use super::strided::{Strided, Strip};
use super::{ExecuteError, Progress};
use crate::format::Piece;

/// Sizes that decide how a copy is done, not what it does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Runs of at least this many bytes are copied directly.
    pub direct_run: u64,
    /// Bytes of all target windows of a step together.
    pub window: usize,
    /// Bytes that a step may read. At least gap + 1 for each slice.
    pub read: usize,
    /// A gap of at most so many bytes is read over rather than skipped.
    pub gap: u64,
}

/// Direct from where system calls cost less than a copy in memory; windows small enough for a
/// processor's cache; reads twice the windows, for slices of which only half is needed; a gap of
/// about what a system call costs in copying, and less than a disk reads ahead by itself.
pub(crate) const LIMITS: Limits =
    Limits { direct_run: 64 << 10, window: 1 << 20, read: 2 << 20, gap: 8 << 10 };

/// Upper bound of the buffers of one [`Copier`]: windows, what they are read from, and what a
/// comparison reads.
pub(crate) const COPIER_BYTES: u64 = (2 * LIMITS.window + LIMITS.read) as u64;

/// A box of a source slice that goes into a target slice.
#[derive(Clone, Debug)]
pub(crate) struct Strand<'a> {
    /// Index into the plan's source files.
    pub file: usize,
    /// Where the source slice's content is in that file.
    pub pieces: &'a [Piece],
    /// The box.
    pub strided: Strided,
}

/// A target slice: what it is made of, and the files that hold it.
#[derive(Clone, Debug)]
pub(crate) struct Shard<'a> {
    /// Boxes that together are all of the slice.
    pub strands: Vec<Strand<'a>>,
    /// Target files with equal content.
    pub files: &'a [Arc<TargetHandle>],
}

/// What is done with the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// They are written.
    Write,
    /// They are compared with what the target files hold.
    Compare,
}

/// A range of one tensor's slices, at equal places in files with equal tables.
#[derive(Debug)]
pub(crate) struct Work<'a> {
    /// Index into the plan's tensors.
    pub tensor: usize,
    /// Where a target slice's content is in its file.
    pub pieces: &'a [Piece],
    /// Bytes of the slices' content.
    pub window: Range<u64>,
    /// The slices.
    pub shards: Vec<Shard<'a>>,
    /// What to do.
    pub mode: Mode,
}

/// Where source files are opened.
pub(crate) trait Sources {
    /// The file with an index of the plan.
    fn open(&self, file: usize) -> Result<Arc<SourceHandle>, ExecuteError>;
}

/// One worker's buffers and surroundings.
pub(crate) struct Copier<'a> {
    sources: &'a dyn Sources,
    progress: &'a Progress,
    limits: Limits,
    read: Vec<u8>,
    windows: Vec<u8>,
    compared: Vec<u8>,
}

impl<'a> Copier<'a> {
    pub(crate) fn new(sources: &'a dyn Sources, progress: &'a Progress, limits: Limits) -> Self {
        let (read, windows, compared) = (Vec::new(), Vec::new(), Vec::new());
        Self { sources, progress, limits, read, windows, compared }
    }

    /// Copies or compares a range of slices.
    pub(crate) fn run(&mut self, work: &Work<'_>) -> Result<(), ExecuteError> {
        let min = self.limits.direct_run;
        let is_direct = |shard: &&Shard<'_>| shard.strands.iter().all(|strand| strand.strided.run() >= min);
        // What is known to differ need not be read on.
        let is_open = |shard: &&Shard<'_>| shard.files.iter().any(|file| file.differs.get().is_none());
        let (direct, woven): (Vec<_>, Vec<_>) = work.shards.iter().filter(is_open).partition(is_direct);
        for shard in direct {
            for strand in &shard.strands {
                self.copy_strand(work, shard, strand)?;
            }
        }
        if woven.is_empty() {
            return Ok(());
        }
        let width = (self.limits.window / woven.len()).max(1);
        let mut start = work.window.start;
        while start < work.window.end {
            let end = work.window.end.min(start + width as u64);
            self.weave(work, &woven, width, start..end)?;
            start = end;
        }
        Ok(())
    }

    /// One box of long runs.
    fn copy_strand(
        &mut self,
        work: &Work<'_>,
        shard: &Shard<'_>,
        strand: &Strand<'_>,
    ) -> Result<(), ExecuteError> {
        let source = self.sources.open(strand.file)?;
        let mut strips = Vec::new();
        strand.strided.strips(&work.window, &mut |strip| strips.push(strip));
        for (strip, (from, to)) in strips.iter().flat_map(|strip| strip.runs().map(move |run| (strip, run))) {
            for pair in pairs((strand.pieces, from), (work.pieces, to), strip.run) {
                self.copy_pair(work, &source, shard.files, pair)?;
            }
        }
        Ok(())
    }

    fn copy_pair(
        &mut self,
        work: &Work<'_>,
        source: &SourceHandle,
        targets: &[Arc<TargetHandle>],
        pair: Pair,
    ) -> Result<(), ExecuteError> {
        let mut done = 0;
        while done < pair.len {
            self.progress.check()?;
            let len = (pair.len - done).min(self.limits.window as u64);
            self.windows.resize(usize::try_from(len).unwrap_or(self.limits.window), 0);
            source.read(pair.source + done, &mut self.windows)?;
            for target in targets {
                deliver(work, target, pair.target + done, &self.windows, &mut self.compared)?;
            }
            self.progress.add(len.saturating_mul(targets.len() as u64));
            done += len;
        }
        Ok(())
    }

    /// One window of every slice: put together in memory, then written.
    fn weave(
        &mut self,
        work: &Work<'_>,
        shards: &[&Shard<'_>],
        width: usize,
        window: Range<u64>,
    ) -> Result<(), ExecuteError> {
        self.progress.check()?;
        self.windows.resize(width.saturating_mul(shards.len()), 0);
        self.fill(shards, width, window.start, window.clone())?;
        let len = usize::try_from(window.end - window.start).unwrap_or(width);
        for (shard, bytes) in shards.iter().zip(self.windows.chunks_exact(width)) {
            let mut rest = bytes.get(..len).unwrap_or(bytes);
            for place in places(work.pieces, window.start, window.end - window.start) {
                let (now, later) =
                    rest.split_at_checked(usize::try_from(place.len).unwrap_or(0)).unwrap_or((rest, &[]));
                rest = later;
                for target in shard.files {
                    deliver(work, target, place.offset, now, &mut self.compared)?;
                }
            }
            self.progress.add((len as u64).saturating_mul(shard.files.len() as u64));
        }
        Ok(())
    }

    /// Fills a part of the windows; in halves where it needs more source bytes than fit.
    fn fill(
        &mut self,
        shards: &[&Shard<'_>],
        width: usize,
        origin: u64,
        part: Range<u64>,
    ) -> Result<(), ExecuteError> {
        let mut spans = Spans::new(self.limits.gap);
        for strand in shards.iter().flat_map(|shard| &shard.strands) {
            strand.strided.strips(&part, &mut |strip| spans.add(strand.file, &strip));
        }
        let Some(spans) = spans.join(self.limits.read) else {
            let middle = part.start + (part.end - part.start) / 2;
            if middle == part.start {
                return Err(ExecuteError::Plan("one byte needs more than a buffer to be read".to_owned()));
            }
            self.fill(shards, width, origin, part.start..middle)?;
            return self.fill(shards, width, origin, middle..part.end);
        };
        self.read(shards, spans)?;
        for (shard, bytes) in shards.iter().zip(self.windows.chunks_exact_mut(width)) {
            for strand in &shard.strands {
                let read = &self.read;
                let mut filled = Some(());
                strand.strided.strips(&part, &mut |strip| {
                    filled = filled.and_then(|()| scatter(spans, read, strand.file, &strip, bytes, origin));
                });
                filled.ok_or_else(|| ExecuteError::Plan("a box reads outside its slice".to_owned()))?;
            }
        }
        Ok(())
    }

    /// Reads the spans, each from the slice that it is of.
    fn read(&mut self, shards: &[&Shard<'_>], spans: &[Span]) -> Result<(), ExecuteError> {
        let size = spans.last().map_or(0, |span| span.at as u64 + (span.end - span.start));
        self.read.resize(usize::try_from(size).unwrap_or(self.limits.read), 0);
        for span in spans {
            let strand =
                shards.iter().flat_map(|shard| &shard.strands).find(|strand| strand.file == span.file);
            let Some(strand) = strand else { continue };
            let source = self.sources.open(span.file)?;
            let mut rest = self.read.get_mut(span.at..).unwrap_or(&mut []);
            for place in places(strand.pieces, span.start, span.end - span.start) {
                let len = usize::try_from(place.len).unwrap_or(usize::MAX).min(rest.len());
                let (now, later) = std::mem::take(&mut rest).split_at_mut(len);
                source.read(place.offset, now)?;
                rest = later;
            }
        }
        Ok(())
    }
}

/// Writes bytes to a target file, or compares them with what it holds.
fn deliver(
    work: &Work<'_>,
    target: &TargetHandle,
    offset: u64,
    bytes: &[u8],
    buffer: &mut Vec<u8>,
) -> Result<(), ExecuteError> {
    match work.mode {
        Mode::Write => target.write(offset, bytes),
        Mode::Compare => target.compare(offset, bytes, Some(work.tensor), buffer),
    }
}

/// Puts a strip's runs where they belong in a window that begins at `origin`. None if a run was
/// not read or is not in the window.
fn scatter(
    spans: &[Span],
    read: &[u8],
    file: usize,
    strip: &Strip,
    window: &mut [u8],
    origin: u64,
) -> Option<()> {
    let run = usize::try_from(strip.run).ok()?;
    let mut place = |from: usize, target: u64| {
        let to = usize::try_from(target.checked_sub(origin)?).ok()?;
        window.get_mut(to..to.checked_add(run)?)?.copy_from_slice(read.get(from..from.checked_add(run)?)?);
        Some(())
    };
    let Some(first) = find(spans, file, strip.source, strip.source_len()) else {
        return strip
            .runs()
            .try_for_each(|(source, target)| place(find(spans, file, source, strip.run)?, target));
    };
    let step = usize::try_from(strip.source_step).ok()?;
    let mut from = first;
    for i in 0..strip.count {
        place(from, strip.target + i * strip.target_step)?;
        from = from.checked_add(step)?;
    }
    Some(())
}

#[cfg(test)]
mod tests;
