//! Which step a MindFormers job can resume from, and why.
//!
//! A run leaves `checkpoint/rank_R/{prefix}_rank_R[_N]-{epoch}_{step}.{ckpt|safetensors}` and a `meta.json`
//! per rank. When it resumes, rank 0 reads the names and decides for all ranks; no file is opened before
//! that. [`decide`] says what each version of MindFormers decides, as its source does, errors included;
//! [`document`] says what its document promises; [`works`] says which step really can be loaded, with damaged
//! files left out, and [`Matrix`] why each file of each rank does or does not take part. [`report`] puts all of
//! this together and says what is wrong.
//!
//! Knows no file system and no clock: a [`Listing`] goes in.

mod decide;
mod document;
mod entries;
pub mod epochs;
mod findings;
mod folders;
mod gather;
mod health;
mod instead;
mod job;
mod lines;
mod listing;
mod matrix;
mod message;
mod meta;
mod names;
mod newest;
mod peers;
mod report;
mod select;
pub mod shared;
mod stages;
mod suffix;
mod tft;
mod tft_findings;
mod works;

pub use decide::{Decision, Load, Newest, decide};
pub use document::document;
pub use folders::folders;
pub use gather::{Entry, Extra, MAX_META, any_resumes, gather};
pub use instead::Instead;
pub use job::{Job, Monitor, Version};
pub use listing::{Folder, Health, Holds, Listing, MAX_RANKS, WeightFile};
pub use matrix::{Cell, Column, Matrix};
pub use names::Step;
pub use peers::{Lists, Odd, OddKind};
pub use report::{Report, alike, report};
pub use suffix::{Unified, unified};
pub use tft::{Loaded, Strategies, tft};
pub use tft_findings::tft_findings;
pub use works::{Works, works};
