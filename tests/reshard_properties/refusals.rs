//! What cannot be made right is refused, with its reason.

use proptest::prelude::*;
use shardlens::format::WeightFormat;

use crate::apply::source_files;
use crate::case::{Case, Job};
use crate::choices::Choices;
use crate::planned;

/// Breaks a case; the codes of which one must tell, or none if it has nothing to break.
fn lose_a_slice(case: &mut Case, choices: &mut Choices) -> Option<&'static [&'static str]> {
    let job = case.source?;
    let at = choices.below(case.tensors.len());
    let tensor = &mut case.tensors[at];
    let [(stage, rule)] = tensor.source.as_slice() else { return None };
    let first = u64::from(*stage) * job.devices;
    let lost = rule.slice(choices.below(usize::try_from(job.devices).unwrap()) as u64, &tensor.dims);
    for rank in 0..job.devices {
        if rule.slice(rank, &tensor.dims) == lost {
            tensor.absent.insert(first + rank);
        }
    }
    let all_gone = (0..job.devices).all(|rank| tensor.absent.contains(&(first + rank)));
    // A rank that held nothing else has no file now.
    (!all_gone).then_some(&["SL0408", "SL0411"])
}

fn cut_what_does_not_divide(case: &mut Case, choices: &mut Choices) -> Option<&'static [&'static str]> {
    let at = choices.below(case.tensors.len());
    let tensor = &mut case.tensors[at];
    let source = |d: usize| tensor.source.iter().map(|(_, rule)| rule.cuts()[d]).product::<u64>().max(1);
    let uneven = (0..tensor.dims.len()).find(|&d| {
        let divides = |(_, rule): &(u32, _)| source(d).is_multiple_of(crate::rule::Rule::cuts(rule)[d]);
        !tensor.target.iter().all(divides)
    })?;
    tensor.dims[uneven] = source(uneven);
    Some(&["SL0501"])
}

fn add_a_rank(case: &mut Case, _: &mut Choices) -> Option<&'static [&'static str]> {
    // The checkpoint keeps its ranks, the strategy has one stage less.
    let job = case.source.as_mut().filter(|job| job.stages > 1)?;
    job.stages -= 1;
    let stages = job.stages;
    for tensor in &mut case.tensors {
        tensor.source.retain(|&(stage, _)| stage < stages);
    }
    Some(&["SL0211"])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn what_cannot_be_right_is_refused(numbers in proptest::collection::vec(any::<u32>(), 120)) {
        let mut choices = Choices::new(numbers);
        let breaks = [lose_a_slice, cut_what_does_not_divide, add_a_rank];
        let break_it = breaks[choices.below(breaks.len())];
        let mut case = Case::random(&mut choices);
        let before = source_files(&case, WeightFormat::Ckpt);
        let ranks = Job::ranks(case.source);
        let Some(expected) = break_it(&mut case, &mut choices) else { return Ok(()) };
        let files = if Job::ranks(case.source) == ranks { source_files(&case, WeightFormat::Ckpt) } else { before };
        let outcome = planned(&case, &files, WeightFormat::Ckpt);
        let codes: Vec<&str> = outcome.findings.iter().map(|finding| finding.kind.code).collect();
        prop_assert!(outcome.plan.is_none());
        let told = expected.iter().any(|code| codes.contains(code));
        prop_assert!(told, "none of {:?} is in {:?}", expected, codes);
    }
}
