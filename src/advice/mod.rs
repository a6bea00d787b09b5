//! What to write into a run's YAML so that it loads a checkpoint, or which commands to run first where
//! MindFormers cannot convert by itself, each with its reason.
//!
//! The rules are MindFormers' (`docs/feature_cards/Transform_Ckpt.md`, `ckpt_transform/transform_checkpoint.py`,
//! `tools/utils.py`): a complete checkpoint is cut, and a sliced one cut anew, with `auto_trans_ckpt` where all
//! ranks see one output folder; else offline, by hand. The document's seven worked cases are the tests.

mod case;
mod findings;
mod lines;
mod obstacle;
mod pile;
mod steps;

pub use case::Case;
pub use lines::{Line, yaml};
pub use obstacle::Obstacle;
pub use pile::{At, same_layout};
pub use steps::Step;

use serde::{Deserialize, Serialize};

use crate::check::Finding;
use crate::format::WeightFormat;
use crate::phrase::{Phrase, phrase};

/// The checkpoint to load.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its folder: the one that holds its rank folders, if it has them.
    pub path: String,
    /// How it is stored.
    pub form: Form,
    /// The format of its files.
    pub format: WeightFormat,
    /// Whether its files are where MindFormers looks: slices in `rank_N`, a complete `.ckpt` in `rank_0`.
    pub is_placed: bool,
    /// Whether it holds what resuming needs: optimizer states and counters.
    pub resumes: bool,
    /// How it is cut, where a strategy is given.
    pub strategy: Option<SourceStrategy>,
}

/// How a checkpoint is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// In one piece.
    Complete(Whole),
    /// In slices of so many ranks.
    Sliced(u64),
}

/// The files of a complete checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Whole {
    /// The file, where it is one.
    pub file: Option<String>,
    /// The folder that they lie in.
    pub folder: String,
}

/// The strategy of the run that saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceStrategy {
    /// The folder or file that was given.
    pub path: String,
    /// The folder, also of a file that was given.
    pub folder: String,
    /// The merged file in the folder, if a folder was given and there is one.
    pub merged: Option<String>,
    /// The first file of a rank in the folder, if a folder was given.
    pub of_a_rank: Option<String>,
    /// Pipeline stages.
    pub stages: u32,
    /// Ranks per stage.
    pub ranks_per_stage: u64,
    /// Whether every device matrix is empty: only pipeline parallelism, as MindSpore refuses it.
    pub is_pipeline_only: bool,
    /// Whether there are layouts of which MindSpore puts wrong values together.
    pub is_mixed_up: bool,
}

/// What the run is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Purpose {
    /// Training from weights: pre-training or fine-tuning.
    #[default]
    Train,
    /// Training that goes on.
    Resume,
    /// Inference.
    Predict,
}

/// Where the ranks of the run are, and what they share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    /// On one machine.
    OneMachine,
    /// On several, with a disk that MindFormers takes for shared.
    SharedDisk,
    /// On several, each with its own disk.
    OwnDisks,
    /// On ModelArts.
    ModelArts,
}

/// Devices of a machine, where nothing says otherwise (`DEVICE_NUM_PER_NODE`).
pub const DEVICES_PER_NODE: u64 = 8;

impl Place {
    /// Where a run of so many ranks is. As MindFormers has it, no more ranks than a machine has devices are on one
    /// machine; `chosen` says what several share, and `is_shared` finds it out where nothing is chosen.
    #[must_use]
    pub fn of(
        world_size: u64,
        devices_per_node: u64,
        chosen: Option<Self>,
        is_shared: impl FnOnce() -> bool,
    ) -> Self {
        match chosen {
            Some(Self::ModelArts) => Self::ModelArts,
            _ if world_size <= devices_per_node => Self::OneMachine,
            Some(Self::SharedDisk) => Self::SharedDisk,
            Some(Self::OwnDisks) => Self::OwnDisks,
            Some(Self::OneMachine) | None => match is_shared() {
                true => Self::SharedDisk,
                false => Self::OwnDisks,
            },
        }
    }
}

/// `parallel_config` of the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parallel {
    /// `data_parallel`.
    pub dp: u64,
    /// `model_parallel`.
    pub mp: u64,
    /// `context_parallel`.
    pub cp: u64,
    /// `pipeline_stage`.
    pub pp: u64,
}

/// The run that is to load it.
#[derive(Clone, Debug)]
pub struct Run {
    /// What it is for.
    pub purpose: Purpose,
    /// Its ranks.
    pub world_size: u64,
    /// Its parallel sizes, where they are known.
    pub parallel: Option<Parallel>,
    /// Whether it is laid out as the run that saved.
    pub same_layout: bool,
    /// Where its ranks are.
    pub place: Place,
    /// Devices of a machine.
    pub devices_per_node: u64,
    /// `output_dir`.
    pub output_dir: String,
    /// The file to resume from: `resume_training: NAME`; `True` if none.
    pub resume_training: Option<String>,
}

/// What has to happen between checkpoint and run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scenario {
    /// A complete checkpoint, one rank: nothing.
    CompleteToOne,
    /// A complete checkpoint must be cut.
    CompleteToMany,
    /// Slices that fit as they are.
    SlicedAsIs,
    /// Slices must be cut anew.
    SlicedToMany,
    /// Slices must be put together.
    SlicedToOne,
}

/// What to do.
#[derive(Clone, Debug)]
pub struct Advice {
    /// What has to happen.
    pub scenario: Scenario,
    /// What keeps MindFormers from doing it when the run is started, so that it is done before.
    pub obstacles: Vec<Obstacle>,
    /// The case of MindFormers' document that this is, if it is one of the seven.
    pub case: Option<Case>,
    /// What to do, in order.
    pub steps: Vec<Step>,
    /// What is wrong with the wish.
    pub findings: Vec<Finding>,
}

/// What to do so that `run` loads `source`.
#[must_use]
pub fn advise(source: &Source, run: &Run) -> Advice {
    let scenario = scenario(source, run);
    let obstacles = obstacle::obstacles(source, run, scenario);
    let mut steps: Vec<Step> = steps::before(source, run, scenario).into_iter().collect();
    match obstacles.is_empty() {
        true => steps.push(Step::Yaml(lines::automatic(source, run, scenario))),
        false => steps.extend(steps::offline(source, run, scenario, &obstacles)),
    }
    let findings = findings::findings(source, run, scenario);
    Advice { scenario, obstacles, case: Case::of(scenario, run), steps, findings }
}

impl Advice {
    /// Whether MindFormers cannot convert when the run is started.
    #[must_use]
    pub const fn is_offline(&self) -> bool {
        !self.obstacles.is_empty()
    }
}

fn scenario(source: &Source, run: &Run) -> Scenario {
    match (&source.form, run.world_size) {
        (Form::Complete(_), 1) => Scenario::CompleteToOne,
        (Form::Complete(_), _) => Scenario::CompleteToMany,
        (Form::Sliced(ranks), world) if run.same_layout && *ranks == world => Scenario::SlicedAsIs,
        (Form::Sliced(_), 1) => Scenario::SlicedToOne,
        (Form::Sliced(_), _) => Scenario::SlicedToMany,
    }
}

impl Scenario {
    /// Whether tensors must be cut or put together.
    #[must_use]
    pub const fn converts(self) -> bool {
        matches!(self, Self::CompleteToMany | Self::SlicedToMany | Self::SlicedToOne)
    }

    /// The name, as JSON says it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::CompleteToOne => "complete_to_one",
            Self::CompleteToMany => "complete_to_many",
            Self::SlicedAsIs => "sliced_as_is",
            Self::SlicedToMany => "sliced_to_many",
            Self::SlicedToOne => "sliced_to_one",
        }
    }

    /// The scenario in a line.
    #[must_use]
    pub fn phrase(self) -> Phrase {
        match self {
            Self::CompleteToOne => phrase!(
                "a complete checkpoint for one rank: it is loaded as it is",
                "完整权重，单卡任务：直接加载"
            ),
            Self::CompleteToMany => phrase!(
                "a complete checkpoint for several ranks: it must be cut",
                "完整权重，多卡任务：需要切分"
            ),
            Self::SlicedAsIs => phrase!(
                "slices for a run of the same layout: each rank loads its own as it is",
                "分布式权重，切分方式相同：各 rank 直接加载自己的切片"
            ),
            Self::SlicedToMany => phrase!(
                "slices for a run of another layout: they must be cut anew",
                "分布式权重，切分方式不同：需要重新切分"
            ),
            Self::SlicedToOne => {
                phrase!("slices for one rank: they must be put together", "分布式权重，单卡任务：需要合并")
            }
        }
    }
}
