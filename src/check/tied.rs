//! Tensors that several stages hold.

use super::Finding;
use super::kinds::checkpoint::TIED_DIFFERS;
use super::known::whole_dims;
use crate::catalog::Checkpoint;
use crate::format::Entry;
use crate::layout::Strategy;

/// More than any model shares between stages; bounds the work that a file can ask for.
const MAX_TIED: usize = 1000;

/// The first tensor of which two stages hold wholes of different shape or type.
pub(crate) fn tied(checkpoint: &Checkpoint, strategy: &Strategy) -> Option<Finding> {
    let held = |tensor: &str, stage: u32| {
        let ranks = strategy.ranks_of_stage(stage);
        let first = checkpoint.files.partition_point(|file| file.rank < ranks.start);
        let files = checkpoint.files.iter().skip(first).take_while(|file| file.rank < ranks.end);
        let tables = files.filter_map(|file| checkpoint.tables.get(file.table));
        let entry = tables.into_iter().find_map(|table| table.entries.iter().find(|e| e.name == tensor))?;
        Some((stage, entry, whole_dims(Some(strategy), Some(stage), entry)?))
    };
    for (tensor, placements) in
        strategy.tensors().filter(|(_, placements)| placements.len() > 1).take(MAX_TIED)
    {
        let mut stages = placements.iter().filter_map(|placement| held(tensor, placement.stage));
        let Some((stage, first, dims)) = stages.next() else { continue };
        let differs = |entry: &Entry, other: &[u64]| entry.dtype != first.dtype || other != dims;
        let Some((other, entry, other_dims)) = stages.find(|(_, entry, dims)| differs(entry, dims)) else {
            continue;
        };
        let finding = Finding::new(&TIED_DIFFERS).arg("tensor", tensor).tensor(tensor).stage(other);
        let finding = finding.arg("stage", stage).arg("holds_a", format_args!("{} {dims:?}", first.dtype));
        return Some(
            finding.arg("other", other).arg("holds_b", format_args!("{} {other_dims:?}", entry.dtype)),
        );
    }
    None
}
