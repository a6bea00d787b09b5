//! Bytes → strategy or checkpoint header, and back. One folder per system, one file per on-disk
//! format, writers beside readers.
//!
//! A reader touches headers only, never allocates more than a named bound that follows from the
//! file's own size, never panics, and never fails as a whole because of one bad record: it
//! returns what it could read and its [`Fault`]s.

mod crc;
mod detect;
mod fault;
mod faults;
mod file_layout;
mod header;
pub mod index;
mod json;
mod limit;
pub mod mindspore;
pub mod safetensors;
mod whole;

pub(crate) use detect::HEAD;
pub use detect::{Detected, FileKind, detect};
pub use fault::{Fault, FaultKind};
pub use faults::MAX_FAULTS;
pub use file_layout::{FileLayout, NewEntry};
pub use header::{Entry, Header, Piece, WeightFormat};
pub use limit::Limit;

use crate::source::ReadAt;

/// The header of one file: as much as a safetensors header may have, which is more than the names
/// and shapes of any model need.
pub const MAX_HEADER: u64 = 100_000_000;

/// The layout of a file in the given format with the given tensors.
///
/// # Errors
/// If the format cannot hold a tensor: names it.
pub fn layout_file(format: WeightFormat, entries: &[NewEntry<'_>]) -> Result<FileLayout, Fault> {
    match format {
        WeightFormat::Ckpt => mindspore::ckpt::layout_file(entries),
        WeightFormat::Safetensors => safetensors::layout_file(entries, &std::collections::BTreeMap::new()),
    }
}

/// Reads the header of a weight file of the given format.
///
/// # Errors
/// If it is no such file.
pub fn read_weights(format: WeightFormat, source: &dyn ReadAt) -> Result<Header, Fault> {
    match format {
        WeightFormat::Ckpt => mindspore::ckpt::read(source),
        WeightFormat::Safetensors => safetensors::read(source),
    }
}

/// Reads a whole weight file and compares its contents with the checksum that it carries. False if
/// it carries none.
///
/// # Errors
/// If the checksum differs or the file cannot be read.
pub fn verify_crc(format: WeightFormat, source: &dyn ReadAt) -> Result<bool, Fault> {
    match format {
        WeightFormat::Ckpt => mindspore::ckpt::verify_crc(source),
        WeightFormat::Safetensors => safetensors::verify_crc(source, &safetensors::read(source)?),
    }
}
