//! The strategy in a pile of files.

use super::choose::choose;
use super::merge::merge_chosen;
use crate::catalog::Why;
use crate::catalog::assemble::Cut;
use crate::catalog::assemble::named::twice;
use crate::catalog::names::{is_merged_leftover, strategy_rank};
use crate::catalog::report::Report;
use crate::catalog::survey::{Content, Survey, Surveyed};
use crate::check::{Finding, Kind, Side, kinds::strategy as kinds};
use crate::format::FileKind;
use crate::format::mindspore::strategy::StrategyFile;
use crate::layout::Strategy;
use crate::path::file_name;

/// The strategy of one side.
#[derive(Clone, Debug)]
pub struct Found {
    /// The strategy; for looking at only if a finding is an error.
    pub strategy: Option<Strategy>,
    /// Whether there was anything that is or should be a strategy.
    pub is_given: bool,
    /// Strategy files that do not count.
    pub ignored: Vec<(String, Why)>,
    /// Every choice and every refusal.
    pub findings: Vec<Finding>,
}

impl Found {
    /// What is known about how the side's checkpoint is cut.
    #[must_use]
    pub const fn cut(&self) -> Cut<'_> {
        match &self.strategy {
            Some(strategy) => Cut::By(strategy),
            None if self.is_given => Cut::Unusable,
            None => Cut::NotGiven,
        }
    }
}

/// The strategy of a pile that was given as one: a file, or a folder of strategy files. Weights
/// and group files among them are errors, and so is a pile without a strategy.
#[must_use]
pub fn open(survey: &Survey, side: Side) -> Found {
    let mut found = find(survey, side, true);
    if !found.is_given {
        found.is_given = true;
        let finding = Finding::new(&kinds::NO_STRATEGY).arg("files", survey.files().len());
        found.findings.push(finding.side(side));
    }
    found
}

/// The strategy of a pile that may hold anything besides.
#[must_use]
pub fn open_mixed(survey: &Survey, side: Side) -> Found {
    find(survey, side, false)
}

fn find(survey: &Survey, side: Side, given_as_strategy: bool) -> Found {
    let mut report = Report::new(side);
    let strategies: Vec<(&str, &StrategyFile)> = survey.files().iter().filter_map(strategy_of).collect();
    let mistaken: Vec<&Surveyed> =
        survey.files().iter().filter(|file| should_be_strategy(survey, file, given_as_strategy)).collect();
    report_mistaken(&mistaken, &mut report);
    twice(strategies.iter().map(|(path, _)| *path), &mut report);
    let is_given = !strategies.is_empty() || !mistaken.is_empty();
    let chosen = choose(&strategies, &mut report);
    let strategy = merge_chosen(&chosen.count, &mut report);
    let ignored = chosen.ignored.into_iter().map(|(path, why)| (path.to_owned(), why)).collect();
    Found { strategy, is_given, ignored, findings: report.finish() }
}

fn strategy_of(file: &Surveyed) -> Option<(&str, &StrategyFile)> {
    match &file.content {
        Content::Strategy(strategy) => Some((file.path.as_str(), strategy)),
        _ => None,
    }
}

/// Whether a file is a strategy, or is meant as one and can be nothing else.
#[must_use]
pub fn is_meant(file: &Surveyed) -> bool {
    match &file.content {
        Content::Strategy(_) | Content::Broken { looked_like: Some(FileKind::Strategy), .. } => true,
        Content::Weights(_) | Content::Index(_) => false,
        _ => strategy_rank(file_name(&file.path)).is_some(),
    }
}

/// Whether a file is none, but stands where a strategy must be.
fn should_be_strategy(survey: &Survey, file: &Surveyed, given_as_strategy: bool) -> bool {
    let named = |file: &Surveyed| strategy_rank(file_name(&file.path)).is_some();
    let looks_broken = matches!(file.content, Content::Broken { looked_like: Some(FileKind::Strategy), .. });
    let is_alone = survey.files().len() == 1;
    match &file.content {
        Content::Strategy(_) => false,
        _ if named(file) => true,
        _ if is_merged_leftover(file_name(&file.path)) && !is_alone => false,
        _ if survey.files().iter().any(named) => false,
        _ => looks_broken || (given_as_strategy && (is_alone || file.path.ends_with(".ckpt"))),
    }
}

/// Says what the files are; of those of one kind the first, with their number.
fn report_mistaken(files: &[&Surveyed], report: &mut Report) {
    let mut told: Vec<(&'static Kind, Finding, u64)> = Vec::new();
    for file in files {
        let (kind, format) = match &file.content {
            Content::Broken { fault, .. } => {
                report.fault(fault, &file.path, None);
                continue;
            }
            Content::Weights(weights) => (&kinds::WEIGHTS_AS_STRATEGY, weights.format.extension()),
            Content::Group => (&kinds::GROUP_AS_STRATEGY, ""),
            _ => (&kinds::OTHER_AS_STRATEGY, ""),
        };
        match told.iter_mut().find(|(known, ..)| *known == kind) {
            Some((.., count)) => *count += 1,
            None => {
                let finding = Finding::new(kind).arg("file", &file.path).arg("format", format);
                told.push((kind, finding.file(&file.path), 1));
            }
        }
    }
    for (_, finding, files) in told {
        report.add(finding.arg("files", files));
    }
}
