//! Building the page with trunk.

use crate::command::{command, execute};
use anyhow::Result;

/// Builds the page, optimised for size, into `dist/`. `index.html` names the target, features and profile.
pub(crate) fn build() -> Result<()> {
    // trunk asks cargo for metadata without --locked and would rewrite an outdated Cargo.lock in silence.
    let mut metadata = command("cargo metadata --locked --format-version 1 --no-deps");
    metadata.stdout(std::process::Stdio::null());
    execute(metadata)?;
    let mut build = command("trunk build --release");
    // trunk takes it for its own option and refuses the value 1 that other programs expect.
    build.env_remove("NO_COLOR");
    execute(build)
}
