//! From paths to what the planner lays over each other.

use std::ffi::OsStr;
use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

use super::args::{Piles as Paths, Sides};
use super::console::{Console, Stop};
use crate::catalog::{Survey, of_one_rank};
use crate::check::Finding;
use crate::check::kinds::folders::NOT_COMPLETE;
use crate::conversion::{Examined, Piles, examine};
use crate::format::WeightFormat;
use crate::native::{survey, walk};
use crate::plan::Plan;

/// The files under a path, looked at.
pub(super) struct Opened {
    /// The folder that paths are relative to.
    pub root: PathBuf,
    pub survey: Survey,
    /// Entries that are not among the files.
    pub findings: Vec<Finding>,
}

impl Opened {
    /// What is to be said of weights, opened at `path`, if they count as complete although they lie in the folder
    /// of a rank.
    pub(super) fn of_one_rank(&self) -> Option<Finding> {
        let root = std::path::absolute(&self.root).ok()?;
        let beside = std::fs::read_dir(root.parent()?).into_iter().flatten().flatten();
        let folders = beside.filter(|entry| entry.path().is_dir());
        let names: Vec<String> = folders.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        of_one_rank(root.file_name()?.to_str()?, names.iter().map(String::as_str))
    }
}

/// Looks at a file, or at all files of a folder. `what` names the flag that gave the path, if one did.
pub(super) fn open(what: &str, path: &Path) -> Result<Opened, Stop> {
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
    Ok(Opened { root, survey: survey(walk.files), findings: walk.findings })
}

/// Why a path could not be looked at, and what to do.
pub(super) fn unopened(path: &Path, error: &io::Error) -> String {
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
pub(super) fn given(path: Option<&OsStr>) -> Option<&Path> {
    path.filter(|path| !path.is_empty() && !path.eq_ignore_ascii_case("none")).map(Path::new)
}

impl Paths {
    /// The first flag that is given.
    pub(super) fn flag(&self) -> Option<&'static str> {
        let flags = [
            ("--src-ckpt", self.src_ckpt.is_some()),
            ("--src-strategy", self.src_strategy.is_some()),
            ("--dst-strategy", self.dst_strategy.is_some()),
        ];
        flags.into_iter().find_map(|(flag, is_given)| is_given.then_some(flag))
    }

    /// Looks at what they name.
    pub(super) fn open(&self) -> Result<Given, Stop> {
        let (source, target) = (self.src_strategy.as_deref(), self.dst_strategy.as_deref());
        Given::open(self.src_ckpt.as_deref(), source, target)
    }
}

/// The piles of a conversion, opened.
#[derive(Default)]
pub(super) struct Given {
    pub source: Option<Opened>,
    pub source_strategy: Option<Opened>,
    pub target_strategy: Option<Opened>,
    /// Weights to compare with.
    pub target: Option<Opened>,
}

impl Given {
    pub(super) fn open(
        weights: Option<&Path>,
        source_strategy: Option<&OsStr>,
        target_strategy: Option<&OsStr>,
    ) -> Result<Self, Stop> {
        let open = |flag, path: Option<&Path>| path.map(|path| open(flag, path)).transpose();
        Ok(Self {
            source: open("--src-ckpt", weights)?,
            source_strategy: open("--src-strategy", given(source_strategy))?,
            target_strategy: open("--dst-strategy", given(target_strategy))?,
            target: None,
        })
    }

    /// With the weights that the target's model has already.
    pub(super) fn with_target(self, path: Option<&Path>) -> Result<Self, Stop> {
        let target = path.map(|path| open("--dst-ckpt-headers", path)).transpose()?;
        Ok(Self { target, ..self })
    }

    /// Everything that can be told of the conversion, and its plan.
    pub(super) fn examine(&self, prefix: &str, format: Option<WeightFormat>) -> Examined {
        let piles = Piles {
            source: self.source.as_ref().map(|opened| &opened.survey),
            source_strategy: self.source_strategy.as_ref().map(|opened| &opened.survey),
            target_strategy: self.target_strategy.as_ref().map(|opened| &opened.survey),
            target: self.target.as_ref().map(|opened| &opened.survey),
        };
        let mut examined = examine(&piles, prefix, format);
        let opened =
            [&self.source, &self.source_strategy, &self.target_strategy, &self.target].into_iter().flatten();
        let of_folders = opened.flat_map(|opened| opened.findings.iter().cloned());
        examined.findings.splice(0..0, of_folders);
        // A name that says so, too, is told as an error.
        let is_told = examined.findings.iter().any(|finding| finding.kind == &NOT_COMPLETE);
        if self.source_strategy.is_none() && examined.source.is_some() && !is_told {
            examined.findings.extend(self.source.as_ref().and_then(Opened::of_one_rank));
        }
        examined
    }
}

/// Plans what the flags ask for, telling all findings. Gives the plan and the source's root.
pub(super) fn make_plan(sides: &Sides, console: &mut Console) -> Result<(Plan, PathBuf), Stop> {
    let (source, target) = (sides.src_strategy.as_deref(), sides.dst_strategy.as_deref());
    let given = Given::open(Some(&sides.src_ckpt), source, target)?;
    let examined = given.examine(&sides.prefix, sides.format.map(Into::into));
    console.report(&examined.findings);
    console.check()?;
    let plan = examined.plan.zip(given.source.map(|opened| opened.root));
    plan.ok_or_else(|| Stop::Refused(format!("{}: there is no checkpoint here", sides.src_ckpt.display())))
}
