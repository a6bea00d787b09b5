//! This machine: its files, the executor of plans, and the command line.

#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "cli")]
mod content;
#[cfg(feature = "cli")]
pub mod execute;
mod survey;
mod walk;

#[cfg(feature = "cli")]
pub use content::{Contained, content};
pub use survey::survey;
#[cfg(feature = "cli")]
pub(crate) use walk::is_link_loop;
pub use walk::{MAX_DEPTH, MAX_ENTRIES, Walk, walk};
