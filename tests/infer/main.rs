//! A strategy from headers alone: against the strategies of every recorded sliced checkpoint, of
//! MindFormers' own runs, and of random models.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may panic")]

mod mindformers;
mod models;
mod outcomes;
mod properties;
mod recorded;
mod truth;
