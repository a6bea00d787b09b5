//! `shardlens resume`.

use std::fs::File;
use std::io::{ErrorKind, Read};

use serde_json::{Value, json};

use super::args;
use super::console::{Console, Stop};
use super::resume_input::{Input, read};
use super::{resume_tft, shared_path};
use crate::resume::epochs::{self, Schedule};
use crate::resume::shared::Verdict;
use crate::resume::{
    Cell, Column, Decision, Job, Listing, Matrix, Monitor, Report, Step, Version, alike, report,
};
use crate::units::{counted, noun, run_list, runs};

pub(super) fn run(args: &args::Resume, console: &mut Console) -> Result<(), Stop> {
    let name = args.resume_training.as_ref().and_then(|given| given.name());
    if args.tft.is_some() && name.is_some() {
        return Err(Stop::Failed(
            "--tft: then no file is named, and none is selected: leave --resume-training out, or give True"
                .to_owned(),
        ));
    }
    let Input { listing, path, format } = read(&args.checkpoint, args.crc, console)?;
    let world_size = args.world_size.unwrap_or_else(|| listing.saved().max(1));
    let machine = shared_path::this_machine(args.devices_per_node, args.modelarts);
    let verdict = match args.shared_disk {
        true => Verdict::Said,
        false => shared_path::ask(&args.checkpoint, world_size, &machine),
    };
    let job = Job {
        version: args.mindformers.into(),
        world_size,
        format: args.format.map_or(format, Into::into),
        shared: verdict.is_shared(),
        resume_training: name.map(str::to_owned),
        by_timestamp: args.by_timestamp,
        monitor: monitor(args)?,
    };
    not_looked_at(args, &job, console);
    let report = report(&listing, &job);
    tell(&report, &path, console);
    match &args.tft {
        // Then nothing is selected.
        Some(folder) => resume_tft::tell(folder, &listing, &report, console)?,
        None => {
            console.report(&report.findings);
            decisions(&report, &listing, console);
        }
    }
    let reason = verdict.reason();
    console.say(format_args!("shared path: {} ({reason})", if job.shared { "yes" } else { "no" }));
    let step = report.step().filter(|_| args.tft.is_none());
    if let Some((step, schedule)) = step.zip(schedule(args)) {
        console.say(format_args!("position: {}", epochs::explain(step, schedule)));
        console.set("position", position_document(step, schedule));
        let finished = args.epochs.and_then(|epochs| epochs::finished(step, schedule, epochs));
        console.report(finished.as_slice());
    }
    write(&report, &path, console);
    document(&report, &path, console);
    console.set("shared", json!({ "is_shared": job.shared, "reason": reason.en }));
    console.check()
}

/// Says which flags the version does not look at, as the settings that they stand for.
fn not_looked_at(args: &args::Resume, job: &Job, console: &mut Console) {
    let releases = job.version.releases();
    if args.by_timestamp && job.resume_training.is_some() {
        console.warn("--by-timestamp says nothing here: --resume-training names the file");
    } else if args.by_timestamp && !job.version.selects() {
        console.warn(format_args!(
            "--by-timestamp says nothing here: MindFormers {releases} does not look at it"
        ));
    }
    if args.health_monitor.is_some() && job.version < Version::V1_5 {
        console
            .warn(format_args!("--health-monitor says nothing here: MindFormers {releases} has no monitor"));
    }
}

/// What the health monitor recorded, where it is asked.
fn monitor(args: &args::Resume) -> Result<Option<Monitor>, Stop> {
    let Some(path) = &args.health_monitor else { return Ok(None) };
    let path = if path.is_dir() { path.join("health_ckpts.json") } else { path.clone() };
    let failed = |reason: String| Stop::Failed(format!("{}: {reason}", path.display()));
    let too_long =
        || failed(format!("more than {MAX_RECORD} bytes, which no record of the health monitor has"));
    let file = match File::open(&path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Some(Monitor::default())),
        Err(error) => return Err(failed(error.to_string())),
    };
    if file.metadata().is_ok_and(|metadata| metadata.len() > MAX_RECORD) {
        return Err(too_long());
    }
    let mut record = Vec::new();
    let read = file.take(MAX_RECORD.saturating_add(1)).read_to_end(&mut record);
    let read = read.map_err(|error| failed(error.to_string()))? as u64;
    if read > MAX_RECORD { Err(too_long()) } else { Ok(Some(Monitor { record: Some(record) })) }
}

/// Bytes of a record of the health monitor that are read: a line per checkpoint, and no end of another file.
const MAX_RECORD: u64 = 64 << 20;

/// The matrix, for people.
fn tell(report: &Report, path: &str, console: &mut Console) {
    let Report { job, saved, matrix, .. } = report;
    let (steps, world) = (matrix.columns.len(), job.world_size);
    let verb = noun(world, "resumes", "resume");
    let (saved, world) = (counted(*saved, "rank", "ranks"), counted(world, "rank", "ranks"));
    let steps = counted(steps, "step", "steps");
    console.say(format_args!("{path}: {saved} saved, {steps}; {world} {verb}"));
    if let Some(bound) = matrix.bound {
        console.say(format_args!("meta.json allows no step after {bound}"));
    }
    for line in table(matrix) {
        console.say(line);
    }
}

/// What versions and the document decide.
fn decisions(report: &Report, listing: &Listing, console: &mut Console) {
    for (decisions, version) in alike(&report.by_version) {
        console.say(format_args!("MindFormers {version}: {}", decisions.phrase()));
    }
    if report.job.resume_training.is_none() {
        console.say(format_args!("its document: {}", report.document.phrase()));
    }
    if let Decision::OwnNewest(_) = report.decision {
        own_newest(report, listing, console);
    }
}

/// The first ranks' own newest files: they need not agree.
fn own_newest(report: &Report, listing: &Listing, console: &mut Console) {
    const SHOWN: u64 = 8;
    for rank in 0..report.job.world_size.min(SHOWN) {
        let file = report.decision.file_of(rank, listing, &report.job);
        console.say(format_args!("  rank {rank}: {}", file.as_deref().unwrap_or("none")));
    }
}

/// Rank × step, ranks that are alike in one row.
fn table(matrix: &Matrix) -> Vec<String> {
    const SHOWN: usize = 8;
    let hidden = matrix.columns.len().saturating_sub(SHOWN);
    let columns = matrix.columns.get(hidden..).unwrap_or_default();
    let mut rows = vec![head(columns)];
    for (ranks, cells) in matrix.folded() {
        let cells = cells.get(hidden..).unwrap_or_default();
        let name = run_list(&runs(&ranks), 4);
        rows.push(std::iter::once(name).chain(cells.iter().map(|cell| word(*cell))).collect());
    }
    let width = |at: usize| rows.iter().filter_map(|row| row.get(at)).map(|text| text.chars().count()).max();
    let widths: Vec<usize> = (0..=columns.len()).map(|at| width(at).unwrap_or_default()).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(text, &width)| format!("{text:<width$}"));
        format!("  {}", cells.collect::<Vec<_>>().join("  ")).trim_end().to_owned()
    };
    let mut lines: Vec<String> = rows.iter().map(line).collect();
    if hidden > 0 {
        lines.push(format!("  {} not shown", counted(hidden, "earlier step is", "earlier steps are")));
    }
    lines
}

/// The names of the columns; the run's too where there are several.
fn head(columns: &[Column]) -> Vec<String> {
    let is_one_run =
        columns.iter().all(|column| Some(&column.run) == columns.first().map(|first| &first.run));
    let name = |column: &Column| match is_one_run {
        true => column.step.to_string(),
        false => format!("{}-{}", column.run, column.step),
    };
    std::iter::once("rank".to_owned()).chain(columns.iter().map(name)).collect()
}

fn word(cell: Cell) -> String {
    cell.name().replace('_', " ")
}

/// What to write into the run's YAML.
fn write(report: &Report, path: &str, console: &mut Console) {
    let Some(works) = report.works.first() else { return };
    let lines = report.lines(path);
    let then = match lines.is_empty() {
        true => "The job has another number of ranks: see `shardlens advise`.",
        false => "To resume from it, write:",
    };
    console.say(format_args!("{} can be loaded by all ranks that saved. {then}", works.step));
    for line in lines {
        console.say_whole(format_args!("  {line}"));
    }
}

/// What of the schedule is given.
fn schedule(args: &args::Resume) -> Option<Schedule> {
    let steps_per_epoch = args.steps_per_epoch?;
    Some(Schedule { steps_per_epoch, sink_size: args.sink_size, global_batch: args.global_batch })
}

fn position_document(step: Step, schedule: Schedule) -> Value {
    let position = epochs::position(step, schedule);
    json!({
        "step": step.to_string(),
        "global_step": position.global_step,
        "epoch": position.epoch,
        "step_in_epoch": position.step_in_epoch,
        "initial_step": position.initial_step,
        "initial_epoch": position.initial_epoch,
    })
}

/// The same for machines.
fn document(report: &Report, path: &str, console: &mut Console) {
    let Report { job, saved, matrix, .. } = report;
    console.set("path", path);
    console.set("mindformers", job.version.releases());
    console.set("ranks", json!({ "saved": saved, "resume": job.world_size }));
    let decisions = report.by_version.iter().map(|(version, decision)| decision_document(*version, decision));
    console.set("decisions", decisions.collect::<Vec<_>>());
    console.set("document", decision_document(job.version, &report.document));
    let works = report.works.iter();
    let works =
        works.map(|works| json!({ "step": works.step.to_string(), "resume_training": works.of_rank_0 }));
    console.set("works", works.collect::<Vec<_>>());
    console.set("yaml", report.lines(path));
    let columns =
        matrix.columns.iter().map(|column| json!({ "run": column.run, "step": column.step.to_string() }));
    let rows = matrix.folded().into_iter().map(|(ranks, cells)| {
        let cells = cells.iter().map(|cell| json!({ "state": cell.name(), "reason": cell.reason().en }));
        json!({ "ranks": runs(&ranks), "cells": cells.collect::<Vec<_>>() })
    });
    console.set(
        "matrix",
        json!({
            "bound": matrix.bound.map(|bound| bound.to_string()),
            "columns": columns.collect::<Vec<_>>(),
            "rows": rows.collect::<Vec<_>>(),
        }),
    );
}

fn decision_document(version: Version, decision: &Decision) -> Value {
    let (kind, file, error, pipe) = match decision {
        Decision::File { of_rank_0, .. } => ("file", Some(of_rank_0), None, None),
        Decision::OneFile(path) => ("one_file", Some(path), None, None),
        Decision::OwnNewest(_) => ("own_newest", None, None, None),
        Decision::Whole => ("whole", None, None, None),
        Decision::Off => ("off", None, None, None),
        Decision::Waits(path) => ("waits", None, None, Some(path)),
        Decision::Stops { raised, .. } => ("stops", None, Some(raised), None),
    };
    json!({ "mindformers": version.releases(), "kind": kind, "rank_0": file, "error": error, "pipe": pipe })
}
