//! One side's layout of a tensor, as it is drawn.

use std::rc::Rc;

use crate::check::Side;
use crate::geometry::{Region, Shape};
use crate::layout::{Layout, Regions};
use crate::web::snapshot::{Held, Placed, Snapshot, TensorFacts};

/// Ranks of one slice that are listed: more fit neither a cell nor a line.
const MAX_RANKS: u64 = 4096;

/// One side's layout of a tensor in one stage.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    /// How it is cut; whole if the side has no layout for it.
    pub layout: Rc<Layout>,
    /// Its regions, or why there are none.
    pub regions: Result<Rc<Regions>, Uncut>,
    /// The stage shown.
    pub stage: u32,
    /// Stages of the side.
    pub stages: u32,
    /// First global rank of the stage.
    pub first_rank: u64,
    /// Whether a layout names it.
    pub laid: bool,
    /// Whether the side has one rank only: complete weights.
    pub complete: bool,
}

/// Why a layout gives no regions of a tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Uncut {
    /// The tensor's shape is not known.
    Unknown,
    /// The layout has another number of dimensions.
    Dimensions {
        /// The layout's.
        layout: usize,
        /// The tensor's.
        tensor: usize,
    },
    /// A dimension does not divide.
    Uneven {
        /// The dimension.
        dim: usize,
        /// Its length.
        len: u64,
        /// The parts asked for.
        parts: u64,
    },
}

impl Drawn {
    /// A tensor on a side, in this stage or the first that has it; none if the side lacks it.
    #[must_use]
    pub fn new(snapshot: &Snapshot, tensor: &TensorFacts, side: Side, stage: Option<u32>) -> Option<Self> {
        let facts = snapshot.side(side);
        let complete = facts.is_none_or(|facts| facts.topology.ranks() == 1);
        let stages = facts.map_or(1, |facts| facts.topology.stages);
        let drawn = |layout: Layout, stage: u32, laid: bool| {
            let first_rank = if laid { u64::from(stage).saturating_mul(layout.mesh().ranks()) } else { 0 };
            let regions = regions(&layout, tensor.shape.as_ref());
            Self { layout: Rc::new(layout), regions, stage, stages, first_rank, laid, complete }
        };
        match tensor.held(side) {
            Held::Absent => None,
            Held::Whole => Some(drawn(Layout::whole(tensor.shape.as_ref().map_or(0, Shape::rank)), 0, false)),
            Held::Laid(placed) => {
                let wanted = |placed: &&Placed| Some(placed.stage) == stage;
                let placed = placed.iter().find(wanted).or_else(|| placed.first())?;
                Some(drawn(facts?.layouts.get(placed.layout)?.clone(), placed.stage, true))
            }
        }
    }

    /// Global ranks that hold a slice; none if they are too many to list.
    #[must_use]
    pub fn ranks(&self, shard: u64) -> Option<Vec<u64>> {
        if self.layout.replicas() > MAX_RANKS {
            return None;
        }
        Some(self.layout.ranks_of(shard).into_iter().map(|rank| rank + self.first_rank).collect())
    }

    /// The lowest global rank that holds a slice; none if no layout says.
    #[must_use]
    pub fn first_rank_of(&self, shard: u64) -> Option<u64> {
        self.ranks(shard).filter(|_| self.laid)?.first().copied()
    }

    /// The slice that a global rank of the stage holds; none of another stage.
    #[must_use]
    pub fn shard_of(&self, rank: u64) -> Option<u64> {
        let in_stage = rank.checked_sub(self.first_rank).filter(|rank| *rank < self.layout.mesh().ranks());
        if self.laid { in_stage.map(|rank| self.layout.shard_of(rank)) } else { Some(0) }
    }

    /// The region of a slice; none if the layout cannot cut the tensor.
    #[must_use]
    pub fn region(&self, shard: u64) -> Option<Region> {
        Some(self.regions.as_ref().ok()?.region(shard))
    }

    /// The slices that hold no element, ascending.
    #[must_use]
    pub fn empty(&self) -> Vec<u64> {
        let Ok(regions) = &self.regions else { return Vec::new() };
        // Only an uneven cut leaves any, and then few enough to look at each.
        let uneven =
            regions.bounds().iter().any(|bounds| bounds.windows(2).any(|pair| pair.first() == pair.last()));
        if !uneven {
            return Vec::new();
        }
        regions.iter().filter(|(_, region)| region.elements() == 0).map(|(shard, _)| shard).collect()
    }
}

fn regions(layout: &Layout, shape: Option<&Shape>) -> Result<Rc<Regions>, Uncut> {
    let dims = shape.ok_or(Uncut::Unknown)?.dims();
    if layout.rank() != dims.len() {
        return Err(Uncut::Dimensions { layout: layout.rank(), tensor: dims.len() });
    }
    let regions = layout.regions(dims);
    regions.map(Rc::new).map_err(|(dim, cut)| Uncut::Uneven { dim, len: cut.len, parts: cut.parts })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::layout::{Mesh, SplitRule};

    /// A layout of the first stage of `stages`, as a side has it.
    pub(crate) fn drawn(sizes: &[u64], axes: &[Vec<usize>], rule: SplitRule, dims: &[u64]) -> Drawn {
        let layout = Layout::new(Mesh::unnamed(sizes).unwrap(), axes, rule).unwrap();
        let shape = Shape::new(dims.to_vec()).unwrap();
        let regions = regions(&layout, Some(&shape));
        Drawn {
            layout: Rc::new(layout),
            regions,
            stage: 0,
            stages: 1,
            first_rank: 0,
            laid: true,
            complete: false,
        }
    }

    #[test]
    fn ranks_that_get_nothing_are_found() {
        let uneven = drawn(&[4], &[vec![0], vec![]], SplitRule::CeilChunk, &[5, 3]);
        assert_eq!(uneven.empty(), [3]);
        assert_eq!(uneven.ranks(3), Some(vec![3]));
        assert!(drawn(&[4], &[vec![0]], SplitRule::Balanced, &[5]).empty().is_empty());
    }

    #[test]
    fn a_cut_that_does_not_divide_says_so() {
        let refused = drawn(&[4], &[vec![0]], SplitRule::Exact, &[5]);
        assert_eq!(refused.regions, Err(Uncut::Uneven { dim: 0, len: 5, parts: 4 }));
        assert_eq!(refused.region(0), None);
        let flat = drawn(&[4], &[vec![0]], SplitRule::Exact, &[4, 4]);
        assert_eq!(flat.regions, Err(Uncut::Dimensions { layout: 1, tensor: 2 }));
    }

    #[test]
    fn ranks_are_counted_from_the_first_of_the_stage() {
        let second = Drawn { stage: 1, first_rank: 4, ..drawn(&[2, 2], &[vec![1]], SplitRule::Exact, &[8]) };
        assert_eq!(second.ranks(1), Some(vec![5, 7]));
        assert_eq!((second.shard_of(7), second.shard_of(3), second.shard_of(8)), (Some(1), None, None));
    }

    #[test]
    fn a_region_is_written_as_slices() {
        let split = drawn(&[2], &[vec![], vec![0]], SplitRule::Exact, &[3, 8]);
        assert_eq!(split.region(1).unwrap().to_string(), "[0:3, 4:8]");
    }
}
