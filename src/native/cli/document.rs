//! Small files that are written whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use super::console::Stop;

/// Writes a file under a temporary name beside it, and renames it.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), Stop> {
    let failed = |error: io::Error| Stop::Failed(format!("writing {} failed: {error}", path.display()));
    let Some(name) = path.file_name() else {
        return Err(Stop::Failed(format!("{} is no file name", path.display())));
    };
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}.shardlens-part", std::process::id()));
    let temporary = path.with_file_name(hidden);
    // A dead process may have had the same number, as is usual in containers.
    let _ = fs::remove_file(&temporary);
    let written = File::create_new(&temporary)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&temporary, path));
    written.map_err(|error| {
        let _ = fs::remove_file(&temporary);
        failed(error)
    })
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
    match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(Stop::Failed(format!("{}: {error}", path.display()))),
        Ok(metadata) if metadata.is_file() && (metadata.len() == 0 || is_kind(path)) => Ok(()),
        Ok(_) => Err(Stop::Failed(format!(
            "{} is already there and is no {kind}: choose another name",
            path.display()
        ))),
    }
}

#[cfg(test)]
mod tests {
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
}
