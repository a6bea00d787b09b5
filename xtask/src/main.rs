//! The project's chores: `cargo xtask serve | test | dist | bench | fuzz | interop | tidy`.
//!
//! Each chore first gets the tools it needs at pinned versions ([`tools`]), says what it runs, and stops
//! at the first failure with a last line that names it.

mod archive;
mod bench;
mod command;
mod dist;
mod fuzz;
mod interop;
mod page;
mod paths;
mod serve;
mod steps;
mod test;
mod tidy;
mod tools;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// The project's chores.
#[derive(Parser)]
#[command(name = "cargo xtask", disable_version_flag = true)]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Build the page and serve it on this machine
    Serve(serve::Options),
    /// Run everything: tidy, fmt, clippy, native, wasm and browser tests
    Test(test::Options),
    /// Build the command and the page for release and state their sizes
    Dist,
    /// Measure planning, growth, frames, and converting beside `cp` and MindSpore
    Bench(bench::Options),
    /// Feed random files to every reader
    Fuzz(fuzz::Options),
    /// Let real MindSpore load what shardlens writes, and compare
    Interop(interop::Options),
    /// Check the repository's own rules
    Tidy,
}

fn main() -> ExitCode {
    let result = match Arguments::parse().chore {
        Chore::Serve(options) => serve::run(&options),
        Chore::Test(options) => test::run(&options),
        Chore::Dist => dist::run(),
        Chore::Bench(options) => bench::run(&options),
        Chore::Fuzz(options) => fuzz::run(&options),
        Chore::Interop(options) => interop::run(&options),
        Chore::Tidy => tidy::run(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}
