//! The plan: what to read from where to write where. These types are its JSON, version 1.
//!
//! A plan says by structure what would be millions of copies one by one. Tensors of equal shape
//! and layouts share a [`Program`]; target ranks with equal content are one [`Content`]; files
//! with equal headers share a table. The executor only multiplies this out:
//!
//! for each content, for each entry of its table: the target shard is the layout's shard of the
//! rank; per dimension the source and target boundaries overlap in segments; each combination of
//! segments is one box, read from the first file of `reads` that holds that source shard.

use serde::{Deserialize, Serialize};

use crate::check::{Finding, Lang, Record};
use crate::format::{Piece, WeightFormat};
use crate::geometry::{DType, Shape};
use crate::layout::{Layout, Strategy};

/// The value of [`Plan::format`].
pub const FORMAT: &str = "shardlens.reshard-plan";
/// The version that this program writes, and the only one it executes.
pub const VERSION: u32 = 1;

/// A reshard plan. Self-contained: an executor needs it and the two root folders.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct Plan {
    /// Always `shardlens.reshard-plan`.
    pub format: String,
    /// Version of this format.
    pub version: u32,
    /// The program that wrote the plan.
    pub generator: String,
    /// What is read.
    pub source: Source,
    /// What is written.
    pub target: Target,
    /// The distinct layouts of both sides.
    pub layouts: Vec<Layout>,
    /// The tensors that are converted, in the order of the target tables.
    pub tensors: Vec<Tensor>,
    /// The distinct ways of cutting a shape from one layout into another.
    pub programs: Vec<Program>,
    /// Sums over the whole plan.
    pub totals: Totals,
    /// Every choice that was made and every warning.
    pub findings: Vec<Record>,
}

impl Plan {
    /// The plan with all that is told of its conversion; the planner itself knows what it found.
    #[must_use]
    pub fn with_findings(self, findings: &[Finding]) -> Self {
        Self { findings: findings.iter().map(|finding| finding.render(Lang::En)).collect(), ..self }
    }
}

/// How ranks are numbered: stage s owns ranks s·D … (s+1)·D−1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct Topology {
    /// Pipeline stages.
    pub stages: u32,
    /// D.
    pub ranks_per_stage: u64,
}

impl Topology {
    /// The topology of a complete checkpoint: one rank.
    pub const SINGLE: Self = Self { stages: 1, ranks_per_stage: 1 };

    /// The topology of a strategy; without one, of a complete checkpoint.
    #[must_use]
    pub fn of(strategy: Option<&Strategy>) -> Self {
        strategy.map_or(Self::SINGLE, |strategy| Self {
            stages: strategy.stages(),
            ranks_per_stage: strategy.ranks_per_stage(),
        })
    }

    /// First and last global rank of a stage.
    #[must_use]
    pub fn ranks_of(self, stage: u32) -> (u64, u64) {
        let first = u64::from(stage).saturating_mul(self.ranks_per_stage);
        (first, first.saturating_add(self.ranks_per_stage.saturating_sub(1)))
    }

    /// Number of ranks.
    #[must_use]
    pub fn ranks(self) -> u64 {
        u64::from(self.stages).saturating_mul(self.ranks_per_stage)
    }
}

/// What is read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct Source {
    /// Container format of the files.
    pub format: WeightFormat,
    /// Stages and ranks.
    pub topology: Topology,
    /// The files that are read, by rank, then path.
    pub files: Vec<SourceFile>,
    /// Distinct tables of what the files hold.
    pub tables: Vec<SourceTable>,
}

/// A file that is read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct SourceFile {
    /// Path relative to the source root, with `/`.
    pub path: String,
    /// Size in bytes.
    pub size: u64,
    /// Hash of header and size: a file that has changed is refused.
    pub fingerprint: String,
    /// Global rank.
    pub rank: u64,
    /// Index into [`Source::tables`].
    pub table: usize,
}

/// Where tensors are in a source file; those that the plan reads, by tensor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct SourceTable {
    /// By ascending tensor.
    pub entries: Vec<SourceEntry>,
}

/// One tensor in a source file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct SourceEntry {
    /// Index into [`Plan::tensors`].
    pub tensor: usize,
    /// Its content: these byte ranges, in order.
    pub pieces: Vec<Piece>,
}

/// What is written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct Target {
    /// Container format of the files.
    pub format: WeightFormat,
    /// Stages and ranks.
    pub topology: Topology,
    /// Distinct contents; every target rank is in exactly one.
    pub contents: Vec<Content>,
    /// Distinct tables of what the files hold.
    pub tables: Vec<TargetTable>,
    /// A rank's file is `rank_R/{prefix}R.ckpt` (or `.safetensors`), relative to the target root.
    pub prefix: String,
}

impl Target {
    /// Path of a rank's file relative to the target root, with `/`.
    #[must_use]
    pub fn path(&self, rank: u64) -> String {
        format!("rank_{rank}/{}{rank}.{}", self.prefix, self.format.extension())
    }
}

/// Target ranks of one stage whose files are equal byte for byte.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct Content {
    /// Global ranks, ascending.
    pub ranks: Vec<u64>,
    /// Index into [`Target::tables`].
    pub table: usize,
    /// Indices into [`Source::files`] to open, in order of preference: a source shard is read
    /// from the first of them that holds it ([`Origin::Stage`]).
    pub reads: Vec<usize>,
}

/// What a target file holds; its size and offsets follow from the format's writer and are stated
/// so that every byte's place is known before the first is copied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct TargetTable {
    /// Size of the file in bytes.
    pub size: u64,
    /// The tensors in file order.
    pub entries: Vec<TargetEntry>,
}

/// One tensor in a target file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct TargetEntry {
    /// Index into [`Plan::tensors`].
    pub tensor: usize,
    /// Index into [`Plan::programs`].
    pub program: usize,
    /// Where the source slices are.
    pub from: Origin,
    /// Where its content goes: these byte ranges, in order.
    pub pieces: Vec<Piece>,
}

/// Where the slices of a tensor are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// In the files of this source stage, cut by the program's source layout.
    Stage(u32),
    /// Whole, in this file (index into [`Source::files`]).
    File(usize),
}

/// A tensor that is converted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct Tensor {
    /// The parameter's name, the same on both sides.
    pub name: String,
    /// Element type, the same on both sides.
    pub dtype: DType,
    /// The whole tensor's shape.
    pub shape: Shape,
}

/// How a shape is cut from a source layout into a target layout.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct Program {
    /// Index into [`Plan::layouts`].
    pub source_layout: usize,
    /// Index into [`Plan::layouts`].
    pub target_layout: usize,
    /// One per tensor dimension.
    pub dims: Vec<Cuts>,
}

/// Boundaries of one dimension on both sides, in elements, each ascending from 0 to its length.
/// A box goes from a source slice to a target slice wherever their ranges overlap.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct Cuts {
    /// Source boundaries: one more than there are source slices.
    pub source: Vec<u64>,
    /// Target boundaries: one more than there are target slices.
    pub target: Vec<u64>,
}

/// Sums over a whole plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct Totals {
    /// Content bytes read: once per content.
    pub bytes_read: u64,
    /// Bytes of all target files, headers included.
    pub bytes_written: u64,
    /// Source files read.
    pub source_files: u64,
    /// Target files written.
    pub target_files: u64,
    /// Opens of source files, over all contents.
    pub files_opened: u64,
    /// Upper bound of the executor's buffers.
    pub peak_memory_bytes: u64,
}
