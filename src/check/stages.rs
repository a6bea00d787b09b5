//! The files of one stage against each other: copies that are left out, and what only one lacks.

use std::collections::HashMap;

use indexmap::IndexMap;

use super::kinds::checkpoint as kinds;
use super::{Finding, Kind};
use crate::catalog::{Checkpoint, CheckpointFile};
use crate::layout::{Layout, LayoutId, Strategy};
use crate::units::bytes_text;

/// Files that are told one by one; more than a few mean that all are of another run.
const MAX_FILES: usize = 20;

/// The mark of MindSpore's safetensors files.
const FLAG: &str = "remove_redundancy";

/// Compares the files of each stage. What no file of a stage holds is for the planner to say.
pub(crate) fn stages(checkpoint: &Checkpoint, strategy: &Strategy) -> Vec<Finding> {
    let (mut findings, mut removed) = (Vec::new(), Removed::default());
    for stage in 0..strategy.stages() {
        let ranks = strategy.ranks_of_stage(stage);
        let first = checkpoint.files.partition_point(|file| file.rank < ranks.start);
        let end = checkpoint.files.partition_point(|file| file.rank < ranks.end);
        let files = checkpoint.files.get(first..end).unwrap_or_default();
        let stage = Stage { checkpoint, files, stage, first_rank: ranks.start };
        stage.compare(strategy, &mut removed, &mut findings);
    }
    findings.extend(removed.finding());
    findings
}

/// Tensors whose copies are left out, over all stages.
#[derive(Default)]
struct Removed<'a> {
    tensors: Vec<&'a str>,
    /// A file that lacks the first.
    file: Option<&'a CheckpointFile>,
}

impl Removed<'_> {
    fn finding(self) -> Option<Finding> {
        let file = self.file?;
        let finding = Finding::new(&kinds::REDUNDANCY_REMOVED).tensors(&self.tensors);
        let tensor = self.tensors.first().copied().unwrap_or_default();
        Some(finding.arg("tensor", tensor).arg("file", &file.path).file(&file.path).rank(file.rank))
    }
}

#[derive(Clone, Copy)]
struct Stage<'a> {
    checkpoint: &'a Checkpoint,
    /// By rank, one per rank.
    files: &'a [CheckpointFile],
    stage: u32,
    first_rank: u64,
}

/// Tensors of a stage with one layout in the same tables, and what their files hold.
struct Group<'a> {
    tensors: Vec<&'a str>,
    /// Files that lack a slice which others hold.
    lacking: Vec<&'a CheckpointFile>,
    /// Whether a slice is in several files.
    has_copies: bool,
}

impl<'a> Stage<'a> {
    fn compare(self, strategy: &'a Strategy, removed: &mut Removed<'a>, findings: &mut Vec<Finding>) {
        let groups = self.groups(strategy);
        let lacks = groups.iter().any(|group| !group.lacking.is_empty());
        let copy = groups.iter().find(|group| group.has_copies);
        match (lacks, copy) {
            (false, Some(group)) => findings.extend(self.marked(group)),
            (false, None) => {}
            (true, Some(_)) => findings.extend(self.differing(&groups)),
            (true, None) => match self.unmarked(&groups) {
                Some(finding) => findings.push(finding),
                None => {
                    let lacking = groups.iter().filter(|group| !group.lacking.is_empty());
                    for group in lacking {
                        removed.tensors.extend(&group.tensors);
                        removed.file = removed.file.or(group.lacking.first().copied());
                    }
                }
            },
        }
    }

    fn groups(self, strategy: &'a Strategy) -> Vec<Group<'a>> {
        let mut tables: Vec<usize> = self.files.iter().map(|file| file.table).collect();
        tables.sort_unstable();
        tables.dedup();
        let mut holders: IndexMap<&str, Vec<usize>> = IndexMap::new();
        for &table in &tables {
            for entry in self.checkpoint.tables.get(table).map_or(&[][..], |table| &table.entries) {
                holders.entry(&entry.name).or_default().push(table);
            }
        }
        let mut grouped: IndexMap<(LayoutId, Vec<usize>), Vec<&str>> = IndexMap::new();
        for (tensor, tables) in holders {
            let placements = strategy.placements(tensor).iter();
            if let Some(placement) = placements.into_iter().find(|placement| placement.stage == self.stage) {
                grouped.entry((placement.layout, tables)).or_default().push(tensor);
            }
        }
        let group = |((layout, tables), tensors): ((LayoutId, Vec<usize>), Vec<&'a str>)| {
            Some(self.group(strategy.layout(layout)?, &tables, tensors))
        };
        grouped.into_iter().filter_map(group).collect()
    }

    fn group(self, layout: &Layout, tables: &[usize], tensors: Vec<&'a str>) -> Group<'a> {
        let shard = |file: &CheckpointFile| layout.shard_of(file.rank - self.first_rank);
        let (holding, lacking): (Vec<&CheckpointFile>, Vec<&CheckpointFile>) =
            self.files.iter().partition(|file| tables.binary_search(&file.table).is_ok());
        let mut held: HashMap<u64, u64> = HashMap::new();
        for file in holding {
            *held.entry(shard(file)).or_default() += 1;
        }
        let lacking = lacking.into_iter().filter(|file| held.contains_key(&shard(file))).collect();
        Group { tensors, lacking, has_copies: held.values().any(|&count| count > 1) }
    }

    fn flag(self, file: &CheckpointFile) -> Option<&'a str> {
        self.checkpoint.tables.get(file.table)?.metadata.get(FLAG).map(String::as_str)
    }

    fn flagged(self, wanted: &str) -> Option<(&'a CheckpointFile, &'a str)> {
        let mut flags = self.files.iter().filter_map(|file| Some((file, self.flag(file)?)));
        flags.find(|(_, flag)| flag.eq_ignore_ascii_case(wanted))
    }

    fn about(self, kind: &'static Kind, file: &CheckpointFile) -> Finding {
        let finding = Finding::new(kind).arg("stage", self.stage).stage(self.stage);
        finding.arg("file", &file.path).file(&file.path).rank(file.rank)
    }

    /// Copies are there, though a file says that they were left out.
    fn marked(self, copied: &Group<'_>) -> Option<Finding> {
        let (file, flag) = self.flagged("true")?;
        let finding = self.about(&kinds::REDUNDANCY_MARKED, file).arg("flag", flag);
        let tensor = copied.tensors.first().copied().unwrap_or_default();
        Some(finding.arg("tensor", tensor).tensor(tensor))
    }

    /// Every slice is there once, though a file says that nothing was left out.
    fn unmarked(self, groups: &[Group<'_>]) -> Option<Finding> {
        let (file, flag) = self.flagged("false")?;
        let lacked = |group: &&Group<'_>| group.lacking.contains(&file);
        let tensors: Vec<&str> =
            groups.iter().filter(lacked).flat_map(|group| group.tensors.iter().copied()).collect();
        Some(self.about(&kinds::REDUNDANCY_UNMARKED, file).tensors(&tensors).arg("flag", flag))
    }

    /// Some copies are there and others are not: files that lack what others hold.
    fn differing(self, groups: &[Group<'a>]) -> Vec<Finding> {
        let mut by_file: IndexMap<u64, (&CheckpointFile, Vec<&str>)> = IndexMap::new();
        for group in groups {
            for file in &group.lacking {
                by_file.entry(file.rank).or_insert((file, Vec::new())).1.extend(&group.tensors);
            }
        }
        let other = self.files.iter().find(|file| !by_file.contains_key(&file.rank));
        let tell = |(file, tensors): (&CheckpointFile, Vec<&str>)| {
            let other = other.unwrap_or(file);
            let finding = self.about(&kinds::STAGE_FILES_DIFFER, file).tensors(&tensors);
            let finding = finding.arg("rank", file.rank).arg("size", bytes_text(file.size));
            finding.arg("other", other.rank).arg("other_size", bytes_text(other.size))
        };
        by_file.into_values().take(MAX_FILES).map(tell).collect()
    }
}
