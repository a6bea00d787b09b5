//! The files of one step against each other: ranks of a pipeline stage hold the same tensors in the same
//! shapes, whatever tensor parallelism and the optimizer do. A file that lacks some of them, or holds
//! slices of another shape, is of another run or was not saved whole.
//!
//! Where copies were left out (`remove_redundancy`), ranks hold
//! different tensors; `.ckpt` files do not say so. A tensor is missing where more than half of a stage's
//! ranks hold it: of left-out copies no more than half do, unless there is nothing to leave out.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::names::{Run, Step, run_and_step};
use super::stages::stages;
use super::{Health, Listing};
use crate::catalog::Table;
use crate::format::WeightFormat;

/// What a file's header lists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lists {
    /// Names and lengths of the tensors, by name; scalars and counters left out.
    pub(super) tensors: Vec<(String, Vec<u64>)>,
    /// Whether it says that copies were left out; none if it does not say.
    left_out: Option<bool>,
}

/// How a file is not as those of the other ranks of its stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odd {
    /// In what.
    pub kind: OddKind,
    /// How many tensors.
    pub count: usize,
    /// The first of them, by name.
    pub tensor: String,
    /// The lengths that it has here; empty if it is lacking.
    pub here: Vec<u64>,
    /// The lengths that it has in other ranks.
    pub there: Vec<u64>,
}

/// In what a file is not as its peers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub enum OddKind {
    /// It lacks tensors that they hold.
    Lacks,
    /// It holds tensors in other shapes.
    Shapes,
}

/// The odd files by run and step, and rank.
pub(super) type OddFiles = BTreeMap<(Run, Step), BTreeMap<u64, Odd>>;

impl Lists {
    /// What a table lists.
    #[must_use]
    pub fn of(table: &Table) -> Self {
        let is_tensor = |dims: &[u64]| !dims.is_empty() && dims != [1];
        let entries = table.entries.iter().filter(|entry| is_tensor(entry.shape.dims()));
        let flag = table.metadata.get("remove_redundancy");
        Self::new(
            entries.map(|entry| (entry.name.clone(), entry.shape.dims().to_vec())).collect(),
            flag.map(|flag| flag.eq_ignore_ascii_case("true")),
        )
    }

    /// These tensors, and whether copies were left out, if that is said.
    #[must_use]
    pub fn new(mut tensors: Vec<(String, Vec<u64>)>, left_out: Option<bool>) -> Self {
        crate::order::sort_by(&mut tensors, |a, b| a.0.cmp(&b.0));
        Self { tensors, left_out }
    }

    fn dims(&self, name: &str) -> Option<&[u64]> {
        let at = self.tensors.binary_search_by(|(other, _)| other.as_str().cmp(name)).ok()?;
        self.tensors.get(at).map(|(_, dims)| dims.as_slice())
    }
}

/// The odd files of a folder.
pub(super) fn odd(listing: &Listing, format: WeightFormat) -> OddFiles {
    let mut steps: BTreeMap<(Run, Step), Groups<'_>> = BTreeMap::new();
    for folder in listing.folders() {
        let Some(rank) = folder.rank() else { continue };
        let whole = folder.files.iter().filter(|file| file.health == Health::Whole);
        for file in whole.filter(|file| super::names::rank(&file.name) == Some(rank)) {
            let (Some(key), Some(lists)) = (run_and_step(&file.name, format), &file.lists) else { continue };
            let Groups { groups, at } = steps.entry(key).or_default();
            let at = *at.entry(Arc::as_ptr(lists)).or_insert(groups.len());
            match groups.get_mut(at) {
                Some(group) => group.ranks.push(rank),
                None => groups.push(Group { lists, ranks: vec![rank] }),
            }
        }
    }
    let of_step = |(key, Groups { groups, .. }): ((Run, Step), Groups<'_>)| {
        let odd: BTreeMap<u64, Odd> = stages(&groups).iter().flat_map(|stage| odd_of(stage)).collect();
        (!odd.is_empty()).then_some((key, odd))
    };
    steps.into_iter().filter_map(of_step).collect()
}

/// The groups of a step, and where each list is that files share.
#[derive(Default)]
struct Groups<'a> {
    groups: Vec<Group<'a>>,
    at: HashMap<*const Lists, usize>,
}

/// Ranks whose files list the same.
pub(super) struct Group<'a> {
    pub lists: &'a Arc<Lists>,
    pub ranks: Vec<u64>,
}

/// What the ranks of a stage hold.
struct Held<'a> {
    /// How many ranks hold each tensor, by its lengths.
    tensors: BTreeMap<&'a str, Shapes<'a>>,
    /// The tensors that most of them hold.
    of_most: Vec<&'a str>,
    /// How many ranks there are.
    ranks: usize,
    /// Whether all files say that no copies were left out.
    is_said: bool,
}

/// How many ranks hold a tensor in each shape.
#[derive(Default)]
struct Shapes<'a> {
    counts: BTreeMap<&'a [u64], usize>,
    ranks: usize,
    /// The two shapes that most hold.
    first: [Option<(usize, &'a [u64])>; 2],
}

impl<'a> Held<'a> {
    fn new(stage: &[&Group<'a>]) -> Self {
        let mut tensors: BTreeMap<&'a str, Shapes<'a>> = BTreeMap::new();
        for group in stage {
            for (name, dims) in &group.lists.tensors {
                let shapes = tensors.entry(name).or_default();
                *shapes.counts.entry(dims).or_default() += group.ranks.len();
                shapes.ranks += group.ranks.len();
            }
        }
        for shapes in tensors.values_mut() {
            let mut by_count: Vec<(usize, &[u64])> =
                shapes.counts.iter().map(|(dims, count)| (*count, *dims)).collect();
            by_count.sort_unstable();
            let mut last = by_count.into_iter().rev();
            shapes.first = [last.next(), last.next()];
        }
        let ranks: usize = stage.iter().map(|group| group.ranks.len()).sum();
        let of_most = tensors.iter().filter(|(_, shapes)| is_most(shapes.ranks, ranks));
        Self {
            of_most: of_most.map(|(name, _)| *name).collect(),
            ranks,
            is_said: stage.iter().all(|group| group.lists.left_out == Some(false)),
            tensors,
        }
    }
}

/// The ranks of a stage whose files are not as those of most.
fn odd_of(stage: &[&Group<'_>]) -> Vec<(u64, Odd)> {
    if stage.len() < 2 || stage.iter().any(|group| group.lists.left_out == Some(true)) {
        return Vec::new();
    }
    let held = Held::new(stage);
    let of_group = |group: &&Group<'_>| -> Vec<(u64, Odd)> {
        let odd = shapes(group.lists, &held).or_else(|| lacks(group.lists, &held));
        let odd = |rank: &u64| Some((*rank, odd.clone()?));
        group.ranks.iter().filter_map(odd).collect()
    };
    stage.iter().flat_map(of_group).collect()
}

/// Tensors that a file holds in other lengths than most ranks.
fn shapes(lists: &Lists, held: &Held<'_>) -> Option<Odd> {
    let other = |(name, here): &'_ (String, Vec<u64>)| {
        let shapes = held.tensors.get(name.as_str())?;
        let is_most = shapes.counts.get(here.as_slice()).is_some_and(|&count| is_most(count, held.ranks));
        let others = shapes.first.iter().flatten().find(|(_, dims)| *dims != here.as_slice());
        let (_, there) = others.filter(|_| !is_most)?;
        Some((name.clone(), here.clone(), there.to_vec()))
    };
    let mut found = lists.tensors.iter().filter_map(other);
    let (tensor, here, there) = found.next()?;
    let count = found.count().saturating_add(1);
    Some(Odd { kind: OddKind::Shapes, count, tensor, here, there })
}

/// Tensors that a file lacks. Of two ranks of which nothing is said about copies, one that holds all that
/// the other does, and more, was saved with them.
fn lacks(lists: &Lists, held: &Held<'_>) -> Option<Odd> {
    let holders = |name: &str| held.tensors.get(name).map_or(0, |shapes| shapes.ranks);
    let own = lists.tensors.chunk_by(|a, b| a.0 == b.0).count();
    let missing = held.tensors.len().saturating_sub(own);
    let is_part =
        held.ranks == 2 && missing > 1 && lists.tensors.iter().all(|(name, _)| holders(name) == held.ranks);
    let lacks = |name: &&str| lists.dims(name).is_none();
    let (tensor, count) = if held.is_said || is_part {
        (held.tensors.keys().copied().find(lacks)?, missing)
    } else {
        let mut found = held.of_most.iter().copied().filter(lacks);
        (found.next()?, found.count().saturating_add(1))
    };
    let there = held.tensors.get(tensor).and_then(|shapes| shapes.counts.keys().next());
    let there = there.map(|dims| dims.to_vec()).unwrap_or_default();
    Some(Odd { kind: OddKind::Lacks, count, tensor: tensor.to_owned(), here: Vec::new(), there })
}

const fn is_most(count: usize, ranks: usize) -> bool {
    count.saturating_mul(2) > ranks
}
