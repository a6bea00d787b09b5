//! A pile of files → what each is, and one strategy and one checkpoint per side.

mod checkpoint;

pub use checkpoint::{Checkpoint, CheckpointFile, Table};
