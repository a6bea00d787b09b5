//! What MindFormers reads from the names of checkpoints (`tools/utils.py`), with its regular expressions
//! written out: `-(\d+)_(\d+)\.{format}` anywhere for epoch and step, `_rank_(\d+)` for the rank, and
//! `^[^/]+-\d+_\d+\.{format}$` for a name that conforms.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::format::WeightFormat;

/// Epoch and step of a checkpoint, as its name says: compared as numbers, epoch first. With sink mode the
/// epoch counts rounds of the sink: see [`super::epochs`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Step {
    /// From 1.
    pub epoch: u64,
    /// Inside the epoch, from 1.
    pub step: u64,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_{}", self.epoch, self.step)
    }
}

/// Digits at the beginning, and what follows them. Not decided as Python would: a number beyond 64 bits counts as
/// the largest (no run has so many steps), and digits of other scripts, which Python's `\d` takes too, as none
/// (MindSpore writes neither).
pub(super) fn number(text: &str) -> Option<(u64, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at_checked(end).filter(|(digits, _)| !digits.is_empty())?;
    Some((digits.parse().unwrap_or(u64::MAX), rest))
}

/// Epoch, step and what follows, if `text` begins with `-E_S`.
pub(super) fn step_at(text: &str) -> Option<(Step, &str)> {
    let (epoch, rest) = number(text.strip_prefix('-')?)?;
    let (step, rest) = number(rest.strip_prefix('_')?)?;
    Some((Step { epoch, step }, rest))
}

/// Epoch and step: the first `-E_S.ext` in a name.
pub(super) fn step(name: &str, format: WeightFormat) -> Option<Step> {
    let starts = name.match_indices('-').filter_map(|(at, _)| name.get(at..));
    let mut found = starts.filter_map(|rest| {
        let (step, rest) = step_at(rest)?;
        rest.strip_prefix('.')?.starts_with(format.extension()).then_some(step)
    });
    found.next()
}

/// The number before the step, in the first `_N-E_S.ext` in a name: of the run, else of the rank.
pub(super) fn run_before_step(name: &str, format: WeightFormat) -> Option<u64> {
    let starts = name.match_indices('_').filter_map(|(at, found)| name.get(at + found.len()..));
    let mut found = starts.filter_map(|rest| {
        let (run, rest) = number(rest)?;
        let (_, rest) = step_at(rest)?;
        rest.strip_prefix('.')?.starts_with(format.extension()).then_some(run)
    });
    found.next()
}

/// The rank: the number after the first `_rank_` that has one. Of `_rank_rank_0` the second `_` ends one and
/// begins the next.
pub(super) fn rank(name: &str) -> Option<u64> {
    let mut starts = name.match_indices("_rank").filter_map(|(at, found)| name.get(at + found.len()..));
    starts.find_map(|rest| Some(number(rest.strip_prefix('_')?)?.0))
}

/// The name with its rank replaced, wherever it is repeated.
pub(super) fn with_rank(name: &str, to: u64) -> Option<String> {
    let from = rank(name)?;
    Some(name.replace(&format!("_rank_{from}"), &format!("_rank_{to}")))
}

/// Whether the whole name is `{prefix}-{epoch}_{step}.{format}`.
pub(super) fn conforms(name: &str, format: WeightFormat) -> bool {
    let stem = name.strip_suffix(format.extension()).and_then(|rest| rest.strip_suffix('.'));
    let last = stem.and_then(|stem| Some((stem, stem.rfind('-')?)));
    last.is_some_and(|(stem, at)| {
        let step = stem.get(at..).and_then(step_at);
        at > 0 && step.is_some_and(|(_, rest)| rest.is_empty())
    })
}

/// The last component, as Python's `os.path.basename` takes it.
pub(super) fn basename(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// A name taken apart for people: the run that wrote it, free of the rank, and the step.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Run {
    /// How often the run was started into the same folder before: the `_N` after the rank.
    pub number: u64,
    /// The part before the step, with `*` for the rank.
    pub name: String,
}

/// The run and the step of a conforming name.
pub(super) fn run_and_step(name: &str, format: WeightFormat) -> Option<(Run, Step)> {
    if !conforms(name, format) {
        return None;
    }
    let at = name.rfind('-')?;
    let (step, _) = step_at(name.get(at..)?)?;
    let prefix = name.get(..at)?;
    let Some(rank) = rank(prefix) else {
        return Some((Run { number: 0, name: prefix.to_owned() }, step));
    };
    let part = format!("_rank_{rank}");
    let again = prefix.rsplit_once(&part).and_then(|(_, tail)| number(tail.strip_prefix('_')?));
    let number = again.filter(|(_, rest)| rest.is_empty()).map_or(0, |(number, _)| number);
    Some((Run { number, name: prefix.replacen(&part, "_rank_*", 1) }, step))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CKPT: WeightFormat = WeightFormat::Ckpt;

    #[test]
    fn the_first_step_in_a_name_counts() {
        assert_eq!(step("llama_rank_0-10_2.ckpt", CKPT), Some(Step { epoch: 10, step: 2 }));
        assert_eq!(step("a-1_2.ckpt-3_4.ckpt", CKPT), Some(Step { epoch: 1, step: 2 }));
        assert_eq!(step("my-run-1-3_4.ckpt", CKPT), Some(Step { epoch: 3, step: 4 }));
        for name in ["a-1_2.safetensors", "a_1_2.ckpt", "a-1_.ckpt", "a-final.ckpt", "a-1_2"] {
            assert_eq!(step(name, CKPT), None, "{name}");
        }
    }

    #[test]
    fn the_rank_is_replaced_wherever_it_is_repeated() {
        assert_eq!(with_rank("llama_rank_0-3_2.ckpt", 7).as_deref(), Some("llama_rank_7-3_2.ckpt"));
        assert_eq!(with_rank("llama_rank_1_rank_12-3_2", 0).as_deref(), Some("llama_rank_0_rank_02-3_2"));
        assert_eq!(with_rank("llama-3_2.ckpt", 7), None);
    }

    #[test]
    fn a_prefix_that_ends_in_rank_hides_no_rank() {
        assert_eq!(rank("qwen_rank_rank_0-9_2.ckpt"), Some(0));
        assert_eq!(with_rank("qwen_rank_rank_0-9_2.ckpt", 3).as_deref(), Some("qwen_rank_rank_3-9_2.ckpt"));
        assert_eq!(rank("qwen_rank_rank-9_2.ckpt"), None);
    }

    #[test]
    fn a_name_conforms_as_a_whole() {
        assert!(conforms("llama_rank_0-3_2.ckpt", CKPT) && conforms("x-1-3_2.ckpt", CKPT));
        for name in ["-3_2.ckpt", "llama.ckpt", "a-3_2.ckpt.tmp", "a-3_2_ckpt", "a-3_2x.ckpt"] {
            assert!(!conforms(name, CKPT), "{name}");
        }
    }

    #[test]
    fn a_run_is_known_by_its_number() {
        let run = |name: &str| run_and_step(name, CKPT).map(|(run, step)| (run.number, run.name, step.epoch));
        assert_eq!(run("llama_rank_3_2-9_1.ckpt"), Some((2, "llama_rank_*_2".to_owned(), 9)));
        assert_eq!(run("my-run_rank_3-9_1.ckpt"), Some((0, "my-run_rank_*".to_owned(), 9)));
        assert_eq!(run("llama_rank_3-network-9_1.ckpt"), Some((0, "llama_rank_*-network".to_owned(), 9)));
        assert_eq!(run("llama-9_1.ckpt"), Some((0, "llama".to_owned(), 9)));
    }
}
