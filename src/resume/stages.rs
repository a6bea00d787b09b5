//! Which ranks are of one pipeline stage. How many stages there are is not known. A layer is in one stage, so
//! that ranks that hold tensors of the same layer are of the same stage.

use std::collections::HashMap;

use super::peers::Group;
use crate::parallel::layer::layer;
use crate::parallel::states::parameter;

/// The groups by stage. A file of no layer is of the first stage that has one of its tensors.
pub(super) fn stages<'g, 'a>(groups: &'g [Group<'a>]) -> Vec<Vec<&'g Group<'a>>> {
    if groups.len() < 2 {
        return Vec::new();
    }
    let mut stage_of: HashMap<&str, usize> = HashMap::new();
    let mut stages: Vec<Vec<&Group<'_>>> = Vec::new();
    let mut joined = Joined::default();
    let numbered = |group: &Group<'a>| -> Vec<&'a str> {
        let names = group.lists.tensors.iter().map(|(name, _)| parameter(name));
        let mut layers: Vec<&str> = names.filter_map(layer).collect();
        layers.dedup();
        layers
    };
    let (of_layers, others): (Vec<_>, Vec<_>) = groups.iter().partition(|group| !numbered(group).is_empty());
    for group in of_layers {
        let layers = numbered(group);
        let known = layers.iter().filter_map(|layer| stage_of.get(layer).copied());
        let mut of: Vec<usize> = known.map(|stage| joined.first(stage)).collect();
        of.sort_unstable();
        of.dedup();
        let stage = of.first().copied().unwrap_or_else(|| joined.add());
        if stage == stages.len() {
            stages.push(Vec::new());
        }
        for other in of.into_iter().skip(1) {
            let moved = stages.get_mut(other).map(std::mem::take).unwrap_or_default();
            joined.join(other, stage);
            stages.get_mut(stage).into_iter().for_each(|into| into.extend(moved.iter().copied()));
        }
        stage_of.extend(layers.into_iter().map(|layer| (layer, stage)));
        stages.get_mut(stage).into_iter().for_each(|stage| stage.push(group));
    }
    if stages.is_empty() {
        return vec![groups.iter().collect()];
    }
    // The first stage that has a tensor.
    let mut first: HashMap<&str, usize> = HashMap::new();
    let note = |first: &mut HashMap<&'a str, usize>, group: &Group<'a>, stage: usize| {
        for (name, _) in &group.lists.tensors {
            let known = first.entry(name).or_insert(stage);
            *known = stage.min(*known);
        }
    };
    for (at, stage) in stages.iter().enumerate() {
        stage.iter().for_each(|group| note(&mut first, group, at));
    }
    for group in others {
        let tensors = group.lists.tensors.iter();
        if let Some(at) = tensors.filter_map(|(name, _)| first.get(name.as_str()).copied()).min()
            && let Some(stage) = stages.get_mut(at)
        {
            stage.push(group);
            note(&mut first, group, at);
        }
    }
    stages
}

/// Stages that turn out to be one: each stands for itself, or for an earlier one.
#[derive(Default)]
struct Joined(Vec<usize>);

impl Joined {
    fn add(&mut self) -> usize {
        self.0.push(self.0.len());
        self.0.len().saturating_sub(1)
    }

    /// The stage that one is part of.
    fn first(&mut self, stage: usize) -> usize {
        let mut first = stage;
        while let Some(&up) = self.0.get(first).filter(|&&up| up != first) {
            first = up;
        }
        // So that no way is gone twice.
        let mut at = stage;
        while let Some(up) = self.0.get_mut(at).filter(|up| **up != first) {
            at = std::mem::replace(up, first);
        }
        first
    }

    fn join(&mut self, stage: usize, into: usize) {
        self.0.get_mut(stage).into_iter().for_each(|of| *of = into);
    }
}
