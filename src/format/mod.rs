//! Bytes → strategy or checkpoint header, and back. One folder per system, one file per on-disk
//! format, writers beside readers.
//!
//! A reader touches headers only, never allocates more than a named bound that follows from the
//! file's own size, never panics, and never fails as a whole because of one bad record: it
//! returns what it could read and its [`Fault`]s.

mod fault;
mod file_layout;
mod header;

pub use fault::{Fault, FaultKind};
pub use file_layout::{FileLayout, NewEntry};
pub use header::{Entry, Header, Piece, WeightFormat};
