//! What one slice shares with the slices of the other side.

use std::ops::Range;

use super::Drawn;
use super::picture::{parts, span};
use crate::check::Side;
use crate::geometry::{Region, Span};

/// Slices of the other side that one slice is traced to, at most.
const MAX_FLOW: usize = 4096;

/// A slice and everything on the other side that overlaps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flow {
    /// The side of the slice.
    pub side: Side,
    /// The slice.
    pub shard: u64,
    /// Its region.
    pub region: Region,
    /// What the overlapping slices of the other side cover together; none if there are none.
    pub block: Option<Region>,
    /// How many slices those are.
    pub count: u64,
    /// The first of them, with what each shares, ascending.
    pub shared: Vec<Shared>,
}

/// What two slices share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shared {
    /// The slice of the other side.
    pub shard: u64,
    /// The elements that both hold.
    pub region: Region,
}

impl Flow {
    /// Traces a slice of `side`; none if one of the sides lacks the tensor or cannot cut it.
    #[must_use]
    pub fn new(side: Side, shard: u64, on: &[Option<Drawn>; 2]) -> Option<Self> {
        let [source, target] = on;
        let (own, other) = match side {
            Side::Source => (source.as_ref()?, target.as_ref()?),
            Side::Target => (target.as_ref()?, source.as_ref()?),
        };
        let region = own.region(shard)?;
        let others = other.regions.as_ref().ok()?;
        let touched: Vec<Range<u64>> =
            region.spans.iter().zip(others.bounds()).map(|(span, bounds)| touched(bounds, *span)).collect();
        let count = touched.iter().map(|range| range.end.saturating_sub(range.start)).product();
        let spans = others.bounds().iter().zip(&touched).map(|(bounds, parts)| span(bounds, parts.clone()));
        let block = (count > 0).then(|| Region { spans: spans.collect() });
        let mut shards = vec![0u64];
        for (bounds, range) in others.bounds().iter().zip(&touched) {
            let along = |shard: &u64| {
                let first = *shard * parts(bounds);
                range.clone().map(move |part| first + part)
            };
            shards = shards.iter().flat_map(along).take(MAX_FLOW).collect();
        }
        let shared = shards
            .into_iter()
            .filter_map(|shard| Some(Shared { shard, region: region.intersect(&others.region(shard))? }));
        Some(Self { side, shard, block, count, shared: shared.collect(), region })
    }

    /// The slices of the other side, ascending.
    #[must_use]
    pub fn others(&self) -> Vec<u64> {
        self.shared.iter().map(|shared| shared.shard).collect()
    }

    /// The source's slice of a share.
    #[must_use]
    pub const fn source_of(&self, shared: &Shared) -> u64 {
        match self.side {
            Side::Source => self.shard,
            Side::Target => shared.shard,
        }
    }
}

/// Indices of the parts that a span touches.
fn touched(bounds: &[u64], span: Span) -> Range<u64> {
    let first = (bounds.partition_point(|&bound| bound <= span.start) as u64).saturating_sub(1);
    let end = (bounds.partition_point(|&bound| bound < span.end()) as u64).min(parts(bounds));
    first..if span.len == 0 { first } else { end }
}

#[cfg(test)]
mod tests {
    use super::super::drawn::tests::drawn;
    use super::*;
    use crate::layout::SplitRule::{CeilChunk, Exact};

    fn thirds_and_halves() -> [Option<Drawn>; 2] {
        let three = drawn(&[3], &[vec![0], vec![]], Exact, &[12, 5]);
        let two = drawn(&[2], &[vec![0], vec![]], Exact, &[12, 5]);
        [Some(three), Some(two)]
    }

    #[test]
    fn a_region_is_fed_by_every_region_it_touches() {
        let on = thirds_and_halves();
        let flow = Flow::new(Side::Target, 1, &on).unwrap();
        assert_eq!(flow.others(), [1, 2]);
        let rows: Vec<Span> = flow.shared.iter().map(|shared| shared.region.spans[0]).collect();
        assert_eq!(rows, [Span { start: 6, len: 2 }, Span { start: 8, len: 4 }]);
        assert_eq!(flow.block.unwrap().spans[0], Span { start: 4, len: 8 });
        assert_eq!(Flow::new(Side::Source, 1, &on).unwrap().others(), [0, 1]);
        assert_eq!(Flow::new(Side::Source, 0, &on).unwrap().others(), [0]);
    }

    #[test]
    fn the_shares_of_a_region_are_all_of_it() {
        let source = drawn(&[2, 3], &[vec![1], vec![], vec![0]], Exact, &[6, 5, 8]);
        let target = drawn(&[2, 2], &[vec![0], vec![], vec![1]], Exact, &[6, 5, 8]);
        let on = [Some(source), Some(target)];
        for shard in 0..4 {
            let flow = Flow::new(Side::Target, shard, &on).unwrap();
            let shared: u64 = flow.shared.iter().map(|shared| shared.region.elements()).sum();
            assert_eq!(shared, flow.region.elements());
            assert_eq!(flow.count, flow.shared.len() as u64);
        }
    }

    #[test]
    fn an_empty_slice_shares_nothing() {
        let uneven = drawn(&[4], &[vec![0]], CeilChunk, &[5]);
        let on = [Some(drawn(&[1], &[vec![]], Exact, &[5])), Some(uneven)];
        let flow = Flow::new(Side::Target, 3, &on).unwrap();
        assert_eq!((flow.count, flow.block, flow.shared), (0, None, Vec::new()));
    }

    #[test]
    fn a_side_without_the_tensor_shares_nothing() {
        let [source, _] = thirds_and_halves();
        assert_eq!(Flow::new(Side::Source, 0, &[source, None]), None);
    }
}
