//! What decides how several classes are cut: the size of the vocabulary, the experts, and what some
//! releases cut and others do not.

use std::collections::BTreeSet;

use super::Certainty;
use super::families::{Cut, Length};
use super::tensors::Class;
use super::vocabulary::is_vocabulary;
use super::ways::{Known, Way};
use crate::order::{gather, sort_by};

/// One setting, which agrees with some ways to cut a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Setting {
    /// A size of the vocabulary.
    Tokens {
        rows: u64,
        /// Whether tensor parallelism cuts the embedding and the head, where one setting decides both.
        is_cut: Option<(bool, bool)>,
    },
    /// So many experts, over expert and over tensor parallelism.
    Experts { count: u64, parallel: u64, tensor: u64 },
    /// Whether tensor parallelism cuts what it cuts by the release.
    Either(bool),
}

/// A setting, and how sure it is.
pub(super) type Settled = (Setting, Certainty);

/// A class and the ways to cut it.
pub(super) type Slice<'s, 'a> = (&'s Class<'a>, &'s mut Vec<Way>);

/// Which setting decides about a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Tokens,
    Experts,
    Either,
}

impl Kind {
    /// All of them.
    pub(super) const ALL: [Self; 3] = [Self::Tokens, Self::Experts, Self::Either];

    /// That of a class; none if it is cut by itself.
    pub(super) fn of(class: &Class<'_>) -> Option<Self> {
        match (class.rule.cut, class.rule.lengths.first()) {
            (Cut::Either { .. }, _) => Some(Self::Either),
            (Cut::Experts(_), _) | (Cut::Replica, Some(Length::Experts)) => Some(Self::Experts),
            (_, Some(Length::Vocabulary)) => Some(Self::Tokens),
            _ => None,
        }
    }

    /// The likeliest setting; none if no setting agrees with all classes, or there are none. Leaves the
    /// ways that agree with any.
    pub(super) fn settle(self, slices: &mut [Slice<'_, '_>], known: &Known<'_>) -> Option<Settled> {
        let mut candidates = match self {
            Self::Tokens => tokens(slices, known)?,
            Self::Experts => experts(slices, known),
            Self::Either => vec![Setting::Either(false), Setting::Either(true)],
        };
        candidates.retain(|setting| {
            slices.iter().all(|(class, ways)| ways.iter().any(|way| setting.agrees(class, *way, known)))
        });
        sort_by(&mut candidates, Ord::cmp);
        candidates.dedup();
        for (class, ways) in slices.iter_mut() {
            ways.retain(|way| candidates.iter().any(|setting| setting.agrees(class, *way, known)));
        }
        let odd = |setting: Setting| -> u64 {
            let least = |(class, ways): &Slice<'_, '_>| {
                let agreeing = ways.iter().filter(|way| setting.agrees(class, **way, known));
                agreeing.map(|way| way.odd).min().unwrap_or(0)
            };
            slices.iter().map(least).sum()
        };
        likeliest(&candidates, odd)
    }
}

impl Setting {
    /// Whether a way to cut a class agrees.
    pub(super) fn agrees(self, class: &Class<'_>, way: Way, known: &Known<'_>) -> bool {
        let is_cut = way.parts > 1;
        match self {
            Self::Tokens { rows, is_cut: of_both } => {
                let is_so = match (class.rule.cut, of_both) {
                    (Cut::Embedding { .. }, Some((embedding, _))) => is_cut == embedding,
                    (Cut::Head, Some((_, head))) => is_cut == head,
                    _ => true,
                };
                way.rows == rows && is_so
            }
            Self::Experts { count, parallel, tensor } => match class.rule.cut {
                Cut::Experts(along) => {
                    let is_so = way.experts == parallel && (along.is_none() || way.parts == tensor);
                    is_so && known.experts(class, way).is_none_or(|experts| experts == count)
                }
                _ => way.rows == count,
            },
            Self::Either(cut) => is_cut == cut,
        }
    }
}

/// Sizes of the vocabulary that agree with all slices.
fn tokens(slices: &[Slice<'_, '_>], known: &Known<'_>) -> Option<Vec<Setting>> {
    let (ranks, mp) = (known.sizes.ranks, known.sizes.mp);
    let has = |is_so: fn(Cut) -> bool| slices.iter().any(|(class, _)| is_so(class.rule.cut));
    let is_one_setting =
        mp > 1 && has(|cut| matches!(cut, Cut::Embedding { .. })) && has(|cut| cut == Cut::Head);
    let rows = |(_, ways): &Slice<'_, '_>| -> BTreeSet<u64> { gather(ways.iter().map(|way| way.rows)) };
    let (first, rest) = slices.split_first()?;
    let agreed = rest.iter().fold(rows(first), |tokens, slice| &tokens & &rows(slice));
    let mut candidates = Vec::new();
    for rows in agreed {
        if !is_one_setting {
            candidates.push(Setting::Tokens { rows, is_cut: None });
            continue;
        }
        // `vocab_emb_dp` is for both, and only a vocabulary that context parallelism does not divide
        // keeps the embedding alone whole.
        let alone = !rows.is_multiple_of(ranks);
        let settings = [(false, false), (true, true), (false, true)].into_iter();
        let settings = settings.filter(|(embedding, head)| embedding == head || alone);
        candidates.extend(settings.map(|is_cut| Setting::Tokens { rows, is_cut: Some(is_cut) }));
    }
    Some(candidates)
}

/// Numbers of experts and of ranks that share them, as the tensors tell that have most to choose.
fn experts(slices: &[Slice<'_, '_>], known: &Known<'_>) -> Vec<Setting> {
    let told = |class: &Class<'_>, way: &Way| match class.rule.cut {
        Cut::Experts(_) => known.experts(class, *way),
        _ => Some(way.rows),
    };
    let all = slices.iter().flat_map(|(class, ways)| ways.iter().filter_map(|way| told(class, way)));
    let all: BTreeSet<u64> = gather(all);
    let choices = |class: &Class<'_>| match class.rule.cut {
        Cut::Experts(Some(_)) => 2,
        Cut::Experts(None) => 1,
        _ => 0,
    };
    let most = slices.iter().map(|(class, _)| choices(class)).max();
    let telling = slices.iter().filter(|(class, _)| Some(choices(class)) == most);
    let of_way = |class: &Class<'_>, way: &Way| -> Vec<Setting> {
        let counts = told(class, way).map_or_else(|| all.clone(), |count| gather([count]));
        let (parallel, tensor) = (way.experts, way.parts);
        counts.into_iter().map(|count| Setting::Experts { count, parallel, tensor }).collect()
    };
    telling.flat_map(|(class, ways)| ways.iter().flat_map(|way| of_way(class, way))).collect()
}

/// The least odd candidate, of those one of a published model, or else the largest: if that is too
/// large, rows are doubled and nothing is lost.
fn likeliest(candidates: &[Setting], odd: impl Fn(Setting) -> u64) -> Option<Settled> {
    let is_published =
        |setting: &Setting| matches!(setting, Setting::Tokens { rows, .. } if is_vocabulary(*rows));
    let least = candidates.iter().map(|&setting| odd(setting)).min()?;
    let left: Vec<Setting> = candidates.iter().copied().filter(|&setting| odd(setting) == least).collect();
    let known: Vec<Setting> = left.iter().copied().filter(is_published).collect();
    let (left, is_known) = if known.is_empty() { (left, false) } else { (known, true) };
    let certainty = match (candidates.len(), left.len()) {
        (1, _) => Certainty::Certain,
        (_, 1) if least == 0 || is_known => Certainty::Likely,
        _ => Certainty::Guess,
    };
    Some((*left.last()?, certainty))
}
