//! What one target rank reads of one source rank, tensor by tensor.

use serde::{Deserialize, Serialize};

use super::Tensors;
use crate::plan::{Plan, Resolver};

/// The tensors that flow from one rank to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pair {
    /// Source rank.
    pub source: u64,
    /// Target rank.
    pub target: u64,
    /// Indices into [`super::Snapshot::tensors`] with bytes, in the order of the target's file.
    pub tensors: Vec<(usize, u64)>,
}

impl Pair {
    /// What a plan lets `target` read of `source`.
    #[must_use]
    pub fn of(plan: &Plan, known: &Tensors, source: u64, target: u64) -> Self {
        let mut pair = Self { source, target, tensors: Vec::new() };
        let contents = plan.target.contents.iter().enumerate();
        for (index, _) in contents.filter(|(_, content)| content.ranks.contains(&target)) {
            let Ok(mut reader) = Resolver::new(plan).content(index) else { continue };
            for (at, entry) in reader.entries().iter().enumerate() {
                let from = |file: usize| plan.source.files.get(file).is_some_and(|file| file.rank == source);
                // The plan was verified, so that every box has its file.
                let copies = reader.copies(at).unwrap_or_default();
                let copies = copies.iter().filter(|copy| from(copy.source_file));
                let bytes =
                    copies.map(|copy| copy.lens.iter().product::<u64>().saturating_mul(copy.item_bytes));
                let bytes = bytes.fold(0, u64::saturating_add);
                let tensor = plan.tensors.get(entry.tensor).filter(|_| bytes > 0);
                pair.tensors.extend(tensor.and_then(|tensor| Some((known.position(&tensor.name)?, bytes))));
            }
        }
        pair
    }

    /// All of it.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.tensors.iter().map(|&(_, bytes)| bytes).fold(0, u64::saturating_add)
    }
}
