//! Where names mislead: damaged files, weights only, stale metas, and what to write then.

use shardlens::check::Lang;
use shardlens::resume::Version::{V1_3, V1_7, V1_8};
use shardlens::resume::{Cell, Health, Holds, Job, Listing, Report, report};

use crate::folder::{check, cut_off, job, listing, rank, said, spoil};

fn two() -> Listing {
    listing([rank("3_2 6_2", "6_2"), rank("3_2 6_2", "6_2")])
}

fn codes(report: &Report) -> Vec<&'static str> {
    report.findings.iter().map(|finding| finding.kind.code).collect()
}

/// The line that names the step.
fn resumed(report: &Report) -> String {
    report.lines("ckpt").pop().unwrap()
}

fn args(report: &Report, code: &str, name: &str) -> String {
    let finding = report.findings.iter().find(|finding| finding.kind.code == code).unwrap();
    finding.args[name].to_string()
}

#[test]
fn a_good_folder_has_no_findings() {
    let report = report(&two(), &job(V1_7, 2));
    assert_eq!(codes(&report), [""; 0]);
    let lines = [
        "load_checkpoint: \"ckpt\"",
        "auto_trans_ckpt: False",
        "use_parallel: True",
        "resume_training: llama_rank_0-6_2.ckpt",
    ];
    assert_eq!(report.lines("ckpt"), lines);
    assert!(report.matrix.rows.iter().flat_map(|(_, cells)| cells).all(|cell| *cell == Cell::Complete));
}

#[test]
fn a_job_of_another_number_of_ranks_is_told_no_lines() {
    assert!(report(&two(), &job(V1_7, 4)).lines("ckpt").is_empty());
}

#[test]
fn a_truncated_file_is_chosen_by_the_code_and_not_by_the_document() {
    let listing = cut_off(&two(), 1, "6_2");
    check("truncated", &listing, &job(V1_3, 2), ["6_2"; 3]);
    let report = report(&listing, &job(V1_7, 2));
    assert_eq!(said(&report.document), "3_2");
    assert_eq!(codes(&report), ["SL0602", "SL0612"]);
    assert_eq!(args(&report, "SL0602", "ranks"), "1");
    assert!(args(&report, "SL0602", "error").starts_with("Failed to read the checkpoint file rank_1/"));
    assert_eq!(resumed(&report), "resume_training: llama_rank_0-3_2.ckpt");
}

#[test]
fn an_empty_file_fails_with_a_text_that_misleads() {
    let listing = spoil(&two(), 0, "6_2", |file| file.health = Health::Empty);
    let report = report(&listing, &job(V1_7, 2));
    assert!(args(&report, "SL0602", "error").starts_with("The loaded parameter dict is empty"));
}

#[test]
fn weights_only_will_not_resume() {
    let only = Holds { optimizer: false, counters: false };
    let mut listing = two();
    for rank in 0..2 {
        for step in ["3_2", "6_2"] {
            listing = spoil(&listing, rank, step, |file| file.holds = only);
        }
    }
    let report = report(&listing, &job(V1_7, 2));
    assert_eq!(codes(&report), ["SL0603", "SL0617", "SL0611", "SL0612"]);
    assert_eq!(args(&report, "SL0611", "count"), "4");
    assert!(report.works.is_empty());
}

#[test]
fn one_rank_was_said_to_be_all_ranks() {
    let title = |listing: Listing, ranks: u64| {
        let cut = (0..ranks).fold(listing, |listing, rank| cut_off(&listing, rank, "6_2"));
        let findings = report(&cut, &job(V1_7, ranks)).findings;
        let nothing = findings.iter().find(|finding| finding.kind.code == "SL0603").unwrap();
        nothing.render(Lang::En).title
    };
    let one = title(listing([rank("6_2", "6_2")]), 1);
    assert_eq!(one, "There is no step that the 1 rank can resume from");
    let two = title(listing([rank("6_2", "6_2"), rank("6_2", "6_2")]), 2);
    assert_eq!(two, "There is no step that all 2 ranks can resume from");
}

#[test]
fn a_stale_meta_stops_the_job_though_a_step_works() {
    let report = report(&listing([rank("3_2 6_2", "6_2"), rank("3_2 6_2", "2_1")]), &job(V1_7, 2));
    assert_eq!(codes(&report), ["SL0601"]);
    assert_eq!(resumed(&report), "resume_training: llama_rank_0-6_2.ckpt");
    let cells: Vec<Cell> = report.matrix.rows[0].1.clone();
    assert_eq!(cells, [Cell::AboveBound, Cell::AboveBound]);
}

#[test]
fn a_meta_that_lags_behind_is_told() {
    let report = report(&listing([rank("3_2 6_2", "6_2"), rank("3_2 6_2", "3_2")]), &job(V1_7, 2));
    assert_eq!((said(&report.decision), codes(&report)), ("3_2".to_owned(), vec!["SL0605"]));
}

#[test]
fn without_one_meta_document_and_code_part() {
    let report = report(&listing([rank("3_2 6_2", "6_2"), rank("3_2 6_2", "")]), &job(V1_7, 2));
    assert_eq!((said(&report.decision), said(&report.document)), ("6_2".to_owned(), "ok".to_owned()));
    assert_eq!(codes(&report), ["SL0604", "SL0612"]);
}

#[test]
fn two_runs_with_the_same_step_are_ambiguous() {
    let runs = || rank("3_2 _1-3_2", "3_2");
    let report = report(&listing([runs(), runs()]), &job(V1_7, 2));
    assert!(codes(&report).contains(&"SL0609"), "{:?}", codes(&report));
    assert_eq!(resumed(&report), "resume_training: llama_rank_0_1-3_2.ckpt");
}

#[test]
fn a_step_that_is_complete_over_two_runs_only_is_missing_on_a_rank() {
    let listing = listing([rank("3_2", "3_2"), rank("_1-3_2", "_1-3_2")]);
    let old = report(&listing, &job(V1_7, 2));
    assert_eq!(said(&old.decision), "3_2");
    assert!(codes(&old).contains(&"SL0616"), "{:?}", codes(&old));
    let new = report(&listing, &job(V1_8, 2));
    assert!(codes(&new).contains(&"SL0601"), "{:?}", codes(&new));
}

#[test]
fn scaling_out_selects_what_the_new_ranks_do_not_have() {
    let report = report(&listing([rank("3_2", "3_2"), rank("3_2", "3_2")]), &job(V1_7, 4));
    assert_eq!(said(&report.decision), "3_2");
    assert_eq!((report.saved, args(&report, "SL0616", "ranks")), (2, "2–3".to_owned()));
    assert!(codes(&report).contains(&"SL0608"));
}

#[test]
fn ranks_alone_may_load_different_steps_in_silence() {
    let job = Job { shared: false, ..job(V1_7, 2) };
    let report = report(&listing([rank("3_2 6_2", "6_2"), rank("3_2", "3_2")]), &job);
    assert_eq!(codes(&report), ["SL0615", "SL0614"]);
    assert_eq!(resumed(&report), "resume_training: llama_rank_0-3_2.ckpt");
}

#[test]
fn a_gap_and_an_extra_folder_are_told() {
    let mut folders = vec![rank("3_2", "3_2").folder(0), rank("3_2", "3_2").folder(2)];
    folders.push(shardlens::resume::Folder { name: "rank_old".to_owned(), ..Default::default() });
    let report = report(&Listing::new("ckpt", folders), &job(V1_7, 3));
    assert!(codes(&report).starts_with(&["SL0603", "SL0601"]), "{:?}", codes(&report));
    assert_eq!(args(&report, "SL0606", "ranks"), "1");
    assert_eq!(args(&report, "SL0607", "names"), "[rank_old]");
}

#[test]
fn thousands_of_ranks_fold_into_a_few_rows() {
    let ranks = (0..4096).map(|_| rank("3_2 6_2", "6_2"));
    let listing = cut_off(&listing(ranks), 77, "6_2");
    let report = report(&listing, &job(V1_7, 4096));
    let folded = report.matrix.folded();
    assert_eq!(folded.iter().map(|(ranks, _)| ranks.len()).collect::<Vec<_>>(), [4095, 1]);
    assert_eq!(folded[1].1, [Cell::Complete, Cell::Damaged(Health::Truncated)]);
}

#[test]
fn every_finding_fills_its_texts_in_both_languages() {
    use shardlens::check::Lang;
    let damaged = cut_off(&two(), 1, "6_2");
    let reports = [report(&damaged, &job(V1_3, 2)), report(&damaged, &job(V1_8, 4))];
    for finding in reports.iter().flat_map(|report| &report.findings) {
        for lang in [Lang::En, Lang::Zh] {
            let record = finding.render(lang);
            let text = [record.title, record.evidence, record.consequence, record.remedy].concat();
            assert!(!text.contains(['{', '}']), "{text}");
        }
    }
}
