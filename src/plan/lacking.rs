//! Slices that no source file holds, told once for all tensors that miss them alike.

use std::collections::HashMap;

use indexmap::IndexMap;

use crate::catalog::Checkpoint;
use crate::check::{Finding, Side, kinds::checkpoint as kinds};
use crate::layout::Strategy;
use crate::units::{FEW_RANGES, ranges};

/// Tensors by the stage and the ranks that alone would hold what is missing of them.
#[derive(Default)]
pub(super) struct Lacking(IndexMap<(u32, Vec<u64>), Vec<String>>);

impl Lacking {
    pub(super) fn add(&mut self, stage: u32, ranks: Vec<u64>, tensor: &str) {
        self.0.entry((stage, ranks)).or_default().push(tensor.to_owned());
    }

    /// One finding for each set of ranks.
    pub(super) fn findings(self, source: &Checkpoint) -> Vec<Finding> {
        let tell = |((stage, ranks), tensors): ((u32, Vec<u64>), Vec<String>)| {
            let without: Vec<u64> = ranks.iter().copied().filter(|&rank| !has_file(source, rank)).collect();
            let file = ranks.first().and_then(|&rank| source.files.iter().find(|file| file.rank == rank));
            let (kind, ranks) = if without.is_empty() {
                (&kinds::SLICE_NOT_IN_FILE, ranks)
            } else {
                (&kinds::RANKS_NEEDED, without)
            };
            let names: Vec<&str> = tensors.iter().map(String::as_str).collect();
            let finding = Finding::new(kind).tensors(&names).stage(stage).side(Side::Source);
            let finding = finding.arg("stage", stage).arg("ranks", ranges(&ranks, FEW_RANGES));
            let first = ranks.first().copied().unwrap_or(0);
            let finding = finding.arg("first", first).ranks(&ranks);
            match file.filter(|_| kind.code == kinds::SLICE_NOT_IN_FILE.code) {
                Some(file) => {
                    let tensor = names.first().copied().unwrap_or("");
                    finding.arg("file", &file.path).arg("tensor", tensor).file(&file.path)
                }
                None => finding,
            }
        };
        self.0.into_iter().map(tell).collect()
    }
}

/// The ranks of each stage that have no file.
pub(super) struct WithoutFile<'a> {
    source: &'a Checkpoint,
    strategy: &'a Strategy,
    of_stage: HashMap<u32, Vec<u64>>,
}

impl<'a> WithoutFile<'a> {
    pub(super) fn new(source: &'a Checkpoint, strategy: &'a Strategy) -> Self {
        Self { source, strategy, of_stage: HashMap::new() }
    }

    pub(super) fn of(&mut self, stage: u32) -> &[u64] {
        let ranks =
            || self.strategy.ranks_of_stage(stage).filter(|&rank| !has_file(self.source, rank)).collect();
        self.of_stage.entry(stage).or_insert_with(ranks)
    }
}

/// The files of a checkpoint are by rank.
fn has_file(source: &Checkpoint, rank: u64) -> bool {
    source.files.binary_search_by_key(&rank, |file| file.rank).is_ok()
}
