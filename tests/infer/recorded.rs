//! Every recorded sliced checkpoint, source or target, with its strategy hidden.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use shardlens::catalog::{Checkpoint, Cut, assemble, strategy, survey};
use shardlens::check::Side;
use shardlens::geometry::DType;
use shardlens::infer::infer;
use shardlens::layout::Strategy;
use shardlens::native::walk;

use crate::outcomes::OUTCOMES;
use crate::truth::{Outcome, Tensor, checkpoint, outcome};

/// A checkpoint and its strategy.
type Recorded = (Checkpoint, Strategy);

fn open(dir: &Path, names: &[&str]) -> Option<Strategy> {
    let path = names.iter().map(|name| dir.join(name)).find(|path| path.exists())?;
    strategy::open(&survey(walk(&path).unwrap().files), Side::Source).strategy
}

/// The source of a case, if it is sliced.
fn source(dir: &Path) -> Option<Recorded> {
    let names = ["src_strategy_merged.ckpt", "src_strategy.ckpt", "src_strategy.json"];
    let strategy = open(dir, &names)?;
    let pile = survey(walk(&dir.join("src")).ok()?.files);
    Some((assemble(&pile, Cut::By(&strategy), Side::Source).checkpoint?, strategy))
}

/// What MindSpore wrote in a case, if it is sliced.
fn target(dir: &Path) -> Option<Recorded> {
    let names = ["dst_strategy_merged.ckpt", "dst_strategy.ckpt", "dst_strategy.json"];
    let strategy = open(dir, &names)?;
    let files: Value = serde_json::from_str(&fs::read_to_string(dir.join("expected.json")).ok()?).unwrap();
    let mut ranks: BTreeMap<u64, Vec<Tensor>> = BTreeMap::new();
    for file in files.as_array()? {
        let folder = file["file"].as_str()?.split('/').find_map(|part| part.strip_prefix("rank_"))?;
        ranks.insert(folder.parse().ok()?, file["tensors"].as_array()?.iter().map(tensor).collect());
    }
    let all = ranks.keys().copied().eq(0..strategy.ranks());
    all.then(|| (checkpoint(ranks.into_values().collect()), strategy))
}

fn tensor(row: &Value) -> Tensor {
    let dims = row[2].as_array().unwrap().iter().map(|len| len.as_u64().unwrap()).collect();
    (row[0].as_str().unwrap().to_owned(), DType::from_mindspore(row[1].as_str().unwrap()).unwrap(), dims)
}

fn outcomes() -> BTreeMap<String, Outcome> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let dirs: Vec<PathBuf> = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).collect();
    let mut outcomes = BTreeMap::new();
    for dir in dirs {
        for (what, recorded) in [("source", source(&dir)), ("target", target(&dir))] {
            let Some((checkpoint, strategy)) = recorded.filter(|(_, strategy)| strategy.ranks() > 1) else {
                continue;
            };
            let name = format!("{}/{what}", dir.file_name().unwrap().to_str().unwrap());
            outcomes.insert(name, outcome(&checkpoint, &strategy));
        }
    }
    outcomes
}

#[test]
fn every_recorded_checkpoint_comes_out_as_listed() {
    let found = outcomes();
    let mut complaints = Vec::new();
    for (case, outcome) in &found {
        match OUTCOMES.iter().find(|(name, ..)| name == case) {
            None => complaints.push(format!("{case}: {outcome:?} is not listed")),
            Some((_, listed, _)) if !listed.is(outcome) => {
                complaints.push(format!("{case}: {outcome:?}, listed is {listed:?}"));
            }
            Some(_) => {}
        }
    }
    let gone = OUTCOMES.iter().filter(|(name, ..)| !found.contains_key(*name));
    complaints.extend(gone.map(|(name, ..)| format!("{name}: no such checkpoint")));
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
    assert!(found.len() > 80, "{} checkpoints", found.len());
}

/// Tensors of as many dimensions were once one group, of which the first one's slice was told.
#[test]
fn every_tensor_of_stages_of_one_rank_is_told_with_its_own_slice() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let (checkpoint, _) = source(&root.join("dp1mp1pp4_to_full")).unwrap();
    let found = infer(&checkpoint).unwrap();
    let mut shapes = std::collections::BTreeSet::new();
    for file in &checkpoint.files {
        let stage = u32::try_from(file.rank).unwrap();
        for entry in &checkpoint.tables[file.table].entries {
            let Some(group) = found.group(&entry.name, stage) else { continue };
            assert_eq!(group.slice, entry.shape.dims(), "{}", entry.name);
            shapes.insert(group.slice.clone());
        }
    }
    assert!(shapes.len() > found.groups.iter().map(|group| group.slice.len()).max().unwrap(), "{shapes:?}");
}
