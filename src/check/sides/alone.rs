//! Strategies of both sides, without weights of the source: whether they are of one model.

use super::{Named, words};
use crate::check::kinds::sides::ONLY_IN_STRATEGY;
use crate::check::{Finding, Side};
use crate::layout::Strategy;
use crate::parallel::states::{accumulated_of, state_of};

/// The tensors that one strategy has alone. Of weights, the planner says so.
pub(super) fn alone(source: &Named<'_>, target: &Named<'_>) -> Vec<Finding> {
    let (None, Some(from), Some(to)) =
        (source.known.checkpoint, source.known.strategy, target.known.strategy)
    else {
        return Vec::new();
    };
    [only_in(from, to, Side::Source), only_in(to, from, Side::Target)].into_iter().flatten().collect()
}

/// States of the optimizer are only meant where the other side keeps some: a job for inference has none.
fn only_in(strategy: &Strategy, other: &Strategy, side: Side) -> Option<Finding> {
    let keeps_states = other.tensors().any(|(name, _)| state_of(name).is_some());
    let is_meant = |name: &str| accumulated_of(name).is_none() && (keeps_states || state_of(name).is_none());
    let names = strategy.tensors().map(|(name, _)| name).filter(|name| is_meant(name));
    let names: Vec<&str> = names.filter(|name| other.placements(name).is_empty()).collect();
    let finding = || Finding::new(&ONLY_IN_STRATEGY).tensors(&names).side(side).arg("side", words(side));
    (!names.is_empty()).then(finding)
}
