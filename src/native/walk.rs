//! A path → the pile of files under it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::catalog::PileFile;
use crate::check::{Finding, kinds};
use crate::path::{join, shown};
use crate::phrase::Phrase;
use crate::source::FileSource;

/// More entries than any checkpoint has. Bounds a tree of links that lead into each other.
pub const MAX_ENTRIES: usize = 1 << 20;

/// What is under a path.
#[derive(Debug, Default)]
pub struct Walk {
    /// The files, by path. Each is opened when it is first read.
    pub files: Vec<PileFile>,
    /// Entries that are not among the files, and why.
    pub findings: Vec<Finding>,
    entries: usize,
}

/// All files under `root`, or `root` itself if it is a file. Links are followed, except into a
/// folder that they are in; entries whose name begins with a dot are left out.
///
/// # Errors
/// If `root` does not exist or cannot be listed. What goes wrong below it is a finding.
pub fn walk(root: &Path) -> io::Result<Walk> {
    let mut walk = Walk::default();
    if fs::metadata(root)?.is_dir() {
        fs::read_dir(root)?;
        walk.folder(root, "", &mut Vec::new());
    } else {
        let name = root.file_name().unwrap_or(root.as_os_str());
        let path = name.to_string_lossy().into_owned();
        walk.files.push(PileFile { path, source: Box::new(FileSource::new(root)?) });
    }
    if walk.entries > MAX_ENTRIES {
        walk.findings.push(Finding::new(&kinds::folders::TOO_MANY_FILES).arg("limit", MAX_ENTRIES));
    }
    walk.files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(walk)
}

impl Walk {
    /// Adds what is in one folder. `above` are the real paths of the folders that it is in.
    fn folder(&mut self, folder: &Path, relative: &str, above: &mut Vec<PathBuf>) {
        let (real, entries) = match (folder.canonicalize(), list(folder)) {
            (Ok(real), Ok(entries)) => (real, entries),
            (Err(error), _) | (_, Err(error)) => return self.unreadable(relative, &error),
        };
        if above.contains(&real) {
            self.findings.push(Finding::new(&kinds::folders::LINK_LOOP).arg("file", relative).file(relative));
            return;
        }
        above.push(real);
        for entry in entries {
            self.entries = self.entries.saturating_add(1);
            if self.entries > MAX_ENTRIES {
                break;
            }
            self.entry(&entry, relative, above);
        }
        above.pop();
    }

    fn entry(&mut self, entry: &Path, relative: &str, above: &mut Vec<PathBuf>) {
        let Some(name) = entry.file_name() else { return };
        if name.as_encoded_bytes().starts_with(b".") {
            return;
        }
        let Some(name) = name.to_str() else {
            let path = join(relative, &name.to_string_lossy());
            self.findings.push(Finding::new(&kinds::folders::NAME_NOT_UTF8).arg("file", &path).file(path));
            return;
        };
        let path = join(relative, name);
        match fs::metadata(entry) {
            Ok(metadata) if metadata.is_dir() => self.folder(entry, &path, above),
            Ok(metadata) if metadata.is_file() => match FileSource::new(entry) {
                Ok(source) => self.files.push(PileFile { path, source: Box::new(source) }),
                Err(error) => self.unreadable(&path, &error),
            },
            Ok(_) => {
                let finding = Finding::new(&kinds::folders::NOT_A_FILE).arg("file", &path);
                self.findings.push(finding.file(path));
            }
            Err(error) => match fs::read_link(entry) {
                Ok(target) if error.kind() == io::ErrorKind::NotFound => {
                    let finding = Finding::new(&kinds::folders::LINK_BROKEN).arg("file", &path).file(path);
                    self.findings.push(finding.arg("target", target.to_string_lossy().as_ref()));
                }
                _ => self.unreadable(&path, &error),
            },
        }
    }

    fn unreadable(&mut self, path: &str, error: &io::Error) {
        let finding = Finding::new(&kinds::folders::ENTRY_UNREADABLE);
        self.findings.push(
            finding.arg("file", shown(path)).arg("reason", Phrase::quoted(&error.to_string())).file(path),
        );
    }
}

/// Whether the system gave up on a link that leads back to itself.
pub(crate) fn is_link_loop(error: &io::Error) -> bool {
    const LOOP: i32 = if cfg!(target_os = "linux") { 40 } else { 62 };
    error.raw_os_error() == Some(LOOP)
}

/// The entries of a folder, by name.
fn list(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    entries.sort();
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(walk: &Walk) -> Vec<&str> {
        walk.files.iter().map(|file| file.path.as_str()).collect()
    }

    #[test]
    fn files_come_by_path_and_dotfiles_do_not() {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir_all(dir.path().join("rank_1/deep")).unwrap();
        for name in ["rank_1/b.ckpt", "rank_1/deep/c", "a.json", ".hidden"] {
            fs::write(dir.path().join(name), b"x").unwrap();
        }
        let walk = walk(dir.path()).unwrap();
        assert_eq!(paths(&walk), ["a.json", "rank_1/b.ckpt", "rank_1/deep/c"]);
        assert!(walk.findings.is_empty());
    }

    #[test]
    fn a_file_is_a_pile_of_one() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("a.ckpt"), b"xy").unwrap();
        let walk = walk(&dir.path().join("a.ckpt")).unwrap();
        assert_eq!(paths(&walk), ["a.ckpt"]);
        assert_eq!(walk.files[0].source.len(), 2);
    }

    #[test]
    fn a_path_that_does_not_exist_is_an_error() {
        let dir = tempfile::tempdir().unwrap();
        assert!(walk(&dir.path().join("nothing")).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_but_not_round_in_circles() {
        use std::os::unix::fs::symlink;
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("rank_0")).unwrap();
        fs::write(dir.path().join("rank_0/a.ckpt"), b"x").unwrap();
        symlink("rank_0", dir.path().join("rank_1")).unwrap();
        symlink("..", dir.path().join("rank_0/up")).unwrap();
        symlink("nowhere", dir.path().join("dangling")).unwrap();
        let walk = walk(dir.path()).unwrap();
        assert_eq!(paths(&walk), ["rank_0/a.ckpt", "rank_1/a.ckpt"]);
        let codes: Vec<&str> = walk.findings.iter().map(|finding| finding.kind.code).collect();
        let expected = [&kinds::folders::LINK_BROKEN, &kinds::folders::LINK_LOOP, &kinds::folders::LINK_LOOP];
        assert_eq!(codes, expected.map(|kind| kind.code));
    }

    #[cfg(unix)]
    #[test]
    fn a_socket_is_not_opened() {
        let dir = tempfile::tempdir().unwrap();
        let _socket = std::os::unix::net::UnixListener::bind(dir.path().join("s")).unwrap();
        let walk = walk(dir.path()).unwrap();
        assert!(walk.files.is_empty());
        assert_eq!(walk.findings[0].kind, &kinds::folders::NOT_A_FILE);
    }
}
