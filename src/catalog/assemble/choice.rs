//! Which of several weight files of one rank counts.

use super::Candidate;
use crate::catalog::names::{epoch_and_step, last_two_numbers};
use crate::format::WeightFormat;
use crate::path::file_name;

/// What the rule says about the files of one rank.
pub(super) enum Pick<'a> {
    /// There is one file.
    Only(Candidate<'a>),
    /// Of several, the one of the largest epoch, then step.
    Newest {
        /// The file that counts.
        file: Candidate<'a>,
        /// The file that MindSpore would take, if another.
        mindspore: Option<&'a str>,
    },
    /// Several, and the rule does not tell: two of them.
    Unclear(&'a str, &'a str),
}

/// Epoch and step of a file's name, if it ends so.
pub(super) fn step(file: &Candidate<'_>) -> Option<(u64, u64)> {
    epoch_and_step(file_name(file.path))
}

/// Names that end `-E_S.ext` count by the largest (E, S), as numbers. A name that does not end so,
/// or two files of the same step, leave it unclear. None without files.
pub(super) fn pick<'a>(files: &[Candidate<'a>]) -> Option<Pick<'a>> {
    let [first, others @ ..] = files else { return None };
    let [second, ..] = others else { return Some(Pick::Only(*first)) };
    if let Some(unnamed) = files.iter().find(|file| step(file).is_none()) {
        let other = if unnamed.path == first.path { second } else { first };
        return Some(Pick::Unclear(unnamed.path, other.path));
    }
    let newest = files.iter().max_by_key(|file| step(file))?;
    let rival = files.iter().find(|file| file.path != newest.path && step(file) == step(newest));
    Some(match rival {
        Some(rival) => Pick::Unclear(rival.path, newest.path),
        None => Pick::Newest { file: *newest, mindspore: mindspore_takes(files, newest) },
    })
}

/// The file that MindSpore 2.10 would take, if not `ours`: of `.ckpt` the last name in byte order,
/// of `.safetensors` the largest pair of the last two numbers in the whole path.
fn mindspore_takes<'a>(files: &[Candidate<'a>], ours: &Candidate<'a>) -> Option<&'a str> {
    let theirs = match ours.format {
        WeightFormat::Ckpt => files.iter().max_by_key(|file| file.path)?,
        WeightFormat::Safetensors => {
            let key = |file: &Candidate<'_>| last_two_numbers(file.path);
            let largest = files.iter().max_by_key(|file| key(file))?;
            if key(largest) == key(ours) { ours } else { largest }
        }
    };
    Some(theirs.path).filter(|&path| path != ours.path)
}
