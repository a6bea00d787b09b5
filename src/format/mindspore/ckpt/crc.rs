//! The checksum that MindSpore appends with `crc_check=True`: `crc_num` and the CRC-32 of all
//! bytes before, as 10 bytes, big-endian.

use crate::format::{Fault, crc};
use crate::source::{ReadAt, read_vec};

const TAG: &[u8; 7] = b"crc_num";

/// Length of the trailer.
pub(super) const TRAILER: u64 = 17;

/// The checksum of a trailer; none if the bytes are none.
pub(super) fn parse_trailer(bytes: &[u8]) -> Option<u32> {
    let digits: [u8; 10] = bytes.strip_prefix(TAG)?.try_into().ok()?;
    let number = digits.iter().try_fold(0u64, |n, &byte| n.checked_mul(256).map(|n| n | u64::from(byte)))?;
    u32::try_from(number).ok()
}

/// Reads the whole file and compares its checksum. False if the file carries none.
///
/// # Errors
/// If the checksum differs or the file cannot be read.
pub fn verify_crc(source: &dyn ReadAt) -> Result<bool, Fault> {
    let Some(end) = source.len().checked_sub(TRAILER) else { return Ok(false) };
    let Some(expected) = parse_trailer(&read_vec(source, end, TRAILER)?) else { return Ok(false) };
    let mut hasher = crc32fast::Hasher::new();
    crc::add(&mut hasher, source, 0, end)?;
    crc::compare(hasher, expected, end, "crc_num")
}
