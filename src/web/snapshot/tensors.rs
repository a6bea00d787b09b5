//! The tensors of both sides in one list.

use std::collections::HashSet;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use crate::catalog::Checkpoint;
use crate::check::Side;
use crate::geometry::{DType, Shape};
use crate::layout::{Layout, Strategy};

/// A tensor and how each side holds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TensorFacts {
    /// The parameter's name.
    pub name: String,
    /// Element type, if a checkpoint tells.
    pub dtype: Option<DType>,
    /// Shape of the whole tensor, if a checkpoint or a JSON strategy tells.
    pub shape: Option<Shape>,
    /// On the source side.
    pub source: Held,
    /// On the target side.
    pub target: Held,
    /// Whether the sides cut it differently.
    pub differs: bool,
}

impl TensorFacts {
    /// How one side holds it.
    #[must_use]
    pub const fn held(&self, side: Side) -> &Held {
        match side {
            Side::Source => &self.source,
            Side::Target => &self.target,
        }
    }

    /// Bytes of the whole tensor, if known.
    #[must_use]
    pub fn bytes(&self) -> Option<u64> {
        self.shape.as_ref()?.bytes(self.dtype?)
    }
}

/// How a side holds a tensor.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Held {
    /// Not at all.
    #[default]
    Absent,
    /// Whole, without a layout.
    Whole,
    /// By the side's strategy, in these stages, ascending.
    Laid(Vec<Placed>),
}

impl Held {
    /// The stages that hold it by a layout, ascending.
    #[must_use]
    pub fn stages(&self) -> Vec<u32> {
        match self {
            Self::Laid(placed) => placed.iter().map(|placed| placed.stage).collect(),
            Self::Absent | Self::Whole => Vec::new(),
        }
    }
}

/// A tensor in one stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placed {
    /// Pipeline stage.
    pub stage: u32,
    /// Index into the side's layouts.
    pub layout: usize,
}

/// What one checkpoint says of a tensor, before layouts.
type Slice<'a> = (DType, &'a Shape);

/// The tensors of both sides. Names that only a strategy has and no file holds stay in the list:
/// their shape is unknown unless the strategy states it.
#[must_use]
pub fn tensor_facts(
    source: Option<&Strategy>,
    target: Option<&Strategy>,
    weights: Option<&Checkpoint>,
) -> Vec<TensorFacts> {
    let slices = weights.map(slices).unwrap_or_default();
    let strategies = [source, target].into_iter().flatten();
    let laid = strategies.flat_map(|strategy| strategy.tensors().map(|(name, _)| name));
    let mut seen = HashSet::new();
    let names = laid.chain(slices.keys().copied()).filter(|name| seen.insert(*name));
    names.map(|name| facts(name, source, target, weights.is_some(), slices.get(name).copied())).collect()
}

fn facts(
    name: &str,
    source: Option<&Strategy>,
    target: Option<&Strategy>,
    weights: bool,
    slice: Option<Slice<'_>>,
) -> TensorFacts {
    let on_source = held(source, name, slice.is_some());
    // Whatever the source holds is written to the target, whole if the target has no layout for it.
    let on_target = held(target, name, slice.is_some() || !weights && target.is_none());
    let shape = shape(source, name, slice).or_else(|| declared(target, name));
    let differs = cuts(source, &on_source) != cuts(target, &on_target);
    TensorFacts {
        name: name.to_owned(),
        dtype: slice.map(|(dtype, _)| dtype),
        shape,
        source: on_source,
        target: on_target,
        differs,
    }
}

/// The first slice of every name, in the order of the files.
fn slices(weights: &Checkpoint) -> IndexMap<&str, Slice<'_>> {
    let mut slices = IndexMap::new();
    for entry in weights.tables.iter().flat_map(|table| &table.entries) {
        slices.entry(entry.name.as_str()).or_insert((entry.dtype, &entry.shape));
    }
    slices
}

fn held(strategy: Option<&Strategy>, name: &str, in_files: bool) -> Held {
    let placements = strategy.map_or(&[][..], |strategy| strategy.placements(name));
    if !placements.is_empty() {
        let placed = |placement: &crate::layout::Placement| Placed {
            stage: placement.stage,
            layout: placement.layout.0,
        };
        return Held::Laid(placements.iter().map(placed).collect());
    }
    if in_files { Held::Whole } else { Held::Absent }
}

fn shape(source: Option<&Strategy>, name: &str, slice: Option<Slice<'_>>) -> Option<Shape> {
    let Some((_, local)) = slice else { return declared(source, name) };
    match first_layout(source, name) {
        Some(layout) => Shape::new(layout.global_dims(local.dims())?).ok(),
        None => Some(local.clone()),
    }
}

/// The shape that a strategy itself states, where no map was flattened.
fn declared(strategy: Option<&Strategy>, name: &str) -> Option<Shape> {
    let placement = strategy?.placements(name).first()?;
    Shape::new(placement.declared.clone()?).ok()
}

fn first_layout<'a>(strategy: Option<&'a Strategy>, name: &str) -> Option<&'a Layout> {
    let strategy = strategy?;
    strategy.layout(strategy.placements(name).first()?.layout)
}

/// Parts per dimension in the first stage; none for a whole tensor.
fn cuts(strategy: Option<&Strategy>, held: &Held) -> Option<Vec<u64>> {
    let Held::Laid(placed) = held else { return None };
    let layout = strategy?.layouts().get(placed.first()?.layout)?;
    Some(layout.cuts()).filter(|cuts| cuts.iter().any(|&parts| parts > 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parallel::llama::{LLAMA_7B, Parallel, strategy};

    #[test]
    fn a_tensor_that_both_sides_cut_alike_does_not_differ() {
        let source = strategy(&LLAMA_7B, &Parallel::new(2, 1, 4)).unwrap();
        let target = strategy(&LLAMA_7B, &Parallel::new(1, 2, 2)).unwrap();
        let tensors = tensor_facts(Some(&source), Some(&target), None);
        assert_eq!(tensors.len(), 291);
        let of = |name: &str| tensors.iter().find(|tensor| tensor.name.ends_with(name)).unwrap();
        assert!(of("layers.0.attention.wq.weight").differs);
        assert!(!of("layers.0.attention_norm.weight").differs);
    }

    #[test]
    fn a_complete_target_holds_every_tensor_whole() {
        let source = strategy(&LLAMA_7B, &Parallel::new(1, 2, 1)).unwrap();
        let tensors = tensor_facts(Some(&source), None, None);
        assert!(tensors.iter().all(|tensor| tensor.target == Held::Whole));
    }
}
