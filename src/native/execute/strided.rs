//! A box between two row-major slices, as runs of bytes that are contiguous on both sides.

use std::ops::Range;

/// Where a box lies inside a slice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Corner<'a> {
    /// The slice's own lengths, in elements, outermost first.
    pub dims: &'a [u64],
    /// The box's first element, per dimension.
    pub start: &'a [u64],
}

/// A repetition: `count` blocks, `source` and `target` bytes apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Level {
    count: u64,
    source: u64,
    target: u64,
    /// Bytes from the first to the last of one block, on the target's side.
    block: u64,
}

/// A box as nested repetitions of a run. Offsets are bytes in a slice's row-major content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Strided {
    source: u64,
    target: u64,
    /// Bytes that are contiguous on both sides; 0 for an empty box.
    run: u64,
    /// Outermost first; no two neighbours could be one.
    levels: Vec<Level>,
}

/// Equally spaced runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Strip {
    /// First byte in the source slice.
    pub source: u64,
    /// First byte in the target slice.
    pub target: u64,
    /// Bytes per run.
    pub run: u64,
    /// Number of runs, at least 1.
    pub count: u64,
    /// Bytes from one run to the next in the source slice.
    pub source_step: u64,
    /// Bytes from one run to the next in the target slice.
    pub target_step: u64,
}

impl Strip {
    /// Bytes from the first to the last of the strip, in the source slice.
    pub(crate) fn source_len(&self) -> u64 {
        (self.count - 1) * self.source_step + self.run
    }

    /// The runs: source offset, target offset.
    pub(crate) fn runs(self) -> impl Iterator<Item = (u64, u64)> {
        (0..self.count).map(move |i| (self.source + i * self.source_step, self.target + i * self.target_step))
    }
}

impl Strided {
    /// The box of `lens` elements at one corner of each side. None if the numbers of dimensions
    /// differ, the box is not inside a slice, or a size exceeds 64 bits.
    pub(crate) fn new(item_bytes: u64, lens: &[u64], source: Corner<'_>, target: Corner<'_>) -> Option<Self> {
        let sizes = [source.dims, source.start, target.dims, target.start].map(<[u64]>::len);
        if sizes.iter().any(|&size| size != lens.len()) {
            return None;
        }
        let mut strided = Self { source: 0, target: 0, run: item_bytes, levels: Vec::new() };
        let (mut source_step, mut target_step) = (item_bytes, item_bytes);
        let sides = source.dims.iter().zip(source.start).zip(target.dims.iter().zip(target.start));
        for (&len, ((&source_dim, &source_start), (&target_dim, &target_start))) in
            lens.iter().zip(sides).rev()
        {
            let inside = |start: u64, dim: u64| start.checked_add(len).is_some_and(|end| end <= dim);
            if !inside(source_start, source_dim) || !inside(target_start, target_dim) {
                return None;
            }
            strided.source = strided.source.checked_add(source_start.checked_mul(source_step)?)?;
            strided.target = strided.target.checked_add(target_start.checked_mul(target_step)?)?;
            strided.repeat(len, source_step, target_step);
            source_step = source_step.checked_mul(source_dim)?;
            target_step = target_step.checked_mul(target_dim)?;
        }
        strided.levels.reverse();
        Some(strided)
    }

    /// Repeats what is there, `len` times; levels are innermost first while they are collected.
    fn repeat(&mut self, len: u64, source: u64, target: u64) {
        if len == 0 || self.run == 0 {
            self.run = 0;
            return;
        }
        if len == 1 {
            return;
        }
        match self.levels.last_mut() {
            None if source == self.run && target == self.run => self.run *= len,
            Some(level) if source == level.count * level.source && target == level.count * level.target => {
                level.count *= len;
            }
            last => {
                let block = last.map_or(self.run, |level| (level.count - 1) * level.target + level.block);
                self.levels.push(Level { count: len, source, target, block });
            }
        }
    }

    /// Bytes that are contiguous on both sides.
    pub(crate) fn run(&self) -> u64 {
        self.run
    }

    /// Calls `visit` with the strips of the box that lie in a window of the target slice, in
    /// ascending order on both sides; runs that cross the window's edge are cut there.
    pub(crate) fn strips(&self, window: &Range<u64>, visit: &mut dyn FnMut(Strip)) {
        if self.run > 0 {
            self.descend(&self.levels, self.source, self.target, window, visit);
        }
    }

    fn descend(
        &self,
        levels: &[Level],
        source: u64,
        target: u64,
        window: &Range<u64>,
        visit: &mut dyn FnMut(Strip),
    ) {
        match levels {
            [] => {
                let one = Level { count: 1, source: self.run, target: self.run, block: self.run };
                self.clip(one, source, target, window, visit);
            }
            [last] => self.clip(*last, source, target, window, visit),
            [outer, inner @ ..] => {
                for i in outer.hit(target, window) {
                    self.descend(inner, source + i * outer.source, target + i * outer.target, window, visit);
                }
            }
        }
    }

    /// The strip of the innermost level, with its first and last run cut to the window.
    fn clip(
        &self,
        level: Level,
        source: u64,
        target: u64,
        window: &Range<u64>,
        visit: &mut dyn FnMut(Strip),
    ) {
        let hit = level.hit(target, window);
        let is_whole = |i: u64| {
            let start = target + i * level.target;
            window.start <= start && start + self.run <= window.end
        };
        let mut part = |i: u64| {
            let (source, target) = (source + i * level.source, target + i * level.target);
            let skipped = window.start.saturating_sub(target);
            let run = (target + self.run).min(window.end) - target - skipped;
            let (source, target) = (source + skipped, target + skipped);
            visit(Strip { source, target, run, count: 1, source_step: run, target_step: run });
        };
        let (mut whole, mut tail) = (hit.clone(), None);
        if !hit.is_empty() && !is_whole(hit.start) {
            part(hit.start);
            whole.start += 1;
        }
        if !whole.is_empty() && !is_whole(whole.end - 1) {
            whole.end -= 1;
            tail = Some(whole.end);
        }
        if !whole.is_empty() {
            visit(Strip {
                source: source + whole.start * level.source,
                target: target + whole.start * level.target,
                run: self.run,
                count: whole.end - whole.start,
                source_step: level.source,
                target_step: level.target,
            });
        }
        if let Some(tail) = tail {
            let (source, target) = (source + tail * level.source, target + tail * level.target);
            let run = window.end - target;
            visit(Strip { source, target, run, count: 1, source_step: run, target_step: run });
        }
    }
}

impl Level {
    /// The blocks that reach into the window, if the first is at `target`.
    fn hit(&self, target: u64, window: &Range<u64>) -> Range<u64> {
        let first = match window.start.checked_sub(target + self.block) {
            Some(behind) => behind / self.target + 1,
            None => 0,
        };
        let end = window.end.saturating_sub(target).div_ceil(self.target).min(self.count);
        first.min(end)..end
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn strided(
        item: u64,
        lens: &[u64],
        source: (&[u64], &[u64]),
        target: (&[u64], &[u64]),
    ) -> Option<Strided> {
        let corner = |(dims, start)| Corner { dims, start };
        Strided::new(item, lens, corner(source), corner(target))
    }

    fn strips(strided: &Strided, window: Range<u64>) -> Vec<Strip> {
        let mut strips = Vec::new();
        strided.strips(&window, &mut |strip| strips.push(strip));
        strips
    }

    #[test]
    fn whole_rows_are_one_run() {
        let rows = strided(2, &[3, 8], (&[12, 8], &[6, 0]), (&[3, 8], &[0, 0])).unwrap();
        let run = Strip { source: 96, target: 0, run: 48, count: 1, source_step: 48, target_step: 48 };
        assert_eq!(strips(&rows, 0..48), [run]);
    }

    #[test]
    fn a_column_cut_is_one_strip_over_all_outer_dimensions() {
        let columns = strided(2, &[5, 3, 4], (&[5, 3, 8], &[0, 0, 4]), (&[5, 3, 4], &[0, 0, 0])).unwrap();
        let strip = Strip { source: 8, target: 0, run: 8, count: 15, source_step: 16, target_step: 8 };
        assert_eq!(strips(&columns, 0..120), [strip]);
    }

    #[test]
    fn a_window_cuts_the_runs_at_its_edges() {
        let columns = strided(1, &[4, 4], (&[4, 8], &[0, 0]), (&[4, 4], &[0, 0])).unwrap();
        let cut = strips(&columns, 3..13);
        let parts: Vec<_> = cut.iter().map(|s| (s.source, s.target, s.run, s.count)).collect();
        assert_eq!(parts, [(3, 3, 1, 1), (8, 4, 4, 2), (24, 12, 1, 1)]);
        let inside = strips(&columns, 5..7);
        assert_eq!(inside.iter().map(|s| (s.source, s.target, s.run)).collect::<Vec<_>>(), [(9, 5, 2)]);
    }

    #[test]
    fn a_box_outside_its_slice_or_of_another_number_of_dimensions_is_refused() {
        assert_eq!(strided(1, &[2], (&[2], &[1]), (&[2], &[0])), None);
        assert_eq!(strided(1, &[2], (&[2, 1], &[0, 0]), (&[2], &[0])), None);
        assert_eq!(strided(8, &[1, 1], (&[1, 1], &[0, 0]), (&[u64::MAX, 2], &[0, 0])), None);
    }

    #[test]
    fn an_empty_box_and_a_scalar() {
        let empty = strided(4, &[0, 3], (&[0, 3], &[0, 0]), (&[0, 3], &[0, 0])).unwrap();
        assert_eq!(strips(&empty, 0..u64::MAX), []);
        let scalar = strided(4, &[], (&[], &[]), (&[], &[])).unwrap();
        assert_eq!(strips(&scalar, 0..4).len(), 1);
    }

    /// A dimension: box length, then slice length and box start on both sides.
    fn dimension() -> impl Strategy<Value = [u64; 5]> {
        (1..5u64, 0..4u64, 0..4u64, 0..4u64, 0..4u64).prop_map(
            |(len, before, after, target_before, target_after)| {
                [len, before + len + after, before, target_before + len + target_after, target_before]
            },
        )
    }

    proptest! {
        #[test]
        fn strips_of_consecutive_windows_are_the_box_element_by_element(
            dims in prop::collection::vec(dimension(), 0..5), item in 1..4u64, window in 1..40u64,
        ) {
            let column = |i: usize| dims.iter().map(|dim| dim[i]).collect::<Vec<u64>>();
            let (lens, source, target) = (column(0), (column(1), column(2)), (column(3), column(4)));
            let strided = strided(item, &lens, (&source.0, &source.1), (&target.0, &target.1)).unwrap();

            let place = |(dims, start): &(Vec<u64>, Vec<u64>), at: &[u64]| {
                let position = dims.iter().zip(start).zip(at);
                position.fold(0, |sum, ((dim, start), at)| sum * dim + start + at)
            };
            let mut expected = Vec::new();
            for element in 0..lens.iter().product::<u64>() {
                let mut rest = element;
                let mut at: Vec<u64> = lens.iter().rev().map(|len| { let i = rest % len; rest /= len; i }).collect();
                at.reverse();
                let (from, to) = (place(&source, &at) * item, place(&target, &at) * item);
                expected.extend((0..item).map(|byte| (from + byte, to + byte)));
            }

            let size = target.0.iter().product::<u64>() * item;
            let mut found = Vec::new();
            for start in (0..size).step_by(usize::try_from(window).unwrap()) {
                for strip in strips(&strided, start..start + window) {
                    for (from, to) in strip.runs() {
                        prop_assert!(start <= to && to + strip.run <= start + window);
                        found.extend((0..strip.run).map(|byte| (from + byte, to + byte)));
                    }
                }
            }
            prop_assert_eq!(found, expected);
        }
    }
}
