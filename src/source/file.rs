//! A file of this machine.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::{ReadAt, ReadError, end_inside};
use crate::phrase::Phrase;

/// A regular file, read by position. It is opened at its first read, so that a pile of more files
/// than the process may hold open can be described, and closed when it is dropped.
#[derive(Debug)]
pub struct FileSource {
    path: PathBuf,
    len: u64,
    file: OnceLock<File>,
}

impl FileSource {
    /// The file at `path`, with the length that it has now.
    ///
    /// # Errors
    /// If there is none, it cannot be examined, or it is not a regular file (opening a pipe would
    /// wait for a writer).
    pub fn new(path: &Path) -> io::Result<Self> {
        let metadata = fs::metadata(path)?;
        if !metadata.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"));
        }
        Ok(Self { path: path.to_owned(), len: metadata.len(), file: OnceLock::new() })
    }

    fn file(&self) -> io::Result<&File> {
        match self.file.get() {
            Some(file) => Ok(file),
            None => {
                let file = File::open(&self.path)?;
                Ok(self.file.get_or_init(|| file))
            }
        }
    }
}

impl ReadAt for FileSource {
    fn len(&self) -> u64 {
        self.len
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> Result<(), ReadError> {
        end_inside(self.len, offset, buffer.len() as u64)?;
        let read = self.file().and_then(|file| read_exact_at(file, offset, buffer));
        read.map_err(|error| {
            let (kind, reason) = (error.kind(), Phrase::quoted(&error.to_string()));
            ReadError::Storage { offset, kind, reason }
        })
    }
}

#[cfg(unix)]
fn read_exact_at(file: &File, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, offset)
}

#[cfg(windows)]
fn read_exact_at(file: &File, mut offset: u64, mut buffer: &mut [u8]) -> io::Result<()> {
    while !buffer.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, buffer, offset) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(read) => {
                offset = offset.saturating_add(read as u64);
                buffer = buffer.get_mut(read..).unwrap_or(&mut []);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_by_position() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a");
        fs::write(&path, b"0123456789").unwrap();
        let source = FileSource::new(&path).unwrap();
        let mut buffer = [0; 4];
        source.read_at(6, &mut buffer).unwrap();
        assert_eq!(&buffer, b"6789");
        assert!(matches!(source.read_at(7, &mut buffer), Err(ReadError::PastEnd { .. })));
    }

    #[test]
    fn a_file_that_shrank_is_an_error_not_a_short_read() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a");
        fs::write(&path, b"0123456789").unwrap();
        let source = FileSource::new(&path).unwrap();
        fs::write(&path, b"01").unwrap();
        assert!(matches!(source.read_at(0, &mut [0; 4]), Err(ReadError::Storage { .. })));
    }

    #[test]
    fn a_folder_is_no_source() {
        assert!(FileSource::new(tempfile::tempdir().unwrap().path()).is_err());
    }
}
