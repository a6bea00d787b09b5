//! Strategies and checkpoints → the list of tensors.

use std::collections::{BTreeMap, HashMap, HashSet};

use foldhash::fast::FixedState;
use indexmap::{IndexMap, IndexSet};

use super::compared::Told;
use super::{Compared, Differences, Facts, Held, OtherName, Placed, Tensors};
use crate::catalog::{Checkpoint, SideCatalog};
#[cfg(test)]
use crate::check::Known;
use crate::check::diff::Renamed;
use crate::format::index::WeightMap;
use crate::geometry::{DType, Shape};
use crate::layout::{Layout, Strategy};
use crate::order::gather;

/// What one checkpoint says of a tensor, before layouts.
type Slice<'a> = (DType, &'a Shape);

/// Slices by name, in the order of the files.
type Slices<'a> = IndexMap<&'a str, Slice<'a>, FixedState>;

/// What is known of one side.
#[derive(Clone, Copy, Debug, Default)]
pub struct Listed<'a> {
    /// How it is cut.
    pub strategy: Option<&'a Strategy>,
    /// Its weights.
    pub weights: Option<&'a Checkpoint>,
    /// Which tensors its files hold, where an index says.
    pub index: Option<&'a WeightMap>,
}

impl<'a> Listed<'a> {
    /// A side as it was sorted out.
    #[must_use]
    pub fn of(side: Option<&'a SideCatalog>) -> Self {
        Self {
            strategy: side.and_then(|side| side.strategy.as_ref()),
            weights: side.and_then(|side| side.checkpoint.as_ref()),
            index: side.and_then(|side| side.index.as_deref()).map(|index| &index.weight_map),
        }
    }
}

/// The tensors of both sides. Names that only a strategy or an index has and no file holds stay in
/// the list: their shape is unknown unless the strategy states it.
#[must_use]
pub(super) fn tensor_facts(source: Listed<'_>, target: Listed<'_>, told: &Told<'_>) -> Tensors {
    let [slices, others] = [source, target].map(|side| side.weights.map(slices).unwrap_or_default());
    let strategies = [source.strategy, target.strategy];
    let laid = strategies.iter().flatten().flat_map(|strategy| strategy.tensors().map(|(name, _)| name));
    let listed = source.index.into_iter().flat_map(|index| index.tensors().map(|(name, _)| name));
    let named = laid.map(|name| (name, false)).chain(slices.keys().map(|&name| (name, true)));
    let named = named.chain(listed.map(|name| (name, true)));
    let expected = source.index.map_or(slices.len(), WeightMap::len).max(others.len());
    let mut seen: HashSet<&str, FixedState> =
        HashSet::with_capacity_and_hasher(expected, FixedState::default());
    let named = named.chain(others.keys().map(|&name| (name, false))).filter(|(name, _)| seen.insert(*name));
    // Without any file, a complete target has whatever the source is said to hold.
    let complete = source.weights.is_none() && source.index.is_none() && target.strategy.is_none();
    let mut distinct: IndexSet<Facts, FixedState> = IndexSet::default();
    let mut last = 0;
    let mut row = |(name, listed): (_, bool)| {
        let [slice, other] = [&slices, &others].map(|slices| slices.get(name).copied());
        let in_files = slice.is_some() || listed;
        let of_target = in_files || complete || other.is_some();
        let compared = told.differences(name);
        let facts = Facts {
            dtype: slice.map(|(dtype, _)| dtype),
            shape: shape(source.strategy, name, slice).or_else(|| declared(target.strategy, name)),
            source: held(source.strategy, name, in_files),
            target: held(target.strategy, name, of_target),
            compared,
            becomes: other
                .filter(|_| is_other(compared))
                .map(|slice| (slice.0, shape(target.strategy, name, Some(slice)))),
        };
        // Neighbours are mostly alike.
        if distinct.get_index(last) != Some(&facts) {
            last = distinct.insert_full(facts).0;
        }
        (name, last)
    };
    let rows: Vec<(&str, usize)> = named.map(&mut row).collect();
    let renames = renames(&rows, told);
    Tensors::new(&rows, distinct.into_iter().collect()).renamed(renames.into_iter())
}

/// The list of two sides of which only this is known.
#[cfg(test)]
pub(in crate::web) fn tensors_of(source: Known<'_>, target: Option<Known<'_>>) -> Tensors {
    const fn listed<'a>(known: Known<'a>) -> Listed<'a> {
        Listed { strategy: known.strategy, weights: known.checkpoint, index: None }
    }
    let told = Told::of(Some(source), target);
    tensor_facts(listed(source), target.map(listed).unwrap_or_default(), &told)
}

/// Whether the target's weights say something else of a tensor than the source's do.
fn is_other(compared: Differences) -> bool {
    [Compared::Added, Compared::Renamed, Compared::Reshaped, Compared::DType]
        .into_iter()
        .any(|kind| compared.has(kind))
}

/// The other names of tensors, by the places of both in the list.
fn renames(rows: &[(&str, usize)], told: &Told<'_>) -> BTreeMap<usize, OtherName> {
    if told.renamed.is_empty() {
        return BTreeMap::new();
    }
    let is_renamed = |&(_, name): &(usize, &str)| told.differences(name).has(Compared::Renamed);
    let named = rows.iter().map(|(name, _)| *name).enumerate().filter(is_renamed);
    let places: HashMap<&str, usize, FixedState> = named.map(|(at, name)| (name, at)).collect();
    let place = |name: &str| places.get(name).copied();
    let both = |pair: &Renamed<'_>| {
        let (shared, of) = (pair.shared, pair.of);
        let other = |tensor| OtherName { tensor, shared, of };
        let (from, to) = (place(pair.from)?, place(pair.to)?);
        Some([(from, other(to)), (to, other(from))])
    };
    gather(told.renamed.iter().filter_map(both).flatten())
}

/// The first slice of every name, in the order of the files.
fn slices(weights: &Checkpoint) -> Slices<'_> {
    let mut slices = Slices::default();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Side;
    use crate::parallel::llama::{LLAMA_7B, Parallel, strategy};
    use crate::web::snapshot::Comparison;

    const fn cut_by(strategy: &Strategy) -> Known<'_> {
        Known { strategy: Some(strategy), checkpoint: None }
    }

    #[test]
    fn a_tensor_that_both_sides_cut_alike_does_not_differ() {
        let source = strategy(&LLAMA_7B, &Parallel::new(2, 1, 4)).unwrap();
        let target = strategy(&LLAMA_7B, &Parallel::new(1, 2, 2)).unwrap();
        let tensors = tensors_of(cut_by(&source), Some(cut_by(&target)));
        assert_eq!(tensors.len(), 291);
        let of = |name: &str| tensors.iter().find(|tensor| tensor.name.ends_with(name)).unwrap().compared;
        assert!(of("layers.0.attention.wq.weight").has(Compared::Recut));
        assert!(of("layers.0.attention_norm.weight").has(Compared::Same));
        // Whole on every rank of its stage on both sides, but in another stage.
        assert!(of("layers.8.attention_norm.weight").has(Compared::Recut));
    }

    #[test]
    fn a_tensor_of_one_side_alone_is_neither_cut_alike_nor_differently() {
        let small = crate::parallel::llama::Model { layers: 1, ..LLAMA_7B };
        let source = strategy(&LLAMA_7B, &Parallel::new(1, 2, 1)).unwrap();
        let target = strategy(&small, &Parallel::new(1, 4, 1)).unwrap();
        let tensors = tensors_of(cut_by(&source), Some(cut_by(&target)));
        let alone = || tensors.iter().filter(|tensor| tensor.target == Held::Absent);
        assert!(alone().count() > 0);
        assert!(alone().all(|tensor| tensor.compared.iter().eq([Compared::Removed])));
        assert!(tensors.iter().any(|tensor| tensor.compared.has(Compared::Recut)));
    }

    #[test]
    fn a_complete_target_holds_every_tensor_whole() {
        let source = strategy(&LLAMA_7B, &Parallel::new(1, 2, 1)).unwrap();
        let tensors = tensors_of(cut_by(&source), None);
        assert!(tensors.iter().all(|tensor| tensor.target == Held::Whole));
        // All but the norms are halved by the source, which the complete target does not do.
        let recut = tensors.iter().filter(|tensor| tensor.compared.has(Compared::Recut));
        assert_eq!(recut.count(), 291 - 65);
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
            let of = |name: &str| known.tensors.get(known.tensors.position(name).unwrap()).unwrap().compared;
            assert!(of("adam_m.head.norm").has(Compared::Recut));
            let accumulated = known.tensors.iter().filter(|tensor| tensor.name.starts_with("accu_grads."));
            assert!(accumulated.clone().count() > 0);
            assert!(accumulated.clone().all(|tensor| tensor.compared.has(Compared::Added)));
            let Comparison::Done(counts) = known.comparison else { panic!("{:?}", known.comparison) };
            for kind in Compared::ALL {
                let rows = known.tensors.iter().filter(|tensor| tensor.compared.has(kind)).count();
                assert_eq!(counts.of(kind), rows, "{kind:?}");
            }
        }
    }
}
