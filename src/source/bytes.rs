//! Bytes in memory.

use super::{ReadAt, ReadError};

/// A source over bytes in memory.
#[derive(Clone, Debug)]
pub struct Bytes<T>(pub T);

impl<T: AsRef<[u8]>> ReadAt for Bytes<T> {
    fn len(&self) -> u64 {
        self.0.as_ref().len() as u64
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> Result<(), ReadError> {
        let wanted = buffer.len() as u64;
        let range =
            usize::try_from(offset).ok().and_then(|start| Some(start..start.checked_add(buffer.len())?));
        let bytes = range.and_then(|range| self.0.as_ref().get(range));
        let bytes = bytes.ok_or(ReadError::PastEnd { offset, wanted, len: self.len() })?;
        buffer.copy_from_slice(bytes);
        Ok(())
    }
}
