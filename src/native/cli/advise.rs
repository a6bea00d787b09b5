//! `shardlens advise`.

use serde_json::{Value, json};

use super::args;
use super::console::{Console, Stop};
use super::resume_input;
use super::shared_path;
use super::sides::{Opened, given, open};
use crate::advice::{
    Advice, Form, Line, Parallel, Place, Purpose, Run, Source, SourceStrategy, Step, advise,
};
use crate::catalog::{Content, Survey, strategy};
use crate::check::Side;
use crate::format::WeightFormat;
use crate::layout::Strategy;
use crate::path::{file_name, join};
use crate::resume::{any_resumes, works};

pub(super) fn run(args: &args::Advise, console: &mut Console) -> Result<(), Stop> {
    let weights = open("--src-ckpt", &args.src_ckpt)?;
    console.report(&weights.findings);
    let source = Source { strategy: source_strategy(args, console)?, ..source(args, &weights)? };
    let run = wanted(args, &source, console)?;
    let advice = advise(&source, &run);
    console.report(&advice.findings);
    tell(&advice, console);
    document(&advice, console);
    console.check()
}

/// What the checkpoint is.
fn source(args: &args::Advise, opened: &Opened) -> Result<Source, Stop> {
    let path = args.src_ckpt.to_string_lossy().into_owned();
    let (survey, is_folder) = (&opened.survey, args.src_ckpt.is_dir());
    let files: Vec<(&str, WeightFormat)> = weights(survey).collect();
    let Some(&(first, format)) = files.first() else {
        return Err(Stop::Refused(format!("--src-ckpt {path}: there are no weights here")));
    };
    let mut ranks: Vec<&str> = files.iter().filter_map(|(path, _)| rank_folder(path)).collect();
    ranks.dedup();
    let file = |inside: &str| if is_folder { join(path.trim_end_matches('/'), inside) } else { path.clone() };
    let form = match ranks.len() {
        0 | 1 => Form::Complete((files.len() == 1).then(|| file(first))),
        ranks => Form::Sliced(ranks as u64),
    };
    Ok(Source { form, format, resumes: any_resumes(survey), strategy: None, path })
}

/// The weight files, by path.
fn weights(survey: &Survey) -> impl Iterator<Item = (&str, WeightFormat)> {
    survey.files().iter().filter_map(|file| match &file.content {
        Content::Weights(weights) => Some((file.path.as_str(), weights.format)),
        _ => None,
    })
}

/// The folder `rank_N` that a file is in.
fn rank_folder(path: &str) -> Option<&str> {
    let (folder, _) = path.split_once('/')?;
    let digits = folder.strip_prefix("rank_")?;
    digits.bytes().all(|byte| byte.is_ascii_digit()).then_some(folder)
}

fn source_strategy(args: &args::Advise, console: &mut Console) -> Result<Option<SourceStrategy>, Stop> {
    let Some(path) = given(args.src_strategy.as_deref()) else { return Ok(None) };
    let opened = open("--src-strategy", path)?;
    let found = strategy::open(&opened.survey, Side::Source);
    console.report(&opened.findings);
    console.report(&found.findings);
    console.check()?;
    let strategy = found.strategy.ok_or(Stop::Findings)?;
    let text = path.to_string_lossy().into_owned();
    let inside = |wanted: &dyn Fn(&str) -> bool| {
        let mut files = opened.survey.files().iter().filter(|_| path.is_dir());
        let file = files.find(|file| wanted(file_name(&file.path)))?;
        Some(join(text.trim_end_matches('/'), &file.path))
    };
    Ok(Some(SourceStrategy {
        merged: inside(&|name| name == "merged_ckpt_strategy.ckpt"),
        of_a_rank: inside(&|name| name.starts_with("ckpt_strategy_rank_")),
        stages: strategy.stages(),
        is_pipeline_only: is_pipeline_only(&strategy),
        path: text,
    }))
}

/// Whether all meshes have one rank, in several stages.
fn is_pipeline_only(strategy: &Strategy) -> bool {
    strategy.stages() > 1 && strategy.layouts().iter().all(|layout| layout.mesh().ranks() == 1)
}

/// What the run is.
fn wanted(args: &args::Advise, source: &Source, console: &mut Console) -> Result<Run, Stop> {
    let purpose = match args.run {
        args::RunFor::Train => Purpose::Train,
        args::RunFor::Resume => Purpose::Resume,
        args::RunFor::Predict => Purpose::Predict,
    };
    let sizes = [args.dp, args.mp, args.cp, args.pp];
    let size = |size: Option<u64>| size.unwrap_or(1);
    let [dp, mp, cp, pp] = sizes.map(size);
    let machine = shared_path::this_machine(args.devices_per_node, args.modelarts);
    let mut resume_training = None;
    if let (Purpose::Resume, Form::Sliced(ranks)) = (purpose, &source.form) {
        let input = resume_input::read(&args.src_ckpt, false, console)?;
        let works = works(&input.listing, *ranks, source.format);
        resume_training = works.into_iter().next().map(|works| works.of_rank_0);
    }
    let place = match args.world_size {
        world if world <= machine.devices_per_node && !args.modelarts => Place::OneMachine,
        _ if args.modelarts => Place::ModelArts,
        _ if args.own_disks => Place::OwnDisks,
        _ if args.shared_disk => Place::SharedDisk,
        world => match shared_path::ask(args.output_dir.as_ref(), world, &machine).is_shared() {
            true => Place::SharedDisk,
            false => Place::OwnDisks,
        },
    };
    Ok(Run {
        purpose,
        world_size: args.world_size,
        parallel: sizes.iter().any(Option::is_some).then_some(Parallel { dp, mp, cp, pp }),
        same_layout: args.same_layout,
        place,
        devices_per_node: machine.devices_per_node,
        output_dir: args.output_dir.clone(),
        resume_training,
    })
}

fn tell(advice: &Advice, console: &mut Console) {
    console.say(advice.scenario.phrase());
    if let Some(case) = advice.case {
        console.say(format_args!("in MindFormers' document: {}", case.phrase()));
    }
    if advice.is_offline {
        console.say("MindFormers cannot convert when the run is started, so convert first:");
    }
    for (step, number) in advice.steps.iter().zip(1..) {
        match step {
            Step::Yaml(lines) => {
                console.say(format_args!("{number}. write into the run's YAML, and start it:"));
                let width = lines.iter().map(|line| line.text().chars().count()).max().unwrap_or_default();
                for line in lines {
                    console.say(format_args!("     {:<width$}  # {}", line.text(), line.why));
                }
            }
            Step::Shell { why, commands } => {
                console.say(format_args!("{number}. {why}:"));
                commands.iter().for_each(|command| console.say(format_args!("     {command}")));
            }
            Step::ByHand(what) => console.say(format_args!("{number}. {what}")),
        }
    }
}

fn document(advice: &Advice, console: &mut Console) {
    console.set("scenario", advice.scenario.name());
    console.set("is_offline", advice.is_offline);
    console.set("case", advice.case.map(|case| case.phrase().en));
    let line = |line: &Line| json!({ "key": line.key, "value": line.value, "why": line.why.en });
    let step = |step: &Step| -> Value {
        match step {
            Step::Yaml(lines) => json!({ "yaml": lines.iter().map(line).collect::<Vec<_>>() }),
            Step::Shell { why, commands } => json!({ "shell": commands, "why": why.en }),
            Step::ByHand(what) => json!({ "by_hand": what.en }),
        }
    };
    console.set("steps", advice.steps.iter().map(step).collect::<Vec<_>>());
}
