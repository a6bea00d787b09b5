//! A target file that has not got its final name yet.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use rustix::fs::{
    CWD, FallocateFlags, FlockOperation, Mode, OFlags, RenameFlags, fallocate, flock, openat, renameat_with,
};
use rustix::io::Errno;

use super::ExecuteError;
use super::files::TargetHandle;
use super::mark::Mark;

/// A target file under a temporary name, hidden beside the final one. Removed when dropped.
///
/// The name is the same in every run, so a killed run leaves at most one file per rank, which the
/// next run takes over. A lock tells a dead file from one that another process is writing.
#[derive(Debug)]
pub(crate) struct Unfinished {
    handle: Arc<TargetHandle>,
    temporary: PathBuf,
    /// Whether the folder was made for it.
    made_folder: bool,
    /// Whether it may take the place of another file.
    may_replace: bool,
    published: bool,
}

/// What the temporary name has more than the final one.
const SUFFIX: &str = ".shardlens-part";

impl Unfinished {
    /// Creates the file with its final size. Folders are made as needed. Unless it `may_replace`
    /// one, no file may have the final name: another process may have finished it since this one
    /// looked.
    ///
    /// # Errors
    /// If it cannot be created or held, or there is no room for it.
    pub(crate) fn create(
        path: PathBuf,
        rank: u64,
        size: u64,
        may_replace: bool,
    ) -> Result<Self, ExecuteError> {
        let (Some(folder), Some(temporary)) = (path.parent(), temporary(&path)) else {
            return Err(ExecuteError::Plan(format!("{} is no file name", path.display())));
        };
        let made_folder = !folder.exists();
        fs::create_dir_all(folder).map_err(|error| ExecuteError::io("creating", folder, error))?;
        let file = open_locked(&temporary, &path).inspect_err(|_| {
            if made_folder {
                // Succeeds only if nothing is in it.
                let _ = fs::remove_dir(folder);
            }
        })?;
        let handle = Arc::new(TargetHandle { rank, path, file, differs: OnceLock::new() });
        let unfinished = Self { handle, temporary, made_folder, may_replace, published: false };
        // All who write this file hold the lock of its temporary name while they do.
        let path = &unfinished.handle.path;
        if !may_replace && fs::symlink_metadata(path).is_ok() {
            return Err(ExecuteError::Appeared { path: path.clone() });
        }
        unfinished.reserve(size)?;
        Ok(unfinished)
    }

    /// The file, for writing.
    pub(crate) fn handle(&self) -> &Arc<TargetHandle> {
        &self.handle
    }

    /// Empties the file and gives it its size, with room on the disk where the system can promise it.
    fn reserve(&self, size: u64) -> Result<(), ExecuteError> {
        let file = &self.handle.file;
        let sized = file.set_len(0).and_then(|()| file.set_len(size));
        sized.map_err(|error| ExecuteError::io("creating", &self.handle.path, error))?;
        match fallocate(file, FallocateFlags::empty(), 0, size) {
            Err(error @ (Errno::NOSPC | Errno::DQUOT | Errno::FBIG | Errno::IO)) => {
                Err(ExecuteError::io("reserving room for", &self.handle.path, error))
            }
            _ => Ok(()),
        }
    }

    /// Notes which plan the content is of, when it is complete.
    pub(crate) fn mark(&self, mark: Mark) {
        mark.set(&self.handle.file);
    }

    /// Makes the content safe on disk.
    pub(crate) fn sync(&self) -> Result<(), ExecuteError> {
        let synced = self.handle.file.sync_all();
        synced.map_err(|error| ExecuteError::io("writing", &self.handle.path, error))
    }

    /// Gives the file its final name. What has got that name since it was created stays, unless it may be
    /// replaced.
    pub(crate) fn publish(mut self) -> Result<(), ExecuteError> {
        let path = &self.handle.path;
        let renamed = match self.may_replace {
            true => fs::rename(&self.temporary, path),
            false => rename_new(&self.temporary, path),
        };
        renamed.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => ExecuteError::Appeared { path: path.clone() },
            _ => ExecuteError::io("renaming to", path, error),
        })?;
        self.published = true;
        Ok(())
    }
}

/// Renames a file to a name that nothing has; else gives the error that something has it.
fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
        // Not all file systems can, such as NFS.
        Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP | Errno::PERM) => link_new(from, to),
        renamed => Ok(renamed?),
    }
}

/// The same for file systems that cannot rename so. Where there are no hard links either, a look is all
/// that there is.
fn link_new(from: &Path, to: &Path) -> io::Result<()> {
    match fs::hard_link(from, to) {
        Ok(()) => fs::remove_file(from),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        Err(_) if fs::symlink_metadata(to).is_ok() => Err(io::ErrorKind::AlreadyExists.into()),
        Err(_) => fs::rename(from, to),
    }
}

/// The name that a file has while it is written.
fn temporary(path: &Path) -> Option<PathBuf> {
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(path.file_name()?);
    hidden.push(SUFFIX);
    Some(path.with_file_name(hidden))
}

/// Bytes on disk of what a killed run left of a file: they become free when it is written.
pub(crate) fn left_over(path: &Path) -> u64 {
    let metadata = temporary(path).and_then(|temporary| fs::symlink_metadata(temporary).ok());
    metadata.map_or(0, |metadata| metadata.blocks().saturating_mul(512))
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if !self.published {
            let _ = fs::remove_file(&self.temporary);
            if let Some(folder) = self.temporary.parent().filter(|_| self.made_folder) {
                // Succeeds only if nothing else is in it.
                let _ = fs::remove_dir(folder);
            }
        }
    }
}

/// Opens a file that no other process is writing, or creates it.
fn open_locked(temporary: &Path, path: &Path) -> Result<File, ExecuteError> {
    let failed = |error: io::Error| ExecuteError::io("creating", path, error);
    // A finished run may take the file away between opening and locking it.
    for _ in 0..100 {
        let flags = OFlags::CREATE | OFlags::RDWR | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let file = openat(CWD, temporary, flags, Mode::from_raw_mode(0o666));
        let file = File::from(file.map_err(|error| failed(error.into()))?);
        if let Err(Errno::WOULDBLOCK) = flock(&file, FlockOperation::NonBlockingLockExclusive) {
            return Err(ExecuteError::Busy { path: path.to_owned() });
        }
        let opened = file.metadata().map_err(failed)?;
        match fs::symlink_metadata(temporary) {
            Ok(named) if (named.dev(), named.ino()) == (opened.dev(), opened.ino()) => return Ok(file),
            _ => {}
        }
    }
    Err(ExecuteError::Busy { path: path.to_owned() })
}

/// Makes the names of files safe on disk, and those of their folders, where the file system can.
pub(crate) fn sync_names<'a>(files: impl Iterator<Item = &'a Path>) -> Result<(), ExecuteError> {
    let folders: BTreeSet<&Path> = files.filter_map(Path::parent).collect();
    let above: BTreeSet<&Path> = folders.iter().filter_map(|folder| folder.parent()).collect();
    for folder in folders.into_iter().chain(above) {
        match File::open(folder).and_then(|folder| folder.sync_all()) {
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => {}
            result => result.map_err(|error| ExecuteError::io("writing", folder, error))?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn nothing_is_left_of_a_file_that_was_not_published() {
        let dir = tempfile::tempdir().unwrap();
        drop(Unfinished::create(dir.path().join("rank_0/a.ckpt"), 0, 10, false).unwrap());
        assert!(names(dir.path()).is_empty());
    }

    #[test]
    fn a_dead_temporary_file_is_taken_over_and_a_living_one_is_not() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("rank_0/a.ckpt");
        fs::create_dir(dir.path().join("rank_0")).unwrap();
        fs::write(dir.path().join("rank_0/.a.ckpt.shardlens-part"), vec![1; 100]).unwrap();
        let first = Unfinished::create(path.clone(), 0, 10, false).unwrap();
        assert!(matches!(Unfinished::create(path.clone(), 0, 10, false), Err(ExecuteError::Busy { .. })));
        first.publish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), [0; 10]);
        assert_eq!(names(&dir.path().join("rank_0")), ["a.ckpt"]);
    }

    #[test]
    fn a_link_in_the_temporary_files_place_is_not_written_through() {
        let dir = tempfile::tempdir().unwrap();
        let precious = dir.path().join("precious");
        fs::write(&precious, b"x").unwrap();
        std::os::unix::fs::symlink(&precious, dir.path().join(".a.ckpt.shardlens-part")).unwrap();
        assert!(Unfinished::create(dir.path().join("a.ckpt"), 0, 10, false).is_err());
        assert_eq!(fs::read(&precious).unwrap(), b"x");
    }

    #[test]
    fn a_file_that_another_process_finished_meanwhile_is_not_replaced() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.ckpt");
        fs::write(&path, b"of another plan").unwrap();
        let created = Unfinished::create(path.clone(), 0, 10, false);
        assert!(matches!(created, Err(ExecuteError::Appeared { .. })));
        assert_eq!(fs::read(&path).unwrap(), b"of another plan");
        assert_eq!(names(dir.path()), ["a.ckpt"]);
        Unfinished::create(path, 0, 10, true).unwrap();
    }

    #[test]
    fn a_file_that_appears_while_another_is_written_is_not_replaced() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.ckpt");
        let create = |may_replace| Unfinished::create(path.clone(), 0, 10, may_replace).unwrap();
        let unfinished = create(false);
        fs::write(&path, b"of someone else").unwrap();
        assert!(matches!(unfinished.publish(), Err(ExecuteError::Appeared { .. })));
        assert_eq!(fs::read(&path).unwrap(), b"of someone else");
        assert_eq!(names(dir.path()), ["a.ckpt"]);
        create(true).publish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), [0; 10]);
    }

    #[test]
    fn without_such_a_rename_a_link_does_not_replace_either() {
        let dir = tempfile::tempdir().unwrap();
        let [from, to] = ["from", "to"].map(|name| dir.path().join(name));
        fs::write(&from, b"new").unwrap();
        fs::write(&to, b"of someone else").unwrap();
        assert_eq!(link_new(&from, &to).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&to).unwrap(), b"of someone else");
        fs::remove_file(&to).unwrap();
        link_new(&from, &to).unwrap();
        assert_eq!((fs::read(&to).unwrap().as_slice(), names(dir.path()).len()), (&b"new"[..], 1));
    }
}
