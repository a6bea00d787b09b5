//! Where weight files lie: in rank folders, or loose in one folder.

use std::collections::BTreeMap;

use super::{Assembly, Candidate};
use crate::catalog::Why;
use crate::catalog::names::rank_of_folder;
use crate::check::{Finding, kinds::folders as kinds};
use crate::path::{depth, file_name, folder, shown};

/// Files by the rank of their folder or name.
pub(super) type ByRank<'a> = BTreeMap<u64, Vec<Candidate<'a>>>;

/// Where the checkpoint is.
pub(super) enum Place<'a> {
    /// In rank folders side by side.
    Ranks(ByRank<'a>),
    /// In one folder without ranks.
    Loose {
        /// The folder; empty for the root.
        folder: &'a str,
        /// The weight files directly in it.
        files: Vec<Candidate<'a>>,
    },
}

/// The uppermost place with weights, rank folders before loose files. None, and reported, if
/// there are two of them.
pub(super) fn place<'a>(files: Vec<Candidate<'a>>, assembly: &mut Assembly<'a>) -> Option<Place<'a>> {
    let in_rank_folder = |file: &Candidate<'_>| rank_of_folder(file_name(folder(file.path))).is_some();
    let (in_ranks, others): (Vec<_>, Vec<_>) = files.into_iter().partition(in_rank_folder);
    if in_ranks.is_empty() {
        let (folder, files) = uppermost(others, folder, assembly)?;
        return Some(Place::Loose { folder, files });
    }
    let (_, in_ranks) = uppermost(in_ranks, |path| folder(folder(path)), assembly)?;
    beside_ranks(others, assembly);
    let mut by_rank = ByRank::new();
    for file in in_ranks {
        let rank = rank_of_folder(file_name(folder(file.path)));
        by_rank.entry(rank.unwrap_or(0)).or_default().push(file);
    }
    Some(Place::Ranks(by_rank))
}

/// The files whose checkpoint (as `root` gives it for a path) is nearest to the pile's root.
fn uppermost<'a>(
    files: Vec<Candidate<'a>>,
    root: impl Fn(&'a str) -> &'a str,
    assembly: &mut Assembly<'a>,
) -> Option<(&'a str, Vec<Candidate<'a>>)> {
    let first = files.iter().map(|file| root(file.path)).min_by_key(|&root| (depth(root), root))?;
    let rival = files.iter().map(|file| root(file.path)).find(|&r| r != first && depth(r) == depth(first));
    if let Some(rival) = rival {
        let finding = Finding::new(&kinds::SEVERAL_CHECKPOINTS).arg("folder", shown(first));
        assembly.report.add(finding.arg("other", shown(rival)));
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for root in files.iter().map(|file| root(file.path)).filter(|root| depth(root) == depth(first)) {
            *counts.entry(root).or_default() += 1;
        }
        assembly.rivals = counts.into_iter().map(|(root, files)| (root.to_owned(), files)).collect();
        return None;
    }
    let (nearest, deeper): (Vec<_>, Vec<_>) = files.into_iter().partition(|file| root(file.path) == first);
    if let Some(example) = deeper.first() {
        let finding = Finding::new(&kinds::DEEPER_IGNORED).arg("files", deeper.len());
        let finding = finding.arg("folder", shown(first)).arg("file", example.path);
        assembly.report.add(finding.file(example.path));
        assembly.ignore(&deeper, Why::Deeper);
    }
    Some((first, nearest))
}

/// Sorts out what lies beside rank folders: none of it counts.
fn beside_ranks<'a>(files: Vec<Candidate<'a>>, assembly: &mut Assembly<'a>) {
    let looks_like_rank = |file: &Candidate<'_>| file_name(folder(file.path)).starts_with("rank");
    let is_below_rank =
        |file: &Candidate<'_>| folder(file.path).split('/').any(|part| rank_of_folder(part).is_some());
    let (below, others): (Vec<_>, Vec<_>) = files.into_iter().partition(is_below_rank);
    let (not_ranks, loose): (Vec<_>, Vec<_>) = others.into_iter().partition(looks_like_rank);
    if let Some(example) = below.first() {
        let rank_folder = folder(folder(example.path));
        let finding = Finding::new(&kinds::DEEPER_IGNORED).arg("files", below.len());
        let finding = finding.arg("folder", shown(rank_folder)).arg("file", example.path);
        assembly.report.add(finding.file(example.path));
    }
    if let Some(example) = not_ranks.first() {
        let finding = Finding::new(&kinds::NOT_A_RANK).arg("folder", folder(example.path));
        assembly.report.add(finding.arg("files", not_ranks.len()).file(example.path));
    }
    if let Some(example) = loose.first() {
        let finding = Finding::new(&kinds::LOOSE_IGNORED).arg("files", loose.len());
        assembly.report.add(finding.arg("file", example.path).file(example.path));
    }
    assembly.ignore(&below, Why::Deeper);
    assembly.ignore(&not_ranks, Why::NotARank);
    assembly.ignore(&loose, Why::Loose);
}
