//! From paths to what the planner lays over each other.

use std::ffi::OsStr;
use std::fmt::Display;
use std::io;
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

/// Looks at a file, or at all files of a folder. `what` names the flag that gave the path, if one did.
pub(super) fn open(what: &str, path: &Path, console: &mut Console) -> Result<Opened, Stop> {
    let blank = if what.is_empty() { "" } else { " " };
    let failed = |reason: &dyn Display| Stop::Failed(format!("{what}{blank}{}: {reason}", path.display()));
    let metadata = std::fs::metadata(path).map_err(|error| failed(&unopened(path, &error)))?;
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
    Ok(Opened { root, survey: survey(walk.files) })
}

/// Why a path could not be looked at, and what to do.
fn unopened(path: &Path, error: &io::Error) -> String {
    let remedy = match error.kind() {
        io::ErrorKind::NotFound if begins_at_home(path) => HOME,
        io::ErrorKind::NotFound => {
            "\n  Check the path; it is relative to the folder that the command runs in."
        }
        io::ErrorKind::PermissionDenied => "\n  Let the user who runs this read it.",
        _ => "",
    };
    format!("{error}{remedy}")
}

const HOME: &str = "\n  The shell replaces ~ only where a word begins with it: put a blank before it rather than =, or write $HOME.";

/// Whether a path begins with a `~` that the shell did not replace.
fn begins_at_home(path: &Path) -> bool {
    path.components().next().is_some_and(|first| first.as_os_str().as_encoded_bytes().starts_with(b"~"))
}

/// Refuses a target below a `~` that the shell did not replace: a folder of that name would be made.
pub(super) fn check_target(path: &Path) -> Result<(), Stop> {
    let first: PathBuf = path.components().take(1).collect();
    if begins_at_home(path) && !first.exists() {
        return Err(Stop::Failed(format!("--dst-ckpt {}: there is no such folder{HOME}", path.display())));
    }
    Ok(())
}

/// A strategy's path; none where MindFormers takes it for "complete".
fn given(path: Option<&OsStr>) -> Option<&Path> {
    path.filter(|path| !path.is_empty() && !path.eq_ignore_ascii_case("none")).map(Path::new)
}

/// Plans what the flags ask for, telling all findings. Gives the plan and the source's root.
pub(super) fn make_plan(sides: &Sides, console: &mut Console) -> Result<(Plan, PathBuf), Stop> {
    let weights = open("--src-ckpt", &sides.src_ckpt, console)?;
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
    let flag = match side {
        Side::Source => "--src-strategy",
        Side::Target => "--dst-strategy",
    };
    let opened = open(flag, path, console)?;
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
