//! From paths to what the planner lays over each other.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::args::Sides;
use super::console::{Console, Stop};
use crate::catalog::{Checkpoint, Survey, assemble, strategy};
use crate::check::Side;
use crate::native::{survey, walk};
use crate::plan::{self, Plan};

/// The files under a path, looked at.
pub(super) struct Opened {
    /// The folder that paths are relative to.
    pub root: PathBuf,
    pub survey: Survey,
}

/// Looks at a file, or at all files of a folder.
pub(super) fn open(path: &Path, console: &mut Console) -> Result<Opened, Stop> {
    let failed = |reason: &dyn std::fmt::Display| Stop::Failed(format!("{}: {reason}", path.display()));
    let metadata = std::fs::metadata(path).map_err(|error| failed(&error))?;
    let mut root = path.to_owned();
    if !metadata.is_dir() {
        let name = path.file_name().ok_or_else(|| failed(&"is no file name"))?;
        if name.to_str().is_none() {
            return Err(failed(&"the file's name is not UTF-8, so a plan cannot name it: rename it"));
        }
        root = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
            _ => PathBuf::from("."),
        };
    }
    let walk = walk(path).map_err(|error| failed(&error))?;
    console.report(&walk.findings);
    Ok(Opened { root, survey: survey(walk.files, &mut |_, _| {}) })
}

/// A strategy's path; none where MindFormers takes it for "complete".
fn given(path: Option<&OsStr>) -> Option<&Path> {
    path.filter(|path| !path.is_empty() && *path != "None").map(Path::new)
}

/// Plans what the flags ask for, telling all findings. Gives the plan and the source's root.
pub(super) fn make_plan(sides: &Sides, console: &mut Console) -> Result<(Plan, PathBuf), Stop> {
    let weights = open(&sides.src_ckpt, console)?;
    let source = open_strategy(given(sides.src_strategy.as_deref()), Side::Source, console)?;
    let target = open_strategy(given(sides.dst_strategy.as_deref()), Side::Target, console)?;
    let cut = source.as_ref().map_or(crate::catalog::Cut::NotGiven, strategy::Found::cut);
    let assembled = assemble(&weights.survey, cut, Side::Source);
    console.report(&assembled.findings);
    console.check()?;
    let checkpoint = assembled.checkpoint.ok_or_else(|| nothing(&sides.src_ckpt))?;
    let options = plan::Options {
        prefix: sides.prefix.clone(),
        format: sides.format.map_or(checkpoint.format, Into::into),
    };
    let plan = lay_over(&checkpoint, source.as_ref(), target.as_ref(), &options, console)?;
    Ok((plan, weights.root))
}

fn nothing(path: &Path) -> Stop {
    Stop::Refused(format!("{}: there is no checkpoint here", path.display()))
}

fn open_strategy(
    path: Option<&Path>,
    side: Side,
    console: &mut Console,
) -> Result<Option<strategy::Found>, Stop> {
    let Some(path) = path else { return Ok(None) };
    let opened = open(path, console)?;
    let found = strategy::open(&opened.survey, side);
    console.report(&found.findings);
    Ok(Some(found))
}

fn lay_over(
    source: &Checkpoint,
    source_strategy: Option<&strategy::Found>,
    target_strategy: Option<&strategy::Found>,
    options: &plan::Options,
    console: &mut Console,
) -> Result<Plan, Stop> {
    let inputs = plan::Inputs {
        source,
        source_strategy: source_strategy.and_then(|found| found.strategy.as_ref()),
        target_strategy: target_strategy.and_then(|found| found.strategy.as_ref()),
    };
    let outcome = plan::plan(&inputs, options);
    console.report(&outcome.findings);
    console.check()?;
    outcome.plan.ok_or(Stop::Findings)
}
