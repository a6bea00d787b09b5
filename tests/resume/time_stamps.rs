//! The table of the time-stamp rule (specification B.4): no `meta.json` counts. One test per row.

use shardlens::format::WeightFormat;
use shardlens::resume::Job;
use shardlens::resume::Version::V1_3;

use crate::folder::{Rank, check, job, listing, rank};

#[track_caller]
fn row(name: &str, ranks: [Rank; 2], wanted: [&str; 3]) {
    check(name, &listing(ranks), &job(V1_3, 2), wanted);
}

#[test]
fn same_latest_name() {
    row("same latest name", [rank("3_2 6_2", ""), rank("3_2 6_2", "")], ["ok"; 3]);
}

#[test]
fn different() {
    let new = "Check name of the checkpoint file with the last timestamp Failed.\n1. Find 2 different checkpoints name: llama_rank_0-6_2.ckpt and llama_rank_1-3_2.ckpt.…";
    let old = "Check the prefix, epoch and step of the checkpoints from the last timestamp failed. Find two different checkpoints: llama_rank_0-6_2.ckpt and llama_rank_1-3_2.ckpt.…";
    row("different", [rank("3_2 6_2", ""), rank("3_2", "")], [old, new, new]);
}

#[test]
fn all_names_non_conforming() {
    row("all non-conforming", [rank("a.ckpt", ""), rank("b.ckpt", "")], ["ok"; 3]);
}

#[test]
fn some_conform() {
    let mixed =
        "Some checkpoints follow the {prefix}-{epoch}_{step}.ckpt naming convention, while others do not.";
    row("mixed", [rank("3_2", ""), rank("b.ckpt", "")], [mixed; 3]);
    row("mixed, the other way", [rank("b.ckpt", ""), rank("3_2", "")], [mixed; 3]);
}

#[test]
fn a_folder_is_empty() {
    let none = "expected str, bytes or os.PathLike object, not NoneType";
    row("rank 1 empty", [rank("3_2", ""), rank("", "")], [none; 3]);
}

#[test]
fn safetensors() {
    let ranks = || rank("3_2", "").safetensors();
    let job = Job::new(V1_3, 2, WeightFormat::Safetensors);
    let none = "expected str, bytes or os.PathLike object, not NoneType";
    let wanted = ["Checkpoint not found under ckpt/rank_0.", none, none];
    check("safetensors without meta.json", &listing([ranks(), ranks()]), &job, wanted);
}
