//! Wall time and peak memory of a program and its children.

use anyhow::{Context, Result, bail};
use std::fs;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The kernel keeps each process's own peak, so a short spike between two looks is not lost.
const PAUSE: Duration = Duration::from_millis(5);

pub(crate) struct Measured {
    pub(crate) wall: Duration,
    /// Resident memory in bytes: the largest of any one process and of the whole tree at one moment.
    pub(crate) peak: u64,
    pub(crate) output: String,
}

/// Runs a program to its end; fails when it does.
pub(crate) fn measure(command: &mut Command) -> Result<Measured> {
    let ended = AtomicBool::new(false);
    let start = Instant::now();
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let child = child.with_context(|| format!("cannot start {command:?}"))?;
    let process = child.id();
    let (output, wall, peak) = std::thread::scope(|scope| {
        let watch = scope.spawn(|| {
            let mut peak = 0;
            while !ended.load(Ordering::Relaxed) {
                peak = peak.max(Resident::of_tree(process).peak());
                std::thread::sleep(PAUSE);
            }
            peak
        });
        let output = child.wait_with_output();
        let wall = start.elapsed();
        ended.store(true, Ordering::Relaxed);
        (output, wall, watch.join().unwrap_or_default())
    });
    let output = output?;
    if !output.status.success() {
        bail!("{command:?} failed ({}):\n{}", output.status, String::from_utf8_lossy(&output.stderr));
    }
    Ok(Measured { wall, peak, output: String::from_utf8_lossy(&output.stdout).into_owned() })
}

/// Resident bytes of a process tree.
#[derive(Default)]
struct Resident {
    now: u64,
    largest_ever: u64,
}

impl Resident {
    fn peak(&self) -> u64 {
        self.now.max(self.largest_ever)
    }

    /// Zero for processes that have just ended.
    fn of_tree(process: u32) -> Self {
        let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
        let mut sum = Self { now: field(&status, "VmRSS:"), largest_ever: field(&status, "VmHWM:") };
        let children =
            fs::read_to_string(format!("/proc/{process}/task/{process}/children")).unwrap_or_default();
        for child in children.split_whitespace().filter_map(|child| child.parse().ok()) {
            let child = Self::of_tree(child);
            sum.now += child.now;
            sum.largest_ever = sum.largest_ever.max(child.largest_ever);
        }
        sum
    }
}

/// The value of a line like "VmRSS:   1234 kB", in bytes.
fn field(status: &str, name: &str) -> u64 {
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    let kibibytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kibibytes.unwrap_or_default() * 1024
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_s_output_and_memory_are_seen_and_its_failure_reported() -> Result<()> {
        let mut sleep = Command::new("sh");
        sleep.args(["-c", "sleep 0.05; echo done"]);
        let measured = measure(&mut sleep)?;
        assert_eq!(measured.output, "done\n");
        assert!(measured.peak > 100_000, "{}", measured.peak);
        assert!(measure(&mut Command::new("false")).is_err());
        Ok(())
    }
}
