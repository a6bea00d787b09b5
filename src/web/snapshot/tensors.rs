//! The tensors of both sides, in columns: half a million names are one buffer, and what many
//! tensors have in common is kept once.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Deref, Range};
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use super::Differences;
use crate::check::Side;
use crate::geometry::{DType, Shape};

/// Bytes of a row: where its name ends, and which facts are its own, as 32-bit numbers.
const ROW: usize = 8;
/// Bytes of a rename: the tensor, the one of its other name, and how many parts of how many the names
/// share, as 32-bit numbers.
const RENAME: usize = 16;

/// A list of tensors. Cheap to clone.
///
/// As a message its names and rows go beside it, as bytes that nothing has to parse:
/// [`Tensors::columns`] gives them, [`Tensors::attach`] takes them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tensors {
    facts: Vec<Rc<Facts>>,
    #[serde(skip)]
    names: Rc<String>,
    #[serde(skip)]
    rows: Rc<Vec<u8>>,
    /// Of every tensor with another name on the other side, by its index.
    #[serde(skip)]
    renames: Rc<Vec<u8>>,
}

/// One tensor: its name, and its [`Facts`], which it derefs to. Cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorFacts {
    /// The parameter's name.
    pub name: Name,
    facts: Rc<Facts>,
}

/// A tensor's name: a part of all names.
#[derive(Clone)]
pub struct Name {
    names: Rc<String>,
    at: Range<usize>,
}

/// What is known of a tensor beside its name; equal for most layers of a model.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Facts {
    /// Element type, if a checkpoint tells.
    pub dtype: Option<DType>,
    /// Shape of the whole tensor, if a checkpoint or a JSON strategy tells.
    pub shape: Option<Shape>,
    /// On the source side.
    pub source: Held,
    /// On the target side.
    pub target: Held,
    /// How the sides compare.
    pub compared: Differences,
    /// What the target's weights say of its type and its shape, where that is something else.
    pub becomes: Option<(DType, Option<Shape>)>,
}

/// The other name of a tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherName {
    /// Index of the tensor that has it.
    pub tensor: usize,
    /// Parts (between dots and underscores) that both names have.
    pub shared: usize,
    /// Parts of the longer one.
    pub of: usize,
}

impl Facts {
    /// How one side holds it.
    #[must_use]
    pub const fn held(&self, side: Side) -> &Held {
        match side {
            Side::Source => &self.source,
            Side::Target => &self.target,
        }
    }

    /// Type and shape as far as either side's weights tell.
    #[must_use]
    pub fn either(&self) -> (Option<DType>, Option<&Shape>) {
        let (dtype, shape) =
            self.becomes.as_ref().map_or((None, None), |(dtype, shape)| (Some(*dtype), shape.as_ref()));
        (self.dtype.or(dtype), self.shape.as_ref().or(shape))
    }

    /// Bytes of the whole tensor, if known.
    #[must_use]
    pub fn bytes(&self) -> Option<u64> {
        self.shape.as_ref()?.bytes(self.dtype?)
    }
}

/// How a side holds a tensor.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Held {
    /// Not at all.
    #[default]
    Absent,
    /// Whole, without a layout.
    Whole,
    /// By the side's strategy, in these stages, ascending.
    Laid(Vec<Placed>),
}

impl Held {
    /// The stages that hold it by a layout, ascending.
    #[must_use]
    pub fn stages(&self) -> Vec<u32> {
        match self {
            Self::Laid(placed) => placed.iter().map(|placed| placed.stage).collect(),
            Self::Absent | Self::Whole => Vec::new(),
        }
    }
}

/// A tensor in one stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Placed {
    /// Pipeline stage.
    pub stage: u32,
    /// Index into the side's layouts.
    pub layout: usize,
}

impl Tensors {
    /// A list of the given names, and of each the index of its facts.
    pub(super) fn new(rows: &[(&str, usize)], facts: Vec<Facts>) -> Self {
        let mut names = String::with_capacity(rows.iter().map(|(name, _)| name.len()).sum());
        let mut columns = Vec::with_capacity(rows.len() * ROW);
        for &(name, facts) in rows {
            names.push_str(name);
            columns.extend([names.len(), facts].into_iter().flat_map(bytes_of));
        }
        Self {
            facts: facts.into_iter().map(Rc::new).collect(),
            names: Rc::new(names),
            rows: Rc::new(columns),
            renames: Rc::default(),
        }
    }

    /// The list with the other names of some of its tensors: per tensor, ascending.
    pub(super) fn renamed(self, renames: impl Iterator<Item = (usize, OtherName)>) -> Self {
        let numbers = |(tensor, other): (usize, OtherName)| [tensor, other.tensor, other.shared, other.of];
        let renames = renames.flat_map(numbers).flat_map(bytes_of).collect();
        Self { renames: Rc::new(renames), ..self }
    }

    /// How many tensors there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len() / ROW
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// A tensor by its index.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<TensorFacts> {
        let (start, _) = index.checked_sub(1).map_or(Some((0, 0)), |before| self.row(before))?;
        let (end, facts) = self.row(index)?;
        let name = Name { names: Rc::clone(&self.names), at: start..end };
        Some(TensorFacts { name, facts: Rc::clone(self.facts.get(facts)?) })
    }

    /// All tensors, in order.
    pub fn iter(&self) -> Iter<'_> {
        Iter { tensors: self, next: 0 }
    }

    /// The names of all tensors, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let mut start = 0;
        let ends = (0..self.len()).map_while(|index| Some(self.row(index)?.0));
        ends.map(move |end| self.names.get(std::mem::replace(&mut start, end)..end).unwrap_or_default())
    }

    /// The index of the tensor of a name.
    #[must_use]
    pub fn position(&self, name: &str) -> Option<usize> {
        self.names().position(|known| known == name)
    }

    /// The other name of a tensor, if it has one.
    #[must_use]
    pub fn other_name(&self, index: usize) -> Option<OtherName> {
        let (mut low, mut high) = (0, self.renames.len() / RENAME);
        while low < high {
            let middle = low.midpoint(high);
            let [tensor, other, shared, of] = numbers(&self.renames, middle)?;
            match tensor.cmp(&index) {
                Ordering::Less => low = middle + 1,
                Ordering::Greater => high = middle,
                Ordering::Equal => return Some(OtherName { tensor: other, shared, of }),
            }
        }
        None
    }

    /// Names, rows and renames as bytes.
    #[must_use]
    pub fn columns(&self) -> [&[u8]; 3] {
        [self.names.as_bytes(), &self.rows, &self.renames]
    }

    /// The list with the columns that another one gave; without tensors if the names are no text.
    #[must_use]
    pub fn attach(self, [names, rows, renames]: [Vec<u8>; 3]) -> Self {
        match String::from_utf8(names) {
            Ok(names) => {
                Self { names: Rc::new(names), rows: Rc::new(rows), renames: Rc::new(renames), ..self }
            }
            Err(_) => Self::default(),
        }
    }

    /// Where a tensor's name ends, and the index of its facts.
    fn row(&self, index: usize) -> Option<(usize, usize)> {
        let [end, facts] = numbers(&self.rows, index)?;
        Some((end, facts))
    }
}

fn bytes_of(number: usize) -> [u8; 4] {
    u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes()
}

/// The numbers of a row, of `N` each.
fn numbers<const N: usize>(column: &[u8], row: usize) -> Option<[usize; N]> {
    let row = column.as_chunks::<4>().0.get(row.checked_mul(N)?..)?.first_chunk::<N>()?;
    Some(row.map(|bytes| u32::from_le_bytes(bytes) as usize))
}

impl<'a> IntoIterator for &'a Tensors {
    type Item = TensorFacts;
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

/// All tensors of a list, in order.
#[derive(Clone, Debug)]
pub struct Iter<'a> {
    tensors: &'a Tensors,
    next: usize,
}

impl Iterator for Iter<'_> {
    type Item = TensorFacts;

    fn next(&mut self) -> Option<TensorFacts> {
        let tensor = self.tensors.get(self.next)?;
        self.next += 1;
        Some(tensor)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.tensors.len().saturating_sub(self.next);
        (left, Some(left))
    }
}

impl ExactSizeIterator for Iter<'_> {}

impl Deref for TensorFacts {
    type Target = Facts;

    fn deref(&self) -> &Facts {
        &self.facts
    }
}

impl Name {
    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.names.get(self.at.clone()).unwrap_or_default()
    }
}

impl Deref for Name {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for Name {}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(dtype: Option<DType>) -> Facts {
        let (source, target) = (Held::Absent, Held::Whole);
        Facts { dtype, shape: None, source, target, compared: Differences::default(), becomes: None }
    }

    #[test]
    fn rows_have_their_names_and_facts() {
        let rows = [("a", 1), ("权重", 0), ("", 1)];
        let tensors = Tensors::new(&rows, vec![facts(None), facts(Some(DType::F16))]);
        let seen: Vec<(String, bool)> =
            tensors.iter().map(|tensor| (tensor.name.to_string(), tensor.dtype.is_some())).collect();
        assert_eq!(seen, [("a".to_owned(), true), ("权重".to_owned(), false), (String::new(), true)]);
        assert_eq!((tensors.len(), tensors.get(3)), (3, None));
        assert_eq!(tensors.position("权重"), Some(1));
    }

    #[test]
    fn columns_that_are_attached_make_the_same_list() {
        let other = |tensor| OtherName { tensor, shared: 1, of: 2 };
        let tensors = Tensors::new(&[("a.b", 0), ("a.c", 0), ("a.d", 0)], vec![facts(None)])
            .renamed([(0, other(2)), (2, other(0))].into_iter());
        let found: Vec<_> = (0..4).map(|index| tensors.other_name(index)).collect();
        assert_eq!(found, [Some(other(2)), None, Some(other(0)), None]);
        let sent = Tensors { facts: tensors.facts.clone(), ..Tensors::default() };
        assert!(sent.is_empty());
        assert_eq!(sent.attach(tensors.columns().map(<[u8]>::to_vec)), tensors);
    }

    #[test]
    fn columns_that_fit_nothing_give_no_tensor() {
        let bad = Tensors::default().attach([b"ab".to_vec(), vec![255; 12], vec![1; 15]]);
        assert_eq!((bad.iter().count(), bad.other_name(0)), (0, None));
        assert!(Tensors::default().attach([vec![0xff], vec![0; 8], Vec::new()]).is_empty());
    }
}
