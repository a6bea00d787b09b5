//! Resuming with fault tolerance (`MS_ENABLE_TFT` with TTP, UCE, ARF or HCCE, without `remove_redundancy`;
//! `resume_ckpt_path_with_strategy`, 1.6 to 2.1). Nothing is selected: every rank takes the name of the file
//! that was written last of all, and loads the first rank's file of that name that its strategy calls a copy.

use std::collections::{HashMap, HashSet};

use super::names::{number, step_at};
use super::newest::own_newest;
use super::{Instead, Job, Listing, WeightFile};
use crate::format::WeightFormat;
use crate::layout::{LayoutId, Placement, Strategy};

/// The folder `src_strategy_path_or_dir` of the run that saved.
#[derive(Clone, Copy, Debug)]
pub struct Strategies<'a> {
    /// The names of all that lies in it.
    pub names: &'a [String],
    /// What its files say.
    pub strategy: &'a Strategy,
}

/// What a rank does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Loaded {
    /// It loads this file of a rank's folder.
    File {
        /// The rank of the folder.
        folder: u64,
        /// The file.
        name: String,
        /// Whether that rank's slices are not its own: it is taken for its own by the beginning of its
        /// number.
        is_other: bool,
    },
    /// It finds no strategy.
    NoStrategy,
    /// It finds neither its own file nor that of a rank with the same slices.
    NoFile,
    /// It stops with this error, as all ranks do.
    Stops(String),
}

/// What every rank of the job does.
#[must_use]
pub fn tft(listing: &Listing, job: &Job, strategies: Strategies<'_>) -> Vec<Loaded> {
    let mut names: Vec<&str> = strategies.names.iter().map(String::as_str).collect();
    names.sort_unstable();
    let last = last(listing, job);
    let (layouts, there) = (layouts_by_stage(strategies.strategy), there(listing));
    let of_rank = |rank: u64| {
        let Some(name) = usize::try_from(rank).ok().and_then(|at| names.get(at)) else {
            return Loaded::NoStrategy;
        };
        let (folder, last) = match &last {
            Err(error) => return Loaded::Stops(error.clone()),
            Ok(None) => return Loaded::NoFile,
            Ok(Some(found)) => found,
        };
        let copies = copies(strategies.strategy, &layouts, name, rank);
        let search = Search { listing, there: &there, rank, folder: *folder, copies: &copies };
        let found = search.find(last, job.reads());
        found.map_or(Loaded::NoFile, |(folder, name)| Loaded::File {
            folder,
            name,
            is_other: folder != rank && !copies.contains(&folder),
        })
    };
    (0..job.world_size).map(of_rank).collect()
}

/// The file that was written last of all, of equal times that of the lowest rank, and its rank; none if
/// there is none. The error if a rank has no folder, or cannot tell which of its files was written last.
fn last(listing: &Listing, job: &Job) -> Result<Option<(u64, String)>, String> {
    let mut last: Option<(i64, u64, &str)> = None;
    for rank in 0..job.world_size {
        let Some(file) = own_newest(listing, rank, job.reads())? else { continue };
        if last.is_none_or(|(modified, ..)| file.modified > modified) {
            last = Some((file.modified, rank, &file.name));
        }
    }
    Ok(last.map(|(_, rank, name)| (rank, name.to_owned())))
}

/// The files that there are, by rank and name.
fn there(listing: &Listing) -> HashSet<(u64, &str)> {
    let folders = listing.folders().iter().filter_map(|folder| Some((folder.rank()?, folder)));
    let files = folders.flat_map(|(rank, folder)| folder.files.iter().map(move |file| (rank, file)));
    let exists = |file: &WeightFile| file.instead().is_none_or(Instead::exists);
    files.filter(|(_, file)| exists(file)).map(|(rank, file)| (rank, file.name.as_str())).collect()
}

/// The distinct layouts of each stage, in the order of the names of the first tensors that have them.
fn layouts_by_stage(strategy: &Strategy) -> HashMap<u32, Vec<LayoutId>> {
    let is_kept = |name: &str| !name.starts_with("accu_grads") && !name.starts_with("inputs");
    let mut tensors: Vec<(&str, &[Placement])> =
        strategy.tensors().filter(|(name, _)| is_kept(name)).collect();
    crate::order::sort_by(&mut tensors, |a, b| a.0.cmp(b.0));
    let mut stages: HashMap<u32, Vec<LayoutId>> = HashMap::new();
    let mut seen: HashSet<(u32, LayoutId)> = HashSet::new();
    for Placement { stage, layout, .. } in tensors.into_iter().flat_map(|(_, placements)| placements) {
        if seen.insert((*stage, *layout)) {
            stages.entry(*stage).or_default().push(*layout);
        }
    }
    stages
}

/// The ranks that MindSpore takes for holders of the same slices (`_get_cur_rank_dp`): the smallest group of
/// a tensor, if all groups lie in each other; else the rank alone. The file counts that is at the rank's
/// place in the order of names, where 10 comes before 2.
fn copies(strategy: &Strategy, layouts: &HashMap<u32, Vec<LayoutId>>, file: &str, rank: u64) -> Vec<u64> {
    let of_stage = strategy.ranks_per_stage().max(1);
    let (first, at) = (rank - rank % of_stage, rank % of_stage);
    let digits = file.rfind("rank_").and_then(|at| number(file.get(at + "rank_".len()..)?));
    let (stage, _) = strategy.locate(digits.map_or(rank, |(rank, _)| rank)).unwrap_or_default();
    let mut least: Option<Vec<u64>> = None;
    for id in layouts.get(&stage).into_iter().flatten() {
        let Some(layout) = strategy.layout(*id) else { continue };
        let group = layout.ranks_of(layout.shard_of(at));
        match &least {
            Some(least) if group.len() >= least.len() => {
                if !least.iter().all(|rank| group.contains(rank)) {
                    return vec![rank];
                }
            }
            Some(least) if !group.iter().all(|rank| least.contains(rank)) => return vec![rank],
            _ => least = Some(group),
        }
    }
    least.unwrap_or_default().into_iter().map(|rank| first.saturating_add(rank)).collect()
}

/// A rank that looks for a file in place of another's.
struct Search<'a> {
    listing: &'a Listing,
    there: &'a HashSet<(u64, &'a str)>,
    rank: u64,
    /// Whose folder the other file is in.
    folder: u64,
    copies: &'a [u64],
}

impl Search<'_> {
    /// The file to load in place of one: first of its run, then of the runs before.
    fn find(&self, last: &str, format: WeightFormat) -> Option<(u64, String)> {
        let runs = run_of(last, format)?;
        if runs == 0 {
            return self.get(last);
        }
        let earlier = (1..=runs).rev().map(|run| format!("rank_{}_{run}", self.rank));
        let mut named = earlier.chain([format!("rank_{}", self.rank)]);
        named.find_map(|to| self.get(&with_run(last, &to)))
    }

    /// `get_ckpt_path_with_strategy`: the file itself if its path has the rank's number in it, or one that
    /// begins with it; else that of the first holder of a copy that there is.
    fn get(&self, name: &str) -> Option<(u64, String)> {
        let path = format!("{}/{name}", self.listing.path_of(self.folder));
        let is_there = |folder: u64, name: &str| self.there.contains(&(folder, name));
        if path.contains(&format!("rank_{}", self.rank)) && is_there(self.folder, name) {
            return Some((self.folder, name.to_owned()));
        }
        let copies = self.copies.iter().map(|&folder| (folder, with_every_rank(name, folder)));
        copies.into_iter().find(|(folder, name)| is_there(*folder, name))
    }
}

/// The number of the run in a name that ends in `rank_R_N-E_S.ext`, 0 if in `rank_R-E_S.ext`; none otherwise.
fn run_of(name: &str, format: WeightFormat) -> Option<u64> {
    let ending = format!(".{}", format.extension());
    let mut starts = name.match_indices("rank_").filter_map(|(at, found)| name.get(at + found.len()..));
    starts.find_map(|rest| {
        let (_, rest) = number(rest)?;
        let again = rest.strip_prefix('_').and_then(number);
        let (run, rest) = again.filter(|(_, rest)| rest.starts_with('-')).unwrap_or((0, rest));
        let (_, rest) = step_at(rest)?;
        (rest == ending).then_some(run)
    })
}

/// Replaces every `rank_N` for which `next` takes what follows the number.
fn replaced<'n>(name: &'n str, to: &str, next: impl Fn(&'n str) -> Option<&'n str>) -> String {
    let (mut out, mut rest) = (String::with_capacity(name.len()), name);
    while let Some((before, after)) = rest.split_once("rank_") {
        out.push_str(before);
        match number(after).and_then(|(_, tail)| next(tail)) {
            Some(tail) => {
                out.push_str(to);
                rest = tail;
            }
            None => {
                out.push_str("rank_");
                rest = after;
            }
        }
    }
    out + rest
}

fn with_every_rank(name: &str, rank: u64) -> String {
    replaced(name, &format!("rank_{rank}"), Some)
}

fn with_run(name: &str, to: &str) -> String {
    replaced(name, to, |tail| Some(number(tail.strip_prefix('_')?)?.1))
}
