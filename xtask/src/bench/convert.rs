//! Converting real files, side by side with `cp` of the same bytes and with MindSpore.

use super::cache::Cache;
use super::checkpoint::Files;
use super::measure::{Measured, measure};
use super::spread::Spread;
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

pub(crate) fn compare(files: &Files, rounds: usize, peer: Option<&Path>) -> Result<()> {
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
            race(files, case, cache, rounds, peer)?;
        }
    }
    remove(&split)
}

/// Runs all programs in turn, in an order that moves on by one every round, so that each meets the same moods of the
/// machine and follows each of the others; prints medians and spreads.
fn race(files: &Files, case: &Case, cache: Cache, rounds: usize, peer: Option<&Path>) -> Result<()> {
    let target = files.folder.join("target");
    let ours = [Program::Copy, Program::SafeCopy, SYNCED, NOT_SYNCED];
    let programs = ours.into_iter().chain(peer.map(Program::MindSpore));
    let mut entries: Vec<_> = programs.map(|program| Entry { program, runs: Vec::new() }).collect();
    let (rounds, programs) = (rounds.max(1), entries.len());
    for place in (0..rounds).flat_map(|round| (0..programs).map(move |place| (round + place) % programs)) {
        remove(&target)?;
        cache.prepare(case.source)?;
        if let Some(entry) = entries.get_mut(place) {
            entry.runs.push(measure(&mut entry.program.command(case, &target))?);
        }
    }
    remove(&target)?;
    let gigabytes = files.bytes as f64 / 1e9;
    println!("\n{}, {}, {gigabytes:.3} GB, {rounds} rounds", case.name, cache.name());
    println!(
        "{:>26} {:>8} {:>15} {:>6} {:>10} {:>9}",
        "", "median s", "best … worst", "GB/s", "of safe cp", "peak MiB"
    );
    let safe_copy = entries.iter().find(|entry| entry.program == Program::SafeCopy);
    let safe_copy = safe_copy.map_or(f64::NAN, |entry| entry.wall().median());
    for entry in &entries {
        let (name, wall, peak) = (entry.program.name(), entry.wall(), entry.peak_mebibytes());
        let (median, range) = (wall.median(), wall.range());
        let (speed, share) = (gigabytes / median, 100.0 * safe_copy / median);
        println!("{name:>26} {median:>8.2} {range:>15} {speed:>6.2} {share:>8.0} % {peak:>9.1}");
    }
    print_ratios(&entries)
}

/// Like with like: MindSpore's script states the time of its conversion without the import, and with a `sync` after it.
fn print_ratios(entries: &[Entry]) -> Result<()> {
    let Some(peer) = entries.iter().find(|entry| matches!(entry.program, Program::MindSpore(_))) else {
        return Ok(());
    };
    for (line, program) in [(0, NOT_SYNCED), (1, SYNCED)] {
        let stated = |run: &Measured| run.output.lines().filter_map(|line| line.parse().ok()).nth(line);
        let theirs: Option<Vec<f64>> = peer.runs.iter().map(stated).collect();
        let theirs = Spread::new(theirs.context("MindSpore's script did not state its times")?);
        let ours = entries.iter().find(|entry| entry.program == program).map(Entry::wall);
        let Some(ours) = ours else { continue };
        let (sync, name) = (if program == SYNCED { " and sync" } else { "" }, program.name());
        let (median, range, ratio) = (theirs.median(), theirs.range(), theirs.median() / ours.median());
        println!("MindSpore's conversion alone{sync}: {median:.2} s ({range}), {ratio:.1} times {name}");
    }
    Ok(())
}

impl Entry<'_> {
    fn wall(&self) -> Spread {
        Spread::new(self.runs.iter().map(|run| run.wall.as_secs_f64()).collect())
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

/// Removes a folder that may not be there.
fn remove(folder: &Path) -> Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.into()),
        _ => Ok(()),
    }
}
