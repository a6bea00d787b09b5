//! Lines of the run's YAML.

use super::{DEVICES_PER_NODE, Form, Place, Purpose, Run, Scenario, Source, SourceStrategy, Whole};
use crate::format::WeightFormat;
use crate::phrase::{Phrase, phrase};

/// A line of YAML with its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The key.
    pub key: &'static str,
    /// The value, as YAML writes it.
    pub value: String,
    /// Why.
    pub why: Phrase,
}

impl Line {
    pub(super) fn new(key: &'static str, value: impl Into<String>, why: Phrase) -> Self {
        Self { key, value: value.into(), why }
    }

    /// The line.
    #[must_use]
    pub fn text(&self) -> String {
        format!("{}: {}", self.key, self.value)
    }
}

/// The value of a text in YAML: in quotes, as the document writes paths.
#[must_use]
pub fn yaml(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn switch(is_on: bool) -> &'static str {
    if is_on { "True" } else { "False" }
}

/// The lines of a run that converts by itself, or need not.
pub(super) fn automatic(source: &Source, run: &Run, scenario: Scenario) -> Vec<Line> {
    let mut lines = Vec::new();
    if run.place == Place::SharedDisk && scenario.converts() {
        lines.push(Line::new("output_dir", yaml(&run.output_dir), phrase!(
            "strategies and converted slices are written there by one machine and read by the others: it must be on the shared disk",
            "策略文件与转换后的切片由一台机器写入、其他机器读取，因此必须位于共享盘"
        )));
    }
    lines.push(load_checkpoint(source, scenario));
    lines.extend(format(source));
    let strategy = source.strategy.as_ref();
    if let Some(strategy) =
        strategy.filter(|_| matches!(scenario, Scenario::SlicedToMany | Scenario::SlicedToOne))
    {
        lines.push(src_strategy(strategy, source.format));
    }
    lines.push(Line::new(
        "auto_trans_ckpt",
        switch(scenario.converts()),
        match scenario.converts() {
            true => phrase!(
                "MindFormers writes the run's strategy and converts before it loads",
                "MindFormers 会先得到本任务的策略文件，完成转换后再加载"
            ),
            false => phrase!("the checkpoint fits as it is", "权重与任务匹配，无需转换"),
        },
    ));
    lines.extend(purpose(run));
    lines
}

/// The lines of a run whose slices lie in `folder`, converted before.
pub(super) fn converted(folder: &str, run: &Run, source: &Source) -> Vec<Line> {
    let mut lines =
        vec![Line::new("load_checkpoint", yaml(folder), phrase!("what was converted", "转换后的权重"))];
    lines.extend(format(source));
    let fits = phrase!("they are cut for this run already", "已按本任务切分");
    lines.push(Line::new("auto_trans_ckpt", "False", fits));
    lines.push(Line::new(
        "only_save_strategy",
        "False",
        phrase!("this time the run goes on", "这次正式启动任务"),
    ));
    lines.extend(purpose(run));
    lines
}

fn load_checkpoint(source: &Source, scenario: Scenario) -> Line {
    let (path, why) = match (&source.form, scenario) {
        (Form::Complete(Whole { file: Some(file), .. }), Scenario::CompleteToOne) => {
            (file, phrase!("the file itself: one rank loads it whole", "填写权重文件：单卡完整加载"))
        }
        (Form::Complete(whole), Scenario::CompleteToOne) => {
            (&whole.folder, phrase!("the folder that its files lie in", "填写权重文件所在的目录"))
        }
        // With rank folders below it MindFormers looks for slices and their strategy.
        (Form::Complete(whole), _) if source.format == WeightFormat::Safetensors => (
            &whole.folder,
            phrase!(
                "the folder that the files lie in: one with rank folders would be taken for slices",
                "填写权重文件所在的目录：含 rank 目录的文件夹会被当作分布式权重"
            ),
        ),
        (Form::Complete(_), _) => (
            &source.path,
            phrase!(
                "the folder that holds rank_0 with the complete file",
                "填写 model_dir：完整权重放在其中的 rank_0 下"
            ),
        ),
        (Form::Sliced(_), _) => (
            &source.path,
            phrase!(
                "the folder that holds the rank_N folders, one file in each",
                "填写 model_dir：其中为各 rank_N 目录，每个目录只放一个文件"
            ),
        ),
    };
    Line::new("load_checkpoint", yaml(path), why)
}

fn format(source: &Source) -> Option<Line> {
    (source.format == WeightFormat::Safetensors).then(|| {
        Line::new(
            "load_ckpt_format",
            "safetensors",
            phrase!("MindFormers looks for .ckpt files unless told", "不设置时 MindFormers 只找 .ckpt 文件"),
        )
    })
}

/// Which file or folder says how the source is cut.
fn src_strategy(strategy: &SourceStrategy, format: WeightFormat) -> Line {
    let SourceStrategy { path, folder, merged, of_a_rank, stages, .. } = strategy;
    let (value, why) = match (merged, of_a_rank) {
        _ if format == WeightFormat::Safetensors => {
            (folder, phrase!("for safetensors it must be a folder", "safetensors 格式必须填写策略文件夹"))
        }
        (Some(merged), _) => (
            merged,
            phrase!(
                "the merged file: it has the layouts of all stages",
                "合并后的策略文件，包含所有流水线阶段"
            ),
        ),
        (None, Some(_)) if *stages > 1 => (
            path,
            phrase!(
                "the saved run had {stages} pipeline stages: the folder is merged first, and must be writable",
                "保存时使用了 {stages} 个流水线阶段：会先合并该文件夹，因此需要写权限",
                stages
            ),
        ),
        (None, Some(file)) => (
            file,
            phrase!(
                "the saved run had no pipeline stages: the file of any rank will do",
                "保存时未使用流水线并行：任一 rank 的策略文件即可"
            ),
        ),
        (None, None) => (path, phrase!("the strategy that was given", "所给的策略文件")),
    };
    Line::new("src_strategy_path_or_dir", yaml(value), why)
}

/// What the run is for, and on how many ranks.
fn purpose(run: &Run) -> Vec<Line> {
    let mut lines = vec![Line::new(
        "use_parallel",
        switch(run.world_size > 1),
        match run.world_size {
            1 => phrase!("one rank", "单卡任务"),
            _ => phrase!("several ranks", "多卡任务"),
        },
    )];
    match (run.purpose, &run.resume_training) {
        (Purpose::Train, _) => {}
        (Purpose::Predict, _) => {
            lines.push(Line::new("run_mode", "'predict'", phrase!("inference", "推理任务")));
        }
        (Purpose::Resume, Some(name)) => lines.push(Line::new(
            "resume_training",
            name.clone(),
            phrase!(
                "the newest step that all ranks can load; the rank in the name is replaced",
                "所有 rank 都能加载的最新一步；名称中的 rank 会自动替换"
            ),
        )),
        (Purpose::Resume, None) => lines.push(Line::new(
            "resume_training",
            "True",
            phrase!("epoch and step are taken from the checkpoint", "从权重中恢复 epoch 与 step"),
        )),
    }
    if run.place == Place::ModelArts && run.devices_per_node != DEVICES_PER_NODE {
        lines.push(Line::new(
            "npu_num_per_node",
            run.devices_per_node.to_string(),
            phrase!("a node has other than 8 devices", "单节点设备数不是 8"),
        ));
    }
    lines
}
