//! `interop`: real MindSpore loads what shardlens writes. By hand, not part of `test`: MindSpore is large.

use crate::command::{command, execute};
use crate::paths;
use anyhow::Result;
use std::path::PathBuf;
use std::process::Command;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// A Python that has MindSpore
    #[arg(long, value_name = "PYTHON")]
    python: PathBuf,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    execute(command("cargo build --locked --package shardlens --bin shardlens"))?;
    let mut script = Command::new(&options.python);
    script.arg(paths::root().join("xtask/interop/interop.py"));
    script.arg(paths::target().join("debug/shardlens")).arg(paths::root().join("tests/cases"));
    execute(script)
}
