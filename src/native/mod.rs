//! This machine: its files.

#[cfg(feature = "cli")]
pub mod execute;
pub mod units;
mod walk;

pub use walk::{MAX_ENTRIES, Walk, walk};
