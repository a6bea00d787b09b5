//! One side of the picture, and what flows between the two.

use std::rc::Rc;

use crate::check::Side;
use crate::geometry::{Region, Shape};
use crate::layout::Layout;
use crate::web::page::session::Picked;
use crate::web::picture::overlapping;
use crate::web::snapshot::{Held, Snapshot, TensorFacts};

/// Ranks of one slice that are listed: more fit neither a cell nor a line.
const MAX_RANKS: u64 = 4096;
/// Slices of the other side that one slice is traced to.
const MAX_FLOW: usize = 4096;

/// One side's layout of the tensor in one stage.
#[derive(Clone, PartialEq)]
pub(crate) struct Drawn {
    /// How it is cut; whole if the side has no layout for it.
    pub layout: Rc<Layout>,
    /// The stage shown.
    pub stage: u32,
    /// First global rank of the stage.
    first_rank: u64,
    /// Whether a layout names it.
    pub laid: bool,
    /// Whether the side has one rank only: complete weights.
    pub complete: bool,
}

impl Drawn {
    /// The `choice`th placement of a tensor on a side; none if the side lacks it.
    pub(crate) fn new(snapshot: &Snapshot, tensor: &TensorFacts, side: Side, choice: usize) -> Option<Self> {
        let facts = snapshot.side(side);
        let rank = tensor.shape.as_ref().map_or(0, Shape::rank);
        let complete = facts.is_none_or(|facts| facts.topology.ranks() == 1);
        let whole =
            || Self { layout: Rc::new(Layout::whole(rank)), stage: 0, first_rank: 0, laid: false, complete };
        match tensor.held(side) {
            Held::Absent => None,
            Held::Whole => Some(whole()),
            Held::Laid(placed) => {
                let placed = placed.get(choice).or_else(|| placed.first())?;
                let layout = facts?.layouts.get(placed.layout)?.clone();
                let first_rank = u64::from(placed.stage).saturating_mul(layout.mesh().ranks());
                Some(Self { layout: Rc::new(layout), stage: placed.stage, first_rank, laid: true, complete })
            }
        }
    }

    /// Global ranks that hold a slice; none if they are too many to list.
    pub(crate) fn ranks(&self, shard: u64) -> Option<Vec<u64>> {
        if self.layout.replicas() > MAX_RANKS {
            return None;
        }
        Some(self.layout.ranks_of(shard).into_iter().map(|rank| rank + self.first_rank).collect())
    }

    /// The region of a slice; none if the layout cannot cut these lengths.
    pub(crate) fn region(&self, shard: u64, dims: &[u64]) -> Option<Region> {
        if self.layout.rank() != dims.len() {
            return None;
        }
        Some(self.layout.regions(dims).ok()?.region(shard))
    }

    /// The colour class of a slice: evenly spread hues, repeated from the thirteenth on.
    pub(crate) fn hue(&self, shard: u64) -> String {
        const HUES: u64 = 12;
        let shards = self.layout.shards();
        let hue = if shards <= HUES { shard * HUES / shards.max(1) } else { shard % HUES };
        format!("hue-{hue}")
    }
}

/// What one slice shares with slices of the other side.
#[derive(Clone, PartialEq)]
pub(crate) struct Flow {
    /// The slice that is traced.
    pub of: Picked,
    /// Slices of the other side, ascending.
    pub others: Vec<u64>,
    /// What each of them shares with it, with the source slice's colour.
    pub shared: Vec<(Region, String)>,
}

impl Flow {
    /// Traces a slice; none if the other side has none or cannot be cut.
    pub(crate) fn new(of: Picked, on: &[Option<Drawn>; 2], dims: &[u64]) -> Option<Self> {
        let [source, target] = on;
        let (own, other) = match of.side {
            Side::Source => (source.as_ref()?, target.as_ref()?),
            Side::Target => (target.as_ref()?, source.as_ref()?),
        };
        let region = own.region(of.shard, dims)?;
        let others = overlapping(&own.layout, of.shard, &other.layout, dims, MAX_FLOW).ok()?;
        let shared = others.iter().filter_map(|&shard| {
            let hue = if of.side == Side::Source { own.hue(of.shard) } else { other.hue(shard) };
            Some((region.intersect(&other.region(shard, dims)?)?, hue))
        });
        let shared = shared.collect();
        Some(Self { of, others, shared })
    }

    /// Whether a slice takes part.
    pub(crate) fn touches(&self, side: Side, shard: u64) -> bool {
        if side == self.of.side { shard == self.of.shard } else { self.others.binary_search(&shard).is_ok() }
    }
}

/// A region as slices of the whole tensor: `[0:4096, 2048:4096]`.
pub(crate) fn region_text(region: &Region) -> String {
    let spans: Vec<String> =
        region.spans.iter().map(|span| format!("{}:{}", span.start, span.end())).collect();
    format!("[{}]", spans.join(", "))
}
