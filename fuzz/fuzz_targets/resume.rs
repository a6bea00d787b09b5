//! Folders of runs: whatever names, records and counters say, every version comes to a decision.

#![no_main]

use std::collections::BTreeMap;

use libfuzzer_sys::fuzz_target;
use shardlens::check::Lang;
use shardlens::format::WeightFormat;
use shardlens::resume::{Folder, Job, Listing, Monitor, Version, WeightFile, report};

/// One folder of a rank: names of its weights with their times, and its `meta.json`.
type Rank = (Vec<(String, i64)>, Option<Vec<u8>>);

fuzz_target!(|run: (Vec<Rank>, Option<Vec<u8>>, u8)| {
    let (ranks, record, world) = run;
    let listing = listing(ranks);
    for version in [Version::V1_0, Version::V1_1, Version::V1_2].into_iter().chain(Version::RECENT) {
        for format in [WeightFormat::Ckpt, WeightFormat::Safetensors] {
            let monitor = record.clone().map(|record| Monitor { record: Some(record) });
            let job = Job { monitor, ..Job::new(version, u64::from(world), format) };
            let report = report(&listing, &job);
            for finding in &report.findings {
                assert!(!finding.render(Lang::Zh).title.is_empty());
            }
        }
    }
});

fn listing(ranks: Vec<Rank>) -> Listing {
    let folder = |(rank, (names, meta)): (usize, Rank)| {
        // As a directory has them: each once, by name, and as weights end.
        let names: BTreeMap<String, i64> = names.into_iter().collect();
        let named = names.iter().filter(|(name, _)| !name.is_empty() && !name.contains('/'));
        let files = named.enumerate().map(|(at, (name, &modified))| {
            let ending = if at % 2 == 0 { "ckpt" } else { "safetensors" };
            WeightFile::whole(&format!("{name}_rank_{rank}-{at}_2.{ending}"), modified)
        });
        Folder { name: format!("rank_{rank}"), files: files.collect(), meta, ..Folder::default() }
    };
    Listing::new("checkpoint", ranks.into_iter().enumerate().map(folder).collect())
}
