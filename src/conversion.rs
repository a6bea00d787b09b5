//! A conversion as it was asked for: every finding about it, and its plan if none is an error.

use crate::catalog::strategy::{self, Found};
use crate::catalog::{Assembled, Checkpoint, Cut, Survey, assemble};
use crate::check::kinds::{checkpoint, folders};
use crate::check::{Finding, Known, Side, sides};
use crate::format::WeightFormat;
use crate::layout::Strategy;
use crate::order::sort_by;
use crate::plan::{Inputs, Options, Plan, plan};

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
    let sides = Sides {
        cuts: [cut(source.as_ref()), cut(target.as_ref())],
        weights: [weights.checkpoint.as_ref(), held.as_ref()],
    };
    let plan = sides.plan(prefix, format, &mut findings);
    let source_strategy = source.and_then(|found| found.strategy);
    Examined { source: weights.checkpoint, source_strategy, plan, findings }
}

/// The source and the target as they were sorted out.
#[derive(Clone, Copy, Debug)]
pub struct Sides<'a> {
    /// How each is cut.
    pub cuts: [Cut<'a>; 2],
    /// The weights of each.
    pub weights: [Option<&'a Checkpoint>; 2],
}

impl<'a> Sides<'a> {
    /// What there is to plan: nothing without weights, or where a strategy was given that is none, because the
    /// planner would take its side for complete.
    #[must_use]
    pub fn inputs(&self) -> Option<Inputs<'a>> {
        if self.cuts.iter().any(|cut| matches!(cut, Cut::Unusable)) {
            return None;
        }
        let [source, target] = self.known();
        let (source_strategy, target_strategy) = (source.strategy, target.strategy);
        Some(Inputs { source: source.checkpoint?, source_strategy, target_strategy })
    }

    /// Compares both sides and plans to the end, whatever is wrong: adds what it finds to what was found of each
    /// side. No plan with an error among all that.
    #[must_use]
    pub fn plan(
        &self,
        prefix: &str,
        format: Option<WeightFormat>,
        findings: &mut Vec<Finding>,
    ) -> Option<Plan> {
        let [source, target] = self.known();
        findings.extend(sides(source, target));
        let inputs = self.inputs()?;
        let format = format.unwrap_or(inputs.source.format);
        let outcome = plan(&inputs, &Options { prefix: prefix.to_owned(), format });
        let news: Vec<Finding> = outcome.findings.into_iter().filter(|new| !follows(new, findings)).collect();
        findings.extend(news);
        one_for_each_rank(findings);
        let plan = outcome.plan.filter(|_| !findings.iter().any(Finding::is_error));
        plan.map(|plan| plan.with_findings(findings))
    }

    fn known(&self) -> [Known<'a>; 2] {
        let [of_source, of_target] = self.weights;
        let [source, target] = self.cuts.map(|cut| match cut {
            Cut::By(strategy) => Some(strategy),
            Cut::NotGiven | Cut::Unusable => None,
        });
        [Known { strategy: source, checkpoint: of_source }, Known { strategy: target, checkpoint: of_target }]
    }
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

/// Whether an error of the planner only follows from one that is told: the same about the whole
/// side, or what a rank lacks whose file is at fault.
fn follows(finding: &Finding, told: &[Finding]) -> bool {
    let is_same = |error: &Finding| {
        error.kind == finding.kind
            || (error.subject.rank.is_some()
                && error.subject.rank == finding.subject.rank
                && error.subject.side == finding.subject.side)
    };
    let is_of_one_rank = |error: &Finding| {
        finding.kind == &folders::NO_SOURCE_STRATEGY
            && error.kind == &folders::NOT_COMPLETE
            && error.subject.side != Some(Side::Target)
    };
    let explains = |error: &Finding| is_same(error) || is_of_one_rank(error);
    finding.is_error() && told.iter().any(|error| error.is_error() && explains(error))
}

/// Takes the warning about ranks without a file out where an error says of all of them what is lost.
fn one_for_each_rank(findings: &mut Vec<Finding>) {
    let needed = |finding: &&Finding| finding.kind == &checkpoint::RANKS_NEEDED;
    let mut lost: Vec<(u64, u64)> =
        findings.iter().filter(needed).flat_map(|finding| finding.subject.all_ranks()).collect();
    sort_by(&mut lost, Ord::cmp);
    let mut runs: Vec<(u64, u64)> = Vec::new();
    for (first, last) in lost {
        match runs.last_mut() {
            Some((_, end)) if first <= end.saturating_add(1) => *end = last.max(*end),
            _ => runs.push((first, last)),
        }
    }
    let is_lost = |(first, last): (u64, u64)| {
        let run = runs.get(runs.partition_point(|(_, end)| *end < first));
        run.is_some_and(|&(from, to)| from <= first && last <= to)
    };
    findings.retain(|finding| {
        let is_told = finding.kind == &folders::RANKS_MISSING
            && finding.subject.side == Some(Side::Source)
            && finding.subject.all_ranks().all(is_lost);
        !is_told
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::kinds::files;

    /// An error of the target's rank 3 once hid one of the source's.
    #[test]
    fn an_error_of_one_side_does_not_follow_from_one_of_the_other() {
        let lacks = |side| Finding::new(&checkpoint::RANKS_NEEDED).rank(3).side(side);
        let broken = [Finding::new(&files::TRUNCATED).rank(3).side(Side::Target)];
        assert!(!follows(&lacks(Side::Source), &broken));
        assert!(follows(&lacks(Side::Target), &broken));
        assert!(!follows(&lacks(Side::Target).rank(2), &broken));
    }

    #[test]
    fn ranks_without_a_file_are_warned_of_unless_all_are_needed() {
        let missing =
            || Finding::new(&folders::RANKS_MISSING).side(Side::Source).rank_runs(vec![(1, 4), (7, 7)]);
        let left = |needed: &[&[u64]]| {
            let needed = needed.iter().map(|ranks| Finding::new(&checkpoint::RANKS_NEEDED).ranks(ranks));
            let mut findings: Vec<Finding> = needed.chain([missing()]).collect();
            one_for_each_rank(&mut findings);
            findings.iter().filter(|finding| finding.kind == &folders::RANKS_MISSING).count()
        };
        assert_eq!(left(&[&[7], &[3, 4], &[1, 2]]), 0);
        // MindSpore wants the others as well, though copies of their slices are there.
        assert_eq!((left(&[&[7], &[3, 4], &[1]]), left(&[]), left(&[&[1, 2, 3, 4]])), (1, 1, 1));
    }
}
