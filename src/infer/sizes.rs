//! The size of tensor parallelism, the whole lengths and the optimizer's split that agree with every
//! shape.

use std::collections::HashMap;

use super::families::{Cut, Family, Length};
use super::tensors::{Class, Tensors};
use super::vocabulary::is_vocabulary;
use super::{Certainty, Refusal};

/// What agrees with every shape.
#[derive(Clone, Debug)]
pub(super) struct Sizes {
    /// Ranks of a stage.
    pub(super) ranks: u64,
    /// Whether there are several stages.
    pub(super) pipeline: bool,
    /// Tensor parallelism.
    pub(super) mp: u64,
    /// Whole lengths.
    pub(super) lengths: HashMap<Length, u64>,
    /// Per class the parts into which the optimizer cuts it, where that is known.
    pub(super) optimizer: Vec<Option<u64>>,
    /// Parts into which the optimizer cuts linears, if it cuts any.
    pub(super) shard: Option<u64>,
    /// How sure [`Self::mp`] is.
    pub(super) certainty: Certainty,
}

/// The sizes, if the shapes tell.
pub(super) fn sizes(tensors: &Tensors<'_>, ranks: u64, pipeline: bool) -> Result<Sizes, Refusal> {
    let mut agreeing = Vec::new();
    let mut furthest = 0;
    for mp in divisors(ranks) {
        match solve(tensors, ranks, pipeline, mp) {
            Ok(sizes) => agreeing.push(sizes),
            Err(class) => furthest = furthest.max(class),
        }
    }
    let count = agreeing.len();
    if count == 0 {
        let tensor = tensors.classes.get(furthest).map_or("", |class| class.example).to_owned();
        return Err(Refusal::Contradiction { tensor });
    }
    let candidates: Vec<u64> = agreeing.iter().map(|sizes| sizes.mp).collect();
    let unknown = || Refusal::WidthUnknown { sizes: candidates.clone() };
    let family = tensors.family;
    if count == 1 && family.query_is_hidden {
        return agreeing.pop().ok_or_else(unknown);
    }
    let by_vocabulary = only(&agreeing, |sizes| vocabulary_says(&tensors.classes, sizes.mp));
    let by_width = only(&agreeing, |sizes| {
        sizes.lengths.contains_key(&Length::Query)
            && sizes.lengths.get(&Length::Query) == sizes.lengths.get(&Length::Hidden)
    });
    let (chosen, certainty) = match (by_vocabulary, by_width) {
        (Some(sizes), Some(other)) if sizes.mp != other.mp => (sizes, Certainty::Guess),
        (Some(sizes), _) => (sizes, Certainty::Likely),
        (None, Some(sizes)) => (sizes, Certainty::Guess),
        (None, None) => return Err(unknown()),
    };
    Ok(Sizes { certainty, ..chosen.clone() })
}

/// The one of which something holds.
fn only(all: &[Sizes], holds: impl Fn(&Sizes) -> bool) -> Option<&Sizes> {
    let mut holding = all.iter().filter(|sizes| holds(sizes));
    holding.next().filter(|_| holding.next().is_none())
}

/// Whether a vocabulary becomes a known one when `mp` slices are put together, and is none in one.
fn vocabulary_says(classes: &[Class<'_>], mp: u64) -> bool {
    let mut slices = classes.iter().filter(|class| class.is_of_vocabulary());
    slices.any(|class| {
        let rows = class.rows();
        mp > 1 && !is_vocabulary(rows) && rows.checked_mul(mp).is_some_and(is_vocabulary)
    })
}

/// Lengths and optimizer split under one size of tensor parallelism; the class that does not agree
/// otherwise.
fn solve(tensors: &Tensors<'_>, ranks: u64, pipeline: bool, mp: u64) -> Result<Sizes, usize> {
    let family = tensors.family;
    let mut lengths = HashMap::new();
    for (index, class) in tensors.classes.iter().enumerate() {
        exact(class, family, mp, &mut lengths).ok_or(index)?;
    }
    let mut sizes = Sizes {
        ranks,
        pipeline,
        mp,
        lengths,
        optimizer: Vec::with_capacity(tensors.classes.len()),
        shard: None,
        certainty: Certainty::Certain,
    };
    for (index, class) in tensors.classes.iter().enumerate() {
        let parts = sizes.optimizer_parts(class, family).ok_or(index)?;
        let of_linear = parts.filter(|&parts| parts > 1 && class.is_linear());
        if of_linear.is_some_and(|parts| *sizes.shard.get_or_insert(parts) != parts) {
            return Err(index);
        }
        sizes.optimizer.push(parts);
    }
    for (index, class) in tensors.classes.iter().enumerate() {
        let parts = sizes.optimizer.get(index).copied().flatten().unwrap_or(1);
        if parts > 1 && !sizes.splits_into(sizes.group(class.rule.cut), parts) {
            return Err(index);
        }
    }
    Ok(sizes)
}

/// Takes the lengths of dimensions that the optimizer never cuts; none if one is told already and
/// is another.
fn exact(class: &Class<'_>, family: &Family, mp: u64, lengths: &mut HashMap<Length, u64>) -> Option<()> {
    for (dim, (&length, &slice)) in class.rule.lengths.iter().zip(class.dims).enumerate() {
        let is_open = matches!(length, Length::Own | Length::Fused | Length::Vocabulary);
        if is_open || (dim == 0 && class.rule.optimizer) {
            continue;
        }
        let (length, whole) = plain(length, slice.checked_mul(parts_of(class.rule.cut, dim, mp))?, family)?;
        if *lengths.entry(length).or_insert(whole) != whole {
            return None;
        }
    }
    Some(())
}

/// A length in terms of those that are kept; none if it is not even and should be.
fn plain(length: Length, whole: u64, family: &Family) -> Option<(Length, u64)> {
    match length {
        Length::Query if family.query_is_hidden => Some((Length::Hidden, whole)),
        Length::TwoInner => whole.is_multiple_of(2).then_some((Length::Inner, whole / 2)),
        other => Some((other, whole)),
    }
}

/// Parts into which tensor parallelism cuts a dimension, of cuts that have no choice.
const fn parts_of(cut: Cut, dim: usize, mp: u64) -> u64 {
    match (cut, dim) {
        (Cut::Rows, 0) | (Cut::Columns, 1) => mp,
        _ => 1,
    }
}

impl Sizes {
    /// Ranks with equal slices before the optimizer cuts, of cuts that have no choice.
    pub(super) const fn group(&self, cut: Cut) -> u64 {
        match cut {
            Cut::Rows | Cut::Columns => self.ranks / self.mp,
            Cut::Whole | Cut::Embedding | Cut::Head | Cut::GlmHead => self.ranks,
        }
    }

    /// The whole length of dimension 0, where it is known.
    fn rows(&self, class: &Class<'_>, family: &Family) -> Option<u64> {
        let known = |length| self.lengths.get(&length).copied();
        match class.rule.lengths.first()? {
            Length::Query if family.query_is_hidden => known(Length::Hidden),
            Length::TwoInner => known(Length::Inner)?.checked_mul(2),
            Length::Vocabulary | Length::Own | Length::Fused => None,
            &length => known(length),
        }
    }

    /// Parts into which the optimizer cuts a class, some if that is known; none if the shape does
    /// not agree.
    #[expect(clippy::option_option, reason = "the outer says whether the shape agrees at all")]
    fn optimizer_parts(&self, class: &Class<'_>, family: &Family) -> Option<Option<u64>> {
        if !class.rule.optimizer {
            return Some(Some(1));
        }
        let Some(whole) = self.rows(class, family) else { return Some(None) };
        let slice = class.rows().checked_mul(parts_of(class.rule.cut, 0, self.mp))?;
        let parts = whole.checked_div(slice).filter(|_| whole.is_multiple_of(slice))?;
        self.group(class.rule.cut).is_multiple_of(parts).then_some(Some(parts))
    }

    /// Whether the optimizer, as it cuts linears, may cut a tensor of which `group` ranks hold
    /// copies into so many parts: the whole group, or as many as linears.
    pub(super) fn splits_into(&self, group: u64, parts: u64) -> bool {
        let linears = self.ranks / self.mp;
        self.shard.is_none_or(|shard| parts == shard || (shard == linears && parts == group))
    }
}

/// The divisors of a number, ascending.
pub(super) fn divisors(number: u64) -> Vec<u64> {
    let small: Vec<u64> = (1..).take_while(|&d: &u64| d.saturating_mul(d) <= number).collect();
    let small: Vec<u64> = small.into_iter().filter(|&d| number.is_multiple_of(d)).collect();
    let large = small.iter().rev().map(|d| number / d).filter(|d| d.saturating_mul(*d) > number);
    small.iter().copied().chain(large).collect()
}
