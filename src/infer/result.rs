//! What was inferred, as a strategy and in words.

use std::collections::HashMap;

use indexmap::IndexSet;
use serde::{Deserialize, Serialize};

use super::Refusal;
use super::layouts::layout;
use super::open::Choice;
use super::reasons;
use super::sizes::Sizes;
use super::stages::Stages;
use super::tensors::{Class, Tensors};
use super::unknown::Guess;
use crate::format::mindspore::strategy::{NotWritable, StrategyFile, from_strategy};
use crate::layout::{Layout, Strategy, StrategyBuilder};
use crate::phrase::Phrase;

/// How sure something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Certainty {
    /// Headers allow others as well, and nothing speaks for this one.
    Guess,
    /// Headers allow others, but they are unusual.
    Likely,
    /// Nothing else agrees with the headers and the rules of the family, also where queries are not as wide as
    /// the hidden size.
    Certain,
}

/// Tensors that are cut alike, for the same reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The first of them.
    pub example: String,
    /// How many there are.
    pub tensors: usize,
    /// Lengths of a slice.
    pub slice: Vec<u64>,
    /// Parts per dimension.
    pub cuts: Vec<u64>,
    /// Of [`Self::cuts`] of dimension 0, those by the optimizer.
    pub optimizer: u64,
    /// How sure it is.
    pub certainty: Certainty,
    /// Whether its whole lengths would be others if the queries of all heads were not as wide as the hidden
    /// size, or keys and values not cut as queries are.
    pub is_assumed: bool,
    /// Why.
    pub reason: Phrase,
}

/// How a checkpoint is cut.
#[derive(Clone, Debug)]
pub struct Inferred {
    /// As a strategy. Counters and scalars are not in it.
    pub strategy: Strategy,
    /// `model_parallel`; none where every stage has one rank.
    pub model_parallel: Option<u64>,
    /// `expert_parallel`; none without experts, and where every stage has one rank.
    pub expert_parallel: Option<u64>,
    /// Parts into which the parallel optimizer cuts weights; none if it cuts none.
    pub optimizer: Option<u64>,
    /// How sure the least sure tensor is.
    pub certainty: Certainty,
    /// Why the parallel sizes are as they are.
    pub reasons: Vec<Phrase>,
    /// The tensors, grouped.
    pub groups: Vec<Group>,
    of_tensor: HashMap<(String, u32), usize>,
}

impl Inferred {
    /// `data_parallel` × `context_parallel`: ranks of a stage that hold copies of what tensor parallelism
    /// cuts.
    #[must_use]
    pub fn data_parallel(&self) -> u64 {
        self.strategy.ranks_per_stage() / self.model_parallel.unwrap_or(1).max(1)
    }

    /// The group of a tensor in a stage; none if it is not in the strategy.
    #[must_use]
    pub fn group(&self, tensor: &str, stage: u32) -> Option<&Group> {
        self.groups.get(*self.of_tensor.get(&(tensor.to_owned(), stage))?)
    }

    /// The tensors of the groups that are so, in the order of the files.
    pub fn tensors(&self, is_so: impl Fn(&Group) -> bool) -> impl Iterator<Item = &str> {
        let is_so = move |name: &&str, stage: u32| self.group(name, stage).is_some_and(&is_so);
        let all = self.strategy.tensors();
        all.filter(move |(name, placements)| placements.iter().any(|at| is_so(name, at.stage)))
            .map(|(name, _)| name)
    }

    /// The strategy as a file of all stages.
    ///
    /// # Errors
    /// If a name or a layout has no form in one.
    pub fn file(&self) -> Result<StrategyFile, NotWritable> {
        from_strategy(&self.strategy, None)
    }
}

/// Stages of one rank: nothing can be cut.
pub(super) fn whole(stages: &Stages<'_>) -> Result<Inferred, Refusal> {
    let (mut building, mut shapes) = (Building::default(), IndexSet::new());
    for (stage, of) in (0u32..).zip(&stages.list) {
        for (entry, _) in of.tensors() {
            let dims = entry.shape.dims();
            let group = || Group {
                example: entry.name.clone(),
                tensors: 0,
                slice: dims.to_vec(),
                cuts: vec![1; dims.len()],
                optimizer: 1,
                certainty: stages.certainty,
                is_assumed: false,
                reason: reasons::one_rank(),
            };
            let id = building.group(Key::Class(shapes.insert_full(dims.to_vec()).0), group);
            building.add(&entry.name, stage, id, Layout::whole(dims.len()))?;
        }
    }
    let sizes =
        Found { reasons: vec![reasons::stages(stages)], certainty: stages.certainty, ..Found::default() };
    building.finish(sizes)
}

/// The strategy of what was chosen per class, and guessed of what has no rule.
pub(super) fn result(
    stages: &Stages<'_>,
    tensors: &Tensors<'_>,
    sizes: &Sizes,
    (choices, guesses): (&[Choice], &[Guess]),
) -> Result<Inferred, Refusal> {
    // What hangs on a premise is lowered already, each class by itself.
    let of_sizes = if sizes.assumed.is_empty() { sizes.certainty } else { Certainty::Certain };
    let most = of_sizes.min(stages.certainty);
    let mut building = Building::default();
    let mut layouts = Vec::with_capacity(choices.len());
    for (class, choice) in tensors.classes.iter().zip(choices) {
        layouts.push(layout(class, choice.way, sizes).ok_or_else(|| contradiction(class))?);
    }
    for &(stage, name, index) in &tensors.all {
        let (Some(class), Some(choice), Some(layout)) =
            (tensors.classes.get(index), choices.get(index), layouts.get(index))
        else {
            continue;
        };
        let group = || Group {
            example: class.example.to_owned(),
            tensors: 0,
            slice: class.dims.to_vec(),
            cuts: layout.cuts(),
            optimizer: choice.way.optimizer,
            certainty: choice.certainty.min(most),
            is_assumed: choice.is_of_other_lengths(class),
            reason: reasons::of_class(class, choice, sizes),
        };
        let id = building.group(Key::Class(index), group);
        building.add(name, stage, id, layout.clone())?;
    }
    let mut shapes = IndexSet::new();
    for (strange, guess) in tensors.strange.iter().zip(guesses) {
        let cuts = guess.layout.cuts();
        let group = || Group {
            example: strange.name.to_owned(),
            tensors: 0,
            slice: strange.dims.to_vec(),
            cuts: cuts.clone(),
            optimizer: 1,
            certainty: guess.certainty.min(most),
            is_assumed: false,
            reason: reasons::strange(strange.dims, guess),
        };
        let (shape, _) = shapes.insert_full((strange.dims, cuts.clone(), guess.certainty));
        let id = building.group(Key::Strange(shape), group);
        building.add(strange.name, strange.stage, id, guess.layout.clone())?;
    }
    let experts = choices.iter().zip(&tensors.classes).find(|(_, class)| class.is_of_experts());
    let mut reasons = vec![reasons::stages(stages), reasons::sizes(tensors, sizes)];
    reasons.extend(experts.map(|(choice, class)| reasons::experts(class, choice, sizes)));
    building.finish(Found {
        model_parallel: Some(sizes.mp),
        expert_parallel: experts.map(|(choice, _)| choice.way.experts),
        optimizer: sizes.shard,
        reasons,
        certainty: most.min(sizes.certainty),
    })
}

fn contradiction(class: &Class<'_>) -> Refusal {
    Refusal::Contradiction { tensor: class.example.to_owned() }
}

/// What tensors are grouped by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Key {
    Class(usize),
    Strange(usize),
}

/// What was found of the whole.
#[derive(Debug)]
struct Found {
    model_parallel: Option<u64>,
    expert_parallel: Option<u64>,
    optimizer: Option<u64>,
    reasons: Vec<Phrase>,
    certainty: Certainty,
}

impl Default for Found {
    fn default() -> Self {
        let (model_parallel, expert_parallel, optimizer) = (None, None, None);
        Self {
            model_parallel,
            expert_parallel,
            optimizer,
            reasons: Vec::new(),
            certainty: Certainty::Certain,
        }
    }
}

/// Collects tensors.
#[derive(Default)]
struct Building {
    strategy: StrategyBuilder,
    groups: Vec<Group>,
    ids: HashMap<Key, usize>,
    of_tensor: HashMap<(String, u32), usize>,
}

impl Building {
    /// The group of a key, made if it is new.
    fn group(&mut self, key: Key, group: impl FnOnce() -> Group) -> usize {
        *self.ids.entry(key).or_insert_with(|| {
            self.groups.push(group());
            self.groups.len() - 1
        })
    }

    fn add(&mut self, name: &str, stage: u32, group: usize, layout: Layout) -> Result<(), Refusal> {
        if let Some(group) = self.groups.get_mut(group) {
            group.tensors += 1;
        }
        self.of_tensor.insert((name.to_owned(), stage), group);
        self.strategy.add(name, stage, layout, None).map_err(Refusal::NoStrategy)
    }

    fn finish(self, found: Found) -> Result<Inferred, Refusal> {
        let Found { model_parallel, expert_parallel, optimizer, reasons, certainty } = found;
        let strategy = self.strategy.build().map_err(Refusal::NoStrategy)?;
        let least = self.groups.iter().map(|group| group.certainty).min();
        let certainty = least.map_or(certainty, |least| least.min(certainty));
        let Self { groups, of_tensor, .. } = self;
        Ok(Inferred {
            strategy,
            model_parallel,
            expert_parallel,
            optimizer,
            certainty,
            reasons,
            groups,
            of_tensor,
        })
    }
}
