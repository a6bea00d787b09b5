//! Where things are.

use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};

/// The repository's root.
pub fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().nth(2).unwrap_or(package)
}

/// The built page.
pub(crate) fn page() -> Result<PathBuf> {
    let page = root().join("dist");
    ensure!(page.join("index.html").is_file(), "no page in {}: run `cargo xtask test page`", page.display());
    Ok(page)
}

/// The command, built beside these tests.
pub fn shardlens() -> Result<PathBuf> {
    let program = profile()?.join(format!("shardlens{}", std::env::consts::EXE_SUFFIX));
    ensure!(program.is_file(), "no command at {}: run `cargo build`", program.display());
    Ok(program)
}

/// Pictures for whoever looks into a failure, and for the README.
pub(crate) fn screenshots() -> Result<PathBuf> {
    let folder = profile()?.parent().context("no target folder")?.join("screenshots");
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// The folder of this build, which holds `deps/` with the running test.
fn profile() -> Result<PathBuf> {
    let test = std::env::current_exe()?;
    Ok(test.ancestors().nth(2).context("the test runs outside a target folder")?.to_owned())
}
