//! Files of one step that are not as those of the other ranks of their stage.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use proptest::prelude::*;
use proptest::strategy::Strategy as Strategy_;
use shardlens::catalog::survey;
use shardlens::native::walk;
use shardlens::resume::Version::V1_7;
use shardlens::resume::{Cell, Extra, Job, Listing, Lists, Matrix, OddKind, folders, gather, report, works};

use crate::folder::{job, listing, lists, rank, spoil};

/// Tensors of a layer, of slices of so many rows.
fn layer(number: u64, rows: u64) -> Vec<(String, Vec<u64>)> {
    ["attention.wq.weight", "attention.wo.weight", "attention_norm.weight", "feed_forward.w1.weight"]
        .map(|part| (format!("model.layers.{number}.{part}"), vec![rows, 8]))
        .to_vec()
}

/// Ranks with steps 3_2 and 6_2, whose files list these.
fn of(ranks: &[Vec<(String, Vec<u64>)>], left_out: Option<bool>) -> Listing {
    let folders = listing(ranks.iter().map(|_| rank("3_2 6_2", "6_2")));
    let tables: Vec<_> =
        ranks.iter().map(|tensors| Arc::new(Lists::new(tensors.clone(), left_out))).collect();
    let both = |found: Listing, rank: u64| {
        let table = &tables[usize::try_from(rank).unwrap()];
        ["3_2", "6_2"].iter().fold(found, |found, step| lists(&found, rank, step, table))
    };
    (0..ranks.len() as u64).fold(folders, both)
}

/// The same, whose file of step 6_2 of a rank lists other tensors.
fn but(found: &Listing, rank: u64, tensors: Vec<(String, Vec<u64>)>) -> Listing {
    lists(found, rank, "6_2", &Arc::new(Lists::new(tensors, None)))
}

/// What a rank has of step 6_2, what the job is told, and the newest step that works.
fn told(found: &Listing, rank: usize) -> (Cell, Vec<&'static str>, String) {
    let job = job(V1_7, found.saved());
    let report = report(found, &job);
    let codes = report.findings.iter().map(|finding| finding.kind.code).collect();
    let works = works(found, found.saved(), job.reads());
    (report.matrix.rows[rank].1[1], codes, works[0].step.to_string())
}

const LACKS: Cell = Cell::Odd(OddKind::Lacks);
const SHAPES: Cell = Cell::Odd(OddKind::Shapes);

#[test]
fn a_file_that_lacks_a_tensor_is_not_resumed_from() {
    let good = of(&[layer(0, 4), layer(0, 4), layer(0, 4), layer(0, 4)], None);
    let mut less = layer(0, 4);
    less.pop();
    let found = told(&but(&good, 2, less), 2);
    assert_eq!(found, (LACKS, vec!["SL0620"], "3_2".to_owned()));
    assert_eq!(told(&good, 2), (Cell::Complete, vec![], "6_2".to_owned()));
}

#[test]
fn of_two_ranks_one_lacks_what_the_other_has() {
    let good = of(&[layer(0, 4), layer(0, 4)], None);
    assert_eq!(told(&but(&good, 1, layer(0, 4)[..2].to_vec()), 1).0, LACKS);
    // Nothing tells whether this one was left out as a copy.
    assert_eq!(told(&but(&good, 1, layer(0, 4)[..3].to_vec()), 1).0, Cell::Complete);
}

#[test]
fn a_file_of_another_split_is_not_resumed_from() {
    let good = of(&[layer(0, 4), layer(0, 4), layer(0, 4), layer(0, 4)], None);
    let found = told(&but(&good, 0, layer(0, 8)), 0);
    assert_eq!(found, (SHAPES, vec!["SL0621"], "3_2".to_owned()));
    // Of two, either may be the other job's.
    let two = but(&of(&[layer(0, 4), layer(0, 4)], None), 0, layer(0, 8));
    assert_eq!((told(&two, 0).0, told(&two, 1).0), (SHAPES, SHAPES));
}

#[test]
fn stages_hold_other_tensors() {
    let found = of(&[layer(0, 4), layer(0, 4), layer(1, 4), layer(1, 4)], Some(false));
    assert_eq!(told(&found, 2), (Cell::Complete, vec![], "6_2".to_owned()));
    // A rank of the second stage that lacks one of its tensors is compared with that stage.
    let less = but(&found, 3, layer(1, 4)[..2].to_vec());
    assert_eq!((told(&less, 3).0, told(&less, 0).0), (LACKS, Cell::Complete));
}

#[test]
fn a_file_without_any_layer_is_of_the_stage_of_its_tensors() {
    let with = |layer: Vec<_>, name: &str| [layer, vec![(name.to_owned(), vec![4, 8])]].concat();
    let (first, last) =
        (with(layer(0, 4), "model.tok_embeddings.embedding_weight"), with(layer(1, 4), "lm_head.weight"));
    let good = of(&[first.clone(), first, last.clone(), last.clone(), last], None);
    let alone = but(&good, 4, vec![("lm_head.weight".to_owned(), vec![4, 8])]);
    assert_eq!(
        (told(&alone, 4).0, told(&alone, 2).0, told(&alone, 0).0),
        (LACKS, Cell::Complete, Cell::Complete)
    );
}

#[test]
fn damage_and_weights_only_are_told_first() {
    let good = of(&[layer(0, 4), layer(0, 4), layer(0, 4)], None);
    let odd = but(&good, 1, layer(0, 4)[..1].to_vec());
    let cut = spoil(&odd, 1, "6_2", |file| file.health = shardlens::resume::Health::Truncated);
    assert!(matches!(told(&cut, 1).0, Cell::Damaged(_)));
}

/// Files that MindSpore wrote are alike, but where a case leaves something out on purpose: the one tensor
/// that `param_missing_in_one_rank_ERROR` lacks could be a copy that was left out.
#[test]
fn no_recorded_checkpoint_has_an_odd_file() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut steps = 0;
    for dir in fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path().join("src")) {
        let Ok(found) = walk(&dir) else { continue };
        let survey = survey(found.files);
        for base in folders(&survey) {
            let listing = gather(&survey, &base, &base, &Extra::default());
            let job = Job::new(V1_7, listing.saved(), listing.format());
            let matrix = Matrix::new(&listing, &job);
            let odd =
                matrix.rows.iter().flat_map(|(_, cells)| cells).any(|cell| matches!(cell, Cell::Odd(_)));
            assert!(!odd, "{}: {:?}", dir.display(), matrix.folded());
            steps += matrix.columns.len();
        }
    }
    assert!(steps > 70, "{steps} steps");
}

/// A job: stages, copies and slices of each stage, tensors per layer and whether the optimizer cuts each.
fn jobs() -> impl Strategy_<Value = (u64, u64, u64, Vec<bool>)> {
    (1u64..=3, 1u64..=4, 1u64..=3, prop::collection::vec(any::<bool>(), 2..9))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn no_good_job_has_an_odd_file(
        (stages, copies, slices, cut) in jobs(), is_left_out in any::<bool>(), is_said in any::<bool>(),
    ) {
        let mut ranks = Vec::new();
        for stage in 0..stages {
            let mut turn = 0;
            let mut of_stage = vec![Vec::new(); usize::try_from(copies * slices).unwrap()];
            for (number, by_optimizer) in cut.iter().enumerate() {
                let rows = if *by_optimizer { 2 } else { 2 * copies };
                let tensor = (format!("layers.{stage}.{number}.weight"), vec![rows, 8]);
                for (rank, held) in of_stage.iter_mut().enumerate() {
                    // Copies are dealt out in turn.
                    let copy = rank as u64 / slices;
                    if !is_left_out || *by_optimizer || copy == turn % copies {
                        held.push(tensor.clone());
                    }
                }
                turn += u64::from(!by_optimizer);
            }
            ranks.extend(of_stage);
        }
        let job = job(V1_7, ranks.len() as u64);
        let found = report(&of(&ranks, is_said.then_some(is_left_out)), &job);
        let is_odd = |cell: &Cell| matches!(cell, Cell::Odd(_));
        let odd = found.matrix.rows.iter().flat_map(|(_, cells)| cells).any(is_odd);
        prop_assert!(!odd, "{ranks:?}");
    }
}
