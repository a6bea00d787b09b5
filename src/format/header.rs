//! What a weight file holds, as its header tells.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

use super::Fault;
use crate::geometry::{DType, Shape};

/// The container formats of weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum WeightFormat {
    /// MindSpore `.ckpt`.
    Ckpt,
    /// safetensors.
    Safetensors,
}

impl WeightFormat {
    /// The file name's ending, without the dot.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Ckpt => "ckpt",
            Self::Safetensors => "safetensors",
        }
    }
}

/// A run of bytes in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct Piece {
    /// First byte.
    pub offset: u64,
    /// Number of bytes.
    pub len: u64,
}

/// One tensor in a file. Its content is its pieces, in order: one, or several where MindSpore
/// split a tensor over 512 MiB into records.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The parameter's name.
    pub name: String,
    /// Its element type.
    pub dtype: DType,
    /// Its shape in this file (the slice's, if the checkpoint is cut).
    pub shape: Shape,
    /// Where its content is; the lengths add up to shape × element size.
    pub pieces: Vec<Piece>,
}

/// The header of one weight file: what could be read, and what is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The container format.
    pub format: WeightFormat,
    /// The tensors, in file order. Each name once.
    pub entries: Vec<Entry>,
    /// Free text that the file carries (safetensors `__metadata__`); empty for `.ckpt`.
    pub metadata: BTreeMap<String, String>,
    /// The checksum the file claims, if it carries one (`.ckpt` trailer, safetensors `crc_num`).
    pub crc: Option<u32>,
    /// What is wrong, by offset. A tensor with a fault is not among the entries.
    pub faults: Vec<Fault>,
}

impl Header {
    /// Hex of a 128-bit hash over format, file size, and every tensor's name, type, shape and
    /// place: equal for equal headers, so that a changed file is noticed without reading it whole.
    #[must_use]
    pub fn fingerprint(&self, size: u64) -> String {
        let mut hasher = Xxh3::new();
        let number = |hasher: &mut Xxh3, value: u64| hasher.update(&value.to_le_bytes());
        number(&mut hasher, self.format as u64);
        number(&mut hasher, size);
        for entry in &self.entries {
            number(&mut hasher, entry.name.len() as u64);
            hasher.update(entry.name.as_bytes());
            number(&mut hasher, entry.dtype as u64);
            number(&mut hasher, entry.shape.rank() as u64);
            entry.shape.dims().iter().for_each(|&dim| number(&mut hasher, dim));
            number(&mut hasher, entry.pieces.len() as u64);
            for piece in &entry.pieces {
                number(&mut hasher, piece.offset);
                number(&mut hasher, piece.len);
            }
        }
        format!("{:032x}", hasher.digest128())
    }
}
