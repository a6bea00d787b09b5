//! Recorded operations on strategies alone: merging, and which ranks hold the same slice.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use shardlens::catalog::{strategy, survey};
use shardlens::check::{Finding, Side};
use shardlens::format::mindspore::strategy::{RawLayout, from_strategy, read, write_json, write_protobuf};
use shardlens::layout::{Layout, Strategy};
use shardlens::native::walk;
use shardlens::source::{Bytes, FileSource};

use crate::case::{self, Case};
use crate::command;

fn open(path: &Path) -> strategy::Found {
    strategy::open(&survey(walk(path).unwrap().files), Side::Source)
}

fn strategy_of(path: &Path) -> Strategy {
    let found = open(path);
    let errors: Vec<&Finding> = found.findings.iter().filter(|finding| finding.is_error()).collect();
    assert!(errors.is_empty(), "{}: {errors:?}", path.display());
    found.strategy.unwrap()
}

/// (tensor, stage) → layout and declared lengths: what a strategy says, in no order.
type Said<'a> = BTreeMap<(&'a str, u32), (&'a Layout, Option<&'a [u64]>)>;

fn said(strategy: &Strategy) -> Said<'_> {
    let places = strategy.tensors().flat_map(|(name, places)| places.iter().map(move |place| (name, place)));
    places
        .map(|(name, place)| {
            let layout = strategy.layout(place.layout).unwrap();
            ((name, place.stage), (layout, place.declared.as_deref()))
        })
        .collect()
}

fn named(name: &str) -> Case {
    case::all().into_iter().find(|case| case.name == name).unwrap()
}

/// What a merged file says of each parameter, the place in the file aside.
fn raw(file: &dyn shardlens::source::ReadAt) -> BTreeMap<String, RawLayout> {
    let layouts = read(file).unwrap().layouts.into_iter();
    layouts.map(|raw| (raw.name.clone(), RawLayout { offset: 0, ..raw })).collect()
}

#[test]
fn a_folder_of_stages_says_what_their_merged_file_says() {
    let mut compared = 0;
    for case in case::all() {
        for side in ["src", "dst"] {
            let stages = case.dir.join(format!("{side}_strategy_stages"));
            let merged = case.path(&format!("{side}_strategy"));
            // Without the file of one stage the merged one was broken on purpose.
            let Some(merged) =
                merged.filter(|_| stages.exists() && case.name != "merged_stage_missing_ERROR")
            else {
                continue;
            };
            assert_eq!(said(&strategy_of(&stages)), said(&strategy_of(&merged)), "{}", case.name);
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared}");
}

#[test]
fn a_merged_file_says_what_mindspores_says() {
    let case = named("merge_pp2_all_ranks");
    let merged = from_strategy(&strategy_of(&case.dir.join("stages")), None).unwrap();
    let recorded = FileSource::new(&case.dir.join("expected/merged.ckpt")).unwrap();
    assert_eq!(raw(&Bytes(write_protobuf(&merged))), raw(&recorded));
    let case = named("merge_pp4_json");
    let merged = from_strategy(&strategy_of(&case.dir.join("stages")), None).unwrap();
    let recorded = FileSource::new(&case.dir.join("expected/merged.json")).unwrap();
    assert_eq!(raw(&Bytes(write_json(&merged))), raw(&recorded));
}

#[test]
fn the_command_merges_as_mindspore_does() {
    let scratch = tempfile::tempdir().unwrap();
    for (name, file) in [("merge_pp2_all_ranks", "merged.ckpt"), ("merge_pp4_json", "merged.json")] {
        let case = named(name);
        let merged = scratch.path().join(file);
        assert_eq!(command::merge(&case.dir.join("stages"), &merged), Some(0));
        let recorded = case.dir.join("expected").join(file);
        let [merged, recorded] = [merged, recorded].map(|path| FileSource::new(&path).unwrap());
        assert_eq!(raw(&merged), raw(&recorded), "{name}");
    }
    let mixed = named("merge_mixed_ERROR").dir.join("stages");
    assert_eq!(command::merge(&mixed, &scratch.path().join("mixed.ckpt")), Some(1));
}

#[test]
fn protobuf_and_json_in_one_folder_are_not_merged() {
    let found = open(&named("merge_mixed_ERROR").dir.join("stages"));
    assert!(found.findings.iter().any(|finding| finding.kind.code == "SL0307"));
}

/// Per tensor the groups of ranks that hold equal slices.
type Groups = BTreeMap<String, BTreeSet<Vec<u64>>>;

fn groups(strategy: &Strategy) -> Groups {
    let of = |layout: &Layout| (0..layout.shards()).map(|shard| layout.ranks_of(shard)).collect();
    let tensors = strategy.tensors();
    tensors.map(|(name, places)| (name.to_owned(), of(strategy.layout(places[0].layout).unwrap()))).collect()
}

#[test]
fn ranks_with_equal_slices_are_those_that_mindspore_names() {
    let case = named("redundancy_dp2mp4_opt");
    let recorded: Groups = serde_json::from_value(case.value["redundancy"].clone()).unwrap();
    assert_eq!(groups(&strategy_of(&case.path("file").unwrap())), recorded);
}

#[test]
fn ranks_with_equal_slices_are_found_where_mindspore_finds_none() {
    // MindSpore's map comes out empty for an optimizer split over the inner axis.
    let inner = groups(&strategy_of(&named("redundancy_opt_inner_axis").path("file").unwrap()));
    let each_its_own: BTreeSet<Vec<u64>> = (0..8).map(|rank| vec![rank]).collect();
    assert!(inner.values().all(|groups| *groups == each_its_own), "{inner:?}");
    // MindSpore stops at a scalar.
    let scalar = groups(&strategy_of(&named("redundancy_scalar_layout").path("file").unwrap()));
    assert_eq!(scalar["s"], BTreeSet::from([vec![0, 1, 2, 3]]));
    assert_eq!(scalar["w"], BTreeSet::from([vec![0, 2], vec![1, 3]]));
}
