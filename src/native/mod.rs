//! This machine: its files.

#[cfg(feature = "cli")]
pub mod execute;
mod survey;
pub mod units;
mod walk;

pub use survey::survey;
pub use walk::{MAX_ENTRIES, Walk, walk};
