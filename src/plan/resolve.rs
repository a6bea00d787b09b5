//! Multiplies a plan out: which box of which source slice goes to which box of a target slice.

use std::collections::HashMap;

use super::{Content, Cuts, Origin, Piece, Plan, PlanError, Program, SourceFile, TargetEntry};
use crate::order::sort_by_key;

/// Where one source slice and one target slice overlap along one dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Index of the source slice along the dimension.
    pub source: u64,
    /// First element of the whole tensor that both hold.
    pub start: u64,
    /// Number of elements; at least 1.
    pub len: u64,
}

impl Cuts {
    /// Number of source slices along the dimension.
    #[must_use]
    pub fn source_parts(&self) -> u64 {
        (self.source.len() as u64).saturating_sub(1)
    }

    /// Number of target slices along the dimension.
    #[must_use]
    pub fn target_parts(&self) -> u64 {
        (self.target.len() as u64).saturating_sub(1)
    }

    /// First element and end of source slice `index`.
    pub(super) fn source_span(&self, index: u64) -> Option<(u64, u64)> {
        span(&self.source, index)
    }

    /// First element and end of target slice `index`.
    pub(super) fn target_span(&self, index: u64) -> Option<(u64, u64)> {
        span(&self.target, index)
    }

    /// The overlaps of target slice `index` with source slices, ascending.
    #[must_use]
    pub fn segments(&self, index: u64) -> Vec<Segment> {
        let Some((start, end)) = self.target_span(index) else { return Vec::new() };
        let first = self.source.partition_point(|&bound| bound <= start).saturating_sub(1);
        let mut segments = Vec::new();
        for (at, pair) in self.source.windows(2).enumerate().skip(first) {
            let &[from, to] = pair else { continue };
            if from >= end {
                break;
            }
            let (from, to) = (from.max(start), to.min(end));
            if from < to {
                segments.push(Segment { source: at as u64, start: from, len: to - from });
            }
        }
        segments
    }
}

/// The boundaries around part `index`; none if there are none, or they do not ascend.
fn span(bounds: &[u64], index: u64) -> Option<(u64, u64)> {
    let index = usize::try_from(index).ok()?;
    match bounds.get(index..)? {
        [start, end, ..] if start <= end => Some((*start, *end)),
        _ => None,
    }
}

/// A box of one file's slice: row-major content of `dims`, in `pieces` of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slice<'a> {
    /// The slice's own lengths.
    pub dims: Vec<u64>,
    /// The box's first element inside the slice.
    pub start: Vec<u64>,
    /// Where the slice's content is in the file: these byte ranges, in order.
    pub pieces: &'a [Piece],
}

/// One box to copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoxCopy<'a> {
    /// Index into the plan's source files.
    pub source_file: usize,
    /// Bytes per element.
    pub item_bytes: u64,
    /// The box's lengths, in elements.
    pub lens: Vec<u64>,
    /// Where it is read.
    pub source: Slice<'a>,
    /// Where it is written.
    pub target: Slice<'a>,
}

/// Multiplies a plan out. Works on any plan; one that fails [`super::verify`] gives errors.
#[derive(Clone, Copy, Debug)]
pub struct Resolver<'a> {
    plan: &'a Plan,
}

impl<'a> Resolver<'a> {
    /// A resolver of a plan.
    #[must_use]
    pub const fn new(plan: &'a Plan) -> Self {
        Self { plan }
    }

    /// The copies of one content.
    ///
    /// # Errors
    /// If there is no such content, or it has no rank or table.
    pub fn content(self, index: usize) -> Result<ContentReader<'a>, PlanError> {
        let content = self.plan.target.contents.get(index).ok_or(PlanError::NoContent(index))?;
        let &rank = content.ranks.first().ok_or(PlanError::NoRank { content: index })?;
        let table = self.plan.target.tables.get(content.table);
        let entries = &table.ok_or(PlanError::NoTable { content: index })?.entries;
        let rank_in_stage = rank % self.plan.target.topology.ranks_per_stage.max(1);
        Ok(ContentReader { plan: self.plan, index, content, entries, rank_in_stage, holders: HashMap::new() })
    }
}

/// The copies of one content: of one target file, or of several equal ones.
#[derive(Debug)]
pub struct ContentReader<'a> {
    plan: &'a Plan,
    index: usize,
    content: &'a Content,
    entries: &'a [TargetEntry],
    rank_in_stage: u64,
    /// By source stage and layout: the files to read with the shard that each holds, by shard, then
    /// in order of preference.
    holders: HashMap<(u32, usize), Vec<(u64, usize)>>,
}

/// One box, where it lies in the whole tensor.
pub(super) struct Part<'b, 'a> {
    /// Index into the plan's source files.
    pub(super) file: usize,
    pub(super) item_bytes: u64,
    /// Per dimension the segment that the box is.
    pub(super) chosen: &'b [Segment],
    /// Per dimension first element and end of the source slice.
    pub(super) source: &'b [(u64, u64)],
    pub(super) source_pieces: &'a [Piece],
    /// The same of the target slice.
    pub(super) target: &'b [(u64, u64)],
    pub(super) target_pieces: &'a [Piece],
}

impl<'a> ContentReader<'a> {
    /// The tensors of the content, in file order.
    #[must_use]
    pub const fn entries(&self) -> &'a [TargetEntry] {
        self.entries
    }

    /// The lengths of one tensor's slice in the content's files.
    ///
    /// # Errors
    /// If the plan contradicts itself.
    pub fn target_dims(&self, entry: usize) -> Result<Vec<u64>, PlanError> {
        let bad = PlanError::BadEntry { content: self.index, entry };
        let entry = self.entries.get(entry).ok_or(bad.clone())?;
        let program = self.plan.programs.get(entry.program).ok_or(bad.clone())?;
        let layout = self.plan.layouts.get(program.target_layout).ok_or(bad.clone())?;
        let position = layout.position(self.rank_in_stage);
        let spans = program.dims.iter().zip(&position).map(|(cuts, &at)| cuts.target_span(at));
        spans.map(|span| span.map(|(start, end)| end - start)).collect::<Option<_>>().ok_or(bad)
    }

    /// The boxes that make up one tensor of the content: disjoint, and together all of it.
    ///
    /// # Errors
    /// If the plan contradicts itself or no file to read holds a needed source shard.
    pub fn copies(&mut self, entry: usize) -> Result<Vec<BoxCopy<'a>>, PlanError> {
        let bad = PlanError::BadEntry { content: self.index, entry };
        let mut copies = Vec::new();
        self.for_each_part(entry, |part| {
            let starts = |origins: &mut dyn Iterator<Item = u64>| {
                part.chosen.iter().zip(origins).map(|(segment, origin)| segment.start - origin).collect()
            };
            copies.push(BoxCopy {
                source_file: part.file,
                item_bytes: part.item_bytes,
                lens: part.chosen.iter().map(|segment| segment.len).collect(),
                source: Slice {
                    dims: part.source.iter().map(|&(start, end)| end - start).collect(),
                    start: starts(&mut part.source.iter().map(|&(start, _)| start)),
                    pieces: part.source_pieces,
                },
                target: Slice {
                    dims: part.target.iter().map(|&(start, end)| end - start).collect(),
                    start: starts(&mut part.target.iter().map(|&(start, _)| start)),
                    pieces: part.target_pieces,
                },
            });
            Some(())
        })?
        .ok_or(bad)?;
        Ok(copies)
    }

    /// Calls `visit` for every box of one tensor of the content, until it gives none.
    pub(super) fn for_each_part(
        &mut self,
        entry: usize,
        mut visit: impl FnMut(Part<'_, 'a>) -> Option<()>,
    ) -> Result<Option<()>, PlanError> {
        let plan = self.plan;
        let bad = PlanError::BadEntry { content: self.index, entry };
        let entry = self.entries.get(entry).ok_or(bad.clone())?;
        let program = plan.programs.get(entry.program).ok_or(bad.clone())?;
        let tensor = plan.tensors.get(entry.tensor).ok_or(bad.clone())?;
        let layout = plan.layouts.get(program.target_layout).ok_or(bad.clone())?;
        let position = layout.position(self.rank_in_stage);
        let mut target = Vec::with_capacity(position.len());
        let mut segments = Vec::with_capacity(position.len());
        for (cuts, &at) in program.dims.iter().zip(&position) {
            target.push(cuts.target_span(at).ok_or(bad.clone())?);
            segments.push(cuts.segments(at));
        }
        let mut combinations = Combinations::new(&segments);
        let mut source = Vec::with_capacity(segments.len());
        while let Some(chosen) = combinations.next() {
            let shard = source_slice(program, chosen, &mut source).ok_or(bad.clone())?;
            let file = self.file(entry, program, shard)?;
            let part = Part {
                file,
                item_bytes: tensor.dtype.size(),
                chosen,
                source: &source,
                source_pieces: pieces(plan, file, entry.tensor).ok_or(bad.clone())?,
                target: &target,
                target_pieces: &entry.pieces,
            };
            if visit(part).is_none() {
                return Ok(None);
            }
        }
        Ok(Some(()))
    }

    /// The file to read a source shard of a tensor from.
    fn file(&mut self, entry: &TargetEntry, program: &Program, shard: u64) -> Result<usize, PlanError> {
        let stage = match entry.from {
            Origin::File(file) => return Ok(file),
            Origin::Stage(stage) => stage,
        };
        let plan = self.plan;
        let key = (stage, program.source_layout);
        let reads = &self.content.reads;
        let holders =
            self.holders.entry(key).or_insert_with(|| holders(plan, reads, stage, program.source_layout));
        let first = holders.partition_point(|&(held, _)| held < shard);
        let of_shard = holders.iter().skip(first).take_while(|&&(held, _)| held == shard);
        let mut files = of_shard.map(|&(_, file)| file);
        let file = files.find(|&file| pieces(plan, file, entry.tensor).is_some());
        file.ok_or(PlanError::NoSource { content: self.index, tensor: entry.tensor, shard })
    }
}

/// Which shard of a source layout each of `reads` holds: by shard, then in their order.
fn holders(plan: &Plan, reads: &[usize], stage: u32, layout: usize) -> Vec<(u64, usize)> {
    let Some(layout) = plan.layouts.get(layout) else { return Vec::new() };
    let ranks = plan.source.topology.ranks_per_stage.max(1);
    let held = reads.iter().filter_map(|&read| {
        let rank = plan.source.files.get(read)?.rank;
        (rank / ranks == u64::from(stage)).then(|| (layout.shard_of(rank % ranks), read))
    });
    let mut holders: Vec<(u64, usize)> = held.collect();
    sort_by_key(&mut holders, |&(shard, _)| shard);
    holders
}

/// Where a tensor's content is in a source file; none if the file does not hold it.
pub(super) fn pieces(plan: &Plan, file: usize, tensor: usize) -> Option<&[Piece]> {
    let SourceFile { table, .. } = plan.source.files.get(file)?;
    let entries = &plan.source.tables.get(*table)?.entries;
    let at = entries.binary_search_by_key(&tensor, |entry| entry.tensor).ok()?;
    entries.get(at).map(|entry| entry.pieces.as_slice())
}

/// The source shard that one segment per dimension falls into; puts its span per dimension into `spans`.
fn source_slice(program: &Program, chosen: &[Segment], spans: &mut Vec<(u64, u64)>) -> Option<u64> {
    let mut shard = 0u64;
    spans.clear();
    for (cuts, segment) in program.dims.iter().zip(chosen) {
        shard = shard.checked_mul(cuts.source_parts())?.checked_add(segment.source)?;
        spans.push(cuts.source_span(segment.source)?);
    }
    Some(shard)
}

/// Every combination of one segment per dimension, row-major.
struct Combinations<'s> {
    segments: &'s [Vec<Segment>],
    /// The chosen segment of each dimension.
    at: Vec<usize>,
    chosen: Vec<Segment>,
    is_done: bool,
}

impl<'s> Combinations<'s> {
    fn new(segments: &'s [Vec<Segment>]) -> Self {
        let at = vec![0; segments.len()];
        let is_done = segments.iter().any(Vec::is_empty);
        Self { segments, at, chosen: Vec::with_capacity(segments.len()), is_done }
    }

    fn next(&mut self) -> Option<&[Segment]> {
        if self.is_done {
            return None;
        }
        self.chosen.clear();
        self.chosen.extend(self.segments.iter().zip(&self.at).filter_map(|(choices, &at)| choices.get(at)));
        self.is_done = !self.advance();
        Some(&self.chosen)
    }

    /// Steps to the next combination, last dimension fastest; false after the last.
    fn advance(&mut self) -> bool {
        for (at, choices) in self.at.iter_mut().zip(self.segments).rev() {
            *at += 1;
            if *at < choices.len() {
                return true;
            }
            *at = 0;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_slices_feed_four() {
        let cuts = Cuts { source: vec![0, 2, 4, 6, 8, 10, 12], target: vec![0, 3, 6, 9, 12] };
        let of = |index| cuts.segments(index).iter().map(|s| (s.source, s.start, s.len)).collect::<Vec<_>>();
        assert_eq!(of(0), [(0, 0, 2), (1, 2, 1)]);
        assert_eq!(of(1), [(1, 3, 1), (2, 4, 2)]);
        assert_eq!(of(4), []);
    }

    #[test]
    fn empty_slices_overlap_nothing() {
        let cuts = Cuts { source: vec![0, 2, 4, 5, 5], target: vec![0, 0, 5] };
        assert_eq!(cuts.segments(0), []);
        assert_eq!(cuts.segments(1).iter().map(|s| s.source).collect::<Vec<_>>(), [0, 1, 2]);
    }

    #[test]
    fn a_scalar_is_one_combination() {
        let count = |segments: &[Vec<Segment>]| {
            let mut combinations = Combinations::new(segments);
            std::iter::from_fn(|| combinations.next().map(|_| ())).count()
        };
        assert_eq!(count(&[]), 1);
        assert_eq!(count(&[Vec::new()]), 0);
        let segments = |n| vec![Segment { source: 0, start: 0, len: 1 }; n];
        assert_eq!(count(&[segments(2), segments(1), segments(3)]), 6);
    }
}
