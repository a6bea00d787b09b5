//! Building the page with trunk.

use crate::command::{command, execute};
use crate::paths;
use anyhow::{Context, Result};
use std::fs;
use std::hash::{DefaultHasher, Hasher};

/// Script and program of the worker, as trunk names them: without a hash, unlike those of the page.
const WORKER: [&str; 2] = ["worker.js", "worker_bg.wasm"];

/// Builds the page, optimised for size, into `dist/`. `index.html` names the targets, features and profile.
pub(crate) fn build() -> Result<()> {
    // trunk asks cargo for metadata without --locked and would rewrite an outdated Cargo.lock in silence.
    let mut metadata = command("cargo metadata --locked --format-version 1 --no-deps");
    metadata.stdout(std::process::Stdio::null());
    execute(metadata)?;
    // Both programs at once; trunk, which would build one after the other, finds them built.
    execute(command(
        "cargo build --locked --package shardlens --target wasm32-unknown-unknown --profile web \
         --no-default-features --features web --bin web --bin worker",
    ))?;
    let mut build = command("trunk build --release");
    // trunk takes it for its own option and refuses the value 1 that other programs expect.
    build.env_remove("NO_COLOR");
    execute(build)?;
    name_worker_by_contents()
}

/// Gives the worker's files names that change with what is in them, so that no page meets the worker of another build.
fn name_worker_by_contents() -> Result<()> {
    let page = paths::page();
    let mut hasher = DefaultHasher::new();
    for name in WORKER {
        hasher.write(&fs::read(page.join(name)).with_context(|| format!("trunk made no {name}"))?);
    }
    let hashed = format!("worker-{:016x}", hasher.finish());
    let index = page.join("index.html");
    let mut html = fs::read_to_string(&index)?;
    for name in WORKER {
        let new = name.replacen("worker", &hashed, 1);
        fs::rename(page.join(name), page.join(&new))?;
        html = html.replace(name, &new);
    }
    fs::write(index, html)?;
    Ok(())
}
