//! Resuming: which step is chosen, and what is wrong with it.

#[path = "../resume/folder.rs"]
#[allow(dead_code, reason = "other parts of it serve the tests of resuming")]
mod folder;

use std::sync::Arc;

use shardlens::check::Finding;
use shardlens::check::kinds::resume as kinds;
use shardlens::format::WeightFormat;
use shardlens::layout::{Layout, Mesh, SplitRule, StrategyBuilder};
use shardlens::resume::Version::{V1_3, V1_5, V1_7};
use shardlens::resume::epochs::{Schedule, finished};
use shardlens::resume::{
    Folder, Health, Holds, Instead, Job, Listing, Lists, Monitor, Step, Strategies, report, tft, tft_findings,
};

use crate::example::{Example, example};
use folder::{Rank, cut_off, job, listing, lists, rank, spoil};

/// Two ranks with two steps each, of which the metas name the later one.
fn two() -> [Rank; 2] {
    [rank("3_2 6_2", "6_2"), rank("3_2 6_2", "6_2")]
}

fn found(listing: &Listing, job: &Job) -> Vec<Finding> {
    report(listing, job).findings
}

/// What is found of two ranks under MindFormers 1.7.
fn of(ranks: [Rank; 2]) -> Vec<Finding> {
    found(&listing(ranks), &job(V1_7, 2))
}

/// What is found of ranks with these steps and strategies of so many, with fault tolerance: no two ranks
/// have the same slices.
fn fault_tolerant(steps: &[&'static str], strategies: u64) -> Vec<Finding> {
    let ranks = steps.len() as u64;
    let layout = Layout::new(Mesh::unnamed(&[ranks]).unwrap(), &[vec![0]], SplitRule::Exact).unwrap();
    let mut builder = StrategyBuilder::default();
    builder.add("w", 0, layout, None).unwrap();
    let (strategy, names) = (builder.build().unwrap(), (0..strategies).map(|rank| format!("rank_{rank}")));
    let (listing, job) = (listing(steps.iter().map(|steps| rank(steps, ""))), job(V1_7, ranks));
    let names: Vec<String> = names.collect();
    let strategies = Strategies { names: &names, strategy: &strategy };
    let loaded = tft(&listing, &job, strategies);
    tft_findings(&listing, &report(&listing, &job), strategies, &loaded)
}

pub(crate) fn examples() -> Vec<Example> {
    // Rank 10 has the one file that was written last.
    let mut ten_last = ["9_2"; 11];
    ten_last[10] = "3_2 9_2";
    let only = Holds { optimizer: false, counters: false };
    let weights = ["3_2", "6_2"].iter().fold(listing(two()), |listing, step| {
        let spoilt = spoil(&listing, 0, step, |file| file.holds = only);
        spoil(&spoilt, 1, step, |file| file.holds = only)
    });
    let weights = || found(&weights, &job(V1_7, 2));
    let damaged = found(&cut_off(&listing(two()), 1, "6_2"), &job(V1_7, 2));
    let mut gap = vec![rank("3_2", "3_2").folder(0), rank("3_2", "3_2").folder(2)];
    gap.push(Folder { name: "rank_old".to_owned(), ..Folder::default() });
    let gap = || found(&Listing::new("ckpt", gap.clone()), &job(V1_7, 3));
    let runs = || rank("3_2 _1-3_2", "3_2");
    let apart = [rank("3_2", "3_2"), rank("_1-3_2", "_1-3_2")];
    let alone = Job { shared: false, ..job(V1_7, 2) };
    let alone = || found(&listing([rank("3_2 6_2", "6_2"), rank("3_2", "3_2")]), &alone);
    let dashed = two().map(|rank| rank.prefix("my-llama"));
    let without_one_meta = || of([rank("3_2 6_2", "6_2"), rank("3_2 6_2", "")]);
    // Three epochs of ten steps are done, and three are asked for.
    let schedule = Schedule { steps_per_epoch: 10, sink_size: None, global_batch: None };
    let finished = finished(Step { epoch: 3, step: 10 }, schedule, 3);
    let record = r#"[{"is_health": 0, "ckpt_name": "llama_rank_0-3_2.ckpt"},
        {"is_health": 2, "ckpt_name": "llama_rank_0-6_2.ckpt"}]"#;
    let monitor = Some(Monitor { record: Some(record.into()) });
    let monitored = Job { monitor, ..job(V1_7, 2) };
    // Three ranks, of which one has another file of step 6_2.
    let table = |tensors: &[(&str, u64)]| {
        let tensors = tensors.iter().map(|(name, rows)| ((*name).to_owned(), vec![*rows, 8]));
        Arc::new(Lists::new(tensors.collect(), None))
    };
    let unlike = |odd: &[(&str, u64)]| {
        let three = listing([two(), two()].into_iter().flatten().take(3));
        let good = table(&[("a.weight", 4), ("b.weight", 4)]);
        let three = (0..3).fold(three, |three, rank| lists(&three, rank, "6_2", &good));
        found(&lists(&three, 1, "6_2", &table(odd)), &job(V1_7, 3))
    };
    // Of the folder of rank 1, what is in place of its file of step 6_2, of its meta.json and of itself.
    let in_place = |metas: &'static str, of_file: Option<Instead>, of_meta, of_folder| {
        let ranks = listing([rank("3_2 6_2", metas), rank("3_2 6_2", metas)]);
        let health = of_file.map_or(Health::Whole, Health::NoFile);
        let ranks = spoil(&ranks, 1, "6_2", |file| file.health = health);
        let mut folders = ranks.folders().to_vec();
        (folders[1].instead_of_meta, folders[1].instead) = (of_meta, of_folder);
        found(&Listing::new("ckpt", folders), &Job { shared: !metas.is_empty(), ..job(V1_7, 2) })
    };
    // Two ranks of safetensors, for a job of four.
    let converted = |version, steps: &'static str| {
        let ranks = [rank(steps, "3_2").safetensors(), rank("3_2", "3_2").safetensors()];
        let mut job = Job::new(version, 4, WeightFormat::Safetensors);
        job.resume_training = Some("llama_rank_0-3_2".to_owned());
        found(&listing(ranks), &job)
    };
    vec![
        example(&kinds::CONVERSION_STOPS, converted(V1_5, "3_2")),
        example(&kinds::CONVERTS_OTHER, converted(V1_7, "3_2 x_rank_0-3_2.safetensors"))
            .file("rank_0/x_rank_0-3_2.safetensors")
            .rank(0),
        example(&kinds::CHOSEN_NO_FILE, in_place("6_2", Some(Instead::Folder), None, None))
            .file("rank_1/llama_rank_1-6_2.ckpt")
            .rank(1),
        example(&kinds::NEWEST_STOPS, in_place("", Some(Instead::Nowhere), None, None)).rank(1),
        example(&kinds::WAITS, in_place("6_2", None, Some(Instead::Pipe), None)).file("rank_1/meta.json"),
        example(&kinds::RANK_NO_FOLDER, in_place("6_2", None, None, Some(Instead::File)))
            .file("rank_1")
            .rank(1),
        example(&kinds::CHOSEN_LACKS, unlike(&[("b.weight", 4)]))
            .file("rank_1/llama_rank_1-6_2.ckpt")
            .rank(1)
            .tensor("a.weight"),
        example(&kinds::CHOSEN_SHAPES, unlike(&[("a.weight", 4), ("b.weight", 8)]))
            .file("rank_1/llama_rank_1-6_2.ckpt")
            .rank(1)
            .tensor("b.weight"),
        example(&kinds::TFT_NO_STRATEGY, fault_tolerant(&["3_2 6_2"; 2], 1)).rank(1),
        example(&kinds::TFT_NO_FILE, fault_tolerant(&["3_2 6_2", "3_2"], 2)).rank(1),
        example(&kinds::TFT_OTHER_SLICE, fault_tolerant(&ten_last, 11))
            .file("rank_10/llama_rank_10-9_2.ckpt")
            .rank(1),
        example(&kinds::TFT_MIXED, fault_tolerant(&["_1-3_2", "3_2"], 2)).rank(1),
        example(&kinds::UNHEALTHY, found(&listing(two()), &monitored)),
        example(&kinds::FINISHED, finished.into_iter().collect()),
        example(&kinds::STOPS, of([rank("3_2 6_2", "6_2"), rank("3_2 6_2", "2_1")])),
        example(&kinds::CHOSEN_DAMAGED, damaged).file("rank_1/llama_rank_1-6_2.ckpt").rank(1),
        example(&kinds::NOTHING_WORKS, weights()),
        example(&kinds::META_IGNORED, without_one_meta()).file("rank_1/meta.json").rank(1),
        example(&kinds::META_BEHIND, of([rank("3_2 6_2", "6_2"), rank("3_2 6_2", "3_2")])),
        example(&kinds::RANKS_MISSING, gap()).rank(1),
        example(&kinds::EXTRA_FOLDERS, gap()),
        example(&kinds::OTHER_WORLD, found(&listing(two()), &job(V1_7, 4))),
        example(&kinds::TWO_RUNS, of([runs(), runs()])),
        example(&kinds::DASH, found(&listing(dashed), &job(V1_3, 2))),
        example(&kinds::WEIGHTS_ONLY, weights()).file("rank_0/llama_rank_0-3_2.ckpt"),
        example(&kinds::DOCUMENT_DIFFERS, without_one_meta()),
        example(&kinds::VERSIONS_DIFFER, found(&listing(apart), &job(V1_7, 2))),
        example(&kinds::STEPS_DIFFER, alone()).rank(1),
        example(&kinds::TIME_STAMPS, alone()),
        example(&kinds::CHOSEN_MISSING, found(&listing(two()), &job(V1_7, 4)))
            .file("rank_2/llama_rank_2-6_2.ckpt")
            .rank(2),
        example(&kinds::CHOSEN_WEIGHTS_ONLY, weights()).file("rank_0/llama_rank_0-6_2.ckpt").rank(0),
        example(&kinds::NOT_RESUMED, found(&Listing::new("ckpt", Vec::new()), &job(V1_7, 2))),
    ]
}
