//! The tensor that is selected first.

use super::{Compared, Held, Snapshot, TensorFacts};
use crate::check::Side;

/// How much a tensor tells of how both sides are cut, most first: a matrix that they cut differently, anything else
/// that they do, what either cuts, what there is something to show of, and what is known by name alone.
fn rank(snapshot: &Snapshot, tensor: &TensorFacts) -> usize {
    let is_cut = matches!(tensor.source, Held::Laid(_)) || matches!(tensor.target, Held::Laid(_));
    let is_flat = tensor.shape.as_ref().is_some_and(|shape| shape.rank() < 2);
    let recut = tensor.compared.has(Compared::Recut) && is_sliced(snapshot, tensor);
    match () {
        () if snapshot.lacks(tensor) => 4,
        () if recut && !is_flat && !tensor.name.contains("embedding") => 0,
        () if recut => 1,
        () if is_cut => 2,
        () => 3,
    }
}

/// The first of the most telling tensors, by its index; none if there are none.
#[must_use]
pub fn telling(snapshot: &Snapshot) -> Option<usize> {
    snapshot
        .tensors
        .iter()
        .enumerate()
        .min_by_key(|(_, tensor)| rank(snapshot, tensor))
        .map(|(index, _)| index)
}

/// Whether either side cuts a tensor into slices.
fn is_sliced(snapshot: &Snapshot, tensor: &TensorFacts) -> bool {
    let is_sliced_on = |side: Side| match tensor.held(side) {
        Held::Absent | Held::Whole => false,
        Held::Laid(placed) => placed.iter().any(|placed| {
            let layout = snapshot.side(side).and_then(|facts| facts.layouts.get(placed.layout));
            layout.is_some_and(|layout| layout.shards() > 1)
        }),
    };
    is_sliced_on(Side::Source) || is_sliced_on(Side::Target)
}
