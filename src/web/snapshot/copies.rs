//! The copies that make up one tensor on the target side, box by box.

use serde::{Deserialize, Serialize};

use super::planned::Planned;
use crate::geometry::{Region, Span};
use crate::order::sort_by_key;
use crate::plan::{BoxCopy, Content, Plan, Resolver, Slice};

/// Slices that one answer lists, and boxes over all of them.
const MAX_SLICES: usize = 256;
const MAX_BOXES: usize = 1024;

/// How one tensor is put together on the target side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Copies {
    /// One for all target ranks with equal files, by their first rank.
    pub slices: Vec<SliceCopies>,
    /// How many more there are.
    pub hidden: u64,
}

/// How one slice of the target is put together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SliceCopies {
    /// Target ranks that hold it.
    pub ranks: Vec<u64>,
    /// What it is of the whole tensor.
    pub region: Region,
    /// The boxes that are copied into it.
    pub boxes: Vec<BoxFacts>,
}

/// One box.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoxFacts {
    /// Source rank that is read.
    pub rank: u64,
    /// Its file.
    pub file: String,
    /// What the box is of the whole tensor.
    pub region: Region,
    /// Bytes copied.
    pub bytes: u64,
    /// In how many runs of consecutive bytes they are read.
    pub reads: u64,
    /// In how many they are written.
    pub writes: u64,
}

/// The copies of a tensor.
pub(super) fn copies(planned: &Planned<'_>) -> Copies {
    let mut all: Vec<(usize, &Content, usize)> = planned.contents().collect();
    sort_by_key(&mut all, |(_, content, _)| content.ranks.first().copied());
    let mut copies = Copies::default();
    let mut boxes = 0;
    for &(index, content, entry) in all.iter().take(MAX_SLICES) {
        let Some(slice) = slice_copies(planned.plan, index, content, entry) else { break };
        boxes += slice.boxes.len();
        if boxes > MAX_BOXES && !copies.slices.is_empty() {
            break;
        }
        copies.slices.push(slice);
    }
    copies.hidden = all.len().saturating_sub(copies.slices.len()) as u64;
    copies
}

fn slice_copies(plan: &Plan, index: usize, content: &Content, entry: usize) -> Option<SliceCopies> {
    let mut reader = Resolver::new(plan).content(index).ok()?;
    let origin = origin(plan, content, reader.entries().get(entry)?.program)?;
    let lens = reader.target_dims(entry).ok()?;
    let region = spans(origin.iter().copied().zip(lens));
    let copies = reader.copies(entry).ok()?;
    let boxes = copies.iter().filter_map(|copy| box_facts(plan, copy, &origin)).collect();
    Some(SliceCopies { ranks: content.ranks.clone(), region, boxes })
}

/// The first element of the slice in the whole tensor.
fn origin(plan: &Plan, content: &Content, program: usize) -> Option<Vec<u64>> {
    let program = plan.programs.get(program)?;
    let layout = plan.layouts.get(program.target_layout)?;
    let rank_in_stage = content.ranks.first()? % plan.target.topology.ranks_per_stage.max(1);
    let starts = program.dims.iter().zip(layout.position(rank_in_stage));
    starts.map(|(cuts, at)| cuts.target.get(usize::try_from(at).ok()?).copied()).collect()
}

fn box_facts(plan: &Plan, copy: &BoxCopy<'_>, origin: &[u64]) -> Option<BoxFacts> {
    let file = plan.source.files.get(copy.source_file)?;
    let starts = origin.iter().zip(&copy.target.start).map(|(origin, start)| origin + start);
    let elements: u64 = copy.lens.iter().product();
    Some(BoxFacts {
        rank: file.rank,
        file: file.path.clone(),
        region: spans(starts.zip(copy.lens.iter().copied())),
        bytes: elements.saturating_mul(copy.item_bytes),
        reads: runs(&copy.lens, &copy.source),
        writes: runs(&copy.lens, &copy.target),
    })
}

fn spans(starts_and_lens: impl Iterator<Item = (u64, u64)>) -> Region {
    Region { spans: starts_and_lens.map(|(start, len)| Span { start, len }).collect() }
}

/// Runs of consecutive elements that a box is in a row-major slice: dimensions that the box fills,
/// from the last on, and one more, are consecutive.
fn runs(lens: &[u64], slice: &Slice<'_>) -> u64 {
    let filled = lens.iter().zip(&slice.dims).rev().take_while(|(len, dim)| len == dim).count();
    lens.iter().rev().skip(filled + 1).product()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slice(dims: &[u64]) -> Slice<'static> {
        Slice { dims: dims.to_vec(), start: vec![0; dims.len()], pieces: &[] }
    }

    #[test]
    fn runs_are_counted_from_the_last_dimension() {
        assert_eq!(runs(&[4, 8], &slice(&[4, 8])), 1);
        assert_eq!(runs(&[2, 8], &slice(&[4, 8])), 1);
        assert_eq!(runs(&[4, 2], &slice(&[4, 8])), 4);
        assert_eq!(runs(&[3, 2, 5], &slice(&[9, 4, 5])), 3);
        assert_eq!(runs(&[], &slice(&[])), 1);
    }
}
