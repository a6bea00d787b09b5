//! A path → the pile of files under it.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fs::{self, DirEntry, FileType};
use std::io;
use std::path::{Path, PathBuf};

use crate::catalog::PileFile;
use crate::check::{Finding, kinds};
use crate::path::{join, shown};
use crate::phrase::{Phrase, phrase};
use crate::source::FileSource;

/// More entries than any checkpoint has. Bounds a tree of links that lead into each other.
pub const MAX_ENTRIES: usize = 1 << 20;

/// Deeper than the folders of any checkpoint lie in one another: the system looks up every folder of a path
/// anew for each entry.
pub const MAX_DEPTH: usize = 128;

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
        let mut above = Above { real: fs::canonicalize(root)?, folders: HashSet::new() };
        walk.folder(root, "", &mut above);
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

/// Where the walk is.
struct Above {
    /// The real path of the folder that is looked at.
    real: PathBuf,
    /// Those of the folders that it is in, and its own.
    folders: HashSet<PathBuf>,
}

impl Walk {
    /// Adds what is in one folder.
    fn folder(&mut self, folder: &Path, relative: &str, above: &mut Above) {
        if above.folders.contains(&above.real) {
            self.findings.push(Finding::new(&kinds::folders::LINK_LOOP).arg("file", relative).file(relative));
            return;
        }
        if above.folders.len() >= MAX_DEPTH {
            let finding = Finding::new(&kinds::folders::TOO_DEEP).arg("limit", MAX_DEPTH);
            self.findings.push(finding.arg("file", relative).file(relative));
            return;
        }
        let entries = match list(folder) {
            Ok(entries) => entries,
            Err(error) => return self.unreadable(relative, &error),
        };
        above.folders.insert(above.real.clone());
        for entry in entries {
            self.entries = self.entries.saturating_add(1);
            if self.entries > MAX_ENTRIES {
                break;
            }
            self.entry(folder, &entry, relative, above);
        }
        above.folders.remove(&above.real);
    }

    fn entry(&mut self, folder: &Path, (name, kind): &Listed, relative: &str, above: &mut Above) {
        if name.as_encoded_bytes().starts_with(b".") {
            return;
        }
        let Some(name) = name.to_str() else {
            let path = join(relative, &name.to_string_lossy());
            self.findings.push(Finding::new(&kinds::folders::NAME_NOT_UTF8).arg("file", &path).file(path));
            return;
        };
        let (path, at) = (join(relative, name), folder.join(name));
        match fs::metadata(&at) {
            Ok(metadata) if metadata.is_dir() => self.folder_in(*kind, &at, &path, above),
            Ok(metadata) if metadata.is_file() => match FileSource::new(&at) {
                Ok(source) => self.files.push(PileFile { path, source: Box::new(source) }),
                Err(error) => self.unreadable(&path, &error),
            },
            Ok(metadata) => {
                let finding = Finding::new(&kinds::folders::NOT_A_FILE).arg("file", &path);
                self.findings.push(finding.arg("what", special(metadata.file_type())).file(path));
            }
            Err(error) if is_link_loop(&error) => {
                let finding = Finding::new(&kinds::folders::LINK_TO_ITSELF).arg("file", &path);
                self.findings.push(finding.file(path));
            }
            Err(error) => match fs::read_link(&at) {
                Ok(target) if error.kind() == io::ErrorKind::NotFound => {
                    let finding = Finding::new(&kinds::folders::LINK_BROKEN).arg("file", &path).file(path);
                    self.findings.push(finding.arg("target", target.to_string_lossy().as_ref()));
                }
                _ => self.unreadable(&path, &error),
            },
        }
    }

    /// A folder in the one that is looked at. Only a link needs its real path looked up.
    fn folder_in(&mut self, kind: Option<FileType>, at: &Path, path: &str, above: &mut Above) {
        let real = match (kind, at.file_name()) {
            (Some(kind), Some(name)) if !kind.is_symlink() => Ok(above.real.join(name)),
            _ => at.canonicalize(),
        };
        match real {
            Ok(real) => {
                let parent = std::mem::replace(&mut above.real, real);
                self.folder(at, path, above);
                above.real = parent;
            }
            Err(error) => self.unreadable(path, &error),
        }
    }

    fn unreadable(&mut self, path: &str, error: &io::Error) {
        let remedy = match error.kind() {
            io::ErrorKind::PermissionDenied => {
                phrase!("give it to the user who runs this", "请为当前用户开放权限")
            }
            _ => phrase!("see to it that the system can open it", "请先使系统能够打开它"),
        };
        let finding = Finding::new(&kinds::folders::ENTRY_UNREADABLE).arg("remedy", remedy);
        self.findings.push(
            finding.arg("file", shown(path)).arg("reason", Phrase::quoted(&error.to_string())).file(path),
        );
    }
}

/// What is neither a file nor a folder.
#[cfg(unix)]
pub(crate) fn special(kind: FileType) -> Phrase {
    use std::os::unix::fs::FileTypeExt;
    match kind {
        kind if kind.is_fifo() => phrase!("a pipe", "管道"),
        kind if kind.is_socket() => phrase!("a socket", "套接字"),
        _ => phrase!("a device", "设备"),
    }
}

#[cfg(not(unix))]
pub(crate) fn special(_: FileType) -> Phrase {
    phrase!("a device", "设备")
}

/// Whether the system gave up on a link that leads back to itself.
pub(crate) fn is_link_loop(error: &io::Error) -> bool {
    const LOOP: i32 = if cfg!(target_os = "linux") { 40 } else { 62 };
    error.raw_os_error() == Some(LOOP)
}

/// An entry of a folder; one that the system tells no type of is taken for a link.
type Listed = (OsString, Option<FileType>);

/// The entries of a folder, by name. The folder is not kept open while those in it are walked.
fn list(folder: &Path) -> io::Result<Vec<Listed>> {
    let listed = |entry: io::Result<DirEntry>| entry.map(|entry| (entry.file_name(), entry.file_type().ok()));
    let mut entries: Vec<Listed> = fs::read_dir(folder)?.map(listed).collect::<io::Result<_>>()?;
    entries.sort_by(|(name, _), (other, _)| name.cmp(other));
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

    #[cfg(unix)]
    #[test]
    fn a_link_to_itself_was_said_to_lack_a_permission() {
        let dir = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink("loop", dir.path().join("loop")).unwrap();
        let walk = walk(dir.path()).unwrap();
        assert_eq!(walk.findings[0].kind, &kinds::folders::LINK_TO_ITSELF);
    }

    /// A folder in a folder in a folder, so many in all.
    fn nested(root: &Path, name: &str, levels: usize) -> PathBuf {
        let deepest = (0..levels).fold(root.to_owned(), |path, _| path.join(name));
        fs::create_dir_all(&deepest).unwrap();
        deepest
    }

    #[test]
    fn a_tree_is_walked_to_the_limit_of_its_depth_and_what_lies_deeper_is_told() {
        let dir = tempfile::tempdir().unwrap();
        let deepest = nested(dir.path(), "d", MAX_DEPTH - 1);
        fs::write(deepest.join("in.ckpt"), b"x").unwrap();
        let found = walk(dir.path()).unwrap();
        assert_eq!((found.files.len(), found.findings.len()), (1, 0));
        // What lies deeper is told, however much it is.
        nested(&deepest, "d", 1200);
        let found = walk(dir.path()).unwrap();
        assert_eq!((found.files.len(), found.findings[0].kind), (1, &kinds::folders::TOO_DEEP));
    }

    #[cfg(unix)]
    #[test]
    fn what_lies_beyond_the_longest_path_is_told() {
        let dir = tempfile::tempdir().unwrap();
        let name = "d".repeat(250);
        // No path may have 4096 bytes, but a tree may be moved into another.
        let deepest = nested(dir.path(), &name, 9);
        let other = dir.path().join("other");
        fs::write(nested(&other, &name, 9).join("lost.ckpt"), b"x").unwrap();
        fs::rename(&other, deepest.join("other")).unwrap();
        let walk = walk(dir.path()).unwrap();
        assert!(walk.files.is_empty());
        let told = walk.findings[0].render(crate::phrase::Lang::En);
        assert!(told.evidence.contains("File name too long"), "{told:?}");
        assert!(!told.remedy.contains("user"), "{told:?}");
    }
}
