//! The traps of checkpoint folders, one test each, on headers made by the real writers.

use proptest::prelude::*;

use super::*;
use crate::catalog::names::epoch_and_step;
use crate::catalog::{PileFile, survey};
use crate::check::{Kind, Lang};
use crate::format::{NewEntry, layout_file};
use crate::geometry::{DType, Shape};
use crate::layout::{Layout, Mesh, SplitRule, Strategy, StrategyBuilder};
use crate::source::{Bytes, ReadAt, Sparse, read_vec};

const CKPT: WeightFormat = WeightFormat::Ckpt;
const SAFETENSORS: WeightFormat = WeightFormat::Safetensors;

/// What is in a file of a made pile.
enum Made<'a> {
    Weights(WeightFormat, &'a [&'a str]),
    Bytes(&'a [u8]),
}
use Made::{Bytes as Raw, Weights as W};

fn weights(format: WeightFormat, names: &[&str]) -> Sparse {
    let shape = Shape::new(vec![4, 2]).unwrap();
    let entry = |name| NewEntry { name, dtype: DType::F32, shape: shape.clone() };
    let entries: Vec<NewEntry<'_>> = names.iter().map(|&name| entry(name)).collect();
    layout_file(format, &entries).unwrap().sparse()
}

fn pile(files: &[(&str, Made<'_>)]) -> Survey {
    let made = files.iter().map(|(path, made)| PileFile {
        path: (*path).to_owned(),
        source: match made {
            W(format, names) => Box::new(weights(*format, names)),
            Raw(bytes) => Box::new(Bytes(bytes.to_vec())),
        },
    });
    survey(made.collect())
}

/// A ckpt of one tensor under each path.
fn ckpts(paths: &[&str]) -> Survey {
    let files: Vec<(&str, Made<'_>)> = paths.iter().map(|&path| (path, W(CKPT, &["w"]))).collect();
    pile(&files)
}

/// A strategy of one stage over so many ranks.
fn over(ranks: u64) -> Strategy {
    let mut builder = StrategyBuilder::default();
    let layout = Layout::new(Mesh::unnamed(&[ranks]).unwrap(), &[vec![0], vec![]], SplitRule::Exact).unwrap();
    builder.add("w", 0, layout, None).unwrap();
    builder.build().unwrap()
}

/// Path and rank of the files that count, and what was said.
fn assembled(survey: &Survey, cut: Cut<'_>) -> (Vec<(String, u64)>, Vec<Finding>) {
    let assembled = assemble(survey, cut, Side::Source);
    let files = assembled.checkpoint.map(|checkpoint| checkpoint.files).unwrap_or_default();
    for finding in &assembled.findings {
        let record = finding.render(Lang::En);
        assert!(
            !format!("{}{}{}{}", record.title, record.evidence, record.consequence, record.remedy)
                .contains('{')
        );
    }
    (files.into_iter().map(|file| (file.path, file.rank)).collect(), assembled.findings)
}

/// That exactly these files count and exactly these kinds are said; their findings.
#[track_caller]
fn expect(survey: &Survey, cut: Cut<'_>, files: &[(&str, u64)], said: &[&'static Kind]) -> Vec<Finding> {
    let (found, findings) = assembled(survey, cut);
    let codes: Vec<&str> = findings.iter().map(|finding| finding.kind.code).collect();
    assert_eq!(codes, said.iter().map(|kind| kind.code).collect::<Vec<_>>(), "{findings:#?}");
    assert_eq!(found, files.iter().map(|(path, rank)| ((*path).to_owned(), *rank)).collect::<Vec<_>>());
    findings
}

#[test]
fn ranks_are_numbers_not_texts() {
    let survey = ckpts(&["c/rank_10/a.ckpt", "c/rank_2/a.ckpt", "c/rank_0/a.ckpt"]);
    let (files, _) = assembled(&survey, Cut::By(&over(11)));
    assert_eq!(files.iter().map(|(_, rank)| *rank).collect::<Vec<_>>(), [0, 2, 10]);
}

#[test]
fn entries_that_are_no_rank_folders_do_not_count() {
    let survey = ckpts(&["rank_0/a.ckpt", "rank_1/a.ckpt", "rank_x/a.ckpt", "rank_0_bak/a.ckpt"]);
    let said = expect(
        &survey,
        Cut::By(&over(2)),
        &[("rank_0/a.ckpt", 0), ("rank_1/a.ckpt", 1)],
        &[&kinds::NOT_A_RANK],
    );
    assert_eq!(said[0].args["files"].text(Lang::En), "2");
}

#[test]
fn a_rank_right_after_the_strategys_last_is_refused() {
    // One stage's strategy used as if it were the whole: MindSpore drops ranks 2 and 3 in silence.
    let survey = ckpts(&["rank_0/x.ckpt", "rank_1/x.ckpt", "rank_2/x.ckpt", "rank_3/x.ckpt"]);
    let said = expect(
        &survey,
        Cut::By(&over(2)),
        &[("rank_0/x.ckpt", 0), ("rank_1/x.ckpt", 1)],
        &[&kinds::RANK_BEYOND_STRATEGY],
    );
    assert_eq!(said[0].subject.rank, Some(2));
}

#[test]
fn ranks_after_a_gap_are_leftovers() {
    let survey = ckpts(&["rank_0/x.ckpt", "rank_1/x.ckpt", "rank_9/x.ckpt"]);
    let files = [("rank_0/x.ckpt", 0), ("rank_1/x.ckpt", 1)];
    expect(&survey, Cut::By(&over(2)), &files, &[&kinds::RANKS_AFTER_GAP]);
}

#[test]
fn only_ranks_beyond_the_strategy_are_refused() {
    let survey = ckpts(&["rank_2/x.ckpt"]);
    expect(&survey, Cut::By(&over(1)), &[], &[&kinds::RANK_BEYOND_STRATEGY]);
}

#[test]
fn missing_ranks_are_named_and_left_to_the_planner() {
    let survey = ckpts(&["rank_0/x.ckpt", "rank_1/x.ckpt", "rank_3/x.ckpt"]);
    let files = [("rank_0/x.ckpt", 0), ("rank_1/x.ckpt", 1), ("rank_3/x.ckpt", 3)];
    let said = expect(&survey, Cut::By(&over(6)), &files, &[&kinds::RANKS_MISSING]);
    assert_eq!(
        (said[0].args["list"].text(Lang::En), said[0].args["missing"].text(Lang::En)),
        ("2, 4–5", "3")
    );
}

#[test]
fn rank_folders_without_a_strategy_are_refused() {
    let survey = ckpts(&["rank_0/x.ckpt", "rank_1/x.ckpt"]);
    let files = [("rank_0/x.ckpt", 0), ("rank_1/x.ckpt", 1)];
    expect(&survey, Cut::NotGiven, &files, &[&kinds::NO_SOURCE_STRATEGY]);
    // What is wrong with a strategy that was given is said where it is read.
    expect(&survey, Cut::Unusable, &files, &[]);
}

#[test]
fn a_lone_rank_folder_is_complete_only_if_it_is_rank_0() {
    expect(&ckpts(&["rank_0/x.ckpt"]), Cut::NotGiven, &[("rank_0/x.ckpt", 0)], &[]);
    expect(&ckpts(&["rank_3/x.ckpt"]), Cut::NotGiven, &[("rank_3/x.ckpt", 3)], &[&kinds::NOT_COMPLETE]);
}

#[test]
fn the_newest_step_counts_as_numbers_and_mindspores_choice_is_named() {
    let survey = ckpts(&["rank_0/a-1_9.ckpt", "rank_0/a-1_10.ckpt", "rank_0/a-1_2.ckpt"]);
    let said = expect(&survey, Cut::NotGiven, &[("rank_0/a-1_10.ckpt", 0)], &[&kinds::MINDSPORE_TAKES_OTHER]);
    assert_eq!(said[0].args["other"].text(Lang::En), "rank_0/a-1_9.ckpt");
    let survey = ckpts(&["rank_0/a_old-1_9.ckpt", "rank_0/b_new-1_10.ckpt"]);
    expect(&survey, Cut::NotGiven, &[("rank_0/b_new-1_10.ckpt", 0)], &[&kinds::NEWEST_TAKEN]);
}

#[test]
fn epochs_count_before_steps() {
    let survey = ckpts(&["rank_0/a-2_1.ckpt", "rank_0/a-1_900.ckpt"]);
    expect(&survey, Cut::NotGiven, &[("rank_0/a-2_1.ckpt", 0)], &[&kinds::NEWEST_TAKEN]);
}

#[test]
fn safetensors_of_the_same_last_numbers_are_taken_as_mindspore_takes_them() {
    let file = |path| (path, W(SAFETENSORS, &["w"]));
    let survey = pile(&[
        file("rank_0/l_rank_0-1_9.safetensors"),
        file("rank_0/l_rank_0-2_1.safetensors"),
        file("rank_0/l_rank_0-2_10.safetensors"),
    ]);
    let files = [("rank_0/l_rank_0-2_10.safetensors", 0)];
    expect(&survey, Cut::NotGiven, &files, &[&kinds::NEWEST_TAKEN]);
}

#[test]
fn several_files_without_a_step_are_refused() {
    for paths in [
        ["rank_0/a.ckpt", "rank_0/b.ckpt"],
        ["rank_0/a-1_10.ckpt", "rank_0/b-1_10.ckpt"],
        ["rank_0/a-1_10.ckpt", "rank_0/a-1_10_breakpoint.ckpt"],
    ] {
        expect(&ckpts(&paths), Cut::NotGiven, &[], &[&kinds::FILE_UNCLEAR]);
    }
}

#[test]
fn ranks_of_different_steps_are_refused_and_the_common_step_is_named() {
    let survey = ckpts(&["rank_0/a-1_9.ckpt", "rank_0/a-1_10.ckpt", "rank_1/a-1_9.ckpt"]);
    let files = [("rank_0/a-1_10.ckpt", 0), ("rank_1/a-1_9.ckpt", 1)];
    let said =
        expect(&survey, Cut::By(&over(2)), &files, &[&kinds::MINDSPORE_TAKES_OTHER, &kinds::STEPS_DIFFER]);
    assert_eq!(said[1].args["common"].text(Lang::En), "1_9");
    let survey = ckpts(&["rank_0/a-1_9.ckpt", "rank_1/x.ckpt"]);
    let (_, findings) = assembled(&survey, Cut::By(&over(2)));
    assert_eq!(findings[0].kind, &kinds::STEPS_DIFFER);
}

#[test]
fn a_rank_that_does_not_count_may_be_of_another_step() {
    let survey = ckpts(&["rank_0/a-1_9.ckpt", "rank_1/a-1_9.ckpt", "rank_5/a-3_9.ckpt"]);
    let files = [("rank_0/a-1_9.ckpt", 0), ("rank_1/a-1_9.ckpt", 1)];
    expect(&survey, Cut::By(&over(2)), &files, &[&kinds::RANKS_AFTER_GAP]);
}

#[test]
fn a_newest_file_that_is_cut_off_is_not_replaced_by_an_older_one() {
    let whole = weights(CKPT, &["w"]);
    let cut = read_vec(&whole, 0, whole.len() - 1).unwrap();
    for broken in [cut.as_slice(), b"", b"version https://git-lfs.github.com/spec/v1\n"] {
        let survey = pile(&[("rank_0/a-1_2.ckpt", Raw(broken)), ("rank_0/a-1_1.ckpt", W(CKPT, &["w"]))]);
        let (files, findings) = assembled(&survey, Cut::NotGiven);
        assert!(!files.iter().any(|(path, _)| path == "rank_0/a-1_1.ckpt"), "{files:?}");
        assert!(findings.iter().any(|f| f.is_error() && f.subject.rank == Some(0)), "{findings:#?}");
    }
}

#[test]
fn ckpt_and_safetensors_together_are_refused() {
    let survey = pile(&[
        ("rank_0/a-1_10.ckpt", W(CKPT, &["w"])),
        ("rank_1/a-1_10.ckpt", W(CKPT, &["w"])),
        ("rank_1/x.safetensors", W(SAFETENSORS, &["w"])),
    ]);
    expect(&survey, Cut::By(&over(2)), &[], &[&kinds::FORMATS_MIXED]);
}

#[test]
fn a_file_that_a_killed_save_left_does_not_count() {
    let survey = ckpts(&["rank_0/a-1_10.ckpt", "rank_0/a-1_11.ckpt.tmp"]);
    expect(&survey, Cut::NotGiven, &[("rank_0/a-1_10.ckpt", 0)], &[&kinds::NAMED_OTHERWISE]);
}

#[test]
fn checkpoints_side_by_side_are_refused() {
    let survey = ckpts(&["checkpoint/rank_0/a.ckpt", "checkpoint_network/rank_0/a.ckpt"]);
    let said = expect(&survey, Cut::NotGiven, &[], &[&kinds::SEVERAL_CHECKPOINTS]);
    assert_eq!(said[0].args["other"].text(Lang::En), "checkpoint_network");
}

#[test]
fn deeper_and_loose_weights_do_not_count_beside_rank_folders() {
    let survey = ckpts(&["rank_0/a.ckpt", "rank_0/network/b.ckpt", "old/run/rank_0/a.ckpt", "whole.ckpt"]);
    let said = [&kinds::DEEPER_IGNORED, &kinds::DEEPER_IGNORED, &kinds::LOOSE_IGNORED];
    expect(&survey, Cut::NotGiven, &[("rank_0/a.ckpt", 0)], &said);
    let assembled = assemble(&survey, Cut::NotGiven, Side::Source);
    assert_eq!(assembled.ignored.len(), 3);
}

#[test]
fn names_give_the_ranks_where_no_folder_does() {
    let survey = ckpts(&["l_rank_0-1_10.ckpt", "l_rank_1-1_10.ckpt"]);
    let files = [("l_rank_0-1_10.ckpt", 0), ("l_rank_1-1_10.ckpt", 1)];
    expect(&survey, Cut::By(&over(2)), &files, &[&kinds::RANKS_FROM_NAMES]);
    expect(&survey, Cut::NotGiven, &files, &[&kinds::RANKS_FROM_NAMES, &kinds::NO_SOURCE_STRATEGY]);
    let lone = ckpts(&["l_rank_3-1_10.ckpt"]);
    let said = [&kinds::RANKS_FROM_NAMES, &kinds::NOT_COMPLETE];
    expect(&lone, Cut::NotGiven, &[("l_rank_3-1_10.ckpt", 3)], &said);
    expect(&ckpts(&["l_rank_0-1_10.ckpt"]), Cut::NotGiven, &[("l_rank_0-1_10.ckpt", 0)], &[]);
}

#[test]
fn one_file_alone_is_complete_by_any_name() {
    expect(&ckpts(&["some/model.ckpt"]), Cut::NotGiven, &[("some/model.ckpt", 0)], &[]);
    expect(&ckpts(&["weights.bin"]), Cut::NotGiven, &[("weights.bin", 0)], &[]);
}

#[test]
fn a_complete_file_under_a_strategy_of_many_ranks_is_refused() {
    let survey = ckpts(&["model.ckpt"]);
    expect(&survey, Cut::By(&over(1)), &[("model.ckpt", 0)], &[]);
    expect(&survey, Cut::By(&over(2)), &[("model.ckpt", 0)], &[&kinds::COMPLETE_UNDER_STRATEGY]);
}

#[test]
fn loose_files_that_nothing_ties_together_are_refused() {
    expect(&ckpts(&["a.ckpt", "b.ckpt"]), Cut::NotGiven, &[], &[&kinds::SEVERAL_LOOSE]);
    let saves = ckpts(&["a-1_9.ckpt", "a-1_10.ckpt"]);
    expect(&saves, Cut::NotGiven, &[("a-1_10.ckpt", 0)], &[&kinds::MINDSPORE_TAKES_OTHER]);
}

#[test]
fn a_unified_folder_is_one_checkpoint_with_its_hyper_parameters() {
    let parts = || {
        vec![
            ("u/part0.safetensors", W(SAFETENSORS, &["a"])),
            ("u/part1.safetensors", W(SAFETENSORS, &["b"])),
            ("u/hyper_param.safetensors", W(SAFETENSORS, &["step"])),
        ]
    };
    let files = [("u/hyper_param.safetensors", 0), ("u/part0.safetensors", 0), ("u/part1.safetensors", 0)];
    expect(&pile(&parts()), Cut::NotGiven, &files, &[]);
    let mut indexed = parts();
    let map = br#"{"weight_map":{"a":"part0.safetensors","b":"part1.safetensors"}}"#;
    indexed.push(("u/param_name_map.json", Raw(map)));
    expect(&pile(&indexed), Cut::NotGiven, &files, &[]);
    let holed =
        pile(&[("part0.safetensors", W(SAFETENSORS, &["a"])), ("part2.safetensors", W(SAFETENSORS, &["b"]))]);
    let said = expect(
        &holed,
        Cut::NotGiven,
        &[("part0.safetensors", 0), ("part2.safetensors", 0)],
        &[&kinds::PART_MISSING],
    );
    assert_eq!(said[0].args["part"].text(Lang::En), "1");
}

#[test]
fn numbered_parts_without_an_index_must_be_all_there() {
    let file = |path| (path, W(SAFETENSORS, if path == FIRST { &["a"] } else { &["b"] }));
    const FIRST: &str = "model-00001-of-00002.safetensors";
    const SECOND: &str = "model-00002-of-00002.safetensors";
    expect(&pile(&[file(FIRST), file(SECOND)]), Cut::NotGiven, &[(FIRST, 0), (SECOND, 0)], &[]);
    let said = expect(&pile(&[file(SECOND)]), Cut::NotGiven, &[(SECOND, 0)], &[&kinds::PART_MISSING]);
    assert_eq!(said[0].args["part"].text(Lang::En), "1");
}

const INDEX: &[u8] =
    br#"{"metadata":{"total_size":64},"weight_map":{"a":"m-1.safetensors","b":"m-2.safetensors"}}"#;

#[test]
fn the_index_says_which_files_count() {
    let survey = pile(&[
        ("hf/model.safetensors.index.json", Raw(INDEX)),
        ("hf/m-1.safetensors", W(SAFETENSORS, &["a"])),
        ("hf/m-2.safetensors", W(SAFETENSORS, &["b"])),
        ("hf/consolidated.safetensors", W(SAFETENSORS, &["a", "b"])),
        ("hf/config.json", Raw(br#"{"hidden_size": 8}"#)),
    ]);
    let files = [("hf/m-1.safetensors", 0), ("hf/m-2.safetensors", 0)];
    expect(&survey, Cut::NotGiven, &files, &[&kinds::NOT_IN_INDEX]);
}

#[test]
fn a_file_that_the_index_names_and_is_not_there_is_an_error() {
    let survey =
        pile(&[("model.safetensors.index.json", Raw(INDEX)), ("m-1.safetensors", W(SAFETENSORS, &["a"]))]);
    let said = expect(&survey, Cut::NotGiven, &[("m-1.safetensors", 0)], &[&kinds::INDEX_FILE_MISSING]);
    assert_eq!(said[0].args["file"].text(Lang::En), "m-2.safetensors");
}

#[test]
fn a_tensor_in_two_files_is_an_error() {
    let survey = pile(&[
        ("model.safetensors.index.json", Raw(INDEX)),
        ("m-1.safetensors", W(SAFETENSORS, &["a", "b"])),
        ("m-2.safetensors", W(SAFETENSORS, &["b"])),
    ]);
    let files = [("m-1.safetensors", 0), ("m-2.safetensors", 0)];
    let said = expect(&survey, Cut::NotGiven, &files, &[&kinds::TENSOR_IN_TWO_FILES]);
    assert_eq!(said[0].subject.tensor.as_deref(), Some("b"));
}

#[test]
fn a_tensor_that_is_not_where_the_index_says_is_an_error() {
    let survey = pile(&[
        ("model.safetensors.index.json", Raw(INDEX)),
        ("m-1.safetensors", W(SAFETENSORS, &["a"])),
        ("m-2.safetensors", W(SAFETENSORS, &["c"])),
    ]);
    let files = [("m-1.safetensors", 0), ("m-2.safetensors", 0)];
    let said = expect(&survey, Cut::NotGiven, &files, &[&kinds::INDEX_DISAGREES]);
    assert_eq!(said[0].args["tensor"].text(Lang::En), "b");
}

#[test]
fn two_indexes_are_refused() {
    let survey = pile(&[
        ("a.index.json", Raw(INDEX)),
        ("b.index.json", Raw(INDEX)),
        ("m-1.safetensors", W(SAFETENSORS, &["a"])),
    ]);
    expect(&survey, Cut::NotGiven, &[], &[&kinds::SEVERAL_INDEXES]);
}

#[test]
fn a_pile_without_weights_says_so() {
    expect(&pile(&[("readme", Raw(b"hello"))]), Cut::NotGiven, &[], &[&kinds::NO_WEIGHTS]);
}

#[test]
fn equal_headers_share_one_table() {
    let survey = pile(&[
        ("rank_0/a.ckpt", W(CKPT, &["w"])),
        ("rank_1/a.ckpt", W(CKPT, &["w"])),
        ("rank_2/a.ckpt", W(CKPT, &["v"])),
    ]);
    let checkpoint = assemble(&survey, Cut::By(&over(3)), Side::Source).checkpoint.unwrap();
    assert_eq!(checkpoint.files.iter().map(|file| file.table).collect::<Vec<_>>(), [0, 0, 1]);
    assert_eq!(checkpoint.files[0].fingerprint, checkpoint.files[1].fingerprint);
    assert_ne!(checkpoint.files[0].fingerprint, checkpoint.files[2].fingerprint);
}

#[test]
fn the_same_fault_in_every_rank_is_told_once_and_counted() {
    // Two bytes of content for one element.
    let file = b"\x0a\x12\x0a\x01a\x12\x0d\x08\x01\x12\x05UInt8\x1a\x02".to_vec();
    let broken: Vec<u8> = [&file[..], b"xx"].concat();
    let paths: Vec<String> = (0..5).map(|rank| format!("rank_{rank}/a.ckpt")).collect();
    let files: Vec<(&str, Made<'_>)> = paths.iter().map(|path| (path.as_str(), Raw(&broken))).collect();
    let (_, findings) = assembled(&pile(&files), Cut::By(&over(5)));
    assert_eq!(findings.len(), 2, "{findings:#?}");
    assert_eq!((findings[1].kind, findings[1].args["more"].text(Lang::En)), (&kinds::MORE_FAULTS, "4"));
}

proptest! {
    /// Whatever lies in the folders: without an error, every rank has one file, of one step, and
    /// ranks end where the strategy does.
    #[test]
    fn what_is_taken_without_an_error_fits_together(
        paths in prop::collection::btree_set(
            ("(|old/|rank_[0-3]/|rank_x/|rank_0/deep/)", "(a|b|l_rank_[0-3]|part[0-2])", "(|-[12]_(9|10))"),
            1..7,
        ),
        ranks in prop::option::of(1u64..4),
    ) {
        let paths: Vec<String> = paths.iter().map(|(a, b, c)| format!("{a}{b}{c}.ckpt")).collect();
        let survey = ckpts(&paths.iter().map(String::as_str).collect::<Vec<_>>());
        let strategy = ranks.map(over);
        let (files, findings) = assembled(&survey, strategy.as_ref().map_or(Cut::NotGiven, Cut::By));
        if !findings.iter().any(Finding::is_error) {
            prop_assert!(!files.is_empty());
            let of_rank = |rank| files.iter().filter(|(_, other)| *other == rank).count();
            let is_cut = files.iter().any(|(_, rank)| *rank > 0);
            for (path, rank) in &files {
                prop_assert!(*rank < ranks.unwrap_or(1));
                prop_assert!(!is_cut || of_rank(*rank) == 1, "{files:?}");
                prop_assert_eq!(epoch_and_step(file_name(path)), epoch_and_step(file_name(&files[0].0)));
            }
        }
    }
}

#[test]
fn a_strategy_of_billions_of_ranks_takes_no_time() {
    let mut builder = StrategyBuilder::default();
    let layout = |n| Layout::new(Mesh::unnamed(&[n]).unwrap(), &[vec![0]], SplitRule::Exact).unwrap();
    for stage in 0..1 << 10 {
        builder.add("w", stage, layout(1 << 20), None).unwrap();
    }
    let strategy = builder.build().unwrap();
    let said = expect(
        &ckpts(&["rank_0/a.ckpt"]),
        Cut::By(&strategy),
        &[("rank_0/a.ckpt", 0)],
        &[&kinds::RANKS_MISSING],
    );
    assert_eq!(said[0].args["missing"].text(Lang::En), ((1u64 << 30) - 1).to_string());
}
