//! CRC-32 over contents, which are read in chunks.

use crc32fast::Hasher;

use super::{Fault, FaultKind};
use crate::source::{ReadAt, ReadError};

/// Bytes that are read at once.
const CHUNK: u64 = 1 << 20;

/// Adds `len` bytes from `start`.
///
/// # Errors
/// If they cannot be read.
pub(super) fn add(hasher: &mut Hasher, source: &dyn ReadAt, start: u64, len: u64) -> Result<(), ReadError> {
    let mut buffer = Vec::new();
    let mut done = 0;
    while done < len {
        let chunk = CHUNK.min(len - done);
        buffer.resize(usize::try_from(chunk).unwrap_or(0), 0);
        source.read_at(start.saturating_add(done), &mut buffer)?;
        hasher.update(&buffer);
        done += chunk;
    }
    Ok(())
}

/// True if the checksum is the one that the file states in `field` at `offset`.
///
/// # Errors
/// If it is another.
pub(super) fn compare(hasher: Hasher, expected: u32, offset: u64, field: &str) -> Result<bool, Fault> {
    let found = hasher.finalize();
    if found == expected {
        return Ok(true);
    }
    Err(Fault::at(offset, field, FaultKind::Checksum { found, expected }))
}
