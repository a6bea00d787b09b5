//! shardlens: see, plan and convert sharded checkpoints.
//!
//! What flows where:
//!
//! * [`source`] reads bytes; [`mod@format`] turns them into strategy files and checkpoint headers;
//! * [`catalog`] sorts a pile of files into one [`layout::Strategy`] and one
//!   [`catalog::Checkpoint`] per side;
//! * [`plan`] lays the two sides over each other: a [`plan::Plan`] says what to read from where to
//!   write where;
//! * [`conversion`] takes both steps for a conversion as it is asked for, and tells all findings;
//! * [`mod@infer`] finds a strategy where there is none, from the headers of all ranks;
//! * [`resume`] says which step a job can go on from, and why; [`mod@advice`] what to write for a run;
//! * the `native` module executes plans and is the command line, the `web` module is the page;
//! * everything a person sees about a difference is a [`check::Finding`];
//! * [`mod@explain`] finds the cause of a text of error of the real systems.

pub mod advice;
pub mod catalog;
pub mod check;
pub mod conversion;
pub mod example;
pub mod explain;
pub mod format;
pub mod geometry;
pub mod infer;
pub mod layout;
#[cfg(not(target_arch = "wasm32"))]
pub mod native;
mod order;
pub mod parallel;
mod path;
mod phrase;
pub mod plan;
pub mod resume;
pub mod source;
pub mod units;
pub mod web;
