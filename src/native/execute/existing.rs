//! What target ranks already hold.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::ExecuteError;
use super::mark::Mark;

/// A rank's file before a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// There is none.
    Nothing,
    /// This very plan completed it, from these very source files.
    Ours,
    /// It has the right size, and may or may not hold what the plan says.
    Perhaps,
    /// It is something else.
    Other,
}

/// Looks for a rank's file.
pub(crate) fn look(path: &Path, size: u64, mark: Mark) -> Result<Found, ExecuteError> {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Found::Nothing),
        Err(error) => Err(ExecuteError::io("opening", path, error)),
        // No file can replace a folder, with --overwrite or without.
        Ok(metadata) if metadata.is_dir() => {
            Err(ExecuteError::io("writing", path, io::ErrorKind::IsADirectory))
        }
        Ok(metadata) if !metadata.is_file() || metadata.len() != size => Ok(Found::Other),
        Ok(_) if File::open(path).is_ok_and(|file| mark.is_on(&file)) => Ok(Found::Ours),
        Ok(_) => Ok(Found::Perhaps),
    }
}

/// Weight files beside a rank's file, by name. A loader would have to choose between them.
pub(crate) fn other_weights(path: &Path) -> Result<Vec<PathBuf>, ExecuteError> {
    let Some(folder) = path.parent() else { return Ok(Vec::new()) };
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(ExecuteError::io("opening", folder, error)),
    };
    let mut others = Vec::new();
    for entry in entries {
        let other = entry.map_err(|error| ExecuteError::io("reading", folder, error))?.path();
        let is_weights = other.extension().is_some_and(|ending| ending == "ckpt" || ending == "safetensors");
        let is_hidden = other.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
        if is_weights && !is_hidden && other != path {
            others.push(other);
        }
    }
    others.sort();
    Ok(others)
}

/// Folders of ranks that the target does not have, as an earlier run for more ranks leaves them.
pub(crate) fn other_ranks(root: &Path, ranks: u64) -> Vec<PathBuf> {
    let is_other = |name: &str| {
        let digits =
            name.strip_prefix("rank_").filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
        digits.and_then(|digits| digits.parse::<u64>().ok()).is_some_and(|rank| rank >= ranks)
    };
    let entries = fs::read_dir(root).into_iter().flatten().flatten();
    let others = entries.filter(|entry| entry.file_name().to_str().is_some_and(is_other));
    let mut others: Vec<PathBuf> = others.map(|entry| entry.path()).collect();
    others.sort();
    others
}
