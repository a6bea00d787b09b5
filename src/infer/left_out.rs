//! Stages where copies were left out (`remove_redundancy`): every slice is in one file, so that the ranks
//! that hold a tensor are as many as its slices.

use std::collections::HashMap;

use indexmap::IndexMap;

use super::Certainty;
use super::families::{is_counter, is_embedding};
use super::sizes::divisors;
use super::stages::{Stage, Stages};
use crate::catalog::{Checkpoint, CheckpointFile};
use crate::format::Entry;
use crate::parallel::layer::layer;
use crate::parallel::states::parameter;

/// A file that says that copies were left out.
pub(super) fn any(checkpoint: &Checkpoint) -> Option<&str> {
    checkpoint.files.iter().find(|file| is_one(checkpoint, file)).map(|file| file.path.as_str())
}

fn is_one(checkpoint: &Checkpoint, file: &CheckpointFile) -> bool {
    let flag = checkpoint.tables.get(file.table).and_then(|table| table.metadata.get("remove_redundancy"));
    flag.is_some_and(|flag| flag.eq_ignore_ascii_case("true"))
}

/// A tensor and the ranks that hold a slice of it.
type Held<'a> = IndexMap<&'a str, (&'a Entry, Vec<u64>)>;

/// The stages, most of them first; none if files do not agree about copies, or slices of a tensor differ.
///
/// A stage is a run of ranks that together hold whole layers. MindSpore deals the tensors of a layer out to
/// the ranks that have copies, one after the other, so that few ranks hold a layer whole by accident; where
/// they do, there may be fewer stages, and nothing is certain.
pub(super) fn stages(checkpoint: &Checkpoint) -> Option<Vec<Stages<'_>>> {
    if !checkpoint.files.iter().all(|file| is_one(checkpoint, file)) {
        return None;
    }
    let held = held(checkpoint)?;
    let ranks = checkpoint.files.len() as u64;
    let closed: Vec<u64> =
        divisors(ranks).into_iter().filter(|&of_stage| is_closed(&held, of_stage)).collect();
    let certainty = if closed.len() == 1 { Certainty::Certain } else { Certainty::Likely };
    let stages = |&of_stage: &u64| {
        let list = (0..ranks / of_stage).map(|stage| of(&held, stage, of_stage)).collect();
        Stages { list, certainty }
    };
    Some(closed.iter().map(stages).collect())
}

fn held(checkpoint: &Checkpoint) -> Option<Held<'_>> {
    let mut held = Held::new();
    for file in &checkpoint.files {
        for entry in &checkpoint.tables.get(file.table)?.entries {
            let (first, ranks) = held.entry(&entry.name).or_insert_with(|| (entry, Vec::new()));
            if (first.dtype, &first.shape) != (entry.dtype, &entry.shape) && !is_tied(entry) {
                return None;
            }
            ranks.push(file.rank);
        }
    }
    Some(held)
}

fn is_tied(entry: &Entry) -> bool {
    is_embedding(parameter(&entry.name))
}

/// Whether runs of so many ranks share no tensor, and no layer.
fn is_closed(held: &Held<'_>, of_stage: u64) -> bool {
    let mut stages: HashMap<&str, u64> = HashMap::new();
    let cut = held.values().filter(|(entry, _)| !is_counter(entry) && !is_tied(entry));
    for (entry, ranks) in cut {
        let name = parameter(&entry.name);
        let layer = layer(name).unwrap_or(name);
        for stage in ranks.iter().map(|rank| rank / of_stage) {
            if *stages.entry(layer).or_insert(stage) != stage {
                return false;
            }
        }
    }
    true
}

fn of<'a>(held: &Held<'a>, stage: u64, of_stage: u64) -> Stage<'a> {
    let first = stage * of_stage;
    let of_tensor = |(entry, ranks): &(&'a Entry, Vec<u64>)| {
        let of_stage = ranks.iter().filter(|&rank| rank / of_stage == stage);
        let ranks: Vec<u64> = of_stage.map(|rank| rank - first).collect();
        (!ranks.is_empty()).then_some((*entry, ranks))
    };
    let (entries, holders) = held.values().filter_map(of_tensor).unzip();
    Stage { first, ranks: of_stage, entries, holders }
}
