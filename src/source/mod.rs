//! Where bytes come from: the only folder that reads them.
//!
//! Readers take `&dyn ReadAt` and ask for headers only. Every implementation is positional, so
//! that one source serves many readers.

mod bytes;
#[cfg(not(target_arch = "wasm32"))]
mod file;
mod head;
mod meter;
mod sparse;

pub use bytes::Bytes;
#[cfg(not(target_arch = "wasm32"))]
pub use file::FileSource;
pub use head::Headed;
pub use meter::Metered;
pub use sparse::Sparse;

use std::io::ErrorKind;

use crate::phrase::Phrase;
use crate::units::counted;

/// A readable piece of storage of known length.
pub trait ReadAt {
    /// Length in bytes.
    fn len(&self) -> u64;

    /// Fills `buffer` from `offset`.
    ///
    /// # Errors
    /// If the range is not inside the source or the storage fails.
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> Result<(), ReadError>;

    /// Whether there is nothing to read.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<S: ReadAt + ?Sized> ReadAt for &S {
    fn len(&self) -> u64 {
        (**self).len()
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> Result<(), ReadError> {
        (**self).read_at(offset, buffer)
    }
}

impl<S: ReadAt + ?Sized> ReadAt for Box<S> {
    fn len(&self) -> u64 {
        (**self).len()
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> Result<(), ReadError> {
        (**self).read_at(offset, buffer)
    }
}

/// Why bytes could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The range is not inside the source.
    #[error("{} at {offset}: beyond the end at {len}", counted(*wanted, "byte", "bytes"))]
    PastEnd {
        /// First byte asked for.
        offset: u64,
        /// Bytes asked for.
        wanted: u64,
        /// Length of the source.
        len: u64,
    },
    /// The storage failed.
    #[error("reading at {offset} failed: {reason}")]
    Storage {
        /// First byte asked for.
        offset: u64,
        /// Of which kind the failure is; `Other` where the system does not tell.
        kind: ErrorKind,
        /// What the system said.
        reason: Phrase,
    },
}

/// One past the last of `wanted` bytes at `offset` of a source of `len` bytes.
///
/// # Errors
/// If they are not inside the source.
pub(crate) fn end_inside(len: u64, offset: u64, wanted: u64) -> Result<u64, ReadError> {
    let end = offset.checked_add(wanted).filter(|&end| end <= len);
    end.ok_or(ReadError::PastEnd { offset, wanted, len })
}

/// Reads `len` bytes at `offset` into a new buffer, which is allocated only after the range is
/// known to be inside the source: no header can ask for more memory than its file has bytes.
///
/// # Errors
/// As [`ReadAt::read_at`].
pub fn read_vec(source: &dyn ReadAt, offset: u64, len: u64) -> Result<Vec<u8>, ReadError> {
    end_inside(source.len(), offset, len)?;
    let past_end = ReadError::PastEnd { offset, wanted: len, len: source.len() };
    let Ok(size) = usize::try_from(len) else { return Err(past_end) };
    let mut buffer = vec![0; size];
    source.read_at(offset, &mut buffer)?;
    Ok(buffer)
}
