//! `fuzz`: random files for every reader. By hand, not part of `test`: it needs a nightly compiler, and time.

mod seeds;

use crate::command::{command, execute};
use crate::{paths, tools};
use anyhow::Result;
use clap::builder::PossibleValuesParser;
use std::fs;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// One target of `fuzz/fuzz_targets/` instead of all
    #[arg(value_parser = PossibleValuesParser::new(TARGETS.map(|(target, ..)| target)))]
    target: Option<String>,
    /// How long each target runs
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    seconds: u64,
}

/// A target, what makes the files that it begins with, and the longest file that it makes of them.
type Target = (&'static str, fn() -> Result<String>, u64);

const TARGETS: [Target; 7] = [
    ("headers", seeds::cases, 20_000),
    ("strategy", seeds::cases, 20_000),
    ("index", seeds::cases, 20_000),
    ("explain", seeds::cases, 20_000),
    ("resume", seeds::cases, 4_000),
    ("plan", seeds::plans, 40_000),
    ("piles", seeds::piles, 100_000),
];

pub(crate) fn run(options: &Options) -> Result<()> {
    tools::for_fuzz()?;
    for (target, seeds, longest) in TARGETS {
        if options.target.as_ref().is_some_and(|only| only != target) {
            continue;
        }
        let corpus = paths::target().join("fuzz").join(target);
        fs::create_dir_all(&corpus)?;
        let (corpus, seeds, seconds) = (corpus.display(), seeds()?, options.seconds);
        execute(command(&format!(
            "rustup run nightly cargo fuzz run {target} {corpus} {seeds} -- -max_total_time={seconds} \
             -timeout=20 -rss_limit_mb=3000 -max_len={longest}"
        )))?;
    }
    Ok(())
}
