//! Converting real files, side by side with `cp` of the same bytes and with MindSpore.

use super::cache::Cache;
use super::checkpoint::Files;
use super::measure::{Measured, measure};
use crate::paths;
use anyhow::{Context, Result};
use std::fs;
use std::path::Path;
use std::process::Command;

/// One conversion.
struct Case<'a> {
    name: &'static str,
    source: &'a Path,
    source_strategy: Option<&'a Path>,
    target_strategy: &'a Path,
}

/// A program that makes a target folder out of a source folder.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Program<'a> {
    Copy,
    /// With all bytes on the disk when it ends.
    SafeCopy,
    Shardlens {
        sync: bool,
    },
    /// Run by this Python.
    MindSpore(&'a Path),
}

const SYNCED: Program = Program::Shardlens { sync: true };
const NOT_SYNCED: Program = Program::Shardlens { sync: false };

/// All runs of one program.
struct Entry<'a> {
    program: Program<'a>,
    runs: Vec<Measured>,
}

pub(crate) fn compare(files: &Files, runs: usize, peer: Option<&Path>) -> Result<()> {
    let split = files.folder.join("split");
    let cases = [
        Case {
            name: "complete to mp4 pp2",
            source: &files.full,
            source_strategy: None,
            target_strategy: &files.mp4_pp2,
        },
        Case {
            name: "mp4 pp2 to mp2 pp2",
            source: &split,
            source_strategy: Some(&files.mp4_pp2),
            target_strategy: &files.mp2_pp2,
        },
    ];
    // The second case's source is the first one's result.
    remove(&split)?;
    measure(&mut SYNCED.command(&cases[0], &split))?;
    for case in &cases {
        for cache in [Cache::Warm, Cache::Cold] {
            race(files, case, cache, runs, peer)?;
        }
    }
    remove(&split)
}

/// Runs all programs in turn, so that each meets the same moods of the machine; prints their medians.
fn race(files: &Files, case: &Case, cache: Cache, runs: usize, peer: Option<&Path>) -> Result<()> {
    let target = files.folder.join("target");
    let ours = [Program::Copy, Program::SafeCopy, SYNCED, NOT_SYNCED];
    let programs = ours.into_iter().chain(peer.map(Program::MindSpore));
    let mut entries: Vec<_> = programs.map(|program| Entry { program, runs: Vec::new() }).collect();
    for _ in 0..runs.max(1) {
        for entry in &mut entries {
            remove(&target)?;
            cache.prepare(case.source)?;
            entry.runs.push(measure(&mut entry.program.command(case, &target))?);
        }
    }
    remove(&target)?;
    println!(
        "\n{}, {}, {:.3} GB, median of {}",
        case.name,
        cache.name(),
        gigabytes(files.bytes),
        runs.max(1)
    );
    println!("{:>26} {:>9} {:>9} {:>10} {:>10}", "", "wall s", "GB/s", "of safe cp", "peak MiB");
    let safe_copy =
        entries.iter().find(|entry| entry.program == Program::SafeCopy).map_or(0.0, Entry::seconds);
    for entry in &entries {
        let (name, seconds) = (entry.program.name(), entry.seconds());
        let (speed, share) = (gigabytes(files.bytes) / seconds, 100.0 * safe_copy / seconds);
        println!("{name:>26} {seconds:>9.2} {speed:>9.2} {share:>8.0} % {:>10.1}", entry.peak_mebibytes());
    }
    print_ratios(&entries)
}

/// MindSpore's import is no part of its conversion; its script states the conversion's own time.
fn print_ratios(entries: &[Entry]) -> Result<()> {
    let Some(peer) = entries.iter().find(|entry| matches!(entry.program, Program::MindSpore(_))) else {
        return Ok(());
    };
    let stated = |run: &Measured| run.output.lines().next_back().and_then(|line| line.parse().ok());
    let conversions: Option<Vec<f64>> = peer.runs.iter().map(stated).collect();
    let theirs = median(conversions.context("MindSpore's script did not state its time")?);
    for entry in entries.iter().filter(|entry| matches!(entry.program, Program::Shardlens { .. })) {
        let ratio = theirs / entry.seconds();
        println!("MindSpore's conversion alone, {theirs:.2} s, is {ratio:.1} times {}", entry.program.name());
    }
    Ok(())
}

impl Entry<'_> {
    fn seconds(&self) -> f64 {
        median(self.runs.iter().map(|run| run.wall.as_secs_f64()).collect())
    }

    fn peak_mebibytes(&self) -> f64 {
        let peak = self.runs.iter().map(|run| run.peak).max().unwrap_or_default();
        peak as f64 / f64::from(1 << 20)
    }
}

impl Program<'_> {
    fn name(self) -> &'static str {
        match self {
            Self::Copy => "cp -r",
            Self::SafeCopy => "cp -r, sync",
            SYNCED => "shardlens",
            Self::Shardlens { .. } => "shardlens --no-sync",
            Self::MindSpore(_) => "MindSpore, whole process",
        }
    }

    fn command(self, case: &Case, target: &Path) -> Command {
        let mut command = match self {
            Self::Copy => Command::new("cp"),
            Self::SafeCopy => Command::new("sh"),
            Self::Shardlens { .. } => Command::new(paths::target().join("release/shardlens")),
            Self::MindSpore(python) => Command::new(python),
        };
        let Case { source, source_strategy, target_strategy, .. } = case;
        match self {
            Self::Copy => command.arg("-r").args([source, target]),
            Self::SafeCopy => {
                command.args(["-c", "cp -r \"$1\" \"$2\" && sync", "sh"]).args([source, target])
            }
            Self::Shardlens { sync } => {
                command.arg("transform").arg("--src-ckpt").arg(source).arg("--dst-ckpt").arg(target);
                if let Some(strategy) = source_strategy {
                    command.arg("--src-strategy").arg(strategy);
                }
                command.arg("--dst-strategy").arg(target_strategy).args((!sync).then_some("--no-sync"))
            }
            Self::MindSpore(_) => command
                .arg(paths::root().join("xtask/bench/peer.py"))
                .args([source, target])
                .args([source_strategy.unwrap_or(Path::new("none")), target_strategy]),
        };
        command
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

fn gigabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e9
}

/// Removes a folder that may not be there.
fn remove(folder: &Path) -> Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.into()),
        _ => Ok(()),
    }
}
