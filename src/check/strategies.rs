//! What a strategy says about itself: its own shapes, and tensors that stages share.

use super::Finding;
use super::kinds::strategy as kinds;
use crate::layout::{Placement, Strategy};

/// What is wrong with a strategy by itself.
pub(crate) fn strategy(strategy: &Strategy) -> Vec<Finding> {
    [declared(strategy), tied(strategy)].into_iter().flatten().collect()
}

/// Shapes that the file states (MindSpore's JSON) and that its layouts do not divide.
fn declared(strategy: &Strategy) -> Option<Finding> {
    let placements =
        strategy.tensors().flat_map(|(tensor, placements)| placements.iter().map(move |p| (tensor, p)));
    let uneven = |(tensor, placement): (&'_ str, &'_ Placement)| {
        let shape = placement.declared.as_ref()?;
        let cuts = strategy.layout(placement.layout)?.cuts();
        let dims = shape.iter().zip(&cuts).enumerate();
        let (dim, (&len, &parts)) =
            dims.into_iter().find(|(_, (len, parts))| !len.is_multiple_of(**parts))?;
        let finding = Finding::new(&kinds::DECLARED_INDIVISIBLE).arg("tensor", tensor).tensor(tensor);
        let finding = finding.arg("stage", placement.stage).stage(placement.stage);
        let finding = finding.arg("shape", format_args!("{shape:?}")).arg("dim", dim);
        Some(finding.arg("len", len).arg("parts", parts))
    };
    let mut found = placements.filter_map(uneven);
    let first = found.next()?;
    Some(first.arg("tensors", found.count() + 1))
}

/// Tensors that stages share and cut into different numbers of parts.
fn tied(strategy: &Strategy) -> Option<Finding> {
    let cuts = |placement: &Placement| Some((placement.stage, strategy.layout(placement.layout)?.cuts()));
    let differing = |(tensor, placements): (&'_ str, &'_ [Placement])| {
        let mut stages = placements.iter().filter_map(cuts);
        let (stage, first) = stages.next()?;
        let (other, cuts) = stages.find(|(_, cuts)| *cuts != first)?;
        let finding = Finding::new(&kinds::TIED_LAYOUTS).arg("tensor", tensor).tensor(tensor);
        let finding = finding.arg("stage", stage).arg("cuts", format_args!("{first:?}")).stage(other);
        Some(finding.arg("other", other).arg("other_cuts", format_args!("{cuts:?}")))
    };
    let mut found = strategy.tensors().filter(|(_, placements)| placements.len() > 1).filter_map(differing);
    let first = found.next()?;
    Some(first.arg("tensors", found.count() + 1))
}
