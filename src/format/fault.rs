//! What is wrong in a file, with the place.

use std::fmt;

use crate::source::ReadError;

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
    #[error("the file is empty")]
    Empty,
    /// A record claims bytes beyond the end of the file.
    #[error("needs {wanted} bytes, but only {left} are left: the file is cut off or corrupt")]
    Truncated {
        /// Bytes the record claims.
        wanted: u64,
        /// Bytes left in the file.
        left: u64,
    },
    /// The bytes are not what the format says.
    #[error("{0}")]
    Malformed(String),
    /// A name that no system could have written.
    #[error("the name is not UTF-8")]
    NotUtf8,
    /// A declared size beyond a named limit.
    #[error("{what} is {value}, the limit is {limit}: {reason}")]
    OverLimit {
        /// What is too large.
        what: &'static str,
        /// Its value.
        value: u64,
        /// The limit.
        limit: u64,
        /// Why there is a limit.
        reason: &'static str,
    },
    /// An element type that is not known.
    #[error("the element type `{0}` is not known")]
    UnknownDType(String),
    /// Content whose length is not shape × element size.
    #[error("holds {found} bytes, its shape asks for {expected}")]
    LengthMismatch {
        /// Bytes in the file.
        found: u64,
        /// Bytes by shape and element type.
        expected: u64,
    },
    /// The same tensor twice.
    #[error("the tensor is in the file twice")]
    Duplicate,
    /// A kind of record that is recognised but cannot be converted.
    #[error("{0} cannot be converted")]
    Unsupported(&'static str),
    /// The file is encrypted.
    #[error("the file is encrypted ({0}); decrypt it with MindSpore first")]
    Encrypted(&'static str),
    /// A checksum does not match.
    #[error("the checksum is {found:08x}, the file says {expected:08x}: its content has changed")]
    Checksum {
        /// Computed from the content.
        found: u32,
        /// Stored in the file.
        expected: u32,
    },
    /// The storage failed.
    #[error("{0}")]
    Read(String),
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

impl From<ReadError> for Fault {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::PastEnd { offset, wanted, len } => {
                Self::at(offset, "", FaultKind::Truncated { wanted, left: len.saturating_sub(offset) })
            }
            ReadError::Storage { offset, reason } => Self::at(offset, "", FaultKind::Read(reason)),
        }
    }
}
