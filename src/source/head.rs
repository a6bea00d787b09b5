//! Keeps a file's beginning, which detection and readers look at one after the other.

use super::{ReadAt, ReadError, read_vec};

/// A source of which the first bytes are read once and kept.
#[derive(Debug)]
pub struct Headed<S> {
    source: S,
    head: Vec<u8>,
}

impl<S: ReadAt> Headed<S> {
    /// Reads the first `len` bytes, or all there are.
    ///
    /// # Errors
    /// If the storage fails.
    pub fn new(source: S, len: u64) -> Result<Self, ReadError> {
        let head = read_vec(&source, 0, source.len().min(len))?;
        Ok(Self { source, head })
    }
}

impl<S: ReadAt> ReadAt for Headed<S> {
    fn len(&self) -> u64 {
        self.source.len()
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> Result<(), ReadError> {
        let kept = usize::try_from(offset).ok().and_then(|offset| self.head.get(offset..)).unwrap_or(&[]);
        let (from_head, beyond) = buffer.split_at_mut(kept.len().min(buffer.len()));
        from_head.iter_mut().zip(kept).for_each(|(to, from)| *to = *from);
        if beyond.is_empty() {
            return Ok(());
        }
        self.source.read_at(offset.saturating_add(from_head.len() as u64), beyond)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{Bytes, Metered};

    #[test]
    fn bytes_are_read_once() {
        let metered = Metered::new(Bytes(b"abcdefgh"));
        let headed = Headed::new(&metered, 4).unwrap();
        let mut buffer = [0; 5];
        headed.read_at(2, &mut buffer).unwrap();
        assert_eq!(&buffer, b"cdefg");
        headed.read_at(0, &mut buffer[..4]).unwrap();
        assert_eq!(metered.bytes_read(), 4 + 3);
        assert!(headed.read_at(4, &mut buffer).is_err());
    }
}
