//! A complete checkpoint with an index: Hugging Face, or MindSpore's unified folders.

use std::collections::{BTreeMap, BTreeSet};

use super::complete::{HYPER_PARAMETERS, complete};
use super::{Assembly, Candidate, Chosen};
use crate::catalog::Why;
use crate::catalog::survey::{Content, Survey};
use crate::check::{Finding, kinds::folders as kinds};
use crate::format::index::Index;
use crate::path::{depth, folder, join};

/// The index that governs weight files of `weights_folder`: one of the same folder or above.
/// `Some(None)` if there is none; none, and reported, if there are two.
pub(super) fn index<'a>(
    survey: &'a Survey,
    weights_folder: &str,
    assembly: &mut Assembly<'_>,
) -> Option<Option<(&'a str, &'a Index)>> {
    let indexes = survey.files().iter().filter_map(|file| match &file.content {
        Content::Index(index) => Some((file.path.as_str(), index)),
        _ => None,
    });
    let governs = |path: &str| depth(folder(path)) <= depth(weights_folder);
    let mut governing: Vec<(&str, &Index)> = indexes.filter(|(path, _)| governs(path)).collect();
    governing.sort_by_key(|(path, _)| (depth(folder(path)), *path));
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

/// All indexes but the one at a path do not count.
pub(super) fn ignore_all_but<'a>(path: Option<&str>, survey: &'a Survey, assembly: &mut Assembly<'a>) {
    let is_index = |content: &Content| matches!(content, Content::Index(_));
    let indexes = survey.files().iter().filter(|file| is_index(&file.content));
    let others = indexes.map(|file| file.path.as_str()).filter(|&other| Some(other) != path);
    assembly.ignored.extend(others.map(|other| (other, Why::OtherIndex)));
}

/// The files that an index names, and the hyper parameters beside it.
pub(super) fn choose<'a>(
    (path, index): (&'a str, &Index),
    files: &[Candidate<'a>],
    survey: &'a Survey,
    assembly: &mut Assembly<'a>,
) -> Option<Chosen<'a>> {
    for fault in &index.faults {
        assembly.report.fault(fault, path, None);
    }
    let beside = |name: &str| join(folder(path), name);
    let named: BTreeSet<String> = index.weight_map.values().map(|name| beside(name)).collect();
    let counts = |file: &Candidate<'_>| named.contains(file.path) || file.path == beside(HYPER_PARAMETERS);
    let (count, others): (Vec<_>, Vec<_>) = files.iter().copied().partition(counts);
    let present: BTreeSet<&str> = count.iter().map(|file| file.path).collect();
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
        let names: BTreeSet<&str> = table.entries.iter().map(|entry| entry.name.as_str()).collect();
        Some((file.path, names))
    });
    let held: BTreeMap<&str, BTreeSet<&str>> = tensors.collect();
    let is_elsewhere = |(tensor, name): &(&String, &String)| {
        let held = held.get(join(folder(path), name).as_str());
        held.is_some_and(|held| !held.contains(tensor.as_str()))
    };
    let mut elsewhere = index.weight_map.iter().filter(is_elsewhere);
    let Some((tensor, name)) = elsewhere.next() else { return };
    let finding = Finding::new(&kinds::INDEX_DISAGREES).arg("index", path).arg("tensor", tensor);
    let finding = finding.arg("file", join(folder(path), name)).arg("tensors", elsewhere.count() + 1);
    assembly.report.add(finding.file(path).tensor(tensor));
}
