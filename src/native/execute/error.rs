//! Why a plan was not executed, and what to do about it.

use std::io;
use std::path::{Path, PathBuf};

use crate::units::bytes_text;

/// Why a plan was not executed. Nothing incomplete is left under a final name.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExecuteError {
    /// The plan contradicts itself, the format or the selection of ranks.
    #[error("the plan cannot be executed: {0}\n  Make the plan again with `shardlens plan`.")]
    Plan(String),
    /// Ranks that the plan does not have.
    #[error("--dst-ranks {wanted}: the target has only the ranks 0-{last}")]
    Ranks {
        /// What was asked for.
        wanted: String,
        /// The target's last rank.
        last: u64,
    },
    /// A source file is not what the plan was made for.
    #[error("{}: {what}\n  The plan was made for another state of this file. Make the plan again, or give the --src-root it was made for.", path.display())]
    SourceChanged {
        /// The file.
        path: PathBuf,
        /// How it differs.
        what: String,
    },
    /// Writing there would write into what is read.
    #[error("source {} and target {} overlap\n  Choose a target folder outside the source, and one that does not contain it.", source_root.display(), target_root.display())]
    Overlap {
        /// Resolved source folder or file.
        source_root: PathBuf,
        /// Resolved target folder.
        target_root: PathBuf,
    },
    /// Target ranks hold content that this plan did not write.
    #[error("{} {} already there, and not written by this plan from this source:{}\n  Choose an empty target folder, or pass --overwrite to replace files of the same name.", files.len(), if files.len() == 1 { "file is" } else { "files are" }, list(files))]
    Occupied {
        /// The files.
        files: Vec<PathBuf>,
    },
    /// Another process writes the same file.
    #[error("{}: another shardlens is writing this file\n  Wait for it, or give each process its own --dst-ranks.", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// A file got this name after the run had looked.
    #[error("{}: the file was not there when this run began; another process has written it meanwhile\n  Run the same command again: it keeps the file if it is this plan's, and refuses if it is not.", path.display())]
    Appeared {
        /// The file.
        path: PathBuf,
    },
    /// The system gave no thread to work with.
    #[error(
        "no thread could be started: {0}\n  Allow more memory or processes (`ulimit -v`, `ulimit -u`, the container's limits)."
    )]
    NoThread(io::Error),
    /// Not enough room for the target files.
    #[error("{}: {} are needed, {} are free\n  Free space there, choose another target folder, or convert fewer ranks at a time (--dst-ranks).", path.display(), bytes_text(*needed), bytes_text(*available))]
    NoSpace {
        /// The target folder.
        path: PathBuf,
        /// Bytes of the files to be written.
        needed: u64,
        /// Bytes that may be written.
        available: u64,
    },
    /// What was written is not what was read.
    #[error("{}: verification failed for rank {rank} at byte {offset}{}: the file does not hold what the source holds\n  The disk, its memory or its driver is at fault, or the source was changed meanwhile. The file was not kept; run the same command again.", path.display(), tensor.as_ref().map(|name| format!(" (tensor {name})")).unwrap_or_default())]
    Differs {
        /// The file.
        path: PathBuf,
        /// Its rank.
        rank: u64,
        /// The tensor, or none for a header.
        tensor: Option<String>,
        /// First byte of the range that differs.
        offset: u64,
    },
    /// A source file's own checksum does not match.
    #[error("{}: {fault}\n  The source file is damaged: copy it again from where it was written.", path.display())]
    SourceDamaged {
        /// The file.
        path: PathBuf,
        /// Both checksums.
        fault: String,
    },
    /// The system refused.
    #[error("{doing} {}{} failed: {error}{}", path.display(), offset.map(|at| format!(" at byte {at}")).unwrap_or_default(), remedy(error))]
    Io {
        /// What was tried, as in "writing".
        doing: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// Byte offset in the file, if any.
        offset: Option<u64>,
        /// What the system said.
        error: io::Error,
    },
    /// Ctrl-C or SIGTERM.
    #[error(
        "interrupted: unfinished files were removed, finished ones are kept\n  Run the same command again to go on."
    )]
    Interrupted,
}

impl ExecuteError {
    /// An error of the system, about a file as a whole.
    pub(crate) fn io(doing: &'static str, path: &Path, error: impl Into<io::Error>) -> Self {
        Self::Io { doing, path: path.to_owned(), offset: None, error: error.into() }
    }

    /// An error of the system, at a byte.
    pub(crate) fn io_at(doing: &'static str, path: &Path, offset: u64, error: io::Error) -> Self {
        Self::Io { doing, path: path.to_owned(), offset: Some(offset), error }
    }
}

fn remedy(error: &io::Error) -> &'static str {
    let code = error.raw_os_error().map(rustix::io::Errno::from_raw_os_error);
    if let Some(rustix::io::Errno::MFILE | rustix::io::Errno::NFILE) = code {
        return "\n  Allow more open files (`ulimit -n`), or convert fewer ranks at a time (--dst-ranks).";
    }
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "\n  Free space and run the same command again: finished files are kept."
        }
        io::ErrorKind::FileTooLarge => {
            "\n  The file system or `ulimit -f` does not allow files of this size: choose another target folder or raise the limit."
        }
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            "\n  Check the permissions of the folder, or choose another one."
        }
        io::ErrorKind::NotFound => "\n  Check the path.",
        io::ErrorKind::NotADirectory => {
            "\n  A file is where a folder is needed: choose another folder, or move the file away."
        }
        io::ErrorKind::IsADirectory => "\n  A folder is in the file's place: move it away.",
        io::ErrorKind::InvalidFilename => "\n  Choose shorter names for folder and prefix.",
        io::ErrorKind::UnexpectedEof => {
            "\n  The file is shorter than its header says: it was cut off or changed meanwhile."
        }
        _ => "",
    }
}

/// At most ten paths, each on its line.
fn list(files: &[PathBuf]) -> String {
    const SHOWN: usize = 10;
    let mut text: String = files.iter().take(SHOWN).map(|file| format!("\n    {}", file.display())).collect();
    if let Some(more) = files.len().checked_sub(SHOWN).filter(|&more| more > 0) {
        text += &format!("\n    and {more} more");
    }
    text
}
