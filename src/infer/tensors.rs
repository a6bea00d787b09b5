//! The tensors of all stages, in classes of equal rule, type and shape.

use std::collections::HashMap;
use std::ptr;

use super::Refusal;
use super::families::{Cut, Family, Length, Rule, is_counter, rule};
use super::stages::Stage;
use crate::geometry::DType;
use crate::parallel::states::parameter;

/// Tensors that are cut alike.
#[derive(Debug)]
pub(super) struct Class<'a> {
    pub(super) rule: &'static Rule,
    pub(super) dtype: DType,
    /// Lengths of a slice.
    pub(super) dims: &'a [u64],
    /// The first of them.
    pub(super) example: &'a str,
}

/// The tensors that a strategy lists, and what has no rule.
#[derive(Debug)]
pub(super) struct Tensors<'a> {
    pub(super) family: &'static Family,
    pub(super) classes: Vec<Class<'a>>,
    /// Stage, name and class.
    pub(super) all: Vec<(u32, &'a str, usize)>,
    /// Stage and name of vectors without a rule: on every rank, as a guess.
    pub(super) strange: Vec<(u32, &'a str)>,
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

    /// Whether tensor parallelism surely cuts it, so that the parallel optimizer treats it as a
    /// weight.
    pub(super) const fn is_linear(&self) -> bool {
        matches!(self.rule.cut, Cut::Rows | Cut::Columns) && self.rule.optimizer
    }
}

pub(super) fn tensors<'a>(stages: &[Stage<'a>]) -> Result<Tensors<'a>, Refusal> {
    let mut family: Option<&'static Family> = None;
    let mut classes: Vec<Class<'_>> = Vec::new();
    let mut ids: HashMap<(*const Rule, DType, &[u64]), usize> = HashMap::new();
    let (mut all, mut strange) = (Vec::new(), Vec::new());
    let mut unknown = None;
    for (stage, of) in (0u32..).zip(stages) {
        for entry in of.entries.iter().filter(|entry| !is_counter(entry)) {
            let (name, dims) = (entry.name.as_str(), entry.shape.dims());
            let known = rule(parameter(name)).filter(|(of, rule)| {
                rule.lengths.len() == dims.len() && family.is_none_or(|family| ptr::eq(family, *of))
            });
            let Some((of, rule)) = known else {
                match dims.len() {
                    1 => strange.push((stage, name)),
                    _ => return Err(Refusal::UnknownName { tensor: name.to_owned() }),
                }
                unknown = unknown.or(Some(name));
                continue;
            };
            family = Some(of);
            let class = *ids.entry((ptr::from_ref(rule), entry.dtype, dims)).or_insert_with(|| {
                classes.push(Class { rule, dtype: entry.dtype, dims, example: name });
                classes.len() - 1
            });
            all.push((stage, name, class));
        }
    }
    let family =
        family.ok_or_else(|| Refusal::UnknownName { tensor: unknown.unwrap_or_default().to_owned() })?;
    Ok(Tensors { family, classes, all, strange })
}
