//! The seven worked cases of MindFormers' document on converting weights (`Transform_Ckpt.md`).

use super::{Place, Purpose, Run, Scenario};
use crate::phrase::{Phrase, phrase};

/// A worked case of the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Case {
    /// Training case 1: a complete checkpoint, training on one machine.
    Train1,
    /// Training case 2: slices, training in another layout.
    Train2,
    /// Inference case 1: slices, inference on one rank.
    Predict1,
    /// Inference case 2: slices, inference on several.
    Predict2,
    /// Inference case 3: a complete checkpoint, inference on several.
    Predict3,
    /// Training on several nodes of ModelArts.
    ModelArts,
    /// Training on several machines, with or without a shared disk.
    Machines,
}

impl Case {
    /// The case that a run is of.
    pub(super) const fn of(scenario: Scenario, run: &Run) -> Option<Self> {
        let trains = !matches!(run.purpose, Purpose::Predict);
        match (scenario, run.place) {
            (Scenario::CompleteToMany | Scenario::SlicedToMany, Place::ModelArts) if trains => {
                Some(Self::ModelArts)
            }
            (Scenario::CompleteToMany | Scenario::SlicedToMany, Place::SharedDisk | Place::OwnDisks)
                if trains =>
            {
                Some(Self::Machines)
            }
            (Scenario::CompleteToMany, Place::OneMachine) if trains => Some(Self::Train1),
            (Scenario::SlicedToMany, Place::OneMachine) if trains => Some(Self::Train2),
            (Scenario::SlicedToOne, _) if !trains => Some(Self::Predict1),
            (Scenario::SlicedToMany, Place::OneMachine) => Some(Self::Predict2),
            (Scenario::CompleteToMany, Place::OneMachine) => Some(Self::Predict3),
            _ => None,
        }
    }

    /// Its name in the document.
    #[must_use]
    pub fn phrase(self) -> Phrase {
        match self {
            Self::Train1 => phrase!(
                "training case 1: a complete checkpoint on one machine",
                "训练案例一：基于完整权重，启动分布式训练"
            ),
            Self::Train2 => phrase!(
                "training case 2: slices in another layout",
                "训练案例二：基于分布式权重，启动另一种切分的分布式训练"
            ),
            Self::Predict1 => {
                phrase!("inference case 1: slices on one rank", "推理案例一：基于分布式权重，启动单卡推理")
            }
            Self::Predict2 => phrase!(
                "inference case 2: slices on several ranks",
                "推理案例二：基于分布式权重，启动分布式推理"
            ),
            Self::Predict3 => phrase!(
                "inference case 3: a complete checkpoint on several ranks",
                "推理案例三：基于完整权重，启动分布式推理"
            ),
            Self::ModelArts => {
                phrase!("training on several nodes of ModelArts", "ModelArts 多机多卡训练案例")
            }
            Self::Machines => phrase!("training on several machines", "物理机多机多卡训练案例"),
        }
    }
}
