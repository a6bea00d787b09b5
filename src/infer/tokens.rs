//! The size of the vocabulary, which the embedding and the head share and no other tensor tells.

use std::collections::BTreeSet;

use super::Certainty;
use super::families::Cut;
use super::open::Way;
use super::sizes::Sizes;
use super::vocabulary::is_vocabulary;

/// A class whose rows are the vocabulary, and the ways to cut it.
type Slice<'w> = (Cut, &'w mut Vec<Way>);

/// A size of the vocabulary, and whether tensor parallelism cuts the embedding and the head, where one
/// setting decides both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Tokens {
    rows: u64,
    is_cut: Option<(bool, bool)>,
}

impl Tokens {
    /// Whether a way to cut a class agrees.
    pub(super) fn agree(self, cut: Cut, way: &Way) -> bool {
        let is_cut = way.parts > 1;
        way.rows == self.rows
            && match (cut, self.is_cut) {
                (Cut::Embedding, Some((embedding, _))) => is_cut == embedding,
                (Cut::Head, Some((_, head))) => is_cut == head,
                _ => true,
            }
    }
}

/// The likeliest size of the vocabulary and how sure it is; none without tensors of its length, or if
/// none agrees with all of them. Leaves the ways that agree with any.
pub(super) fn tokens(slices: &mut [Slice<'_>], sizes: &Sizes) -> Option<(Tokens, Certainty)> {
    let has = |cut: Cut| slices.iter().any(|slice| slice.0 == cut);
    let is_one_setting = sizes.mp > 1 && has(Cut::Embedding) && has(Cut::Head);
    let mut candidates = Vec::new();
    for rows in agreed(slices)? {
        if !is_one_setting {
            candidates.push(Tokens { rows, is_cut: None });
            continue;
        }
        // `vocab_emb_dp` is for both, and only a vocabulary that context parallelism does not divide
        // keeps the embedding alone whole.
        let alone = !rows.is_multiple_of(sizes.ranks);
        let settings = [(false, false), (true, true), (false, true)].into_iter();
        let settings = settings.filter(|(embedding, head)| embedding == head || alone);
        candidates.extend(settings.map(|is_cut| Tokens { rows, is_cut: Some(is_cut) }));
    }
    candidates
        .retain(|tokens| slices.iter().all(|(cut, ways)| ways.iter().any(|way| tokens.agree(*cut, way))));
    candidates.sort_unstable();
    for (cut, ways) in slices.iter_mut() {
        ways.retain(|way| candidates.iter().any(|tokens| tokens.agree(*cut, way)));
    }
    let odd = |tokens: Tokens| -> u64 {
        let least = |(cut, ways): &Slice<'_>| {
            ways.iter().filter(|way| tokens.agree(*cut, way)).map(|way| way.odd).min().unwrap_or(0)
        };
        slices.iter().map(least).sum()
    };
    likeliest(&candidates, odd)
}

/// The sizes that agree with all slices; none without slices.
fn agreed(slices: &[Slice<'_>]) -> Option<BTreeSet<u64>> {
    let rows = |(_, ways): &Slice<'_>| ways.iter().map(|way| way.rows).collect::<BTreeSet<u64>>();
    let (first, rest) = slices.split_first()?;
    Some(rest.iter().fold(rows(first), |tokens, slice| &tokens & &rows(slice)))
}

/// The least odd candidate, of those one of a published model, or else the largest: if that is too
/// large, rows are doubled and nothing is lost.
fn likeliest(candidates: &[Tokens], odd: impl Fn(Tokens) -> u64) -> Option<(Tokens, Certainty)> {
    let least = candidates.iter().map(|&tokens| odd(tokens)).min()?;
    let left: Vec<Tokens> = candidates.iter().copied().filter(|&tokens| odd(tokens) == least).collect();
    let known: Vec<Tokens> = left.iter().copied().filter(|tokens| is_vocabulary(tokens.rows)).collect();
    let (left, is_published) = if known.is_empty() { (left, false) } else { (known, true) };
    let certainty = match (candidates.len(), left.len()) {
        (1, _) => Certainty::Certain,
        (_, 1) if least == 0 || is_published => Certainty::Likely,
        _ => Certainty::Guess,
    };
    Some((*left.last()?, certainty))
}
