//! Parts of the Rust toolchain that rustup installs.

use crate::command::{command, execute, output};
use anyhow::{Context, Result};
use std::path::Path;

/// The standard library for another target.
pub(crate) fn target(name: &str) -> Result<()> {
    let sysroot =
        output(command("rustc --print sysroot")).context("rustc does not start: is Rust installed?")?;
    if Path::new(sysroot.trim()).join("lib/rustlib").join(name).join("lib").is_dir() {
        return Ok(());
    }
    eprintln!("getting the Rust target {name}");
    execute(command(&format!("rustup target add {name}")))
}

/// A component, present when `probe` runs.
pub(crate) fn component(name: &str, probe: &str) -> Result<()> {
    if output(command(probe)).is_some() {
        return Ok(());
    }
    eprintln!("getting the Rust component {name}");
    execute(command(&format!("rustup component add {name}")))
}

/// Another toolchain.
pub(crate) fn toolchain(name: &str) -> Result<()> {
    if output(command(&format!("rustup run {name} rustc --version"))).is_some() {
        return Ok(());
    }
    eprintln!("getting the Rust toolchain {name}");
    execute(command(&format!("rustup toolchain install {name} --profile minimal")))
}
