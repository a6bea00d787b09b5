//! The size of tensor parallelism, the whole lengths and the optimizer's split that agree with every
//! shape.

use std::collections::HashMap;

use super::families::{Cut, Family, Length};
use super::tensors::{Class, Tensors};
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
    /// Other sizes of tensor parallelism that agree without the family's premises ([`super::premises`]).
    pub(super) assumed: Vec<u64>,
}

/// Every size of tensor parallelism that agrees with every shape, ascending.
///
/// # Errors
/// If none does.
pub(super) fn agreeing(tensors: &Tensors<'_>, ranks: u64, pipeline: bool) -> Result<Vec<Sizes>, Refusal> {
    let mut agreeing = Vec::new();
    let mut furthest = 0;
    for mp in divisors(ranks) {
        match solve(tensors, ranks, pipeline, mp) {
            Ok(sizes) => agreeing.push(sizes),
            Err(class) => furthest = furthest.max(class),
        }
    }
    if agreeing.is_empty() {
        let tensor = tensors.classes.get(furthest).map_or("", |class| class.example).to_owned();
        return Err(Refusal::Contradiction { tensor });
    }
    Ok(agreeing)
}

/// Lengths and optimizer split under one size of tensor parallelism; the class that does not agree
/// otherwise.
fn solve(tensors: &Tensors<'_>, ranks: u64, pipeline: bool, mp: u64) -> Result<Sizes, usize> {
    let family = &tensors.family;
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
        assumed: Vec::new(),
    };
    for (index, class) in tensors.classes.iter().enumerate() {
        let parts = sizes.optimizer_parts(class, family).ok_or(index)?;
        let is_cut = matches!(class.rule.cut, Cut::Rows | Cut::Columns);
        let of_linear = parts.filter(|&parts| parts > 1 && is_cut && class.is_linear());
        if of_linear.is_some_and(|parts| *sizes.shard.get_or_insert(parts) != parts) {
            return Err(index);
        }
        sizes.optimizer.push(parts);
    }
    for (index, class) in tensors.classes.iter().enumerate() {
        let parts = sizes.optimizer.get(index).copied().flatten().unwrap_or(1);
        if parts > 1 && !sizes.splits_into(ranks / sizes.parts(class.rule.cut).unwrap_or(1), parts) {
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
        let Some(parts) = parts_of(class.rule.cut, dim, mp) else { continue };
        let (length, whole) = plain(length, slice.checked_mul(parts)?, family)?;
        if *lengths.entry(length).or_insert(whole) != whole {
            return None;
        }
    }
    Some(())
}

/// A length in terms of those that are kept; none if it is not even and should be.
fn plain(length: Length, whole: u64, family: &Family) -> Option<(Length, u64)> {
    let half = |length| whole.is_multiple_of(2).then_some((length, whole / 2));
    match length {
        Length::Query if family.query_is_hidden => Some((Length::Hidden, whole)),
        Length::TwoHidden => half(Length::Hidden),
        Length::TwoInner => half(Length::Inner),
        Length::TwoExpertInner => half(Length::ExpertInner),
        Length::TwoSharedInner => half(Length::SharedInner),
        other => Some((other, whole)),
    }
}

/// Parts into which tensor parallelism cuts a dimension; none if the rule leaves a choice.
fn parts_of(cut: Cut, dim: usize, mp: u64) -> Option<u64> {
    match (cut, dim) {
        (Cut::Rows, 0) | (Cut::Columns, 1) => Some(mp),
        (Cut::Keys | Cut::Embedding { .. } | Cut::Head | Cut::GlmHead | Cut::Experts(_), 0) => None,
        (Cut::Either { dim: cut, .. }, dim) | (Cut::Experts(Some(cut)), dim) if cut == dim => None,
        _ => Some(1),
    }
}

impl Sizes {
    /// Parts by tensor parallelism; none if the rule leaves a choice.
    pub(super) const fn parts(&self, cut: Cut) -> Option<u64> {
        match cut {
            Cut::Rows | Cut::Columns => Some(self.mp),
            Cut::Whole | Cut::Replica => Some(1),
            Cut::Keys
            | Cut::Either { .. }
            | Cut::Experts(_)
            | Cut::Embedding { .. }
            | Cut::Head
            | Cut::GlmHead => None,
        }
    }

    /// A whole length, where it is known.
    pub(super) fn whole(&self, length: Length, family: &Family) -> Option<u64> {
        let known = |length| self.lengths.get(&length).copied();
        let twice = |length| known(length)?.checked_mul(2);
        let of_experts = |length| known(Length::Experts)?.checked_mul(known(length)?);
        match length {
            Length::Query if family.query_is_hidden => known(Length::Hidden),
            Length::TwoHidden => twice(Length::Hidden),
            Length::TwoInner => twice(Length::Inner),
            Length::TwoExpertInner => twice(Length::ExpertInner),
            Length::TwoSharedInner => twice(Length::SharedInner),
            Length::ExpertsHidden => of_experts(Length::Hidden),
            Length::ExpertsInner => of_experts(Length::ExpertInner),
            Length::Vocabulary | Length::Own | Length::Fused => None,
            length => known(length),
        }
    }

    /// The whole length of dimension 0, where it is known.
    pub(super) fn rows(&self, class: &Class<'_>, family: &Family) -> Option<u64> {
        self.whole(*class.rule.lengths.first()?, family)
    }

    /// Parts into which the optimizer cuts a class, some if that is known; none if the shape, or the
    /// number of slices, does not agree.
    #[expect(clippy::option_option, reason = "the outer says whether the shape agrees at all")]
    fn optimizer_parts(&self, class: &Class<'_>, family: &Family) -> Option<Option<u64>> {
        let Some(by_tensor) = self.parts(class.rule.cut) else { return Some(None) };
        let agrees = |parts: u64| {
            let slices = class.slices().is_none_or(|slices| Some(slices) == by_tensor.checked_mul(parts));
            (slices && (self.ranks / by_tensor).is_multiple_of(parts)).then_some(Some(parts))
        };
        if !class.rule.optimizer {
            return agrees(1);
        }
        let Some(whole) = self.rows(class, family) else { return Some(None) };
        let slice = class.rows().checked_mul(parts_of(class.rule.cut, 0, self.mp)?)?;
        let parts = whole.checked_div(slice).filter(|_| whole.is_multiple_of(slice))?;
        agrees(parts)
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
