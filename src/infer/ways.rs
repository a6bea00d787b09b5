//! Every way to cut a class that agrees with what is known, and how usual each is.

use super::families::{Cut, Length};
use super::layouts::layout;
use super::sizes::{Sizes, divisors};
use super::tensors::{Class, Tensors};
use crate::geometry::DType;
use crate::order::{sort_by, sort_by_key};

/// One way to cut a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Way {
    /// Parts by expert parallelism.
    pub(super) experts: u64,
    /// Parts of each by tensor parallelism.
    pub(super) parts: u64,
    /// Parts of each by the optimizer.
    pub(super) optimizer: u64,
    /// Whole length of dimension 0.
    pub(super) rows: u64,
    /// In how many respects it is not what MindFormers does unless told otherwise.
    pub(super) odd: u64,
}

/// The dimension that tensor parallelism cuts.
pub(super) const fn tensor_dim(cut: Cut) -> Option<usize> {
    match cut {
        Cut::Whole | Cut::Replica => None,
        Cut::Rows | Cut::Keys | Cut::Embedding { .. } | Cut::Head | Cut::GlmHead => Some(0),
        Cut::Columns => Some(1),
        Cut::Either { dim, .. } => Some(dim),
        Cut::Experts(dim) => dim,
    }
}

impl Way {
    pub(super) fn new(class: &Class<'_>, [experts, parts, optimizer]: [u64; 3], odd: u64) -> Self {
        let by_parts = if tensor_dim(class.rule.cut) == Some(0) { parts } else { 1 };
        let rows = [experts, by_parts, optimizer].into_iter().fold(class.rows(), u64::saturating_mul);
        Self { experts, parts, optimizer, rows, odd }
    }

    /// Slices into which the tensor is cut.
    pub(super) const fn slices(&self) -> u64 {
        self.experts.saturating_mul(self.parts).saturating_mul(self.optimizer)
    }

    /// The whole lengths.
    pub(super) fn whole(&self, class: &Class<'_>) -> Vec<u64> {
        let mut dims = class.dims.to_vec();
        if let Some(rows) = dims.first_mut() {
            *rows = self.rows;
        }
        let along = tensor_dim(class.rule.cut).filter(|&dim| dim > 0);
        if let Some(length) = along.and_then(|dim| dims.get_mut(dim)) {
            *length = length.saturating_mul(self.parts);
        }
        dims
    }

    fn elements(&self, class: &Class<'_>) -> u128 {
        let lengths = self.whole(class).into_iter();
        lengths.fold(1, |all: u128, length| all.saturating_mul(u128::from(length)))
    }
}

/// A linear whose whole shape is known: it tells what the optimizer does with tensors of its size.
struct Linear {
    dtype: DType,
    elements: u128,
    rows: u64,
    /// Ranks with equal slices before the optimizer cuts.
    group: u64,
    parts: u64,
}

/// What is known of a model.
pub(super) struct Known<'k> {
    tensors: &'k Tensors<'k>,
    pub(super) sizes: &'k Sizes,
    /// Empty with LoRA: what is not trained the optimizer leaves, whatever its size.
    linears: Vec<Linear>,
}

impl<'k> Known<'k> {
    pub(super) fn new(tensors: &'k Tensors<'k>, sizes: &'k Sizes) -> Self {
        let linear = |(class, parts): (&Class<'_>, &Option<u64>)| {
            let parts = parts.filter(|_| class.is_linear())?;
            let by_tensor = sizes.parts(class.rule.cut)?;
            let way = Way::new(class, [1, by_tensor, parts], 0);
            Some(Linear {
                dtype: class.dtype,
                elements: way.elements(class),
                rows: class.rows(),
                group: sizes.ranks / by_tensor,
                parts,
            })
        };
        let has_lora = tensors.classes.iter().any(Class::is_lora);
        let classes = tensors.classes.iter().zip(&sizes.optimizer).filter(|_| !has_lora);
        let linears = classes.filter_map(linear).collect();
        Self { tensors, sizes, linears }
    }

    /// Every way that agrees with the lengths and with what the optimizer does to linears.
    pub(super) fn ways(&self, class: &Class<'_>) -> Vec<Way> {
        let mut all = Vec::new();
        for [experts, parts] in self.cuts(class.rule.cut) {
            let group = self.sizes.ranks / experts.saturating_mul(parts);
            let by_optimizer = if class.rule.optimizer { divisors(group) } else { vec![1] };
            for optimizer in by_optimizer {
                let odd = self.odd(class, [experts, parts, optimizer]);
                let way = Way::new(class, [experts, parts, optimizer], odd);
                if self.agrees(class, way) {
                    all.push(way);
                }
            }
        }
        all
    }

    /// Parts by expert and by tensor parallelism: tensor parallelism alone first.
    fn cuts(&self, cut: Cut) -> Vec<[u64; 2]> {
        let Sizes { ranks, mp, .. } = *self.sizes;
        let mut parts = match cut {
            Cut::Rows | Cut::Columns => vec![mp],
            Cut::Whole | Cut::Replica | Cut::Experts(None) => vec![1],
            Cut::Keys | Cut::Head | Cut::Either { .. } | Cut::Experts(Some(_)) => vec![1, mp],
            Cut::GlmHead => vec![1, mp, ranks],
            Cut::Embedding { .. } => divisors(ranks / mp).into_iter().map(|cp| cp * mp).chain([1]).collect(),
        };
        sort_by_key(&mut parts, |&parts| (parts != mp, parts));
        parts.dedup();
        let experts = if matches!(cut, Cut::Experts(_)) { divisors(ranks) } else { vec![1] };
        let pairs = experts.iter().flat_map(|&experts| parts.iter().map(move |&parts| [experts, parts]));
        pairs.filter(|[experts, parts]| ranks.is_multiple_of(experts.saturating_mul(*parts))).collect()
    }

    fn agrees(&self, class: &Class<'_>, way: Way) -> bool {
        let group = self.sizes.ranks / way.experts.saturating_mul(way.parts);
        let splits = way.optimizer == 1 || self.sizes.splits_into(group, way.optimizer);
        let rows = self.sizes.rows(class, &self.tensors.family).is_none_or(|rows| rows == way.rows);
        let may_be_whole = way.parts > 1 || self.sizes.mp == 1 || self.may_be_whole(class, way.rows);
        let counts = class.slices().is_none_or(|slices| slices == way.slices());
        splits
            && rows
            && may_be_whole
            && counts
            && self.fits(class, way)
            && self.is_as_linears(class, way, group)
            && is_held(class, way, self.sizes)
    }

    /// Whether keys and values are as long as heads of queries can share them, and experts are whole
    /// ones.
    fn fits(&self, class: &Class<'_>, way: Way) -> bool {
        let known = |length| self.sizes.whole(length, &self.tensors.family);
        let is_multiple = |whole: u64, of: Length| {
            known(of).is_none_or(|of| whole.checked_rem(of).is_some_and(|rest| rest == 0))
        };
        let is_even = way.rows.is_multiple_of(2);
        let shares = |query: u64, keys: u64| keys > 0 && query.is_multiple_of(keys);
        match class.rule.lengths {
            [Length::KeyValue, ..] => known(Length::Query).is_none_or(|query| shares(query, way.rows)),
            [Length::Fused, ..] => known(Length::Query).is_none_or(|query| {
                let rest = way.rows.checked_sub(query);
                rest.is_some_and(|rest| rest.is_multiple_of(2) && shares(query, rest / 2))
            }),
            [Length::SharedInner, ..] => is_multiple(way.rows, Length::ExpertInner),
            [Length::TwoSharedInner, ..] => is_even && is_multiple(way.rows / 2, Length::ExpertInner),
            [_, Length::SharedInner] => {
                let columns = way.whole(class).get(1).copied();
                columns.is_none_or(|columns| is_multiple(columns, Length::ExpertInner))
            }
            _ if matches!(class.rule.cut, Cut::Experts(_)) => {
                let experts = self.experts(class, way);
                experts.is_none_or(|experts| experts > 0 && experts.is_multiple_of(way.experts))
            }
            _ => true,
        }
    }

    /// How many experts there are, if a class of them is cut in a way; none if that is not known, and 0
    /// if its rows are of no whole number of experts.
    pub(super) fn experts(&self, class: &Class<'_>, way: Way) -> Option<u64> {
        let of_each = match class.rule.lengths.first()? {
            Length::Experts => 1,
            Length::ExpertsHidden => self.sizes.whole(Length::Hidden, &self.tensors.family)?,
            Length::ExpertsInner => self.sizes.whole(Length::ExpertInner, &self.tensors.family)?,
            _ => return None,
        };
        let count = way.rows.checked_div(of_each)?;
        Some(if way.rows.is_multiple_of(of_each) { count } else { 0 })
    }

    /// Whether a vocabulary of so many tokens may be on every rank: a pipeline forces it to be cut if it
    /// divides.
    fn may_be_whole(&self, class: &Class<'_>, tokens: u64) -> bool {
        let Sizes { pipeline, ranks, mp, .. } = *self.sizes;
        match class.rule.cut {
            _ if !pipeline => true,
            Cut::Embedding { .. } => self.tensors.family.whole_embedding || !tokens.is_multiple_of(ranks),
            Cut::GlmHead => !tokens.is_multiple_of(ranks),
            Cut::Head => !tokens.is_multiple_of(mp),
            _ => true,
        }
    }

    /// Whether the optimizer, which cuts every linear from a size on that it divides, does the same here.
    fn is_as_linears(&self, class: &Class<'_>, way: Way, group: u64) -> bool {
        let (size, of_linears) = (way.elements(class), self.sizes.ranks / self.sizes.mp);
        let mut alike = self.linears.iter().filter(|linear| linear.dtype == class.dtype);
        if way.optimizer > 1 {
            // A linear at least as large that stays whole although it divides.
            let divides = |linear: &Linear| {
                linear.group > 1
                    && linear.group.is_multiple_of(way.optimizer)
                    && linear.rows.is_multiple_of(way.optimizer)
                    && (way.optimizer != group || linear.rows.is_multiple_of(linear.group))
            };
            return !alike.any(|linear| linear.parts == 1 && linear.elements >= size && divides(linear));
        }
        let Some(shard) = self.sizes.shard.filter(|_| class.is_linear()) else { return true };
        let divides = group.is_multiple_of(shard)
            && class.rows().is_multiple_of(shard)
            && (shard != of_linears || class.rows().is_multiple_of(group));
        !(divides && alike.any(|linear| linear.parts > 1 && linear.elements <= size))
    }

    /// In how many respects a way is not what MindFormers does unless told otherwise: no context
    /// parallelism, experts cut as linears are, the embedding and what is no linear kept from the
    /// optimizer, and all else cut by it if it cuts at all.
    fn odd(&self, class: &Class<'_>, [experts, parts, optimizer]: [u64; 3]) -> u64 {
        let Sizes { ranks, mp, shard, .. } = *self.sizes;
        let group = ranks / experts.saturating_mul(parts);
        let wanted = match (class.rule.cut, shard) {
            (Cut::Embedding { is_weight: false } | Cut::Whole, _) | (_, None) => 1,
            (_, Some(shard)) if shard == ranks / mp => group,
            (_, Some(shard)) => shard,
        };
        let is_other = match class.rule.cut {
            Cut::Embedding { .. } => parts > 1 && parts != mp,
            Cut::Either { is_usual, .. } => mp > 1 && (parts > 1) != is_usual,
            Cut::Keys | Cut::Experts(Some(_)) => parts != mp,
            _ => false,
        };
        // An optimizer that cuts no linear hardly cuts anything.
        let cost = if shard.is_none() { 2 } else { 1 };
        u64::from(is_other) + if optimizer == wanted { 0 } else { cost }
    }
}

/// Whether the ranks that hold slices hold different ones, and all of them, where copies were left out.
pub(super) fn is_held(class: &Class<'_>, way: Way, sizes: &Sizes) -> bool {
    let Some(holders) = class.holders else { return true };
    let Some(layout) = layout(class, way, sizes) else { return false };
    let mut shards: Vec<u64> = holders.iter().map(|&rank| layout.shard_of(rank)).collect();
    sort_by(&mut shards, Ord::cmp);
    shards.dedup();
    shards.len() == holders.len() && shards.len() as u64 == layout.shards()
}
