//! MindSpore's checksum: CRC-32 over each tensor's name and content, names in ascending order.

use super::CRC_KEY;
use crate::format::{Entry, Fault, Header, crc};
use crate::source::ReadAt;

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
            crc::add(&mut hasher, source, piece.offset, piece.len)?;
        }
    }
    crc::compare(hasher, expected, 8, CRC_KEY)
}
