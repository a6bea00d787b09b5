//! Which step a job resumes from: the decision tables, and folders on which MindFormers itself was run.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may panic")]

mod configuration;
mod damage;
mod entries;
mod folder;
mod many;
mod peers;
mod recorded;
mod selection;
mod suffix;
mod tft;
mod time_stamps;
