//! Random layouts against a model that moves one element at a time.

// A test may stop at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod choices;
mod rule;

use proptest::prelude::*;

use choices::Choices;
use rule::Rule;

/// Rank counts of a stage, in pairs of which many do not divide each other.
const DEVICES: [u64; 10] = [1, 2, 4, 3, 6, 8, 5, 12, 10, 16];

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]

    #[test]
    fn layouts_slice_as_the_rule_says(numbers in proptest::collection::vec(any::<u32>(), 24)) {
        let mut choices = Choices::new(numbers);
        let devices = choices.pick(&DEVICES);
        let dimensions = choices.below(6);
        let rule = Rule::random(&mut choices, dimensions, devices);
        let dims: Vec<u64> = rule.cuts().iter().map(|cuts| cuts * (1 + choices.below(3) as u64)).collect();
        let layout = rule.layout();
        let regions = layout.regions(&dims).unwrap();
        for rank in 0..devices {
            let shard = layout.shard_of(rank);
            let region: Vec<(u64, u64)> =
                regions.region(shard).spans.iter().map(|span| (span.start, span.len)).collect();
            let slice = rule.slice(rank, &dims);
            prop_assert_eq!(&region, &slice, "rank {} of {:?}", rank, rule);
            let holders: Vec<u64> = (0..devices).filter(|&other| rule.slice(other, &dims) == slice).collect();
            prop_assert_eq!(layout.ranks_of(shard), holders);
        }
    }
}
