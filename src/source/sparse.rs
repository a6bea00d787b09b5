//! A file of which only some ranges exist; the rest reads as zeros. Checkpoints of the built-in
//! example and of benchmarks are headers only, made by the real writers.

use std::collections::BTreeMap;

use super::{ReadAt, ReadError, end_inside};

/// A source of a given length with bytes at some offsets and zeros between them.
#[derive(Clone, Debug, Default)]
pub struct Sparse {
    len: u64,
    extents: BTreeMap<u64, Vec<u8>>,
}

impl Sparse {
    /// Adds bytes at the end.
    pub fn push(&mut self, bytes: &[u8]) {
        self.extents.insert(self.len, bytes.to_vec());
        self.len = self.len.saturating_add(bytes.len() as u64);
    }

    /// Adds a hole of zeros at the end.
    pub fn skip(&mut self, len: u64) {
        self.len = self.len.saturating_add(len);
    }

    /// Writes the file with real holes, which take no room on disk.
    ///
    /// # Errors
    /// What the system says.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn write_to(&self, path: &std::path::Path) -> std::io::Result<()> {
        use std::io::{Seek, SeekFrom, Write};
        let mut file = std::fs::File::create(path)?;
        file.set_len(self.len)?;
        for (offset, bytes) in self.extents() {
            file.seek(SeekFrom::Start(offset))?;
            file.write_all(bytes)?;
        }
        Ok(())
    }

    /// The ranges that exist, by ascending offset.
    pub fn extents(&self) -> impl Iterator<Item = (u64, &[u8])> {
        self.extents.iter().map(|(&offset, bytes)| (offset, bytes.as_slice()))
    }
}

impl ReadAt for Sparse {
    fn len(&self) -> u64 {
        self.len
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> Result<(), ReadError> {
        let end = end_inside(self.len, offset, buffer.len() as u64)?;
        buffer.fill(0);
        let first = self.extents.range(..=offset).next_back().map_or(offset, |(&start, _)| start);
        for (&start, bytes) in self.extents.range(first..end) {
            let skipped = offset.saturating_sub(start);
            let at = start.saturating_sub(offset);
            let (Ok(skipped), Ok(at)) = (usize::try_from(skipped), usize::try_from(at)) else { continue };
            let from = bytes.get(skipped..).unwrap_or(&[]);
            let to = buffer.get_mut(at..).unwrap_or(&mut []);
            to.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_read_across_extents_sees_them_and_the_hole_between() {
        let mut sparse = Sparse::default();
        sparse.push(b"abcd");
        sparse.skip(2);
        sparse.push(b"efgh");
        let mut buffer = [9; 7];
        sparse.read_at(2, &mut buffer).unwrap();
        assert_eq!(&buffer, b"cd\0\0efg");
        assert!(sparse.read_at(5, &mut [0; 6]).is_err());
    }
}
