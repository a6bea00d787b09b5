//! What to write into a run's YAML so that it loads a checkpoint, or which commands to run first where
//! MindFormers cannot convert by itself, each with its reason.
//!
//! The rules are MindFormers' (`docs/feature_cards/Transform_Ckpt.md`, `ckpt_transform/transform_checkpoint.py`,
//! `tools/utils.py`): a complete checkpoint is cut, and a sliced one cut anew, with `auto_trans_ckpt` where all
//! ranks see one output folder; else offline, by hand. The document's seven worked cases are the tests.

mod case;
mod findings;
mod lines;
mod steps;

pub use case::Case;
pub use lines::{Line, yaml};
pub use steps::Step;

use crate::check::Finding;
use crate::format::WeightFormat;
use crate::phrase::{Phrase, phrase};

/// The checkpoint to load.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its folder, or file.
    pub path: String,
    /// How it is stored.
    pub form: Form,
    /// The format of its files.
    pub format: WeightFormat,
    /// Whether it holds what resuming needs: optimizer states and counters.
    pub resumes: bool,
    /// How it is cut, where a strategy is given.
    pub strategy: Option<SourceStrategy>,
}

/// How a checkpoint is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// In one piece. The file, where it is one file.
    Complete(Option<String>),
    /// In slices of so many ranks, in `rank_N` folders.
    Sliced(u64),
}

/// The strategy of the run that saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceStrategy {
    /// The folder or file that was given.
    pub path: String,
    /// The merged file in the folder, if there is one.
    pub merged: Option<String>,
    /// The first file of a rank in the folder, if it is a folder.
    pub of_a_rank: Option<String>,
    /// Pipeline stages.
    pub stages: u32,
    /// Whether every tensor is whole in its stage: only pipeline parallelism.
    pub is_pipeline_only: bool,
}

/// What the run is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Training from weights: pre-training or fine-tuning.
    Train,
    /// Training that goes on.
    Resume,
    /// Inference.
    Predict,
}

/// Where the ranks of the run are, and what they share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// `parallel_config` of the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// Whether MindFormers cannot do it when the run is started, so that it is done before.
    pub is_offline: bool,
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
    let is_pipeline_only = source.strategy.as_ref().is_some_and(|strategy| strategy.is_pipeline_only);
    let is_offline = scenario.converts() && (run.place == Place::OwnDisks || is_pipeline_only);
    let steps = match is_offline {
        true => steps::offline(source, run, scenario),
        false => vec![Step::Yaml(lines::automatic(source, run, scenario))],
    };
    let findings = findings::findings(source, run, scenario);
    Advice { scenario, is_offline, case: Case::of(scenario, run), steps, findings }
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
