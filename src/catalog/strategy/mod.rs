//! The strategy files of one side → one strategy: which files count, and how they fit together.

mod choose;
mod find;
mod merge;
mod part;
mod step;

pub use find::{Found, is_meant, open, open_mixed};
pub use merge::merge;

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))] // proptest is for native tests only
mod tests;
