//! One side's weights: files that share header tables.

use std::collections::BTreeMap;

use crate::format::{Entry, WeightFormat};

/// The tensors of a file. Files with equal headers (all ranks of a stage, as a rule) share one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Table {
    /// The tensors, in file order. Each name once.
    pub entries: Vec<Entry>,
    /// Free text that the file carries (safetensors `__metadata__`).
    pub metadata: BTreeMap<String, String>,
}

/// One file of a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckpointFile {
    /// Path relative to the checkpoint's root, with `/`.
    pub path: String,
    /// Size in bytes.
    pub size: u64,
    /// The global rank that it belongs to; 0 for a complete checkpoint.
    pub rank: u64,
    /// Index into [`Checkpoint::tables`].
    pub table: usize,
    /// Hash of header and size, so that a changed file is noticed.
    pub fingerprint: String,
}

/// The weights of one side, from headers only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The container format of all files.
    pub format: WeightFormat,
    /// Distinct header tables.
    pub tables: Vec<Table>,
    /// The files that count, by rank, then path. A complete checkpoint may have several of rank 0.
    pub files: Vec<CheckpointFile>,
}
