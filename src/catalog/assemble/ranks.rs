//! A checkpoint in ranks: one file of each.

use super::choice::{Pick, pick, step};
use super::place::ByRank;
use super::{Assembly, Candidate, Chosen, Cut, formats_mixed};
use crate::catalog::Why;
use crate::catalog::names::gaps;
use crate::check::{Finding, kinds::folders as kinds};
use crate::units::{FEW_RANGES, ranges, run_list};

/// One file of each rank that the strategy owns.
pub(super) fn choose<'a>(mut by_rank: ByRank<'a>, assembly: &mut Assembly<'a>) -> Option<Chosen<'a>> {
    match assembly.ranks() {
        Some(ranks) => leave_out_beyond(&mut by_rank, ranks, assembly),
        None => require_complete(&by_rank, assembly),
    }
    let all: Vec<Candidate<'_>> = by_rank.values().flatten().copied().collect();
    if formats_mixed(&all, &mut assembly.report) {
        return None;
    }
    let chosen = newest(&by_rank, assembly);
    steps_agree(&chosen, &by_rank, assembly);
    if let Some(ranks) = assembly.ranks().filter(|_| !by_rank.is_empty()) {
        report_missing(&by_rank, ranks, assembly);
    }
    Some(chosen)
}

/// A strategy of W ranks owns ranks 0 … W−1. A rank W, or no rank below it, means that it is not
/// this checkpoint's; ranks after a gap are leftovers of a larger run.
fn leave_out_beyond<'a>(by_rank: &mut ByRank<'a>, ranks: u64, assembly: &mut Assembly<'a>) {
    let beyond = by_rank.split_off(&ranks);
    let last = ranks.saturating_sub(1);
    let numbers: Vec<u64> = beyond.keys().copied().collect();
    match beyond.first_key_value() {
        None => {}
        Some((&rank, files)) if rank == ranks || by_rank.is_empty() => {
            let path = files.first().map_or("", |file| file.path);
            let finding = Finding::new(&kinds::RANK_BEYOND_STRATEGY).arg("rank", rank).arg("last", last);
            assembly.report.add(finding.arg("ranks", ranks).arg("file", path).ranks(&numbers).file(path));
        }
        Some(_) => {
            let finding = Finding::new(&kinds::RANKS_AFTER_GAP).arg("ranks", ranges(&numbers, FEW_RANGES));
            assembly.report.add(finding.arg("last", last).ranks(&numbers));
        }
    }
    let files: Vec<Candidate<'_>> = beyond.into_values().flatten().collect();
    assembly.ignore(&files, Why::BeyondStrategy);
}

/// Without a strategy a source is complete, and complete is rank 0 alone.
fn require_complete(by_rank: &ByRank<'_>, assembly: &mut Assembly<'_>) {
    let given = matches!(assembly.cut, Cut::Unusable);
    let Some((&last, files)) = by_rank.last_key_value() else { return };
    if given {
        return;
    }
    if by_rank.len() > 1 {
        let finding = Finding::new(&kinds::NO_SOURCE_STRATEGY).arg("ranks", by_rank.len());
        assembly.report.add(finding.arg("last", last));
    } else if last > 0 {
        let path = files.first().map_or("", |file| file.path);
        let finding = Finding::new(&kinds::NOT_COMPLETE).arg("file", path).arg("rank", last);
        assembly.report.add(finding.file(path).rank(last));
    }
}

/// The file of each rank that counts. What was chosen is told once for all ranks, by example.
pub(super) fn newest<'a>(by_rank: &ByRank<'a>, assembly: &mut Assembly<'a>) -> Chosen<'a> {
    let (mut chosen, mut unclear, mut taken, mut otherwise) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (&rank, files) in by_rank {
        let file = match pick(files) {
            None => continue,
            Some(Pick::Unclear(file, other)) => {
                unclear.push((rank, (file, other)));
                assembly.ignore(files, Why::Unclear);
                continue;
            }
            Some(Pick::Only(file)) => file,
            Some(Pick::Newest { file, mindspore }) => {
                match mindspore {
                    None => taken.push((rank, (file.path, ""))),
                    Some(other) => otherwise.push((rank, (file.path, other))),
                }
                file
            }
        };
        let older: Vec<_> = files.iter().filter(|older| older.path != file.path).copied().collect();
        assembly.ignore(&older, Why::Older);
        chosen.push((rank, file));
    }
    let told = [
        (&kinds::FILE_UNCLEAR, unclear),
        (&kinds::NEWEST_TAKEN, taken),
        (&kinds::MINDSPORE_TAKES_OTHER, otherwise),
    ];
    for (kind, ranks) in told {
        let Some(&(rank, (file, other))) = ranks.first() else { continue };
        let numbers: Vec<u64> = ranks.iter().map(|(rank, _)| *rank).collect();
        let finding = Finding::new(kind).arg("rank", rank).arg("file", file).arg("other", other);
        assembly.report.add(finding.arg("ranks", ranges(&numbers, FEW_RANGES)).file(file).ranks(&numbers));
    }
    chosen
}

/// The files of all ranks must be of one epoch and step.
fn steps_agree(chosen: &Chosen<'_>, by_rank: &ByRank<'_>, assembly: &mut Assembly<'_>) {
    let Some((_, first)) = chosen.first() else { return };
    let others: Vec<_> = chosen.iter().filter(|(_, file)| step(file) != step(first)).collect();
    let Some((_, other)) = others.first() else { return };
    let every_rank_has =
        |wanted| by_rank.values().all(|files| files.iter().any(|file| step(file) == Some(wanted)));
    let of_first_rank = by_rank.values().next().into_iter().flatten();
    let common = of_first_rank.filter_map(step).filter(|&wanted| every_rank_has(wanted)).max();
    let common = common.map_or("—".to_owned(), |(epoch, step)| format!("{epoch}_{step}"));
    let finding = Finding::new(&kinds::STEPS_DIFFER).arg("file", first.path).arg("other", other.path);
    let ranks: Vec<u64> = others.iter().map(|(rank, _)| *rank).collect();
    assembly.report.add(finding.arg("common", common).file(other.path).ranks(&ranks));
}

/// Ranks of the strategy that have no file. Whether a slice is missing is for the planner to say.
fn report_missing(by_rank: &ByRank<'_>, ranks: u64, assembly: &mut Assembly<'_>) {
    let present: Vec<u64> = by_rank.keys().copied().collect();
    let (missing, count) = gaps(&present, ranks);
    let Some(&(first, _)) = missing.first() else { return };
    let finding = Finding::new(&kinds::RANKS_MISSING).arg("missing", count).arg("ranks", ranks);
    let finding = finding.arg("list", run_list(&missing, FEW_RANGES)).arg("first", first);
    assembly.report.add(finding.rank_runs(missing));
}
