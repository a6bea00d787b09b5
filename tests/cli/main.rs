//! The command as people run it: the real binary in fresh folders.
#![cfg(all(unix, feature = "cli"))]
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may panic")]

mod advise;
mod advise_page;
mod apply;
mod check;
mod convert;
mod diff;
mod explain;
mod ignored;
mod infer;
mod inspect;
mod interrupt;
mod limits;
mod merge;
mod names;
mod outputs;
mod refuse;
mod restart;
mod resume;
mod resume_entries;
mod usage;
mod world;
