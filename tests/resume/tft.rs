//! Folders on which MindFormers 1.6.0, 1.7.0 and 2.1.0, with MindSpore 2.10.0, was asked what each rank loads
//! where `MS_ENABLE_TFT` is on (`tests/cases/resume/record_tft.py`).

use serde::Deserialize;
use shardlens::format::WeightFormat;
use shardlens::layout::{Layout, Mesh, OptShard, SplitRule, Strategy, StrategyBuilder};
use shardlens::resume::{Folder, Job, Listing, Loaded, Strategies, Version, WeightFile, tft};

#[derive(Deserialize)]
struct Case {
    name: String,
    dp: u64,
    mp: u64,
    pp: u32,
    shard: bool,
    strategies: Vec<u64>,
    world_size: u64,
    format: WeightFormat,
    folders: Vec<CaseFolder>,
    /// Versions, and what each rank does.
    outcomes: Vec<(Vec<String>, Vec<String>)>,
}

#[derive(Deserialize)]
struct CaseFolder {
    name: String,
    files: Vec<(String, i64)>,
}

impl Case {
    fn listing(&self) -> Listing {
        let folder = |folder: &CaseFolder| {
            let files = folder.files.iter().map(|(name, modified)| WeightFile::whole(name, *modified));
            Folder { name: folder.name.clone(), files: files.collect(), ..Folder::default() }
        };
        Listing::new("{root}", self.folders.iter().map(folder).collect())
    }

    fn strategy(&self) -> Strategy {
        let mut builder = StrategyBuilder::default();
        let mesh = Mesh::unnamed(&[self.dp, self.mp]).unwrap();
        let layout = |dims: &[Vec<usize>]| Layout::new(mesh.clone(), dims, SplitRule::Exact).unwrap();
        for stage in 0..self.pp {
            let cut = layout(&[vec![1], vec![]]);
            let cut = if self.shard { cut.with_optimizer(OptShard::All).unwrap() } else { cut };
            builder.add(&format!("layers.{stage}.w"), stage, cut, None).unwrap();
            builder.add(&format!("layers.{stage}.norm"), stage, layout(&[vec![]]), None).unwrap();
        }
        builder.build().unwrap()
    }
}

fn said(loaded: &Loaded, rank: u64) -> String {
    match loaded {
        Loaded::File { folder, name, .. } => format!("file rank_{folder}/{name}"),
        Loaded::NoStrategy => format!("error  rank {rank} src_strategy is not exist"),
        Loaded::NoFile => "none".to_owned(),
        Loaded::Stops(error) => format!("error {error}"),
    }
}

fn cases() -> Vec<Case> {
    serde_json::from_str(include_str!("../cases/resume/tft.json")).unwrap()
}

fn loaded(case: &Case, version: Version) -> Vec<Loaded> {
    let names: Vec<String> =
        case.strategies.iter().map(|rank| format!("ckpt_strategy_rank_{rank}.ckpt")).collect();
    let strategy = case.strategy();
    let job = Job::new(version, case.world_size, case.format);
    tft(&case.listing(), &job, Strategies { names: &names, strategy: &strategy })
}

#[test]
fn every_rank_loads_what_mindformers_loaded() {
    let (mut wrong, mut asked) = (Vec::new(), 0);
    for case in cases() {
        for (versions, recorded) in &case.outcomes {
            for version in versions {
                let version = match version.as_str() {
                    "1.5" => Version::V1_5,
                    "1.7" => Version::V1_7,
                    _ => Version::V1_8,
                };
                let ours = loaded(&case, version);
                let ours: Vec<String> =
                    ours.iter().zip(0..).map(|(loaded, rank)| said(loaded, rank)).collect();
                asked += 1;
                if ours != *recorded {
                    wrong.push(format!(
                        "{} ({version})\n  recorded {recorded:?}\n  ours     {ours:?}",
                        case.name
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(asked, 29 * 3);
}

#[test]
fn a_rank_takes_the_file_of_a_number_that_begins_with_its_own() {
    let case = cases().into_iter().find(|case| case.name == "twelve ranks, rank 10 wrote last").unwrap();
    let others: Vec<usize> = loaded(&case, Version::V1_7)
        .iter()
        .enumerate()
        .filter(|(_, loaded)| matches!(loaded, Loaded::File { is_other: true, .. }))
        .map(|(rank, _)| rank)
        .collect();
    assert_eq!(others, [1]);
}
