//! Two checkpoints or two strategies side by side, from headers: for the command and for the page.
//!
//! Weights are compared with weights where both sides have them, otherwise what strategies or weights
//! know of names and cuts.

mod renames;
mod tensors;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use xxhash_rust::xxh3::Xxh3DefaultBuilder;

use super::Known;
use crate::geometry::DType;
pub use renames::Renamed;
use renames::{Paired, renames};
pub use tensors::Cut;
use tensors::{Tensor, Tensors, tensors};

/// Something that was one thing and is another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed<'a, T> {
    /// The tensor, by its name in the second.
    pub name: &'a str,
    /// In the first.
    pub from: T,
    /// In the second.
    pub to: T,
}

/// What differs between two sides. Lists are in the order of the second side's files, of what was
/// removed in the order of the first's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diff<'a> {
    /// Names in the second only.
    pub added: Vec<&'a str>,
    /// Names in the first only.
    pub removed: Vec<&'a str>,
    /// Names in the first that have another in the second.
    pub renamed: Vec<Renamed<'a>>,
    /// Whole lengths.
    pub reshaped: Vec<Changed<'a, Vec<u64>>>,
    /// How and on which stages tensors are cut.
    pub recut: Vec<Changed<'a, Rc<Cut>>>,
    /// Element types.
    pub dtypes: Vec<Changed<'a, DType>>,
    /// Tensors, of both names if renamed, that do not differ in anything else.
    pub same: Vec<&'a str>,
    /// Names that were not compared with others, as too many are alike.
    pub not_paired: usize,
}

impl Diff<'_> {
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
pub fn diff<'a>(first: &Known<'a>, second: &Known<'a>) -> Result<Diff<'a>, SlicesAgainstWholes> {
    let both_weights = first.checkpoint.is_some() && second.checkpoint.is_some();
    if both_weights && first.is_of_slices() != second.is_of_slices() {
        return Err(SlicesAgainstWholes);
    }
    let [before, after] = match both_weights {
        true => [first, second].map(tensors::of_weights),
        false => [(first, second), (second, first)].map(|(side, other)| tensors(side, other)),
    };
    let removed: Vec<&str> = before.keys().copied().filter(|name| !after.contains_key(name)).collect();
    let added: Vec<&str> = after.keys().copied().filter(|name| !before.contains_key(name)).collect();
    let Paired { renamed, not_paired, .. } = renames(&removed, &before, &added, &after);
    let old_names: HashMap<&str, &str, Xxh3DefaultBuilder> =
        renamed.iter().map(|pair| (pair.to, pair.from)).collect();
    let mut diff = Diff { not_paired, ..Diff::default() };
    for (&name, tensor) in &after {
        match before.get(old_names.get(name).copied().unwrap_or(name)) {
            Some(old) => compare(name, old, tensor, &mut diff),
            None => diff.added.push(name),
        }
    }
    let gone: HashSet<&str, Xxh3DefaultBuilder> = old_names.into_values().collect();
    diff.removed = removed.into_iter().filter(|name| !gone.contains(name)).collect();
    Ok(Diff { renamed, ..diff })
}

/// The tensors of a side that a complete checkpoint of them would cut otherwise, in the order of its
/// files.
#[must_use]
pub fn unlike_whole<'a>(side: &Known<'a>) -> Vec<&'a str> {
    let whole = |cut: &Cut| cut.is_whole() && cut.stages == [0];
    let cut = |(name, tensor): (&'a str, Tensor)| tensor.cut.filter(|cut| !whole(cut)).map(|_| name);
    tensors(side, &Known::default()).into_iter().filter_map(cut).collect()
}

fn compare<'a>(name: &'a str, old: &Tensor, new: &Tensor, diff: &mut Diff<'a>) {
    let before = (diff.reshaped.len(), diff.recut.len(), diff.dtypes.len());
    if let (Some(from), Some(to)) = (&old.dims, &new.dims)
        && from != to
    {
        diff.reshaped.push(Changed { name, from: from.clone(), to: to.clone() });
    }
    if let (Some(from), Some(to)) = (&old.cut, &new.cut)
        && from.differs(to)
    {
        diff.recut.push(Changed { name, from: Rc::clone(from), to: Rc::clone(to) });
    }
    if let (Some(from), Some(to)) = (old.dtype, new.dtype)
        && from != to
    {
        diff.dtypes.push(Changed { name, from, to });
    }
    if before == (diff.reshaped.len(), diff.recut.len(), diff.dtypes.len()) {
        diff.same.push(name);
    }
}

#[cfg(test)]
mod tests;
