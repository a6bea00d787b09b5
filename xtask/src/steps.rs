//! A chore of several steps: each announced, timed, and named when it fails.

use anyhow::{Context, Result};
use std::time::{Duration, Instant};

#[derive(Default)]
pub(crate) struct Steps {
    done: Vec<(&'static str, Duration)>,
}

impl Steps {
    /// Runs one step; the error of a failed one carries its name.
    pub(crate) fn run(&mut self, name: &'static str, step: impl FnOnce() -> Result<()>) -> Result<()> {
        eprintln!("\n== {name}");
        let start = Instant::now();
        step().with_context(|| format!("step `{name}` failed"))?;
        let took = start.elapsed();
        eprintln!("== {name}: ok, {}", seconds(took));
        self.done.push((name, took));
        Ok(())
    }

    /// One line per step with its duration.
    pub(crate) fn summary(&self) {
        eprintln!();
        for (name, took) in &self.done {
            eprintln!("{:>9}  {name}", seconds(*took));
        }
        let total = self.done.iter().map(|(_, took)| *took).sum();
        eprintln!("{:>9}  {} steps passed", seconds(total), self.done.len());
    }
}

fn seconds(duration: Duration) -> String {
    format!("{:.1} s", duration.as_secs_f64())
}
