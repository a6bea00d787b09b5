//! Small files that are written whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustix::fs::fstat;

use super::console::Stop;
use crate::native::walk::special;

/// Links that are followed at most, as by Linux.
const MAX_LINKS: usize = 40;

/// Writes a file under a temporary name beside it, and renames it. A link stays one: the file that it leads
/// to is written.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), Stop> {
    let failed = |error: io::Error| Stop::Failed(format!("writing {} failed: {error}", path.display()));
    let target = destination(path)?;
    let Some(name) = target.file_name() else {
        return Err(Stop::Failed(format!("{} is no file name", path.display())));
    };
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}.shardlens-part", std::process::id()));
    let temporary = target.with_file_name(hidden);
    // A dead process may have had the same number, as is usual in containers.
    let _ = fs::remove_file(&temporary);
    let written = File::create_new(&temporary)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&temporary, &target));
    written.map_err(|error| {
        let _ = fs::remove_file(&temporary);
        failed(error)
    })
}

/// The name that a path leads to through links, of a regular file or of nothing yet. All else is refused: a
/// rename onto `/dev/stdout` would put a file in the place of that link.
fn destination(path: &Path) -> Result<PathBuf, Stop> {
    let refused = |why: &str| Stop::Failed(format!("{} {why}: give the name of a file", path.display()));
    let failed = |error: io::Error| Stop::Failed(format!("{}: {error}", path.display()));
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => Err(refused("is a folder")),
        Ok(metadata) if !metadata.is_file() => {
            Err(refused(&format!("is {}, which holds no file", special(metadata.file_type()).en)))
        }
        Ok(metadata) if is_own_output(&metadata) => Err(refused("is where the output of this command goes")),
        Ok(_) => fs::canonicalize(path).map_err(failed),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let mut target = path.to_owned();
            for _ in 0..MAX_LINKS {
                let Ok(next) = fs::read_link(&target) else { return Ok(target) };
                target = target.parent().unwrap_or(Path::new("")).join(next);
            }
            Err(refused("is a link that leads to no end"))
        }
        Err(error) => Err(failed(error)),
    }
}

/// Whether stdout or stderr go to this file.
fn is_own_output(file: &fs::Metadata) -> bool {
    let goes_there = |output: rustix::io::Result<rustix::fs::Stat>| {
        output.is_ok_and(|output| (output.st_dev, output.st_ino) == (file.dev(), file.ino()))
    };
    goes_there(fstat(io::stdout())) || goes_there(fstat(io::stderr()))
}

/// Refuses to replace a file that is not of the kind that is about to be written: a mistyped name
/// must not cost a checkpoint.
pub(super) fn check_replaceable(
    path: &Path,
    kind: &str,
    is_kind: impl Fn(&Path) -> bool,
) -> Result<(), Stop> {
    if path == Path::new("-") {
        return Err(Stop::Failed(format!(
            "- is no file name for the {kind}: give one, or ./- if you mean it"
        )));
    }
    let target = destination(path)?;
    match fs::metadata(&target) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(Stop::Failed(format!("{}: {error}", path.display()))),
        Ok(metadata) if metadata.len() == 0 || is_kind(&target) => Ok(()),
        Ok(_) => Err(Stop::Failed(format!(
            "{} is already there and is no {kind}: choose another name",
            path.display()
        ))),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn what_a_dead_process_of_the_same_number_left_is_replaced() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("plan.json");
        fs::write(dir.path().join(format!(".plan.json.{}.shardlens-part", std::process::id())), "old")
            .unwrap();
        write(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_link_stays_a_link_and_its_file_is_written_even_if_it_is_not_there_yet() {
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().join(name);
        fs::create_dir(path("far")).unwrap();
        symlink("far/file", path("near")).unwrap();
        symlink("near", path("twice")).unwrap();
        for bytes in [b"new", b"two"] {
            write(&path("twice"), bytes).unwrap();
            assert_eq!(fs::read(path("far/file")).unwrap(), bytes);
            assert!(["near", "twice"].iter().all(|name| path(name).is_symlink()));
        }
        symlink("around", path("around")).unwrap();
        write(&path("around"), b"x").unwrap_err();
        assert_eq!(fs::read_dir(path("far")).unwrap().count(), 1);
    }

    /// Never with the system's own links: root can replace them.
    #[test]
    fn a_link_to_a_device_is_not_replaced_by_a_file() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("stdout");
        symlink("/dev/null", &path).unwrap();
        let Err(Stop::Failed(text)) = write(&path, b"x") else { panic!("written") };
        assert!(text.contains("a device"), "{text}");
        assert_eq!(fs::read_link(&path).unwrap(), Path::new("/dev/null"));
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }
}
