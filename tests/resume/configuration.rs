//! The table of configurations (specification B.2): one test per row.

use shardlens::format::WeightFormat;
use shardlens::resume::Version::{self, V1_0, V1_1, V1_2, V1_3, V1_7};
use shardlens::resume::{Decision, Job, Listing, Load, Newest, decide, report};

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

// Before the selection (specification B.5), one test per row: read in the sources of 1.0.2 and 1.1.0.

#[test]
fn before_1_2_every_rank_loads_its_newest_file() {
    let uneven = listing([rank("3_2 6_2", "6_2"), rank("3_2", "3_2")]);
    for version in [V1_0, V1_1] {
        let job = job(version, 2);
        let decision = decide(Load::Folder(&uneven), &job);
        assert_eq!(decision, Decision::OwnNewest(Newest::NoSelection));
        let files = [0, 1].map(|rank| decision.file_of(rank, &uneven, &job).unwrap());
        assert_eq!(files, ["llama_rank_0-6_2.ckpt", "llama_rank_1-3_2.ckpt"]);
        let report = report(&uneven, &job);
        let codes: Vec<&str> = report.findings.iter().map(|finding| finding.kind.code).collect();
        assert!(codes.starts_with(&["SL0615", "SL0614"]), "{codes:?}");
        assert_eq!((report.by_version.len(), report.by_version[0].0), (5, version));
    }
}

#[test]
fn before_1_2_a_name_is_refused() {
    let error = "resume_training must be bool, but get llama_rank_0-3_2";
    for version in [V1_0, V1_1] {
        let job = named("llama_rank_0-3_2").under(version);
        for load in [Load::Folder(&two()), Load::File("a.ckpt")] {
            assert_eq!(said(&decide(load, &job)), error);
        }
    }
}

#[test]
fn before_1_2_nothing_to_load() {
    assert_eq!(decide(Load::Nothing, &job(V1_0, 2)), Decision::Off);
    for version in [V1_1, V1_2] {
        assert!(said(&decide(Load::Nothing, &job(version, 2))).starts_with("when `auto_trans_ckpt` or"));
    }
}

#[test]
fn in_1_2_rank_0_raises_its_own_error_and_the_others_quote_it() {
    let uneven = listing([rank("3_2", "3_2"), rank("6_2", "6_2")]);
    let decision = decide(Load::Folder(&uneven), &job(V1_2, 2));
    let cause = "No checkpoint could be resumed.";
    let raised = format!("Get resume-able checkpoint failed, due to {cause}.");
    assert_eq!(decision, Decision::Stops { cause: cause.to_owned(), raised });
}
