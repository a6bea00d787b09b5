//! The strategy files of one job → one strategy.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use super::choose::choose;
use super::part::{self, Part, StageLayouts};
use crate::catalog::names::strategy_rank;
use crate::catalog::report::Report;
use crate::check::{self, Finding, Side, kinds::strategy as kinds};
use crate::format::mindspore::strategy::StrategyFile;
use crate::layout::{Layout, MAX_STAGES, Strategy, StrategyBuilder, StrategyError};
use crate::order::sort_by_key;
use crate::path::file_name;

/// Makes one strategy of the strategy files among which a job's are: the ranks' own, of all
/// stages, or one merged file. The order in which they are given does not matter.
///
/// Where MindSpore's `merge_pipeline_strategys` lets the order of a folder decide, this refuses:
/// a finding is an error, and what is returned then is for looking at only.
#[must_use]
pub fn merge(files: &[(&str, &StrategyFile)], side: Side) -> (Option<Strategy>, Vec<Finding>) {
    let mut report = Report::new(side);
    let chosen = choose(files, &mut report);
    let strategy = merge_chosen(&chosen.count, &mut report);
    (strategy, report.finish())
}

/// Makes one strategy of files that all count.
pub(super) fn merge_chosen(files: &[(&str, &StrategyFile)], report: &mut Report) -> Option<Strategy> {
    let distinct = distinct(files);
    let alone = distinct.len() == 1;
    let parts: Vec<Option<Part<'_>>> =
        distinct.iter().map(|(paths, file)| part::read(paths, file, alone, report)).collect();
    let parts: Vec<Part<'_>> = parts.into_iter().collect::<Option<_>>()?;
    one_job(&parts, report)?;
    let stages = stages(&parts, report);
    part_of_pipeline(&parts, &stages, report);
    let strategy = build(&parts, &stages, report)?;
    check_shared_shapes(&strategy, report);
    say_what_mindspore_refuses(&strategy, report);
    check::strategy(&strategy).into_iter().for_each(|finding| report.add(finding));
    Some(strategy)
}

/// The distinct contents with the paths that have them; ranks' own files by rank, others by path.
fn distinct<'a>(files: &[(&'a str, &'a StrategyFile)]) -> Vec<(Vec<&'a str>, &'a StrategyFile)> {
    let mut files = files.to_vec();
    sort_by_key(&mut files, |&(path, _)| (strategy_rank(file_name(path)), path));
    let mut distinct: Vec<(Vec<&str>, &StrategyFile)> = Vec::new();
    for (path, file) in files {
        // Files of equal bytes are one value after a survey, so this is quick.
        match distinct.iter_mut().find(|(_, known)| std::ptr::eq(*known, file) || *known == file) {
            Some((paths, _)) => paths.push(path),
            None => distinct.push((vec![path], file)),
        }
    }
    distinct
}

/// None, and reported, if the parts cannot be of one job: they differ in the number of ranks per
/// stage, or one is merged already and another is not the same.
fn one_job(parts: &[Part<'_>], report: &mut Report) -> Option<()> {
    let first = parts.first()?;
    if let Some(other) = parts.iter().find(|part| part.ranks != first.ranks) {
        let finding = Finding::new(&kinds::DEVICE_COUNTS_DIFFER).arg("file", other.path).file(other.path);
        let finding = finding.arg("found", other.ranks).arg("other", first.path);
        report.add(finding.arg("expected", first.ranks));
        return None;
    }
    let Some(merged) = parts.iter().find(|part| part.merged) else { return Some(()) };
    let other = parts.iter().find(|part| !part.merged || part.stages != merged.stages);
    let Some(other) = other else { return Some(()) };
    let finding = Finding::new(&kinds::MERGED_AMONG_OTHERS).arg("file", merged.path).file(merged.path);
    report.add(finding.arg("other", other.path));
    None
}

/// What the first file of a stage says about it.
type Stages<'p> = BTreeMap<u32, (&'p str, &'p StageLayouts<'p>)>;

/// The stages; a file that describes one otherwise than the first is reported.
fn stages<'p>(parts: &'p [Part<'p>], report: &mut Report) -> Stages<'p> {
    let mut stages = Stages::new();
    for part in parts {
        for (&stage, layouts) in &part.stages {
            let &mut (path, known) = stages.entry(stage).or_insert((part.path, layouts));
            if known != layouts {
                let finding = Finding::new(&kinds::TWO_FILES_OF_STAGE).arg("file", path).file(path);
                let finding = finding.arg("other", part.path).arg("stage", stage);
                report.add(finding.arg("tensor", difference(known, layouts)).stage(stage));
            }
        }
    }
    stages
}

/// The first tensor that two descriptions of a stage do not have in common.
fn difference<'p>(a: &'p StageLayouts<'_>, b: &'p StageLayouts<'_>) -> &'p str {
    let in_a = a.iter().find(|(tensor, layout)| b.get(*tensor) != Some(layout));
    let in_b = b.iter().find(|(tensor, _)| !a.contains_key(*tensor));
    in_a.or(in_b).map_or("", |(tensor, _)| tensor)
}

/// Reports a strategy of one stage that cannot be the whole job.
fn part_of_pipeline(parts: &[Part<'_>], stages: &Stages<'_>, report: &mut Report) {
    let (Some((&stage, (path, _))), true) = (stages.first_key_value(), stages.len() == 1) else { return };
    let hands_over = parts.iter().find(|part| part.hands_over).map(|part| part.path);
    if stage > 0 || hands_over.is_some() {
        let path = hands_over.unwrap_or(path);
        let finding = Finding::new(&kinds::PART_OF_PIPELINE).arg("file", path).file(path);
        report.add(finding.arg("stage", stage).stage(stage));
    }
}

fn build(parts: &[Part<'_>], stages: &Stages<'_>, report: &mut Report) -> Option<Strategy> {
    let mut builder = StrategyBuilder::default();
    let mut ids = HashMap::new();
    for (&stage, (path, layouts)) in stages {
        for (tensor, (layout, declared)) in *layouts {
            let new = || builder.layout(Layout::clone(layout));
            let id = *ids.entry(Rc::as_ptr(layout)).or_insert_with(new);
            if let Err(error) = builder.place(tensor, stage, id, declared.clone()) {
                report.add(not_built(&error, path));
            }
        }
    }
    let path = parts.first().map_or("", |part| part.path);
    let strategy = builder.build().map_err(|error| report.add(not_built(&error, path))).ok()?;
    let last_operator_stage = parts.iter().filter_map(|part| part.last_operator_stage).max();
    let Some(last) = last_operator_stage.filter(|&stage| stage >= strategy.stages()) else {
        return Some(strategy);
    };
    report.add(stage_missing(strategy.stages(), last));
    None
}

fn stage_missing(missing: u32, last: u32) -> Finding {
    let finding = Finding::new(&kinds::STAGE_MISSING).arg("missing", missing).arg("last", last);
    finding.arg("stages", last.saturating_add(1)).stage(missing)
}

/// A strategy that cannot be built, as a finding about the file at `path`.
fn not_built(error: &StrategyError, path: &str) -> Finding {
    let finding = match error {
        StrategyError::StageMissing { missing, stages } => {
            return stage_missing(*missing, stages.saturating_sub(1));
        }
        StrategyError::RanksDiffer { tensor, found, other, expected, .. } => {
            let finding = Finding::new(&kinds::RANKS_DIFFER).arg("tensor", tensor).arg("found", found);
            finding.arg("other", other).arg("expected", expected)
        }
        StrategyError::TwoLayouts { tensor, .. } => Finding::new(&kinds::LAYOUT_TWICE).arg("tensor", tensor),
        StrategyError::Empty => Finding::new(&kinds::EMPTY_STRATEGY),
        StrategyError::TooManyStages(stage) => {
            Finding::new(&kinds::TOO_MANY_STAGES).arg("stage", stage).arg("limit", MAX_STAGES)
        }
    };
    finding.arg("file", path).file(path)
}

/// A tensor that several stages hold must have one whole shape, as far as the files declare it.
fn check_shared_shapes(strategy: &Strategy, report: &mut Report) {
    for (tensor, placements) in strategy.tensors() {
        let mut declared = placements.iter().filter_map(|p| Some((p.stage, p.declared.as_ref()?)));
        let Some((stage, shape)) = declared.next() else { continue };
        let elements = |shape: &[u64]| shape.iter().fold(1u128, |n, &len| n.saturating_mul(u128::from(len)));
        let differs = |other: &[u64]| match other.len() == shape.len() {
            true => other != shape,
            // Flattened nested maps may be cut otherwise in each stage.
            false => elements(other) != elements(shape),
        };
        let Some((other, other_shape)) = declared.find(|(_, other)| differs(other)) else { continue };
        let finding = Finding::new(&kinds::DECLARED_SHAPES_DIFFER).arg("tensor", tensor).tensor(tensor);
        let finding = finding.arg("stage", stage).arg("shape", format!("{shape:?}")).stage(stage);
        report.add(finding.arg("other", other).arg("other_shape", format!("{other_shape:?}")));
    }
}

/// Says where this converts and MindSpore does not.
fn say_what_mindspore_refuses(strategy: &Strategy, report: &mut Report) {
    let mut dashed = strategy.tensors().map(|(tensor, _)| tensor).filter(|tensor| tensor.contains('-'));
    if let Some(tensor) = dashed.next() {
        let finding = Finding::new(&kinds::DASH_IN_NAME).arg("tensor", tensor).tensor(tensor);
        report.add(finding.arg("tensors", dashed.count() + 1));
    }
    if strategy.layouts().iter().all(|layout| layout.mesh().axes().is_empty()) {
        report.add(Finding::new(&kinds::ONLY_PIPELINE));
    }
}
