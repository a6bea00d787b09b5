//! Which files MindFormers puts together where a named step of safetensors is converted as the job starts
//! (`auto_trans_ckpt`): of all ranks those whose names end as that of rank 0 does (`_get_src_file_suffix`), as
//! MindSpore collects them (`_collect_safetensor_files`). Up to 1.3 there is no such conversion.

use super::names::{number, step_at};
use super::{Folder, Job, Listing, Version};
use crate::format::WeightFormat;

/// What is put together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unified {
    /// These files, by rank.
    Files(Vec<(u64, String)>),
    /// Nothing: MindSpore stops, and its error begins so.
    Stops(String),
}

/// The ending of the names, without the format's; none where all files of a rank take part.
fn suffix(name: &str, version: Version) -> Option<String> {
    let stem = |name: &str| name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned();
    match version {
        // The whole name, which has rank 0 in it.
        version if version < Version::V1_7 => Some(stem(name)),
        Version::V1_7 => of_run(&stem(name)),
        _ => {
            // What is before the first dot.
            let stem = name.split('.').next().unwrap_or(name);
            of_run(stem).or_else(|| Some(stem.to_owned()))
        }
    }
}

/// `-E_S`, or `_N-E_S` with the run's number, in a name that ends in `_rank_R-E_S` or `_rank_R_N-E_S`.
fn of_run(stem: &str) -> Option<String> {
    stem.rmatch_indices("_rank_").filter(|(at, _)| *at > 0).find_map(|(at, part)| {
        let (_, tail) = number(stem.get(at + part.len()..)?)?;
        let again = tail.strip_prefix('_').and_then(number).map(|(_, rest)| rest);
        (is_step(tail) || again.is_some_and(is_step)).then(|| tail.to_owned())
    })
}

/// Whether it is `-E_S` and no more.
fn is_step(text: &str) -> bool {
    step_at(text).is_some_and(|(_, rest)| rest.is_empty())
}

/// What is put together for a step of which rank 0 has this file; none where MindFormers converts otherwise.
#[must_use]
pub fn unified(listing: &Listing, job: &Job, of_rank_0: &str) -> Option<Unified> {
    if job.version.is_before_1_5() || job.reads() != WeightFormat::Safetensors {
        return None;
    }
    let suffix = suffix(of_rank_0, job.version);
    let mut folders: Vec<(u64, &Folder)> =
        listing.folders().iter().filter_map(|folder| Some((folder.rank()?, folder))).collect();
    // In the order of names, as a shell lists them.
    folders.sort_by(|a, b| a.1.name.cmp(&b.1.name));
    let mut files = Vec::new();
    for (rank, folder) in folders {
        match of_folder(&listing.path_of(rank), folder, suffix.as_deref()) {
            Ok(Some(name)) => files.push((rank, name.to_owned())),
            Ok(None) => {}
            Err(error) => return Some(Unified::Stops(error)),
        }
    }
    files.sort();
    Some(Unified::Files(files))
}

/// The one file of a rank.
fn of_folder<'a>(path: &str, folder: &'a Folder, suffix: Option<&str>) -> Result<Option<&'a str>, String> {
    let ending = format!("{}.safetensors", suffix.unwrap_or_default());
    let names = folder.files.iter().map(|file| file.name.as_str()).filter(|name| !name.starts_with('.'));
    let found: Vec<&str> = names.filter(|name| name.ends_with(&ending)).collect();
    match (found.as_slice(), suffix) {
        ([], None) => Ok(None),
        ([], Some(suffix)) => Err(format!(
            "No safetensors files found in directory '{path}' with suffix '{suffix}' and format 'safetensors'"
        )),
        ([one], _) => Ok(Some(one)),
        (_, None) => Ok(found.iter().max_by_key(|name| last_two(&format!("{path}/{name}"))).copied()),
        (_, Some(suffix)) => best(&found, suffix).map(Some),
    }
}

/// Of several the one that is meant, as far as MindSpore can tell.
fn best<'a>(found: &[&'a str], suffix: &str) -> Result<&'a str, String> {
    let several = || format!("Multiple files with suffix '{suffix}'");
    let of_rank = match suffix.strip_prefix('_').and_then(number) {
        // A run's number is not a rank.
        Some((_, rest)) if is_step(rest) => Some(format!("rank{suffix}.safetensors")),
        _ if is_step(suffix) => None,
        _ => return Err(format!("Multiple safetensors files ending with '{suffix}'")),
    };
    let is_meant = |name: &&&str| of_rank.as_ref().is_none_or(|of_rank| !name.ends_with(of_rank.as_str()));
    let meant: Vec<&str> = found.iter().filter(is_meant).copied().collect();
    let shortest = meant.iter().map(|name| name.chars().count()).min();
    let mut short = meant.iter().filter(|name| Some(name.chars().count()) == shortest);
    match (short.next(), short.next()) {
        (Some(name), None) => Ok(name),
        _ => Err(several()),
    }
}

/// The last two numbers in a path.
fn last_two(path: &str) -> Vec<u64> {
    let digits = path.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty());
    let numbers: Vec<u64> = digits.map(|digits| digits.parse().unwrap_or(u64::MAX)).collect();
    numbers.get(numbers.len().saturating_sub(2)..).unwrap_or_default().to_vec()
}
