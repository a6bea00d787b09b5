//! What the names of files and folders contradict.

use super::Candidate;
use crate::catalog::names::{rank_of_folder, ranks_in_name};
use crate::catalog::report::Report;
use crate::check::{Finding, kinds::folders as kinds};
use crate::path::{file_name, folder};

/// The folder of links that MindFormers makes while it converts (`auto_trans_ckpt`).
const SOFTLINKS: &str = "softlink_ckpt";

/// Reports files whose name says another rank than their folder, or a rank twice.
pub(super) fn ranks(files: &[(u64, Candidate<'_>)], report: &mut Report) {
    let is_elsewhere = |(rank, file): &&(u64, Candidate<'_>)| {
        let named = ranks_in_name(file_name(file.path));
        rank_of_folder(file_name(folder(file.path))) == Some(*rank)
            && !named.is_empty()
            && !named.contains(rank)
    };
    let elsewhere: Vec<_> = files.iter().filter(is_elsewhere).collect();
    if let Some((rank, file)) = elsewhere.first() {
        let named = ranks_in_name(file_name(file.path)).first().copied().unwrap_or_default();
        let finding = Finding::new(&kinds::RANK_IN_NAME).arg("file", file.path).file(file.path);
        let finding = finding.arg("rank", rank).arg("named", named).arg("files", elsewhere.len());
        report.add(finding.ranks(&elsewhere.iter().map(|(rank, _)| *rank).collect::<Vec<_>>()));
    }
    twice(files.iter().map(|(_, file)| file.path), report);
}

/// Reports names that give a rank twice, such as `llama_rank_0_rank_0-1_10.ckpt`.
pub(in crate::catalog) fn twice<'a>(paths: impl Iterator<Item = &'a str>, report: &mut Report) {
    let mut named = paths.filter(|path| ranks_in_name(file_name(path)).len() > 1);
    let Some(first) = named.next() else { return };
    let finding = Finding::new(&kinds::RANK_NAMED_TWICE).arg("file", first).file(first);
    report.add(finding.arg("files", named.count() + 1));
}

/// Reports weights in the folder that MindFormers fills with links and removes afterwards.
pub(super) fn softlinks(files: &[Candidate<'_>], report: &mut Report) {
    let above =
        |path: &str| path.split('/').take_while(|part| *part != SOFTLINKS).map(|part| part.len() + 1).sum();
    let left = |path: &'_ str| path.split('/').any(|part| part == SOFTLINKS);
    let mut files = files.iter().filter(|file| left(folder(file.path)));
    let Some(first) = files.next() else { return };
    let start: usize = above(first.path);
    let folder = first.path.get(..start + SOFTLINKS.len()).unwrap_or(SOFTLINKS);
    let finding = Finding::new(&kinds::SOFTLINKS_LEFT).arg("folder", folder).arg("file", first.path);
    report.add(finding.arg("files", files.count() + 1).file(first.path));
}
