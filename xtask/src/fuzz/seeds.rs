//! What random files begin with, of the recorded cases.

use crate::command::{command, execute, output};
use crate::paths;
use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};

/// A larger file makes a slow pile.
const MAX_FILE: u64 = 60_000;
/// Between two files of a pile, as `fuzz/fuzz_targets/piles.rs` has it.
const END: &[u8] = b"\n--file--\n";
/// How many names that target knows.
const NAMES: u8 = 5;

/// The cases as they are.
pub(super) fn cases() -> Result<String> {
    Ok(folder().display().to_string())
}

/// Plans of the cases that can be planned.
pub(super) fn plans() -> Result<String> {
    execute(command("cargo build --locked --package shardlens --bin shardlens"))?;
    let program = paths::target().join("debug/shardlens");
    let to = fresh("plan-seeds")?;
    for case in folders()? {
        let [source, from, target] =
            ["src", "src_strategy.ckpt", "dst_strategy.ckpt"].map(|name| case.join(name));
        let mut plan = command(&program.display().to_string());
        plan.arg("plan").arg("--src-ckpt").arg(source).arg("-o").arg(to.join(name(&case)));
        for (flag, file) in [("--src-strategy", from), ("--dst-strategy", target)] {
            if file.is_file() {
                plan.arg(flag).arg(file);
            }
        }
        // Cases that are refused leave no plan.
        output(plan);
    }
    Ok(to.display().to_string())
}

/// Each case as one pile.
pub(super) fn piles() -> Result<String> {
    let to = fresh("pile-seeds")?;
    for case in folders()? {
        let mut pile = Vec::new();
        for file in ignore::Walk::new(&case).filter_map(Result::ok) {
            if !file.metadata().is_ok_and(|file| file.is_file() && file.len() <= MAX_FILE) {
                continue;
            }
            let inside = file.path().strip_prefix(&case).unwrap_or(file.path());
            if let Some(head) = head(&inside.to_string_lossy()) {
                pile.push([&head[..], &fs::read(file.path())?].concat());
            }
        }
        fs::write(to.join(name(&case)), pile.join(END))?;
    }
    Ok(to.display().to_string())
}

/// The two bytes that tell the target a file's pile, name and rank. None for what is in no pile.
fn head(path: &str) -> Option<[u8; 2]> {
    let is_json = path.ends_with(".json");
    let (pile, name) = match () {
        () if path.starts_with("src/") && path.ends_with(".safetensors") => (0, 1),
        () if path.starts_with("src/") => (0, if is_json { 4 } else { 0 }),
        () if path.starts_with("src_strategy") => (1, if is_json { 3 } else { 2 }),
        () if path.starts_with("dst_strategy") => (2, if is_json { 3 } else { 2 }),
        () => return None,
    };
    let digit = path.split_once("rank_").and_then(|(_, rank)| rank.bytes().next()).filter(u8::is_ascii_digit);
    Some([pile * NAMES + name, digit.map_or(0, |digit| digit - b'0')])
}

fn folder() -> PathBuf {
    paths::root().join("tests/cases")
}

fn folders() -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder())?.map(|entry| Ok(entry?.path()));
    let mut folders = entries.collect::<Result<Vec<PathBuf>>>()?;
    folders.retain(|path| path.is_dir());
    folders.sort();
    Ok(folders)
}

fn name(case: &Path) -> String {
    case.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// An empty folder below the target folder.
fn fresh(name: &str) -> Result<PathBuf> {
    let folder = paths::target().join("fuzz").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    Ok(folder)
}
