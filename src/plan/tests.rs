//! The planner's rules, each on the smallest pile that shows it.

use std::collections::BTreeMap;

use super::{Inputs, Options, Outcome, Plan, PlanError, Resolver, plan, verify};
use crate::catalog::{Checkpoint, CheckpointFile, Table};
use crate::check::Lang;
use crate::format::{Entry, Piece, WeightFormat};
use crate::geometry::{DType, Shape};
use crate::layout::{Layout, Mesh, OptShard, SplitRule, Strategy, StrategyBuilder};

fn layout(mesh: &[u64], partition: &[&[usize]]) -> Layout {
    let partition: Vec<Vec<usize>> = partition.iter().map(|axes| axes.to_vec()).collect();
    Layout::new(Mesh::unnamed(mesh).unwrap(), &partition, SplitRule::Exact).unwrap()
}

fn strategy(tensors: &[(&str, u32, Layout)]) -> Strategy {
    let mut builder = StrategyBuilder::default();
    for (name, stage, layout) in tensors {
        builder.add(name, *stage, layout.clone(), None).unwrap();
    }
    builder.build().unwrap()
}

/// One file per rank; `holds` lists (rank, tensor, slice dims).
fn checkpoint(holds: &[(u64, &str, &[u64])]) -> Checkpoint {
    let mut by_rank: BTreeMap<u64, Vec<Entry>> = BTreeMap::new();
    for &(rank, name, dims) in holds {
        let entries = by_rank.entry(rank).or_default();
        let shape = Shape::new(dims.to_vec()).unwrap();
        let len = shape.bytes(DType::F32).unwrap();
        let offset = entries.iter().map(|entry: &Entry| entry.pieces[0].len + 8).sum::<u64>() + 8;
        let pieces = vec![Piece { offset, len }];
        entries.push(Entry { name: name.to_owned(), dtype: DType::F32, shape, pieces });
    }
    let mut tables: Vec<Table> = Vec::new();
    let mut files = Vec::new();
    for (rank, entries) in by_rank {
        let size = entries.iter().map(|entry| entry.pieces[0].len + 8).sum::<u64>() + 8;
        let table = Table { entries, metadata: BTreeMap::new() };
        let at = tables.iter().position(|other| *other == table).unwrap_or_else(|| {
            tables.push(table);
            tables.len() - 1
        });
        let path = format!("rank_{rank}/a.ckpt");
        files.push(CheckpointFile { path, size, rank, table: at, fingerprint: String::new() });
    }
    Checkpoint { format: WeightFormat::Ckpt, tables, files }
}

fn run(source: &Checkpoint, from: Option<&Strategy>, to: Option<&Strategy>) -> Outcome {
    let options = Options { prefix: "checkpoint_".to_owned(), format: WeightFormat::Ckpt };
    plan(&Inputs { source, source_strategy: from, target_strategy: to }, &options)
}

fn planned(source: &Checkpoint, from: Option<&Strategy>, to: Option<&Strategy>) -> Plan {
    let outcome = run(source, from, to);
    let plan = outcome.plan.unwrap_or_else(|| panic!("{:?}", outcome.findings));
    verify(&plan).unwrap();
    let json = serde_json::to_string(&plan).unwrap();
    assert_eq!(Plan::from_json(json.as_bytes()).unwrap(), plan);
    plan
}

fn codes(outcome: &Outcome) -> Vec<&str> {
    outcome.findings.iter().map(|finding| finding.kind.code).collect()
}

/// The source paths of each content's reads.
fn reads(plan: &Plan) -> Vec<Vec<&str>> {
    let path = |&file: &usize| plan.source.files[file].path.as_str();
    plan.target.contents.iter().map(|content| content.reads.iter().map(path).collect()).collect()
}

#[test]
fn six_ranks_become_four() {
    let holds: Vec<(u64, &str, &[u64])> = (0..6).map(|rank| (rank, "w", &[2, 3][..])).collect();
    let from = strategy(&[("w", 0, layout(&[6], &[&[0], &[]]))]);
    let to = strategy(&[("w", 0, layout(&[4], &[&[0], &[]]))]);
    let plan = planned(&checkpoint(&holds), Some(&from), Some(&to));
    assert_eq!(plan.tensors[0].shape.dims(), [12, 3]);
    assert_eq!(reads(&plan)[1], ["rank_1/a.ckpt", "rank_2/a.ckpt"]);
    let copies = Resolver::new(&plan).content(1).unwrap().copies(0).unwrap();
    assert_eq!(copies[0].source.start, [1, 0]);
    assert_eq!(copies[0].lens, [1, 3]);
    assert_eq!(copies[1].target.start, [1, 0]);
}

#[test]
fn replicas_are_read_from_as_few_files_as_possible() {
    // Two axes, each cutting one tensor: rank 1 alone holds what target rank 1 needs of both.
    let from = strategy(&[
        ("a", 0, layout(&[2, 2], &[&[1]])),
        ("b", 0, layout(&[2, 2], &[&[0]])),
        ("norm", 0, layout(&[2, 2], &[&[]])),
    ]);
    let mut holds: Vec<(u64, &str, &[u64])> = Vec::new();
    for rank in 0..4 {
        holds.extend([(rank, "a", &[4][..]), (rank, "b", &[4][..]), (rank, "norm", &[4][..])]);
    }
    let to = from.clone();
    let plan = planned(&checkpoint(&holds), Some(&from), Some(&to));
    assert!(reads(&plan).iter().all(|files| files.len() == 1), "{:?}", reads(&plan));
}

#[test]
fn equal_target_ranks_are_one_content() {
    let to = strategy(&[("w", 0, layout(&[2, 2], &[&[1]]))]);
    let plan = planned(&checkpoint(&[(0, "w", &[4])]), None, Some(&to));
    let ranks: Vec<&[u64]> = plan.target.contents.iter().map(|content| content.ranks.as_slice()).collect();
    assert_eq!(ranks, [&[0, 2][..], &[1, 3][..]]);
}

#[test]
fn a_missing_rank_with_a_replica_is_no_loss() {
    let from = strategy(&[("w", 0, layout(&[2, 2], &[&[1]]))]);
    let source = checkpoint(&[(1, "w", &[4]), (2, "w", &[4])]);
    let plan = planned(&source, Some(&from), None);
    assert_eq!(reads(&plan), [["rank_2/a.ckpt", "rank_1/a.ckpt"]]);
}

#[test]
fn a_missing_slice_without_replica_is_refused_by_name() {
    let from = strategy(&[("w", 0, layout(&[4], &[&[0]]))]);
    let source = checkpoint(&[(0, "w", &[4]), (1, "w", &[4]), (3, "w", &[4])]);
    let outcome = run(&source, Some(&from), None);
    assert_eq!(codes(&outcome), ["SL0408"]);
    let finding = &outcome.findings[0];
    assert_eq!((finding.subject.tensor.as_deref(), finding.subject.rank), (Some("w"), Some(2)));
}

#[test]
fn a_missing_folder_is_told_once_for_all_tensors_and_a_tensor_missing_in_a_file_by_that_file() {
    let cut = || layout(&[2], &[&[0]]);
    let from = strategy(&[("a", 0, cut()), ("b", 0, cut())]);
    let outcome = run(&checkpoint(&[(0, "a", &[4]), (0, "b", &[4])]), Some(&from), None);
    assert_eq!(codes(&outcome), ["SL0408"]);
    let record = outcome.findings[0].render(Lang::En);
    assert_eq!(record.title, "2 tensors cannot be made whole: no weight file of rank 1");
    assert_eq!(record.subject.all_tensors().collect::<Vec<_>>(), ["a", "b"]);

    let source = checkpoint(&[(0, "a", &[4]), (0, "b", &[4]), (1, "a", &[4])]);
    let outcome = run(&source, Some(&from), None);
    assert_eq!(codes(&outcome), ["SL0411"]);
    assert_eq!(outcome.findings[0].render(Lang::En).title, "rank_1/a.ckpt lacks b");
}

#[test]
fn a_lost_stage_is_an_error_that_names_its_ranks_and_tensors_not_a_plan_without_them() {
    let two = || layout(&[2], &[&[]]);
    let from = strategy(&[("a", 0, two()), ("b", 1, two()), ("adam_m.b", 1, two()), ("c", 2, two())]);
    let source = checkpoint(&[(0, "a", &[4]), (1, "a", &[4]), (4, "c", &[4]), (5, "c", &[4])]);
    let outcome = run(&source, Some(&from), Some(&from));
    assert!(outcome.plan.is_none());
    assert_eq!(codes(&outcome), ["SL0408"]);
    let record = outcome.findings[0].render(Lang::En);
    assert_eq!((record.subject.stage, record.evidence.as_str()), (Some(1), "Stage 1: b"));
    assert!(record.title == "1 tensor cannot be made whole: no weight file of ranks 2–3", "{}", record.title);
}

#[test]
fn a_tensor_kept_by_a_lost_rank_alone_is_an_error() {
    // MindSpore's remove_redundancy left `b` in rank 1 only, and its folder is gone.
    let whole = || layout(&[2], &[&[]]);
    let from = strategy(&[("a", 0, whole()), ("b", 0, whole())]);
    assert_eq!(codes(&run(&checkpoint(&[(0, "a", &[4])]), Some(&from), None)), ["SL0408"]);
}

#[test]
fn what_was_never_saved_is_a_warning_as_of_a_checkpoint_of_adapters() {
    let whole = || layout(&[1], &[&[]]);
    let from = strategy(&[("w", 0, whole()), ("lora_a", 0, whole())]);
    let outcome = run(&checkpoint(&[(0, "lora_a", &[4])]), Some(&from), Some(&from));
    assert!(outcome.plan.is_some());
    // Once, though both strategies know it.
    assert_eq!(codes(&outcome), ["SL0506"]);
}

#[test]
fn a_slice_kept_by_one_rank_only_is_found_there() {
    // As MindSpore's remove_redundancy leaves it: each tensor in one rank of its replicas.
    let whole = || layout(&[2], &[&[]]);
    let from = strategy(&[("a", 0, whole()), ("b", 0, whole())]);
    let source = checkpoint(&[(0, "a", &[4]), (1, "b", &[4])]);
    let plan = planned(&source, Some(&from), None);
    let mut content = Resolver::new(&plan).content(0).unwrap();
    let path = |copy: &super::BoxCopy| plan.source.files[copy.source_file].path.clone();
    assert_eq!(path(&content.copies(0).unwrap()[0]), "rank_0/a.ckpt");
    assert_eq!(path(&content.copies(1).unwrap()[0]), "rank_1/a.ckpt");
}

#[test]
fn slices_of_different_shapes_are_refused() {
    let from = strategy(&[("w", 0, layout(&[2], &[&[0]]))]);
    let outcome = run(&checkpoint(&[(0, "w", &[4]), (1, "w", &[5])]), Some(&from), None);
    assert_eq!(codes(&outcome), ["SL0401"]);
}

#[test]
fn a_target_cut_that_does_not_divide_is_refused() {
    let to = strategy(&[("w", 0, layout(&[4], &[&[0], &[]]))]);
    let outcome = run(&checkpoint(&[(0, "w", &[10, 4])]), None, Some(&to));
    assert_eq!(codes(&outcome), ["SL0501"]);
}

#[test]
fn several_ranks_without_a_strategy_are_refused() {
    let outcome = run(&checkpoint(&[(0, "w", &[4]), (1, "w", &[4])]), None, None);
    assert_eq!(codes(&outcome), ["SL0201"]);
}

#[test]
fn a_rank_beyond_the_strategy_is_refused() {
    let from = strategy(&[("w", 0, layout(&[2], &[&[0]]))]);
    let source = checkpoint(&[(0, "w", &[4]), (1, "w", &[4]), (2, "w", &[4])]);
    let outcome = run(&source, Some(&from), None);
    assert_eq!(codes(&outcome), ["SL0211"]);
    assert!(!outcome.findings[0].render(Lang::En).evidence.contains('{'));
}

#[test]
fn a_tensor_cut_in_the_source_only_is_written_whole_to_every_rank() {
    let from = strategy(&[("w", 0, layout(&[2], &[&[0]])), ("x", 0, layout(&[2], &[&[0]]))]);
    let to = strategy(&[("x", 0, layout(&[2], &[&[0]]))]);
    let source = checkpoint(&[(0, "w", &[4]), (0, "x", &[4]), (1, "w", &[4]), (1, "x", &[4])]);
    let plan = planned(&source, Some(&from), Some(&to));
    assert_eq!(plan.findings.iter().map(|f| f.code.as_str()).collect::<Vec<_>>(), ["SL0504"]);
    for content in 0..2 {
        let copies = Resolver::new(&plan).content(content).unwrap().copies(0).unwrap();
        assert_eq!(copies.iter().map(|copy| copy.target.start[0]).collect::<Vec<_>>(), [0, 4]);
    }
}

#[test]
fn a_counter_in_no_strategy_comes_from_the_lowest_rank() {
    let from = strategy(&[("w", 0, layout(&[2], &[&[0]]))]);
    let source = checkpoint(&[(0, "w", &[4]), (1, "w", &[4]), (1, "global_step", &[])]);
    let plan = planned(&source, Some(&from), Some(&from));
    let copies = Resolver::new(&plan).content(0).unwrap().copies(1).unwrap();
    assert_eq!(plan.source.files[copies[0].source_file].path, "rank_1/a.ckpt");
}

#[test]
fn a_tied_tensor_comes_from_the_lowest_stage_and_goes_to_both() {
    let tied = |stage| ("emb", stage, layout(&[1], &[&[], &[]]));
    let both = strategy(&[tied(0), tied(1), ("a", 0, layout(&[1], &[&[]])), ("b", 1, layout(&[1], &[&[]]))]);
    let source = checkpoint(&[(0, "emb", &[2, 2]), (0, "a", &[1]), (1, "emb", &[2, 2]), (1, "b", &[1])]);
    let plan = planned(&source, Some(&both), Some(&both));
    for content in 0..2 {
        let mut reader = Resolver::new(&plan).content(content).unwrap();
        assert_eq!(reader.entries().len(), 2);
        assert_eq!(reader.copies(0).unwrap()[0].source_file, 0);
    }
}

#[test]
fn a_tied_tensor_missing_in_its_lowest_stage_is_read_from_the_next_and_said() {
    let tied = |stage| ("emb", stage, layout(&[1], &[&[], &[]]));
    let both = strategy(&[tied(0), tied(1), ("a", 0, layout(&[1], &[&[]]))]);
    let source = checkpoint(&[(0, "a", &[1]), (1, "emb", &[2, 2])]);
    let plan = planned(&source, Some(&both), None);
    assert_eq!(plan.findings.iter().map(|f| f.code.as_str()).collect::<Vec<_>>(), ["SL0510"]);
}

#[test]
fn optimizer_states_missing_as_a_whole_are_no_alarm() {
    let cut = || layout(&[2], &[&[0]]);
    let names = ["w", "x", "adam_m.w", "adam_m.x", "accu_grads.w"];
    let from = strategy(&names.map(|name| (name, 0, cut())));
    let weights: [(u64, &str, &[u64]); 4] = [(0, "w", &[4]), (0, "x", &[4]), (1, "w", &[4]), (1, "x", &[4])];
    assert_eq!(codes(&run(&checkpoint(&weights), Some(&from), Some(&from))), ["SL0511"]);
    // One state of two is missing: that is no checkpoint of weights only.
    let mut holds = weights.to_vec();
    holds.extend([(0, "adam_m.w", &[4][..]), (1, "adam_m.w", &[4])]);
    assert_eq!(codes(&run(&checkpoint(&holds), Some(&from), Some(&from))), ["SL0506"]);
}

#[test]
fn an_optimizer_split_is_gathered() {
    let split = layout(&[2, 2], &[&[1], &[]]).with_optimizer(OptShard::All).unwrap();
    let from = strategy(&[("m", 0, split)]);
    let holds: Vec<(u64, &str, &[u64])> = (0..4).map(|rank| (rank, "m", &[2, 3][..])).collect();
    let plan = planned(&checkpoint(&holds), Some(&from), None);
    let copies = Resolver::new(&plan).content(0).unwrap().copies(0).unwrap();
    let order: Vec<usize> = copies.iter().map(|copy| copy.source_file).collect();
    assert_eq!(order, [0, 2, 1, 3]);
}

#[test]
fn a_plan_that_writes_a_byte_twice_is_refused() {
    let to = strategy(&[("w", 0, layout(&[2], &[&[0]])), ("x", 0, layout(&[2], &[&[0]]))]);
    let mut plan = planned(&checkpoint(&[(0, "w", &[4]), (0, "x", &[4])]), None, Some(&to));
    let first = plan.target.tables[0].entries[0].pieces.clone();
    plan.target.tables[0].entries[1].pieces = first;
    assert!(verify(&plan).is_err());
}

#[test]
fn a_plan_that_reads_past_its_file_is_refused() {
    let mut plan = planned(&checkpoint(&[(0, "w", &[4])]), None, None);
    plan.source.tables[0].entries[0].pieces[0].offset += 9;
    assert!(verify(&plan).is_err());
}

#[test]
fn boundaries_that_descend_are_an_error_and_no_panic() {
    let to = strategy(&[("w", 0, layout(&[2], &[&[0]]))]);
    let mut plan = planned(&checkpoint(&[(0, "w", &[4])]), None, Some(&to));
    plan.programs[0].dims[0].target = vec![0, 4, 2];
    assert!(verify(&plan).is_err());
    let mut second = Resolver::new(&plan).content(1).unwrap();
    assert!(second.copies(0).is_err());
    assert!(second.target_dims(0).is_err());
}

#[test]
fn a_plan_with_a_path_out_of_its_root_is_refused() {
    let good = planned(&checkpoint(&[(0, "w", &[4])]), None, None);
    for path in ["../a.ckpt", "/etc/passwd", "rank_0/../../a", "", "c:x", "a\\b", "rank_0//a"] {
        let mut plan = good.clone();
        plan.source.files[0].path = path.to_owned();
        assert!(verify(&plan).is_err(), "{path}");
    }
    let mut plan = good;
    plan.target.prefix = "../x".to_owned();
    assert!(verify(&plan).is_err());
}

#[test]
fn a_program_of_another_shape_with_as_many_elements_is_refused() {
    let to = strategy(&[("w", 0, layout(&[2], &[&[0], &[]])), ("x", 0, layout(&[2], &[&[0], &[]]))]);
    let mut plan = planned(&checkpoint(&[(0, "w", &[4, 6]), (0, "x", &[6, 4])]), None, Some(&to));
    plan.target.tables[0].entries[0].program = plan.target.tables[0].entries[1].program;
    assert_eq!(verify(&plan), Err(PlanError::BadShape { table: 0, entry: 0 }));
}

#[test]
fn a_layout_over_other_ranks_than_the_stages_is_refused() {
    let to = strategy(&[("w", 0, layout(&[2], &[&[0]]))]);
    let mut plan = planned(&checkpoint(&[(0, "w", &[4])]), None, Some(&to));
    let target = plan.programs[0].target_layout;
    plan.layouts[target] = layout(&[2, 2], &[&[0]]);
    assert_eq!(verify(&plan), Err(PlanError::BadShape { table: 0, entry: 0 }));
}

#[test]
fn slices_of_other_lengths_under_one_header_are_refused() {
    let to = strategy(&[("w", 0, layout(&[2], &[&[0]]))]);
    let mut plan = planned(&checkpoint(&[(0, "w", &[4])]), None, Some(&to));
    plan.programs[0].dims[0].target = vec![0, 1, 4];
    assert!(verify(&plan).is_err());
    // With as many bytes only the lengths can tell: 1 × 3 beside 3 × 1 of a tensor of 4 × 4.
    let to = strategy(&[("w", 0, layout(&[2, 2], &[&[0], &[1]]))]);
    let mut plan = planned(&checkpoint(&[(0, "w", &[4, 4])]), None, Some(&to));
    let cuts = vec![0, 1, 4];
    plan.programs[0].dims.iter_mut().for_each(|dim| dim.target = cuts.clone());
    plan.target.tables[0].entries[0].pieces[0].len = 12;
    plan.target.contents.retain(|content| content.ranks == [1] || content.ranks == [2]);
    assert_eq!(super::verify::check_shared_tables(&plan), Err(PlanError::SharedTable(0)));
}

#[test]
fn a_colon_in_a_file_name_is_no_way_out_of_the_root() {
    let mut plan = planned(&checkpoint(&[(0, "w", &[4])]), None, None);
    plan.source.files[0].path = "rank_0/run-12:30.ckpt".to_owned();
    plan.target.prefix = "a:b_".to_owned();
    assert_eq!(verify(&plan), Ok(()));
}
