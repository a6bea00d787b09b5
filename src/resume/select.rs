//! The selection by `meta.json` (`get_resume_checkpoint_by_meta`): the newest step that every rank has a
//! file of, not after the oldest step that a `meta.json` names. Only names are looked at.

use std::collections::{BTreeMap, HashMap};

use super::health::Record;
use super::message;
use super::meta::{self, Meta, Refused};
use super::names::{Step, basename, rank, run_before_step, step, with_rank};
use super::newest::check_newest;
use super::{Folder, Instead, Job, Listing, WeightFile};

/// What is selected: the name of rank 0's file, or none where no `meta.json` counts and every rank loads
/// its newest file.
pub(super) type Selected = Result<Option<String>, Stop>;

/// Why nothing is selected.
#[derive(Debug)]
pub(super) enum Stop {
    /// Rank 0 ends with this error.
    Raises(String),
    /// Rank 0 opens this pipe, and waits for someone to write into it.
    Waits(String),
}

impl From<String> for Stop {
    fn from(error: String) -> Self {
        Self::Raises(error)
    }
}

/// How many ranks a version counts.
pub(super) fn ranks(listing: &Listing, job: &Job) -> u64 {
    match job.version.counts_folders() {
        true => listing.folders().len() as u64,
        false => job.world_size,
    }
}

/// The checkpoint for rank 0.
pub(super) fn select(listing: &Listing, job: &Job) -> Selected {
    let ranks = ranks(listing, job);
    let Some(oldest) = oldest(listing, job, ranks)? else {
        return Ok(check_newest(listing, job, ranks).map(|()| None)?);
    };
    let bound = Bound::new(&oldest, job)?;
    let in_rank_0 = listing.rank(0).map(Folder::by_name).unwrap_or_default();
    let mut complete = Vec::new();
    for files in by_step(listing, job, ranks, &bound)?.into_values() {
        if let Some(first) = first_if_complete(files, job, ranks)? {
            complete.push(of_rank_0(listing, &in_rank_0, job, first)?);
        }
    }
    if complete.is_empty() {
        return Err(message::NONE.to_owned().into());
    }
    let last = match job.monitor() {
        None => complete.into_iter().max().map(|(_, name)| name),
        Some(monitor) => {
            let last = last_of_runs(complete, job)?;
            Record::of(monitor)?;
            last
        }
    };
    Ok(last)
}

/// The last of steps, by the number of their run first, as they are sorted for the health monitor.
fn last_of_runs(complete: Vec<(Step, String)>, job: &Job) -> Result<Option<String>, String> {
    let format = job.reads();
    let with_run = |(step, name): (Step, String)| {
        let run = run_before_step(&name, format).ok_or_else(|| message::NO_MATCH.to_owned())?;
        Ok::<_, String>((run, step, name))
    };
    let sorted: Vec<_> = complete.into_iter().map(with_run).collect::<Result<_, _>>()?;
    Ok(sorted.into_iter().max().map(|(.., name)| name))
}

/// The `meta.json` with the smallest epoch and step; of equal ones the first.
pub(super) fn oldest(listing: &Listing, job: &Job, ranks: u64) -> Result<Option<Meta>, Stop> {
    let mut oldest: Option<Meta> = None;
    for (rank, folder) in (0..ranks).filter_map(|rank| Some((rank, listing.rank(rank)?))) {
        if let Some(instead) = folder.instead_of_meta {
            let path = format!("{}/meta.json", listing.path_of(rank));
            match instead.open_error(&path) {
                _ if instead == Instead::Pipe => return Err(Stop::Waits(path)),
                Some(error) => return Err(Stop::Raises(error)),
                None => continue,
            }
        }
        let Some(bytes) = &folder.meta else { continue };
        let meta = match meta::read(bytes, job.reads()) {
            Ok(meta) => meta,
            Err(Refused::Ignored(_)) => continue,
            Err(Refused::Stops(error)) => return Err(Stop::Raises(error)),
        };
        let key = |meta: &Meta| (meta.epoch.value, meta.step.value);
        if oldest.as_ref().is_none_or(|oldest| key(&meta) < key(oldest)) {
            oldest = Some(meta);
        }
    }
    Ok(oldest)
}

/// What files are compared with.
pub(super) struct Bound {
    prefix: String,
    rank: u64,
    /// No later step takes part.
    pub step: Step,
}

impl Bound {
    /// The bound of the oldest `meta.json`: its prefix with its numbers, put together to a name and taken
    /// apart again, as MindFormers does.
    pub(super) fn new(oldest: &Meta, job: &Job) -> Result<Self, String> {
        let (version, format) = (job.version, job.reads());
        let prefix = oldest.prefix(version);
        let name = format!("{prefix}-{}_{}.{}", oldest.epoch.text, oldest.step.text, format.extension());
        let again = Meta { file: name.clone(), ..oldest.clone() };
        let step = step(basename(&name), format).ok_or_else(|| message::no_step(version, &name, format))?;
        let rank = rank(basename(&name)).ok_or_else(|| message::no_rank(version, &name))?;
        let end = if version == super::Version::V1_8 { "-" } else { "" };
        Ok(Self { prefix: again.prefix(version).to_owned() + end, rank, step })
    }

    /// With what the names of a rank's files must begin. The health monitor lets in what goes on otherwise
    /// after the last `_`: another run's number, or another name.
    pub(super) fn prefix_for(&self, job: &Job, rank: u64) -> String {
        let prefix = self.prefix.replace(&format!("rank_{}", self.rank), &format!("rank_{rank}"));
        match (job.monitor(), prefix.rsplit_once('_')) {
            (Some(_), Some((before, _))) => before.to_owned(),
            _ => prefix,
        }
    }
}

/// Names of all ranks by step.
type BySteps<'a> = BTreeMap<Step, Vec<&'a str>>;

fn by_step<'a>(listing: &'a Listing, job: &Job, ranks: u64, bound: &Bound) -> Result<BySteps<'a>, String> {
    let format = job.reads();
    let ending = format!(".{}", format.extension());
    let mut steps = BySteps::new();
    for rank in 0..ranks {
        let path = listing.path_of(rank);
        let is_there = |folder: &&Folder| folder.instead.is_none_or(Instead::exists);
        let folder = listing.rank(rank).filter(is_there).ok_or_else(|| message::not_found(&path))?;
        folder.instead.and_then(|instead| instead.list_error(&path)).map_or(Ok(()), Err)?;
        let prefix = bound.prefix_for(job, rank);
        for file in folder.files.iter().map(|file| file.name.as_str()) {
            if file.starts_with(&prefix) && file.ends_with(&ending) {
                let step = step(file, format).ok_or_else(|| message::no_step(job.version, file, format))?;
                if step <= bound.step {
                    steps.entry(step).or_default().push(file);
                }
            }
        }
    }
    Ok(steps)
}

/// The first name of the lowest rank, if the names are of all ranks. Their own ranks count, not those of
/// the folders that they are in.
fn first_if_complete<'a>(files: Vec<&'a str>, job: &Job, ranks: u64) -> Result<Option<&'a str>, String> {
    let rank_of = |name: &'a str| {
        let rank = rank(name).ok_or_else(|| message::no_rank(job.version, name))?;
        Ok::<_, String>((rank, name))
    };
    let mut files: Vec<(u64, &str)> = files.into_iter().map(rank_of).collect::<Result<_, _>>()?;
    files.sort_by_key(|&(rank, _)| rank);
    let first = files.first().map(|&(_, name)| name);
    files.dedup_by_key(|&mut (rank, _)| rank);
    let is_last = files.last().and_then(|&(rank, _)| rank.checked_add(1)) == Some(ranks);
    Ok(first.filter(|_| files.len() as u64 == ranks && is_last))
}

/// The name in rank 0's folder, where it must be.
fn of_rank_0(
    listing: &Listing,
    in_rank_0: &HashMap<&str, &WeightFile>,
    job: &Job,
    name: &str,
) -> Result<(Step, String), String> {
    let (version, format) = (job.version, job.reads());
    let name = with_rank(name, 0).ok_or_else(|| message::no_rank(version, name))?;
    let file = in_rank_0.get(name.as_str());
    if !file.is_some_and(|file| file.instead().is_none_or(Instead::exists)) {
        return Err(message::not_found(&format!("{}/{name}", listing.path_of(0))));
    }
    let step = step(&name, format).ok_or_else(|| message::no_step(version, &name, format))?;
    Ok((step, name))
}
