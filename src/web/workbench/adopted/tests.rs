//! Recorded checkpoints with their strategies hidden, as a visitor opens them.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use super::*;
use crate::check::{Lang, Severity};
use crate::infer::Certainty;
use crate::native::walk;
use crate::web::findings::infers;
use crate::web::recent::Recent;
use crate::web::report::commands;
use crate::web::snapshot::{FindingFacts, SideFacts, Snapshot};
use crate::web::workbench::Change;

/// MindFormers' llama on eight ranks, two of each stage: likely.
const LIKELY: [&str; 3] = [
    "mf_llama_dp2mp1pp4_to_dp1mp2pp2/src",
    "mf_llama_dp2mp1pp4_to_dp1mp2pp2/src_strategy_stages",
    "mf_llama_dp2mp1pp4_to_dp1mp2pp2/dst_strategy_stages",
];
const PIPELINE: [&str; 3] = [
    "dp1mp4pp2_to_dp1mp2pp2/src",
    "dp1mp4pp2_to_dp1mp2pp2/src_strategy_stages",
    "dp1mp4pp2_to_dp1mp2pp2/dst_strategy_stages",
];
const EXPERTS: [&str; 3] =
    ["moe_ep2mp2_to_ep4/src", "moe_ep2mp2_to_ep4/src_strategy.ckpt", "moe_ep2mp2_to_ep4/dst_strategy.ckpt"];
/// Every slice is in one rank alone.
const LEFT_OUT: [&str; 3] = [
    "st_remove_redundancy_source_transform/src",
    "st_remove_redundancy_source_transform/src_strategy.ckpt",
    "st_remove_redundancy_source_transform/dst_strategy.ckpt",
];
/// Another cut of the same model.
const GUESS: [&str; 3] = [
    "dp1mp4pp1_to_same/src",
    "dp1mp4pp1_to_same/src_strategy.ckpt",
    "dp4mp2pp1_to_dp2mp4pp1/dst_strategy.ckpt",
];
const OPTIMIZER: [&str; 3] = [
    "dp2mp4_optall_to_full/src",
    "dp2mp4_optall_to_full/src_strategy.ckpt",
    "dp1mp4pp1_to_same/dst_strategy.ckpt",
];

/// Opens a recorded folder or file below a folder of this name, without saying that another visit begins.
fn add(bench: &mut Workbench, side: Side, name: &str, case: &str) -> HashSet<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(case);
    let mut opened = HashSet::new();
    for PileFile { path, source } in walk(&path).unwrap().files {
        let path = format!("{name}/{path}");
        opened.insert(path.clone());
        bench.add(side, look(PileFile { path, source }));
    }
    opened
}

/// Opens it as a visitor does.
fn open(bench: &mut Workbench, side: Side, name: &str, case: &str) -> Snapshot {
    bench.open();
    let opened = add(bench, side, name, case);
    bench.settle(side, &opened);
    bench.work()
}

/// The weights of a case beside the target's strategy.
fn without_strategy([weights, _, target]: [&str; 3]) -> (Workbench, Snapshot) {
    let mut bench = Workbench::default();
    add(&mut bench, Side::Source, "job", weights);
    add(&mut bench, Side::Target, "next", target);
    let known = bench.work();
    (bench, known)
}

fn codes(known: &Snapshot) -> Vec<&str> {
    known.findings.iter().map(|record| record.code.as_str()).collect()
}

fn source(known: &Snapshot) -> &SideFacts {
    known.source.as_ref().unwrap()
}

fn evidence(facts: &FindingFacts) -> String {
    facts.record(Lang::En).evidence
}

fn leads(known: &Snapshot, facts: &FindingFacts) -> Option<Side> {
    infers(known, &facts.record(Lang::En))
}

/// Where every tensor's target slices come from.
fn copies(bench: &Workbench, known: &Snapshot) -> BTreeMap<String, String> {
    let located = known.tensors.iter().enumerate().map(|(index, tensor)| {
        let located = bench.locate(index);
        (tensor.name.to_string(), format!("{:?} {:?} {:?}", located.target, located.copies, located.reads))
    });
    located.collect()
}

#[test]
fn an_inferred_strategy_plans_as_the_lost_one() {
    let cases = [
        (LIKELY, Certainty::Likely, vec!["SL0904", "SL0905", "SL0902"]),
        (PIPELINE, Certainty::Likely, vec!["SL0904", "SL0905"]),
        (GUESS, Certainty::Guess, vec!["SL0904", "SL0901", "SL0905"]),
        (EXPERTS, Certainty::Guess, vec!["SL0904", "SL0901"]),
        (LEFT_OUT, Certainty::Certain, vec!["SL0904"]),
        (OPTIMIZER, Certainty::Guess, vec!["SL0904", "SL0901", "SL0905"]),
    ];
    for (case, certainty, told) in cases {
        let (mut bench, lost) = without_strategy(case);
        assert!(
            lost.plan.is_none() && source(&lost).cut_lost == "SL0201" && codes(&lost).contains(&"SL0201"),
            "{case:?}"
        );
        let inference = bench.infer(Side::Source);
        let found = inference.found.unwrap();
        assert_eq!(
            (found.certainty, found.groups.iter().map(|group| group.certainty).min()),
            (certainty, Some(certainty))
        );
        bench.change(Change::UseInferred(Side::Source));
        let used = bench.work();
        let of_inference: Vec<&str> =
            codes(&used).into_iter().filter(|code| code.starts_with("SL09")).collect();
        assert_eq!(of_inference, told, "{case:?}");
        assert!(
            used.findings.iter().all(|record| record.severity != Severity::Error),
            "{:#?}",
            used.findings
        );
        assert_eq!(
            (source(&used).inferred.as_str(), source(&used).cut_lost.as_str()),
            (found.file.as_str(), "")
        );
        assert_eq!(
            (used.bytes_read, used.bytes_total),
            (lost.bytes_read, lost.bytes_total),
            "it was not opened"
        );

        let (mut truth, _) = without_strategy(case);
        add(&mut truth, Side::Source, "strategy", case[1]);
        let known = truth.work();
        let parallel = source(&known).parallel.as_ref().unwrap().to_string();
        assert_eq!((found.parallel, found.ranks), (parallel, source(&known).topology.ranks()), "{case:?}");
        assert_eq!(used.plan.as_ref().unwrap().totals, known.plan.as_ref().unwrap().totals, "{case:?}");
        assert!(copies(&bench, &used) == copies(&truth, &known), "{case:?}");
        // What is converted carries the doubt along.
        let plan = crate::plan::Plan::from_json(&bench.plan_json().unwrap()).unwrap();
        assert!(plan.findings.iter().any(|record| record.code == "SL0904"));
    }
}

#[test]
fn using_it_is_taken_back_and_done_again_as_every_assignment() {
    let (mut bench, lost) = without_strategy(LIKELY);
    bench.change(Change::UseInferred(Side::Source));
    let used = bench.work();
    bench.change(Change::Undo);
    assert_eq!(bench.work(), Snapshot { redo: true, ..lost });
    bench.change(Change::Redo);
    assert_eq!(bench.work(), used);
    bench.change(Change::Swap);
    let swapped = bench.work();
    assert!(source(&swapped).inferred.is_empty() && !swapped.target.as_ref().unwrap().inferred.is_empty());
    let told = swapped.findings.iter().find(|record| record.code == "SL0904").unwrap();
    assert_eq!(told.subject.side, Some(Side::Target));
}

#[test]
fn what_headers_do_not_tell_is_refused_and_nothing_changes() {
    let cases = [
        ("real_dp2mp4opt_to_dp2mp2pp2opt/src", "no family"),
        ("load_dist_ckpt_wrong_file_count_ERROR/src", "no size of model_parallel"),
        ("missing_rank_dir_ERROR/src", "rank 2 is missing"),
    ];
    for (case, reason) in cases {
        let mut bench = Workbench::default();
        add(&mut bench, Side::Source, "job", case);
        let known = bench.work();
        assert!(!source(&known).cut_lost.is_empty(), "{case}");
        let inference = bench.infer(Side::Source);
        assert!(inference.found.is_none(), "{case}");
        let refused = inference.findings.iter().find(|record| record.code == "SL0903").unwrap();
        assert!(evidence(refused).contains(reason), "{case}: {}", evidence(refused));
        assert_eq!(refused.subject.side, Some(Side::Source));
        bench.change(Change::UseInferred(Side::Source));
        assert_eq!(bench.work(), known, "{case}");
        assert!(bench.inferred_file(Side::Source).is_none());
    }
}

#[test]
fn an_inferred_strategy_is_not_taken_for_that_of_other_weights() {
    let (mut bench, _) = without_strategy(PIPELINE);
    bench.change(Change::UseInferred(Side::Source));
    let used = bench.work();
    // As many ranks of the same model, in the place of the first job's or beside them.
    for name in ["other", "job"] {
        let known = open(&mut bench, Side::Source, name, LIKELY[0]);
        assert!(source(&known).inferred.is_empty() && known.plan.is_none(), "{name}");
        assert!(!codes(&known).contains(&"SL0904") && !source(&known).cut_lost.is_empty(), "{name}");
        bench.change(Change::Undo);
        assert_eq!(bench.work(), Snapshot { redo: true, ..used.clone() }, "{name}");
    }
    // What is no weights changes nothing.
    bench.add(
        Side::Source,
        look(PileFile { path: "notes.txt".to_owned(), source: Box::new(Bytes(b"text".to_vec())) }),
    );
    let known = bench.work();
    assert_eq!((&source(&known).inferred, &known.plan), (&source(&used).inferred, &used.plan));
}

#[test]
fn the_runs_own_strategy_takes_the_place_of_the_inferred() {
    let (mut bench, _) = without_strategy(LIKELY);
    bench.change(Change::UseInferred(Side::Source));
    bench.work();
    let known = open(&mut bench, Side::Source, "strategy", LIKELY[1]);
    assert!(source(&known).inferred.is_empty() && known.plan.is_some(), "{:?}", codes(&known));
    assert!(!codes(&known).iter().any(|code| code.starts_with("SL09")));
    let strategies = source(&known).files.iter().filter(|file| !file.weights);
    assert!(
        strategies.clone().count() > 0 && strategies.clone().all(|file| file.path.starts_with("strategy/"))
    );
}

#[test]
fn a_strategy_that_cannot_be_used_is_replaced_by_the_inferred() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(PIPELINE[1]);
    let whole = walk(&path).unwrap().files.remove(0).source;
    let whole = crate::source::read_vec(&whole, 0, whole.len()).unwrap();
    // Cut off, damaged, and of one stage of several.
    for bytes in [&whole[..whole.len() / 2], &[&whole[..40], &[0xff; 40]].concat(), &whole] {
        let (mut bench, _) = without_strategy(PIPELINE);
        let path = "strategy/ckpt_strategy_rank_0.ckpt".to_owned();
        bench.add(Side::Source, look(PileFile { path, source: Box::new(Bytes(bytes.to_vec())) }));
        let known = bench.work();
        assert!(known.plan.is_none() && !source(&known).cut_lost.is_empty(), "{:?}", codes(&known));
        assert!(!codes(&known).contains(&"SL0201"), "{:?}", codes(&known));
        assert_eq!(
            known.findings.iter().filter(|facts| leads(&known, facts).is_some()).count(),
            1,
            "{:?}",
            codes(&known)
        );
        bench.change(Change::UseInferred(Side::Source));
        let used = bench.work();
        assert!(used.plan.is_some(), "{:?}", codes(&used));
        bench.change(Change::Undo);
        assert_eq!(bench.work(), Snapshot { redo: true, ..known });
    }
}

#[test]
fn a_target_is_inferred_from_the_weights_that_it_has() {
    let mut bench = Workbench::default();
    add(&mut bench, Side::Source, "job", LIKELY[0]);
    add(&mut bench, Side::Source, "job", LIKELY[1]);
    add(&mut bench, Side::Target, "next", PIPELINE[0]);
    let known = bench.work();
    assert!(known.target.as_ref().unwrap().cut_lost == "SL0235" && known.plan.is_none());
    let record = known.findings.iter().find(|record| record.code == "SL0235").unwrap();
    assert_eq!(leads(&known, record), Some(Side::Target));
    assert_eq!(bench.infer(Side::Target).found.unwrap().certainty, Certainty::Likely);
    bench.change(Change::UseInferred(Side::Target));
    let used = bench.work();
    let target = used.target.as_ref().unwrap();
    assert_eq!(target.parallel.as_ref().unwrap().to_string(), "dp1·mp4·pp2");
    let told = used.findings.iter().find(|record| record.code == "SL0904").unwrap();
    assert_eq!((told.subject.side, told.subject.file.as_ref()), (Some(Side::Target), Some(&target.inferred)));
}

#[test]
fn one_finding_of_a_side_leads_to_inferring() {
    let (bench, known) = without_strategy(LIKELY);
    let leading: Vec<_> = known.findings.iter().filter(|facts| leads(&known, facts).is_some()).collect();
    assert_eq!(leading.iter().map(|record| record.code.as_str()).collect::<Vec<_>>(), ["SL0201"]);
    // In either language, as the view shows it.
    assert_eq!(infers(&known, &leading[0].record(Lang::Zh)), Some(Side::Source));
    drop(bench);
    let (mut bench, _) = without_strategy(LIKELY);
    bench.change(Change::UseInferred(Side::Source));
    let used = bench.work();
    assert!(used.findings.iter().all(|facts| leads(&used, facts).is_none()));
}

#[test]
fn commands_name_the_inferred_file_and_the_list_of_what_was_opened_does_not() {
    let (mut bench, _) = without_strategy(LIKELY);
    bench.change(Change::UseInferred(Side::Source));
    let used = bench.work();
    let file = "inferred_strategy_dp2_mp1_pp4.ckpt";
    assert_eq!(source(&used).inferred, file);
    let commands = commands(&used);
    assert!(commands.transform.contains(&format!("--src-strategy {file}")), "{}", commands.transform);
    assert!(commands.peer.unwrap().contains(&format!("\"{file}\"")));
    let recent = Recent::of(&used, "2026-01-01".to_owned()).unwrap();
    assert_eq!(recent.source.unwrap().name, "job");
}

#[test]
fn the_file_is_the_same_before_and_after_it_is_used() {
    let (mut bench, _) = without_strategy(GUESS);
    let before = bench.inferred_file(Side::Source).unwrap();
    bench.change(Change::UseInferred(Side::Source));
    bench.work();
    assert_eq!(bench.inferred_file(Side::Source).unwrap(), before);
    assert!(bench.inferred_file(Side::Target).is_none());
}
