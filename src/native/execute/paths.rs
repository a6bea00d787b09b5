//! Which paths a run may touch.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use super::ExecuteError;
use crate::plan::Plan;

/// Checks that a file name prefix is one: `{prefix}{rank}.ckpt` must be a plain name inside its
/// rank's folder, and one that MindSpore accepts (it refuses `..`, `//`, `~`, `./.` and blanks).
///
/// # Errors
/// What is wrong with it.
pub fn check_prefix(prefix: &str) -> Result<(), String> {
    let unsafe_part = ["..", "/", "\\", "~"].into_iter().find(|part| prefix.contains(part));
    if let Some(part) = unsafe_part {
        return Err(format!("contains `{part}`; it begins a file name and must not lead to another folder"));
    }
    if !prefix.is_empty() && prefix.trim().is_empty() {
        return Err("is blank".to_owned());
    }
    if prefix.chars().any(char::is_control) {
        return Err("contains a control character".to_owned());
    }
    if prefix.starts_with('.') {
        return Err("begins with a dot: the files would be hidden, and no loader would find them".to_owned());
    }
    // A name may have 255 bytes; the rank, the ending and the temporary name's additions need some.
    if prefix.len() > 180 {
        return Err(format!("has {} bytes; file names have at most 255", prefix.len()));
    }
    Ok(())
}

/// The resolved source and target of a run, known not to overlap.
#[derive(Clone, Debug)]
pub(crate) struct Roots {
    /// The source folder.
    pub source: PathBuf,
    /// The target folder; need not exist.
    pub target: PathBuf,
    /// What must not be written to: the source folder, or the folder of its only file.
    protected: PathBuf,
}

impl Roots {
    /// Checks that what is written cannot be what is read: neither folder in the other, through no
    /// link. If the plan reads one file that is in no rank folder, the target may be beside it:
    /// people convert `model.ckpt` into `./out`.
    pub(crate) fn check(plan: &Plan, source: &Path, target: &Path) -> Result<Self, ExecuteError> {
        let source = resolve(source).map_err(|error| ExecuteError::io("opening", source, error))?;
        let target = resolve(target).map_err(|error| ExecuteError::io("opening", target, error))?;
        let roots = match plan.source.files.as_slice() {
            [file] if !file.path.contains('/') => {
                let path = source.join(&file.path);
                let real =
                    fs::canonicalize(&path).map_err(|error| ExecuteError::io("opening", &path, error))?;
                let protected = real.parent().unwrap_or(&source).to_owned();
                Self { source, target, protected }
            }
            _ if target.starts_with(&source) || source.starts_with(&target) => {
                return Err(ExecuteError::Overlap { source_root: source, target_root: target });
            }
            _ => Self { protected: source.clone(), source, target },
        };
        Ok(roots)
    }

    /// Checks that a target rank's folder, which may be a link, is not what is read.
    pub(crate) fn check_folder(&self, folder: &Path) -> Result<(), ExecuteError> {
        let real = resolve(folder).map_err(|error| ExecuteError::io("opening", folder, error))?;
        let inside_source = real.starts_with(&self.protected) && !real.starts_with(&self.target);
        if real == self.protected || inside_source {
            return Err(ExecuteError::Overlap { source_root: self.protected.clone(), target_root: real });
        }
        Ok(())
    }
}

/// The real path: links followed as far as it exists.
pub(crate) fn resolve(path: &Path) -> std::io::Result<PathBuf> {
    let absolute = std::path::absolute(path)?;
    let mut missing: Vec<&OsStr> = Vec::new();
    let mut existing = absolute.as_path();
    loop {
        match fs::canonicalize(existing) {
            Ok(mut real) => {
                real.extend(missing.iter().rev());
                return Ok(real);
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                // A link to nowhere cannot be resolved, and creating through it is not expected.
                let (Some(parent), Some(name)) = (existing.parent(), existing.file_name()) else {
                    return Err(error);
                };
                if fs::symlink_metadata(existing).is_ok() {
                    return Err(error);
                }
                missing.push(name);
                existing = parent;
            }
            Err(error) => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn prefixes_that_lead_elsewhere_are_refused() {
        for prefix in ["../", "a/b", "a//b", "~x", " ", "\t", "a\nb", ".a", "a..b", "C:\\x", &"x".repeat(300)]
        {
            assert!(check_prefix(prefix).is_err(), "{prefix:?}");
        }
        for prefix in ["", "checkpoint_", "llama-7b_", "模型_", "a.b", "with space "] {
            assert_eq!(check_prefix(prefix), Ok(()), "{prefix:?}");
        }
    }

    #[test]
    fn a_path_through_a_link_is_the_real_one_even_where_it_does_not_exist_yet() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().canonicalize().unwrap();
        fs::create_dir(root.join("real")).unwrap();
        symlink("real", root.join("link")).unwrap();
        symlink("nowhere", root.join("dangling")).unwrap();
        assert_eq!(resolve(&root.join("link/new/deep")).unwrap(), root.join("real/new/deep"));
        assert!(resolve(&root.join("dangling")).is_err());
    }
}
