//! Which rank reads which part of a tensor from where, as the plan has it, in plain words.

use std::collections::{BTreeMap, HashMap};

use super::{Drawn, Flow, Shared};
use crate::check::{Lang, Side};
use crate::geometry::Region;
use crate::order::sort_by_key;
use crate::web::snapshot::{Chunk, Located};
use crate::web::{text, units};

/// One part of a tensor that some target ranks read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// The target ranks that read it from there; empty for every rank of the target.
    pub targets: Vec<u64>,
    /// The part.
    pub region: Region,
    /// The source's slice.
    pub shard: u64,
    /// Where it is read.
    pub from: From,
    /// All source ranks that hold it; empty if no layout says.
    pub holders: Vec<u64>,
    /// The file that is read, relative to the source's root.
    pub file: Option<String>,
    /// Where in the file.
    pub bytes: Option<ByteSpan>,
}

/// Which of the replicas is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum From {
    /// The plan takes this rank's.
    Rank(u64),
    /// There is no plan, or it says nothing of this tensor.
    Any,
    /// The plan reads the tensor in another stage than the one shown.
    OtherStage,
}

/// Bytes of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByteSpan {
    /// First byte.
    pub first: u64,
    /// Last byte.
    pub last: u64,
    /// In how many runs they lie; other bytes are between them.
    pub runs: u64,
}

/// What the traced slice reads or gives, in the order of the other side's slices; `most` lines, and
/// how many slices are left over.
#[must_use]
pub fn reads(
    flow: &Flow,
    on: &[Option<Drawn>; 2],
    located: Option<&Located>,
    item_bytes: Option<u64>,
    most: usize,
) -> (Vec<Read>, u64) {
    let [Some(source), Some(target)] = on else { return (Vec::new(), 0) };
    let chunks: HashMap<u64, &Chunk> =
        located.iter().flat_map(|located| &located.source).map(|chunk| (chunk.rank, chunk)).collect();
    let mut lines = Vec::new();
    let mut done = 0;
    for shared in &flow.shared {
        if lines.len() >= most {
            break;
        }
        done += 1;
        for (from, targets) in groups(flow, shared, source, target, located) {
            let shard = flow.source_of(shared);
            let holders = source.ranks(shard).filter(|_| source.laid).unwrap_or_default();
            let chunk = match from {
                From::Rank(rank) => chunks.get(&rank).copied(),
                From::Any | From::OtherStage => None,
            };
            let bytes = chunk.zip(source.region(shard)).zip(item_bytes);
            let bytes = bytes.and_then(|((chunk, own), item)| byte_span(chunk, &own, &shared.region, item));
            let (region, file) = (shared.region.clone(), chunk.map(|chunk| chunk.file.clone()));
            lines.push(Read { targets, region, shard, from, holders, file, bytes });
        }
    }
    (lines, flow.count.saturating_sub(done))
}

/// The target ranks that read a share, by where they read it.
fn groups(
    flow: &Flow,
    shared: &Shared,
    source: &Drawn,
    target: &Drawn,
    located: Option<&Located>,
) -> BTreeMap<From, Vec<u64>> {
    let shard = flow.source_of(shared);
    let target_shard = if flow.side == Side::Target { flow.shard } else { shared.shard };
    let wanted = target.ranks(target_shard).filter(|_| target.laid).unwrap_or_default();
    let mut groups: BTreeMap<From, Vec<u64>> = BTreeMap::new();
    for content in located.iter().flat_map(|located| &located.reads) {
        let mut ranks = content.ranks.clone();
        ranks.retain(|rank| !target.laid || wanted.binary_search(rank).is_ok());
        if ranks.is_empty() {
            continue;
        }
        let rank = content.sources.iter().find(|&&rank| source.shard_of(rank) == Some(shard));
        groups.entry(rank.map_or(From::OtherStage, |&rank| From::Rank(rank))).or_default().extend(ranks);
    }
    groups.values_mut().for_each(|ranks| sort_by_key(ranks, |rank| *rank));
    if groups.is_empty() {
        groups.insert(From::Any, wanted);
    }
    groups
}

/// Where a part of a slice is in its file; none if the slice is not stored in one piece.
#[must_use]
pub fn byte_span(chunk: &Chunk, own: &Region, part: &Region, item_bytes: u64) -> Option<ByteSpan> {
    if chunk.pieces != 1 || own.spans.len() != part.spans.len() {
        return None;
    }
    let (mut first, mut last, mut stride) = (0u64, 0u64, 1u64);
    let mut runs = 1u64;
    // From the innermost dimension outwards; runs multiply beyond the first that is read in part.
    let mut whole = true;
    for (own, part) in own.spans.iter().zip(&part.spans).rev() {
        let start = part.start.checked_sub(own.start)?;
        first += start * stride;
        last += (start + part.len.checked_sub(1)?) * stride;
        stride = stride.checked_mul(own.len)?;
        if !whole {
            runs *= part.len;
        }
        whole &= part.len == own.len;
    }
    let at = |element: u64| chunk.offset.checked_add(element.checked_mul(item_bytes)?);
    Some(ByteSpan { first: at(first)?, last: at(last + 1)? - 1, runs })
}

/// A part of a tensor in words: `rows [2048:4096]`.
#[must_use]
pub fn part_words(part: &Region, dims: &[u64], lang: Lang) -> String {
    let spans = part.spans.iter().zip(dims).enumerate().filter(|(_, (span, len))| span.len < **len);
    let words: Vec<String> = spans
        .map(|(dim, (span, _))| {
            let says = match (dims.len(), dim) {
                (1, _) => &text::PART_ELEMENTS,
                (2, 0) => &text::PART_ROWS,
                (2, _) => &text::PART_COLUMNS,
                _ => &text::PART_DIMENSION,
            };
            says.with(lang, &[("dim", &dim), ("span", span)])
        })
        .collect();
    if words.is_empty() { text::PART_ALL.of(lang).to_owned() } else { words.join(text::PARTS_JOIN.of(lang)) }
}

impl Read {
    /// The read as a sentence, without its file.
    #[must_use]
    pub fn words(&self, dims: &[u64], lang: Lang) -> String {
        let part = part_words(&self.region, dims, lang);
        let (n, targets) = (self.targets.len(), units::ranges(&self.targets, 6));
        let mut says = match n {
            0 => text::READ_EVERY.with(lang, &[("part", &part)]),
            _ => text::READ_TARGETS.with(lang, &[("n", &n), ("targets", &targets), ("part", &part)]),
        };
        let others = |but: Option<u64>| -> Vec<u64> {
            self.holders.iter().copied().filter(|rank| Some(*rank) != but).collect()
        };
        match self.from {
            From::Rank(rank) => {
                says.push_str(&text::READ_FROM_RANK.with(lang, &[("rank", &rank)]));
                let same = others(Some(rank));
                if !same.is_empty() {
                    let values: [(&str, &dyn std::fmt::Display); 2] =
                        [("n", &same.len()), ("list", &units::ranges(&same, 4))];
                    says.push_str(&text::READ_SAME.with(lang, &values));
                }
            }
            From::Any => {
                let holders = others(None);
                let values: [(&str, &dyn std::fmt::Display); 2] =
                    [("n", &holders.len()), ("list", &units::ranges(&holders, 4))];
                let from = if holders.is_empty() { &text::READ_FROM_SOURCE } else { &text::READ_FROM_ANY };
                says.push_str(&from.with(lang, &values));
            }
            From::OtherStage => says.push_str(text::READ_OTHER_STAGE.of(lang)),
        }
        says
    }
}

#[cfg(test)]
mod tests {
    use super::super::drawn::tests::drawn;
    use super::*;
    use crate::geometry::Span;
    use crate::layout::SplitRule::Exact;
    use crate::web::snapshot::Reads;

    fn region(spans: &[(u64, u64)]) -> Region {
        Region { spans: spans.iter().map(|&(start, len)| Span { start, len }).collect() }
    }

    fn chunk(rank: u64, offset: u64) -> Chunk {
        Chunk { rank, file: format!("rank_{rank}/a.ckpt"), offset, len: 64, pieces: 1 }
    }

    /// Two replicas of each half → four quarters of the columns.
    fn example() -> ([Option<Drawn>; 2], Located) {
        let source = drawn(&[2, 2], &[vec![1], vec![]], Exact, &[8, 8]);
        let target = drawn(&[4], &[vec![], vec![0]], Exact, &[8, 8]);
        let reads = (0..4).map(|rank| Reads { ranks: vec![rank], sources: vec![2, 1] }).collect();
        let located = Located {
            tensor: 0,
            source: vec![chunk(1, 100), chunk(2, 1000)],
            target: Vec::new(),
            reads,
            copies: crate::web::snapshot::Copies::default(),
        };
        ([Some(source), Some(target)], located)
    }

    #[test]
    fn a_read_names_the_replica_that_the_plan_takes() {
        let (on, located) = example();
        let flow = Flow::new(Side::Target, 3, &on).unwrap();
        let (lines, left) = reads(&flow, &on, Some(&located), Some(2), 16);
        assert_eq!((lines.len(), left), (2, 0));
        assert_eq!(
            lines[1].words(&[8, 8], Lang::En),
            "Target rank 3 reads rows [4:8], columns [6:8] from source rank 1; rank 3 holds the same"
        );
        assert_eq!(lines[1].file.as_deref(), Some("rank_1/a.ckpt"));
        // Of the half's four rows of eight two-byte elements the last two of each.
        assert_eq!(lines[1].bytes, Some(ByteSpan { first: 112, last: 163, runs: 4 }));
        assert_eq!(lines[0].from, From::Rank(2));
    }

    #[test]
    fn a_source_slice_lists_who_reads_it() {
        let (on, located) = example();
        let flow = Flow::new(Side::Source, 0, &on).unwrap();
        let (lines, left) = reads(&flow, &on, Some(&located), Some(2), 3);
        assert_eq!((lines.len(), left), (3, 1));
        assert!(lines.iter().all(|line| line.from == From::Rank(2) && line.shard == 0));
        assert_eq!(lines[2].targets, [2]);
    }

    #[test]
    fn without_a_plan_any_replica_may_be_read() {
        let (on, _) = example();
        let flow = Flow::new(Side::Target, 0, &on).unwrap();
        let (lines, _) = reads(&flow, &on, None, None, 16);
        assert_eq!(lines[0].holders, [0, 2]);
        let words = lines[0].words(&[8, 8], Lang::En);
        assert!(words.ends_with(" from any of source ranks 0, 2 (a plan decides)"), "{words}");
        // Of one rank there is nothing to decide.
        let alone = Read { holders: vec![2], ..lines[0].clone() };
        assert!(alone.words(&[8, 8], Lang::En).ends_with(" from source rank 2"));
    }

    #[test]
    fn a_plan_that_reads_another_stage_says_so() {
        let (mut on, located) = example();
        if let Some(source) = &mut on[0] {
            (source.stage, source.first_rank) = (1, 4);
        }
        let flow = Flow::new(Side::Target, 0, &on).unwrap();
        assert_eq!(reads(&flow, &on, Some(&located), None, 16).0[0].from, From::OtherStage);
    }

    #[test]
    fn whole_rows_are_one_run() {
        let own = region(&[(4, 4), (0, 8)]);
        let span = byte_span(&chunk(0, 10), &own, &region(&[(5, 2), (0, 8)]), 4).unwrap();
        assert_eq!(span, ByteSpan { first: 10 + 32, last: 10 + 32 + 64 - 1, runs: 1 });
        let split = Chunk { pieces: 2, ..chunk(0, 10) };
        assert_eq!(byte_span(&split, &own, &own, 4), None);
        assert_eq!(
            byte_span(&chunk(0, 0), &region(&[]), &region(&[]), 8),
            Some(ByteSpan { first: 0, last: 7, runs: 1 })
        );
    }

    #[test]
    fn parts_are_named_by_what_they_are() {
        let words = |spans: &[(u64, u64)], dims: &[u64]| part_words(&region(spans), dims, Lang::En);
        assert_eq!(words(&[(0, 4), (2, 2)], &[4, 4]), "columns [2:4]");
        assert_eq!(words(&[(2, 2)], &[4]), "elements [2:4]");
        assert_eq!(
            words(&[(0, 1), (0, 4), (1, 3)], &[2, 4, 4]),
            "[0:1] of dimension 0, [1:4] of dimension 2"
        );
        assert_eq!(words(&[(0, 4)], &[4]), "all of it");
        assert_eq!(words(&[], &[]), "all of it");
    }
}
