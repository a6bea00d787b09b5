//! Tells how far a run is: a bar on a terminal, plain lines elsewhere, JSON lines for machines.
//! All on stderr.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::args::Output;
use super::console::to_stderr;
use crate::native::execute::{Counts, Phase, Progress};
use crate::units::{bytes_text, counted};

/// How long a bar stands still.
const FRAME: Duration = Duration::from_millis(100);
/// Plain lines go to files that people read later.
const LINE: Duration = Duration::from_secs(5);
/// Machines want to know sooner.
const JSON_LINE: Duration = Duration::from_secs(1);

/// Does some work while another thread tells how far it is.
pub(super) fn watched<T>(progress: &Progress, output: Output, work: impl FnOnce() -> T) -> T {
    if output.quiet {
        return work();
    }
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        // Without a thread to tell how far it is, the work is done untold.
        let watcher = thread::Builder::new().spawn_scoped(scope, || watch(progress, output, &done));
        let result = work();
        done.store(true, Ordering::Release);
        watcher.iter().for_each(|watcher| watcher.thread().unpark());
        result
    })
}

fn watch(progress: &Progress, output: Output, done: &AtomicBool) {
    let is_terminal = std::io::stderr().is_terminal() && !output.json;
    let pause = match (output.json, is_terminal) {
        (true, _) => JSON_LINE,
        (false, true) => FRAME,
        (false, false) => LINE,
    };
    let mut bar: Option<(Phase, ProgressBar)> = None;
    let mut phase = Phase::Checking;
    let mut since = Instant::now();
    loop {
        thread::park_timeout(pause);
        if done.load(Ordering::Acquire) {
            break;
        }
        let counts = progress.counts();
        if counts.phase != phase {
            (phase, since) = (counts.phase, Instant::now());
        }
        if is_terminal {
            match &bar {
                Some((of, bar)) if *of == phase => draw(bar, counts),
                _ => {
                    bar.take().iter().for_each(|(_, bar)| bar.finish_and_clear());
                    bar = Some((phase, new_bar(counts)));
                }
            }
        } else if output.json {
            to_stderr(&json(counts));
        } else {
            to_stderr(&line(counts, since.elapsed()));
        }
    }
    bar.iter().for_each(|(_, bar)| bar.finish_and_clear());
}

const fn name(phase: Phase) -> &'static str {
    match phase {
        Phase::Checking => "checking",
        Phase::Comparing => "comparing",
        Phase::Writing => "writing",
    }
}

fn new_bar(counts: Counts) -> ProgressBar {
    let style = "{prefix} {wide_bar} {binary_bytes} of {binary_total_bytes}, {msg}, {binary_bytes_per_sec}, {eta} left";
    let bar = ProgressBar::new(counts.bytes_total);
    if let Ok(style) = ProgressStyle::with_template(style) {
        bar.set_style(style);
    }
    bar.set_prefix(name(counts.phase));
    draw(&bar, counts);
    bar
}

fn draw(bar: &ProgressBar, counts: Counts) {
    bar.set_length(counts.bytes_total);
    bar.set_position(counts.bytes_done);
    bar.set_message(format!("{} of {}", counts.files_done, counted(counts.files_total, "file", "files")));
}

fn json(counts: Counts) -> String {
    let line = serde_json::json!({
        "phase": name(counts.phase),
        "bytes_done": counts.bytes_done,
        "bytes_total": counts.bytes_total,
        "files_done": counts.files_done,
        "files_total": counts.files_total,
    });
    format!("{line}\n")
}

fn line(counts: Counts, elapsed: Duration) -> String {
    let Counts { phase, bytes_done, bytes_total, files_done, files_total } = counts;
    let seconds = elapsed.as_secs().max(1);
    let rate = bytes_done / seconds;
    let percent = u128::from(bytes_done) * 100 / u128::from(bytes_total.max(1));
    let left = match bytes_total.saturating_sub(bytes_done).checked_div(rate) {
        Some(left) => format!(", {left} s left"),
        None => String::new(),
    };
    format!(
        "{}: {} of {} ({percent} %), {files_done} of {}, {}/s{left}\n",
        name(phase),
        bytes_text(bytes_done),
        bytes_text(bytes_total),
        counted(files_total, "file", "files"),
        bytes_text(rate),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_tells_amount_files_rate_and_time_left() {
        let counts = Counts {
            phase: Phase::Writing,
            bytes_total: 10_000_000_000,
            bytes_done: 2_500_000_000,
            files_total: 8,
            files_done: 2,
        };
        let text = line(counts, Duration::from_secs(5));
        assert_eq!(text, "writing: 2.33 GiB of 9.31 GiB (25 %), 2 of 8 files, 477 MiB/s, 15 s left\n");
        let none = Counts { bytes_done: 0, bytes_total: 0, ..counts };
        assert_eq!(line(none, Duration::ZERO), "writing: 0 B of 0 B (0 %), 2 of 8 files, 0 B/s\n");
    }
}
