//! `shardlens advise`.

use std::path::Path;

use serde_json::{Value, json};

use super::args;
use super::console::{Console, Stop};
use super::resume_input;
use super::shared_path;
use super::sides::{Opened, given, open};
use crate::advice::{
    Advice, At, Form, Line, Parallel, Place, Purpose, Run, Source, SourceStrategy, Step, advise,
};
use crate::catalog::strategy;
use crate::check::Side;
use crate::path::file_name;
use crate::units::counted;

pub(super) fn run(args: &args::Advise, console: &mut Console) -> Result<(), Stop> {
    let weights = open("--src-ckpt", &args.src_ckpt)?;
    console.report(&weights.findings);
    let source = Source { strategy: source_strategy(args, console)?, ..source(args, &weights)? };
    check_same_layout(args, &source)?;
    if let (Form::Complete(_), None) = (&source.form, &source.strategy) {
        console.report(weights.of_one_rank().as_slice());
    }
    let run = wanted(args, &source, console)?;
    let advice = advise(&source, &run);
    console.report(&advice.findings);
    tell(&advice, console);
    document(&advice, console);
    console.check()
}

/// What the checkpoint is, and what the path is to its pile.
fn source(args: &args::Advise, opened: &Opened) -> Result<Source, Stop> {
    let path = args.src_ckpt.to_string_lossy();
    Source::of(&opened.survey, At { base: base(&args.src_ckpt, &path), path: &path })
        .ok_or_else(|| Stop::Refused(format!("--src-ckpt {path}: there are no weights here")))
}

/// What a path is in the pile that was opened at it: the root, or its one file.
fn base<'a>(at: &Path, path: &'a str) -> &'a str {
    if at.is_dir() { "" } else { file_name(path) }
}

fn source_strategy(args: &args::Advise, console: &mut Console) -> Result<Option<SourceStrategy>, Stop> {
    let Some(path) = given(args.src_strategy.as_deref()) else { return Ok(None) };
    let opened = open("--src-strategy", path)?;
    let found = strategy::open(&opened.survey, Side::Source);
    console.report(&opened.findings);
    console.report(&found.findings);
    console.check()?;
    let strategy = found.strategy.ok_or(Stop::Findings)?;
    let text = path.to_string_lossy();
    let at = At { base: base(path, &text), path: &text };
    Ok(Some(SourceStrategy::of(&opened.survey, at, &strategy)))
}

/// Refuses a run that cannot be laid out as the one that saved: of other ranks or stages.
fn check_same_layout(args: &args::Advise, source: &Source) -> Result<(), Stop> {
    let world = args.world_size;
    let strategy = source.strategy.as_ref();
    let of_strategy = strategy.map(|saved| saved.ranks_per_stage.saturating_mul(saved.stages.into()));
    let (saved, what) = match (&source.form, of_strategy) {
        (Form::Sliced(_), Some(ranks)) => (ranks, "--src-strategy is of"),
        (Form::Sliced(ranks), None) => (*ranks, "--src-ckpt has slices of"),
        (Form::Complete(_), _) => (1, "--src-ckpt is complete, as a run has it that is of"),
    };
    let refused = |said: String| Err(Stop::Failed(format!("--same-layout: {said}")));
    let product = [args.dp, args.mp, args.cp, args.pp].into_iter().flatten().fold(1, u64::saturating_mul);
    match (strategy.map(|saved| u64::from(saved.stages)), args.pp) {
        _ if !args.same_layout => Ok(()),
        _ if saved != world => {
            let saved = counted(saved, "rank", "ranks");
            refused(format!("{what} {saved}, but --world-size is {world}"))
        }
        // Sizes that do not make the world are a finding.
        (Some(stages), Some(pp)) if stages != pp && product == world => {
            refused(format!("--src-strategy has pipeline stages: {stages}, but --pp is {pp}"))
        }
        _ => Ok(()),
    }
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
    if let (Purpose::Resume, Form::Sliced(_)) = (purpose, &source.form) {
        let input = resume_input::read(source.path.as_ref(), false, console)?;
        resume_training = source.resumes_from(&input.listing);
    }
    let chosen = match args {
        args::Advise { modelarts: true, .. } => Some(Place::ModelArts),
        args::Advise { own_disks: true, .. } => Some(Place::OwnDisks),
        args::Advise { shared_disk: true, .. } => Some(Place::SharedDisk),
        _ => None,
    };
    let is_shared = || shared_path::ask(args.output_dir.as_ref(), args.world_size, &machine).is_shared();
    let place = Place::of(args.world_size, machine.devices_per_node, chosen, is_shared);
    if let (Place::OneMachine, Some(said)) = (place, chosen) {
        let flag = if said == Place::OwnDisks { "--own-disks" } else { "--shared-disk" };
        console.warn(format_args!(
            "{flag} says nothing here: --world-size {} fits on one machine of {} devices (--devices-per-node)",
            args.world_size, machine.devices_per_node
        ));
    }
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
    if advice.is_offline() {
        console.say("MindFormers cannot convert when the run is started, so convert first:");
        advice.obstacles.iter().for_each(|obstacle| console.say(format_args!("  {}", obstacle.phrase())));
    }
    for (step, number) in advice.steps.iter().zip(1..) {
        match step {
            Step::Yaml(lines) => {
                console.say(format_args!("{number}. write into the run's YAML, and start it:"));
                let width = lines.iter().map(|line| line.text().chars().count()).max().unwrap_or_default();
                for line in lines {
                    console.say_whole(format_args!("     {:<width$}  # {}", line.text(), line.why));
                }
            }
            Step::Shell { why, commands } => {
                console.say(format_args!("{number}. {why}:"));
                commands.iter().for_each(|command| console.say_whole(format_args!("     {command}")));
            }
            Step::ByHand(what) => console.say_whole(format_args!("{number}. {what}")),
        }
    }
}

fn document(advice: &Advice, console: &mut Console) {
    console.set("scenario", advice.scenario.name());
    console.set("is_offline", advice.is_offline());
    console
        .set("obstacles", advice.obstacles.iter().map(|obstacle| obstacle.phrase().en).collect::<Vec<_>>());
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
