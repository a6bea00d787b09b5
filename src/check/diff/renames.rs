//! Names that became others.
//!
//! Only tensors of equal whole shape, type and cut are paired. First a name that is another with more
//! in front (`network.w` and `w`); then, among names with equal numbers in them, those that share most
//! parts, at least half. Ties are broken by name. Each step looks at every name once or at small groups,
//! so that half a million names take no time to speak of.

use std::collections::{BTreeMap, HashMap};

use super::{Tensor, Tensors};
use crate::order::sort_by_key;

/// A name and the one that it became.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renamed {
    /// In the first.
    pub from: String,
    /// In the second.
    pub to: String,
    /// Parts (between dots and underscores) that both have.
    pub shared: usize,
    /// Parts of the longer name.
    pub of: usize,
}

/// What was paired.
pub(super) struct Paired {
    pub(super) renamed: Vec<Renamed>,
    pub(super) not_paired: usize,
}

/// Names of a group that are compared with each other: groups beyond are of machine-made names.
const MAX_GROUP: usize = 64;

/// The pairs among names that only one side has.
pub(super) fn renames(removed: &[&str], before: &Tensors<'_>, added: &[&str], after: &Tensors<'_>) -> Paired {
    let mut groups: BTreeMap<Key<'_>, (Vec<&str>, Vec<&str>)> = BTreeMap::new();
    for &name in removed {
        groups.entry(key(name, before)).or_default().0.push(name);
    }
    for &name in added {
        groups.entry(key(name, after)).or_default().1.push(name);
    }
    let mut paired = Paired { renamed: Vec::new(), not_paired: 0 };
    for (from, to) in groups.into_values() {
        pair(from, to, &mut paired);
    }
    let places: HashMap<&str, usize> = added.iter().copied().zip(0..).collect();
    sort_by_key(&mut paired.renamed, |pair| places.get(pair.to.as_str()).copied());
    paired
}

/// Only names of one key are paired.
type Key<'a> = (Vec<u64>, String, Vec<&'a str>);

/// Whole shape; type and cut; and the numbers in the name: layers keep theirs.
fn key<'a>(name: &'a str, tensors: &Tensors<'_>) -> Key<'a> {
    let numbers = parts(name).filter(|part| part.bytes().all(|byte| byte.is_ascii_digit())).collect();
    match tensors.get(name) {
        Some(Tensor { dtype, dims, cut }) => {
            let parts = cut.as_ref().map(|cut| &cut.parts).filter(|_| dims.is_none());
            (dims.clone().unwrap_or_default(), format!("{dtype:?} {parts:?}"), numbers)
        }
        None => (Vec::new(), String::new(), numbers),
    }
}

/// The parts of a name: between dots and underscores.
fn parts(name: &str) -> impl Iterator<Item = &str> {
    name.split(['.', '_']).filter(|part| !part.is_empty())
}

fn pair<'a>(mut from: Vec<&'a str>, mut to: Vec<&'a str>, paired: &mut Paired) {
    if from.is_empty() || to.is_empty() {
        return;
    }
    in_front(&mut from, &mut to, paired);
    if from.len() > MAX_GROUP || to.len() > MAX_GROUP {
        paired.not_paired += from.len() + to.len();
        return;
    }
    let mut pairs: Vec<(usize, usize, &str, &str)> = Vec::new();
    for &old in &from {
        for &new in &to {
            let (shared, of) = shared(old, new);
            if shared * 2 >= of && shared > 0 {
                pairs.push((shared, of, old, new));
            }
        }
    }
    // By the shared fraction, largest first: a/b > c/d as a·d > c·b.
    pairs.sort_by(|a, b| (b.0 * a.1).cmp(&(a.0 * b.1)).then_with(|| (a.2, a.3).cmp(&(b.2, b.3))));
    for (_, _, old, new) in pairs {
        if from.contains(&old) && to.contains(&new) {
            from.retain(|name| *name != old);
            to.retain(|name| *name != new);
            paired.renamed.push(renamed(old, new));
        }
    }
}

/// Pairs names of which one ends in a dot and the other, taking them out.
fn in_front<'a>(from: &mut Vec<&'a str>, to: &mut Vec<&'a str>, paired: &mut Paired) {
    for is_longer_new in [true, false] {
        let (short, long) = if is_longer_new { (&mut *from, &mut *to) } else { (&mut *to, &mut *from) };
        let mut left: HashMap<&str, usize> = short.iter().copied().zip(0..).collect();
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
            paired.renamed.push(renamed(old, new));
        }
    }
}

fn renamed(from: &str, to: &str) -> Renamed {
    let (shared, of) = shared(from, to);
    Renamed { from: from.to_owned(), to: to.to_owned(), shared, of }
}

/// How many parts two names share, and how many the longer one has.
fn shared(one: &str, other: &str) -> (usize, usize) {
    let mut left: Vec<&str> = parts(other).collect();
    let of = left.len().max(parts(one).count());
    let shared = parts(one).filter(|part| {
        let at = left.iter().position(|other| other == part);
        at.map(|at| left.swap_remove(at)).is_some()
    });
    (shared.count(), of)
}
