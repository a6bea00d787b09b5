//! The traps of strategy folders, one test each, on small files made here, and the recorded files
//! of MindSpore 2.10.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;

use super::merge;
use crate::check::{Finding, Kind, Lang, Side, kinds::strategy as kinds};
use crate::format::mindspore::strategy::{Encoding, Operator, RawLayout, StrategyFile, read};
use crate::layout::Strategy;
use crate::source::Bytes;

/// A layout of a matrix whose rows are cut by the last axis of the mesh.
fn rows_cut(name: &str, mesh: &[u64]) -> RawLayout {
    RawLayout {
        name: name.to_owned(),
        offset: 0,
        dev_matrix: Some(mesh.to_vec()),
        tensor_map: Some(vec![vec![if mesh.is_empty() { -1 } else { 0 }], vec![-1]]),
        param_split_shape: Vec::new(),
        indices_offset: Vec::new(),
        field: 0,
        opt_shard_step: 0,
        opt_shard_size: 0,
        tensor_shape: None,
    }
}

/// A file of one stage over two ranks.
fn file(stage: u32, names: &[&str]) -> StrategyFile {
    StrategyFile {
        encoding: Encoding::Protobuf,
        current_stage: 2,
        operators: vec![Operator { name: "MatMul-op1".to_owned(), stage }],
        layouts: names.iter().map(|name| rows_cut(name, &[2])).collect(),
        faults: Vec::new(),
    }
}

fn merged(files: &[(&str, &StrategyFile)]) -> (Option<Strategy>, Vec<Finding>) {
    let (strategy, findings) = merge(files, Side::Source);
    for finding in &findings {
        let record = finding.render(Lang::Zh);
        let text = [record.title, record.evidence, record.consequence, record.remedy].concat();
        assert!(!text.contains('{'), "{text}");
    }
    (strategy, findings)
}

/// The one error that merging reports.
#[track_caller]
fn error(files: &[(&str, &StrategyFile)]) -> Finding {
    let (_, findings) = merged(files);
    let errors: Vec<&Finding> = findings.iter().filter(|finding| finding.is_error()).collect();
    assert_eq!(errors.len(), 1, "{findings:#?}");
    errors[0].clone()
}

/// The strategy, of which nothing worse than `said` was said.
#[track_caller]
fn strategy(files: &[(&str, &StrategyFile)], said: &[&Kind]) -> Strategy {
    let (strategy, findings) = merged(files);
    let codes: Vec<&str> = findings.iter().map(|finding| finding.kind.code).collect();
    assert_eq!(codes, said.iter().map(|kind| kind.code).collect::<Vec<_>>());
    strategy.unwrap()
}

/// Tensor, stage, mesh sizes and map of every placement: what a strategy says, without order.
fn placements(strategy: &Strategy) -> BTreeSet<String> {
    let of_tensor = |(tensor, placements): (&str, &[crate::layout::Placement])| {
        let show = |p: &crate::layout::Placement| {
            format!("{tensor} {} {:?} {:?}", p.stage, strategy.layout(p.layout).unwrap(), p.declared)
        };
        placements.iter().map(show).collect::<Vec<_>>()
    };
    strategy.tensors().flat_map(of_tensor).collect()
}

#[test]
fn stages_come_from_operators_not_from_current_stage() {
    let (first, last) = (file(0, &["a"]), file(1, &["b"]));
    let strategy = strategy(&[("s1.ckpt", &last), ("s0.ckpt", &first)], &[]);
    assert_eq!((strategy.stages(), strategy.ranks_per_stage()), (2, 2));
    assert_eq!(strategy.placements("b")[0].stage, 1);
}

#[test]
fn equal_files_of_one_stage_count_once() {
    let (first, last) = (file(0, &["a", "b"]), file(1, &["c"]));
    // The writer's hash order differs from rank to rank.
    let again = file(0, &["b", "a"]);
    let files = [
        ("ckpt_strategy_rank_0.ckpt", &first),
        ("ckpt_strategy_rank_1.ckpt", &again),
        ("ckpt_strategy_rank_2.ckpt", &last),
        ("ckpt_strategy_rank_3.ckpt", &last.clone()),
    ];
    assert_eq!(strategy(&files, &[]).stages(), 2);
}

#[test]
fn a_stale_file_of_the_same_stage_is_refused() {
    let (new, stale, last) = (file(0, &["a", "b"]), file(0, &["a"]), file(1, &["c"]));
    let files = [
        ("ckpt_strategy_rank_0.ckpt", &new),
        ("ckpt_strategy_rank_1.ckpt", &stale),
        ("ckpt_strategy_rank_2.ckpt", &last),
    ];
    let finding = error(&files);
    assert_eq!(finding.kind, &kinds::TWO_FILES_OF_STAGE);
    assert_eq!(finding.args["file"].text(Lang::En), "ckpt_strategy_rank_0.ckpt");
    assert_eq!(finding.args["other"].text(Lang::En), "ckpt_strategy_rank_1.ckpt");
    assert_eq!(finding.args["tensor"].text(Lang::En), "b");
}

#[test]
fn a_stale_file_under_another_rank_is_refused() {
    // Rank 1 of two ranks per stage is in stage 0, the file says stage 1.
    let (first, wrong) = (file(0, &["a"]), file(1, &["b"]));
    let finding = error(&[("ckpt_strategy_rank_0.ckpt", &first), ("d/ckpt_strategy_rank_1.ckpt", &wrong)]);
    assert_eq!(finding.kind, &kinds::STAGE_NOT_OF_RANK);
    assert_eq!(finding.subject.rank, Some(1));
}

#[test]
fn a_missing_stage_is_refused() {
    let (first, last) = (file(0, &["a"]), file(2, &["b"]));
    let finding = error(&[("s0.ckpt", &first), ("s2.ckpt", &last)]);
    assert_eq!((finding.kind, finding.subject.stage), (&kinds::STAGE_MISSING, Some(1)));
}

#[test]
fn a_merged_file_whose_operators_have_a_further_stage_is_refused() {
    let mut file = file(0, &["0-a", "1-b"]);
    file.operators.push(Operator { name: "MatMul-op2".to_owned(), stage: 2 });
    assert_eq!(error(&[("merged.ckpt", &file)]).kind, &kinds::STAGE_MISSING);
}

#[test]
fn a_later_stage_alone_is_not_the_whole() {
    let (_, findings) = merged(&[("s.ckpt", &file(1, &["a"]))]);
    assert_eq!(findings[0].kind, &kinds::PART_OF_PIPELINE);
}

#[test]
fn the_first_stage_of_a_pipeline_alone_is_not_the_whole() {
    for name in ["Send_emb.table", "Receive_layers.1.norm"] {
        let mut alone = file(0, &["a"]);
        alone.operators.push(Operator { name: name.to_owned(), stage: 0 });
        assert_eq!(error(&[("s.ckpt", &alone)]).kind, &kinds::PART_OF_PIPELINE);
    }
}

#[test]
fn a_leftover_of_an_earlier_merge_does_not_count() {
    let (own, left) = (file(0, &["a"]), file(0, &["0-a", "1-b"]));
    let files = [("ckpt_strategy_rank_0.ckpt", &own), ("merged_ckpt_strategy_3.ckpt", &left)];
    assert_eq!(strategy(&files, &[&kinds::MERGED_LEFTOVER]).stages(), 1);
    let files = [("s0.ckpt", &own), ("merged_ckpt_strategy.ckpt", &left)];
    assert_eq!(strategy(&files, &[&kinds::MERGED_LEFTOVER]).stages(), 1);
    assert_eq!(strategy(&[("merged_ckpt_strategy.ckpt", &left)], &[]).stages(), 2);
}

#[test]
fn files_that_are_not_named_for_a_rank_do_not_count_beside_those_that_are() {
    let (own, other) = (file(0, &["a"]), file(0, &["stale"]));
    let files = [("ckpt_strategy_rank_0.ckpt", &own), ("ckpt_strategy_rank_0_old.ckpt", &other)];
    assert!(strategy(&files, &[&kinds::STRATEGY_NOT_NAMED]).placements("stale").is_empty());
}

#[test]
fn protobuf_and_json_together_are_refused() {
    let (protobuf, mut json) = (file(0, &["a"]), file(0, &["a"]));
    json.encoding = Encoding::Json;
    let finding = error(&[("a.ckpt", &protobuf), ("b.json", &json)]);
    assert_eq!((finding.kind, finding.args["other"].text(Lang::En)), (&kinds::ENCODINGS_MIXED, "b.json"));
}

#[test]
fn a_merged_file_among_others_is_refused() {
    let (own, whole) = (file(0, &["a"]), file(0, &["0-a"]));
    assert_eq!(error(&[("s0.ckpt", &own), ("whole.ckpt", &whole)]).kind, &kinds::MERGED_AMONG_OTHERS);
    let other = file(0, &["0-b"]);
    assert_eq!(error(&[("dst.ckpt", &other), ("src.ckpt", &whole)]).kind, &kinds::MERGED_AMONG_OTHERS);
}

#[test]
fn a_stage_prefix_on_some_names_only_is_refused() {
    assert_eq!(error(&[("s.ckpt", &file(0, &["0-a", "b"]))]).kind, &kinds::PREFIX_MIXED);
}

#[test]
fn one_tensor_twice_in_a_stage_of_a_merged_file_is_refused() {
    let mut twice = file(0, &["0-w", "00-w"]);
    twice.layouts[1].tensor_map = Some(vec![vec![-1], vec![0]]);
    assert_eq!(error(&[("s.ckpt", &twice)]).kind, &kinds::LAYOUT_TWICE);
}

#[test]
fn a_dash_that_ends_no_stage_is_part_of_the_name() {
    let strategy = strategy(&[("s.ckpt", &file(0, &["a-b.weight"]))], &[&kinds::DASH_IN_NAME]);
    assert_eq!(strategy.placements("a-b.weight").len(), 1);
}

#[test]
fn operators_of_two_stages_without_a_prefix_are_refused() {
    let mut both = file(0, &["a"]);
    both.operators.push(Operator { name: "MatMul-op2".to_owned(), stage: 1 });
    assert_eq!(error(&[("s.ckpt", &both)]).kind, &kinds::STAGES_IN_ONE_FILE);
}

#[test]
fn without_operators_the_stage_is_the_named_ranks_or_said_to_be_assumed() {
    let (mut first, mut last) = (file(0, &["a"]), file(0, &["b"]));
    first.operators.clear();
    last.operators.clear();
    assert_eq!(strategy(&[("s.ckpt", &first)], &[&kinds::STAGE_ASSUMED]).stages(), 1);
    let named = [("ckpt_strategy_rank_0.ckpt", &first), ("ckpt_strategy_rank_2.ckpt", &last)];
    assert_eq!(strategy(&named, &[&kinds::STAGE_ASSUMED, &kinds::STAGE_ASSUMED]).stages(), 2);
    let (_, findings) = merged(&[("a.ckpt", &first), ("b.ckpt", &last)]);
    assert!(findings.iter().all(|finding| finding.kind == &kinds::STAGE_UNKNOWN));
}

#[test]
fn device_counts_that_differ_between_files_are_refused() {
    let (first, mut last) = (file(0, &["a"]), file(1, &[]));
    last.layouts = vec![rows_cut("b", &[4])];
    let finding = error(&[("s0.ckpt", &first), ("s1.ckpt", &last)]);
    assert_eq!((finding.kind, finding.args["found"].text(Lang::En)), (&kinds::DEVICE_COUNTS_DIFFER, "4"));
}

#[test]
fn an_empty_mesh_is_a_pipeline_alone() {
    let (mut first, mut last) = (file(0, &[]), file(1, &[]));
    first.layouts = vec![rows_cut("a", &[])];
    last.layouts = vec![rows_cut("b", &[])];
    let strategy = strategy(&[("s0.ckpt", &first), ("s1.ckpt", &last)], &[&kinds::ONLY_PIPELINE]);
    assert_eq!(strategy.ranks(), 2);
}

#[test]
fn a_file_without_layouts_is_refused() {
    assert_eq!(error(&[("s.ckpt", &file(0, &[]))]).kind, &kinds::EMPTY_STRATEGY);
}

#[test]
fn a_layout_that_contradicts_itself_is_an_error_of_its_tensor() {
    let mut bad = file(0, &["a", "b", "c"]);
    bad.layouts[1].tensor_map = Some(vec![vec![0], vec![0]]);
    bad.layouts[2].tensor_map = Some(vec![vec![0], vec![0]]);
    let finding = error(&[("s.ckpt", &bad)]);
    assert_eq!(finding.kind, &kinds::BAD_LAYOUT);
    assert_eq!((finding.subject.tensor.as_deref(), finding.args["tensors"].text(Lang::En)), (Some("b"), "2"));
}

#[test]
fn a_stage_that_no_pipeline_has_is_refused() {
    assert_eq!(error(&[("s.ckpt", &file(0, &["4294967296-a"]))]).kind, &kinds::TOO_MANY_STAGES);
    assert_eq!(error(&[("s.ckpt", &file(u32::MAX, &["a"]))]).kind, &kinds::TOO_MANY_STAGES);
}

#[test]
fn stages_that_declare_other_whole_shapes_for_a_shared_tensor_are_refused() {
    let (mut first, mut last) = (file(0, &["emb"]), file(1, &["emb"]));
    first.layouts[0].tensor_shape = Some(vec![64, 32]);
    last.layouts[0].tensor_shape = Some(vec![64, 16]);
    let finding = error(&[("s0.ckpt", &first), ("s1.ckpt", &last)]);
    assert_eq!(
        (finding.kind, finding.args["other_shape"].text(Lang::En)),
        (&kinds::DECLARED_SHAPES_DIFFER, "[64, 16]")
    );
}

// The recorded files.

fn cases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases")
}

/// Every file of a recorded folder, or the one file.
fn recorded(path: &str) -> Vec<(String, StrategyFile)> {
    let root = cases().join(path);
    let paths: Vec<PathBuf> = match root.is_dir() {
        true => fs::read_dir(&root).unwrap().map(|entry| entry.unwrap().path()).collect(),
        false => vec![root],
    };
    let read = |path: PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        (name, read(&Bytes(fs::read(path).unwrap())).unwrap())
    };
    paths.into_iter().map(read).collect()
}

fn recorded_merge(path: &str) -> (Option<Strategy>, Vec<Finding>) {
    let files = recorded(path);
    let files: Vec<(&str, &StrategyFile)> = files.iter().map(|(name, file)| (name.as_str(), file)).collect();
    merged(&files)
}

/// That a folder merges without an error.
#[track_caller]
fn recorded_strategy(path: &str) -> Strategy {
    let (strategy, findings) = recorded_merge(path);
    assert!(!findings.iter().any(Finding::is_error), "{path}: {findings:#?}");
    strategy.unwrap()
}

#[test]
fn recorded_folders_merge_as_mindspore_merged_them() {
    for (stages, whole) in [
        ("merge_pp2_all_ranks/stages", "merge_pp2_all_ranks/expected/merged.ckpt"),
        ("merge_pp4_json/stages", "merge_pp4_json/expected/merged.json"),
        ("strategy_decode_merged_tied/s_stages", "strategy_decode_merged_tied/s_merged.ckpt"),
    ] {
        let (ours, theirs) = (recorded_strategy(stages), recorded_strategy(whole));
        assert_eq!((ours.stages(), ours.ranks_per_stage()), (theirs.stages(), theirs.ranks_per_stage()));
        assert_eq!(placements(&ours), placements(&theirs), "{stages}");
    }
}

#[test]
fn every_recorded_pair_of_stages_and_merged_file_agrees() {
    let mut pairs = 0;
    for case in fs::read_dir(cases()).unwrap() {
        let case = case.unwrap().file_name().into_string().unwrap();
        for side in ["src", "dst"] {
            let stages = format!("{case}/{side}_strategy_stages");
            let whole = format!("{case}/{side}_strategy_merged.ckpt");
            let merges = !case.starts_with("merged_stage_missing");
            if merges && cases().join(&stages).is_dir() && cases().join(&whole).is_file() {
                assert_eq!(
                    placements(&recorded_strategy(&stages)),
                    placements(&recorded_strategy(&whole)),
                    "{case}"
                );
                pairs += 1;
            }
        }
    }
    assert!(pairs >= 20, "only {pairs}");
}

#[test]
fn recorded_values_are_those_that_mindspore_decodes() {
    let path = cases().join("strategy_decode_merged_tied/case.json");
    let case: serde_json::Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    let strategy = recorded_strategy("strategy_decode_merged_tied/s_merged.ckpt");
    let values = case["value"].as_object().unwrap();
    assert_eq!(values.len(), strategy.tensors().len());
    for (tensor, value) in values {
        let mut stages: Vec<u64> = value[6].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
        stages.sort_unstable();
        let placements = strategy.placements(tensor);
        assert_eq!(placements.iter().map(|p| u64::from(p.stage)).collect::<Vec<_>>(), stages, "{tensor}");
        let mesh: Vec<u64> = value[0].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
        let layout = strategy.layout(placements[0].layout).unwrap();
        assert_eq!(layout.mesh().axes().iter().map(|axis| axis.size).collect::<Vec<_>>(), mesh, "{tensor}");
    }
}

#[test]
fn recorded_refusals_are_refused() {
    for (path, kind) in [
        ("merged_stage_missing_ERROR/src_strategy_merged.ckpt", &kinds::STAGE_MISSING),
        ("merged_stage_missing_ERROR/src_strategy_stages", &kinds::STAGE_MISSING),
        ("merge_mixed_ERROR/stages", &kinds::ENCODINGS_MIXED),
        ("hostile/stage_missing_in_merged/src.ckpt", &kinds::STAGE_MISSING),
        ("hostile/stage_prefix_negative/src.ckpt", &kinds::PREFIX_MIXED),
        ("hostile/dev_matrix_differs_between_params/dst.ckpt", &kinds::RANKS_DIFFER),
        ("hostile/axis_used_twice/dst.ckpt", &kinds::BAD_LAYOUT),
    ] {
        let (_, findings) = recorded_merge(path);
        assert!(findings.iter().any(|finding| finding.kind == kind), "{path}: {findings:#?}");
    }
}

#[test]
fn recorded_files_that_only_mindspore_refuses_are_read() {
    let (strategy, findings) = recorded_merge("dash_in_param_name_ERROR/src_strategy.ckpt");
    assert!(strategy.is_some() && findings.iter().all(|finding| finding.kind == &kinds::DASH_IN_NAME));
    let (strategy, findings) = recorded_merge("only_pipeline_empty_device_matrix_ERROR/src_strategy_stages");
    assert_eq!(strategy.unwrap().ranks(), 2);
    assert!(findings.iter().all(|finding| finding.kind == &kinds::ONLY_PIPELINE));
    let tied = recorded_strategy("tied_embedding_different_layout_per_stage/dst_strategy_stages");
    assert_eq!(tied.placements("model.tok_embeddings.embedding_weight").len(), 2);
}

#[test]
fn the_first_stage_of_a_real_pipeline_alone_is_refused() {
    let (_, findings) =
        recorded_merge("real_pp4_to_real_dp1mp2pp2/src_strategy_stages/ckpt_strategy_rank_0.ckpt");
    assert!(findings.iter().any(|finding| finding.kind == &kinds::PART_OF_PIPELINE));
}

proptest! {
    #[test]
    fn order_and_duplicates_do_not_matter(
        stages in 1usize..5,
        tensors in 1usize..4,
        seed in prop::collection::vec((0usize..8, any::<prop::sample::Index>()), 0..12),
    ) {
        let files: Vec<StrategyFile> = (0..stages)
            .map(|stage| {
                let names: Vec<String> = (0..tensors).map(|n| format!("layers.{stage}.{n}")).collect();
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                file(u32::try_from(stage).unwrap(), &names)
            })
            .collect();
        let path = |rank: usize| format!("ckpt_strategy_rank_{rank}.ckpt");
        let in_order: Vec<(String, &StrategyFile)> =
            files.iter().enumerate().map(|(stage, file)| (path(stage * 2), file)).collect();
        let mut shuffled: Vec<(String, &StrategyFile)> = in_order.clone();
        for (at, copy) in seed {
            let (name, file) = copy.get(&in_order).clone();
            let second = path(name.bytes().filter(u8::is_ascii_digit).fold(0, |n, b| n * 10 + usize::from(b - b'0')) + 1);
            shuffled.insert(at.min(shuffled.len()), (format!("copy{at}/{second}"), file));
        }
        shuffled.reverse();
        let merge_all = |files: &[(String, &StrategyFile)]| {
            let files: Vec<(&str, &StrategyFile)> = files.iter().map(|(path, file)| (path.as_str(), *file)).collect();
            merged(&files)
        };
        let ((expected, findings), (found, _)) = (merge_all(&in_order), merge_all(&shuffled));
        prop_assert!(findings.is_empty());
        prop_assert_eq!(expected, found);
    }
}
