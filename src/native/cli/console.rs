//! What a command says: findings and errors on stderr, results on stdout, as text or as one JSON
//! document.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use serde::Serialize;
use serde_json::{Map, Value};

use super::args::Output;
use crate::check::{Finding, Lang, Record, Severity};

/// Why a command stops.
#[derive(Debug)]
pub(super) enum Stop {
    /// The input cannot give a correct result; its findings, already told, say why.
    Findings,
    /// The input cannot give a correct result, for this reason.
    Refused(String),
    /// Wrong usage, or files or disk failed.
    Failed(String),
    /// Ctrl-C or SIGTERM.
    Interrupted(String),
}

impl Stop {
    fn status(&self) -> u8 {
        match self {
            Self::Findings | Self::Refused(_) => 1,
            Self::Failed(_) => 2,
            Self::Interrupted(_) => 130,
        }
    }
}

/// Collects what a command tells.
pub(super) struct Console {
    output: Output,
    document: Map<String, Value>,
    findings: Vec<Record>,
    text: String,
}

impl Console {
    pub(super) fn new(command: &str, output: Output) -> Self {
        let mut document = Map::new();
        document.insert("command".to_owned(), command.into());
        Self { output, document, findings: Vec::new(), text: String::new() }
    }

    /// How it is told.
    pub(super) const fn output(&self) -> Output {
        self.output
    }

    /// A line of the result, for people.
    pub(super) fn say(&mut self, line: impl Display) {
        self.text += &format!("{line}\n");
    }

    /// A line that says what was done, for people who did not ask for quiet.
    pub(super) fn conclude(&mut self, line: impl Display) {
        if !self.output.quiet {
            self.say(line);
        }
    }

    /// A member of the result, for machines.
    pub(super) fn set(&mut self, name: &str, value: impl Serialize) {
        // The values are plain data, whose serialisation cannot fail.
        self.document.insert(name.to_owned(), serde_json::to_value(value).unwrap_or_default());
    }

    /// A warning that is about this machine rather than about the input.
    pub(super) fn warn(&mut self, text: impl Display) {
        if !self.output.quiet {
            to_stderr(&format!("warning: {text}\n"));
        }
    }

    /// Tells findings.
    pub(super) fn report(&mut self, findings: &[Finding]) {
        for finding in findings {
            let record = finding.render(Lang::En);
            match record.severity {
                Severity::Error => to_stderr(&describe(&record)),
                Severity::Warning if !self.output.quiet => to_stderr(&describe(&record)),
                Severity::Info if !self.output.quiet => {
                    to_stderr(&format!("note[{}]: {}\n", record.code, record.title));
                }
                Severity::Warning | Severity::Info => {}
            }
            self.findings.push(record);
        }
    }

    /// Stops if any finding is an error.
    pub(super) fn check(&self) -> Result<(), Stop> {
        match self.findings.iter().any(|finding| finding.severity == Severity::Error) {
            true => Err(Stop::Findings),
            false => Ok(()),
        }
    }

    /// Tells the result and gives the exit status.
    pub(super) fn finish(mut self, result: Result<(), Stop>) -> ExitCode {
        let mut status = result.as_ref().map_or_else(Stop::status, |()| 0);
        let error = match result {
            Err(Stop::Refused(text) | Stop::Failed(text) | Stop::Interrupted(text)) => Some(text),
            Ok(()) | Err(Stop::Findings) => None,
        };
        if let Some(error) = &error {
            to_stderr(&format!("error: {error}\n"));
        }
        let text = if self.output.json {
            self.set("status", status);
            self.set("error", error);
            let findings = std::mem::take(&mut self.findings);
            self.set("findings", findings);
            format!("{:#}\n", Value::Object(self.document))
        } else {
            self.text
        };
        if let Err(error) = to_stdout(&text) {
            to_stderr(&format!("error: writing to stdout failed: {error}\n"));
            status = status.max(2);
        }
        ExitCode::from(status)
    }
}

/// A finding as text.
fn describe(record: &Record) -> String {
    let severity = match record.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    };
    let Record { code, title, evidence, consequence, remedy, .. } = record;
    let mut text = format!("{severity}[{code}]: {title}\n");
    let place = place(record);
    let parts = [("where", &place), ("seen", evidence), ("means", consequence), ("do", remedy)];
    for (name, part) in parts.into_iter().filter(|(_, part)| !part.is_empty()) {
        text += &format!("  {name:>5}: {part}\n");
    }
    text
}

/// What a finding is about, as text.
fn place(record: &Record) -> String {
    let subject = &record.subject;
    let side = subject.side.map(|side| format!("{side:?}").to_lowercase());
    let parts = [
        side,
        subject.file.as_ref().map(|file| format!("file {file}")),
        subject.offset.map(|offset| format!("byte {offset}")),
        subject.tensor.as_ref().map(|tensor| format!("tensor {tensor}")),
        subject.rank.map(|rank| format!("rank {rank}")),
        subject.stage.map(|stage| format!("stage {stage}")),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Writes to stdout. A reader that has gone (`| head`) has got what it wanted.
fn to_stdout(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// Writes to stderr, or nowhere if there is none.
pub(super) fn to_stderr(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}
