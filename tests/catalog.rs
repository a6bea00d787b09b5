//! Recorded folders of MindSpore 2.10, sorted out by the catalog: which files count, of which
//! ranks, and what is refused.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may panic")]

use std::path::{Path, PathBuf};

use serde_json::Value;
use shardlens::catalog::{Assembled, Cut, Survey, assemble, strategy, survey};
use shardlens::check::{Finding, Kind, Lang, Side, kinds::folders, kinds::strategy as strategies};
use shardlens::native::walk;

fn cases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases")
}

fn pile(path: &Path) -> Survey {
    survey(walk(path).unwrap().files)
}

/// The source side of a recorded conversion.
struct Source {
    strategy: Option<strategy::Found>,
    checkpoint: Assembled,
}

impl Source {
    fn open(case: &Path, args: &Value) -> Self {
        let given = args["src_strategy"].as_str();
        let strategy = given.map(|path| strategy::open(&pile(&case.join(path)), Side::Source));
        let cut = strategy.as_ref().map_or(Cut::NotGiven, strategy::Found::cut);
        let checkpoint = assemble(&pile(&case.join(args["src"].as_str().unwrap())), cut, Side::Source);
        Self { strategy, checkpoint }
    }

    fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.strategy.iter().flat_map(|found| &found.findings).chain(&self.checkpoint.findings)
    }

    fn says(&self, kind: &Kind) -> bool {
        self.findings().any(|finding| finding.kind == kind)
    }
}

fn case(name: &str) -> (PathBuf, Value) {
    let path = cases().join(name);
    let case: Value = serde_json::from_slice(&std::fs::read(path.join("case.json")).unwrap()).unwrap();
    (path, case)
}

fn source(name: &str) -> Source {
    let (path, case) = case(name);
    Source::open(&path, &case["args"])
}

/// Paths and ranks of the files that count.
fn files(assembled: &Assembled) -> Vec<(&str, u64)> {
    let checkpoint = assembled.checkpoint.iter();
    checkpoint.flat_map(|checkpoint| &checkpoint.files).map(|file| (file.path.as_str(), file.rank)).collect()
}

/// Recorded conversions that MindSpore makes in silence and that are refused here.
const REFUSED: [&str; 1] = ["unmerged_stage0_only"];

#[test]
fn every_recorded_conversion_finds_its_ranks() {
    let mut seen = 0;
    for entry in std::fs::read_dir(cases()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if !cases().join(&name).join("case.json").is_file() {
            continue;
        }
        let (path, case) = case(&name);
        let is_conversion = case["operation"] == "transform_checkpoints" && case["result"] == "ok";
        if !is_conversion || REFUSED.contains(&name.as_str()) || !path.join("src").is_dir() {
            continue;
        }
        let source = Source::open(&path, &case["args"]);
        let errors: Vec<&Finding> = source.findings().filter(|finding| finding.is_error()).collect();
        assert!(errors.is_empty(), "{name}: {errors:#?}");
        // The dimensions that were asked for when the case was made.
        let dims = &case["src_dims"];
        let ranks: Vec<u64> = files(&source.checkpoint).into_iter().map(|(_, rank)| rank).collect();
        if let Some(world) = dims["world"].as_u64() {
            assert_eq!(ranks, (0..world).collect::<Vec<_>>(), "{name}");
        }
        if let Some(strategy) = source.strategy.and_then(|found| found.strategy) {
            assert_eq!(dims["stages"].as_u64(), Some(u64::from(strategy.stages())), "{name}");
            assert_eq!(dims["devices_per_stage"].as_u64(), Some(strategy.ranks_per_stage()), "{name}");
        }
        seen += 1;
    }
    assert!(seen > 40, "only {seen}");
}

#[test]
fn stray_entries_do_not_count() {
    let source = source("stray_entries_in_src_dir");
    assert_eq!(
        files(&source.checkpoint),
        [("rank_0/llama_rank_0-1_10.ckpt", 0), ("rank_1/llama_rank_1-1_10.ckpt", 1)]
    );
    assert!(source.says(&folders::RANKS_AFTER_GAP));
}

#[test]
fn of_two_files_in_a_rank_folder_the_newest_counts() {
    let source = source("two_files_in_rank_dir");
    assert_eq!(files(&source.checkpoint), [("rank_0/b_new-1_10.ckpt", 0)]);
    assert!(source.says(&folders::NEWEST_TAKEN));
}

#[test]
fn of_several_safetensors_the_largest_last_numbers_count() {
    let source = source("st_last_two_numbers_sort");
    assert_eq!(files(&source.checkpoint), [("rank_0/llama_rank_0-2_10.safetensors", 0)]);
}

#[test]
fn recorded_refusals_are_refused() {
    for (name, kind) in [
        ("mixed_ckpt_and_safetensors_ERROR", &folders::FORMATS_MIXED),
        ("merged_stage_missing_ERROR", &strategies::STAGE_MISSING),
        ("unmerged_stage0_only", &folders::RANK_BEYOND_STRATEGY),
        ("hostile/stage_missing_in_merged", &strategies::STAGE_MISSING),
        ("hostile/stage_prefix_negative", &strategies::PREFIX_MIXED),
    ] {
        let source = source(name);
        assert!(source.says(kind) && kind.severity == shardlens::check::Severity::Error, "{name}");
    }
}

#[test]
fn a_missing_rank_is_named_for_the_planner_to_judge() {
    let source = source("missing_rank_dir_ERROR");
    let missing: Vec<&Finding> =
        source.findings().filter(|finding| finding.kind == &folders::RANKS_MISSING).collect();
    assert_eq!(missing.iter().map(|finding| finding.args["list"].text(Lang::En)).collect::<Vec<_>>(), ["2"]);
}

#[test]
fn what_only_mindspore_refuses_is_opened() {
    for name in [
        "dash_in_param_name_ERROR",
        "only_pipeline_empty_device_matrix_ERROR",
        "st_remove_redundancy_source_transform",
    ] {
        let source = source(name);
        assert!(!source.findings().any(Finding::is_error), "{name}");
        assert!(source.checkpoint.checkpoint.is_some(), "{name}");
    }
}

#[test]
fn unified_folders_are_complete_checkpoints() {
    for (name, expected) in [
        ("load_dist_st_single_file", vec![("part0.safetensors", 0)]),
        ("load_dist_st_to_mp2pp2", vec![("hyper_param.safetensors", 0), ("part0.safetensors", 0)]),
    ] {
        let assembled = assemble(&pile(&cases().join(name).join("src")), Cut::NotGiven, Side::Source);
        assert_eq!(files(&assembled), expected, "{name}");
        assert!(assembled.findings.is_empty(), "{name}: {:#?}", assembled.findings);
    }
}

#[test]
fn a_checkpoint_given_as_a_strategy_is_named_as_what_it_is() {
    for (name, kind) in [
        ("hostile/strategy_checkpoint_instead/s.ckpt", &strategies::WEIGHTS_AS_STRATEGY),
        ("group_info_real", &strategies::GROUP_AS_STRATEGY),
    ] {
        let mut path = cases().join(name);
        if path.is_dir() {
            let is_group = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "pb");
            path =
                std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).find(is_group).unwrap();
        }
        let found = strategy::open(&pile(&path), Side::Source);
        assert!(found.findings.iter().any(|finding| finding.kind == kind), "{name}: {:#?}", found.findings);
    }
}

#[test]
fn no_hostile_folder_gives_a_strategy_or_checkpoint_without_a_word() {
    for entry in std::fs::read_dir(cases().join("hostile")).unwrap() {
        let path = entry.unwrap().path();
        // Whatever is in it: no panic, and every text is complete.
        for found in [strategy::open(&pile(&path), Side::Source).findings, {
            assemble(&pile(&path), Cut::NotGiven, Side::Source).findings
        }] {
            for finding in found {
                let record = finding.render(shardlens::check::Lang::Zh);
                assert!(
                    !record.evidence.contains("{file}") && !record.title.contains("{file}"),
                    "{record:?}"
                );
            }
        }
    }
}
