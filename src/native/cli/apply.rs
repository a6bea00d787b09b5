//! `shardlens apply` and `shardlens transform`.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::args;
use super::console::{Console, Stop};
use super::plan::summary;
use super::progress::watched;
use super::sides::{check_target, make_plan};
use crate::native::execute::{ExecuteError, Options, Report, execute};
use crate::plan::{Plan, PlanError};
use crate::units::{bytes_text, counted, noun};

/// A plan of a 405B model with optimizer states for thousands of ranks has 20 MB.
const MAX_PLAN: u64 = 1 << 30;

pub(super) fn apply(args: &args::Apply, console: &mut Console) -> Result<(), Stop> {
    let plan = read(&args.plan)?;
    run(&plan, args.src_root.clone(), &args.run, console)
}

pub(super) fn transform(args: &args::Transform, console: &mut Console) -> Result<(), Stop> {
    let (plan, root) = make_plan(&args.sides, console)?;
    run(&plan, root, &args.run, console)
}

/// Reads a plan.
fn read(path: &Path) -> Result<Plan, Stop> {
    let failed = |reason: &dyn std::fmt::Display| Stop::Failed(format!("{}: {reason}", path.display()));
    let mut json = Vec::new();
    let file = File::open(path).map_err(|error| failed(&error))?;
    file.take(MAX_PLAN + 1).read_to_end(&mut json).map_err(|error| failed(&error))?;
    if json.len() as u64 > MAX_PLAN {
        return Err(failed(&format_args!("is longer than any plan ({})", bytes_text(MAX_PLAN))));
    }
    Plan::from_json(&json).map_err(|error| {
        let remedy = match error {
            PlanError::OtherVersion(_) => {
                "Make the plan again with this program, or use the program that made it."
            }
            _ => "Make one with `shardlens plan`, or export it from the page.",
        };
        failed(&format_args!("{error}\n  {remedy}"))
    })
}

fn run(plan: &Plan, source_root: PathBuf, args: &args::Run, console: &mut Console) -> Result<(), Stop> {
    let options = Options {
        source_root,
        target_root: args.dst_ckpt.clone(),
        ranks: args.dst_ranks.clone(),
        overwrite: args.overwrite,
        verify: args.verify,
        sync: !args.no_sync,
        threads: args.threads.map_or(0, usize::from),
    };
    check_target(&args.dst_ckpt)?;
    let progress = console.begin_run();
    console.set("totals", plan.totals);
    let start = Instant::now();
    let report = watched(&progress, console.output(), || execute(plan, &options, &progress));
    let report = report.map_err(|error| stop(&error))?;
    console.files_are_written();
    tell(plan, &report, start, console);
    Ok(())
}

fn stop(error: &ExecuteError) -> Stop {
    let text = error.to_string();
    match error {
        ExecuteError::Interrupted => Stop::Interrupted(text),
        ExecuteError::Plan(_) | ExecuteError::SourceChanged { .. } | ExecuteError::SourceDamaged { .. } => {
            Stop::Refused(text)
        }
        _ => Stop::Failed(text),
    }
}

fn tell(plan: &Plan, report: &Report, start: Instant, console: &mut Console) {
    let shown = |paths: &[PathBuf]| paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>();
    console.set("written", shown(&report.written));
    console.set("kept", shown(&report.kept));
    console.set("bytes_written", report.bytes_written);
    for path in &report.beside {
        console.warn(format_args!(
            "{} is beside a converted file, and MindSpore loads the last .ckpt by name: remove it",
            path.display()
        ));
    }
    if let Some(first) = report.other_ranks.first() {
        console.warn(format_args!(
            "{} and any other folder of a rank from {} on is not of this conversion: remove it, or whoever reads the target finds too many ranks",
            first.display(),
            plan.target.topology.ranks(),
        ));
    }
    let elapsed = start.elapsed();
    let rate = u128::from(report.bytes_written) * 1000 / elapsed.as_millis().max(1);
    let kept = match report.kept.len() {
        0 => String::new(),
        kept => format!("; kept {kept} that {} complete", noun(kept, "was", "were")),
    };
    console.conclude(summary(plan));
    console.conclude(format_args!(
        "wrote {}, {} in {:.2} s ({}/s){kept}",
        counted(report.written.len(), "file", "files"),
        bytes_text(report.bytes_written),
        elapsed.as_secs_f64(),
        bytes_text(u64::try_from(rate).unwrap_or(u64::MAX)),
    ));
}
