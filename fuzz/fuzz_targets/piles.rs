//! Whole conversions of random files: whatever is opened, there are findings or a plan that passes
//! its verifier, never a panic.

#![no_main]

use libfuzzer_sys::fuzz_target;
use shardlens::catalog::{PileFile, SideCatalog, Survey, side, survey};
use shardlens::check::diff::diff;
use shardlens::check::{Known, Lang, Record, Side, markdown};
use shardlens::conversion::{Piles, examine};
use shardlens::infer::infer;
use shardlens::plan::verify;
use shardlens::source::Bytes;

/// What a file of a pile may be called; `#` is a rank.
const NAMES: [&str; 5] = [
    "rank_#/net_rank_#-3_2.ckpt",
    "rank_#/net_rank_#-3_2.safetensors",
    "ckpt_strategy_rank_#.ckpt",
    "src_strategy.json",
    "param_name_map.json",
];
/// Between two files of a pile.
const END: &[u8] = b"\n--file--\n";

fuzz_target!(|bytes: &[u8]| {
    let mut piles = [Vec::new(), Vec::new(), Vec::new()];
    for file in split(bytes) {
        // The first two bytes say what the file is called and where it lies.
        let &[tag, rank, ref contents @ ..] = file else { continue };
        let pile = &mut piles[usize::from(tag) / NAMES.len() % 3];
        let path = NAMES[usize::from(tag) % NAMES.len()].replace('#', &(rank % 8).to_string());
        pile.push(PileFile { path, source: Box::new(Bytes(contents.to_vec())) });
    }
    let [weights, from, to] = piles.map(survey);
    for (source_strategy, target_strategy) in
        [(Some(&from), Some(&to)), (Some(&from), None), (None, Some(&to))]
    {
        let piles = Piles { source: Some(&weights), source_strategy, target_strategy, target: None };
        let examined = examine(&piles, "out", None);
        for lang in [Lang::En, Lang::Zh] {
            let records: Vec<Record> = examined.findings.iter().map(|finding| finding.render(lang)).collect();
            let _ = markdown(&records, lang);
        }
        if let Some(plan) = examined.plan {
            verify(&plan).expect("a plan that is made is a plan");
        }
    }
    both_sides(&weights, &to);
});

/// What the page does with two sides.
fn both_sides(first: &Survey, second: &Survey) {
    let [first, second] = [side(first, Side::Source), side(second, Side::Target)];
    if let Some(checkpoint) = &first.checkpoint {
        let _ = infer(checkpoint);
    }
    let _ = diff(&known(&first), &known(&second));
}

fn known(side: &SideCatalog) -> Known<'_> {
    Known { strategy: side.strategy.as_ref(), checkpoint: side.checkpoint.as_ref() }
}

fn split(bytes: &[u8]) -> Vec<&[u8]> {
    let mut files = Vec::new();
    let mut rest = bytes;
    while let Some(at) = rest.windows(END.len()).position(|window| window == END) {
        files.push(&rest[..at]);
        rest = &rest[at + END.len()..];
    }
    files.push(rest);
    files
}
