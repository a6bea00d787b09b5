//! Tensors of the strategies that are in no source file.

use std::collections::HashSet;

use indexmap::IndexSet;

use super::Inputs;
use super::lacking::{Lacking, WithoutFile};
use super::planner::{Report, note};
use super::source::SourceSide;
use crate::check::{Finding, Side, kinds};
use crate::layout::Strategy;
use crate::parallel::states::accumulated_of;

/// What cannot be written, though files are there for all ranks that should hold it.
#[derive(Default)]
pub(super) struct Absent<'a> {
    source: Vec<&'a str>,
    target: Vec<&'a str>,
    /// Optimizer states of weights that are there: the checkpoint holds weights only.
    states: IndexSet<&'a str>,
}

impl<'a> Absent<'a> {
    /// Sorts them out; where a rank that should hold one has no file, it is lost, not left away:
    /// that goes to `lacking`. Gradient accumulators are in every pipeline strategy and in no
    /// checkpoint (MindSpore 2.10).
    pub(super) fn of(inputs: &Inputs<'a>, source: &SourceSide<'_>, lacking: &mut Lacking) -> Self {
        let families: HashSet<&str> = source.tensors.keys().filter_map(|name| family(name)).collect();
        let knows = |strategy: Option<&Strategy>, name: &str| {
            strategy.is_some_and(|strategy| !strategy.placements(name).is_empty())
        };
        // The weight of a state such as `adam_m.W`, if there is no `adam_m` at all.
        let weight = |name: &'a str| {
            let (family, weight) = name.split_once('.')?;
            let is_known = source.tensors.contains_key(weight)
                || knows(inputs.source_strategy, weight)
                || knows(inputs.target_strategy, weight);
            (is_known && !families.contains(family)).then_some(weight)
        };
        let missing = |name: &&str| accumulated_of(name).is_none() && !source.tensors.contains_key(*name);
        let mut absent = Self::default();
        if let Some(strategy) = inputs.source_strategy {
            let mut without_file = WithoutFile::new(inputs.source, strategy);
            for name in names(inputs.source_strategy).filter(missing) {
                let stages = strategy.placements(name).iter().map(|placement| placement.stage);
                let lost = stages.into_iter().find(|&stage| !without_file.of(stage).is_empty());
                match (weight(name), lost) {
                    // Of a weight that is not there either, the weight is told.
                    (Some(weight), _) if !source.tensors.contains_key(weight) => {}
                    (Some(_), _) => _ = absent.states.insert(name),
                    (None, Some(stage)) => lacking.add(stage, without_file.of(stage).to_vec(), name),
                    (None, None) => absent.source.push(name),
                }
            }
        }
        let told = |name: &&str| !knows(inputs.source_strategy, name);
        for name in names(inputs.target_strategy).filter(missing).filter(told) {
            match weight(name) {
                Some(weight) if !source.tensors.contains_key(weight) => {}
                Some(_) => _ = absent.states.insert(name),
                None => absent.target.push(name),
            }
        }
        absent
    }

    pub(super) fn note(&self, report: &mut Report) {
        note(&kinds::plan::SOURCE_ABSENT, &self.source, Some(Side::Source), report);
        note(&kinds::plan::TARGET_ABSENT, &self.target, Some(Side::Target), report);
        if !self.states.is_empty() {
            let families: IndexSet<&str> = self.states.iter().filter_map(|name| family(name)).collect();
            let families = families.into_iter().collect::<Vec<_>>().join(", ");
            let names: Vec<&str> = self.states.iter().copied().collect();
            let finding = Finding::new(&kinds::plan::WEIGHTS_ONLY).tensors(&names);
            report.push(finding.arg("families", families));
        }
    }
}

fn names(strategy: Option<&Strategy>) -> impl Iterator<Item = &str> {
    strategy.into_iter().flat_map(Strategy::tensors).map(|(name, _)| name)
}

/// The first part of a name: `adam_m` of `adam_m.model.norm.weight`.
fn family(name: &str) -> Option<&str> {
    name.split_once('.').map(|(family, _)| family)
}
