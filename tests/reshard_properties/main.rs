//! Plans of random conversions against a model that moves one element at a time: for whatever
//! layouts, stages and rank counts, plan and apply is gather and slice.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may panic")]
#![allow(clippy::indexing_slicing, reason = "a test may panic")]

mod apply;
mod case;
mod choices;
#[cfg(feature = "cli")]
mod files;
mod refusals;
mod rule;

use std::sync::LazyLock;

use proptest::prelude::*;
use shardlens::format::WeightFormat;
use shardlens::plan::{Inputs, Options, Outcome, Plan, plan, verify};

use apply::{SourceFiles, apply, source_files};
use case::Case;
use choices::Choices;

/// The published schema, which the page also serves.
static SCHEMA: LazyLock<jsonschema::Validator> = LazyLock::new(|| {
    let schema = include_str!("../../static/reshard-plan.schema.json");
    jsonschema::validator_for(&serde_json::from_str(schema).unwrap()).unwrap()
});

/// What the planner makes of a case.
fn planned(case: &Case, files: &SourceFiles, format: WeightFormat) -> Outcome {
    let source_strategy = case.strategy(case.source, false);
    let target_strategy = case.strategy(case.target, true);
    let inputs = Inputs {
        source: &files.checkpoint,
        source_strategy: source_strategy.as_ref(),
        target_strategy: target_strategy.as_ref(),
    };
    plan(&inputs, &Options { prefix: "checkpoint_".to_owned(), format })
}

proptest! {
    // More than 2,000 of them have layouts on both sides.
    #![proptest_config(ProptestConfig { cases: 3200, ..ProptestConfig::default() })]

    #[test]
    fn plan_and_apply_is_gather_and_slice(numbers in proptest::collection::vec(any::<u32>(), 120)) {
        let mut choices = Choices::new(numbers);
        let formats = [WeightFormat::Ckpt, WeightFormat::Safetensors];
        let (from, to) = (choices.pick(&formats), choices.pick(&formats));
        let case = Case::random(&mut choices);
        let files = source_files(&case, from);
        let outcome = planned(&case, &files, to);
        let codes: Vec<&str> = outcome.findings.iter().map(|finding| finding.kind.code).collect();
        let Some(plan) = outcome.plan else { panic!("refused: {codes:?}") };
        verify(&plan).unwrap();
        let json = serde_json::to_value(&plan).unwrap();
        prop_assert!(SCHEMA.is_valid(&json), "{}", json);
        prop_assert_eq!(&serde_json::from_value::<Plan>(json).unwrap(), &plan);
        let mut ranks = 0;
        for (index, content) in plan.target.contents.iter().enumerate() {
            let held = apply(&plan, index, &files);
            for &rank in &content.ranks {
                prop_assert_eq!(&held, &case.target_file(rank), "rank {}", rank);
                ranks += 1;
            }
        }
        prop_assert_eq!(ranks, case::Job::ranks(case.target));
    }
}
