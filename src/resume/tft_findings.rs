//! What is wrong with what the ranks load with fault tolerance.

use std::collections::BTreeMap;

use super::names::{Run, Step, run_and_step};
use super::{Job, Listing, Loaded, Report, Strategies};
use crate::check::{Finding, kinds::resume as kinds};
use crate::units::{FEW_RANGES, ranges};

/// Findings about what each rank loads, in the order of ranks.
#[must_use]
pub fn tft_findings(
    listing: &Listing,
    report: &Report,
    strategies: Strategies<'_>,
    loaded: &[Loaded],
) -> Vec<Finding> {
    let job = &report.job;
    let line = || super::findings::line(listing, report);
    let mut all = Vec::new();
    let stops = loaded.iter().find_map(|loaded| match loaded {
        Loaded::Stops(error) => Some(error),
        _ => None,
    });
    if let Some(error) = stops {
        let finding = Finding::new(&kinds::STOPS).arg("version", job.version.releases());
        all.push(finding.arg("error", error.lines().next().unwrap_or_default()).arg("line", line()));
    }
    let of = |is_so: fn(&Loaded) -> bool| -> Vec<u64> {
        (0u64..).zip(loaded).filter(|(_, loaded)| is_so(loaded)).map(|(rank, _)| rank).collect()
    };
    let no_strategy = of(|loaded| *loaded == Loaded::NoStrategy);
    if let Some(&first) = no_strategy.first() {
        let finding = Finding::new(&kinds::TFT_NO_STRATEGY).arg("ranks", ranges(&no_strategy, FEW_RANGES));
        let finding = finding.arg("count", strategies.names.len()).arg("world", job.world_size);
        all.push(finding.arg("rank", first).rank(first));
    }
    let no_file = of(|loaded| *loaded == Loaded::NoFile);
    if let Some(&first) = no_file.first() {
        let finding = Finding::new(&kinds::TFT_NO_FILE).arg("ranks", ranges(&no_file, FEW_RANGES));
        all.push(finding.arg("path", &listing.path).arg("line", line()).rank(first));
    }
    all.extend(other_slices(loaded));
    all.extend(mixed(job, loaded).map(|finding| finding.arg("line", line())));
    all.extend(troubles(listing, report, loaded));
    all
}

/// The first rank that loads slices that are not its own.
fn other_slices(loaded: &[Loaded]) -> Option<Finding> {
    let mut others = (0u64..).zip(loaded).filter_map(|(rank, loaded)| match loaded {
        Loaded::File { folder, name, is_other: true } => Some((rank, *folder, name)),
        _ => None,
    });
    let (rank, folder, name) = others.next()?;
    let file = format!("rank_{folder}/{name}");
    let finding = Finding::new(&kinds::TFT_OTHER_SLICE).arg("rank", rank).arg("folder", folder);
    let finding = finding.arg("file", &file).arg("count", others.count().saturating_add(1));
    Some(finding.rank(rank).file(file))
}

/// Files of several runs or steps.
fn mixed(job: &Job, loaded: &[Loaded]) -> Option<Finding> {
    let mut first: BTreeMap<(Run, Step), (u64, String)> = BTreeMap::new();
    for (rank, loaded) in (0u64..).zip(loaded) {
        if let Loaded::File { folder, name, .. } = loaded
            && let Some(key) = run_and_step(name, job.reads())
        {
            first.entry(key).or_insert_with(|| (rank, format!("rank_{folder}/{name}")));
        }
    }
    let mut found: Vec<(u64, String)> = first.into_values().collect();
    found.sort();
    let mut found = found.into_iter();
    let ((rank_a, file_a), (rank_b, file_b)) = (found.next()?, found.next()?);
    let finding = Finding::new(&kinds::TFT_MIXED).arg("rank_a", rank_a).arg("file_a", file_a);
    Some(finding.arg("rank_b", rank_b).arg("file_b", file_b).rank(rank_b))
}

/// Files that cannot be gone on from, by what is wrong with them.
fn troubles(listing: &Listing, report: &Report, loaded: &[Loaded]) -> Vec<Finding> {
    let file_of = |rank: u64| match loaded.get(usize::try_from(rank).ok()?)? {
        Loaded::File { folder, name, .. } => Some((*folder, name.clone())),
        _ => None,
    };
    let loading: Vec<u64> = (0..report.job.world_size).filter(|&rank| file_of(rank).is_some()).collect();
    let Some((_, name)) = loading.first().and_then(|&rank| file_of(rank)) else { return Vec::new() };
    super::findings::troubles(listing, report, &name, &loading, file_of)
}
