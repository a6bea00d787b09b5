//! How many tensors every stage of a side has.

use serde::{Deserialize, Serialize};

use super::{Held, Layouts, TensorFacts};
use crate::check::Side;

/// The tensors of a side by where they are, counted by the worker once for every drawing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stages {
    /// Of every stage up to the last that has some.
    pub of: Vec<StageTensors>,
    /// Those that every rank holds, which no strategy lists.
    pub everywhere: usize,
}

/// The tensors of a stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StageTensors {
    /// How many there are.
    pub tensors: u64,
    /// How many of them are cut.
    pub cut: u64,
}

impl Stages {
    /// Counts the tensors of a side.
    pub(super) fn of(tensors: &[TensorFacts], side: Side, layouts: &Layouts) -> Self {
        let mut stages = Self::default();
        for tensor in tensors {
            let placed = match tensor.held(side) {
                Held::Absent => continue,
                Held::Whole => {
                    stages.everywhere += 1;
                    continue;
                }
                Held::Laid(placed) => placed,
            };
            for placed in placed {
                let Ok(stage) = usize::try_from(placed.stage) else { continue };
                if stage >= stages.of.len() {
                    stages.of.resize(stage + 1, StageTensors::default());
                }
                if let Some(counts) = stages.of.get_mut(stage) {
                    counts.tensors += 1;
                    counts.cut += u64::from(layouts.get(placed.layout).is_some_and(|of| of.shards() > 1));
                }
            }
        }
        stages
    }

    /// The tensors of a stage.
    #[must_use]
    pub fn stage(&self, stage: u32) -> StageTensors {
        usize::try_from(stage).ok().and_then(|stage| self.of.get(stage)).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use crate::web::workbench::tests::example;

    #[test]
    fn the_examples_stages_have_their_layers_and_the_ends_more() {
        let known = example().work();
        let counts = |side: &Option<crate::web::snapshot::SideFacts>| {
            let stages = &side.as_ref().unwrap().stages;
            (stages.of.iter().map(|stage| (stage.tensors, stage.cut)).collect::<Vec<_>>(), stages.everywhere)
        };
        // 8 layers of 9 weights in each of 4 stages; the embedding first, a norm and the head last; two counters.
        assert_eq!(counts(&known.source), (vec![(73, 0), (72, 0), (72, 0), (74, 0)], 2));
        // 16 layers in each of 2; of a layer's weights the two norms are whole, and so is the last norm.
        assert_eq!(counts(&known.target), (vec![(145, 113), (146, 113)], 2));
    }
}
