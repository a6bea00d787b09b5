//! Which tensors search and filters leave, and how many each filter would.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;

use super::filter::{Facet, Filters, fails};
use super::{Arranged, Found, Item, Summary};
use crate::web::snapshot::Snapshot;

/// The tensors that are shown.
#[derive(Debug)]
pub struct Shown {
    /// Per position in natural order how many shown tensors are before it; one more at the end.
    before: Vec<u32>,
    /// Per kind the shown tensors, and those that fail one filter only, by its bit.
    passing: Vec<u32>,
    failing: HashMap<u8, Vec<u32>>,
    /// Shown tensors with findings.
    with_findings: u64,
    summaries: RefCell<HashMap<Item, Summary>>,
    /// A zero per kind, for counting.
    zeros: RefCell<Vec<u64>>,
}

impl Shown {
    /// What a search, if there is one, and filters leave.
    #[must_use]
    pub fn new(snapshot: &Snapshot, arranged: &Arranged, found: Option<&Found>, filters: &Filters) -> Self {
        let Arranged { kinds, tree, findings } = arranged;
        let matches = found.map(|found| marked(kinds.tensors(), found.tensors()));
        let flagged = marked(kinds.tensors(), findings.keys().copied());
        let fails: Vec<u8> = kinds.all().iter().map(|kind| filters.fails(snapshot, kind)).collect();
        let mut shown = Self {
            before: Vec::with_capacity(tree.order().len() + 1),
            passing: vec![0; kinds.all().len()],
            failing: HashMap::new(),
            with_findings: 0,
            summaries: RefCell::default(),
            zeros: RefCell::new(vec![0; kinds.all().len()]),
        };
        let mut count = 0;
        for &tensor in tree.order() {
            shown.before.push(count);
            let tensor = tensor as usize;
            if matches.as_ref().is_some_and(|matches| !is_marked(matches, tensor)) {
                continue;
            }
            let kind = kinds.index(tensor);
            let has_findings = is_marked(&flagged, tensor);
            let unflagged = if filters.findings && !has_findings { fails::FINDINGS } else { 0 };
            let failed = fails.get(kind).copied().unwrap_or(0) | unflagged;
            if failed == 0 {
                count += 1;
                shown.with_findings += u64::from(has_findings);
                bump(&mut shown.passing, kind);
            } else if failed.is_power_of_two() {
                bump(shown.failing.entry(failed).or_insert_with(|| vec![0; kinds.all().len()]), kind);
            }
        }
        shown.before.push(count);
        shown
    }

    /// How many of these positions are shown.
    #[must_use]
    pub fn count(&self, positions: Range<usize>) -> u32 {
        let before = |at: usize| self.before.get(at).copied().unwrap_or(0);
        before(positions.end).saturating_sub(before(positions.start))
    }

    /// Whether any of these positions is shown.
    #[must_use]
    pub fn any(&self, positions: Range<usize>) -> bool {
        self.count(positions) > 0
    }

    /// The shown ones of these positions.
    pub fn positions(&self, positions: Range<usize>) -> impl Iterator<Item = usize> + '_ {
        positions.filter(|&at| self.any(at..at + 1))
    }

    /// The first shown one of these positions.
    #[must_use]
    pub fn first(&self, positions: Range<usize>) -> Option<usize> {
        let wanted = self.before.get(positions.start).copied()?;
        let at = self.before.partition_point(|&before| before <= wanted).checked_sub(1)?;
        Some(at).filter(|at| positions.contains(at))
    }

    /// Number of shown tensors.
    #[must_use]
    pub fn len(&self) -> usize {
        self.before.last().map_or(0, |&count| count as usize)
    }

    /// Whether nothing is shown.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many tensors a facet leaves beside the other filters.
    #[must_use]
    pub fn facet(&self, snapshot: &Snapshot, arranged: &Arranged, facet: Facet) -> u64 {
        if facet == Facet::Findings {
            return self.with_findings;
        }
        let mut sum = 0;
        for (at, kind) in arranged.kinds.all().iter().enumerate() {
            let (has, filter) = facet.of(snapshot, kind);
            if has {
                let others = self.failing.get(&filter).and_then(|failing| failing.get(at));
                let counts = self.passing.get(at).into_iter().chain(others);
                sum += counts.map(|&count| u64::from(count)).sum::<u64>();
            }
        }
        sum
    }

    /// The sums of all shown tensors.
    #[must_use]
    pub fn total(&self, snapshot: &Snapshot, arranged: &Arranged) -> Summary {
        let counts = self.passing.iter().map(|&count| u64::from(count)).enumerate();
        Summary::new(snapshot, &arranged.kinds, counts)
    }

    /// The sums of what is shown of an item; kept, because rows are drawn often.
    #[must_use]
    pub fn summary(&self, snapshot: &Snapshot, arranged: &Arranged, item: Item) -> Summary {
        if let Some(known) = self.summaries.borrow().get(&item) {
            return known.clone();
        }
        let mut sum = self.count_kinds(snapshot, arranged, item);
        sum.findings = self.count_findings(arranged, item);
        self.summaries.borrow_mut().insert(item, sum.clone());
        sum
    }

    fn count_kinds(&self, snapshot: &Snapshot, arranged: &Arranged, item: Item) -> Summary {
        let Arranged { kinds, tree, .. } = arranged;
        let mut counts = self.zeros.borrow_mut();
        let mut met = Vec::new();
        for at in positions_of(arranged, item).into_iter().flat_map(|range| self.positions(range)) {
            let kind = kinds.index(tree.order().get(at).map_or(usize::MAX, |&tensor| tensor as usize));
            if let Some(count) = counts.get_mut(kind) {
                if *count == 0 {
                    met.push(kind);
                }
                *count += 1;
            }
        }
        let take = |kind: usize| (kind, counts.get_mut(kind).map_or(0, std::mem::take));
        Summary::new(snapshot, kinds, met.into_iter().map(take))
    }

    fn count_findings(&self, arranged: &Arranged, item: Item) -> u64 {
        let Arranged { tree, findings, .. } = arranged;
        if findings.is_empty() {
            return 0;
        }
        let shown = positions_of(arranged, item).into_iter().flat_map(|range| self.positions(range));
        let tensors = shown.filter_map(|at| tree.order().get(at));
        tensors.filter_map(|&tensor| findings.get(&(tensor as usize))).map(|&count| count as u64).sum()
    }
}

/// Positions in natural order of an item's tensors.
fn positions_of(arranged: &Arranged, item: Item) -> Vec<Range<usize>> {
    let tree = &arranged.tree;
    match item {
        Item::Node(node) => vec![tree.tensors(node)],
        Item::Group(group) => tree.members(group).iter().map(|&member| tree.tensors(member)).collect(),
        Item::Tensor(_) => Vec::new(),
    }
}

fn bump(counts: &mut [u32], kind: usize) {
    if let Some(count) = counts.get_mut(kind) {
        *count += 1;
    }
}

/// A bit per tensor.
fn marked(tensors: usize, which: impl Iterator<Item = usize>) -> Vec<u64> {
    let mut bits = vec![0u64; tensors.div_ceil(64)];
    for index in which {
        if let Some(word) = bits.get_mut(index / 64) {
            *word |= 1 << (index % 64);
        }
    }
    bits
}

fn is_marked(bits: &[u64], index: usize) -> bool {
    bits.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{arranged, example, weights};
    use super::super::{Alike, Cut};
    use super::*;
    use crate::geometry::DType;
    use crate::web::snapshot::Compared;

    /// Matrices of llama-7B that the target halves, and norms that both ranks hold.
    const MATRICES: u64 = 7 * 32 + 2;
    const NORMS: u64 = 2 * 32 + 1;
    /// Those that the target has in another stage: all but the norms of the first of four stages.
    const MOVED_NORMS: u64 = NORMS - 2 * 8;
    /// Epoch and step, which no strategy has: whole on every rank.
    const COUNTERS: u64 = 2;

    #[test]
    fn facets_count_what_they_would_leave() {
        let snapshot = example();
        let arranged = arranged(&snapshot);
        let shown = |stage, facets| Shown::new(&snapshot, &arranged, None, &Filters::new(stage, "", facets));
        let count = |shown: &Shown, facet| shown.facet(&snapshot, &arranged, facet);
        let all = shown("", "");
        assert_eq!(all.len() as u64, MATRICES + NORMS + COUNTERS);
        assert_eq!(count(&all, Facet::Compared(Compared::Recut)), MATRICES + MOVED_NORMS);
        assert_eq!(count(&all, Facet::Compared(Compared::Same)), NORMS - MOVED_NORMS);
        assert_eq!(count(&all, Facet::Compared(Compared::Added)), 0);
        assert_eq!(count(&all, Facet::Cut(Cut::Replicated)), NORMS);
        assert_eq!(count(&all, Facet::Cut(Cut::Whole)), COUNTERS);
        // A chosen facet does not change the counts of its own kind, but those of others.
        let norms = shown("", "replicated");
        assert_eq!((norms.len() as u64, count(&norms, Facet::Cut(Cut::Sharded))), (NORMS, MATRICES));
        assert_eq!(count(&norms, Facet::Compared(Compared::Recut)), MOVED_NORMS);
        // A quarter of the layers and the embedding.
        let first = shown("source:0", "sharded");
        assert_eq!(first.len(), 7 * 8 + 1);
        assert_eq!(shown("source:4", "sharded").len(), 0);
    }

    #[test]
    fn a_rank_holds_what_its_stage_holds() {
        // 9 tensors per layer; embedding first, norm and head last; the counters everywhere.
        let snapshot = example();
        let arranged = arranged(&snapshot);
        let shown = |rank| Shown::new(&snapshot, &arranged, None, &Filters::new("", rank, "")).len();
        assert_eq!(shown("source:7"), 9 * 8 + 2 + 2);
        assert_eq!(shown("target:1"), 9 * 16 + 1 + 2);
    }

    #[test]
    fn a_rank_that_does_not_exist_filters_nothing() {
        let snapshot = example();
        let arranged = arranged(&snapshot);
        for rank in ["target:4", "source:99", "source:-1", "source:"] {
            let shown = Shown::new(&snapshot, &arranged, None, &Filters::new("", rank, ""));
            assert_eq!(shown.len(), snapshot.tensors.len(), "{rank}");
        }
    }

    #[test]
    fn sums_are_of_what_is_shown() {
        let tensors: [(&str, DType, &[u64]); 3] =
            [("m.a", DType::F16, &[4, 2]), ("m.b", DType::F32, &[4]), ("x", DType::F16, &[])];
        let snapshot = weights(&tensors);
        let arranged = arranged(&snapshot);
        let module = Item::Node(arranged.tree.path(0)[0]);
        let sums = |facets| {
            let shown = Shown::new(&snapshot, &arranged, None, &Filters::new("", "", facets));
            let sum = shown.summary(&snapshot, &arranged, module);
            (sum.tensors, sum.bytes, sum.parameters, sum.dtype)
        };
        assert_eq!(sums(""), (2, 32, 12, Alike::Mixed));
        assert_eq!(sums("F32"), (1, 16, 4, Alike::All(Some(DType::F32))));
        assert_eq!(arranged.total(&snapshot).bytes, 34);
    }
}
