//! A conversion as it was asked for: every finding about it, and its plan if none is an error.

use crate::catalog::strategy::{self, Found};
use crate::catalog::{Assembled, Checkpoint, Cut, Survey, assemble};
use crate::check::{Finding, Known, Side, sides};
use crate::format::WeightFormat;
use crate::layout::Strategy;
use crate::plan::{Inputs, Options, Outcome, Plan, plan};

/// The piles that were given, each for its purpose. What was not given is complete, or absent.
#[derive(Clone, Copy, Debug, Default)]
pub struct Piles<'a> {
    /// The weights.
    pub source: Option<&'a Survey>,
    /// How they are cut.
    pub source_strategy: Option<&'a Survey>,
    /// How they must be cut.
    pub target_strategy: Option<&'a Survey>,
    /// Weights that the target's model has already, to be compared with.
    pub target: Option<&'a Survey>,
}

/// What came of the piles. With an error among the findings, all else is for looking at only.
#[derive(Clone, Debug)]
pub struct Examined {
    /// The source's weights.
    pub source: Option<Checkpoint>,
    /// How they are cut.
    pub source_strategy: Option<Strategy>,
    /// The plan; none without weights or with an error.
    pub plan: Option<Plan>,
    /// Everything that headers tell, in the order of the steps that found it.
    pub findings: Vec<Finding>,
}

/// Examines a conversion to its end, whatever is wrong on the way. Target files are named
/// `{prefix}{rank}`, and are of the source's format unless another is given.
#[must_use]
pub fn examine(piles: &Piles<'_>, prefix: &str, format: Option<WeightFormat>) -> Examined {
    let source = piles.source_strategy.map(|pile| strategy::open(pile, Side::Source));
    let target = piles.target_strategy.map(|pile| strategy::open(pile, Side::Target));
    let weights = match piles.source {
        Some(pile) => assemble(pile, cut(source.as_ref()), Side::Source),
        None => Assembled::default(),
    };
    let held = piles.target.map(|pile| assemble(pile, of_target(target.as_ref()), Side::Target));
    let of_strategies = [&source, &target].into_iter().flatten().flat_map(|found| found.findings.clone());
    let mut findings: Vec<Finding> = of_strategies.chain(weights.findings).collect();
    findings.extend(held.iter().flat_map(|held| held.findings.iter().cloned()));
    let held = held.and_then(|held| held.checkpoint);
    findings.extend(sides(known(&source, &weights.checkpoint), known(&target, &held)));
    let outcome = planned(weights.checkpoint.as_ref(), source.as_ref(), target.as_ref(), prefix, format);
    let mut plan = None;
    if let Some(outcome) = outcome {
        let news: Vec<Finding> =
            outcome.findings.into_iter().filter(|new| !follows(new, &findings)).collect();
        findings.extend(news);
        plan = outcome.plan.filter(|_| !findings.iter().any(Finding::is_error));
        plan = plan.map(|plan| plan.with_findings(&findings));
    }
    let source_strategy = source.and_then(|found| found.strategy);
    Examined { source: weights.checkpoint, source_strategy, plan, findings }
}

fn known<'a>(found: &'a Option<Found>, checkpoint: &'a Option<Checkpoint>) -> Known<'a> {
    let strategy = found.as_ref().and_then(|found| found.strategy.as_ref());
    Known { strategy, checkpoint: checkpoint.as_ref() }
}

/// Nothing is read of the target's weights but their headers: without a strategy they are whatever
/// they are.
fn of_target(found: Option<&Found>) -> Cut<'_> {
    match cut(found) {
        Cut::NotGiven => Cut::Unusable,
        cut => cut,
    }
}

fn cut(found: Option<&Found>) -> Cut<'_> {
    found.map_or(Cut::NotGiven, Found::cut)
}

/// What the planner says; nothing without weights, or where a strategy was given that is none: the
/// planner would take its side for complete.
fn planned(
    weights: Option<&Checkpoint>,
    source: Option<&Found>,
    target: Option<&Found>,
    prefix: &str,
    format: Option<WeightFormat>,
) -> Option<Outcome> {
    let weights = weights?;
    if [source, target].into_iter().any(|found| matches!(cut(found), Cut::Unusable)) {
        return None;
    }
    let inputs = Inputs {
        source: weights,
        source_strategy: source.and_then(|found| found.strategy.as_ref()),
        target_strategy: target.and_then(|found| found.strategy.as_ref()),
    };
    let format = format.unwrap_or(weights.format);
    Some(plan(&inputs, &Options { prefix: prefix.to_owned(), format }))
}

/// Whether an error of the planner only follows from one that is told: the same about the whole
/// side, or what a rank lacks whose file is at fault.
fn follows(finding: &Finding, told: &[Finding]) -> bool {
    let is_same = |error: &Finding| {
        error.kind == finding.kind
            || (error.subject.rank.is_some()
                && error.subject.rank == finding.subject.rank
                && error.subject.side == finding.subject.side)
    };
    finding.is_error() && told.iter().any(|error| error.is_error() && is_same(error))
}
