//! The distinct regions that a layout cuts a tensor into.

use crate::geometry::{Region, Span};

/// The distinct regions of one tensor under one layout, kept as boundaries per dimension, so that
/// thousands of regions cost as much as the sum of the cuts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regions {
    bounds: Vec<Vec<u64>>,
}

impl Regions {
    /// `bounds`: per dimension ascending boundaries from 0 to its length, one more than its cuts.
    pub(super) const fn new(bounds: Vec<Vec<u64>>) -> Self {
        Self { bounds }
    }

    /// Per dimension the boundaries from 0 to its length.
    #[must_use]
    pub fn bounds(&self) -> &[Vec<u64>] {
        &self.bounds
    }

    fn cuts(bounds: &[u64]) -> u64 {
        (bounds.len() as u64).saturating_sub(1)
    }

    /// Number of distinct regions.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.bounds.iter().map(|bounds| Self::cuts(bounds)).product()
    }

    /// Whether there is no region at all; a scalar has one.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The region of a shard (row-major over the cuts, as [`super::Layout::shard_of`] counts).
    #[must_use]
    pub fn region(&self, shard: u64) -> Region {
        let mut rest = shard;
        let mut spans: Vec<Span> = Vec::with_capacity(self.bounds.len());
        for bounds in self.bounds.iter().rev() {
            let cuts = Self::cuts(bounds).max(1);
            spans.push(span(bounds, rest % cuts));
            rest /= cuts;
        }
        spans.reverse();
        Region { spans }
    }

    /// Every distinct region with its shard, in order.
    pub fn iter(&self) -> impl Iterator<Item = (u64, Region)> + '_ {
        (0..self.len()).map(|shard| (shard, self.region(shard)))
    }
}

/// The span between boundary `index` and the next; empty beyond the last.
fn span(bounds: &[u64], index: u64) -> Span {
    let at = |index: u64| usize::try_from(index).ok().and_then(|index| bounds.get(index)).copied();
    let start = at(index).unwrap_or(0);
    Span { start, len: at(index.saturating_add(1)).unwrap_or(start) - start }
}

#[cfg(test)]
mod tests {
    use crate::layout::{Layout, Mesh, SplitRule};

    #[test]
    fn regions_follow_the_row_major_order_of_the_cuts() {
        let mesh = Mesh::unnamed(&[2, 2]).unwrap();
        let layout = Layout::new(mesh, &[vec![0], vec![1]], SplitRule::Exact).unwrap();
        let regions = layout.regions(&[4, 6]).unwrap();
        assert_eq!(regions.len(), 4);
        let third = regions.region(2);
        assert_eq!((third.spans[0].start, third.spans[1].start), (2, 0));
        assert_eq!(third.lens(), [2, 3]);
    }

    #[test]
    fn a_scalar_has_one_region() {
        assert_eq!(Layout::whole(0).regions(&[]).unwrap().iter().count(), 1);
    }
}
