//! One side as far as headers and strategies tell it, and the whole tensors that follow.

use std::collections::HashSet;

use foldhash::fast::FixedState;
use indexmap::IndexMap;

use crate::catalog::Checkpoint;
use crate::format::Entry;
use crate::geometry::DType;
use crate::layout::{SplitRule, Strategy, regroup_local};

/// One side of a conversion.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known<'a> {
    /// How its tensors are cut; none for a complete checkpoint, or if nobody said.
    pub strategy: Option<&'a Strategy>,
    /// Its weights, from headers.
    pub checkpoint: Option<&'a Checkpoint>,
}

/// A whole tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Whole {
    pub(super) dtype: DType,
    /// Lengths; none if nothing says how slices make a whole, or they do not (the planner says why).
    pub(super) dims: Option<Vec<u64>>,
}

/// Whole tensors by name, in the order of the files.
pub(super) type Wholes<'a> = IndexMap<&'a str, Whole, FixedState>;

impl<'a> Known<'a> {
    /// Whether the weights are slices of which nothing tells the wholes.
    pub(super) fn is_of_slices(&self) -> bool {
        let is_of_ranks =
            self.checkpoint.is_some_and(|weights| weights.files.iter().any(|file| file.rank > 0));
        self.strategy.is_none() && is_of_ranks
    }

    /// The whole tensors that the first file with each makes.
    pub(super) fn wholes(&self) -> Wholes<'a> {
        let is_of_slices = self.is_of_slices();
        self.first_of_each(|stage, entry| whole_dims(self.strategy, stage, entry).filter(|_| !is_of_slices))
    }

    /// The tensors as the first file with each holds them: slices or wholes.
    pub(super) fn slices(&self) -> Wholes<'a> {
        self.first_of_each(|_, entry| Some(entry.shape.dims().to_vec()))
    }

    fn first_of_each(&self, dims: impl Fn(Option<u32>, &Entry) -> Option<Vec<u64>>) -> Wholes<'a> {
        let mut wholes = Wholes::default();
        let Some(checkpoint) = self.checkpoint else { return wholes };
        let mut seen = HashSet::new();
        for file in &checkpoint.files {
            let stage = self.strategy.and_then(|strategy| strategy.locate(file.rank)).map(|(stage, _)| stage);
            // Files of a stage mostly share their table.
            if !seen.insert((stage, file.table)) {
                continue;
            }
            for entry in checkpoint.tables.get(file.table).map_or(&[][..], |table| &table.entries) {
                let whole = || Whole { dtype: entry.dtype, dims: dims(stage, entry) };
                wholes.entry(&entry.name).or_insert_with(whole);
            }
        }
        wholes
    }
}

/// The lengths of the whole tensor of which a file of a stage holds a slice.
pub(super) fn whole_dims(strategy: Option<&Strategy>, stage: Option<u32>, entry: &Entry) -> Option<Vec<u64>> {
    let dims = entry.shape.dims();
    let placements = strategy.map_or(&[][..], |strategy| strategy.placements(&entry.name));
    if placements.is_empty() {
        return Some(dims.to_vec());
    }
    let placement = placements.iter().find(|placement| Some(placement.stage) == stage)?;
    let layout = strategy?.layout(placement.layout)?;
    if layout.rule() != SplitRule::Exact {
        return None;
    }
    match &placement.declared {
        Some(declared) if layout.rank() > dims.len() => {
            regroup_local(layout, declared, dims).ok()?.global_dims(dims)
        }
        _ => layout.global_dims(dims),
    }
}
