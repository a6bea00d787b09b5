//! Whether whole lengths are compared or those of slices.

use super::{Known, Side};

/// What lengths are of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lengths {
    /// Whole tensors.
    #[default]
    Wholes,
    /// Slices, as the first file with each tensor holds them: what is known of both.
    Slices,
}

/// Slices on one side cannot be compared with wholes on the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("one is sliced and no strategy says how, the other is not: their shapes cannot be compared")]
pub struct SlicesAgainstWholes;

/// The lengths that both sides' weights know.
pub(super) fn comparable(first: &Known<'_>, second: &Known<'_>) -> Result<Lengths, SlicesAgainstWholes> {
    match (first.is_of_slices(), second.is_of_slices()) {
        (true, true) => Ok(Lengths::Slices),
        (true, false) if is_cut(second) => Ok(Lengths::Slices),
        (false, true) if is_cut(first) => Ok(Lengths::Slices),
        (false, false) if is_slice_of(first, second) || is_slice_of(second, first) => Ok(Lengths::Slices),
        (false, false) => Ok(Lengths::Wholes),
        (true, false) | (false, true) => Err(SlicesAgainstWholes),
    }
}

/// The one side whose weights are of one rank and without a strategy, where the other has a strategy.
pub(super) fn without_strategy(first: &Known<'_>, second: &Known<'_>) -> Option<Side> {
    let is_alone = |side: &Known<'_>| side.strategy.is_none() && side.checkpoint.is_some();
    match (first.strategy, second.strategy) {
        (None, Some(_)) if is_alone(first) => Some(Side::Source),
        (Some(_), None) if is_alone(second) => Some(Side::Target),
        _ => None,
    }
}

/// Whether a strategy says that files are slices.
fn is_cut(side: &Known<'_>) -> bool {
    side.strategy.is_some_and(|strategy| strategy.ranks() > 1)
}

/// Whether the file of one rank, of which no strategy says anything, holds slices as the other side's
/// files do: then it is no complete checkpoint.
fn is_slice_of(one: &Known<'_>, other: &Known<'_>) -> bool {
    if one.strategy.is_some() || !is_cut(other) {
        return false;
    }
    let (held, slices, wholes) = (one.slices(), other.slices(), other.wholes());
    let mut has_slice = false;
    for (name, tensor) in &held {
        let (Some(slice), Some(whole)) = (slices.get(name), wholes.get(name)) else { continue };
        if slice.dims == whole.dims {
            continue;
        }
        if tensor.dims == whole.dims {
            return false;
        }
        has_slice |= tensor.dims == slice.dims;
    }
    has_slice
}
