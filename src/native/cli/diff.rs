//! `shardlens diff`.

use std::ffi::OsStr;
use std::path::Path;
use std::rc::Rc;

use indexmap::IndexMap;
use serde::Serialize;
use serde_json::json;

use super::args;
use super::console::{Console, Stop, raw};
use super::sides::{given, open};
use crate::catalog::{Checkpoint, Content, Cut, Survey, assemble, strategy};
use crate::check::diff::{self, Changed, Diff, Lengths, Renamed, diff};
use crate::check::{Finding, Known, Side, pattern};
use crate::geometry::DType;
use crate::layout::Strategy;
use crate::phrase::Phrase;
use crate::units::counted;

pub(super) fn run(args: &args::Diff, console: &mut Console) -> Result<(), Stop> {
    let first = Opened::open(&args.first, args.strategy_a.as_deref(), Side::Source, console)?;
    let second = Opened::open(&args.second, args.strategy_b.as_deref(), Side::Target, console)?;
    let found = diff(&first.known(), &second.known()).map_err(|error| {
        Stop::Failed(format!(
            "{error}\n  Name the strategy with --strategy-a or --strategy-b; `shardlens infer` makes one."
        ))
    })?;
    tell(&first, &second, &found, console);
    document(&first, &second, &found, console);
    if found.is_empty() && !differ(first.ranks(), second.ranks()) { Ok(()) } else { Err(Stop::Differs) }
}

/// Whether stages, where both sides tell them, or ranks are others.
fn differ((stages, ranks): (Option<u32>, u64), (other_stages, other_ranks): (Option<u32>, u64)) -> bool {
    ranks != other_ranks || stages.zip(other_stages).is_some_and(|(stages, others)| stages != others)
}

/// What the sides are called in reasons.
fn sides() -> [Phrase; 2] {
    ["A", "B"].map(|side| Phrase { en: side.to_owned(), zh: side.to_owned() })
}

/// A side, opened.
struct Opened {
    strategy: Option<Strategy>,
    checkpoint: Option<Checkpoint>,
}

impl Opened {
    fn open(path: &Path, strategy: Option<&OsStr>, side: Side, console: &mut Console) -> Result<Self, Stop> {
        let opened = open("", path)?;
        if given(strategy).is_some() && !has_weights(&opened.survey) {
            let flag = if side == Side::Source { "--strategy-a" } else { "--strategy-b" };
            return Err(Stop::Failed(format!("{flag}: {} has no weights that it could cut", path.display())));
        }
        let of_strategy = given(strategy).map(|path| open("", path)).transpose()?;
        let found = match &of_strategy {
            Some(given) => strategy::open(&given.survey, side),
            None => strategy::open_mixed(&opened.survey, side),
        };
        // Without a strategy, slices are compared with slices.
        let cut = found.strategy.as_ref().map_or(Cut::Unusable, Cut::By);
        let assembled = has_weights(&opened.survey).then(|| assemble(&opened.survey, cut, side));
        let (checkpoint, of_weights) = match assembled {
            Some(assembled) => (assembled.checkpoint, assembled.findings),
            None => (None, Vec::new()),
        };
        let findings: Vec<Finding> =
            opened.findings.into_iter().chain(found.findings).chain(of_weights).collect();
        console.report(&findings);
        if findings.iter().any(Finding::is_error) {
            return Err(Stop::Failed(format!("{}: cannot be compared", path.display())));
        }
        if found.strategy.is_none() && checkpoint.is_none() {
            return Err(Stop::Failed(format!("{}: neither weights nor a strategy", path.display())));
        }
        Ok(Self { strategy: found.strategy, checkpoint })
    }

    const fn known(&self) -> Known<'_> {
        Known { strategy: self.strategy.as_ref(), checkpoint: self.checkpoint.as_ref() }
    }

    /// Stages and ranks, as far as the strategy or the files tell.
    fn ranks(&self) -> (Option<u32>, u64) {
        let of_files = || {
            let files = self.checkpoint.iter().flat_map(|weights| &weights.files);
            files.map(|file| file.rank.saturating_add(1)).max().unwrap_or(0)
        };
        match &self.strategy {
            Some(strategy) => (Some(strategy.stages()), strategy.ranks()),
            None => (None, of_files()),
        }
    }
}

/// Whether anything is or should be weights.
fn has_weights(survey: &Survey) -> bool {
    let is_weights = |content: &Content| {
        matches!(content, Content::Weights(_) | Content::Index(_) | Content::Broken { .. })
    };
    survey.files().iter().any(|file| is_weights(&file.content))
}

/// A name, or two, and what is said of it.
type Line = (String, String);

/// Lines of a group, those that differ in numbers only in one.
fn fold(lines: impl IntoIterator<Item = Line>) -> Vec<String> {
    let mut folded: IndexMap<Line, (String, usize)> = IndexMap::new();
    for (name, detail) in lines {
        let key = (name.split(" -> ").map(pattern).collect::<Vec<_>>().join(" -> "), detail);
        folded.entry(key).or_insert((name, 0)).1 += 1;
    }
    let line = |((pattern, detail), (name, count)): (Line, (String, usize))| match count {
        1 => format!("{name}{detail}"),
        count => format!("{pattern}{detail}  ({count} tensors)"),
    };
    folded.into_iter().map(line).collect()
}

fn tell(first: &Opened, second: &Opened, found: &Diff<'_>, console: &mut Console) {
    let ((stages, ranks), (other_stages, other_ranks)) = (first.ranks(), second.ranks());
    if differ((stages, ranks), (other_stages, other_ranks)) {
        let of = |stages: Option<u32>, ranks: u64| match stages {
            Some(stages) => {
                format!("{} in {}", counted(ranks, "rank", "ranks"), counted(stages, "stage", "stages"))
            }
            None => counted(ranks, "rank", "ranks"),
        };
        console.say(format_args!("{} -> {}", of(stages, ranks), of(other_stages, other_ranks)));
    }
    let plain = |names: &[&str]| names.iter().map(|&name| (name.to_owned(), String::new())).collect();
    let renamed = |pair: &Renamed<'_>| {
        let Renamed { from, to, shared, of } = pair;
        (format!("{from} -> {to}"), format!("  [{shared} of {} alike]", counted(*of, "part", "parts")))
    };
    let reshaped = |change: &Changed<'_, Vec<u64>>| {
        (change.name.to_owned(), format!("  {:?} -> {:?}", change.from, change.to))
    };
    let recut = |change: &Changed<'_, Rc<diff::Cut>>| {
        (change.name.to_owned(), format!("  {} -> {}", cut(&change.from), cut(&change.to)))
    };
    let dtype =
        |change: &Changed<'_, DType>| (change.name.to_owned(), format!("  {} -> {}", change.from, change.to));
    let shapes = match found.lengths {
        Lengths::Wholes => "other shape",
        Lengths::Slices => "slices of other shape",
    };
    let groups: [(&str, char, Vec<Line>); 6] = [
        ("removed", '-', plain(&found.removed)),
        ("added", '+', plain(&found.added)),
        ("renamed", '~', found.renamed.iter().map(renamed).collect()),
        (shapes, '~', found.reshaped.iter().map(reshaped).collect()),
        ("cut otherwise", '~', found.recut.iter().map(recut).collect()),
        ("other type", '~', found.dtypes.iter().map(dtype).collect()),
    ];
    for (title, mark, lines) in groups {
        if !lines.is_empty() {
            console.say(format_args!("{title}: {}", lines.len()));
            fold(lines).iter().for_each(|line| console.say(format_args!("  {mark} {line}")));
        }
    }
    if found.not_paired > 0 {
        let names = found.not_paired;
        console.say(format_args!("{names} of the names added and removed are too many alike to be paired"));
    }
    let sides = sides();
    if let Some(assumed) = found.assumed(&sides) {
        console.say(assumed);
    }
    for unknown in &found.unknown {
        console.conclude(unknown.phrase(&sides));
    }
    let as_far = if found.unknown.is_empty() { "" } else { " (as far as compared)" };
    console.conclude(format_args!("the same: {}{as_far}", found.same.len()));
}

/// A cut for people: parts of each dimension, and stages.
fn cut(cut: &diff::Cut) -> String {
    let stages: Vec<String> = cut.stages.iter().map(u32::to_string).collect();
    let mut digits = cut.digits.clone();
    digits.dedup();
    // Digits only where parts do not tell: [stride, parts] of a rank's number.
    let mut parts = cut.parts.clone();
    parts.dedup();
    let parts: Vec<String> = parts.iter().map(|parts| format!("{parts:?}")).collect();
    let by = digits.iter().flatten().flatten().map(|[stride, parts]| format!("{stride}×{parts}"));
    let by: Vec<String> = by.collect();
    let by = if by.is_empty() { String::new() } else { format!(" by ranks {}", by.join(" ")) };
    format!("parts {}{by} on stage {}", parts.join(" "), stages.join(", "))
}

/// A change, for machines.
#[derive(Serialize)]
struct ChangeDocument<'a, T> {
    tensor: &'a str,
    from: &'a T,
    to: &'a T,
}

fn changes<'a, T>(changes: &'a [Changed<'a, T>]) -> Vec<ChangeDocument<'a, T>> {
    changes.iter().map(|Changed { name, from, to }| ChangeDocument { tensor: name, from, to }).collect()
}

fn document(first: &Opened, second: &Opened, found: &Diff<'_>, console: &mut Console) {
    if !console.output().json {
        return;
    }
    for (name, side) in [("a", first), ("b", second)] {
        let (stages, ranks) = side.ranks();
        console.set(name, json!({ "stages": stages, "ranks": ranks }));
    }
    let renamed: Vec<_> = found
        .renamed
        .iter()
        .map(|pair| {
            raw(json!({ "from": pair.from, "to": pair.to, "shared_parts": pair.shared, "parts": pair.of }))
        })
        .collect();
    console.set("added", &found.added);
    console.set("removed", &found.removed);
    console.set("renamed", renamed);
    console.set("reshaped", changes(&found.reshaped));
    console.set("recut", changes(&found.recut));
    console.set("dtypes", changes(&found.dtypes));
    console.set("same", found.same.len());
    console.set("not_paired", found.not_paired);
    let sides = sides();
    let unknown = found.unknown.iter();
    let unknown = unknown.map(|unknown| json!({ "what": unknown.aspect.name(), "tensors": unknown.tensors, "says": unknown.phrase(&sides).en }));
    console.set("not_compared", unknown.collect::<Vec<_>>());
    console.set("assumed", found.assumed(&sides).map(|assumed| assumed.en));
    console.set(
        "lengths",
        match found.lengths {
            Lengths::Wholes => "wholes",
            Lengths::Slices => "slices",
        },
    );
}
