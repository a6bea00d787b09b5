//! Open files, with errors that say which file and where.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::PathBuf;
use std::sync::OnceLock;

use super::ExecuteError;

/// A source file that is being read.
#[derive(Debug)]
pub(crate) struct SourceHandle {
    pub path: PathBuf,
    pub file: File,
}

impl SourceHandle {
    /// Fills `buffer` from `offset`.
    pub(crate) fn read(&self, offset: u64, buffer: &mut [u8]) -> Result<(), ExecuteError> {
        let read = self.file.read_exact_at(buffer, offset);
        read.map_err(|error| ExecuteError::io_at("reading", &self.path, offset, error))
    }
}

/// A file of a target rank: one that is being written, or one that is compared with the source.
#[derive(Debug)]
pub(crate) struct TargetHandle {
    pub rank: u64,
    /// Its final name, for messages.
    pub path: PathBuf,
    pub file: File,
    /// Where it was first found to differ, when compared.
    pub differs: OnceLock<Difference>,
}

/// A place where a file does not hold what the plan says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Difference {
    /// First byte of the range that was compared.
    pub offset: u64,
    /// The tensor (index into the plan's), or none for a header.
    pub tensor: Option<usize>,
}

impl TargetHandle {
    /// Writes all of `bytes` at `offset`.
    pub(crate) fn write(&self, offset: u64, bytes: &[u8]) -> Result<(), ExecuteError> {
        let written = self.file.write_all_at(bytes, offset);
        written.map_err(|error| ExecuteError::io_at("writing", &self.path, offset, error))
    }

    /// Notes where the file differs from `bytes` at `offset`, once. `buffer` is for reading.
    pub(crate) fn compare(
        &self,
        offset: u64,
        bytes: &[u8],
        tensor: Option<usize>,
        buffer: &mut Vec<u8>,
    ) -> Result<(), ExecuteError> {
        if self.differs.get().is_some() {
            return Ok(());
        }
        buffer.resize(bytes.len(), 0);
        let read = self.file.read_exact_at(buffer, offset);
        read.map_err(|error| ExecuteError::io_at("reading", &self.path, offset, error))?;
        if buffer != bytes {
            // Another thread may have noted an earlier place; either is true.
            let _ = self.differs.set(Difference { offset, tensor });
        }
        Ok(())
    }
}
