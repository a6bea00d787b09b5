//! A file to be written: every byte's place, before any content is there.

use super::{Piece, WeightFormat};
use crate::geometry::{DType, Shape};
use crate::source::Sparse;

/// A tensor to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEntry<'a> {
    /// The parameter's name.
    pub name: &'a str,
    /// Its element type.
    pub dtype: DType,
    /// Its shape in this file.
    pub shape: Shape,
}

/// All bytes of a file but the tensors' contents, and where those go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileLayout {
    /// The container format.
    pub format: WeightFormat,
    /// Size of the whole file in bytes.
    pub size: u64,
    /// Header bytes with their offsets, ascending.
    pub headers: Vec<(u64, Vec<u8>)>,
    /// Per tensor, as they were given, the places of its content.
    pub pieces: Vec<Vec<Piece>>,
}

impl FileLayout {
    /// The file with zeros for content.
    #[must_use]
    pub fn sparse(&self) -> Sparse {
        use crate::source::ReadAt;
        let mut file = Sparse::default();
        for (offset, bytes) in &self.headers {
            file.skip(offset.saturating_sub(file.len()));
            file.push(bytes);
        }
        file.skip(self.size.saturating_sub(file.len()));
        file
    }
}
