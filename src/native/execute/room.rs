//! Whether there is room for what is to be written.

use std::fs;
use std::path::Path;

use super::ExecuteError;

/// Checks that a folder, which need not exist yet, has room for files of `sizes`, and that files
/// of that size are allowed. `replaced` bytes become free as files are replaced, and
/// the `left_over` ones of a killed run as soon as its files are taken over.
pub(crate) fn check(
    folder: &Path,
    sizes: impl Iterator<Item = u64>,
    replaced: u64,
    left_over: u64,
) -> Result<(), ExecuteError> {
    let (needed, largest) =
        sizes.fold((0u64, 0), |(sum, max), size| (sum.saturating_add(size), size.max(max)));
    let existing = folder.ancestors().find(|folder| fs::metadata(folder).is_ok()).unwrap_or(folder);
    let system = rustix::fs::statvfs(existing);
    let system = system.map_err(|error| ExecuteError::io("examining", existing, error))?;
    let free = system.f_bavail.saturating_mul(system.f_frsize);
    let available = free.saturating_add(left_over);
    // A file is written in full before the one that it replaces is gone.
    let is_short = needed > available.saturating_add(replaced) || largest > available;
    // Some network file systems do not know how much they hold, and say nothing.
    if is_short && system.f_blocks > 0 {
        return Err(ExecuteError::NoSpace { path: existing.to_owned(), needed, available });
    }
    // The system would answer a longer file with a signal that ends the process.
    let limit = rustix::process::getrlimit(rustix::process::Resource::Fsize).current;
    if limit.is_some_and(|limit| largest > limit) {
        let error = std::io::Error::from(std::io::ErrorKind::FileTooLarge);
        return Err(ExecuteError::io("writing to", folder, error));
    }
    Ok(())
}
