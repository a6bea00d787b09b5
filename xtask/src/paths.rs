//! Where things are.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The repository's root: the folder above this package.
pub(crate) fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().unwrap_or(package)
}

/// Cargo's target folder, which `CARGO_TARGET_DIR` may move.
pub(crate) fn target() -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => root().join(folder),
        None => root().join("target"),
    }
}

/// The built page.
pub(crate) fn page() -> PathBuf {
    root().join("dist")
}

/// Tools that xtask has built for this project only.
pub(crate) fn tools() -> PathBuf {
    target().join("tools")
}

/// `PATH` with the project's own tools first.
pub(crate) fn search_path() -> OsString {
    let before = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(tools().join("bin")).chain(std::env::split_paths(&before));
    std::env::join_paths(folders).unwrap_or(before)
}

/// The first file of that name on [`search_path`].
pub(crate) fn find_program(name: &str) -> Option<PathBuf> {
    let file_name = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    std::env::split_paths(&search_path()).map(|folder| folder.join(&file_name)).find(|path| path.is_file())
}
