//! Running programs from the repository's root, with the project's tools on `PATH`.

use crate::paths;
use anyhow::{Context, Result, bail};
use std::process::{Command, Stdio};

/// A program with its arguments, written as on a shell line; no argument of ours holds a blank.
pub(crate) fn command(line: &str) -> Command {
    let mut words = line.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or_default());
    command.args(words).current_dir(paths::root()).env("PATH", paths::search_path());
    command
}

/// Runs a command whose output goes to the terminal; fails when it does.
pub(crate) fn execute(mut command: Command) -> Result<()> {
    let line = shown(&command);
    eprintln!("$ {line}");
    let status = command.status().with_context(|| format!("cannot start `{line}`"))?;
    if !status.success() {
        bail!("`{line}` failed ({status})");
    }
    Ok(())
}

/// What a command prints on stdout; `None` when it cannot be started or fails.
pub(crate) fn output(mut command: Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
