//! Texts of errors: lines that are told are lines of the text, whoever wrote it.

#![no_main]

use libfuzzer_sys::fuzz_target;
use shardlens::explain::{explain, folded};

fuzz_target!(|text: &str| {
    let explained = explain(text);
    let lines = text.split('\n').count();
    for told in &explained.told {
        assert!((1..=lines).contains(&told.line), "line {} of {lines}", told.line);
        assert!((told.line..=lines).contains(&told.last_line));
        assert!(told.times > 0);
        assert!(told.ranks.is_sorted());
    }
    let told: usize = folded(&explained.told).iter().map(|folded| folded.times()).sum();
    assert_eq!(told, explained.told.iter().map(|told| told.times).sum::<usize>());
    assert!(explained.told.is_empty() || explained.unknown.is_none());
});
