//! Which file holds which tensor.

use indexmap::IndexSet;
use serde::{Serialize, Serializer};

/// Tensor name → file, relative to the index, in the order of the index. Names stay where they are
/// in its text, half a million of them as a rule, and files are kept once.
#[derive(Clone, Debug, Default)]
pub struct WeightMap {
    pub(super) text: String,
    pub(super) rows: Vec<Row>,
    pub(super) files: IndexSet<String>,
}

/// A tensor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// Where its name is in the text.
    pub(super) name: (usize, usize),
    /// The index of its file.
    pub(super) file: usize,
}

impl WeightMap {
    /// How many tensors it maps.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether it maps none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The files, in the order in which tensors name them.
    pub fn files(&self) -> impl ExactSizeIterator<Item = &str> {
        self.files.iter().map(String::as_str)
    }

    /// Every tensor with the index of its file among [`WeightMap::files`].
    pub fn tensors(&self) -> impl Iterator<Item = (&str, usize)> {
        self.rows.iter().map(|row| (self.text.get(row.name.0..row.name.1).unwrap_or_default(), row.file))
    }
}

impl PartialEq for WeightMap {
    fn eq(&self, other: &Self) -> bool {
        self.files().eq(other.files()) && self.tensors().eq(other.tensors())
    }
}

impl Eq for WeightMap {}

impl Serialize for WeightMap {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let pairs = self.tensors().map(|(name, file)| (name, self.files.get_index(file)));
        serializer.collect_map(pairs)
    }
}
