//! Conversions that are right here and that MindSpore 2.10 refuses or gets wrong.

use super::Named;
use crate::check::Finding;
use crate::check::kinds::sides::{DEVICE_COUNTS, MINDSPORE_WRONG, PIPELINE_TARGET};
use crate::layout::{Layout, Strategy};

/// What MindSpore makes of the pair.
pub(super) fn peer(source: &Named<'_>, target: &Named<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    if let (Some(from), Some(to)) = (source.known.strategy, target.known.strategy) {
        findings.extend(counts(from, to));
    }
    findings.extend(wrong(source));
    findings
}

fn counts(source: &Strategy, target: &Strategy) -> Option<Finding> {
    let (from, to) = (source.ranks_per_stage(), target.ranks_per_stage());
    if to == 1 && target.stages() > 1 && from > 1 {
        return Some(Finding::new(&PIPELINE_TARGET).arg("from", from).arg("stages", target.stages()));
    }
    let divides = from.is_multiple_of(to) || to.is_multiple_of(from);
    (!divides).then(|| Finding::new(&DEVICE_COUNTS).arg("from", from).arg("to", to))
}

/// Tensors of which MindSpore mixes up slices.
fn wrong(source: &Named<'_>) -> Option<Finding> {
    let strategy = source.known.strategy?;
    let is_mixed_up: Vec<bool> = strategy.layouts().iter().map(is_mixed_up).collect();
    let tensors = strategy.tensors().filter(|(_, placements)| {
        placements.iter().any(|placement| is_mixed_up.get(placement.layout.0) == Some(&true))
    });
    let names: Vec<&str> = tensors.map(|(name, _)| name).collect();
    (!names.is_empty()).then(|| Finding::new(&MINDSPORE_WRONG).tensors(&names))
}

/// Two dimensions cut by axes that do not ascend with them, and an optimizer split while the
/// outermost axis is the only one left (seen with MindSpore 2.10: 12 of 16 ranks wrong).
pub(crate) fn is_mixed_up(layout: &Layout) -> bool {
    let own = |dim| layout.parts_of(dim).0;
    let axes: Vec<usize> = (0..layout.rank()).flat_map(own).map(|part| part.axis).collect();
    let is_flat = (0..layout.rank()).all(|dim| own(dim).len() <= 1);
    let mesh = layout.mesh();
    let is_left = |&axis: &usize| mesh.size(axis) > 1 && !axes.contains(&axis);
    let only_outermost_left = (0..mesh.axes().len()).filter(is_left).eq([0]);
    let has_optimizer = !layout.parts_of(0).1.is_empty();
    is_flat && has_optimizer && only_outermost_left && !axes.is_sorted()
}
