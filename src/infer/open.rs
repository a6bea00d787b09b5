//! Tensors with a length that no other tensor tells: every way to cut them that agrees with what is
//! known, and which of them is usual.

use super::families::{Cut, Length};
use super::sizes::{Sizes, divisors};
use super::tensors::{Class, Tensors};
use super::tokens::{Tokens, tokens};
use super::{Certainty, Refusal};
use crate::geometry::DType;

/// One way to cut a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Way {
    /// Parts by tensor parallelism.
    pub(super) parts: u64,
    /// Parts of each by the optimizer.
    pub(super) optimizer: u64,
    /// Whole length of dimension 0.
    pub(super) rows: u64,
    /// In how many respects it is not what MindFormers does unless told otherwise.
    pub(super) odd: u64,
}

/// How a class is cut.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub(super) way: Way,
    pub(super) certainty: Certainty,
    /// What else agrees with the headers.
    pub(super) others: Vec<Way>,
}

/// A linear whose whole shape is known: it tells what the optimizer does with tensors of its size.
struct Linear {
    dtype: DType,
    elements: u128,
    rows: u64,
    parts: u64,
}

/// How each class is cut.
pub(super) fn choose(tensors: &Tensors<'_>, sizes: &Sizes) -> Result<Vec<Choice>, Refusal> {
    let linears = linears(tensors, sizes);
    let of_class = |(class, &known): (&Class<'_>, &Option<u64>)| match (known, known_parts(class, sizes)) {
        (Some(optimizer), Some(parts)) => vec![way(class, parts, optimizer, 0)],
        _ => ways(class, tensors, sizes, &linears),
    };
    let mut all: Vec<Vec<Way>> = tensors.classes.iter().zip(&sizes.optimizer).map(of_class).collect();
    let of_vocabulary = tensors.classes.iter().zip(&mut all).filter(|(class, _)| class.is_of_vocabulary());
    let mut slices: Vec<_> = of_vocabulary.map(|(class, ways)| (class.rule.cut, ways)).collect();
    let tokens = tokens(&mut slices, sizes);
    let choices = tensors.classes.iter().zip(all).map(|(class, ways)| {
        let tokens = tokens.filter(|_| class.is_of_vocabulary());
        let choice = choice(class.rule.cut, ways, tokens);
        choice.ok_or_else(|| Refusal::Contradiction { tensor: class.example.to_owned() })
    });
    choices.collect()
}

/// Parts by tensor parallelism, where the rule leaves no choice.
const fn known_parts(class: &Class<'_>, sizes: &Sizes) -> Option<u64> {
    match class.rule.cut {
        Cut::Rows | Cut::Columns => Some(sizes.mp),
        Cut::Whole => Some(1),
        Cut::Embedding | Cut::Head | Cut::GlmHead => None,
    }
}

/// A way, with the whole length that follows.
fn way(class: &Class<'_>, parts: u64, optimizer: u64, odd: u64) -> Way {
    let by_parts = if matches!(class.rule.cut, Cut::Columns) { 1 } else { parts };
    let rows = class.rows().saturating_mul(by_parts).saturating_mul(optimizer);
    Way { parts, optimizer, rows, odd }
}

fn elements(class: &Class<'_>, parts: u64, optimizer: u64) -> u128 {
    let lengths = class.dims.iter().chain([&parts, &optimizer]);
    lengths.fold(1, |all: u128, &length| all.saturating_mul(u128::from(length)))
}

fn linears(tensors: &Tensors<'_>, sizes: &Sizes) -> Vec<Linear> {
    let linear = |(class, parts): (&Class<'_>, &Option<u64>)| {
        let parts = parts.filter(|_| class.is_linear())?;
        let elements = elements(class, sizes.mp, parts);
        Some(Linear { dtype: class.dtype, elements, rows: class.rows(), parts })
    };
    tensors.classes.iter().zip(&sizes.optimizer).filter_map(linear).collect()
}

/// Every way that agrees with the lengths and with what the optimizer does to linears.
fn ways(class: &Class<'_>, tensors: &Tensors<'_>, sizes: &Sizes, linears: &[Linear]) -> Vec<Way> {
    let mp = sizes.mp;
    let mut cuts: Vec<u64> = match class.rule.cut {
        Cut::Rows | Cut::Columns => vec![mp],
        Cut::Whole => vec![1],
        Cut::Head => vec![1, mp],
        Cut::GlmHead => vec![1, mp, sizes.ranks],
        Cut::Embedding => divisors(sizes.ranks / mp).into_iter().map(|cp| cp * mp).chain([1]).collect(),
    };
    cuts.sort_unstable();
    cuts.dedup();
    let mut all = Vec::new();
    for parts in cuts {
        let group = sizes.ranks / parts;
        let by_optimizer = if class.rule.optimizer { divisors(group) } else { vec![1] };
        for optimizer in by_optimizer {
            let way = way(class, parts, optimizer, odd(class, sizes, parts, optimizer));
            let splits = optimizer == 1 || sizes.splits_into(group, optimizer);
            if splits
                && fits(class, sizes, way, tensors.family.query_is_hidden)
                && (parts > 1 || mp == 1 || may_be_whole(class, tensors, sizes, way.rows))
                && agrees(class, sizes, way, linears)
            {
                all.push(way);
            }
        }
    }
    all
}

/// Whether keys and values are as long as heads of queries can share them.
fn fits(class: &Class<'_>, sizes: &Sizes, way: Way, query_is_hidden: bool) -> bool {
    let query = if query_is_hidden { Length::Hidden } else { Length::Query };
    let Some(&query) = sizes.lengths.get(&query) else { return true };
    let shares = |keys: u64| keys > 0 && query.is_multiple_of(keys);
    match class.rule.lengths.first() {
        Some(Length::KeyValue) => shares(way.rows),
        Some(Length::Fused) => {
            way.rows.checked_sub(query).is_some_and(|rest| rest.is_multiple_of(2) && shares(rest / 2))
        }
        _ => true,
    }
}

/// Whether a vocabulary of so many tokens may be on every rank: a pipeline forces it to be cut if it
/// divides.
fn may_be_whole(class: &Class<'_>, tensors: &Tensors<'_>, sizes: &Sizes, tokens: u64) -> bool {
    match class.rule.cut {
        _ if !sizes.pipeline => true,
        Cut::Embedding => tensors.family.whole_embedding || !tokens.is_multiple_of(sizes.ranks),
        Cut::GlmHead => !tokens.is_multiple_of(sizes.ranks),
        Cut::Head => !tokens.is_multiple_of(sizes.mp),
        Cut::Whole | Cut::Rows | Cut::Columns => true,
    }
}

/// Whether the optimizer, which cuts every linear from a size on that it divides, does the same here.
fn agrees(class: &Class<'_>, sizes: &Sizes, way: Way, linears: &[Linear]) -> bool {
    let size = elements(class, way.parts, way.optimizer);
    let group = sizes.ranks / way.parts;
    let of_linears = sizes.ranks / sizes.mp;
    let mut alike = linears.iter().filter(|linear| linear.dtype == class.dtype);
    if way.optimizer > 1 {
        // A linear at least as large that stays whole although it divides.
        let divides = |linear: &Linear| {
            of_linears > 1
                && of_linears.is_multiple_of(way.optimizer)
                && linear.rows.is_multiple_of(way.optimizer)
                && (way.optimizer != group || linear.rows.is_multiple_of(of_linears))
        };
        return !alike.any(|linear| linear.parts == 1 && linear.elements >= size && divides(linear));
    }
    let Some(shard) = sizes.shard.filter(|_| class.is_linear()) else { return true };
    let divides = group.is_multiple_of(shard)
        && class.rows().is_multiple_of(shard)
        && (shard != of_linears || class.rows().is_multiple_of(group));
    !(divides && alike.any(|linear| linear.parts > 1 && linear.elements <= size))
}

/// In how many respects a way is not what MindFormers does unless told otherwise: no context
/// parallelism, the embedding and what is no linear kept from the optimizer, and all else cut by it if
/// it cuts at all.
fn odd(class: &Class<'_>, sizes: &Sizes, parts: u64, optimizer: u64) -> u64 {
    let group = sizes.ranks / parts;
    let wanted = match (class.rule.cut, sizes.shard) {
        (Cut::Embedding | Cut::Whole, _) | (_, None) => 1,
        (_, Some(shard)) if shard == sizes.ranks / sizes.mp => group,
        (_, Some(shard)) => shard,
    };
    let is_context = parts > 1 && parts != sizes.mp && class.rule.cut == Cut::Embedding;
    // An optimizer that cuts no linear hardly cuts anything.
    let cost = if sizes.shard.is_none() { 2 } else { 1 };
    u64::from(is_context) + if optimizer == wanted { 0 } else { cost }
}

/// The choice between ways to cut a class: of those that agree with a vocabulary, if that is given.
fn choice(cut: Cut, ways: Vec<Way>, vocabulary: Option<(Tokens, Certainty)>) -> Option<Choice> {
    let agreeing = || ways.iter().filter(|way| vocabulary.is_none_or(|(tokens, _)| tokens.agree(cut, way)));
    let least = agreeing().map(|way| way.odd).min()?;
    let mut best = agreeing().filter(|way| way.odd == least);
    // Ways are by ascending parts: of equally odd ones that with the least context parallelism.
    let (way, is_only) = (*best.next()?, best.next().is_none());
    let certainty = match vocabulary {
        _ if ways.len() == 1 => Certainty::Certain,
        Some((_, certainty)) if is_only => certainty.min(Certainty::Likely),
        None if is_only && least == 0 => Certainty::Likely,
        _ => Certainty::Guess,
    };
    let others = ways.into_iter().filter(|other| *other != way).collect();
    Some(Choice { way, certainty, others })
}
