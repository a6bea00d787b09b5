//! What to do where MindFormers cannot convert when the run is started.

use super::lines::converted;
use super::{Form, Line, Place, Run, Scenario, Source};
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

/// Strategies first, then the conversion on one machine, then copies, then the run.
pub(super) fn offline(source: &Source, run: &Run, scenario: Scenario) -> Vec<Step> {
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
    steps.push(convert(source, &strategy, scenario));
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
fn convert(source: &Source, strategy: &str, scenario: Scenario) -> Step {
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
    let is_pipeline_only = source.strategy.as_ref().is_some_and(|strategy| strategy.is_pipeline_only);
    if is_pipeline_only {
        let why = phrase!(
            "convert on one machine; MindSpore refuses: “The parallel strategy file only contains pipeline-parallelism, which is not supported for parallel strategy conversion now.”",
            "在一台机器上转换；MindSpore 会拒绝：“The parallel strategy file only contains pipeline-parallelism, which is not supported for parallel strategy conversion now.”"
        );
        return Step::Shell { why, commands };
    }
    commands.push(format!(
        "python mindformers/tools/transform_ckpt.py --src_ckpt_strategy {src} --dst_ckpt_strategy {dst} --src_ckpt_dir {from} --dst_ckpt_dir {to}"
    ));
    let why = phrase!("convert on one machine, with either of", "在一台机器上转换，以下命令任选其一");
    Step::Shell { why, commands }
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
