//! A whole strategy: tensor name → layout per stage.

use std::collections::HashMap;
use std::ops::Range;

use foldhash::fast::FixedState;
use indexmap::IndexMap;

use super::{Layout, MAX_RANKS_PER_STAGE};
use crate::units::counted;

/// More stages than any pipeline has; bounds the global rank count.
pub const MAX_STAGES: u32 = 1 << 14;

/// Index of a layout inside its strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LayoutId(pub usize);

/// Where one stage holds a tensor, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The pipeline stage, 0-based.
    pub stage: u32,
    /// The layout over that stage's ranks.
    pub layout: LayoutId,
    /// The whole tensor's lengths where the file says them (MindSpore JSON `tensor_shape`), one
    /// per layout dimension: more than the tensor has if the file flattened a nested map.
    pub declared: Option<Vec<u64>>,
}

/// Tensor name → layout, for all stages of a job. Stage s of P owns ranks s·D … (s+1)·D−1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    stages: u32,
    ranks_per_stage: u64,
    layouts: Vec<Layout>,
    tensors: IndexMap<String, Vec<Placement>, FixedState>,
}

/// Why placements are no strategy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StrategyError {
    /// Layouts over different numbers of ranks.
    #[error("`{tensor}` of stage {stage} is laid out over {}, `{other}` over {expected}", counted(*found, "rank", "ranks"))]
    RanksDiffer {
        /// The tensor that differs.
        tensor: String,
        /// Its stage.
        stage: u32,
        /// Ranks per stage of its layout.
        found: u64,
        /// The tensor that was added first.
        other: String,
        /// Ranks per stage of the first tensor's layout.
        expected: u64,
    },
    /// One stage lays a tensor out in two ways.
    #[error("stage {stage} gives `{tensor}` two different layouts")]
    TwoLayouts {
        /// The tensor.
        tensor: String,
        /// The stage.
        stage: u32,
    },
    /// No tensor at all.
    #[error("the strategy has no layouts")]
    Empty,
    /// A stage number beyond [`MAX_STAGES`].
    #[error("stage {0} is more than {MAX_STAGES} stages allow")]
    TooManyStages(u32),
    /// Stages 0 … n−1 are not all there.
    #[error("stage {missing} of {stages} is missing")]
    StageMissing {
        /// The lowest stage without a tensor.
        missing: u32,
        /// Highest stage plus one.
        stages: u32,
    },
}

impl Strategy {
    /// Number of pipeline stages.
    #[must_use]
    pub const fn stages(&self) -> u32 {
        self.stages
    }

    /// D: ranks per stage.
    #[must_use]
    pub const fn ranks_per_stage(&self) -> u64 {
        self.ranks_per_stage
    }

    /// Number of ranks of the job; at most 2^34.
    #[must_use]
    pub fn ranks(&self) -> u64 {
        u64::from(self.stages) * self.ranks_per_stage
    }

    /// The stage of a global rank and the rank's position in it; none beyond the last rank.
    #[must_use]
    pub fn locate(&self, rank: u64) -> Option<(u32, u64)> {
        let stage = u32::try_from(rank / self.ranks_per_stage).ok().filter(|&stage| stage < self.stages)?;
        Some((stage, rank % self.ranks_per_stage))
    }

    /// The global ranks of a stage.
    #[must_use]
    pub fn ranks_of_stage(&self, stage: u32) -> Range<u64> {
        let first = u64::from(stage) * self.ranks_per_stage;
        first..first + self.ranks_per_stage
    }

    /// The distinct layouts.
    #[must_use]
    pub fn layouts(&self) -> &[Layout] {
        &self.layouts
    }

    /// A layout of this strategy.
    #[must_use]
    pub fn layout(&self, id: LayoutId) -> Option<&Layout> {
        self.layouts.get(id.0)
    }

    /// The placements of a tensor, by ascending stage; empty if the strategy does not know it.
    #[must_use]
    pub fn placements(&self, tensor: &str) -> &[Placement] {
        self.tensors.get(tensor).map_or(&[], Vec::as_slice)
    }

    /// Every tensor with its placements, in the order of the files (by stage, then as listed).
    pub fn tensors(&self) -> impl ExactSizeIterator<Item = (&str, &[Placement])> {
        self.tensors.iter().map(|(name, placements)| (name.as_str(), placements.as_slice()))
    }
}

/// Collects placements into a [`Strategy`]; equal layouts are kept once.
#[derive(Debug, Default)]
pub struct StrategyBuilder {
    layouts: Vec<Layout>,
    ids: HashMap<Layout, LayoutId>,
    tensors: IndexMap<String, Vec<Placement>, FixedState>,
    /// The first tensor, and the ranks per stage of its layout.
    first: Option<(String, u64)>,
}

impl StrategyBuilder {
    /// Adds one tensor of one stage. The same placement twice counts once.
    ///
    /// # Errors
    /// If the layout has another number of ranks than the first, the stage already lays the
    /// tensor out differently, or the stage is beyond [`MAX_STAGES`].
    pub fn add(
        &mut self,
        tensor: &str,
        stage: u32,
        layout: Layout,
        declared: Option<Vec<u64>>,
    ) -> Result<(), StrategyError> {
        let layout = self.layout(layout);
        self.place(tensor, stage, layout, declared)
    }

    /// Keeps a layout, once, for [`StrategyBuilder::place`]: a model's thousands of tensors have a
    /// handful of layouts.
    pub fn layout(&mut self, layout: Layout) -> LayoutId {
        debug_assert!(layout.mesh().ranks() <= MAX_RANKS_PER_STAGE);
        let next = LayoutId(self.layouts.len());
        *self.ids.entry(layout).or_insert_with_key(|layout| {
            self.layouts.push(layout.clone());
            next
        })
    }

    /// As [`StrategyBuilder::add`], with a layout that is kept already.
    ///
    /// # Errors
    /// As [`StrategyBuilder::add`].
    pub fn place(
        &mut self,
        tensor: &str,
        stage: u32,
        layout: LayoutId,
        declared: Option<Vec<u64>>,
    ) -> Result<(), StrategyError> {
        let found = self.layouts.get(layout.0).map_or(1, |layout| layout.mesh().ranks());
        let (other, expected) = self.first.get_or_insert_with(|| (tensor.to_owned(), found));
        if found != *expected {
            let (tensor, other, expected) = (tensor.to_owned(), other.clone(), *expected);
            return Err(StrategyError::RanksDiffer { tensor, stage, found, other, expected });
        }
        if stage >= MAX_STAGES {
            return Err(StrategyError::TooManyStages(stage));
        }
        let placement = Placement { stage, layout, declared };
        let placements = self.tensors.entry(tensor.to_owned()).or_default();
        match placements.binary_search_by_key(&stage, |placement| placement.stage) {
            Ok(at) if placements.get(at) == Some(&placement) => {}
            Ok(_) => return Err(StrategyError::TwoLayouts { tensor: tensor.to_owned(), stage }),
            Err(at) => placements.insert(at, placement),
        }
        Ok(())
    }

    /// The strategy of all that was added; stages count from 0 to the highest added.
    ///
    /// # Errors
    /// If nothing was added or a stage in between has no tensor.
    pub fn build(self) -> Result<Strategy, StrategyError> {
        let (_, ranks_per_stage) = self.first.ok_or(StrategyError::Empty)?;
        let highest = self.tensors.values().flatten().map(|placement| placement.stage).max();
        let stages = highest.ok_or(StrategyError::Empty)? + 1;
        let mut seen = vec![false; usize::try_from(stages).unwrap_or(0)];
        for placement in self.tensors.values().flatten() {
            if let Some(seen) = usize::try_from(placement.stage).ok().and_then(|stage| seen.get_mut(stage)) {
                *seen = true;
            }
        }
        if let Some(missing) = seen.iter().position(|&seen| !seen) {
            let missing = u32::try_from(missing).unwrap_or(u32::MAX);
            return Err(StrategyError::StageMissing { missing, stages });
        }
        Ok(Strategy { stages, ranks_per_stage, layouts: self.layouts, tensors: self.tensors })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{Mesh, SplitRule};

    fn layout(ranks: u64) -> Layout {
        Layout::new(Mesh::unnamed(&[ranks]).unwrap(), &[vec![0]], SplitRule::Exact).unwrap()
    }

    #[test]
    fn stages_own_consecutive_ranks() {
        let mut builder = StrategyBuilder::default();
        builder.add("a", 0, layout(4), None).unwrap();
        builder.add("b", 1, layout(4), None).unwrap();
        let strategy = builder.build().unwrap();
        assert_eq!(strategy.locate(6), Some((1, 2)));
        assert_eq!(strategy.locate(8), None);
        assert_eq!(strategy.ranks_of_stage(1), 4..8);
    }

    #[test]
    fn device_counts_that_differ_between_tensors_are_refused() {
        let mut builder = StrategyBuilder::default();
        builder.add("w", 0, layout(8), None).unwrap();
        let refused = builder.add("b", 0, layout(4), None).unwrap_err();
        assert!(matches!(&refused, StrategyError::RanksDiffer { other, expected: 8, .. } if other == "w"));
    }

    #[test]
    fn a_missing_stage_is_named() {
        let mut builder = StrategyBuilder::default();
        builder.add("a", 0, layout(2), None).unwrap();
        builder.add("b", 2, layout(2), None).unwrap();
        assert_eq!(builder.build(), Err(StrategyError::StageMissing { missing: 1, stages: 3 }));
    }

    #[test]
    fn two_layouts_of_one_stage_are_refused() {
        let mut builder = StrategyBuilder::default();
        builder.add("a", 0, layout(2), None).unwrap();
        assert!(builder.add("a", 0, layout(2), None).is_ok());
        assert!(matches!(
            builder.add("a", 0, Layout::whole(1), None),
            Err(StrategyError::RanksDiffer { .. })
        ));
    }
}
