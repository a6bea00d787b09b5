//! The tensors of all stages, in classes of equal rule, type, shape and holders.

use std::collections::HashMap;

use super::Refusal;
use super::families::{BY_SHAPE, ByShape, Cut, Family, Length, Rule, family};
use super::stages::Stage;
use crate::geometry::DType;
use crate::parallel::states::parameter;

/// Tensors that are cut alike.
#[derive(Clone, Debug)]
pub(super) struct Class<'a> {
    pub(super) rule: Rule,
    pub(super) dtype: DType,
    /// Lengths of a slice.
    pub(super) dims: &'a [u64],
    /// The ranks of a stage that hold a slice, where copies were left out.
    pub(super) holders: Option<&'a [u64]>,
    /// The first of them.
    pub(super) example: &'a str,
}

/// A tensor without a rule.
#[derive(Debug)]
pub(super) struct Strange<'a> {
    pub(super) stage: u32,
    pub(super) name: &'a str,
    /// Lengths of a slice.
    pub(super) dims: &'a [u64],
    /// Whether one rank holds it for all others of its stage.
    pub(super) is_held_once: bool,
}

/// The tensors that a strategy lists, and what has no rule.
#[derive(Debug)]
pub(super) struct Tensors<'a> {
    pub(super) family: Family,
    pub(super) classes: Vec<Class<'a>>,
    /// Stage, name and class.
    pub(super) all: Vec<(u32, &'a str, usize)>,
    pub(super) strange: Vec<Strange<'a>>,
}

impl Class<'_> {
    /// Length of dimension 0 of a slice.
    pub(super) fn rows(&self) -> u64 {
        self.dims.first().copied().unwrap_or(1)
    }

    /// Whether its rows are the vocabulary.
    pub(super) fn is_of_vocabulary(&self) -> bool {
        self.rule.lengths.first() == Some(&Length::Vocabulary)
    }

    /// Whether the parallel optimizer treats it as a weight.
    pub(super) const fn is_linear(&self) -> bool {
        let is_weight = matches!(
            self.rule.cut,
            Cut::Rows
                | Cut::Columns
                | Cut::Keys
                | Cut::Replica
                | Cut::Either { .. }
                | Cut::Experts(_)
                | Cut::Embedding { is_weight: true }
        );
        is_weight && self.rule.optimizer
    }

    /// Whether it is one of LoRA's: these are trained, and the weights beside them are not, which the
    /// optimizer then leaves alone.
    pub(super) fn is_lora(&self) -> bool {
        self.rule.lengths.contains(&Length::LoraRank)
    }

    /// Whether its rows are of keys or of values alone.
    pub(super) fn is_of_keys(&self) -> bool {
        self.rule.lengths.first() == Some(&Length::KeyValue)
    }

    /// Whether it is of experts that expert parallelism cuts.
    pub(super) const fn is_of_experts(&self) -> bool {
        matches!(self.rule.cut, Cut::Experts(_))
    }

    /// How many slices there are, where copies were left out.
    pub(super) fn slices(&self) -> Option<u64> {
        Some(self.holders?.len() as u64)
    }
}

/// What classes are told apart by.
type Key<'a> = (Rule, DType, &'a [u64], Option<&'a [u64]>);

pub(super) fn tensors<'a>(stages: &'a [Stage<'_>]) -> Result<Tensors<'a>, Refusal> {
    let named = || stages.iter().flat_map(Stage::tensors).map(|(entry, _)| entry);
    let by_name = family(named().map(|entry| (parameter(&entry.name), entry.shape.dims().len())));
    let slices = || named().map(|entry| (parameter(&entry.name), entry.shape.dims()));
    let by_shape = if by_name.is_none() { ByShape::of(slices()) } else { None };
    let Some(family) = by_name.or_else(|| by_shape.map(|_| &BY_SHAPE)) else {
        let tensor = named().next().map_or("", |entry| &entry.name).to_owned();
        return Err(Refusal::UnknownName { tensor });
    };
    let rule = |name: &str, dims: &[u64]| match by_shape {
        Some(shapes) => shapes.rule(name, dims),
        None => family.rule(name, dims.len()),
    };
    let mut classes: Vec<Class<'_>> = Vec::new();
    let mut ids: HashMap<Key<'_>, usize> = HashMap::new();
    let (mut all, mut strange) = (Vec::new(), Vec::new());
    for (stage, of) in (0u32..).zip(stages) {
        for (entry, holders) in of.tensors() {
            let (name, dims) = (entry.name.as_str(), entry.shape.dims());
            let Some(rule) = rule(parameter(name), dims) else {
                let is_held_once = holders.is_some_and(|ranks| ranks.len() == 1);
                strange.push(Strange { stage, name, dims, is_held_once });
                continue;
            };
            let class = *ids.entry((rule, entry.dtype, dims, holders)).or_insert_with(|| {
                classes.push(Class { rule, dtype: entry.dtype, dims, holders, example: name });
                classes.len() - 1
            });
            all.push((stage, name, class));
        }
    }
    Ok(Tensors { family: *family, classes, all, strange })
}
