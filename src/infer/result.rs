//! What was inferred, as a strategy and in words.

use std::collections::HashMap;

use indexmap::IndexSet;
use serde::Serialize;

use super::Refusal;
use super::families::{Cut, is_counter};
use super::open::Choice;
use super::reasons;
use super::sizes::Sizes;
use super::stages::Stage;
use super::tensors::{Class, Tensors};
use crate::layout::{Layout, Mesh, OptShard, SplitRule, Strategy, StrategyBuilder};
use crate::phrase::Phrase;

/// How sure something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Certainty {
    /// Headers allow others as well, and nothing speaks for this one.
    Guess,
    /// Headers allow others, but they are unusual.
    Likely,
    /// Nothing else agrees with the headers and the rules of the family.
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
    /// The group of a tensor in a stage; none if it is not in the strategy.
    #[must_use]
    pub fn group(&self, tensor: &str, stage: u32) -> Option<&Group> {
        self.groups.get(*self.of_tensor.get(&(tensor.to_owned(), stage))?)
    }

    /// The tensors of a certainty, in the order of the files.
    pub fn tensors(&self, certainty: Certainty) -> impl Iterator<Item = &str> {
        let is_so = move |name: &&str, stage: u32| {
            self.group(name, stage).is_some_and(|group| group.certainty == certainty)
        };
        let all = self.strategy.tensors();
        all.filter(move |(name, placements)| placements.iter().any(|at| is_so(name, at.stage)))
            .map(|(name, _)| name)
    }
}

/// Stages of one rank: nothing can be cut.
pub(super) fn whole(stages: &[Stage<'_>]) -> Result<Inferred, Refusal> {
    let (mut building, mut shapes) = (Building::default(), IndexSet::new());
    for (stage, of) in (0u32..).zip(stages) {
        for entry in of.entries.iter().filter(|entry| !is_counter(entry)) {
            let dims = entry.shape.dims();
            let group = || Group {
                example: entry.name.clone(),
                tensors: 0,
                slice: dims.to_vec(),
                cuts: vec![1; dims.len()],
                optimizer: 1,
                certainty: Certainty::Certain,
                reason: reasons::one_rank(),
            };
            let id = building.group(shapes.insert_full(dims.to_vec()).0, group);
            building.add(&entry.name, stage, id, Layout::whole(dims.len()))?;
        }
    }
    let reasons = vec![reasons::stages(stages)];
    building.finish(None, None, reasons, Certainty::Certain)
}

/// The strategy of what was chosen per class.
pub(super) fn result(
    stages: &[Stage<'_>],
    tensors: &Tensors<'_>,
    sizes: &Sizes,
    choices: &[Choice],
) -> Result<Inferred, Refusal> {
    let mut building = Building::default();
    let mut layouts = Vec::with_capacity(choices.len());
    for (class, choice) in tensors.classes.iter().zip(choices) {
        layouts.push(layout(class, choice, sizes).ok_or_else(|| contradiction(class))?);
    }
    for &(stage, name, index) in &tensors.all {
        let (Some(class), Some(choice), Some(layout)) =
            (tensors.classes.get(index), choices.get(index), layouts.get(index))
        else {
            continue;
        };
        let certainty = choice.certainty.min(sizes.certainty);
        let group = || Group {
            example: class.example.to_owned(),
            tensors: 0,
            slice: class.dims.to_vec(),
            cuts: layout.cuts(),
            optimizer: choice.way.optimizer,
            certainty,
            reason: reasons::of_class(class, choice, layout, sizes),
        };
        let id = building.group(index, group);
        building.add(name, stage, id, layout.clone())?;
    }
    let whole_layout = Layout::new(mesh(sizes, sizes.mp), &[Vec::new()], SplitRule::Exact)
        .unwrap_or_else(|_| Layout::whole(1));
    for &(stage, name) in &tensors.strange {
        let layout = whole_layout.clone();
        let group = || Group {
            example: name.to_owned(),
            tensors: 0,
            slice: Vec::new(),
            cuts: vec![1],
            optimizer: 1,
            certainty: Certainty::Guess,
            reason: reasons::strange(),
        };
        let id = building.group(usize::MAX, group);
        building.add(name, stage, id, layout)?;
    }
    let reasons = vec![reasons::stages(stages), reasons::sizes(tensors, sizes)];
    building.finish(Some(sizes.mp), sizes.shard, reasons, sizes.certainty)
}

fn contradiction(class: &Class<'_>) -> Refusal {
    Refusal::Contradiction { tensor: class.example.to_owned() }
}

/// The ranks of a stage, of which so many neighbours hold the parts of a tensor. MindFormers leaves
/// out axes of one rank.
fn mesh(sizes: &Sizes, parts: u64) -> Mesh {
    let axes: Vec<u64> = [sizes.ranks / parts, parts].into_iter().filter(|&size| size != 1).collect();
    Mesh::unnamed(&axes).unwrap_or_else(|_| Mesh::single())
}

/// The layout of a class; none if the ranks cannot be dealt out so.
fn layout(class: &Class<'_>, choice: &Choice, sizes: &Sizes) -> Option<Layout> {
    let parts = choice.way.parts;
    let mesh = mesh(sizes, if parts > 1 { parts } else { sizes.mp });
    let mut dims = vec![Vec::new(); class.dims.len()];
    let cut = usize::from(class.rule.cut == Cut::Columns);
    if let (true, Some(dim)) = (parts > 1, dims.get_mut(cut)) {
        dim.push(mesh.axes().len().saturating_sub(1));
    }
    let layout = Layout::new(mesh, &dims, SplitRule::Exact).ok()?;
    match choice.way.optimizer {
        1 => Some(layout),
        all if all == sizes.ranks / parts => layout.with_optimizer(OptShard::All).ok(),
        some => layout.with_optimizer(OptShard::Size(some)).ok(),
    }
}

/// Collects tensors.
#[derive(Default)]
struct Building {
    strategy: StrategyBuilder,
    groups: Vec<Group>,
    ids: HashMap<usize, usize>,
    of_tensor: HashMap<(String, u32), usize>,
}

impl Building {
    /// The group of a key, made if it is new.
    fn group(&mut self, key: usize, group: impl FnOnce() -> Group) -> usize {
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

    fn finish(
        self,
        model_parallel: Option<u64>,
        optimizer: Option<u64>,
        reasons: Vec<Phrase>,
        most: Certainty,
    ) -> Result<Inferred, Refusal> {
        let strategy = self.strategy.build().map_err(Refusal::NoStrategy)?;
        let certainty =
            self.groups.iter().map(|group| group.certainty).min().map_or(most, |least| least.min(most));
        let Self { groups, of_tensor, .. } = self;
        Ok(Inferred { strategy, model_parallel, optimizer, certainty, reasons, groups, of_tensor })
    }
}
