//! The files of one step against each other: ranks of a pipeline stage hold the same tensors in the same
//! shapes, whatever tensor parallelism and the optimizer do. A file that lacks some of them, or holds
//! slices of another shape, is of another run or was not saved whole.
//!
//! How many stages there are is not known. A layer is in one stage, so that ranks that hold tensors of
//! the same layer are of the same stage. Where copies were left out (`remove_redundancy`), ranks hold
//! different tensors; `.ckpt` files do not say so. A tensor is missing where more than half of a stage's
//! ranks hold it: of left-out copies no more than half do, unless there is nothing to leave out.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::names::{Run, Step, run_and_step};
use super::{Health, Listing};
use crate::catalog::Table;
use crate::format::WeightFormat;
use crate::parallel::layer::layer;
use crate::parallel::states::parameter;

/// What a file's header lists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lists {
    /// Names and lengths of the tensors, by name; scalars and counters left out.
    tensors: Vec<(String, Vec<u64>)>,
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
    let mut steps: BTreeMap<(Run, Step), Vec<Group<'_>>> = BTreeMap::new();
    for folder in listing.folders() {
        let Some(rank) = folder.rank() else { continue };
        let whole = folder.files.iter().filter(|file| file.health == Health::Whole);
        for file in whole.filter(|file| super::names::rank(&file.name) == Some(rank)) {
            let (Some(key), Some(lists)) = (run_and_step(&file.name, format), &file.lists) else { continue };
            let groups = steps.entry(key).or_default();
            match groups.iter_mut().find(|group| Arc::ptr_eq(group.lists, lists)) {
                Some(group) => group.ranks.push(rank),
                None => groups.push(Group { lists, ranks: vec![rank] }),
            }
        }
    }
    let of_step = |(key, groups): ((Run, Step), Vec<Group<'_>>)| {
        let odd: BTreeMap<u64, Odd> = stages(&groups).iter().flat_map(|stage| odd_of(stage)).collect();
        (!odd.is_empty()).then_some((key, odd))
    };
    steps.into_iter().filter_map(of_step).collect()
}

/// Ranks whose files list the same.
struct Group<'a> {
    lists: &'a Arc<Lists>,
    ranks: Vec<u64>,
}

/// The groups by stage. A file of no layer is of the first stage that has one of its tensors.
fn stages<'g, 'a>(groups: &'g [Group<'a>]) -> Vec<Vec<&'g Group<'a>>> {
    if groups.len() < 2 {
        return Vec::new();
    }
    let mut stage_of: HashMap<&str, usize> = HashMap::new();
    let mut stages: Vec<Vec<&Group<'_>>> = Vec::new();
    let numbered = |group: &Group<'a>| -> Vec<&'a str> {
        let names = group.lists.tensors.iter().map(|(name, _)| parameter(name));
        let mut layers: Vec<&str> = names.filter_map(layer).collect();
        layers.dedup();
        layers
    };
    let (of_layers, others): (Vec<_>, Vec<_>) = groups.iter().partition(|group| !numbered(group).is_empty());
    for group in of_layers {
        let layers = numbered(group);
        let mut joined: Vec<usize> = layers.iter().filter_map(|layer| stage_of.get(layer).copied()).collect();
        joined.sort_unstable();
        joined.dedup();
        let stage = joined.first().copied().unwrap_or(stages.len());
        if stage == stages.len() {
            stages.push(Vec::new());
        }
        for other in joined.into_iter().skip(1) {
            let moved = stages.get_mut(other).map(std::mem::take).unwrap_or_default();
            stage_of.values_mut().filter(|of| **of == other).for_each(|of| *of = stage);
            stages.get_mut(stage).into_iter().for_each(|into| into.extend(moved.iter().copied()));
        }
        stage_of.extend(layers.into_iter().map(|layer| (layer, stage)));
        stages.get_mut(stage).into_iter().for_each(|stage| stage.push(group));
    }
    if stages.is_empty() {
        return vec![groups.iter().collect()];
    }
    for group in others {
        let holds =
            |other: &&Group<'_>| group.lists.tensors.iter().any(|(name, _)| other.lists.dims(name).is_some());
        if let Some(stage) = stages.iter_mut().find(|stage| stage.iter().any(holds)) {
            stage.push(group);
        }
    }
    stages
}

/// Of a stage how many ranks hold each tensor, by its lengths.
type Held<'a> = BTreeMap<&'a str, BTreeMap<&'a [u64], usize>>;

/// The ranks of a stage whose files are not as those of most.
fn odd_of(stage: &[&Group<'_>]) -> Vec<(u64, Odd)> {
    if stage.len() < 2 || stage.iter().any(|group| group.lists.left_out == Some(true)) {
        return Vec::new();
    }
    let ranks: usize = stage.iter().map(|group| group.ranks.len()).sum();
    let is_said = stage.iter().all(|group| group.lists.left_out == Some(false));
    let mut held = Held::new();
    for group in stage {
        for (name, dims) in &group.lists.tensors {
            *held.entry(name).or_default().entry(dims).or_default() += group.ranks.len();
        }
    }
    let of_group = |group: &&Group<'_>| -> Vec<(u64, Odd)> {
        let odd = shapes(group.lists, &held, ranks).or_else(|| lacks(group.lists, &held, ranks, is_said));
        let odd = |rank: &u64| Some((*rank, odd.clone()?));
        group.ranks.iter().filter_map(odd).collect()
    };
    stage.iter().flat_map(of_group).collect()
}

/// Tensors that a file holds in other lengths than most ranks.
fn shapes(lists: &Lists, held: &Held<'_>, ranks: usize) -> Option<Odd> {
    let other = |(name, here): &'_ (String, Vec<u64>)| {
        let shapes = held.get(name.as_str())?;
        let is_most = shapes.get(here.as_slice()).is_some_and(|&count| is_most(count, ranks));
        let others = shapes.iter().filter(|(dims, _)| **dims != here.as_slice());
        let (there, _) = others.max_by_key(|(_, count)| **count).filter(|_| !is_most)?;
        Some((name.clone(), here.clone(), there.to_vec()))
    };
    let mut found = lists.tensors.iter().filter_map(other);
    let (tensor, here, there) = found.next()?;
    let count = found.count().saturating_add(1);
    Some(Odd { kind: OddKind::Shapes, count, tensor, here, there })
}

/// Tensors that a file lacks. Of two ranks of which nothing is said about copies, one that holds all that
/// the other does, and more, was saved with them.
fn lacks(lists: &Lists, held: &Held<'_>, ranks: usize, is_said: bool) -> Option<Odd> {
    let holders = |name: &str| held.get(name).map_or(0, |shapes| shapes.values().sum::<usize>());
    let missing: Vec<&str> = held.keys().copied().filter(|name| lists.dims(name).is_none()).collect();
    let is_part =
        ranks == 2 && missing.len() > 1 && lists.tensors.iter().all(|(name, _)| holders(name) == ranks);
    let lacks = |name: &&&str| is_said || is_part || is_most(holders(name), ranks);
    let mut found = missing.iter().filter(lacks);
    let tensor = (*found.next()?).to_owned();
    let count = found.count().saturating_add(1);
    let there = held.get(tensor.as_str()).and_then(|shapes| shapes.keys().next());
    let there = there.map(|dims| dims.to_vec()).unwrap_or_default();
    Some(Odd { kind: OddKind::Lacks, count, tensor, here: Vec::new(), there })
}

const fn is_most(count: usize, ranks: usize) -> bool {
    count.saturating_mul(2) > ranks
}
