//! What MindSpore would load to carry out the same conversion, for comparison.
//!
//! MindSpore 2.10, `rank_list_for_transform` and `transform_checkpoints`, as recorded from runs:
//!
//! * For target rank r it loads, of every source stage that holds a wanted parameter, rank
//!   r mod D (D ranks per source stage) and whatever ranks the redistribution of any parameter
//!   touches. That is a superset of the need: along a dimension that has to be put together at
//!   all, every slice of the replica set of that rank.
//! * Files are loaded whole. Target ranks with the same list share one load.
//! * Without a source strategy it loads rank 0.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use serde::{Deserialize, Serialize};

use super::{Origin, Plan};
use crate::layout::Layout;

/// Ranks that are looked at before the comparison is given up: larger jobs show none.
const MAX_WORK: u64 = 1 << 23;

/// What MindSpore would load.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PeerLoads {
    /// It can do the conversion.
    Loads {
        /// Bytes of the files, once per load.
        bytes: u64,
        /// Files, once per load.
        files: u64,
        /// Bytes of the largest set of files that is in memory at once.
        largest: u64,
    },
    /// Neither of these numbers of ranks per stage divides the other: `Cannot transform device_num`.
    DeviceCounts {
        /// Ranks per source stage.
        source: u64,
        /// Ranks per target stage.
        target: u64,
    },
    /// Stages of a single rank out of stages of several: `Rank 2 is not in the current stage`.
    SingleRankStages,
    /// The job is too large to tell.
    Unknown,
}

/// Source ranks that MindSpore loads for a target rank, ascending.
type RankList = Vec<u64>;

/// What MindSpore loads for a plan; `bytes_of` are the bytes of a source rank's files.
#[must_use]
pub fn peer_loads(plan: &Plan, bytes_of: &dyn Fn(u64) -> u64) -> PeerLoads {
    let (source, target) = (plan.source.topology, plan.target.topology);
    let (from, to) = (source.ranks_per_stage.max(1), target.ranks_per_stage.max(1));
    if !from.is_multiple_of(to) && !to.is_multiple_of(from) {
        return PeerLoads::DeviceCounts { source: from, target: to };
    }
    if to == 1 && target.stages > 1 && from > 1 {
        return PeerLoads::SingleRankStages;
    }
    let Some(lists) = rank_lists(plan) else { return PeerLoads::Unknown };
    let distinct: HashSet<&RankList> = lists.values().collect();
    let (mut bytes, mut files, mut largest) = (0u64, 0u64, 0u64);
    for list in distinct {
        let load = list.iter().fold(0u64, |sum, &rank| sum.saturating_add(bytes_of(rank)));
        bytes = bytes.saturating_add(load);
        files = files.saturating_add(list.len() as u64);
        largest = largest.max(load);
    }
    PeerLoads::Loads { bytes, files, largest }
}

/// What a target stage wants of a source stage: a layout, and per dimension whether slices have
/// to be put together.
type Want = (u32, usize, Vec<bool>);

/// The source ranks that are loaded, by (target stage, target rank mod D): no others matter.
fn rank_lists(plan: &Plan) -> Option<BTreeMap<(u64, u64), RankList>> {
    let from = plan.source.topology.ranks_per_stage.max(1);
    let to = plan.target.topology.ranks_per_stage.max(1);
    let wants = wants(plan);
    let mut lists = BTreeMap::new();
    let mut work = 0;
    for (&stage, wants) in &wants {
        let first = stage.saturating_mul(to);
        for rank in first..first + to.min(from) {
            let own = rank % from;
            let mut list: BTreeSet<u64> = BTreeSet::new();
            for (source, layout, joined) in wants {
                let Some(layout) = plan.layouts.get(*layout) else { continue };
                let touched = touched(layout, joined, own);
                work += touched.len() as u64;
                if work > MAX_WORK {
                    return None;
                }
                list.extend(touched.into_iter().map(|rank| u64::from(*source) * from + rank));
            }
            // What is in no strategy is in the files of this rank.
            if list.is_empty() {
                list.insert(own);
            }
            lists.insert((stage, own), list.into_iter().collect());
        }
    }
    Some(lists)
}

/// What every target stage wants.
fn wants(plan: &Plan) -> BTreeMap<u64, BTreeSet<Want>> {
    let to = plan.target.topology.ranks_per_stage.max(1);
    let mut joined: BTreeMap<usize, Vec<bool>> = BTreeMap::new();
    let mut wants: BTreeMap<u64, BTreeSet<Want>> = BTreeMap::new();
    let mut seen = HashSet::new();
    for content in &plan.target.contents {
        let Some(stage) = content.ranks.first().map(|rank| rank / to) else { continue };
        // Contents of a stage mostly share their table.
        if !seen.insert((stage, content.table)) {
            continue;
        }
        wants.entry(stage).or_default();
        let entries = plan.target.tables.get(content.table).map_or(&[][..], |table| &table.entries);
        for entry in entries {
            let Origin::Stage(source) = entry.from else { continue };
            let Some(program) = plan.programs.get(entry.program) else { continue };
            let joined = joined.entry(entry.program).or_insert_with(|| joins(plan, entry.program));
            wants.entry(stage).or_default().insert((source, program.source_layout, joined.clone()));
        }
    }
    wants
}

/// Per dimension whether any rank's target slice is beyond the source slice that the same rank
/// holds: the redistribution is one list of operators for all ranks.
fn joins(plan: &Plan, program: usize) -> Vec<bool> {
    let Some(program) = plan.programs.get(program) else { return Vec::new() };
    let layouts = plan.layouts.get(program.source_layout).zip(plan.layouts.get(program.target_layout));
    let Some((source, target)) = layouts else { return Vec::new() };
    let from = plan.source.topology.ranks_per_stage.max(1);
    let to = plan.target.topology.ranks_per_stage.max(1);
    let mut joined = vec![false; program.dims.len()];
    for rank in 0..from.max(to) {
        let positions = source.position(rank % from).into_iter().zip(target.position(rank % to));
        for ((joined, cuts), (own, wanted)) in joined.iter_mut().zip(&program.dims).zip(positions) {
            let inside = cuts.source_span(own).zip(cuts.target_span(wanted));
            *joined |= inside.is_none_or(|((start, end), (from, to))| from < start || to > end);
        }
    }
    joined
}

/// The ranks of a stage that hold the slices along the joined dimensions, all else as `own`.
fn touched(layout: &Layout, joined: &[bool], own: u64) -> Vec<u64> {
    let mut ranks = vec![own];
    for (dim, _) in joined.iter().enumerate().filter(|(_, joined)| **joined) {
        let (parts, optimizer) = layout.parts_of(dim);
        for part in parts.iter().chain(optimizer) {
            let stride = layout.mesh().stride(part.axis);
            let along = |rank: u64| {
                let digit = layout.mesh().coordinate(rank, part.axis) % part.parts.max(1);
                (0..part.parts).map(move |to| rank - digit * stride + to * stride)
            };
            ranks = ranks.into_iter().flat_map(along).collect();
        }
    }
    ranks
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests;
