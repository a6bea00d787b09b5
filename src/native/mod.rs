//! This machine: its files.

mod walk;

pub use walk::{MAX_ENTRIES, Walk, walk};
