//! A pile of files → what each is, and one strategy and one checkpoint per side.

mod checkpoint;
mod pile;

pub use checkpoint::{Checkpoint, CheckpointFile, Table};
pub use pile::{BoxedSource, PileFile};
