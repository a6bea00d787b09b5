//! Which strategy files of a folder count.

use crate::catalog::Why;
use crate::catalog::names::{is_merged_leftover, strategy_rank};
use crate::catalog::report::Report;
use crate::check::{Finding, kinds::strategy as kinds};
use crate::format::mindspore::strategy::{Encoding, StrategyFile};
use crate::path::file_name;

/// The files that count, and those that do not.
pub(super) struct Chosen<'a> {
    pub(super) count: Vec<(&'a str, &'a StrategyFile)>,
    pub(super) ignored: Vec<(&'a str, Why)>,
}

/// Exactly `ckpt_strategy_rank_N.ckpt` or `.json` if there are any; else all but what a merge left
/// behind; that only if there is nothing else. Both encodings among those that count: none counts.
pub(super) fn choose<'a>(files: &[(&'a str, &'a StrategyFile)], report: &mut Report) -> Chosen<'a> {
    let is_named = |path: &str| strategy_rank(file_name(path)).is_some();
    let is_leftover = |path: &str| is_merged_leftover(file_name(path));
    let any_named = files.iter().any(|(path, _)| is_named(path));
    let only_leftovers = files.iter().all(|(path, _)| is_leftover(path));
    let counts = |path: &str| if any_named { is_named(path) } else { only_leftovers || !is_leftover(path) };

    let (mut count, rest): (Vec<_>, Vec<_>) = files.iter().copied().partition(|(path, _)| counts(path));
    let (leftovers, others): (Vec<&str>, Vec<&str>) =
        rest.into_iter().map(|(path, _)| path).partition(|path| is_leftover(path));
    for path in &leftovers {
        report.add(Finding::new(&kinds::MERGED_LEFTOVER).arg("file", path).file(*path));
    }
    if let Some(path) = others.iter().min() {
        let finding = Finding::new(&kinds::STRATEGY_NOT_NAMED).arg("file", path).arg("files", others.len());
        report.add(finding.file(*path));
    }
    if encodings_mixed(&count, report) {
        count.clear();
    }
    let leftovers = leftovers.into_iter().map(|path| (path, Why::MergedLeftover));
    let others = others.into_iter().map(|path| (path, Why::NotNamedForARank));
    Chosen { count, ignored: leftovers.chain(others).collect() }
}

fn encodings_mixed(files: &[(&str, &StrategyFile)], report: &mut Report) -> bool {
    let first =
        |encoding| files.iter().filter(|(_, file)| file.encoding == encoding).map(|(path, _)| *path).min();
    let (Some(protobuf), Some(json)) = (first(Encoding::Protobuf), first(Encoding::Json)) else {
        return false;
    };
    let finding = Finding::new(&kinds::ENCODINGS_MIXED).arg("file", protobuf).arg("other", json);
    report.add(finding.file(protobuf));
    true
}
