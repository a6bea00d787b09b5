//! safetensors: 8 bytes of header length, a JSON header, the contents. Read strictly by the
//! published rules (safetensors 0.7), with MindSpore 2.10's metadata: `format`, `crc_num`,
//! `remove_redundancy`, and `"<parameter>": "Int4"`.

mod crc;
mod read;
mod write;

pub use crc::verify_crc;
pub use read::read;
pub use write::layout_file;

/// The key of the free text.
const METADATA: &str = "__metadata__";

/// The metadata key of MindSpore's checksum, in decimal.
const CRC_KEY: &str = "crc_num";

/// What MindSpore writes for the type of a tensor that safetensors has no type for.
const INT4: &str = "Int4";

#[cfg(test)]
mod tests;
