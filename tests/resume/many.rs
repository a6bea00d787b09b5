//! Folders with thousands of names: what was quadratic took half a minute. How the time grows with
//! them, `benches/scaling.rs` tells of all but the last.

use std::sync::Arc;

use shardlens::format::WeightFormat;
use shardlens::layout::{Layout, Mesh, SplitRule, StrategyBuilder};
use shardlens::resume::Version::V1_7;
use shardlens::resume::{Folder, Job, Listing, Lists, Loaded, Monitor, Strategies, WeightFile, report, tft};

const MANY: u64 = 4000;

/// So many ranks with these names, and a `meta.json` that names the last.
fn listing(ranks: u64, names: impl Fn(u64) -> Vec<String>) -> Listing {
    let folder = |rank: u64| {
        let names = names(rank);
        let meta = names.last().map(|last| {
            let step = last.rsplit_once('-').unwrap().1.split_once('.').unwrap().0.split_once('_').unwrap();
            format!(r#"{{"last_epoch": {}, "last_step": {}, "last_ckpt_file": "{last}"}}"#, step.0, step.1)
        });
        let files = (0i64..).zip(&names).map(|(at, name)| WeightFile::whole(name, at)).collect();
        Folder {
            name: format!("rank_{rank}"),
            files,
            meta: meta.map(String::into_bytes),
            ..Folder::default()
        }
    };
    Listing::new("ckpt", (0..ranks).map(folder).collect())
}

fn job(ranks: u64) -> Job {
    Job::new(V1_7, ranks, WeightFormat::Ckpt)
}

fn steps(rank: u64) -> Vec<String> {
    (1..=MANY).map(|epoch| format!("llama_rank_{rank}-{epoch}_2.ckpt")).collect()
}

#[test]
fn thousands_of_steps_took_quadratic_time() {
    let listing = listing(2, steps);
    assert_eq!(report(&listing, &job(2)).works.len(), 4000);
}

#[test]
fn thousands_of_prefixes_took_quadratic_time() {
    let listing = listing(2, |rank| (0..MANY).map(|at| format!("p{at}x_rank_{rank}-3_2.ckpt")).collect());
    assert_eq!(report(&listing, &job(2)).works.len(), 4000);
}

#[test]
fn a_health_record_was_searched_for_each_step() {
    let items = (1..=MANY).map(|epoch| {
        let is_health = u8::from(epoch > 1);
        format!(r#"{{"is_health": {is_health}, "ckpt_name": "llama_rank_0-{epoch}_2.ckpt"}}"#)
    });
    let record = format!("[{}]", items.collect::<Vec<_>>().join(","));
    let monitored = Job { monitor: Some(Monitor { record: Some(record.into_bytes()) }), ..job(2) };
    let listing = listing(2, steps);
    let codes: Vec<&str> =
        report(&listing, &monitored).findings.iter().map(|finding| finding.kind.code).collect();
    assert!(codes.contains(&"SL0622"), "{codes:?}");
}

#[test]
fn ranks_that_all_list_something_else_took_quadratic_time() {
    let mut folders = listing(MANY, |rank| vec![format!("llama_rank_{rank}-3_2.ckpt")]).folders().to_vec();
    for (folder, at) in folders.iter_mut().zip(0u64..) {
        let own = |name: String, rows: u64| (name, vec![rows, 8]);
        let tensors = vec![own("model.layers.0.a.weight".to_owned(), at + 2), own(format!("own.{at}"), 2)];
        folder.files[0].lists = Some(Arc::new(Lists::new(tensors, Some(false))));
    }
    let listing = Listing::new("ckpt", folders);
    let codes: Vec<&str> =
        report(&listing, &job(MANY)).findings.iter().map(|finding| finding.kind.code).collect();
    assert!(codes.contains(&"SL0621"), "{codes:?}");
}

#[test]
fn with_fault_tolerance_all_tensors_were_sorted_for_each_rank() {
    let layout = Layout::new(Mesh::unnamed(&[MANY]).unwrap(), &[vec![0]], SplitRule::Exact).unwrap();
    let mut builder = StrategyBuilder::default();
    (0..MANY).for_each(|at| builder.add(&format!("w{at}"), 0, layout.clone(), None).unwrap());
    let strategy = builder.build().unwrap();
    let names: Vec<String> = (0..MANY).map(|rank| format!("rank_{rank}.ckpt")).collect();
    let strategies = Strategies { names: &names, strategy: &strategy };
    let listing = listing(MANY, |rank| vec![format!("llama_rank_{rank}-3_2.ckpt")]);
    let loaded = tft(&listing, &job(MANY), strategies);
    assert!(loaded.iter().all(|loaded| matches!(loaded, Loaded::File { is_other: false, .. })));
}
