//! Plans from elsewhere: one that passes the verifier comes back from its JSON, and its copies fill
//! every target slice.

#![no_main]

use libfuzzer_sys::fuzz_target;
use shardlens::plan::{Plan, Resolver, verify};

/// A plan of more slices is not multiplied out.
const MAX_SLICES: usize = 1 << 12;

fuzz_target!(|bytes: &[u8]| {
    let Ok(plan) = Plan::from_json(bytes) else { return };
    if verify(&plan).is_err() {
        return;
    }
    let json = serde_json::to_vec(&plan).expect("a plan is JSON");
    assert_eq!(Plan::from_json(&json).expect("what was written is read"), plan);
    for content in 0..plan.target.contents.len() {
        let mut reader = Resolver::new(&plan).content(content).expect("a verified plan has it");
        for entry in 0..reader.entries().len().min(MAX_SLICES) {
            let dims = reader.target_dims(entry).expect("a verified plan knows its slices");
            let copies = reader.copies(entry).expect("a verified plan knows its copies");
            let copied = copies.iter().map(|copy| elements(&copy.lens)).sum::<u128>();
            assert_eq!(copied, elements(&dims), "entry {entry} of content {content}");
        }
    }
});

fn elements(lens: &[u64]) -> u128 {
    lens.iter().map(|&len| u128::from(len)).product()
}
