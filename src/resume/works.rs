//! The newest step that can really be loaded: every rank has a file of it that is whole, holds what
//! resuming needs and is as those of the other ranks of its stage. No `meta.json` is asked; they say what was saved, not what is there.

use std::collections::BTreeMap;

use super::names::{Run, Step, run_and_step};
use super::peers::{OddFiles, odd};
use super::{Folder, Listing};
use crate::format::WeightFormat;

/// A step that works, and what to write into the run's YAML.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Works {
    /// The step.
    pub step: Step,
    /// The name of rank 0's file: `resume_training: NAME`.
    pub of_rank_0: String,
}

/// The steps that work, the one to take first: of the run that was started last, the newest.
#[must_use]
pub fn works(listing: &Listing, ranks: u64, format: WeightFormat) -> Vec<Works> {
    without(&odd(listing, format), listing, ranks, format)
}

/// The same, of files of which these are odd.
pub(super) fn without(odd: &OddFiles, listing: &Listing, ranks: u64, format: WeightFormat) -> Vec<Works> {
    // By step of how many ranks there is a good file, and rank 0's.
    let mut steps: BTreeMap<(Run, Step), (u64, Option<&str>)> = BTreeMap::new();
    for folder in listing.folders().iter().filter(|folder| folder.rank().is_some_and(|rank| rank < ranks)) {
        for (run, step, name) in good_files(folder, format) {
            let (found, of_rank_0) = steps.entry((run, step)).or_default();
            *found += 1;
            *of_rank_0 = of_rank_0.or((folder.rank() == Some(0)).then_some(name));
        }
    }
    let is_complete = |key: &(Run, Step), found: u64| found == ranks && ranks > 0 && !odd.contains_key(key);
    let complete = steps.into_iter().rev().filter(|(key, (found, _))| is_complete(key, *found));
    let named =
        complete.filter_map(|((_, step), (_, name))| Some(Works { step, of_rank_0: name?.to_owned() }));
    named.collect()
}

/// The files that a rank can go on from. A file under another rank's name would not be found.
fn good_files(folder: &Folder, format: WeightFormat) -> impl Iterator<Item = (Run, Step, &str)> {
    let files = folder.files.iter().filter(|file| file.is_good());
    files.filter_map(move |file| {
        let (run, step) = run_and_step(&file.name, format)?;
        let is_own = super::names::rank(&file.name) == folder.rank();
        is_own.then_some((run, step, file.name.as_str()))
    })
}
