//! Catalogs and plan → snapshot.

use std::collections::{HashMap, HashSet};

use super::compared::Told;
use super::copies::copies;
use super::list::tensor_facts;
use super::planned::Planned;
use super::reads::reads;
use super::{
    Chunk, FileFacts, FindingFacts, Ignored, Layouts, Listed, Loads, Located, MAX_LISTED_RANKS, Parallel,
    SideFacts, Snapshot, Stages, Tally, TensorFacts, Tensors, Worth, loads, plan_facts, telling,
};
use crate::catalog::{Checkpoint, Role, SideCatalog};
use crate::check::kinds::{folders, strategy};
use crate::check::{Finding, Lang, Side};
use crate::order::sort_by_key;
use crate::plan::{Content, Plan, Topology};

/// Files of one kind that a snapshot lists: more than anyone reads.
pub const MAX_LISTED_FILES: usize = 1000;
/// Ranks that one answer about a tensor lists.
const MAX_CHUNKS: usize = 4096;

/// What the page shows of both sides.
#[must_use]
pub fn snapshot(
    source: Option<&SideCatalog>,
    target: Option<&SideCatalog>,
    plan: Option<&Plan>,
    findings: &[Finding],
) -> Snapshot {
    let told = Told::of_sides(source, target);
    let mut known = Snapshot {
        source: source.map(|side| side_facts(side, None)),
        target: target.map(|side| side_facts(side, plan)),
        tensors: match (source, target) {
            (None, None) => Tensors::default(),
            _ => tensor_facts(Listed::of(source), Listed::of(target), &told),
        },
        tally: Tally::default(),
        comparison: told.comparison,
        telling: None,
        plan: None,
        findings: findings.iter().map(FindingFacts::from).collect(),
        bytes_read: 0,
        bytes_total: 0,
        example: false,
        undo: false,
        redo: false,
    };
    let tensors: Vec<TensorFacts> = known.tensors.iter().collect();
    for (side, facts) in [(Side::Source, &mut known.source), (Side::Target, &mut known.target)] {
        if let Some(facts) = facts {
            facts.stages = Stages::of(&tensors, side, &facts.layouts);
            facts.loads = loads(tensors.iter(), side, &facts.layouts, facts.topology);
        }
    }
    let held = known.source.as_ref().map_or(&[][..], |source| &source.rank_bytes);
    known.plan = plan.and_then(|plan| plan_facts(plan, held).ok());
    known.tally = Tally::of(&known);
    known.telling = telling(&known);
    known
}

/// One side; of the target the bytes are those of the files that `plan` writes.
fn side_facts(side: &SideCatalog, plan: Option<&Plan>) -> SideFacts {
    let strategy = side.strategy.as_ref();
    let weights = side.checkpoint.as_ref();
    let topology = match (strategy, weights) {
        (Some(strategy), _) => {
            Topology { stages: strategy.stages(), ranks_per_stage: strategy.ranks_per_stage() }
        }
        (None, Some(weights)) => {
            let last = weights.files.iter().map(|file| file.rank).max().unwrap_or(0);
            Topology { stages: 1, ranks_per_stage: last.saturating_add(1) }
        }
        (None, None) => Topology::SINGLE,
    };
    let written = plan.map(written);
    SideFacts {
        format: plan.map(|plan| plan.target.format).or(weights.map(|weights| weights.format)),
        topology,
        strategy: strategy.is_some(),
        known: strategy.is_some() || side.complete,
        cut_lost: side.cut_lost.unwrap_or_default().to_owned(),
        inferred: String::new(),
        parallel: strategy.map(Parallel::of),
        layouts: strategy.map(Layouts::of).unwrap_or_default(),
        rank_bytes: written.or_else(|| weights.map(held)).unwrap_or_default(),
        label: String::new(),
        replaced: String::new(),
        rivals: side.rivals.clone(),
        worth: worth(side),
        stages: Stages::default(),
        loads: Loads::default(),
        root: String::new(),
        files: files(side),
        ignored: ignored(side),
        ignored_count: side.ignored.len() as u64,
    }
}

/// Errors that say of several files that not all of them can be right.
const CONTRADICTIONS: [&str; 10] = [
    folders::FORMATS_MIXED.code,
    folders::SEVERAL_CHECKPOINTS.code,
    strategy::ENCODINGS_MIXED.code,
    strategy::MERGED_AMONG_OTHERS.code,
    strategy::TWO_FILES_OF_STAGE.code,
    strategy::STAGES_IN_ONE_FILE.code,
    strategy::PREFIX_MIXED.code,
    strategy::RANKS_DIFFER.code,
    strategy::DEVICE_COUNTS_DIFFER.code,
    strategy::LAYOUT_TWICE.code,
];

fn worth(side: &SideCatalog) -> Worth {
    let is_readable = |role| matches!(role, Role::Strategy | Role::Weights | Role::Index);
    let contradicts = |finding: &Finding| CONTRADICTIONS.contains(&finding.kind.code);
    match () {
        () if side.findings.iter().any(contradicts) => Worth::Contradictory,
        () if side.strategy.is_some() || side.checkpoint.is_some() || side.complete => Worth::Usable,
        () if !side.files.iter().any(|file| is_readable(file.role)) => Worth::Nothing,
        () => Worth::Unusable,
    }
}

/// Bytes of every rank's files.
fn held(weights: &Checkpoint) -> Vec<u64> {
    by_rank(weights.files.iter().map(|file| (file.rank, file.size)))
}

/// Bytes of every rank's file to be written.
fn written(plan: &Plan) -> Vec<u64> {
    let size = |table: usize| plan.target.tables.get(table).map_or(0, |table| table.size);
    let contents = plan.target.contents.iter();
    by_rank(contents.flat_map(|content| content.ranks.iter().map(|&rank| (rank, size(content.table)))))
}

fn by_rank(bytes: impl Iterator<Item = (u64, u64)>) -> Vec<u64> {
    let mut ranks = Vec::new();
    for (rank, bytes) in bytes.filter(|&(rank, _)| rank < MAX_LISTED_RANKS) {
        let Ok(at) = usize::try_from(rank) else { continue };
        if ranks.len() <= at {
            ranks.resize(at + 1, 0u64);
        }
        if let Some(sum) = ranks.get_mut(at) {
            *sum = sum.saturating_add(bytes);
        }
    }
    ranks
}

fn files(side: &SideCatalog) -> Vec<FileFacts> {
    let skipped: HashSet<&str> = side.ignored.iter().map(|(path, _)| path.as_str()).collect();
    let counts = side.files.iter().filter(|file| !skipped.contains(file.path.as_str()));
    counts
        .map(|file| FileFacts {
            path: file.path.clone(),
            size: file.size,
            weights: matches!(file.role, Role::Weights | Role::Index),
            rank: file.rank,
        })
        .collect()
}

fn ignored(side: &SideCatalog) -> Vec<Ignored> {
    let sizes: HashMap<&str, u64> = side.files.iter().map(|file| (file.path.as_str(), file.size)).collect();
    let ignored = side.ignored.iter().take(MAX_LISTED_FILES);
    ignored
        .map(|(path, why)| Ignored {
            path: path.clone(),
            size: sizes.get(path.as_str()).copied().unwrap_or(0),
            en: why.text(Lang::En).to_owned(),
            zh: why.text(Lang::Zh).to_owned(),
        })
        .collect()
}

/// Makes the paths of a checkpoint relative to the folder that holds its rank folders, which is
/// what the command is given, and says which folder that is.
pub fn relative(weights: &mut Checkpoint) -> String {
    let root = root(weights);
    let skipped = if root.is_empty() { 0 } else { root.len() + 1 };
    for file in &mut weights.files {
        file.path = file.path.get(skipped..).unwrap_or_default().to_owned();
    }
    root
}

/// The folder that all files of a checkpoint are in, their rank folders apart.
fn root(weights: &Checkpoint) -> String {
    let mut folders = weights.files.iter().map(|file| folder(&file.path));
    let Some(first) = folders.next() else { return String::new() };
    let shared = folders.fold(first, |shared, folder| common(shared, folder));
    shared.to_owned()
}

/// The folder of a file, without a last `rank_N`.
fn folder(path: &str) -> &str {
    let parent = path.rsplit_once('/').map_or("", |(parent, _)| parent);
    let (above, last) = parent.rsplit_once('/').unwrap_or(("", parent));
    if last.starts_with("rank_") { above } else { parent }
}

/// The deepest folder above both.
fn common<'a>(a: &'a str, b: &str) -> &'a str {
    let mut end = 0;
    let mut at = 0;
    for (left, right) in a.split('/').zip(b.split('/')) {
        if left != right {
            break;
        }
        at += left.len();
        end = at;
        at += 1;
    }
    a.get(..end).unwrap_or("")
}

/// Where the content of a tensor is in the source's files and in those that the plan writes.
#[must_use]
pub fn locate(tensor: usize, name: &str, weights: Option<&Checkpoint>, plan: Option<&Plan>) -> Located {
    let planned = plan.and_then(|plan| Planned::of(name, plan));
    let planned = planned.as_ref();
    Located {
        tensor,
        source: weights.map(|weights| in_source(name, weights)).unwrap_or_default(),
        target: planned.map(in_target).unwrap_or_default(),
        reads: planned.map(reads).unwrap_or_default(),
        copies: planned.map(copies).unwrap_or_default(),
    }
}

fn in_source(name: &str, weights: &Checkpoint) -> Vec<Chunk> {
    let entries: Vec<_> =
        weights.tables.iter().map(|table| table.entries.iter().find(|entry| entry.name == name)).collect();
    let chunk = |file: &crate::catalog::CheckpointFile| {
        let pieces = &(*entries.get(file.table)?)?.pieces;
        Some(Chunk::new(file.rank, file.path.clone(), pieces))
    };
    weights.files.iter().filter_map(chunk).take(MAX_CHUNKS).collect()
}

fn in_target(planned: &Planned<'_>) -> Vec<Chunk> {
    let target = &planned.plan.target;
    let pieces =
        |content: &Content, entry: usize| Some(&target.tables.get(content.table)?.entries.get(entry)?.pieces);
    let mut chunks: Vec<Chunk> = planned
        .contents()
        .filter_map(|(_, content, entry)| Some((&content.ranks, pieces(content, entry)?)))
        .flat_map(|(ranks, pieces)| ranks.iter().map(|&rank| Chunk::new(rank, target.path(rank), pieces)))
        .take(MAX_CHUNKS)
        .collect();
    sort_by_key(&mut chunks, |chunk| chunk.rank);
    chunks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rank_folder_is_no_part_of_the_root() {
        assert_eq!(folder("out/checkpoint/rank_0/a.ckpt"), "out/checkpoint");
        assert_eq!(folder("rank_0/a.ckpt"), "");
        assert_eq!(folder("model/part0.safetensors"), "model");
        assert_eq!(folder("a.ckpt"), "");
    }

    #[test]
    fn the_common_folder_ends_at_a_slash() {
        assert_eq!(common("a/bc/d", "a/bx/d"), "a");
        assert_eq!(common("a/b", "a/b"), "a/b");
        assert_eq!(common("a", "b"), "");
        assert_eq!(common("", "b"), "");
    }
}
