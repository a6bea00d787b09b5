//! What the worker tells the page: plain data that views draw without further reading.
//!
//! Sizes follow the structure, not ranks × tensors: layouts are listed once, tensors refer to
//! them, per-rank figures are one number per rank, and the heat map has at most
//! [`MAX_HEAT`] rows and columns.

mod build;
mod compared;
mod copies;
mod finding;
mod flows;
mod heat;
mod list;
mod load;
mod packed;
mod pair;
mod parallel;
mod plan;
mod planned;
mod reads;
mod side;
mod stages;
mod tally;
mod telling;
mod tensors;

pub use build::{MAX_LISTED_FILES, locate, relative, snapshot};
pub use compared::{Compared, Comparison, Counts, Differences};
pub use copies::{BoxFacts, Copies, SliceCopies};
pub use finding::{FindingFacts, FoldFacts};
pub use flows::{ContentFlows, Flows};
pub use heat::{Heat, MAX_HEAT, Window, block};
pub use list::Listed;
#[cfg(test)]
pub(in crate::web) use list::tensors_of;
pub use load::{Load, Loads, loads};
pub use pair::Pair;
pub use parallel::{Parallel, RoleAxis};
pub use plan::{MAX_LISTED_RANKS, PlanFacts, RankFacts, plan_facts};
pub use reads::Reads;
pub use side::{FileFacts, Ignored, Layouts, SideFacts, Worth};
pub use stages::{StageTensors, Stages};
pub use tally::Tally;
pub use telling::telling;
pub use tensors::{Facts, Held, Iter, Name, OtherName, Placed, TensorFacts, Tensors};

use serde::{Deserialize, Serialize};

use crate::check::Side;
use crate::format::Piece;

/// Everything that the page shows of both piles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    /// The source side, if anything of it was opened.
    pub source: Option<SideFacts>,
    /// The target side, if anything of it was opened.
    pub target: Option<SideFacts>,
    /// Every tensor of either side: the strategies' in file order, then the checkpoint's others.
    pub tensors: Tensors,
    /// How many of them there are of which kind.
    pub tally: Tally,
    /// Whether and how the sides were compared.
    pub comparison: Comparison,
    /// The tensor that is selected first, by its index.
    pub telling: Option<usize>,
    /// The plan, if there is a source to read and nothing forbids it.
    pub plan: Option<PlanFacts>,
    /// Everything that was found, worst first.
    pub findings: Vec<FindingFacts>,
    /// Bytes read from the opened files so far.
    pub bytes_read: u64,
    /// Bytes of all opened files.
    pub bytes_total: u64,
    /// Whether the files are the example's.
    pub example: bool,
    /// Whether an assignment of files to sides can be taken back.
    pub undo: bool,
    /// Whether one that was taken back can happen again.
    pub redo: bool,
}

impl Snapshot {
    /// One side.
    #[must_use]
    pub const fn side(&self, side: Side) -> Option<&SideFacts> {
        match side {
            Side::Source => self.source.as_ref(),
            Side::Target => self.target.as_ref(),
        }
    }

    /// Whether there are weights, and this tensor is not among them.
    #[must_use]
    pub fn lacks(&self, tensor: &Facts) -> bool {
        tensor.dtype.is_none() && self.source.as_ref().is_some_and(|source| source.format.is_some())
    }

    /// The tensors before and after one that there is something to show of.
    #[must_use]
    pub fn neighbours(&self, index: usize) -> [Option<usize>; 2] {
        let shown = |at: &usize| self.tensors.get(*at).is_some_and(|tensor| !self.lacks(&tensor));
        [(0..index).rev().find(shown), (index + 1..self.tensors.len()).find(shown)]
    }
}

/// Where the content of one tensor is, on every rank that holds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Located {
    /// Index into [`Snapshot::tensors`].
    pub tensor: usize,
    /// In the source's files, by rank.
    pub source: Vec<Chunk>,
    /// In the files that the plan writes, by rank.
    pub target: Vec<Chunk>,
    /// How the target's slices are put together.
    pub copies: Copies,
    /// Which source ranks the plan reads it from, by target file.
    pub reads: Vec<Reads>,
}

impl Located {
    /// One side.
    #[must_use]
    pub fn side(&self, side: Side) -> &[Chunk] {
        match side {
            Side::Source => &self.source,
            Side::Target => &self.target,
        }
    }
}

/// The content of a tensor in one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chunk {
    /// Global rank.
    pub rank: u64,
    /// Path of the file, relative to its side's root.
    pub file: String,
    /// First byte.
    pub offset: u64,
    /// Number of bytes, over all pieces.
    pub len: u64,
    /// In how many pieces it is stored.
    pub pieces: usize,
}

impl Chunk {
    /// The content that is in these pieces, in order; at least one.
    fn new(rank: u64, file: String, pieces: &[Piece]) -> Self {
        let offset = pieces.first().map_or(0, |piece| piece.offset);
        let len = pieces.iter().map(|piece| piece.len).fold(0, u64::saturating_add);
        Self { rank, file, offset, len, pieces: pieces.len() }
    }
}
