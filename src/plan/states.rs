//! Optimizer states of the source that the target has no place for.

use std::collections::HashSet;

use indexmap::IndexSet;

use crate::check::{Finding, Side, kinds::sides::STATES_LOST};
use crate::layout::Strategy;

/// States such as `adam_m.W`, of weights that the source holds and the target's strategy knows, where
/// it knows no tensor of their family.
#[derive(Default)]
pub(super) struct Lost<'a> {
    states: IndexSet<&'a str>,
    families: IndexSet<&'a str>,
}

/// The states among `names` that are lost in a target that is cut by `target`.
pub(super) fn lost<'a>(names: &[&'a str], target: Option<&Strategy>) -> Lost<'a> {
    let mut lost = Lost::default();
    let Some(target) = target else { return lost };
    let known: IndexSet<&str> =
        target.tensors().filter_map(|(name, _)| name.split_once('.')).map(|(family, _)| family).collect();
    let held: HashSet<&str> = names.iter().copied().collect();
    for &name in names {
        let Some((family, weight)) = name.split_once('.') else { continue };
        if !known.contains(family) && held.contains(weight) && !target.placements(weight).is_empty() {
            lost.states.insert(name);
            lost.families.insert(family);
        }
    }
    lost
}

impl Lost<'_> {
    pub(super) fn has(&self, name: &str) -> bool {
        self.states.contains(name)
    }

    pub(super) fn finding(&self) -> Option<Finding> {
        let names: Vec<&str> = self.states.iter().copied().collect();
        let families = self.families.iter().copied().collect::<Vec<_>>().join(", ");
        let finding = Finding::new(&STATES_LOST).tensors(&names).arg("families", families);
        (!names.is_empty()).then(|| finding.side(Side::Source))
    }
}
