//! What must be read of source slices to fill a window of target slices: near ranges become one.

use super::strided::Strip;

/// More ranges than this are not worth one sort; the window is halved instead.
const MAX_SPANS: usize = 4096;

/// A range of a source slice's content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    /// Which slice: index into the plan's source files.
    pub file: usize,
    /// First byte.
    pub start: u64,
    /// One past the last byte.
    pub end: u64,
    /// Where its bytes are in the buffer.
    pub at: usize,
}

/// Ranges being collected, then sorted and joined.
#[derive(Debug)]
pub(crate) struct Spans {
    spans: Vec<Span>,
    /// A gap of at most so many bytes is read over.
    gap: u64,
    overflown: bool,
}

impl Spans {
    /// No ranges yet.
    pub(crate) const fn new(gap: u64) -> Self {
        Self { spans: Vec::new(), gap, overflown: false }
    }

    /// Adds what a strip reads of a slice.
    pub(crate) fn add(&mut self, file: usize, strip: &Strip) {
        if strip.count == 1 || strip.source_step - strip.run <= self.gap {
            self.push(file, strip.source, strip.source + strip.source_len());
        } else if strip.count > MAX_SPANS as u64 {
            self.overflown = true;
        } else {
            strip.runs().for_each(|(source, _)| self.push(file, source, source + strip.run));
        }
    }

    fn push(&mut self, file: usize, start: u64, end: u64) {
        let full = self.spans.len() >= MAX_SPANS;
        match self.spans.last_mut() {
            Some(last) if last.file == file && last.start <= start && start <= last.end + self.gap => {
                last.end = last.end.max(end);
            }
            _ if full => self.overflown = true,
            _ => self.spans.push(Span { file, start, end, at: 0 }),
        }
    }

    /// Sorts and joins the ranges, and gives each its place in a buffer of `limit` bytes. None if
    /// they do not fit.
    pub(crate) fn join(&mut self, limit: usize) -> Option<&[Span]> {
        if self.overflown {
            return None;
        }
        self.spans.sort_unstable_by_key(|span| (span.file, span.start));
        self.spans.dedup_by(|next, span| {
            let near = next.file == span.file && next.start <= span.end + self.gap;
            if near {
                span.end = span.end.max(next.end);
            }
            near
        });
        let mut used = 0usize;
        for span in &mut self.spans {
            span.at = used;
            used = used.checked_add(usize::try_from(span.end - span.start).ok()?)?;
            if used > limit {
                return None;
            }
        }
        Some(&self.spans)
    }
}

/// Where `len` bytes from `start` of a slice are in the buffer; none if they were not read as one.
pub(crate) fn find(spans: &[Span], file: usize, start: u64, len: u64) -> Option<usize> {
    let after = spans.partition_point(|span| (span.file, span.start) <= (file, start));
    let span = spans.get(after.checked_sub(1)?)?;
    (span.file == file && start + len <= span.end).then_some(())?;
    Some(span.at + usize::try_from(start - span.start).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strip(source: u64, run: u64, count: u64, source_step: u64) -> Strip {
        Strip { source, target: 0, run, count, source_step, target_step: run }
    }

    fn joined(strips: &[(usize, Strip)], limit: usize) -> Option<Vec<(usize, u64, u64, usize)>> {
        let mut spans = Spans::new(8 << 10);
        strips.iter().for_each(|(file, strip)| spans.add(*file, strip));
        let joined = spans.join(limit)?;
        Some(joined.iter().map(|span| (span.file, span.start, span.end, span.at)).collect())
    }

    #[test]
    fn columns_of_the_same_rows_are_read_once() {
        let quarters: Vec<_> = (0..4).map(|i| (3, strip(i * 1024, 1024, 256, 4096))).collect();
        assert_eq!(joined(&quarters, 1 << 20), Some(vec![(3, 0, 1 << 20, 0)]));
        assert_eq!(joined(&quarters, (1 << 20) - 1), None);
    }

    #[test]
    fn far_runs_are_read_one_by_one() {
        let far = [(1, strip(100, 512, 3, 1 << 20))];
        let mib = 1 << 20;
        let expected =
            vec![(1, 100, 612, 0), (1, mib + 100, mib + 612, 512), (1, 2 * mib + 100, 2 * mib + 612, 1024)];
        assert_eq!(joined(&far, 1 << 20), Some(expected));
        assert_eq!(joined(&[(1, strip(0, 1, 1 << 40, 1 << 20))], 1 << 20), None);
    }

    #[test]
    fn a_run_is_found_only_in_its_own_slice() {
        let spans =
            [Span { file: 1, start: 10, end: 20, at: 0 }, Span { file: 2, start: 0, end: 30, at: 10 }];
        assert_eq!(find(&spans, 1, 12, 8), Some(2));
        assert_eq!(find(&spans, 1, 12, 9), None);
        assert_eq!(find(&spans, 1, 9, 1), None);
        assert_eq!(find(&spans, 2, 5, 25), Some(15));
        assert_eq!(find(&spans, 3, 0, 1), None);
    }
}
