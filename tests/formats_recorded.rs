//! The format readers and writers against what MindSpore 2.10 read and wrote (`tests/cases`).

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may panic")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use shardlens::format::mindspore::strategy::{self, StrategyFile};
use shardlens::format::mindspore::{ckpt, group};
use shardlens::format::{Detected, Entry, Header, NewEntry, WeightFormat, detect, layout_file, safetensors};
use shardlens::geometry::DType;
use shardlens::layout::{StrategyBuilder, StrategyError};
use shardlens::source::{Bytes, ReadAt, read_vec};

/// Where we read something else than MindSpore does, on purpose. A case that is not listed must
/// agree, a listed one must not: the list cannot grow stale.
const DIFFERENCES: [(&str, &str); 11] = [
    ("hostile/ckpt_content_longer", "MindSpore drops the surplus in silence"),
    ("hostile/ckpt_content_shorter", "MindSpore fills up with zeros in silence"),
    ("hostile/ckpt_duplicate_param", "MindSpore takes the last in silence; which one is right is not known"),
    ("hostile/ckpt_maptensor", "MindSpore reads hash tables; nothing can cut them"),
    ("hostile/ckpt_missing_tag", "MindSpore reads a parameter named \"\""),
    ("hostile/ckpt_negative_dim", "MindSpore makes a tensor of shape (-2, 4)"),
    ("hostile/ckpt_no_tensor", "MindSpore reads a hash table without arrays"),
    ("hostile/ckpt_str_bad_codepoint", "contents are never read: text is copied byte by byte, as it is"),
    ("hostile/st_out_of_order_entries", "the format allows it; only MindSpore's own reader does not"),
    ("hostile/strategy_checkpoint_instead", "MindSpore finds no layouts in a checkpoint, and goes on"),
    (
        "hostile/strategy_duplicate_param",
        "MindSpore takes the last in silence; which one is right is not known",
    ),
];

fn cases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases")
}

/// All files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}

/// Every recorded case of an operation: its name below `tests/cases` and what was recorded.
fn recorded(operation: &str) -> Vec<(String, PathBuf, Value)> {
    let mut found = Vec::new();
    for path in files(&cases()) {
        if path.file_name().unwrap() != "case.json" {
            continue;
        }
        let case: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        if case["operation"] == operation {
            let folder = path.parent().unwrap();
            let name = folder.strip_prefix(cases()).unwrap().to_str().unwrap().to_owned();
            found.push((name, folder.to_owned(), case));
        }
    }
    assert!(!found.is_empty());
    found
}

/// Lists of stages have no order of their own.
fn sorted(mut value: Value) -> Value {
    for layout in value.as_object_mut().into_iter().flat_map(|object| object.values_mut()) {
        if let Some(Value::Array(stages)) = layout.get_mut(6) {
            stages.sort_by_key(Value::as_i64);
        }
    }
    value
}

/// Compares what we make of each case of an operation with what MindSpore made of it: both refuse,
/// or both give the same value, or the difference is listed.
fn compare(operation: &str, ours: impl Fn(&Path, &Value) -> Option<Value>) {
    for (name, folder, case) in recorded(operation) {
        let file = case["args"]["file"].as_str().unwrap();
        let theirs = (case["result"] == "ok").then(|| sorted(case["value"].clone()));
        let ours = ours(&folder.join(file), &case["args"]);
        let listed = DIFFERENCES.iter().any(|(listed, _)| *listed == name);
        assert_eq!(ours != theirs, listed, "{name}: ours {ours:?}, MindSpore's {theirs:?}");
    }
}

fn content(source: &dyn ReadAt, entry: &Entry) -> Vec<u8> {
    entry.pieces.iter().flat_map(|piece| read_vec(source, piece.offset, piece.len).unwrap()).collect()
}

/// A tensor as the cases record it.
fn value(source: &dyn ReadAt, entry: &Entry) -> Value {
    let content = content(source, entry);
    if entry.dtype == DType::Str {
        let points = content.chunks_exact(4).map(|point| u32::from_le_bytes(point.try_into().unwrap()));
        let text: String =
            points.filter(|&point| point != 0).map(|p| char::from_u32(p).unwrap_or('?')).collect();
        return json!({ "str": text });
    }
    let dtype = entry.dtype.mindspore_name().unwrap();
    let digest: String = Sha256::digest(&content).iter().map(|byte| format!("{byte:02x}")).collect();
    json!({ "dtype": dtype, "shape": entry.shape.dims(), "nbytes": content.len(), "sha256": digest })
}

#[test]
fn checkpoints_load_as_in_mindspore() {
    compare("load_checkpoint", |path, args| {
        let source = Bytes(fs::read(path).unwrap());
        let header = match path.extension().unwrap().to_str().unwrap() {
            "ckpt" => ckpt::read(&source),
            _ => safetensors::read(&source),
        };
        let header = header.ok().filter(|header| header.faults.is_empty())?;
        if args["crc_check"] == true && ckpt::verify_crc(&source).is_err() {
            return None;
        }
        let values = header.entries.iter().map(|entry| (entry.name.clone(), value(&source, entry)));
        Some(Value::Object(values.collect()))
    });
}

/// A strategy as `build_searched_strategy` gives it, except that the stages are in ascending order.
fn searched(file: &StrategyFile) -> Option<Value> {
    let mut parameters: BTreeMap<&str, BTreeMap<i64, Value>> = BTreeMap::new();
    for raw in &file.layouts {
        raw.to_layout().ok()?;
        let (stage, name) = raw.name.split_once('-').unwrap_or(("0", &raw.name));
        let map = raw.tensor_map.as_ref().unwrap();
        let nested = map.iter().any(|entry| entry.len() > 1);
        let map = if nested { json!(map) } else { json!(map.concat()) };
        let value = json!([raw.dev_matrix, map, [], raw.field, raw.opt_shard_step, raw.opt_shard_size]);
        parameters.entry(name).or_default().insert(stage.parse().unwrap(), value);
    }
    let values = parameters.into_iter().map(|(name, stages)| {
        let mut value = stages.values().next().unwrap().clone();
        value.as_array_mut().unwrap().push(json!(stages.keys().collect::<Vec<_>>()));
        (name.to_owned(), value)
    });
    Some(Value::Object(values.collect()))
}

#[test]
fn strategies_are_decoded_as_in_mindspore() {
    compare("build_searched_strategy", |path, _| {
        let file = strategy::read(&Bytes(fs::read(path).unwrap())).ok()?;
        if file.faults.is_empty() { searched(&file) } else { None }
    });
}

#[test]
fn group_files_are_decoded_as_in_mindspore() {
    compare("restore_group_info_list", |path, _| {
        Some(json!(group::read(&Bytes(fs::read(path).unwrap())).ok()?.restore_ranks))
    });
}

#[test]
fn layouts_that_crash_or_mislead_mindspore_are_refused() {
    for case in [
        "axis_out_of_range",
        "axis_used_twice",
        "dev_matrix_zero",
        "dev_matrix_huge",
        "opt_shard_no_free_axis",
        "opt_size_absurd",
        "opt_step_zero_size_set",
    ] {
        let path = cases().join("hostile").join(case).join("dst.ckpt");
        let file = strategy::read(&Bytes(fs::read(path).unwrap())).unwrap();
        assert!(file.layouts.iter().any(|layout| layout.to_layout().is_err()), "{case}");
    }
    let path = cases().join("hostile/dev_matrix_differs_between_params/dst.ckpt");
    let file = strategy::read(&Bytes(fs::read(path).unwrap())).unwrap();
    let mut builder = StrategyBuilder::default();
    let result =
        file.layouts.iter().try_for_each(|raw| builder.add(&raw.name, 0, raw.to_layout().unwrap(), None));
    assert!(matches!(result, Err(StrategyError::RanksDiffer { .. })));
}

/// Recorded files that are not hostile, outside the folders of broken ones and of decisions.
fn sound_files() -> Vec<(PathBuf, Vec<u8>)> {
    let broken = ["hostile/", "load_encrypted_ERROR/", "mindformers/README", "resume/"];
    let sound = files(&cases()).into_iter().filter(|path| {
        let path = path.strip_prefix(cases()).unwrap().to_str().unwrap();
        !broken.iter().any(|broken| path.starts_with(broken))
    });
    sound.map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}

#[test]
fn every_recorded_file_is_what_its_place_says() {
    let mut counts = BTreeMap::new();
    for (path, bytes) in sound_files() {
        let name = path.file_name().unwrap().to_str().unwrap();
        let in_rank = path.components().any(|part| part.as_os_str().to_str().unwrap().starts_with("rank_"));
        let detected = detect("no name", &Bytes(bytes));
        let kind = match &detected {
            Detected::Weights(header) if header.faults.is_empty() => header.format.extension(),
            Detected::Strategy(file) if file.faults.is_empty() && !in_rank => "strategy",
            Detected::Index(index) if index.faults.is_empty() && name == "param_name_map.json" => "index",
            Detected::Group(_) if name.ends_with(".pb") => "group",
            Detected::OtherJson
                if ["case", "expected", "reference", "meta"].iter().any(|n| name.starts_with(n)) =>
            {
                "json"
            }
            Detected::Text if [".md", ".yaml", "rank_7"].iter().any(|ending| name.ends_with(ending)) => {
                "text"
            }
            Detected::Empty => "empty",
            other => panic!("{}: {other:?}", path.display()),
        };
        *counts.entry(kind).or_insert(0) += 1;
    }
    for kind in ["ckpt", "safetensors", "strategy", "index", "group"] {
        assert!(counts.contains_key(kind), "{counts:?}");
    }
}

/// The file that our writer makes for the tensors of a header, contents included.
fn rewritten(format: WeightFormat, header: &Header, source: &dyn ReadAt) -> Vec<u8> {
    let mut entries = Vec::new();
    for Entry { name, dtype, shape, .. } in &header.entries {
        entries.push(NewEntry { name, dtype: *dtype, shape: shape.clone() });
    }
    let layout = layout_file(format, &entries).unwrap();
    let mut bytes = read_vec(&layout.sparse(), 0, layout.size).unwrap();
    for (entry, pieces) in header.entries.iter().zip(&layout.pieces) {
        let content = content(source, entry);
        let mut done = 0;
        for piece in pieces {
            let (at, len) = (usize::try_from(piece.offset).unwrap(), usize::try_from(piece.len).unwrap());
            bytes[at..at + len].copy_from_slice(&content[done..done + len]);
            done += len;
        }
        assert_eq!(done, content.len());
    }
    bytes
}

#[test]
fn our_writers_make_the_bytes_that_mindspore_wrote() {
    let mut same = BTreeMap::new();
    for (path, bytes) in sound_files() {
        let Detected::Weights(header) = detect("no name", &Bytes(bytes.clone())) else { continue };
        let by_hand = path.ends_with("load_dims_zero_is_scalar/src/a.ckpt");
        let one_record_each = header.entries.iter().all(|entry| entry.pieces.len() == 1);
        let plain = header.metadata.keys().all(|key| key == "format") && header.crc.is_none();
        // Split far below 512 MiB, or metadata that the library writes in random order.
        if by_hand || !one_record_each || !plain {
            continue;
        }
        let ours = rewritten(header.format, &header, &Bytes(bytes.clone()));
        assert!(ours == bytes, "{} differs", path.display());
        *same.entry(header.format).or_insert(0) += 1;
    }
    assert!(same[&WeightFormat::Ckpt] > 200 && same[&WeightFormat::Safetensors] > 20, "{same:?}");
}

#[test]
fn conversions_between_formats_give_mindspores_bytes() {
    for (operation, format) in
        [("ckpt_to_safetensors", WeightFormat::Safetensors), ("safetensors_to_ckpt", WeightFormat::Ckpt)]
    {
        for (name, folder, case) in recorded(operation) {
            let source = Bytes(fs::read(folder.join(case["args"]["src"].as_str().unwrap())).unwrap());
            let Detected::Weights(mut header) = detect("no name", &source) else { panic!("{name}") };
            let expected = fs::read(folder.join(format!("expected/a.{}", format.extension()))).unwrap();
            let Detected::Weights(theirs) = detect("no name", &Bytes(expected.clone())) else {
                panic!("{name}")
            };
            // The order of parameters in a checkpoint is the peer's accident.
            let place = |entry: &Entry| theirs.entries.iter().position(|other| other.name == entry.name);
            header.entries.sort_by_key(place);
            assert!(rewritten(format, &header, &source) == expected, "{name}");
        }
    }
}

#[test]
fn strategies_written_by_us_say_what_mindspores_say() {
    let mut checked = 0;
    for (path, bytes) in sound_files() {
        let Detected::Strategy(file) = detect("no name", &Bytes(bytes)) else { continue };
        let again = |bytes| {
            let mut again = strategy::read(&Bytes(bytes)).unwrap();
            again.layouts.iter_mut().zip(&file.layouts).for_each(|(new, old)| new.offset = old.offset);
            again
        };
        let protobuf = again(strategy::write_protobuf(&file));
        assert_eq!(protobuf.operators, file.operators, "{}", path.display());
        for (ours, theirs) in protobuf.layouts.iter().zip(&file.layouts) {
            let theirs = strategy::RawLayout { tensor_shape: None, ..theirs.clone() };
            assert_eq!(ours, &theirs, "{}", path.display());
        }
        checked += 1;
    }
    assert!(checked > 100, "{checked}");
}

/// From layouts back to the numbers of the file, of which many are MindSpore's front end's own.
#[test]
fn a_strategy_that_we_make_has_the_numbers_of_the_front_end() {
    let mut checked = BTreeSet::new();
    for (path, bytes) in sound_files() {
        let Detected::Strategy(file) = detect("no name", &Bytes(bytes)) else { continue };
        if file.layouts.iter().any(|layout| layout.name.contains('-')) {
            continue;
        }
        let mut builder = StrategyBuilder::default();
        for raw in &file.layouts {
            builder.add(&raw.name, 0, raw.to_layout().unwrap(), raw.tensor_shape.clone()).unwrap();
        }
        let made = strategy::from_strategy(&builder.build().unwrap(), Some(0)).unwrap();
        for (ours, theirs) in made.layouts.iter().zip(&file.layouts) {
            let mut theirs = strategy::RawLayout { offset: 0, ..theirs.clone() };
            // We say "all" where the files made by hand count all.
            if ours.opt_shard_size == -1 && theirs.opt_shard_size > 0 {
                assert_eq!(ours.to_layout().unwrap(), theirs.to_layout().unwrap());
                theirs.opt_shard_size = -1;
            }
            // MindSpore refuses an empty device matrix: we write [1].
            theirs.dev_matrix = theirs.dev_matrix.map(|sizes| if sizes.is_empty() { vec![1] } else { sizes });
            assert_eq!(ours, &theirs, "{}", path.display());
        }
        checked.insert(path);
    }
    assert!(checked.len() > 50, "{}", checked.len());
}
