//! The command line.

mod apply;
mod args;
mod console;
mod document;
mod inspect;
mod merge;
mod plan;
mod progress;
mod sides;

use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};
use console::Console;

/// Runs the command that the process was started with, and gives its exit status.
#[must_use]
pub fn main() -> ExitCode {
    let command = Cli::parse().command;
    let (name, output) = match &command {
        Command::Inspect(args) => ("inspect", args.output),
        Command::Plan(args) => ("plan", args.output),
        Command::Apply(args) => ("apply", args.output),
        Command::Transform(args) => ("transform", args.output),
        Command::Merge(args) => ("merge", args.output),
    };
    let mut console = Console::new(name, output);
    let result = match &command {
        Command::Inspect(args) => inspect::run(args, &mut console),
        Command::Plan(args) => plan::run(args, &mut console),
        Command::Apply(args) => apply::apply(args, &mut console),
        Command::Transform(args) => apply::transform(args, &mut console),
        Command::Merge(args) => merge::run(args, &mut console),
    };
    console.finish(result)
}
