//! The names in a `checkpoint/` folder as the system lists them, also those that are no files: MindFormers
//! goes by names.

use std::ffi::OsStr;
use std::fs::{self, File, FileType, Metadata};
use std::io::{self, ErrorKind};
use std::path::Path;
use std::time::UNIX_EPOCH;

use crate::catalog::PileFile;
use crate::native::Walk;
use crate::resume::{Entry, Extra, Instead};
use crate::source::FileSource;

/// Notes the entries that begin with `rank_`, and what in them is named as weights or as a `meta.json` and is no
/// file that can be read. Adds the hidden ones that are to the walk, which leaves them out.
///
/// # Errors
/// If the folder cannot be listed.
pub(super) fn note_entries(root: &Path, walk: &mut Walk, extra: &mut Extra) -> io::Result<()> {
    for entry in fs::read_dir(root)? {
        let name = entry?.file_name();
        let path = root.join(&name);
        extra.has_others = true;
        extra.is_unified |= name == "hyper_param.safetensors" && fs::metadata(&path).is_ok();
        let shown = name.to_string_lossy();
        if shown.starts_with("rank_") {
            extra.folders.insert(shown.clone().into_owned());
            note_folder(&path, &shown, walk, extra);
        }
    }
    Ok(())
}

fn note_folder(folder: &Path, shown: &str, walk: &mut Walk, extra: &mut Extra) {
    let listed = match fs::metadata(folder) {
        Err(error) => Err(gone(&error)),
        Ok(metadata) if !metadata.is_dir() => Err(kind(metadata.file_type())),
        Ok(_) => fs::read_dir(folder)
            .and_then(Iterator::collect::<io::Result<Vec<_>>>)
            .map_err(|error| closed(&error)),
    };
    match listed {
        Err(instead) => {
            extra.entries.insert(shown.to_owned(), Entry { instead, modified: 0 });
        }
        Ok(entries) => entries.iter().for_each(|entry| note_entry(&entry.path(), shown, walk, extra)),
    }
}

fn note_entry(path: &Path, folder: &str, walk: &mut Walk, extra: &mut Extra) {
    let Some(name) = path.file_name() else { return };
    let shown = name.to_string_lossy();
    let is_meta = shown == "meta.json";
    if !is_meta && !shown.ends_with(".ckpt") && !shown.ends_with(".safetensors") {
        return;
    }
    let key = format!("{folder}/{shown}");
    let metadata = fs::metadata(path);
    let modified = metadata.as_ref().ok().and_then(nanoseconds).unwrap_or_default();
    let instead = match &metadata {
        Err(error) => gone(error),
        Ok(metadata) if !metadata.is_file() => kind(metadata.file_type()),
        Ok(_) if name.to_str().is_none() => Instead::NotText,
        // A selection reads every meta.json, and stops where it may not.
        Ok(_) if is_meta => match File::open(path) {
            Err(error) => closed(&error),
            Ok(_) => return,
        },
        Ok(_) if is_hidden(name) => match FileSource::new(path) {
            Err(error) => closed(&error),
            Ok(source) => return walk.files.push(PileFile { path: key, source: Box::new(source) }),
        },
        // The walk has it.
        Ok(_) => return,
    };
    extra.entries.insert(key, Entry { instead, modified });
}

/// When a file was last written, in nanoseconds since 1970.
pub(super) fn nanoseconds(metadata: &Metadata) -> Option<i64> {
    let since = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    i64::try_from(since.as_nanos()).ok()
}

fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

/// What the system cannot look up.
fn gone(error: &io::Error) -> Instead {
    match error.kind() {
        ErrorKind::NotFound => Instead::Nowhere,
        ErrorKind::PermissionDenied => Instead::Unreachable,
        _ if crate::native::is_link_loop(error) => Instead::Loop,
        _ => failing(error),
    }
}

/// What the system does not open.
fn closed(error: &io::Error) -> Instead {
    match error.kind() {
        ErrorKind::PermissionDenied => Instead::Closed,
        _ => failing(error),
    }
}

/// Jobs run on Linux, so another system's numbers tell nothing.
fn failing(error: &io::Error) -> Instead {
    Instead::Failing(error.raw_os_error().filter(|_| cfg!(target_os = "linux")))
}

#[cfg(unix)]
fn kind(of: FileType) -> Instead {
    use std::os::unix::fs::FileTypeExt;
    match of {
        of if of.is_dir() => Instead::Folder,
        of if of.is_file() => Instead::File,
        of if of.is_fifo() => Instead::Pipe,
        of if of.is_socket() => Instead::Socket,
        _ => Instead::Device,
    }
}

#[cfg(not(unix))]
fn kind(of: FileType) -> Instead {
    match of {
        of if of.is_dir() => Instead::Folder,
        of if of.is_file() => Instead::File,
        _ => Instead::Device,
    }
}
