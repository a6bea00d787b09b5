//! Counts what is read: the page shows how many bytes it read of how many there are.

use std::cell::Cell;

use super::{ReadAt, ReadError};

/// A source that counts the bytes read through it.
#[derive(Debug)]
pub struct Metered<S> {
    source: S,
    read: Cell<u64>,
}

impl<S> Metered<S> {
    /// Counts from zero.
    pub const fn new(source: S) -> Self {
        Self { source, read: Cell::new(0) }
    }

    /// Bytes read so far.
    pub fn bytes_read(&self) -> u64 {
        self.read.get()
    }
}

impl<S: ReadAt> ReadAt for Metered<S> {
    fn len(&self) -> u64 {
        self.source.len()
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> Result<(), ReadError> {
        self.source.read_at(offset, buffer)?;
        self.read.set(self.read.get().saturating_add(buffer.len() as u64));
        Ok(())
    }
}
