//! `bench`: how fast plans are made and how work grows (`benches/`), how fast the page draws, and how fast files are converted beside
//! `cp` and MindSpore.

mod cache;
mod checkpoint;
mod convert;
mod measure;
mod protobuf;
mod spread;

use crate::command::{command, execute};
use crate::{page, paths, tools};
use anyhow::Result;
use std::path::PathBuf;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Leave out the benches of the library
    #[arg(long)]
    only_convert: bool,
    /// Leave out the conversion of real files
    #[arg(long, conflicts_with = "only_convert")]
    no_convert: bool,
    /// Measure only how fast the built page draws 250,000 cells
    #[arg(long, conflicts_with_all = ["only_convert", "no_convert"])]
    only_frames: bool,
    /// Where the files to convert are made and kept (1 GB, and 2 GB more while it runs)
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// How often each program runs; the median counts
    #[arg(long, default_value_t = 10)]
    runs: usize,
    /// Layers of the model; 16 are 1.0 GB
    #[arg(long, default_value_t = 16)]
    layers: u64,
    /// A Python that has MindSpore, to convert the same files
    #[arg(long, value_name = "PYTHON")]
    peer: Option<PathBuf>,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    if options.only_frames {
        tools::for_page()?;
        page::build()?;
        tools::for_browser_tests()?;
        return execute(command("cargo bench --locked --package e2e --bench frames"));
    }
    if !options.only_convert && paths::root().join("benches").is_dir() {
        execute(command("cargo bench --locked --package shardlens --bench *"))?;
    }
    if !options.no_convert {
        execute(command("cargo build --locked --release --package shardlens --bin shardlens"))?;
        let folder = options.dir.clone().unwrap_or_else(|| paths::target().join("bench"));
        let files = checkpoint::make(&folder, options.layers)?;
        convert::compare(&files, options.runs, options.peer.as_deref())?;
    }
    Ok(())
}
