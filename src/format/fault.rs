//! What is wrong in a file, with the place.

use std::fmt;
use std::io::ErrorKind;

use super::Limit;
use crate::geometry::{Shape, ShapeError};
use crate::phrase::{Phrase, display_phrase, phrase};
use crate::source::ReadError;
use crate::units::noun;

/// One fault of a file: where and what. The caller knows which file.
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub struct Fault {
    /// Byte offset of the record at fault.
    pub offset: u64,
    /// Path of fields that led there, such as `ParallelStrategyMap.parallel_layout_item[12].tensor_map`;
    /// empty for the file as a whole.
    pub field: String,
    /// The tensor concerned, if its name was read.
    pub tensor: Option<String>,
    /// What is wrong.
    pub kind: FaultKind,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.field.is_empty() {
            write!(f, "{}: ", self.field)?;
        }
        write!(f, "{} (at byte {})", self.kind, self.offset)
    }
}

/// What is wrong in a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum FaultKind {
    /// The file has no bytes.
    Empty,
    /// A record claims bytes beyond the end of the file.
    Truncated {
        /// Bytes the record claims.
        wanted: u64,
        /// Bytes left in the file.
        left: u64,
    },
    /// The bytes are not what the format says.
    Malformed(Phrase),
    /// A name that no system could have written.
    NotUtf8,
    /// A declared size beyond a named limit.
    OverLimit {
        /// What is too large.
        what: Limit,
        /// Its value.
        value: u64,
        /// The limit.
        limit: u64,
    },
    /// An element type that is not known.
    UnknownDType(String),
    /// Content whose length is not shape × element size.
    LengthMismatch {
        /// Bytes in the file.
        found: u64,
        /// Bytes by shape and element type.
        expected: u64,
    },
    /// The same tensor twice.
    Duplicate,
    /// A kind of record that is recognised but cannot be converted.
    Unsupported(Phrase),
    /// The file is encrypted.
    Encrypted(&'static str),
    /// A checksum does not match.
    Checksum {
        /// Computed from the content.
        found: u32,
        /// Stored in the file.
        expected: u32,
    },
    /// The storage failed.
    Read {
        /// Of which kind the failure is; `Other` where the system does not tell.
        kind: ErrorKind,
        /// What the system said.
        reason: Phrase,
    },
}

display_phrase!(FaultKind);

impl FaultKind {
    /// A shape that is none of a tensor in a file.
    pub(super) fn too_many_bytes(shape: &Shape) -> Self {
        Self::Malformed(phrase!(
            "{shape} has more bytes than any file can hold",
            "形状 {shape} 的字节数超出任何文件的容量",
            shape
        ))
    }

    /// The fault in words.
    #[must_use]
    pub fn phrase(&self) -> Phrase {
        match self {
            Self::Empty => phrase!("the file is empty", "文件为空"),
            Self::Truncated { wanted, left } => phrase!(
                "needs {wanted} {bytes}, but only {left} {are} left: the file is cut off or corrupt",
                "需要 {wanted} 字节，但只剩 {left} 字节：文件不完整或已损坏",
                wanted,
                left;
                bytes = noun(*wanted, "byte", "bytes"),
                are = noun(*left, "is", "are")
            ),
            Self::NotUtf8 => phrase!("the name is not UTF-8", "名称不是 UTF-8"),
            Self::OverLimit { what, value, limit } => {
                let (what, reason) = (what.what(), what.reason());
                Phrase {
                    en: format!("{} is {value}, the limit is {limit}: {}", what.en, reason.en),
                    zh: format!("{}为 {value}，上限为 {limit}：{}", what.zh, reason.zh),
                }
            }
            Self::UnknownDType(name) => {
                phrase!("the element type `{name}` is not known", "元素类型 `{name}` 未知", name)
            }
            Self::LengthMismatch { found, expected } => phrase!(
                "holds {found} {bytes}, its shape asks for {expected}",
                "有 {found} 字节，而按形状应为 {expected} 字节",
                found,
                expected;
                bytes = noun(*found, "byte", "bytes")
            ),
            Self::Duplicate => phrase!("the tensor is in the file twice", "该张量在文件中出现了两次"),
            Self::Unsupported(what) => Phrase {
                en: format!("{} cannot be converted", what.en),
                zh: format!("无法转换：{}", what.zh),
            },
            Self::Encrypted(cipher) => phrase!(
                "the file is encrypted ({cipher}); decrypt it with MindSpore first",
                "文件已加密（{cipher}），请先用 MindSpore 解密",
                cipher
            ),
            Self::Checksum { found, expected } => phrase!(
                "the checksum is {found:08x}, the file says {expected:08x}: its content has changed",
                "校验和为 {found:08x}，文件记录的是 {expected:08x}：内容已变化",
                found,
                expected
            ),
            Self::Malformed(words) | Self::Read { reason: words, .. } => words.clone(),
        }
    }
}

impl Fault {
    /// A fault of the record at `offset`.
    #[must_use]
    pub fn at(offset: u64, field: impl Into<String>, kind: FaultKind) -> Self {
        Self { offset, field: field.into(), tensor: None, kind }
    }

    /// The same fault, found in a field.
    #[must_use]
    pub fn in_field(mut self, field: impl Into<String>) -> Self {
        self.field = field.into();
        self
    }

    /// The same fault, of the named tensor.
    #[must_use]
    pub fn of(mut self, tensor: impl Into<String>) -> Self {
        self.tensor = Some(tensor.into());
        self
    }
}

impl From<ShapeError> for FaultKind {
    fn from(error: ShapeError) -> Self {
        Self::Malformed(error.phrase())
    }
}

impl From<ReadError> for Fault {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::PastEnd { offset, wanted, len } => {
                Self::at(offset, "", FaultKind::Truncated { wanted, left: len.saturating_sub(offset) })
            }
            ReadError::Storage { offset, kind, reason } => {
                Self::at(offset, "", FaultKind::Read { kind, reason })
            }
        }
    }
}
