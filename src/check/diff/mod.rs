//! Two checkpoints or two strategies side by side, from headers: for the command and for the page.
//!
//! Weights are compared with weights where both sides have them, otherwise what strategies or weights
//! know of names and cuts.

mod lengths;
mod renames;
mod tensors;
mod unknown;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use foldhash::fast::FixedState;

use super::{Known, Side};
use crate::geometry::DType;
use crate::phrase::Phrase;
pub use lengths::{Lengths, SlicesAgainstWholes};
pub use renames::Renamed;
use renames::{Paired, renames};
pub use tensors::Cut;
use tensors::{Tensor, Tensors, tensors};
use unknown::Has;
pub use unknown::{Aspect, Unknown, Why};

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
    /// Lengths, of wholes or of slices as [`Diff::lengths`] says.
    pub reshaped: Vec<Changed<'a, Vec<u64>>>,
    /// How and on which stages tensors are cut.
    pub recut: Vec<Changed<'a, Rc<Cut>>>,
    /// Element types.
    pub dtypes: Vec<Changed<'a, DType>>,
    /// Tensors, of both names if renamed, that do not differ in anything else.
    pub same: Vec<&'a str>,
    /// Names that were not compared with others, as too many are alike.
    pub not_paired: usize,
    /// Which lengths were compared.
    pub lengths: Lengths,
    /// What of the tensors of both could not be compared, and why.
    pub unknown: Vec<Unknown>,
    /// A side whose weights count as complete only because they are of one rank and have no strategy,
    /// where something is therefore cut otherwise.
    pub taken_for_whole: Option<Side>,
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

    /// What is taken for granted where something is cut otherwise, of sides with these names.
    #[must_use]
    pub fn assumed(&self, sides: &[Phrase; 2]) -> Option<Phrase> {
        let [first, second] = sides;
        let Phrase { en, zh } = if self.taken_for_whole? == Side::Source { first } else { second };
        Some(Phrase {
            en: format!("{en} is taken for complete: it has weights of one rank and no strategy"),
            zh: format!("{zh}被视为完整权重：只有一个 rank 的权重，且没有策略"),
        })
    }
}

/// What differs.
///
/// # Errors
/// If one side's weights are slices without a strategy and the other's are complete.
pub fn diff<'a>(first: &Known<'a>, second: &Known<'a>) -> Result<Diff<'a>, SlicesAgainstWholes> {
    let both_weights = first.checkpoint.is_some() && second.checkpoint.is_some();
    let lengths = if both_weights { lengths::comparable(first, second)? } else { Lengths::Wholes };
    let [before, after] = match both_weights {
        true => [first, second].map(|side| tensors::of_weights(side, lengths)),
        false => [(first, second), (second, first)].map(|(side, other)| tensors(side, other)),
    };
    let removed: Vec<&str> = before.keys().copied().filter(|name| !after.contains_key(name)).collect();
    let added: Vec<&str> = after.keys().copied().filter(|name| !before.contains_key(name)).collect();
    let Paired { renamed, not_paired, .. } = renames(&removed, &before, &added, &after);
    let old_names: HashMap<&str, &str, FixedState> =
        renamed.iter().map(|pair| (pair.to, pair.from)).collect();
    let mut diff = Diff { not_paired, lengths, ..Diff::default() };
    let [has_first, has_second] = [first, second].map(|side| Has::of(side, lengths));
    let mut is_proven = false;
    for (&name, tensor) in &after {
        match before.get(old_names.get(name).copied().unwrap_or(name)) {
            Some(old) => {
                is_proven |= compare(name, old, tensor, &mut diff);
                unknown::note([(has_first, old), (has_second, tensor)], &mut diff.unknown);
            }
            None => diff.added.push(name),
        }
    }
    let gone: HashSet<&str, FixedState> = old_names.into_values().collect();
    diff.removed = removed.into_iter().filter(|name| !gone.contains(name)).collect();
    let is_assumed = !is_proven && !diff.recut.is_empty();
    diff.taken_for_whole = lengths::without_strategy(first, second).filter(|_| is_assumed);
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

/// Compares one tensor; true if it is cut otherwise and equal lengths prove that each side has been
/// understood.
fn compare<'a>(name: &'a str, old: &Tensor, new: &Tensor, diff: &mut Diff<'a>) -> bool {
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
    before.1 < diff.recut.len() && old.dims.is_some() && old.dims == new.dims
}

#[cfg(test)]
mod tests;
