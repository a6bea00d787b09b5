//! Proves a plan: every target element is written exactly once, every read is inside its file and
//! its slice. Runs before every export and every execution; a plan may come from anywhere.

mod shapes;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use shapes::check_entries;
pub(super) use shapes::check_shared_tables;

use super::json::check_head;
use super::resolve::Resolver;
use super::{Content, Cuts, FORMAT, Origin, Piece, Plan, Program, TargetTable, VERSION};
use crate::layout::MAX_RANKS_PER_STAGE;
use crate::order::{gather, sort_by_key};
use crate::path::is_inside;

/// Why a plan cannot be read or executed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// The file is no JSON, or JSON without a format and a version.
    #[error("this is no reshard plan: {0}")]
    NoPlan(String),
    /// The file is of another kind.
    #[error("this is no reshard plan: its format is `{0}`, not `{FORMAT}`")]
    OtherFormat(String),
    /// Written by another version.
    #[error("the plan has version {0}, this program executes version {VERSION}")]
    OtherVersion(u64),
    /// A part is missing or of the wrong kind.
    #[error("the plan is damaged: {0}")]
    Damaged(String),
    /// A path that could lead out of its root.
    #[error("the path `{0}` is not inside its root")]
    UnsafePath(String),
    /// There is no such content.
    #[error("the plan has no content {0}")]
    NoContent(usize),
    /// A content without ranks.
    #[error("content {content} has no rank")]
    NoRank {
        /// Index of the content.
        content: usize,
    },
    /// A content without its table.
    #[error("content {content} names a table that does not exist")]
    NoTable {
        /// Index of the content.
        content: usize,
    },
    /// An entry that names what does not exist or does not fit.
    #[error("entry {entry} of content {content} contradicts the rest of the plan")]
    BadEntry {
        /// Index of the content.
        content: usize,
        /// Index of the entry in its table.
        entry: usize,
    },
    /// No file to read holds a needed shard.
    #[error(
        "content {content} needs shard {shard} of tensor {tensor}, which none of the files it reads holds"
    )]
    NoSource {
        /// Index of the content.
        content: usize,
        /// Index of the tensor.
        tensor: usize,
        /// The source shard.
        shard: u64,
    },
    /// Boundaries that do not cut a tensor into the layouts' parts.
    #[error("program {0} does not cut its tensor into the parts of its layouts")]
    BadProgram(usize),
    /// A program of another shape than its tensor's, or a layout of another mesh than its ranks'.
    #[error("entry {entry} of target table {table} is not cut by its tensor's shape and its stage's ranks")]
    BadShape {
        /// Index of the target table.
        table: usize,
        /// Index of the entry.
        entry: usize,
    },
    /// Files of one table with slices of different lengths.
    #[error("files with slices of different lengths share target table {0}")]
    SharedTable(usize),
    /// Ranks are missing, twice, or not equal.
    #[error("the contents do not give every target rank exactly one file: {0}")]
    BadRanks(String),
    /// Byte ranges outside their file, on top of each other, or of the wrong length.
    #[error(
        "tensor {tensor}: its bytes in {file} are outside the file, overlap, or are not as many as its slice has"
    )]
    BadPieces {
        /// Index of the tensor.
        tensor: usize,
        /// Which file or table.
        file: String,
    },
    /// The totals are not those of the plan.
    #[error("the totals are not the sums over the plan")]
    BadTotals,
}

/// Checks a whole plan.
///
/// # Errors
/// The first contradiction found.
pub fn verify(plan: &Plan) -> Result<(), PlanError> {
    check_head(&plan.format, u64::from(plan.version))?;
    check_paths(plan)?;
    check_programs(plan)?;
    check_entries(plan)?;
    check_source_tables(plan)?;
    check_ranks(plan)?;
    for (index, table) in plan.target.tables.iter().enumerate() {
        check_target_table(index, table)?;
    }
    check_contents(plan)?;
    check_shared_tables(plan)?;
    check_totals(plan)
}

/// Every path stays inside its root: relative, without `..`, back-slashes or a drive letter at its
/// beginning. Other colons are part of names: people put the time into them.
fn check_paths(plan: &Plan) -> Result<(), PlanError> {
    for file in &plan.source.files {
        if !is_inside(&file.path) {
            return Err(PlanError::UnsafePath(file.path.clone()));
        }
    }
    let target = plan.target.path(0);
    if plan.target.prefix.contains('/') || !is_inside(&target) {
        return Err(PlanError::UnsafePath(target));
    }
    Ok(())
}

fn check_programs(plan: &Plan) -> Result<(), PlanError> {
    let fits = |program: &Program| {
        let source = plan.layouts.get(program.source_layout)?.cuts();
        let target = plan.layouts.get(program.target_layout)?.cuts();
        let sides = source.len() == program.dims.len() && target.len() == program.dims.len();
        let dims = program.dims.iter().zip(source.into_iter().zip(target));
        let dims_fit = |(cuts, (source, target)): (&Cuts, (u64, u64))| {
            cuts.source_parts() == source
                && cuts.target_parts() == target
                && ascends(&cuts.source)
                && ascends(&cuts.target)
                && cuts.source.last() == cuts.target.last()
        };
        (sides && dims.into_iter().all(dims_fit)).then_some(())
    };
    match plan.programs.iter().position(|program| fits(program).is_none()) {
        Some(index) => Err(PlanError::BadProgram(index)),
        None => Ok(()),
    }
}

fn ascends(bounds: &[u64]) -> bool {
    bounds.first() == Some(&0) && bounds.is_sorted()
}

/// Every source entry is inside the smallest file that shares its table.
fn check_source_tables(plan: &Plan) -> Result<(), PlanError> {
    let mut smallest: HashMap<usize, (u64, &str)> = HashMap::new();
    for file in &plan.source.files {
        let slot = smallest.entry(file.table).or_insert((file.size, &file.path));
        *slot = (*slot).min((file.size, &file.path));
    }
    for (index, table) in plan.source.tables.iter().enumerate() {
        let (size, path) = smallest.get(&index).copied().unwrap_or((u64::MAX, ""));
        if !table.entries.is_sorted_by(|a, b| a.tensor < b.tensor) {
            return Err(PlanError::BadPieces { tensor: 0, file: path.to_owned() });
        }
        for entry in &table.entries {
            let inside = |piece: &Piece| piece.offset.checked_add(piece.len).is_some_and(|end| end <= size);
            if !entry.pieces.iter().all(inside) || entry.tensor >= plan.tensors.len() {
                return Err(PlanError::BadPieces { tensor: entry.tensor, file: path.to_owned() });
            }
        }
    }
    Ok(())
}

/// Every rank of the target is in exactly one content, and the ranks of a content hold equal shards.
fn check_ranks(plan: &Plan) -> Result<(), PlanError> {
    let topology = plan.target.topology;
    if topology.ranks_per_stage == 0 || topology.ranks_per_stage > MAX_RANKS_PER_STAGE {
        return Err(PlanError::BadRanks(format!("{} ranks per stage", topology.ranks_per_stage)));
    }
    let mut seen = BTreeSet::new();
    for (index, content) in plan.target.contents.iter().enumerate() {
        let &first = content.ranks.first().ok_or(PlanError::NoRank { content: index })?;
        let table = plan.target.tables.get(content.table).ok_or(PlanError::NoTable { content: index })?;
        let target_layouts =
            table.entries.iter().filter_map(|entry| Some(plan.programs.get(entry.program)?.target_layout));
        let layouts: BTreeSet<usize> = gather(target_layouts);
        for &rank in &content.ranks {
            if rank >= topology.ranks() || !seen.insert(rank) {
                return Err(PlanError::BadRanks(format!(
                    "rank {rank} is beyond the last one or there twice"
                )));
            }
            let per_stage = topology.ranks_per_stage;
            let equal = layouts
                .iter()
                .filter_map(|&layout| plan.layouts.get(layout))
                .all(|layout| layout.shard_of(rank % per_stage) == layout.shard_of(first % per_stage));
            if rank / per_stage != first / per_stage || !equal {
                return Err(PlanError::BadRanks(format!("ranks {first} and {rank} do not hold the same")));
            }
        }
    }
    if seen.len() as u64 != topology.ranks() {
        return Err(PlanError::BadRanks(format!("{} of {} ranks have a file", seen.len(), topology.ranks())));
    }
    Ok(())
}

/// The contents of a table are inside the file and not on top of each other.
fn check_target_table(index: usize, table: &TargetTable) -> Result<(), PlanError> {
    let pieces =
        table.entries.iter().flat_map(|entry| entry.pieces.iter().map(|piece| (piece, entry.tensor)));
    let mut pieces: Vec<(&Piece, usize)> = pieces.filter(|(piece, _)| piece.len > 0).collect();
    sort_by_key(&mut pieces, |(piece, _)| piece.offset);
    let mut end = 0;
    for (piece, tensor) in pieces {
        let next =
            piece.offset.checked_add(piece.len).filter(|&next| next <= table.size && piece.offset >= end);
        end = next.ok_or_else(|| PlanError::BadPieces { tensor, file: format!("target table {index}") })?;
    }
    Ok(())
}

/// What decides how an entry resolves, but for the tensor's name and place: entries with equal
/// keys need the same shards from the same files and have as many bytes in each.
type Key = (usize, Origin, u64, Option<u64>, usize);

/// The first entry of each key, per target table: it stands for all others of its key.
fn distinct_entries(plan: &Plan) -> Vec<BTreeMap<Key, usize>> {
    // Which tables hold a tensor, with how many bytes: equal for nearly all tensors of a stage.
    let mut held: Vec<Vec<(usize, Option<u64>)>> = vec![Vec::new(); plan.tensors.len()];
    for (table, entries) in plan.source.tables.iter().enumerate() {
        for entry in &entries.entries {
            if let Some(held) = held.get_mut(entry.tensor) {
                held.push((table, bytes(&entry.pieces)));
            }
        }
    }
    let mut ids: HashMap<&[(usize, Option<u64>)], usize> = HashMap::new();
    let mut kinds = Vec::with_capacity(held.len());
    for held in &held {
        let next = ids.len();
        kinds.push(*ids.entry(held.as_slice()).or_insert(next));
    }
    let mut distinct: Vec<BTreeMap<Key, usize>> = Vec::with_capacity(plan.target.tables.len());
    for table in &plan.target.tables {
        let mut entries = BTreeMap::new();
        for (index, entry) in table.entries.iter().enumerate() {
            let item = plan.tensors.get(entry.tensor).map_or(0, |tensor| tensor.dtype.size());
            let kind = kinds.get(entry.tensor).copied().unwrap_or(usize::MAX);
            let key = (entry.program, entry.from, item, bytes(&entry.pieces), kind);
            entries.entry(key).or_insert(index);
        }
        distinct.push(entries);
    }
    distinct
}

/// Bytes of all pieces; none if they do not fit 64 bits.
fn bytes(pieces: &[Piece]) -> Option<u64> {
    pieces.iter().try_fold(0u64, |sum, piece| sum.checked_add(piece.len))
}

/// Every box of every content has a source that holds it, and both sides have its bytes.
fn check_contents(plan: &Plan) -> Result<(), PlanError> {
    let distinct = distinct_entries(plan);
    let resolver = Resolver::new(plan);
    for (index, content) in plan.target.contents.iter().enumerate() {
        check_reads(plan, index, content)?;
        let mut reader = resolver.content(index)?;
        for &entry in distinct.get(content.table).into_iter().flat_map(BTreeMap::values) {
            let bad = PlanError::BadEntry { content: index, entry };
            let target = reader.entries().get(entry).ok_or(bad.clone())?;
            if matches!(target.from, Origin::File(file) if !content.reads.contains(&file)) {
                return Err(bad);
            }
            let mut written = 0u64;
            let mut wrong_slice = None;
            let visited = reader.for_each_part(entry, |part| {
                let boxed = product(part.chosen.iter().map(|segment| segment.len), part.item_bytes)?;
                written = written.checked_add(boxed)?;
                let slice = product(part.source.iter().map(|&(start, end)| end - start), part.item_bytes)?;
                if Some(slice) != bytes(part.source_pieces) {
                    wrong_slice = Some(part.file);
                    return None;
                }
                Some(())
            })?;
            if let Some(file) = wrong_slice {
                let file = plan.source.files.get(file).map_or("", |file| &file.path);
                return Err(PlanError::BadPieces { tensor: target.tensor, file: file.to_owned() });
            }
            visited.ok_or(bad)?;
            if bytes(&target.pieces) != Some(written) {
                let file = format!("content {index}");
                return Err(PlanError::BadPieces { tensor: target.tensor, file });
            }
        }
    }
    Ok(())
}

/// A content opens only files that exist, each once.
fn check_reads(plan: &Plan, index: usize, content: &Content) -> Result<(), PlanError> {
    let distinct: BTreeSet<usize> = gather(content.reads.iter().copied());
    let exist = distinct.last().is_none_or(|&last| last < plan.source.files.len());
    if exist && distinct.len() == content.reads.len() { Ok(()) } else { Err(PlanError::NoContent(index)) }
}

/// The bytes of a box of the given lengths.
fn product(mut lens: impl Iterator<Item = u64>, item_bytes: u64) -> Option<u64> {
    lens.try_fold(item_bytes, u64::checked_mul)
}

fn check_totals(plan: &Plan) -> Result<(), PlanError> {
    let mut written = 0u64;
    let mut opened = 0u64;
    for content in &plan.target.contents {
        let size = plan.target.tables.get(content.table).map_or(0, |table| table.size);
        let bytes = size.checked_mul(content.ranks.len() as u64);
        written = bytes.and_then(|bytes| written.checked_add(bytes)).ok_or(PlanError::BadTotals)?;
        opened = opened.saturating_add(content.reads.len() as u64);
    }
    let totals = plan.totals;
    let equal = totals.bytes_written == written
        && totals.files_opened == opened
        && totals.source_files == plan.source.files.len() as u64
        && totals.target_files == plan.target.topology.ranks();
    if equal { Ok(()) } else { Err(PlanError::BadTotals) }
}
