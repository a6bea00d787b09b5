//! Executes plans on files: streams every byte, decides nothing.
//!
//! A run checks first and writes then. Checked: the plan itself, that source and target do not
//! overlap, that the source files are those of the plan, what the target already holds, and that
//! there is room. Then [`crew`] works through [`batch`]es of files: [`copier`] moves content,
//! [`unfinished`] files get their final names when they are complete and on disk.

mod batch;
mod copier;
mod crew;
mod error;
mod existing;
mod files;
mod mark;
mod open_files;
mod paths;
mod places;
mod progress;
mod ranks;
mod room;
mod sources;
mod spans;
mod strided;
mod tables;
mod tasks;
mod unfinished;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

pub use error::ExecuteError;
pub use paths::check_prefix;
pub use progress::{Counts, Phase, Progress};
pub use ranks::RankSet;

use crate::plan::{self, Plan};
use batch::{Batch, batches};
use crew::{Crew, MAX_THREADS};
use existing::Found;
use mark::PlanHash;
use open_files::OpenFiles;
use paths::Roots;
use sources::SourceFiles;
use tasks::{Compare, Place, Write};

/// How a plan is executed.
#[derive(Clone, Debug)]
pub struct Options {
    /// The folder that the plan's source paths are relative to.
    pub source_root: PathBuf,
    /// The folder that gets the target files; made if it does not exist.
    pub target_root: PathBuf,
    /// Only these target ranks; all if none.
    pub ranks: Option<RankSet>,
    /// Whether to replace files that are in the way.
    pub overwrite: bool,
    /// Whether to check the source's own checksums, and to compare what was written with the
    /// source before it gets its final name.
    pub verify: bool,
    /// Whether files are safe on disk before they get their final names. Without, a crash of the
    /// machine (not of the program) may leave files whose content is lost.
    pub sync: bool,
    /// Workers that copy; 0 for as many as the machine has processors, up to 8.
    pub threads: usize,
}

/// What a run did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Files that were written, by rank.
    pub written: Vec<PathBuf>,
    /// Files that were complete before, by rank.
    pub kept: Vec<PathBuf>,
    /// Bytes of the written files.
    pub bytes_written: u64,
    /// Weights of other names in the folders of ranks that were written: a loader may choose them.
    pub beside: Vec<PathBuf>,
    /// Folders of ranks that the target does not have, left of another run.
    pub other_ranks: Vec<PathBuf>,
}

/// Executes a plan. Every target file is complete, safe on disk and under its final name, or not
/// there; files that this plan completed in an earlier run are kept.
///
/// # Errors
/// Before anything is written: a plan that contradicts itself, a changed source, an overlap, a
/// target in the way, too little room. While writing: what the system refuses, or a stop.
pub fn execute(plan: &Plan, options: &Options, progress: &Progress) -> Result<Report, ExecuteError> {
    plan::verify(plan).map_err(|error| ExecuteError::Plan(error.to_string()))?;
    let prefix = &plan.target.prefix;
    check_prefix(prefix).map_err(|reason| ExecuteError::Plan(format!("its prefix `{prefix}` {reason}")))?;
    let selected = selected(plan, options.ranks.as_ref())?;
    let roots = Roots::check(plan, &options.source_root, &options.target_root)?;
    let contents: BTreeMap<u64, usize> = by_rank(plan).filter(|(rank, _)| selected.contains(rank)).collect();
    let reads = |content: usize| plan.target.contents.get(content).map_or(&[][..], |content| &content.reads);
    let needed: BTreeSet<usize> = contents.values().flat_map(|&content| reads(content)).copied().collect();
    progress.enter(Phase::Checking, 0, 0);
    let open_files = OpenFiles::of_process();
    let sources = SourceFiles::check(&roots.source, plan, &needed, open_files, progress)?;
    let layouts = tables::layouts(plan, contents.values().copied())?;
    let place = Place { plan, root: roots.target.clone(), layouts };
    let threads = threads(options.threads);
    let crew = Crew { plan, sources: &sources, progress, threads, open_files };
    let hash = PlanHash::new(plan);

    let mut survey = Survey::default();
    for (&rank, &content) in &contents {
        progress.check()?;
        let path = place.path(rank);
        roots.check_folder(path.parent().unwrap_or(&path))?;
        let mark = hash.mark(sources.stamps(reads(content)));
        survey.add(rank, path, place.size(content), mark, options)?;
    }
    survey.settle(&place, &crew, options)?;

    let sizes =
        || survey.write.iter().filter_map(|rank| contents.get(rank)).map(|&content| place.size(content));
    let left_over = survey.write.iter().map(|&rank| unfinished::left_over(&place.path(rank)));
    room::check(&roots.target, sizes(), survey.replaced, left_over.fold(0, u64::saturating_add))?;
    if options.verify {
        let bytes = needed.iter().filter_map(|&file| plan.source.files.get(file)).map(|file| file.size);
        progress.enter(Phase::Checking, bytes.sum(), 0);
        sources.check_sums(&needed, progress)?;
    }
    let batches = batches(plan, open_files, |rank| survey.write.contains(&rank));
    progress.enter(Phase::Writing, content_bytes(plan, &batches), survey.write.len() as u64);
    let (sync, verify) = (options.sync, options.verify);
    let replace = &survey.replace;
    let write = Write { place: &place, sources: &sources, crew: &crew, hash: &hash, replace, sync, verify };
    crew.run(batches, &write)?;
    Ok(Report {
        written: survey.write.iter().map(|&rank| place.path(rank)).collect(),
        kept: survey.keep.iter().map(|&rank| place.path(rank)).collect(),
        bytes_written: sizes().sum(),
        beside: survey.beside,
        other_ranks: existing::other_ranks(&roots.target, plan.target.topology.ranks()),
    })
}

/// The ranks to do.
fn selected(plan: &Plan, wanted: Option<&RankSet>) -> Result<BTreeSet<u64>, ExecuteError> {
    let ranks = by_rank(plan).map(|(rank, _)| rank);
    let Some(wanted) = wanted else { return Ok(ranks.collect()) };
    let count = plan.target.topology.ranks();
    if wanted.last() >= count {
        return Err(ExecuteError::Ranks { wanted: wanted.to_string(), last: count.saturating_sub(1) });
    }
    Ok(ranks.filter(|&rank| wanted.contains(rank)).collect())
}

/// Every target rank with its content.
fn by_rank(plan: &Plan) -> impl Iterator<Item = (u64, usize)> {
    let contents = plan.target.contents.iter().enumerate();
    contents.flat_map(|(index, content)| content.ranks.iter().map(move |&rank| (rank, index)))
}

fn content_bytes(plan: &Plan, batches: &[Batch]) -> u64 {
    let bytes = |batch: &Batch| {
        let entries = plan.target.tables.get(batch.table).map_or(&[][..], |table| &table.entries);
        let bytes: u64 = entries.iter().flat_map(|entry| &entry.pieces).map(|piece| piece.len).sum();
        let files: usize = batch.members.iter().map(|member| member.ranks.len()).sum();
        bytes.saturating_mul(files as u64)
    };
    batches.iter().map(bytes).sum()
}

fn threads(wanted: usize) -> usize {
    let processors = || std::thread::available_parallelism().map_or(1, usize::from).min(8);
    if wanted == 0 { processors() } else { wanted.min(MAX_THREADS) }
}

/// What is to be done with each selected rank.
#[derive(Debug, Default)]
struct Survey {
    write: BTreeSet<u64>,
    keep: BTreeSet<u64>,
    /// Ranks whose files must be compared to know, and whether this plan has marked them.
    compare: BTreeMap<u64, bool>,
    occupied: Vec<PathBuf>,
    beside: Vec<PathBuf>,
    /// Ranks to write whose files are there and may be replaced.
    replace: BTreeSet<u64>,
    /// Bytes of files that will be replaced.
    replaced: u64,
}

impl Survey {
    fn add(
        &mut self,
        rank: u64,
        path: PathBuf,
        size: u64,
        mark: mark::Mark,
        options: &Options,
    ) -> Result<(), ExecuteError> {
        let others = existing::other_weights(&path)?;
        if options.overwrite {
            self.beside.extend(others);
        } else {
            self.occupied.extend(others);
        }
        match existing::look(&path, size, mark)? {
            Found::Nothing => _ = self.write.insert(rank),
            Found::Ours if options.verify => _ = self.compare.insert(rank, true),
            Found::Ours => _ = self.keep.insert(rank),
            Found::Perhaps if !options.overwrite => _ = self.compare.insert(rank, false),
            Found::Other if !options.overwrite => self.occupied.push(path),
            Found::Perhaps | Found::Other => self.replace(rank, &path),
        }
        Ok(())
    }

    fn replace(&mut self, rank: u64, path: &Path) {
        let size = std::fs::symlink_metadata(path).map_or(0, |metadata| metadata.len());
        self.replaced = self.replaced.saturating_add(size);
        self.write.insert(rank);
        self.replace.insert(rank);
    }

    /// Compares files that may be complete. A marked file that is not is damaged, and written again.
    fn settle(&mut self, place: &Place<'_>, crew: &Crew<'_>, options: &Options) -> Result<(), ExecuteError> {
        self.refuse_occupied()?;
        let batches = batches(place.plan, crew.open_files, |rank| self.compare.contains_key(&rank));
        crew.progress.enter(Phase::Comparing, content_bytes(place.plan, &batches), self.compare.len() as u64);
        let compare = Compare { place, crew, equal: Mutex::default() };
        crew.run(batches, &compare)?;
        let equal: BTreeSet<u64> =
            compare.equal.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().collect();
        for (rank, marked) in std::mem::take(&mut self.compare) {
            let path = place.path(rank);
            match (equal.contains(&rank), marked || options.overwrite) {
                (true, _) => _ = self.keep.insert(rank),
                (false, true) => self.replace(rank, &path),
                (false, false) => self.occupied.push(path),
            }
        }
        self.refuse_occupied()
    }

    fn refuse_occupied(&mut self) -> Result<(), ExecuteError> {
        if self.occupied.is_empty() {
            return Ok(());
        }
        Err(ExecuteError::Occupied { files: std::mem::take(&mut self.occupied) })
    }
}
