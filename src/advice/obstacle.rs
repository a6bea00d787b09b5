//! What keeps MindFormers from converting when the run is started.

use super::{Form, Place, Purpose, Run, Scenario, Source};
use crate::format::WeightFormat;
use crate::phrase::{Phrase, phrase};

/// A reason to convert before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The machines share no disk.
    OwnDisks,
    /// Every device matrix of the source is empty.
    PipelineOnly,
    /// Numbers of ranks per stage of which neither divides the other.
    DeviceCounts {
        /// Of the source.
        from: u64,
        /// Of the run.
        to: u64,
    },
    /// Stages of one rank out of stages of several.
    SingleRankStages {
        /// Ranks per stage of the source.
        from: u64,
        /// Stages of the run.
        stages: u64,
    },
    /// Layouts of which MindSpore puts wrong values together.
    MixedUp,
    /// Slices in safetensors for one rank.
    RankFolders,
    /// A step of slices in safetensors.
    NamedStep,
}

/// All of them.
pub(super) fn obstacles(source: &Source, run: &Run, scenario: Scenario) -> Vec<Obstacle> {
    if !scenario.converts() {
        return Vec::new();
    }
    let is_sliced = matches!(source.form, Form::Sliced(_));
    let strategy = source.strategy.as_ref().filter(|_| is_sliced);
    let of_ranks = scenario == Scenario::SlicedToOne && source.format == WeightFormat::Safetensors;
    let all = [
        (run.place == Place::OwnDisks).then_some(Obstacle::OwnDisks),
        strategy.filter(|strategy| strategy.is_pipeline_only).map(|_| Obstacle::PipelineOnly),
        counts(source, run, scenario),
        strategy.filter(|strategy| strategy.is_mixed_up).map(|_| Obstacle::MixedUp),
        of_ranks.then_some(Obstacle::RankFolders),
        named_step(source, run, scenario).then_some(Obstacle::NamedStep),
    ];
    all.into_iter().flatten().collect()
}

/// What MindSpore's redistribution of `.ckpt` files wants of the numbers of ranks; safetensors are put together
/// first.
fn counts(source: &Source, run: &Run, scenario: Scenario) -> Option<Obstacle> {
    let is_recut = scenario == Scenario::SlicedToMany && source.format == WeightFormat::Ckpt;
    let from = source.strategy.as_ref().filter(|_| is_recut)?.ranks_per_stage;
    let stages = run.parallel?.pp;
    let to = run.world_size.checked_div(stages)?;
    if to == 1 && stages > 1 && from > 1 {
        return Some(Obstacle::SingleRankStages { from, stages });
    }
    let divides = from.is_multiple_of(to) || to.is_multiple_of(from);
    (!divides).then_some(Obstacle::DeviceCounts { from, to })
}

/// Whether MindFormers would put a step of safetensors together by its name: see [`crate::resume::unified`].
fn named_step(source: &Source, run: &Run, scenario: Scenario) -> bool {
    let is_several = matches!(source.form, Form::Sliced(ranks) if ranks > 1);
    let is_resumed = run.purpose == Purpose::Resume && run.resume_training.is_some();
    scenario == Scenario::SlicedToMany
        && source.format == WeightFormat::Safetensors
        && is_several
        && is_resumed
}

impl Obstacle {
    /// Whether it is MindSpore's, so that MindFormers' own script meets it as well.
    #[must_use]
    pub const fn is_of_mindspore(self) -> bool {
        !matches!(self, Self::OwnDisks | Self::RankFolders | Self::NamedStep)
    }

    /// The reason in words.
    #[must_use]
    pub fn phrase(self) -> Phrase {
        match self {
            Self::OwnDisks => phrase!(
                "the machines share no disk: MindFormers writes strategies and converted slices on one of them, and stops with “When device num > 8 and auto_trans_ckpt is set to True, the output_dir must be a shared directory accessible by all nodes”",
                "各机器没有共享盘：MindFormers 只在其中一台写出策略与转换后的切片，并报错 “When device num > 8 and auto_trans_ckpt is set to True, the output_dir must be a shared directory accessible by all nodes”"
            ),
            Self::PipelineOnly => phrase!(
                "MindSpore refuses: “The parallel strategy file only contains pipeline-parallelism, which is not supported for parallel strategy conversion now.”",
                "MindSpore 会拒绝：“The parallel strategy file only contains pipeline-parallelism, which is not supported for parallel strategy conversion now.”"
            ),
            Self::DeviceCounts { from, to } => phrase!(
                "MindSpore refuses {from} ranks per stage to {to}, of which neither divides the other: “Cannot transform device_num from {from} to {to}”",
                "每阶段 {from} 个 rank 与 {to} 个互不整除，MindSpore 会拒绝：“Cannot transform device_num from {from} to {to}”",
                from,
                to
            ),
            Self::SingleRankStages { from, stages } => phrase!(
                "MindSpore fails for {stages} stages of one rank out of stages of {from}: “Rank … is not in the current stage!”",
                "源每阶段 {from} 个 rank，目标为 {stages} 个各有一个 rank 的阶段，MindSpore 会失败：“Rank … is not in the current stage!”",
                stages,
                from
            ),
            Self::MixedUp => phrase!(
                "MindSpore 2.10 mixes up slices of such layouts without an error: a later mesh axis cuts an earlier dimension, and the optimizer splits over the outermost axis",
                "MindSpore 2.10 会不加提示地弄混这种切分的切片：靠后的网格轴切分了靠前的维度，同时优化器沿最外侧的轴切分"
            ),
            Self::NamedStep => phrase!(
                "MindFormers 1.5 and 1.6 look for the file of rank 0 in the folders of all ranks and stop (“No safetensors files found in directory … with suffix …”); later versions go by the end of the name, which another run's file may have, too",
                "MindFormers 1.5 与 1.6 会在所有 rank 的目录中查找 rank 0 的文件名而报错（“No safetensors files found in directory … with suffix …”）；之后的版本按名称后缀查找，可能取到其他运行的文件"
            ),
            Self::RankFolders => phrase!(
                "MindFormers refuses safetensors in rank folders for one rank: “when input checkpoint file is rank dir, Please set use_parallel: True to enable distributed ckpt load.”",
                "单卡任务加载 rank 目录中的 safetensors 时 MindFormers 会拒绝：“when input checkpoint file is rank dir, Please set use_parallel: True to enable distributed ckpt load.”"
            ),
        }
    }
}
