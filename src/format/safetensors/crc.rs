//! MindSpore's checksum: CRC-32 over each tensor's name and content, names in ascending order.

use super::CRC_KEY;
use crate::format::{Entry, Fault, FaultKind, Header};
use crate::source::{ReadAt, read_vec};

/// Bytes that are read at once to compute the checksum.
const CHUNK: u64 = 1 << 20;

/// Reads all contents and compares their checksum. False if the file carries none.
///
/// # Errors
/// If the checksum differs or the file cannot be read.
pub fn verify_crc(source: &dyn ReadAt, header: &Header) -> Result<bool, Fault> {
    let Some(expected) = header.crc else { return Ok(false) };
    let mut entries: Vec<&Entry> = header.entries.iter().collect();
    entries.sort_by_key(|entry| entry.name.as_str());
    let mut hasher = crc32fast::Hasher::new();
    for entry in entries {
        hasher.update(entry.name.as_bytes());
        for piece in &entry.pieces {
            let mut done = 0;
            while done < piece.len {
                let len = CHUNK.min(piece.len - done);
                hasher.update(&read_vec(source, piece.offset.saturating_add(done), len)?);
                done += len;
            }
        }
    }
    let found = hasher.finalize();
    if found == expected {
        Ok(true)
    } else {
        Err(Fault::at(8, CRC_KEY, FaultKind::Checksum { found, expected }))
    }
}
