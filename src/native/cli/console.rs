//! What a command says: findings and errors on stderr, results on stdout, as text or as one JSON
//! document.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use super::args::Output;
use super::interrupt::Interrupt;
use super::printable::{Newline, escaped, printable};
use crate::check::{Finding, Lang, Record, Severity, Subject};
use crate::native::execute::Progress;
use crate::phrase::shortened;
use crate::units::{FEW_RANGES, run_list};

/// Why a command stops.
#[derive(Debug)]
pub(super) enum Stop {
    /// The input cannot give a correct result; its findings, already told, say why.
    Findings,
    /// What was compared differs, and has been told.
    Differs,
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
            Self::Findings | Self::Differs | Self::Refused(_) => 1,
            Self::Failed(_) => 2,
            Self::Interrupted(_) => 130,
        }
    }
}

/// The one JSON document. Its members are text already: as trees of values they would take a hundred
/// times the room.
type Document = BTreeMap<String, Box<RawValue>>;

/// A member of the document.
pub(super) fn raw(value: impl Serialize) -> Box<RawValue> {
    // The values are plain data, whose serialisation cannot fail.
    to_raw_value(&value).unwrap_or_default()
}

fn pretty(document: &Document) -> String {
    escaped(serde_json::to_string_pretty(document).unwrap_or_default() + "\n")
}

/// The document of a command that did not come to a result.
pub(super) fn failure(command: Option<&str>, status: u8, error: &str) -> String {
    let no_findings: [Record; 0] = [];
    let members = [
        ("command", raw(command)),
        ("error", raw(error)),
        ("findings", raw(no_findings)),
        ("status", raw(status)),
    ];
    pretty(&members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

/// Collects what a command tells.
pub(super) struct Console {
    output: Output,
    document: Document,
    findings: Vec<Record>,
    text: String,
    /// Whether files were written, all of them.
    is_written: bool,
    interrupt: Interrupt,
}

impl Console {
    pub(super) fn new(command: &str, output: Output) -> Self {
        let document = BTreeMap::from([("command".to_owned(), raw(command))]);
        let interrupt = Interrupt::default();
        Self { output, document, findings: Vec::new(), text: String::new(), is_written: false, interrupt }
    }

    /// From here on Ctrl-C and SIGTERM end the command in good order.
    pub(super) fn listen(&mut self, command: &'static str) {
        let is_json = self.output.json;
        let tell = move || {
            to_stderr("error: interrupted\n");
            if is_json {
                let _ = to_stdout(&failure(Some(command), 130, "interrupted"));
            }
        };
        if let Err(error) = self.interrupt.listen(tell) {
            self.warn(format_args!("Ctrl-C will leave temporary files behind: {error}"));
        }
    }

    /// A run begins, which signals stop through what this gives.
    pub(super) fn begin_run(&self) -> Arc<Progress> {
        self.interrupt.begin_run()
    }

    /// How it is told.
    pub(super) const fn output(&self) -> Output {
        self.output
    }

    /// A line of the result, for people.
    pub(super) fn say(&mut self, line: impl Display) {
        self.text += &printable(&shortened(&line.to_string()), Newline::Escape);
        self.text.push('\n');
    }

    /// A line of the result that is copied as it is: names in it are never shortened.
    pub(super) fn say_whole(&mut self, line: impl Display) {
        self.text += &printable(&line.to_string(), Newline::Escape);
        self.text.push('\n');
    }

    /// A line that says what was done, for people who did not ask for quiet.
    pub(super) fn conclude(&mut self, line: impl Display) {
        if !self.output.quiet {
            self.say(line);
        }
    }

    /// The files that the command writes are complete, whatever becomes of the report.
    pub(super) const fn files_are_written(&mut self) {
        self.is_written = true;
    }

    /// A member of the result, for machines.
    pub(super) fn set(&mut self, name: &str, value: impl Serialize) {
        self.document.insert(name.to_owned(), raw(value));
    }

    /// A warning that is about this machine rather than about the input.
    pub(super) fn warn(&mut self, text: impl Display) {
        if !self.output.quiet {
            let text = text.to_string();
            to_stderr(&format!("warning: {}\n", printable(&shortened(&text), Newline::Escape)));
        }
    }

    /// Tells findings.
    pub(super) fn report(&mut self, findings: &[Finding]) {
        for finding in findings {
            let record = finding.render(Lang::En);
            match record.severity {
                Severity::Error => to_stderr(&describe(&record, Lang::En)),
                Severity::Warning if !self.output.quiet => to_stderr(&describe(&record, Lang::En)),
                Severity::Info if !self.output.quiet => {
                    let title = shortened(&record.title);
                    let title = printable(&title, Newline::Escape);
                    to_stderr(&format!("note[{}]: {title}\n", record.code));
                }
                Severity::Warning | Severity::Info => {}
            }
            self.findings.push(record);
        }
    }

    /// Keeps findings that are themselves the result; how they are told to people is the caller's.
    pub(super) fn keep(&mut self, findings: &[Finding]) -> &[Record] {
        self.findings.extend(findings.iter().map(|finding| finding.render(Lang::En)));
        &self.findings
    }

    /// Text of the result that is laid out already.
    pub(super) fn print(&mut self, text: &str) {
        self.text += text;
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
        let status = result.as_ref().map_or_else(Stop::status, |()| 0);
        let error = match result {
            Err(Stop::Refused(text) | Stop::Failed(text) | Stop::Interrupted(text)) => Some(text),
            Ok(()) | Err(Stop::Findings | Stop::Differs) => None,
        };
        if let Some(error) = &error {
            to_stderr(&format!("error: {}\n", printable(&shortened(error), Newline::Keep)));
        }
        let text = if self.output.json {
            self.set("status", status);
            self.set("error", error);
            let findings = std::mem::take(&mut self.findings);
            self.set("findings", findings);
            pretty(&self.document)
        } else {
            self.text
        };
        while !self.interrupt.is_mine_to_tell() {
            // A signal has told, and is ending the program.
            std::thread::park();
        }
        match written(to_stdout(&text)) {
            // Ctrl-C has a status of its own, whatever else failed.
            Err(failed) if status < 2 => {
                if self.is_written {
                    to_stderr(
                        "  The files were written and are complete; only this report of them is not.\n",
                    );
                }
                failed
            }
            _ => ExitCode::from(status),
        }
    }
}

/// A finding as text.
pub(super) fn describe(record: &Record, lang: Lang) -> String {
    let severity = match (record.severity, lang) {
        (severity, Lang::Zh) => severity.label(lang),
        (Severity::Error, Lang::En) => "error",
        (Severity::Warning, Lang::En) => "warning",
        (Severity::Info, Lang::En) => "note",
    };
    let [location, seen, means, remedy] = match lang {
        Lang::En => ["where", "seen", "means", "do"],
        Lang::Zh => ["位置", "现象", "影响", "处理"],
    };
    let Record { code, title, evidence, consequence, remedy: advice, .. } = record;
    let mut text = format!("{severity}[{code}]: {}\n", printable(&shortened(title), Newline::Escape));
    let place = place(record);
    let parts = [(location, &place), (seen, evidence), (means, consequence), (remedy, advice)];
    for (name, part) in parts.into_iter().filter(|(_, part)| !part.is_empty()) {
        text += &format!("  {name:>5}: {}\n", printable(&shortened(part), Newline::Escape));
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
        ranks(subject),
        subject.stage.map(|stage| format!("stage {stage}")),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// The ranks that a finding is about.
fn ranks(subject: &Subject) -> Option<String> {
    let runs: Vec<(u64, u64)> = subject.all_ranks().collect();
    let word = if subject.ranks.is_empty() { "rank" } else { "ranks" };
    (!runs.is_empty()).then(|| format!("{word} {}", run_list(&runs, FEW_RANGES)))
}

/// Writes to stdout.
pub(super) fn to_stdout(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush())
}

/// Whether stdout took what was written; else says why not, and gives the exit status. A reader that has
/// gone (`| head`) has got what it wanted.
pub(super) fn written(result: io::Result<()>) -> Result<(), ExitCode> {
    match result {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            to_stderr(&format!("error: writing to stdout failed: {error}\n"));
            Err(ExitCode::from(2))
        }
        _ => Ok(()),
    }
}

/// Writes to stderr, or nowhere if there is none.
pub(super) fn to_stderr(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}
