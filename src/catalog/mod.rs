//! A pile of files → what each is, and one strategy and one checkpoint per side.
//!
//! * [`survey`] reads every file's head and says what it is;
//! * [`side`] sorts out a pile that may hold anything, as it is dropped on the page;
//! * [`strategy::open`] and [`assemble`] take piles that were given as a strategy or as weights,
//!   as to the command.
//!
//! Every choice between files is a finding, and so is every refusal; with an error among the
//! findings, what is returned besides is for looking at only.

mod alone;
mod assemble;
mod checkpoint;
mod names;
mod pile;
mod report;
mod side;
pub mod strategy;
mod survey;
mod why;

pub use alone::of_one_rank;
pub use assemble::{Assembled, Cut, assemble};
pub use checkpoint::{Checkpoint, CheckpointFile, Table};
pub use names::{is_merged_leftover, rank_of_folder, rank_of_path};
pub use pile::{BoxedSource, PileFile};
pub use side::{FileReport, Role, SideCatalog, side};
pub use survey::{Content, Look, Survey, Surveyed, Weights, look, survey};
pub use why::Why;
