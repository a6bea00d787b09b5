//! The flags: a stable contract. Long flags with `-`; the `_` spellings of MindFormers'
//! `transform_ckpt.py` and `transform_checkpoint.py` mean the same.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{ArgGroup, Args, Parser, Subcommand, ValueEnum};

use super::resume_training::{ResumeTraining, resume_training};
use crate::check::Lang;
use crate::format::WeightFormat;
use crate::native::execute::{RankSet, check_prefix};
use crate::resume::{MAX_RANKS, Version};

/// See, plan and convert sharded checkpoints.
#[derive(Debug, Parser)]
#[command(name = "shardlens", version, after_help = EXAMPLES)]
pub(super) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

const EXAMPLES: &str = "\
Examples:
  What is in these files?
    shardlens inspect output/checkpoint/rank_0 output/strategy

  What would go wrong, before anything runs?
    shardlens check --src-ckpt output/checkpoint --src-strategy output/strategy \\
        --dst-strategy target/strategy

  From 8 ranks (dp2 mp1 pp4) to 4 (mp2 pp2), as MindFormers' transform_ckpt.py does:
    shardlens transform --src-ckpt output/checkpoint --src-strategy output/strategy \\
        --dst-strategy target/strategy --dst-ckpt target/checkpoint

  One complete file out of a sharded checkpoint: leave --dst-strategy out (or say None).

  The same in two steps, the second on many machines that share the disk:
    shardlens plan --src-ckpt output/checkpoint --src-strategy output/strategy \\
        --dst-strategy target/strategy -o plan.json
    shardlens apply plan.json --src-root output/checkpoint --dst-ckpt target/checkpoint \\
        --dst-ranks 0-7

  Which step can a MindFormers job resume from?
    shardlens resume output/checkpoint

Exit status:
  0    done, nothing worse than a warning
  1    the input can be read but cannot give a correct result; nothing was written
       (diff: something differs; explain: nothing is known)
  2    wrong usage, or files or disk failed (diff: cannot be compared)
  130  interrupted";

/// The commands.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Say what files are and what they hold, from their headers
    Inspect(Inspect),
    /// Say everything that is wrong with a conversion, or with one side, before anything runs
    Check(Check),
    /// Say what a code means, or what causes a text of error
    Explain(Explain),
    /// Plan a conversion and write the plan as JSON
    Plan(Plan),
    /// Execute a plan
    Apply(Apply),
    /// Plan and execute in one go
    Transform(Transform),
    /// Merge the strategy files of all stages into one file
    Merge(Merge),
    /// Find out how a sliced checkpoint is cut when its strategy files are lost
    Infer(Infer),
    /// Say what differs between two checkpoints or two strategies
    Diff(Diff),
    /// Say which step a MindFormers job can resume from, and why
    Resume(Resume),
    /// Say what to write into a run's YAML so that it loads a checkpoint
    Advise(Advise),
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  shardlens inspect model.safetensors
  shardlens inspect output/strategy --json | jq '.inputs[].files[].path'
  shardlens inspect --crc output/checkpoint")]
pub(super) struct Inspect {
    /// Files or folders
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Read all contents and compare with the checksums that files carry
    #[arg(long)]
    pub crc: bool,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  shardlens check --src-ckpt output/checkpoint --src-strategy output/strategy \\
      --dst-strategy target/strategy
  shardlens check --src-ckpt output/checkpoint --src-strategy output/strategy --json
  shardlens check --src-strategy output/strategy
  shardlens check --src-ckpt ckpt --src-strategy strategy --markdown > report.md

Only headers are read, unless --content asks for more. Findings come worst first, each with what
was seen, what follows and what to do. Exit status 1 means that no correct result can be given.")]
#[command(group(ArgGroup::new("given").args(["src_ckpt", "src_strategy", "dst_strategy"]).required(true).multiple(true)))]
pub(super) struct Check {
    #[command(flatten)]
    pub piles: Piles,
    /// Weights that the target's model has already: names, shapes and types are compared with the source's
    #[arg(long, value_name = "PATH")]
    pub dst_ckpt_headers: Option<PathBuf>,
    /// Container format of the target files; the source's unless given
    #[arg(long, value_enum, requires = "src_ckpt")]
    pub format: Option<Format>,
    /// Read all values too: NaN, infinities, weights of zeros, copies that differ, checksums
    #[arg(long, requires = "src_ckpt")]
    pub content: bool,
    /// Markdown on stdout, to be pasted into a report
    #[arg(long, conflicts_with = "json")]
    pub markdown: bool,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  shardlens explain SL0408
  shardlens explain traceback.txt --src-ckpt output/checkpoint --src-strategy output/strategy
  python transform_ckpt.py ... 2>&1 | shardlens explain --lang zh

The text may be a whole log: with colours, of several ranks, in UTF-8 or UTF-16, of up to 4 GiB. Exit status 1 means that
nothing in it is known.")]
pub(super) struct Explain {
    /// A code, or a file with a text of error; the text is read from stdin unless given
    #[arg(value_name = "CODE|FILE", conflicts_with = "list")]
    pub what: Option<OsString>,
    /// All codes
    #[arg(long, conflicts_with_all = ["src_ckpt", "src_strategy", "dst_strategy"])]
    pub list: bool,
    /// The language of explanations
    #[arg(long, value_enum, default_value_t)]
    pub lang: Language,
    #[command(flatten)]
    pub piles: Piles,
    /// One JSON document on stdout
    #[arg(long)]
    pub json: bool,
}

impl Explain {
    /// Explanations are all that there is to tell.
    pub(super) const fn output(&self) -> Output {
        Output { json: self.json, quiet: false }
    }
}

/// What is to be converted, as far as it is there.
#[derive(Debug, Args)]
pub(super) struct Piles {
    /// A folder of rank_N folders, a folder of a complete checkpoint, or one complete file
    #[arg(long, visible_alias = "src_ckpt_dir", aliases = ["src_ckpt", "src-ckpt-dir", "src_checkpoint"], value_name = "PATH")]
    pub src_ckpt: Option<PathBuf>,
    /// The source's strategy: a file, or a folder of ckpt_strategy_rank_N; None for a complete checkpoint
    #[arg(long, visible_alias = "src_ckpt_strategy", aliases = ["src_strategy", "src-ckpt-strategy"], value_name = "PATH")]
    pub src_strategy: Option<OsString>,
    /// The target's strategy
    #[arg(long, visible_alias = "dst_ckpt_strategy", aliases = ["dst_strategy", "dst-ckpt-strategy"], value_name = "PATH")]
    pub dst_strategy: Option<OsString>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  shardlens plan --src-ckpt full --dst-strategy strategy_mp4_pp2 -o plan.json
  shardlens plan --src-ckpt ckpt --src-strategy src_strategy --dst-strategy None -o to_one_file.json

The plan is self-contained: `shardlens apply` needs it and the two folders, nothing else.")]
pub(super) struct Plan {
    #[command(flatten)]
    pub sides: Sides,
    /// Where to write the plan
    #[arg(short, long, alias = "output", value_name = "PLAN.json")]
    pub output_file: PathBuf,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  shardlens apply plan.json --src-root ckpt --dst-ckpt converted
  shardlens apply plan.json --src-root ckpt --dst-ckpt converted --dst-ranks 8-15 --verify

Files that this plan completed earlier are recognised and kept: after an interruption, run the
same command again. With --dst-ranks each task of a job array does its part; tasks need not know
of each other.")]
pub(super) struct Apply {
    /// The plan
    #[arg(value_name = "PLAN.json")]
    pub plan: PathBuf,
    /// The folder that was given as --src-ckpt when the plan was made (its folder, if it was a file)
    #[arg(long, visible_alias = "src_root", value_name = "DIR")]
    pub src_root: PathBuf,
    #[command(flatten)]
    pub run: Run,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  shardlens transform --src-ckpt full --dst-strategy strategy_mp4_pp2 --dst-ckpt converted
  shardlens transform --src-ckpt model.ckpt --dst-ckpt out --format safetensors
  shardlens transform --src_ckpt_strategy s --dst_ckpt_strategy d \\
      --src_ckpt_dir in --dst_ckpt_dir out --prefix checkpoint_

Writes DIR/rank_R/{prefix}{R}.ckpt (or .safetensors) for every target rank R.")]
pub(super) struct Transform {
    #[command(flatten)]
    pub sides: Sides,
    #[command(flatten)]
    pub run: Run,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  shardlens merge output/strategy -o merged_ckpt_strategy.ckpt
  shardlens merge output/strategy -o merged.json")]
pub(super) struct Merge {
    /// A folder of ckpt_strategy_rank_N files, or one file
    #[arg(value_name = "STRATEGY_DIR")]
    pub strategy: PathBuf,
    /// Where to write the merged strategy; protobuf if it ends in .ckpt, JSON if in .json
    #[arg(short, long, alias = "output", value_name = "FILE")]
    pub output_file: PathBuf,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  shardlens infer --src-ckpt output/checkpoint -o strategy.ckpt
  shardlens infer --src-ckpt output/checkpoint -o strategy.json --json

Only headers are read, of all ranks. Names tell the family of the model (Llama, DeepSeek, GLM, GPT, mcore;
with experts and LoRA), its rules tell which shapes belong together. Each tensor's cut is certain (nothing
else agrees with the headers, also if num_heads x head_dim is not the hidden size or keys are whole on
every rank), likely (all else is unusual, or breaks such a rule) or a guess. A guess is a warning, and so
are whole shapes that follow from such a rule alone: compare them with the model's configuration before
converting. Exit status 1 means that headers do not tell.")]
pub(super) struct Infer {
    /// A folder of rank_N folders, of all ranks
    #[arg(long, visible_alias = "src_ckpt_dir", aliases = ["src_ckpt", "src-ckpt-dir", "src_checkpoint"], value_name = "DIR")]
    pub src_ckpt: PathBuf,
    /// Where to write the strategy of all stages; protobuf if it ends in .ckpt, JSON if in .json
    #[arg(short, long, alias = "output", value_name = "FILE")]
    pub output_file: PathBuf,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  shardlens diff old.safetensors new.safetensors
  shardlens diff output/strategy target/strategy --json
  shardlens diff full output/checkpoint --strategy-b output/strategy

Only headers are read: names, whole shapes, types and cuts, not values. Sliced weights are compared as
wholes where a strategy is given or lies in the same folder, otherwise by the slices of each tensor's first
rank. What cannot be compared is told with the reason, and counts as no difference. A tensor counts as
renamed if one of equal whole shape and type, and with the same numbers in its name, shares at least half
of the name's parts, or all of them with more in front; the nearest is taken.

Exit status, as of diff(1): 0 nothing differs, 1 something does, 2 trouble.")]
pub(super) struct Diff {
    /// A file or folder of weights or strategies
    #[arg(value_name = "A")]
    pub first: PathBuf,
    /// What it is compared with
    #[arg(value_name = "B")]
    pub second: PathBuf,
    /// The strategy of A's weights
    #[arg(long, value_name = "PATH")]
    pub strategy_a: Option<OsString>,
    /// The strategy of B's weights
    #[arg(long, value_name = "PATH")]
    pub strategy_b: Option<OsString>,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  shardlens resume output/checkpoint
  shardlens resume output/checkpoint --mindformers 1.7 --world-size 16
  shardlens resume output/checkpoint --resume-training llama_rank_0-3_2
  shardlens resume output/checkpoint --steps-per-epoch 100 --sink-size 2 --global-batch 64:128

Only headers are read. The status is 1 if the job would stop, or go on from files that are missing,
damaged or of different steps; the lines that resume from the newest step that works are printed
all the same.")]
pub(super) struct Resume {
    /// The folder that load_checkpoint names: it holds the rank_N folders
    #[arg(value_name = "CHECKPOINT_DIR")]
    pub checkpoint: PathBuf,
    /// resume_training: a file's name, or True as if it was not given
    #[arg(long, visible_alias = "resume_training", value_name = "NAME", value_parser = resume_training)]
    pub resume_training: Option<ResumeTraining>,
    /// The version of MindFormers that the findings are about
    #[arg(long, value_enum, default_value = "2.1", value_name = "VERSION")]
    pub mindformers: MindFormers,
    /// Ranks of the job that resumes; as many as saved unless given
    #[arg(long, visible_alias = "world_size", value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_RANKS))]
    pub world_size: Option<u64>,
    /// load_ckpt_format; that of most files unless given
    #[arg(long, visible_alias = "load_ckpt_format", value_enum)]
    pub format: Option<Format>,
    /// resume_by_last_timestamp_ckpt is True
    #[arg(long, visible_alias = "resume_by_last_timestamp_ckpt")]
    pub by_timestamp: bool,
    /// use_checkpoint_health_monitor is True: the run's output_dir, or its health_ckpts.json
    #[arg(long, visible_alias = "use_checkpoint_health_monitor", value_name = "PATH")]
    pub health_monitor: Option<PathBuf>,
    /// MS_ENABLE_TFT has TTP, UCE, ARF or HCCE, and remove_redundancy is False: src_strategy_path_or_dir
    #[arg(
        long,
        visible_alias = "src_strategy_path_or_dir",
        value_name = "STRATEGY_DIR",
        conflicts_with_all = ["by_timestamp", "health_monitor", "steps_per_epoch"]
    )]
    pub tft: Option<PathBuf>,
    /// Devices of a machine; DEVICE_NUM_PER_NODE or 8 unless given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub devices_per_node: Option<u64>,
    /// All machines of the job see the folder, whatever this machine's mounts say
    #[arg(long, conflicts_with = "modelarts")]
    pub shared_disk: bool,
    /// The job runs on ModelArts, where every path is shared
    #[arg(long)]
    pub modelarts: bool,
    /// Steps of an epoch: tells what the numbers of the step mean
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub steps_per_epoch: Option<u64>,
    /// sink_size, where sink_mode is True
    #[arg(long, value_name = "N", requires = "steps_per_epoch", value_parser = clap::value_parser!(u64).range(1..))]
    pub sink_size: Option<u64>,
    /// Epochs that the job trains in all: tells whether anything is left
    #[arg(long, value_name = "N", requires = "steps_per_epoch", value_parser = clap::value_parser!(u64).range(1..))]
    pub epochs: Option<u64>,
    /// Global batch of the run that saved and of the job that resumes
    #[arg(long, value_name = "OLD:NEW", requires = "steps_per_epoch", value_parser = global_batch)]
    pub global_batch: Option<(u64, u64)>,
    /// Read all contents and compare with the checksums that files carry
    #[arg(long)]
    pub crc: bool,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  shardlens advise --src-ckpt full --run train --world-size 8
  shardlens advise --src-ckpt output/checkpoint --src-strategy output/strategy --run predict --world-size 1
  shardlens advise --src-ckpt ckpt --src-strategy strategy --run train --world-size 16 --own-disks \\
      --dp 2 --mp 4 --pp 2

Prints the lines for the YAML with the reason of each, or the commands to run first where MindFormers
cannot convert by itself.")]
pub(super) struct Advise {
    /// The checkpoint: a folder of rank_N folders, a folder of a complete checkpoint, or one file
    #[arg(long, visible_alias = "src_ckpt", value_name = "PATH")]
    pub src_ckpt: PathBuf,
    /// The strategy of the run that saved: a file, or a folder of ckpt_strategy_rank_N
    #[arg(long, visible_alias = "src_strategy", value_name = "PATH")]
    pub src_strategy: Option<OsString>,
    /// What the run is for
    #[arg(long, value_enum)]
    pub run: RunFor,
    /// Ranks of the run
    #[arg(long, visible_alias = "world_size", value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_RANKS))]
    pub world_size: u64,
    /// data_parallel
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub dp: Option<u64>,
    /// model_parallel
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub mp: Option<u64>,
    /// context_parallel
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub cp: Option<u64>,
    /// pipeline_stage
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub pp: Option<u64>,
    /// The run is laid out as the one that saved
    #[arg(long)]
    pub same_layout: bool,
    /// output_dir of the run
    #[arg(long, value_name = "DIR", default_value = "./output")]
    pub output_dir: String,
    /// Devices of a machine; DEVICE_NUM_PER_NODE or 8 unless given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub devices_per_node: Option<u64>,
    /// Several machines see one output_dir; asked of this machine's mounts unless given
    #[arg(long, conflicts_with_all = ["own_disks", "modelarts"])]
    pub shared_disk: bool,
    /// Each machine has a disk of its own
    #[arg(long, conflicts_with = "modelarts")]
    pub own_disks: bool,
    /// The run is on ModelArts
    #[arg(long)]
    pub modelarts: bool,
    #[command(flatten)]
    pub output: Output,
}

/// What a run is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum RunFor {
    /// Pre-training or fine-tuning from weights
    Train,
    /// Training that goes on
    Resume,
    /// Inference
    Predict,
}

/// Releases of MindFormers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum MindFormers {
    #[value(name = "1.0")]
    V1_0,
    #[value(name = "1.1")]
    V1_1,
    #[value(name = "1.2")]
    V1_2,
    #[value(name = "1.3")]
    V1_3,
    #[value(name = "1.5", alias = "1.6")]
    V1_5,
    #[value(name = "1.7")]
    V1_7,
    #[value(name = "2.1", aliases = ["1.8", "1.9", "2.0"])]
    V2_1,
}

impl From<MindFormers> for Version {
    fn from(release: MindFormers) -> Self {
        match release {
            MindFormers::V1_0 => Self::V1_0,
            MindFormers::V1_1 => Self::V1_1,
            MindFormers::V1_2 => Self::V1_2,
            MindFormers::V1_3 => Self::V1_3,
            MindFormers::V1_5 => Self::V1_5,
            MindFormers::V1_7 => Self::V1_7,
            MindFormers::V2_1 => Self::V1_8,
        }
    }
}

/// What is converted into what.
#[derive(Debug, Args)]
pub(super) struct Sides {
    /// A folder of rank_N folders, a folder of a complete checkpoint, or one complete file
    #[arg(long, visible_alias = "src_ckpt_dir", aliases = ["src_ckpt", "src-ckpt-dir", "src_checkpoint"], value_name = "PATH")]
    pub src_ckpt: PathBuf,
    /// The source's strategy: a file, or a folder of ckpt_strategy_rank_N; None for a complete checkpoint
    #[arg(long, visible_alias = "src_ckpt_strategy", aliases = ["src_strategy", "src-ckpt-strategy"], value_name = "PATH")]
    pub src_strategy: Option<OsString>,
    /// The target's strategy; None for one complete file in rank_0
    #[arg(long, visible_alias = "dst_ckpt_strategy", aliases = ["dst_strategy", "dst-ckpt-strategy"], value_name = "PATH")]
    pub dst_strategy: Option<OsString>,
    /// Target files are named PREFIX and the rank
    #[arg(long, default_value = "checkpoint_", value_parser = prefix)]
    pub prefix: String,
    /// Container format of the target files; the source's unless given
    #[arg(long, value_enum)]
    pub format: Option<Format>,
}

/// How a plan is executed.
#[derive(Debug, Args)]
pub(super) struct Run {
    /// The folder that gets the target files
    #[arg(long, visible_alias = "dst_ckpt_dir", aliases = ["dst_ckpt", "dst-ckpt-dir", "dst_checkpoint_dir"], value_name = "DIR")]
    pub dst_ckpt: PathBuf,
    /// Only these target ranks, such as 0-7,9
    #[arg(long, visible_alias = "dst_ranks", value_name = "RANKS", allow_hyphen_values = true)]
    pub dst_ranks: Option<RankSet>,
    /// Replace files that are in the way
    #[arg(long)]
    pub overwrite: bool,
    /// Check the source's own checksums first, and read back what was written before it gets its name
    #[arg(long)]
    pub verify: bool,
    /// Do not wait until the files are on the disk (a crash of the machine may lose them)
    #[arg(long)]
    pub no_sync: bool,
    /// Workers that copy; as many as there are processors, up to 8, unless given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=63))]
    pub threads: Option<u8>,
}

/// How a command tells what it did.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct Output {
    /// One JSON document on stdout
    #[arg(long)]
    pub json: bool,
    /// Only errors
    #[arg(short, long)]
    pub quiet: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Language {
    /// English
    #[default]
    En,
    /// Chinese
    Zh,
}

impl From<Language> for Lang {
    fn from(language: Language) -> Self {
        match language {
            Language::En => Self::En,
            Language::Zh => Self::Zh,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// MindSpore .ckpt
    Ckpt,
    /// safetensors
    Safetensors,
}

impl From<Format> for WeightFormat {
    fn from(format: Format) -> Self {
        match format {
            Format::Ckpt => Self::Ckpt,
            Format::Safetensors => Self::Safetensors,
        }
    }
}

fn global_batch(text: &str) -> Result<(u64, u64), String> {
    let number = |text: &str| text.parse().ok().filter(|&number: &u64| number > 0);
    let batches = text.split_once(':').and_then(|(old, new)| Some((number(old)?, number(new)?)));
    batches.ok_or_else(|| "two numbers from 1, such as 64:128".to_owned())
}

fn prefix(text: &str) -> Result<String, String> {
    check_prefix(text).map(|()| text.to_owned())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_definitions_are_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn mindformers_spellings_mean_the_same() {
        let line = "shardlens transform --src_ckpt_strategy s --dst_ckpt_strategy None --src_ckpt_dir in --dst_ckpt_dir out";
        let Command::Transform(transform) = Cli::parse_from(line.split(' ')).command else { panic!() };
        assert_eq!(transform.sides.src_strategy, Some("s".into()));
        assert_eq!(transform.sides.dst_strategy, Some("None".into()));
        assert_eq!(transform.sides.src_ckpt, PathBuf::from("in"));
        assert_eq!(transform.run.dst_ckpt, PathBuf::from("out"));
        assert_eq!(transform.sides.prefix, "checkpoint_");
    }
}
