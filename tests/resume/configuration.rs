//! The table of configurations (specification B.2): one test per row.

use shardlens::format::WeightFormat;
use shardlens::resume::Version::{self, V1_3, V1_7};
use shardlens::resume::{Decision, Job, Listing, Load, decide};

use crate::folder::{VERSIONS, check, job, listing, rank, said};

fn two() -> Listing {
    listing([rank("3_2 6_2", "6_2"), rank("3_2 6_2", "6_2")])
}

fn named(name: &str) -> Job {
    Job { resume_training: Some(name.to_owned()), ..job(V1_3, 2) }
}

#[test]
fn a_file_is_loaded() {
    for version in VERSIONS {
        assert_eq!(said(&decide(Load::File("a.ckpt"), &job(version, 1))), "a.ckpt");
    }
}

#[test]
fn a_name_beside_a_file_is_ignored() {
    let job = Job { world_size: 1, ..named("llama_rank_0-3_2") };
    for version in VERSIONS {
        assert_eq!(said(&decide(Load::File("a.ckpt"), &job.under(version))), "a.ckpt");
    }
}

#[test]
fn a_folder_is_selected_from() {
    check("dir, True", &two(), &job(V1_3, 2), ["6_2"; 3]);
}

#[test]
fn a_name_is_taken_with_its_rank_replaced() {
    let listing = two();
    for name in ["llama_rank_0-3_2", "llama_rank_0-3_2.ckpt", "llama_rank_7-3_2"] {
        check(name, &listing, &named(name), ["3_2"; 3]);
        let job = named(name);
        let decision = decide(Load::Folder(&listing), &job);
        assert_eq!(decision.file_of(1, &listing, &job).as_deref(), Some("llama_rank_1-3_2.ckpt"));
    }
}

#[test]
fn a_unified_folder_is_loaded_whole() {
    let mut listing = Listing::new("ckpt", Vec::new());
    listing.is_unified = true;
    for version in [Version::V1_5, V1_7] {
        let job = Job::new(version, 2, WeightFormat::Safetensors);
        assert_eq!(decide(Load::Folder(&listing), &job), Decision::Whole);
    }
}

#[test]
fn a_folder_that_is_not_shared_is_resumed_by_each_rank_alone() {
    let job = Job { shared: false, ..job(V1_3, 2) };
    check("not shared", &two(), &job, ["ok"; 3]);
}

#[test]
fn time_stamps_where_they_are_asked_for() {
    let job = Job { by_timestamp: true, ..job(V1_3, 2) };
    check("resume_by_last_timestamp_ckpt", &two(), &job, ["ok"; 3]);
}

#[test]
fn nothing_to_load() {
    let error = "when `auto_trans_ckpt` or `resume_training` is True, the `load_checkpoint` should not be empty string or None.If you are using TrainingArguments, `resume_from_checkpoint` should be set.";
    let wanted = [error, error, "off"];
    for (version, wanted) in VERSIONS.into_iter().zip(wanted) {
        assert_eq!(said(&decide(Load::Nothing, &job(version, 2))), wanted);
    }
}

#[test]
fn an_empty_folder() {
    let (old, new) = (
        "[Errno 2] No such file or directory: 'ckpt/rank_0'",
        "ckpt/rank_0 is not a real directory,When distributed loads are sliced weights,…",
    );
    check("empty dir", &Listing::new("ckpt", Vec::new()), &job(V1_3, 2), [old, new, "off"]);
}
