//! Names that became others.
//!
//! Only tensors of equal whole shape, type and cut are paired, as far as both sides know them. First a
//! name that is another with more in front (`network.w` and `w`); then, among names with equal numbers in
//! them, those that share most parts, at least half. Ties are broken by name. Each step looks at every
//! name once or at small groups, so that half a million names take no time to speak of.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use indexmap::IndexMap;

use super::{Tensor, Tensors};
use crate::geometry::DType;
use crate::order::{sort_by, sort_by_key};

/// A name and the one that it became.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Renamed<'a> {
    /// In the first.
    pub from: &'a str,
    /// In the second.
    pub to: &'a str,
    /// Parts (between dots and underscores) that both have.
    pub shared: usize,
    /// Parts of the longer name.
    pub of: usize,
}

/// What was paired.
#[derive(Default)]
pub(super) struct Paired<'a> {
    pub(super) renamed: Vec<Renamed<'a>>,
    pub(super) not_paired: usize,
    /// Names that were compared with another, each as often as it was.
    compared: usize,
}

/// Names of a group that are compared with each other: groups beyond are of machine-made names.
const MAX_GROUP: usize = 64;
/// Comparisons over all groups: a second's work. A model that is renamed as a whole takes one to nine
/// per name.
const MAX_COMPARED: usize = 1 << 22;

/// The names of a group, of the first side and of the second.
type Group<'a> = (Vec<&'a str>, Vec<&'a str>);

/// The pairs among names that only one side has.
pub(super) fn renames<'a>(
    removed: &[&'a str],
    before: &Tensors<'a>,
    added: &[&'a str],
    after: &Tensors<'a>,
) -> Paired<'a> {
    let knows = Knows::both(before, after);
    let mut groups: IndexMap<Key<'_>, Group<'a>, FixedState> = IndexMap::default();
    for &name in removed {
        groups.entry(key(name, before, knows)).or_default().0.push(name);
    }
    for &name in added {
        groups.entry(key(name, after, knows)).or_default().1.push(name);
    }
    let mut paired = Paired::default();
    for (from, to) in groups.into_values() {
        pair(from, to, &mut paired);
    }
    sort_by_key(&mut paired.renamed, |pair| after.get_index_of(pair.to));
    paired
}

/// What is known of tensors besides names.
#[derive(Clone, Copy)]
struct Knows {
    dtypes: bool,
    dims: bool,
}

impl Knows {
    /// What both sides know.
    fn both(before: &Tensors<'_>, after: &Tensors<'_>) -> Self {
        let all = |knows: &dyn Fn(&Tensor) -> bool| {
            [before, after].into_iter().all(|tensors| tensors.values().any(knows))
        };
        Self { dtypes: all(&|tensor| tensor.dtype.is_some()), dims: all(&|tensor| tensor.dims.is_some()) }
    }
}

/// Only names of one key are paired.
#[derive(PartialEq, Eq, Hash)]
struct Key<'a> {
    dtype: Option<DType>,
    /// Whole lengths; where one side knows none, the parts of each dimension instead.
    dims: Option<&'a [u64]>,
    parts: Option<&'a [Vec<u64>]>,
    /// The numbers in the name: layers keep theirs.
    numbers: Vec<&'a str>,
}

fn key<'a>(name: &'a str, tensors: &'a Tensors<'_>, knows: Knows) -> Key<'a> {
    let numbers = parts(name).filter(|part| part.bytes().all(|byte| byte.is_ascii_digit())).collect();
    let tensor = tensors.get(name);
    let dims = tensor.and_then(|tensor| tensor.dims.as_deref()).filter(|_| knows.dims);
    let cut = tensor.and_then(|tensor| tensor.cut.as_deref()).filter(|_| dims.is_none());
    let dtype = tensor.and_then(|tensor| tensor.dtype).filter(|_| knows.dtypes);
    Key { dtype, dims, parts: cut.map(|cut| cut.parts.as_slice()), numbers }
}

/// The parts of a name: between dots and underscores.
fn parts(name: &str) -> impl Iterator<Item = &str> {
    name.split(['.', '_']).filter(|part| !part.is_empty())
}

fn pair<'a>(mut from: Vec<&'a str>, mut to: Vec<&'a str>, paired: &mut Paired<'a>) {
    if from.is_empty() || to.is_empty() {
        return;
    }
    in_front(&mut from, &mut to, paired);
    let comparisons = from.len().saturating_mul(to.len());
    let many = from.len() > MAX_GROUP || to.len() > MAX_GROUP;
    if many || paired.compared.saturating_add(comparisons) > MAX_COMPARED {
        paired.not_paired += from.len() + to.len();
        return;
    }
    paired.compared += comparisons;
    let [from, to] = [from, to].map(|names| names.into_iter().map(Parts::of).collect::<Vec<_>>());
    let mut pairs: Vec<(usize, usize, Renamed<'a>)> = Vec::new();
    for (at, old) in from.iter().enumerate() {
        for (other, new) in to.iter().enumerate() {
            let pair = old.renamed(new);
            if pair.shared * 2 >= pair.of && pair.shared > 0 {
                pairs.push((at, other, pair));
            }
        }
    }
    // By the shared fraction, largest first: a/b > c/d as a·d > c·b.
    sort_by(&mut pairs, |(.., a), (.., b)| {
        (b.shared * a.of).cmp(&(a.shared * b.of)).then_with(|| (a.from, a.to).cmp(&(b.from, b.to)))
    });
    let (mut taken, mut given) = (vec![false; from.len()], vec![false; to.len()]);
    for (at, other, pair) in pairs {
        if let (Some(taken), Some(given)) = (taken.get_mut(at), given.get_mut(other))
            && !*taken
            && !*given
        {
            (*taken, *given) = (true, true);
            paired.renamed.push(pair);
        }
    }
}

/// Pairs names of which one ends in a dot and the other, taking them out.
fn in_front<'a>(from: &mut Vec<&'a str>, to: &mut Vec<&'a str>, paired: &mut Paired<'a>) {
    for is_longer_new in [true, false] {
        let (short, long) = if is_longer_new { (&mut *from, &mut *to) } else { (&mut *to, &mut *from) };
        let mut left: HashMap<&str, usize, FixedState> = short.iter().copied().zip(0..).collect();
        let mut taken = Vec::new();
        long.retain(|&name| {
            let tails = name.match_indices('.').filter_map(|(dot, _)| name.get(dot + 1..));
            let tail = tails.into_iter().find(|tail| left.contains_key(tail));
            let Some(tail) = tail.and_then(|tail| left.remove_entry(tail)) else { return true };
            taken.push((tail.0, name));
            false
        });
        short.retain(|name| left.contains_key(name));
        for (short, long) in taken {
            let (old, new) = if is_longer_new { (short, long) } else { (long, short) };
            paired.renamed.push(Parts::of(old).renamed(&Parts::of(new)));
        }
    }
}

/// A name and its parts, sorted.
struct Parts<'a> {
    name: &'a str,
    sorted: Vec<&'a str>,
}

impl<'a> Parts<'a> {
    fn of(name: &'a str) -> Self {
        let mut sorted: Vec<&str> = Vec::new();
        for part in parts(name) {
            sorted.insert(sorted.partition_point(|other| *other < part), part);
        }
        Self { name, sorted }
    }

    /// The pair of this name and the one that it became.
    fn renamed(&self, to: &Self) -> Renamed<'a> {
        let (mut ours, mut theirs) = (self.sorted.as_slice(), to.sorted.as_slice());
        let mut shared = 0;
        while let (Some((one, more)), Some((other, others))) = (ours.split_first(), theirs.split_first()) {
            match one.cmp(other) {
                std::cmp::Ordering::Less => ours = more,
                std::cmp::Ordering::Greater => theirs = others,
                std::cmp::Ordering::Equal => (ours, theirs, shared) = (more, others, shared + 1),
            }
        }
        Renamed { from: self.name, to: to.name, shared, of: self.sorted.len().max(to.sorted.len()) }
    }
}
