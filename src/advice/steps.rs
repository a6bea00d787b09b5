//! What to do besides writing lines: before the run, or where MindFormers cannot convert when it is started.

use super::lines::converted;
use super::{DEVICES_PER_NODE, Form, Line, Obstacle, Place, Purpose, Run, Scenario, Source, Whole};
use crate::path::file_name;
use crate::phrase::{Phrase, phrase};
use crate::units::{range, shell_word};

/// One thing to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Write these lines into the run's YAML, and start it.
    Yaml(Vec<Line>),
    /// Run these commands.
    Shell {
        /// What for.
        why: Phrase,
        /// Either of them.
        commands: Vec<String>,
    },
    /// Do this by hand.
    ByHand(Phrase),
}

/// Where the converted slices go.
const CONVERTED: &str = "transformed";

/// What the files and the machine lack.
pub(super) fn before(source: &Source, run: &Run, scenario: Scenario) -> Vec<Step> {
    [placing(source, scenario), devices(run, scenario)].into_iter().flatten().collect()
}

/// Puts files where MindFormers looks for them.
fn placing(source: &Source, scenario: Scenario) -> Option<Step> {
    if source.is_placed || scenario == Scenario::CompleteToOne {
        return None;
    }
    match &source.form {
        Form::Complete(Whole { file: Some(file), folder }) => {
            let target = shell_word(&format!("{folder}/rank_0"));
            let link = shell_word(&format!("../{}", file_name(file)));
            let why = phrase!(
                "put the file where MindFormers looks for a complete checkpoint, in rank_0",
                "把完整权重放到 MindFormers 要求的 rank_0 目录下"
            );
            Some(Step::Shell { why, commands: vec![format!("mkdir -p {target} && ln -s {link} {target}/")] })
        }
        Form::Complete(Whole { file: None, folder }) => Some(Step::ByHand(phrase!(
            "put the checkpoint into {folder}/rank_0, where MindFormers looks for a complete one: one .ckpt file",
            "把完整权重放到 MindFormers 要求的 {folder}/rank_0 目录下：只能有一个 .ckpt 文件",
            folder
        ))),
        Form::Sliced(_) => {
            let path = &source.path;
            Some(Step::ByHand(phrase!(
                "move the file of each rank N into {path}/rank_N, where MindFormers and MindSpore look for it",
                "把各 rank N 的文件移入 {path}/rank_N，MindFormers 与 MindSpore 只在其中查找",
                path
            )))
        }
    }
}

/// A machine with more devices than MindFormers assumes.
fn devices(run: &Run, scenario: Scenario) -> Option<Step> {
    let is_asked = scenario.converts() || run.purpose == Purpose::Resume;
    if run.place != Place::OneMachine || run.world_size <= DEVICES_PER_NODE || !is_asked {
        return None;
    }
    let why = phrase!(
        "tell MindFormers how many devices the machine has; otherwise it takes {DEVICES_PER_NODE}, and the run for one of several machines",
        "告诉 MindFormers 单机设备数；否则按 {DEVICES_PER_NODE} 计算，并把任务当作多机任务",
        DEVICES_PER_NODE
    );
    let commands = vec![format!("export DEVICE_NUM_PER_NODE={}", run.devices_per_node)];
    Some(Step::Shell { why, commands })
}

/// Strategies first, then the conversion on one machine, then copies, then the run.
pub(super) fn offline(source: &Source, run: &Run, scenario: Scenario, obstacles: &[Obstacle]) -> Vec<Step> {
    let strategy = format!("{}/strategy", run.output_dir);
    let mut steps = Vec::new();
    if scenario != Scenario::SlicedToOne {
        steps.push(Step::Yaml(vec![Line::new(
            "only_save_strategy",
            "True",
            phrase!(
                "started once like this, the run writes how it is cut to {strategy} and ends",
                "先这样启动一次：任务把切分方式写到 {strategy} 后退出",
                strategy
            ),
        )]));
    }
    if run.place == Place::OwnDisks && scenario != Scenario::SlicedToOne {
        let last = run.world_size.saturating_sub(1);
        steps.push(Step::ByHand(phrase!(
            "collect ckpt_strategy_rank_0 to {last} of all machines in {strategy} on one of them; without those of a stage the conversion stops",
            "把各机器的 ckpt_strategy_rank_0 至 {last} 收集到同一台机器的 {strategy}；缺少任一阶段的文件都会使转换失败",
            last,
            strategy
        )));
    }
    steps.push(convert(source, &strategy, scenario, obstacles));
    steps.extend(renamed(source, run));
    if run.place == Place::OwnDisks {
        steps.extend(copies(run));
    }
    let folder = match scenario {
        Scenario::SlicedToOne => format!("{CONVERTED}/rank_0/checkpoint_0.{}", source.format.extension()),
        _ => CONVERTED.to_owned(),
    };
    steps.push(Step::Yaml(converted(&folder, run, source)));
    steps
}

/// The conversion: with this program, and with MindFormers' script where it can.
fn convert(source: &Source, strategy: &str, scenario: Scenario, obstacles: &[Obstacle]) -> Step {
    let src_strategy = match (&source.form, &source.strategy) {
        (Form::Sliced(_), Some(strategy)) => strategy.path.as_str(),
        _ => "None",
    };
    let dst_strategy = if scenario == Scenario::SlicedToOne { "None" } else { strategy };
    let (from, to) = (shell_word(&source.path), CONVERTED);
    let (src, dst) = (shell_word(src_strategy), shell_word(dst_strategy));
    let mut commands = vec![format!(
        "shardlens transform --src-ckpt {from} --src-strategy {src} --dst-strategy {dst} --dst-ckpt {to}"
    )];
    if obstacles.iter().any(|obstacle| obstacle.is_of_mindspore()) {
        let why = phrase!("convert on one machine", "在一台机器上转换");
        return Step::Shell { why, commands };
    }
    commands.push(format!(
        "python mindformers/tools/transform_ckpt.py --src_ckpt_strategy {src} --dst_ckpt_strategy {dst} --src_ckpt_dir {from} --dst_ckpt_dir {to}"
    ));
    let why = phrase!("convert on one machine, with either of", "在一台机器上转换，以下命令任选其一");
    Step::Shell { why, commands }
}

/// Gives converted slices the names by which a run goes on from them.
fn renamed(source: &Source, run: &Run) -> Option<Step> {
    let name = run.resume_training.as_ref().filter(|_| run.purpose == Purpose::Resume)?;
    let (before, after) = name.split_once("_rank_0")?;
    let ending = source.format.extension();
    let (before, after) = (shell_word(before), shell_word(after));
    let why = phrase!(
        "give the slices the name that resume_training asks each rank for",
        "把切片改成 resume_training 要求各 rank 使用的名称"
    );
    let command = format!(
        "for d in {CONVERTED}/rank_*; do n=${{d##*_}}; mv \"$d/checkpoint_$n.{ending}\" \"$d/\"{before}_rank_$n{after}; done"
    );
    Some(Step::Shell { why, commands: vec![command] })
}

/// Which slices each machine needs.
fn copies(run: &Run) -> Vec<Step> {
    let per_node = run.devices_per_node.max(1);
    let nodes = run.world_size.div_ceil(per_node);
    // Of many machines the rule is told rather than each.
    const LISTED: u64 = 8;
    if nodes > LISTED {
        return vec![Step::ByHand(phrase!(
            "copy {CONVERTED}/rank_N to machine N ÷ {per_node}, rounded down: each needs its own slices only",
            "把 {CONVERTED}/rank_N 拷贝到第 N ÷ {per_node}（取整）台机器：每台只需自己的切片",
            CONVERTED,
            per_node
        ))];
    }
    let copy = |node: u64| {
        let first = node.saturating_mul(per_node);
        let last = first.saturating_add(per_node).min(run.world_size).saturating_sub(1);
        let ranks = range(first, last);
        Step::ByHand(phrase!(
            "machine {node} needs {CONVERTED}/rank_N of the ranks {ranks}",
            "第 {node} 台机器需要 rank {ranks} 的 {CONVERTED}/rank_N",
            node,
            CONVERTED,
            ranks
        ))
    };
    (0..nodes).map(copy).collect()
}
