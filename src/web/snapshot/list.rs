//! Strategies and checkpoints → the list of tensors.

use std::collections::{BTreeSet, HashSet};

use indexmap::{IndexMap, IndexSet};

use super::{Facts, Held, Placed, Tensors};
use crate::catalog::Checkpoint;
use crate::format::index::WeightMap;
use crate::geometry::{DType, Shape};
use crate::layout::{Layout, Strategy};

/// What one checkpoint says of a tensor, before layouts.
type Slice<'a> = (DType, &'a Shape);

/// The tensors of both sides. Names that only a strategy or an index has and no file holds stay in
/// the list: their shape is unknown unless the strategy states it.
#[must_use]
pub fn tensor_facts(
    source: Option<&Strategy>,
    target: Option<&Strategy>,
    weights: Option<&Checkpoint>,
    index: Option<&WeightMap>,
) -> Tensors {
    let slices = weights.map(slices).unwrap_or_default();
    let strategies = [source, target].into_iter().flatten();
    let laid = strategies.flat_map(|strategy| strategy.tensors().map(|(name, _)| name));
    let listed = index.into_iter().flat_map(|index| index.tensors().map(|(name, _)| name));
    let named = laid.map(|name| (name, false)).chain(slices.keys().map(|&name| (name, true)));
    let mut seen = HashSet::new();
    let named = named.chain(listed.map(|name| (name, true))).filter(|(name, _)| seen.insert(*name));
    // Without any file, a complete target has whatever the source is said to hold.
    let complete = weights.is_none() && index.is_none() && target.is_none();
    let mut distinct = IndexSet::new();
    let mut row = |(name, listed): (_, bool)| {
        let slice = slices.get(name).copied();
        let in_files = slice.is_some() || listed;
        let held = [held(source, name, in_files), held(target, name, in_files || complete)];
        (name, distinct.insert_full(facts(name, [source, target], held, slice)).0)
    };
    let rows: Vec<(&str, usize)> = named.map(&mut row).collect();
    Tensors::new(rows.into_iter(), distinct.into_iter().collect())
}

fn facts(
    name: &str,
    [source, target]: [Option<&Strategy>; 2],
    [on_source, on_target]: [Held; 2],
    slice: Option<Slice<'_>>,
) -> Facts {
    let shape = shape(source, name, slice).or_else(|| declared(target, name));
    let both = on_source != Held::Absent && on_target != Held::Absent;
    let differs = both && cuts(source, &on_source) != cuts(target, &on_target);
    Facts { dtype: slice.map(|(dtype, _)| dtype), shape, source: on_source, target: on_target, differs }
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

/// Parts per dimension, those of all stages that hold it; none for a whole tensor.
fn cuts(strategy: Option<&Strategy>, held: &Held) -> BTreeSet<Option<Vec<u64>>> {
    let Held::Laid(placed) = held else { return BTreeSet::from([None]) };
    let layouts = placed.iter().filter_map(|placed| strategy?.layouts().get(placed.layout));
    layouts.map(|layout| Some(layout.cuts()).filter(|cuts| cuts.iter().any(|&parts| parts > 1))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Side;
    use crate::parallel::llama::{LLAMA_7B, Parallel, strategy};
    use crate::web::snapshot::Compared;

    #[test]
    fn a_tensor_that_both_sides_cut_alike_does_not_differ() {
        let source = strategy(&LLAMA_7B, &Parallel::new(2, 1, 4)).unwrap();
        let target = strategy(&LLAMA_7B, &Parallel::new(1, 2, 2)).unwrap();
        let tensors = tensor_facts(Some(&source), Some(&target), None, None);
        assert_eq!(tensors.len(), 291);
        let of = |name: &str| tensors.iter().find(|tensor| tensor.name.ends_with(name)).unwrap();
        assert!(of("layers.0.attention.wq.weight").differs);
        assert!(!of("layers.0.attention_norm.weight").differs);
    }

    #[test]
    fn a_tensor_of_one_side_alone_is_neither_cut_alike_nor_differently() {
        let small = crate::parallel::llama::Model { layers: 1, ..LLAMA_7B };
        let source = strategy(&LLAMA_7B, &Parallel::new(1, 2, 1)).unwrap();
        let target = strategy(&small, &Parallel::new(1, 4, 1)).unwrap();
        let tensors = tensor_facts(Some(&source), Some(&target), None, None);
        let alone = || tensors.iter().filter(|tensor| tensor.target == Held::Absent);
        assert!(
            alone().count() > 0 && alone().all(|tensor| tensor.compared() == Compared::Only(Side::Source))
        );
        assert!(tensors.iter().any(|tensor| tensor.differs));
    }

    #[test]
    fn a_complete_target_holds_every_tensor_whole() {
        let source = strategy(&LLAMA_7B, &Parallel::new(1, 2, 1)).unwrap();
        let tensors = tensor_facts(Some(&source), None, None, None);
        assert!(tensors.iter().all(|tensor| tensor.target == Held::Whole));
    }

    // The optimizer states are in the strategies and in no file: their shapes are not known, their cuts are.
    #[cfg(not(target_arch = "wasm32"))]
    #[test]
    fn layouts_are_compared_where_the_shape_is_not_known() {
        use crate::web::workbench::tests::recorded;
        let case = "real_dp2mp4opt_to_dp2mp2pp2opt";
        let paths = ["src_strategy.ckpt", "dst_strategy_stages", "src"].map(|path| format!("{case}/{path}"));
        let [from, to, weights] = &paths;
        let sides = [(Side::Source, from.as_str()), (Side::Target, to), (Side::Source, weights)];
        for sides in [&sides[..2], &sides] {
            let known = recorded(sides, |_| true);
            let of =
                |name: &str| known.tensors.get(known.tensors.position(name).unwrap()).unwrap().compared();
            assert_eq!(of("adam_m.head.norm"), Compared::Differs);
            let accumulated = known.tensors.iter().filter(|tensor| tensor.name.starts_with("accu_grads."));
            assert!(accumulated.clone().count() > 0);
            assert!(accumulated.clone().all(|tensor| tensor.compared() == Compared::Only(Side::Target)));
            assert_eq!(known.tally.differ, known.tensors.iter().filter(|tensor| tensor.differs).count());
            assert_eq!(known.tally.differ, 66);
        }
    }
}
