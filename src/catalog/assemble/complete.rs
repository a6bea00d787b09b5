//! Loose weight files without an index: one complete file, numbered parts, or ranks by name.

use std::ops::Range;

use super::choice::{Pick, pick};
use super::place::ByRank;
use super::{Assembly, Candidate, Chosen, formats_mixed, ranks};
use crate::catalog::Why;
use crate::catalog::names::{digits, part_of, rank_in_file_name};
use crate::catalog::report::Report;
use crate::check::{Finding, kinds::folders as kinds};
use crate::order::sort_by;
use crate::path::file_name;
use crate::units::{FEW_RANGES, ranges};

/// The file in which `unified_safetensors` puts what no strategy knows.
pub(super) const HYPER_PARAMETERS: &str = "hyper_param.safetensors";

/// The files of a complete checkpoint, of rank 0; or one file of each rank if the names say so.
pub(super) fn choose<'a>(files: Vec<Candidate<'a>>, assembly: &mut Assembly<'a>) -> Option<Chosen<'a>> {
    let is_hyper = |file: &Candidate<'_>| file_name(file.path) == HYPER_PARAMETERS;
    let (hyper, main): (Vec<_>, Vec<_>) = files.into_iter().partition(is_hyper);
    if let Some(by_rank) = by_names(&main, &hyper, assembly) {
        return ranks::choose(by_rank, assembly);
    }
    let main = match (main.as_slice(), numbered(&main)) {
        ([example, ..], Some((numbers, wanted))) => {
            report_missing_part(example.path, &numbers, &wanted, &mut assembly.report);
            main
        }
        ([] | [_], None) => main,
        (_, _) => vec![newest(&main, assembly)?],
    };
    complete(main.into_iter().chain(hyper).collect(), assembly)
}

/// Checks a complete checkpoint of one or more files.
pub(super) fn complete<'a>(files: Vec<Candidate<'a>>, assembly: &mut Assembly<'a>) -> Option<Chosen<'a>> {
    if formats_mixed(&files, &mut assembly.report) {
        return None;
    }
    let ranks = assembly.ranks().filter(|&ranks| ranks > 1);
    if let (Some(ranks), Some(file)) = (ranks, files.first()) {
        let finding = Finding::new(&kinds::COMPLETE_UNDER_STRATEGY).arg("ranks", ranks);
        assembly.report.add(finding.arg("file", file.path).file(file.path));
    }
    Some(files.into_iter().map(|file| (0, file)).collect())
}

/// The files by the ranks in their names, if every name has one. A lone file of rank 0 is
/// complete unless a strategy says otherwise.
fn by_names<'a>(
    main: &[Candidate<'a>],
    hyper: &[Candidate<'a>],
    assembly: &mut Assembly<'a>,
) -> Option<ByRank<'a>> {
    let mut by_rank = ByRank::new();
    for file in main {
        by_rank.entry(rank_in_file_name(file_name(file.path))?).or_default().push(*file);
    }
    let first = main.first()?;
    let is_cut = assembly.ranks().is_some_and(|ranks| ranks > 1);
    if !is_cut && by_rank.keys().eq([&0]) {
        return None;
    }
    let numbers: Vec<u64> = by_rank.keys().copied().collect();
    let finding = Finding::new(&kinds::RANKS_FROM_NAMES).arg("file", first.path).file(first.path);
    assembly.report.add(finding.arg("ranks", ranges(&numbers, FEW_RANGES)));
    assembly.ignore(hyper, Why::Loose);
    Some(by_rank)
}

/// The numbers of the files, ascending, and the numbers that there should be, if the files are the
/// parts of one checkpoint.
fn numbered(files: &[Candidate<'_>]) -> Option<(Vec<u64>, Range<u64>)> {
    let (mut numbers, count) = unified_parts(files).or_else(|| counted_parts(files))?;
    sort_by(&mut numbers, Ord::cmp);
    let (first, last) = (*numbers.first()?, *numbers.last()?);
    Some(match count {
        // Hugging Face counts from 1, MindFormers from 0.
        Some(count) => (numbers, first.min(1)..first.min(1).saturating_add(count)),
        None => (numbers, 0..last.saturating_add(1)),
    })
}

/// The numbers of `partN.safetensors`, as MindSpore's `unified_safetensors` writes them.
fn unified_parts(files: &[Candidate<'_>]) -> Option<(Vec<u64>, Option<u64>)> {
    let number = |file: &Candidate<'_>| digits(file_name(file.path).strip_prefix("part")?.split('.').next()?);
    Some((files.iter().map(number).collect::<Option<_>>()?, None))
}

/// Numbers and count of `{family}-I-of-N.safetensors`, all of one family.
fn counted_parts(files: &[Candidate<'_>]) -> Option<(Vec<u64>, Option<u64>)> {
    let parts: Vec<_> = files.iter().map(|file| part_of(file_name(file.path))).collect::<Option<_>>()?;
    let &(family, _, count) = parts.first()?;
    let is_one = parts.iter().all(|part| part.0 == family && part.2 == count);
    is_one.then(|| (parts.iter().map(|part| part.1).collect(), Some(count)))
}

/// Reports the first part that is not there.
fn report_missing_part(example: &str, numbers: &[u64], wanted: &Range<u64>, report: &mut Report) {
    let mut found = numbers.iter();
    let Some(missing) = wanted.clone().find(|wanted| found.next() != Some(wanted)) else { return };
    let finding = Finding::new(&kinds::PART_MISSING).arg("file", example).arg("part", missing);
    let parts = wanted.end.saturating_sub(wanted.start);
    report.add(finding.arg("parts", parts).arg("found", numbers.len()).file(example));
}

/// The newest of several saves in one folder; reported if they are not saves of one checkpoint.
fn newest<'a>(files: &[Candidate<'a>], assembly: &mut Assembly<'a>) -> Option<Candidate<'a>> {
    match pick(files)? {
        Pick::Newest { .. } => {
            let by_rank = ByRank::from([(0, files.to_vec())]);
            ranks::newest(&by_rank, assembly).first().map(|(_, file)| *file)
        }
        Pick::Only(file) => Some(file),
        Pick::Unclear(file, other) => {
            let finding = Finding::new(&kinds::SEVERAL_LOOSE).arg("files", files.len()).arg("file", file);
            assembly.report.add(finding.arg("other", other).file(file));
            assembly.ignore(files, Why::Unclear);
            None
        }
    }
}
