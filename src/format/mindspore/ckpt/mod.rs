//! MindSpore checkpoints (`.ckpt`, `checkpoint.proto`): records of name, shape, type and content.

mod crc;
mod join;
mod read;
mod record;
mod write;

pub use crc::verify_crc;
pub use read::{MAX_RECORD_HEADER, MAX_RECORDS, read};
pub use write::{MAX_PIECE, layout_file};

/// The first bytes of a file that MindSpore encrypted, and with what.
const ENCRYPTED: [([u8; 4], &str); 2] =
    [([0xd8, 0x5e, 0x3a, 0x7f], "AES-GCM"), ([0xd9, 0x5e, 0x3a, 0x7f], "AES-CBC")];

/// With what a file that begins so is encrypted.
pub(crate) fn encryption(head: &[u8]) -> Option<&'static str> {
    ENCRYPTED.iter().find(|(magic, _)| head.starts_with(magic)).map(|&(_, cipher)| cipher)
}

#[cfg(test)]
mod tests;
