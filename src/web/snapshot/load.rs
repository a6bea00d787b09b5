//! What the ranks of a side hold: tensors, parameters, optimizer states. By structure, since the
//! ranks of a stage mostly hold slices of equal lengths.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

use super::{Held, Layouts, MAX_LISTED_RANKS, TensorFacts};
use crate::check::Side;
use crate::geometry::{DType, Shape};
use crate::layout::{Layout, Regions};
use crate::parallel::memory::Weights;
use crate::parallel::states::{accumulated_of, state_of};
use crate::plan::Topology;

/// MindSpore deals no parameter of fewer bytes (`parallel_optimizer_threshold`).
const LEAST_DEALT: u64 = 64 << 10;
/// Layout and shape pairs that are looked at rank by rank; a model has some ten.
const MAX_UNEVEN: usize = 64;

/// What one rank holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Load {
    /// Tensors, or slices of them, optimizer states included.
    pub tensors: u64,
    /// Parameters: elements, those of optimizer states apart.
    pub parameters: u64,
    /// Bytes of the largest slice.
    pub largest: u64,
    /// The parameters by type.
    pub weights: Vec<Weights>,
    /// Elements of optimizer states by type.
    pub states: Vec<(DType, u64)>,
}

/// What all ranks of a side hold: runs of ranks with equal loads.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Loads(Vec<(u64, Load)>);

impl Loads {
    /// The load of every rank, in order, with the number of neighbours that it holds for.
    pub fn runs(&self) -> impl Iterator<Item = (u64, &Load)> {
        self.0.iter().map(|(ranks, load)| (*ranks, load))
    }

    /// One value for every rank.
    #[must_use]
    pub fn per_rank(&self, value: impl Fn(&Load) -> u64) -> Vec<u64> {
        let run = |(ranks, load): (u64, &Load)| {
            std::iter::repeat_n(value(load), usize::try_from(ranks).unwrap_or(0))
        };
        self.runs().flat_map(run).collect()
    }

    /// The load of a rank.
    #[must_use]
    pub fn of(&self, rank: u64) -> Option<&Load> {
        let mut first = 0;
        self.runs().find_map(|(ranks, load)| {
            first += ranks;
            (rank < first).then_some(load)
        })
    }

    fn push(&mut self, load: Load) {
        match self.0.last_mut() {
            Some((ranks, last)) if *last == load => *ranks += 1,
            _ => self.0.push((1, load)),
        }
    }
}

/// Tensors that every rank of a stage holds alike.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Kind<'a> {
    layout: Option<usize>,
    shape: Option<&'a Shape>,
    dtype: Option<DType>,
    state: bool,
}

/// How many of a kind a stage has.
type Kinds<'a> = Vec<(Kind<'a>, u64)>;

/// The loads of a side's ranks; at most [`MAX_LISTED_RANKS`] of them.
#[must_use]
pub fn loads<'a>(
    tensors: impl Iterator<Item = &'a TensorFacts>,
    side: Side,
    layouts: &Layouts,
    topology: Topology,
) -> Loads {
    let stages = kinds(tensors, side, topology.stages);
    let dealt = layouts.0.iter().any(|layout| !layout.parts_of(0).1.is_empty());
    let mut loads = Loads::default();
    let mut left = MAX_LISTED_RANKS;
    for kinds in &stages {
        let ranks = topology.ranks_per_stage.min(left);
        left -= ranks;
        let slices = Slices::new(kinds, layouts, dealt);
        if slices.are_even() {
            loads.0.push((ranks, slices.load(0)));
        } else {
            (0..ranks).for_each(|rank| loads.push(slices.load(rank)));
        }
    }
    loads
}

/// The kinds of every stage, in the order of their first tensor.
fn kinds<'a>(tensors: impl Iterator<Item = &'a TensorFacts>, side: Side, stages: u32) -> Vec<Kinds<'a>> {
    let stages = usize::try_from(u64::from(stages).min(MAX_LISTED_RANKS)).unwrap_or(0);
    let mut all: Vec<Kinds<'a>> = vec![Vec::new(); stages];
    let mut known: HashMap<(usize, Kind<'a>), usize> = HashMap::new();
    for tensor in tensors {
        let Some(state) = is_state(&tensor.name) else { continue };
        let of = |layout| Kind { layout, shape: tensor.shape.as_ref(), dtype: tensor.dtype, state };
        let mut count = |stage: usize, kind: Kind<'a>| {
            let Some(kinds) = all.get_mut(stage) else { return };
            let at = *known.entry((stage, kind)).or_insert(kinds.len());
            match kinds.get_mut(at) {
                Some((_, count)) => *count += 1,
                None => kinds.push((kind, 1)),
            }
        };
        match tensor.held(side) {
            Held::Absent => {}
            Held::Whole => (0..stages).for_each(|stage| count(stage, of(None))),
            Held::Laid(placed) => {
                for placed in placed {
                    count(usize::try_from(placed.stage).unwrap_or(usize::MAX), of(Some(placed.layout)));
                }
            }
        }
    }
    all
}

/// Whether a tensor is an optimizer state; none for what no checkpoint holds.
fn is_state(name: &str) -> Option<bool> {
    accumulated_of(name).is_none().then(|| state_of(name).is_some())
}

/// The slices of one stage.
struct Slices<'a> {
    slices: Vec<Slice<'a>>,
    /// Whether the side's own layouts deal parameters to replicas.
    dealt: bool,
}

/// Equal slices.
struct Slice<'a> {
    kind: Kind<'a>,
    count: u64,
    layout: Option<&'a Layout>,
    /// Where the layout cuts the shape, if it can.
    regions: Option<Regions>,
}

impl<'a> Slices<'a> {
    fn new(kinds: &[(Kind<'a>, u64)], layouts: &'a Layouts, dealt: bool) -> Self {
        let slice = |&(kind, count): &(Kind<'a>, u64)| {
            let layout = kind.layout.and_then(|layout| layouts.get(layout));
            let dims = kind.shape.map(Shape::dims);
            let fits = layout.zip(dims).filter(|(layout, dims)| layout.rank() == dims.len());
            let regions = fits.and_then(|(layout, dims)| layout.regions(dims).ok());
            Slice { kind, count, layout, regions }
        };
        Self { slices: kinds.iter().map(slice).collect(), dealt }
    }

    /// Whether all ranks hold slices of equal lengths. Beyond [`MAX_UNEVEN`] kinds the first
    /// rank, which holds the longest slices, speaks for all.
    fn are_even(&self) -> bool {
        let found = self.slices.iter().filter(|slice| slice.is_uneven()).count();
        found == 0 || found > MAX_UNEVEN
    }

    fn load(&self, rank_in_stage: u64) -> Load {
        let mut load = Load::default();
        let mut weights: BTreeMap<DType, Weights> = BTreeMap::new();
        let mut states: BTreeMap<DType, u64> = BTreeMap::new();
        for slice in &self.slices {
            let Slice { kind, count, layout, .. } = slice;
            load.tensors += count;
            let Some(shape) = kind.shape else { continue };
            let held = slice.held(shape, rank_in_stage);
            let elements = held.saturating_mul(*count);
            let bytes = kind.dtype.map_or(0, |dtype| held.saturating_mul(dtype.size()));
            load.largest = load.largest.max(bytes);
            if kind.state {
                kind.dtype.into_iter().for_each(|dtype| *states.entry(dtype).or_default() += elements);
                continue;
            }
            // Counters such as `global_step` are no parameters.
            if shape.elements() == 1 || kind.dtype == Some(DType::Str) {
                continue;
            }
            load.parameters = load.parameters.saturating_add(elements);
            // Types that nobody told are counted as bf16, what such jobs store.
            let dtype = kind.dtype.unwrap_or(DType::BF16);
            let of = weights.entry(dtype).or_insert(Weights { dtype, whole: 0, dealt: 0 });
            of.whole = of.whole.saturating_add(elements.saturating_mul(layout.map_or(1, dealing)));
            let dealt = if self.dealt { held } else { would_be_dealt(*layout, shape, dtype, held) };
            of.dealt = of.dealt.saturating_add(dealt.saturating_mul(*count));
        }
        load.weights = weights.into_values().collect();
        load.states = states.into_iter().collect();
        load
    }
}

impl Slice<'_> {
    fn is_uneven(&self) -> bool {
        let Some((layout, shape)) = self.layout.zip(self.kind.shape) else { return false };
        layout.cuts().iter().zip(shape.dims()).any(|(&parts, &len)| !len.is_multiple_of(parts.max(1)))
    }

    /// Elements of a rank's slice.
    fn held(&self, shape: &Shape, rank_in_stage: u64) -> u64 {
        match (self.layout, &self.regions) {
            (Some(layout), Some(regions)) => regions.region(layout.shard_of(rank_in_stage)).elements(),
            // A cut that cannot be is a finding; the size is still about this.
            (Some(layout), None) => shape.elements() / layout.shards().max(1),
            (None, _) => shape.elements(),
        }
    }
}

/// Among how many ranks a layout deals a parameter that they would hold equally.
fn dealing(layout: &Layout) -> u64 {
    layout.parts_of(0).1.iter().map(|part| part.parts).product()
}

/// What a rank would keep of a slice if optimizer parallelism were on: MindSpore cuts the first
/// dimension by the number of replicas where that divides it ("Optimizer Parallel" in its guide).
fn would_be_dealt(layout: Option<&Layout>, shape: &Shape, dtype: DType, held: u64) -> u64 {
    let Some(layout) = layout else { return held };
    let replicas = layout.replicas().max(1);
    let rows =
        shape.dims().first().copied().unwrap_or(1) / layout.cuts().first().copied().unwrap_or(1).max(1);
    let enough = shape.bytes(dtype).is_some_and(|bytes| bytes >= LEAST_DEALT);
    if enough && rows.is_multiple_of(replicas) { held / replicas } else { held }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{Mesh, OptShard, SplitRule};
    use crate::web::snapshot::{Differences, Facts, Placed, Tensors};

    fn tensor(
        name: &'static str,
        dims: &[u64],
        dtype: DType,
        stage: u32,
        layout: usize,
    ) -> (&'static str, Facts) {
        let facts = Facts {
            dtype: Some(dtype),
            shape: Some(Shape::new(dims.to_vec()).unwrap()),
            source: Held::Laid(vec![Placed { stage, layout }]),
            target: Held::Absent,
            compared: Differences::default(),
            becomes: None,
        };
        (name, facts)
    }

    fn layout(sizes: &[u64], axes: &[Vec<usize>], rule: SplitRule) -> Layout {
        Layout::new(Mesh::unnamed(sizes).unwrap(), axes, rule).unwrap()
    }

    fn of(
        tensors: &[(&'static str, Facts)],
        layouts: Vec<Layout>,
        stages: u32,
        ranks_per_stage: u64,
    ) -> Loads {
        let rows = tensors.iter().enumerate().map(|(index, (name, _))| (*name, index)).collect::<Vec<_>>();
        let list = Tensors::new(&rows, tensors.iter().map(|(_, facts)| facts.clone()).collect());
        let tensors: Vec<TensorFacts> = list.iter().collect();
        loads(tensors.iter(), Side::Source, &Layouts(layouts), Topology { stages, ranks_per_stage })
    }

    #[test]
    fn equal_ranks_are_one_run_per_stage() {
        let cut = layout(&[2, 4], &[vec![1], vec![]], SplitRule::Exact);
        let tensors = [
            tensor("w", &[4096, 64], DType::BF16, 0, 0),
            tensor("adam_m.w", &[4096, 64], DType::F32, 0, 0),
            tensor("v", &[8, 3], DType::BF16, 1, 0),
        ];
        let loads = of(&tensors, vec![cut], 2, 8);
        let held = 4096 * 64 / 4;
        let weights = vec![Weights { dtype: DType::BF16, whole: held, dealt: held / 2 }];
        let first = Load {
            tensors: 2,
            parameters: held,
            largest: held * 4,
            weights,
            states: vec![(DType::F32, held)],
        };
        assert_eq!(loads.of(7), Some(&first));
        // 8 rows are cut into 4; two do not divide further, and 48 bytes are too few to deal.
        let weights = vec![Weights { dtype: DType::BF16, whole: 6, dealt: 6 }];
        assert_eq!(loads.of(8).unwrap().weights, weights);
        assert_eq!((loads.runs().count(), loads.of(16)), (2, None));
        assert_eq!(loads.per_rank(|load| load.tensors), [[2; 8], [1; 8]].concat());
    }

    #[test]
    fn uneven_slices_are_counted_rank_by_rank() {
        let cut = layout(&[3], &[vec![0]], SplitRule::Balanced);
        let loads = of(&[tensor("w", &[7], DType::F32, 0, 0)], vec![cut], 1, 3);
        assert_eq!(loads.per_rank(|load| load.parameters), [3, 2, 2]);
        assert_eq!(loads.runs().count(), 2);
    }

    #[test]
    fn what_is_dealt_already_is_known_whole() {
        let cut =
            layout(&[2, 4], &[vec![1], vec![]], SplitRule::Exact).with_optimizer(OptShard::All).unwrap();
        let loads = of(&[tensor("w", &[4096, 64], DType::BF16, 0, 0)], vec![cut], 1, 8);
        let weights = loads.of(0).unwrap().weights.clone();
        assert_eq!(weights, [Weights { dtype: DType::BF16, whole: 4096 * 64 / 4, dealt: 4096 * 64 / 8 }]);
    }
}
