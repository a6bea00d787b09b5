//! The command line.

mod advise;
mod apply;
mod args;
mod check;
mod console;
mod diff;
mod document;
mod explain;
mod infer;
mod inspect;
mod interrupt;
mod log_text;
mod merge;
mod plan;
mod printable;
mod progress;
mod resume;
mod resume_entries;
mod resume_input;
mod resume_tft;
mod resume_training;
mod shared_path;
mod sides;
mod strategy_file;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::Error;
use clap::{CommandFactory, Parser};

use args::{Cli, Command};
use console::{Console, failure, to_stdout, written};

/// Runs the command that the process was started with, and gives its exit status.
#[must_use]
pub fn main() -> ExitCode {
    let command = match Cli::try_parse() {
        Ok(cli) => cli.command,
        Err(error) => return misused(&error),
    };
    let (name, output) = match &command {
        Command::Inspect(args) => ("inspect", args.output),
        Command::Check(args) => ("check", args.output),
        Command::Explain(args) => ("explain", args.output()),
        Command::Plan(args) => ("plan", args.output),
        Command::Apply(args) => ("apply", args.output),
        Command::Transform(args) => ("transform", args.output),
        Command::Merge(args) => ("merge", args.output),
        Command::Infer(args) => ("infer", args.output),
        Command::Diff(args) => ("diff", args.output),
        Command::Resume(args) => ("resume", args.output),
        Command::Advise(args) => ("advise", args.output),
    };
    let mut console = Console::new(name, output);
    console.listen(name);
    let result = match &command {
        Command::Inspect(args) => inspect::run(args, &mut console),
        Command::Check(args) => check::run(args, &mut console),
        Command::Explain(args) => explain::run(args, &mut console),
        Command::Plan(args) => plan::run(args, &mut console),
        Command::Apply(args) => apply::apply(args, &mut console),
        Command::Transform(args) => apply::transform(args, &mut console),
        Command::Merge(args) => merge::run(args, &mut console),
        Command::Infer(args) => infer::run(args, &mut console),
        Command::Diff(args) => diff::run(args, &mut console),
        Command::Resume(args) => resume::run(args, &mut console),
        Command::Advise(args) => advise::run(args, &mut console),
    };
    console.finish(result)
}

/// Tells help, or what is wrong with the arguments; to machines, too, if they asked.
fn misused(error: &Error) -> ExitCode {
    let printed = error.print().and_then(|()| io::stdout().flush());
    if !error.use_stderr()
        && let Err(status) = written(printed)
    {
        return status;
    }
    let mut args = std::env::args_os().skip(1).take_while(|arg| arg != "--");
    let command = args.next();
    let is_json = command.iter().cloned().chain(args).any(|arg| arg == "--json");
    let status = u8::try_from(error.exit_code()).unwrap_or(2);
    if error.use_stderr() && is_json {
        let command = command.as_deref().and_then(std::ffi::OsStr::to_str);
        let command = command.filter(|name| Cli::command().find_subcommand(name).is_some());
        let text = error.render().to_string();
        let _ = to_stdout(&failure(command, status, text.trim_start_matches("error: ").trim_end()));
    }
    ExitCode::from(status)
}
