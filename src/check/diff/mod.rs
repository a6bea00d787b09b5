//! Two checkpoints or two strategies side by side, from headers.
//!
//! Weights are compared with weights where both sides have them, otherwise what strategies or weights
//! know of names and cuts.

mod renames;
mod tensors;

use std::collections::{HashMap, HashSet};

use super::Known;
use crate::geometry::DType;
pub use renames::Renamed;
use renames::{Paired, renames};
pub use tensors::Cut;
use tensors::{Tensor, Tensors, tensors};

/// Something that was one thing and is another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed<T> {
    /// The tensor.
    pub name: String,
    /// In the first.
    pub from: T,
    /// In the second.
    pub to: T,
}

/// What differs between two sides. Lists are in the order of the second side's files, of what was
/// removed in the order of the first's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diff {
    /// Names in the second only.
    pub added: Vec<String>,
    /// Names in the first only.
    pub removed: Vec<String>,
    /// Names in the first that have another in the second.
    pub renamed: Vec<Renamed>,
    /// Whole lengths, of slices where no strategy tells wholes.
    pub reshaped: Vec<Changed<Vec<u64>>>,
    /// How and on which stages tensors are cut.
    pub recut: Vec<Changed<Cut>>,
    /// Element types.
    pub dtypes: Vec<Changed<DType>>,
    /// Tensors, of both names if renamed, that do not differ in anything else.
    pub same: usize,
    /// Names that were not compared with others, as too many are alike.
    pub not_paired: usize,
}

impl Diff {
    /// Whether nothing differs.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.added.is_empty()
            && self.removed.is_empty()
            && self.renamed.is_empty()
            && self.reshaped.is_empty()
            && self.recut.is_empty()
            && self.dtypes.is_empty()
    }
}

/// Slices on one side cannot be compared with wholes on the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("one is sliced and no strategy says how, the other is not: their shapes cannot be compared")]
pub struct SlicesAgainstWholes;

/// What differs.
///
/// # Errors
/// If one side's weights are slices without a strategy and the other's are not.
pub fn diff(first: &Known<'_>, second: &Known<'_>) -> Result<Diff, SlicesAgainstWholes> {
    let both_weights = first.checkpoint.is_some() && second.checkpoint.is_some();
    if both_weights && first.is_of_slices() != second.is_of_slices() {
        return Err(SlicesAgainstWholes);
    }
    let (before, after) = (tensors(first, both_weights), tensors(second, both_weights));
    let removed: Vec<&str> = before.keys().copied().filter(|name| !after.contains_key(name)).collect();
    let added: Vec<&str> = after.keys().copied().filter(|name| !before.contains_key(name)).collect();
    let Paired { renamed, not_paired } = renames(&removed, &before, &added, &after);
    let old_names: HashMap<&str, &str> =
        renamed.iter().map(|pair| (pair.to.as_str(), pair.from.as_str())).collect();
    let mut diff = Diff { not_paired, ..Diff::default() };
    for (&name, tensor) in &after {
        match before.get(old_names.get(name).copied().unwrap_or(name)) {
            Some(old) => compare(name, old, tensor, &mut diff),
            None => diff.added.push(name.to_owned()),
        }
    }
    let gone: HashSet<&str> = old_names.values().copied().collect();
    diff.removed = removed.into_iter().filter(|name| !gone.contains(name)).map(str::to_owned).collect();
    Ok(Diff { renamed, ..diff })
}

fn compare(name: &str, old: &Tensor, new: &Tensor, diff: &mut Diff) {
    let before = (diff.reshaped.len(), diff.recut.len(), diff.dtypes.len());
    if let (Some(from), Some(to)) = (&old.dims, &new.dims)
        && from != to
    {
        diff.reshaped.push(Changed { name: name.to_owned(), from: from.clone(), to: to.clone() });
    }
    if let (Some(from), Some(to)) = (&old.cut, &new.cut)
        && from != to
    {
        diff.recut.push(Changed { name: name.to_owned(), from: from.clone(), to: to.clone() });
    }
    if let (Some(from), Some(to)) = (old.dtype, new.dtype)
        && from != to
    {
        diff.dtypes.push(Changed { name: name.to_owned(), from, to });
    }
    if before == (diff.reshaped.len(), diff.recut.len(), diff.dtypes.len()) {
        diff.same += 1;
    }
}

#[cfg(test)]
mod tests;
