//! What a picture shows, in a sentence.

use super::Drawn;
use crate::check::{Lang, Side};
use crate::order::sort_by_key;
use crate::web::snapshot::{Facts, Held, Snapshot};
use crate::web::{text, units};

/// How one side holds a tensor.
#[must_use]
pub fn sentence(
    tensor: &Facts,
    side: Side,
    drawn: Option<&Drawn>,
    snapshot: &Snapshot,
    lang: Lang,
) -> String {
    let Some(drawn) = drawn else { return text::SAYS_ABSENT.of(lang).to_owned() };
    if matches!(tensor.held(side), Held::Whole) {
        let many = snapshot.side(side).is_some_and(|facts| facts.topology.ranks() > 1);
        let says = if many { &text::SAYS_COPIED } else { &text::SAYS_COMPLETE };
        return says.of(lang).to_owned();
    }
    let layout = &drawn.layout;
    let (ranks, stage) = (layout.mesh().ranks(), drawn.stage);
    let parts = layout.shards();
    if parts == 1 {
        return text::SAYS_WHOLE.with(lang, &[("ranks", &ranks), ("stage", &stage)]);
    }
    let cut = layout.cuts().into_iter().enumerate().filter(|&(_, parts)| parts > 1);
    let dims: Vec<String> = cut.map(|(dim, _)| text::DIMENSION.with(lang, &[("n", &dim)])).collect();
    let dims = dims.join(text::DIMENSIONS_JOIN.of(lang));
    let values: [(&str, &dyn std::fmt::Display); 4] =
        [("parts", &parts), ("dims", &dims), ("ranks", &ranks), ("stage", &stage)];
    let mut says = text::SAYS_CUT.with(lang, &values);
    if layout.replicas() > 1 {
        says.push_str(&text::SAYS_REPLICAS.with(lang, &[("n", &layout.replicas())]));
    }
    says
}

/// The ranks of a slice; `ranks` are none if they are too many to list.
#[must_use]
pub fn says_ranks(drawn: &Drawn, ranks: Option<&[u64]>, lang: Lang) -> String {
    match ranks {
        _ if drawn.complete => text::COMPLETE.of(lang).to_owned(),
        _ if !drawn.laid => text::EVERY_RANK.of(lang).to_owned(),
        Some(ranks) => {
            let list = units::ranges(ranks, 6);
            let n = ranks.len();
            text::RANKS_ARE.with(lang, &[("n", &n), ("list", &list)])
        }
        None => text::RANKS.with(lang, &[("n", &drawn.layout.replicas())]),
    }
}

/// Slices of the other side, and of a single one the ranks too: `0 (rank 1)`.
#[must_use]
pub fn says_slices(other: Option<&Drawn>, shards: &[u64], lang: Lang) -> String {
    let list = units::ranges(shards, 6);
    match (other.filter(|other| other.laid), shards) {
        (Some(drawn), &[shard]) => {
            let ranks = says_ranks(drawn, drawn.ranks(shard).as_deref(), lang);
            text::SLICE_OF.with(lang, &[("n", &list), ("ranks", &ranks)])
        }
        _ => list,
    }
}

/// Which slices of a side hold no element, and so which ranks get nothing; none if there are none.
#[must_use]
pub fn says_empty(drawn: &Drawn, empty: &[u64], lang: Lang) -> Option<String> {
    let mut ranks: Vec<u64> = empty.iter().filter_map(|&shard| drawn.ranks(shard)).flatten().collect();
    sort_by_key(&mut ranks, |rank| *rank);
    let ranks = says_ranks(drawn, Some(&ranks), lang);
    let list = units::ranges(empty, 6);
    let says = text::EMPTY_SLICES.with(lang, &[("n", &empty.len()), ("list", &list), ("ranks", &ranks)]);
    (!empty.is_empty()).then_some(says)
}
