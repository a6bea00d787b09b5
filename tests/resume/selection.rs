//! The table of the selection by `meta.json` (specification B.3), executed on 1.3.0, 1.5.0 and 1.7.0: one
//! test per row.

use shardlens::format::WeightFormat;
use shardlens::resume::{Folder, Job, Listing};

use crate::folder::{Rank, check, job, listing, rank};
use shardlens::resume::Version::V1_3;

const NONE: &str = "No checkpoint could be resumed.";

fn both(meta: &'static str) -> Rank {
    rank("3_2 6_2", meta)
}

/// A row whose job has as many ranks as there are folders.
#[track_caller]
fn row(name: &str, ranks: impl IntoIterator<Item = Rank>, wanted: [&str; 3]) {
    let listing = listing(ranks);
    let world_size = listing.folders().len() as u64;
    check(name, &listing, &job(V1_3, world_size), wanted);
}

#[test]
fn document_example() {
    row("document example", [rank("3_2 9_2", "9_2"), rank("3_2 6_2", "6_2")], ["3_2"; 3]);
}

#[test]
fn rank_0_is_one_step_ahead() {
    row("rank 0 also 9_2", [rank("3_2 6_2 9_2", "9_2"), both("6_2")], ["6_2"; 3]);
}

#[test]
fn meta_missing() {
    row("rank 1 meta missing", [both("6_2"), both("")], ["6_2"; 3]);
}

#[test]
fn meta_invalid_json() {
    row("rank 1 meta invalid JSON", [both("6_2"), both("").meta("{not json")], ["6_2"; 3]);
}

#[test]
fn meta_keys_missing() {
    row("rank 1 meta keys missing", [both("6_2"), both("").meta(r#"{"last_epoch": 6}"#)], ["6_2"; 3]);
}

#[test]
fn meta_epoch_is_a_string() {
    let raw = r#"{"last_epoch": "6", "last_step": 2, "last_ckpt_file": "llama_rank_1-6_2.ckpt"}"#;
    row("rank 1 meta epoch is a string", [both("6_2"), both("").meta(raw)], ["6_2"; 3]);
}

#[test]
fn meta_numbers_win_over_its_file_name() {
    let raw = r#"{"last_epoch": 3, "last_step": 2, "last_ckpt_file": "llama_rank_{rank}-6_2.ckpt"}"#;
    row("meta says 3_2, name says 6_2", [both("").meta(raw), both("").meta(raw)], ["3_2"; 3]);
}

#[test]
fn stale_meta() {
    row("stale meta on rank 1", [both("6_2"), both("2_1")], [NONE; 3]);
}

#[test]
fn prefix_absent() {
    let raw = r#"{"last_epoch": 6, "last_step": 2, "last_ckpt_file": "other_rank_{rank}-6_2.ckpt"}"#;
    row("prefix absent on disk", [both("").meta(raw), both("").meta(raw)], [NONE; 3]);
}

#[test]
fn folder_empty() {
    row("rank 1 folder empty", [both("6_2"), rank("", "")], [NONE; 3]);
}

#[test]
fn folder_missing() {
    let listing = Listing::new("ckpt", vec![both("6_2").folder(0), both("6_2").folder(2)]);
    check("rank_1 missing", &listing, &job(V1_3, 2), ["ckpt/rank_1 is not found!"; 3]);
}

#[test]
fn scale_out() {
    let listing = listing([rank("3_2", "3_2"), rank("3_2", "3_2")]);
    let missing = "ckpt/rank_2 is not found!";
    check("2 folders, world size 4", &listing, &job(V1_3, 4), [missing, missing, "3_2"]);
}

#[test]
fn extra_folder() {
    let extra = Folder { name: "rank_1_bak".to_owned(), ..rank("3_2", "3_2").folder(1) };
    let folders = vec![rank("3_2", "3_2").folder(0), rank("3_2", "3_2").folder(1), extra];
    let listing = Listing::new("ckpt", folders);
    check("rank_1_bak", &listing, &job(V1_3, 2), ["3_2", "3_2", "ckpt/rank_2 is not found!"]);
}

#[test]
fn prefix_with_a_dash() {
    let ranks = [both("6_2").prefix("my-run"), both("6_2").prefix("my-run")];
    row("prefix my-run", ranks, ["Can't match rank id in checkpoint: my-6_2.ckpt…", "6_2", "6_2"]);
}

#[test]
fn an_older_run_beside_a_new_one() {
    let runs = || rank("9_2 _1-3_2", "_1-3_2");
    row("older run 9_2 beside _1 run 3_2", [runs(), runs()], ["_1-3_2"; 3]);
}

#[test]
fn a_rank_lacks_the_new_run() {
    row("rank 1 lacks the _1 run", [rank("9_2 _1-3_2", "_1-3_2"), rank("9_2", "9_2")], [NONE; 3]);
}

#[test]
fn safetensors() {
    let ranks = || rank("3_2", "3_2").safetensors();
    let job = Job::new(V1_3, 2, WeightFormat::Safetensors);
    // 1.3 knows .ckpt only.
    let wanted = ["Checkpoint not found under ckpt/rank_0.", "3_2", "3_2"];
    check("safetensors + metas", &listing([ranks(), ranks()]), &job, wanted);
}

#[test]
fn safetensors_asked_for_and_ckpt_there() {
    let job = Job::new(V1_3, 2, WeightFormat::Safetensors);
    let none = "Checkpoint not found under ckpt/rank_0 with config.load_ckpt_format:safetensors.";
    check("files are ckpt", &listing([rank("3_2", "3_2"), rank("3_2", "3_2")]), &job, ["3_2", none, none]);
}
