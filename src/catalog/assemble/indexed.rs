//! A complete checkpoint with an index: Hugging Face, or MindSpore's unified folders.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::complete::{HYPER_PARAMETERS, complete};
use super::{Assembly, Candidate, Chosen};
use crate::catalog::Why;
use crate::catalog::survey::{Content, Survey};
use crate::check::{Finding, kinds::folders as kinds};
use crate::format::index::Index;
use crate::order::{gather, sort_by_key};
use crate::path::{depth, folder, join};

/// Path and contents of an index.
pub(super) type Named<'a> = (&'a str, &'a Arc<Index>);

/// The index that governs weight files so deep or deeper below the root: one beside them or above.
/// `Some(None)` if there is none; none, and reported, if there are two.
pub(super) fn index<'a>(
    survey: &'a Survey,
    weights_depth: usize,
    assembly: &mut Assembly<'_>,
) -> Option<Option<Named<'a>>> {
    let governs = |path: &str| depth(folder(path)) <= weights_depth;
    let mut governing: Vec<Named<'_>> = indexes(survey).filter(|(path, _)| governs(path)).collect();
    sort_by_key(&mut governing, |(path, _)| (depth(folder(path)), *path));
    let Some(&(first, index)) = governing.first() else { return Some(None) };
    match governing.get(1) {
        Some((other, _)) if depth(folder(other)) == depth(folder(first)) => {
            let finding = Finding::new(&kinds::SEVERAL_INDEXES).arg("file", first).arg("other", other);
            assembly.report.add(finding.file(first));
            None
        }
        _ => Some(Some((first, index))),
    }
}

fn indexes(survey: &Survey) -> impl Iterator<Item = Named<'_>> {
    survey.files().iter().filter_map(|file| match &file.content {
        Content::Index(index) => Some((file.path.as_str(), index)),
        _ => None,
    })
}

/// All indexes but the one at a path do not count.
pub(super) fn ignore_all_but<'a>(path: Option<&str>, survey: &'a Survey, assembly: &mut Assembly<'a>) {
    let others = indexes(survey).map(|(other, _)| other).filter(|&other| Some(other) != path);
    assembly.ignored.extend(others.map(|other| (other, Why::OtherIndex)));
}

/// Without any weight file an index still names the tensors. None, and reported.
pub(super) fn alone<'a>(survey: &'a Survey, assembly: &mut Assembly<'a>) -> Option<Chosen<'a>> {
    let Some(index) = index(survey, usize::MAX, assembly)? else {
        assembly.report.add(Finding::new(&kinds::NO_WEIGHTS).arg("files", survey.files().len()));
        return None;
    };
    ignore_all_but(Some(index.0), survey, assembly);
    choose(index, &[], survey, assembly)
}

/// The files that an index names, and the hyper parameters beside it.
pub(super) fn choose<'a>(
    (path, index): Named<'a>,
    files: &[Candidate<'a>],
    survey: &'a Survey,
    assembly: &mut Assembly<'a>,
) -> Option<Chosen<'a>> {
    assembly.index = Some(index);
    for fault in &index.faults {
        assembly.report.fault(fault, path, None);
    }
    let beside = |name: &str| join(folder(path), name);
    let named: BTreeSet<String> = gather(index.weight_map.files().map(beside));
    let counts = |file: &Candidate<'_>| named.contains(file.path) || file.path == beside(HYPER_PARAMETERS);
    let (count, others): (Vec<_>, Vec<_>) = files.iter().copied().partition(counts);
    let present: BTreeSet<&str> = gather(count.iter().map(|file| file.path));
    let missing: Vec<&String> = named.iter().filter(|name| !present.contains(name.as_str())).collect();
    if let Some(example) = missing.first() {
        let finding = Finding::new(&kinds::INDEX_FILE_MISSING).arg("index", path).arg("file", *example);
        assembly.report.add(finding.arg("missing", missing.len()).file(path));
    }
    if let Some(example) = others.first() {
        let finding = Finding::new(&kinds::NOT_IN_INDEX).arg("index", path).arg("file", example.path);
        assembly.report.add(finding.arg("files", others.len()).file(example.path));
        assembly.ignore(&others, Why::NotInIndex);
    }
    check_places(path, index, &count, survey, assembly);
    complete(count, assembly)
}

/// Reports tensors that the index places in a file which does not hold them.
fn check_places(
    path: &str,
    index: &Index,
    files: &[Candidate<'_>],
    survey: &Survey,
    assembly: &mut Assembly<'_>,
) {
    let tensors = files.iter().filter_map(|file| {
        let table = survey.table(file.weights.ok()?.table)?;
        let names: BTreeSet<&str> = gather(table.entries.iter().map(|entry| entry.name.as_str()));
        Some((file.path, names))
    });
    let tensors: BTreeMap<&str, BTreeSet<&str>> = gather(tensors);
    let paths: Vec<String> = index.weight_map.files().map(|name| join(folder(path), name)).collect();
    let held: Vec<Option<&BTreeSet<&str>>> = paths.iter().map(|path| tensors.get(path.as_str())).collect();
    let is_elsewhere = |(tensor, file): &(&str, usize)| {
        held.get(*file).copied().flatten().is_some_and(|held| !held.contains(tensor))
    };
    let mut elsewhere = index.weight_map.tensors().filter(is_elsewhere);
    let Some((tensor, file)) = elsewhere.next() else { return };
    let file = paths.get(file).map_or("", String::as_str);
    let finding = Finding::new(&kinds::INDEX_DISAGREES).arg("index", path).arg("tensor", tensor);
    let finding = finding.arg("file", file).arg("tensors", elsewhere.count() + 1);
    assembly.report.add(finding.file(path).tensor(tensor));
}
