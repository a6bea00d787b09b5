//! A thousand random conversions with nothing wrong in them give no error and no warning, through the
//! function that `check`, `plan` and `transform` use. Recorded ones: `tests/recorded/alarms.rs`.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may panic")]

#[path = "../reshard_properties/choices.rs"]
mod choices;
mod files;
mod model;
#[path = "../reshard_properties/rule.rs"]
#[allow(dead_code, reason = "slices are for the tests of plans")]
mod rule;

use std::collections::BTreeMap;

use shardlens::catalog::{Survey, survey};
use shardlens::check::{Finding, Severity};
use shardlens::conversion::{Piles, examine};
use shardlens::resume::{Cell, Extra, Job, Matrix, Version, folders, gather};

use choices::Choices;
use files::Given;
use model::Model;

const PILES: u64 = 1000;
/// Another seed is another thousand.
const SEED: u64 = 2026;

/// Numbers that look random and are the same on every machine (SplitMix64).
fn numbers(seed: u64) -> Vec<u32> {
    let mut state = seed;
    let next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        u32::try_from(bits >> 33).unwrap()
    };
    std::iter::repeat_with(next).take(4000).collect()
}

/// All findings, and how many steps could be resumed from.
fn findings(given: Given) -> (Vec<Finding>, usize) {
    let pile = |files: Vec<_>| -> Option<Survey> { (!files.is_empty()).then(|| survey(files)) };
    let (source, from, to) = (pile(given.source), pile(given.source_strategy), pile(given.target_strategy));
    let piles = Piles {
        source: source.as_ref(),
        source_strategy: from.as_ref(),
        target_strategy: to.as_ref(),
        target: None,
    };
    let examined = examine(&piles, "checkpoint_", None);
    let steps = source.as_ref().map_or(0, no_odd_file);
    let alarms = examined.findings.iter().filter(|finding| finding.kind.severity == Severity::Error).count();
    assert_eq!(examined.plan.is_some(), alarms == 0);
    (examined.findings, steps)
}

/// Of steps that a job could resume from no file is unlike those of its stage. How many there are.
fn no_odd_file(source: &Survey) -> usize {
    let folders = folders(source);
    for base in &folders {
        let listing = gather(source, base, base, &Extra::default());
        let matrix = Matrix::new(&listing, &Job::new(Version::V1_7, listing.saved(), listing.format()));
        let cells = || matrix.rows.iter().flat_map(|(_, cells)| cells);
        assert!(!cells().any(|cell| matches!(cell, Cell::Odd(_))), "{:?}", matrix.folded());
    }
    folders.len()
}

#[test]
fn a_thousand_good_piles_give_no_alarm() {
    let (mut complaints, mut seen, mut notes) = (Vec::new(), BTreeMap::new(), BTreeMap::new());
    let mut steps = 0;
    for pile in 0..PILES {
        let mut choices = Choices::new(numbers(SEED ^ (pile << 16)));
        let model = Model::random(&mut choices);
        for trait_of_model in model.traits() {
            *seen.entry(trait_of_model).or_insert(0) += 1;
        }
        let given = Given::of(&model, &mut choices);
        let (found, resumable) = findings(given);
        steps += resumable;
        for finding in found {
            match finding.kind.severity {
                Severity::Info => *notes.entry(finding.kind.code).or_insert(0) += 1,
                _ => complaints
                    .push(format!("pile {pile}: {} {:?}\n    {model:?}", finding.kind.code, finding.subject)),
            }
        }
    }
    println!("{PILES} piles: {seen:?}\nnotes: {notes:?}");
    assert!(
        complaints.is_empty(),
        "{} alarms\n{}",
        complaints.len(),
        complaints[..complaints.len().min(5)].join("\n")
    );
    assert!(steps > 200, "{steps} steps");
    let rare: Vec<_> = seen.iter().filter(|&(_, &count)| count < 40).collect();
    assert!(seen.len() >= 14 && rare.is_empty(), "hardly tried: {rare:?} of {seen:?}");
}
