use std::collections::BTreeMap;

use super::*;
use crate::format::{NewEntry, WeightFormat, layout_file};
use crate::geometry::{DType, Shape};
use crate::source::{Bytes, Metered, Sparse};

fn kind(path: &str, bytes: &[u8]) -> &'static str {
    match detect(path, &Bytes(bytes)) {
        Detected::Strategy(_) => "strategy",
        Detected::Group(_) => "group",
        Detected::Weights(header) => header.format.extension(),
        Detected::Index(_) => "index",
        Detected::OtherJson => "json",
        Detected::Text => "text",
        Detected::Empty => "empty",
        Detected::Unknown => "unknown",
        Detected::Broken { looked_like, .. } => match looked_like {
            None => "file",
            Some(FileKind::Strategy) => "strategy file",
            Some(FileKind::Group) => "group file",
            Some(FileKind::Ckpt) => "checkpoint",
            Some(FileKind::Safetensors) => "safetensors file",
            Some(FileKind::Index) => "index file",
        },
    }
}

fn weights(format: WeightFormat, dims: &[u64]) -> Sparse {
    let entry = NewEntry { name: "w", dtype: DType::F32, shape: Shape::new(dims.to_vec()).unwrap() };
    layout_file(format, &[entry]).unwrap().sparse()
}

fn bytes(source: &dyn ReadAt) -> Vec<u8> {
    read_vec(source, 0, source.len()).unwrap()
}

/// `{1: 2, 2: {1: "op", 2: {1: 0}}, 3: {1: "w", 2: {...}}}`.
const STRATEGY: &[u8] = b"\x08\x02\x12\x08\x0a\x02op\x12\x02\x08\x00\x1a\x19\x0a\x01w\x12\x14\x0a\x02\x08\x02\x12\x04\x08\x00\x08\x01\x1a\x00\"\x00(\x000\x008\x00";

/// `{1: {1: "g", 2: {1: 0, 1: 4}}, 2: {1: 0}}`.
const GROUP: &[u8] = b"\x0a\x09\x0a\x01g\x12\x04\x08\x00\x08\x04\x12\x02\x08\x00";

#[test]
fn a_checkpoint_named_as_a_strategy_is_a_checkpoint() {
    let ckpt = bytes(&weights(WeightFormat::Ckpt, &[4, 4]));
    assert_eq!(kind("strategy/ckpt_strategy_rank_0.ckpt", &ckpt), "ckpt");
}

#[test]
fn a_strategy_named_as_a_checkpoint_is_a_strategy() {
    assert_eq!(kind("rank_0/llama_rank_0-1_10.ckpt", STRATEGY), "strategy");
    assert_eq!(kind("a.safetensors", STRATEGY), "strategy");
}

#[test]
fn a_group_file_is_one_by_any_name() {
    assert_eq!(kind("ckpt_strategy_rank_0.ckpt", GROUP), "group");
    assert_eq!(kind("group_info.pb", b"\x12\x02\x08\x00"), "group");
}

#[test]
fn a_counter_of_the_wrong_kind_does_not_hide_a_strategy() {
    assert_eq!(kind("s.ckpt", &[b"\x0a\x02ab", &STRATEGY[2..]].concat()), "strategy");
    assert_eq!(kind("s.ckpt", &STRATEGY[2..]), "strategy");
    assert_eq!(kind("s.ckpt", &STRATEGY[12..]), "strategy");
}

#[test]
fn an_order_of_fields_that_protobuf_allows_does_not_hide_a_checkpoint() {
    // A tensor before its tag; packed dims.
    assert_eq!(kind("s", b"\x0a\x14\x12\x0f\x0a\x02\x01\x02\x12\x05UInt8\x1a\x02ab\x0a\x01w"), "ckpt");
}

#[test]
fn safetensors_are_known_by_their_header() {
    assert_eq!(kind("x", &bytes(&weights(WeightFormat::Safetensors, &[2]))), "safetensors");
    assert_eq!(kind("x", b"\x05\0\0\0\0\0\0\0{\"a\""), "safetensors file");
}

#[test]
fn json_is_known_by_its_first_key() {
    assert_eq!(kind("a.txt", br#" {"current_stage":2,"parallel_layout_item":{}}"#), "strategy");
    assert_eq!(kind("a.json", br#"{"metadata": {"total_size": 1}, "weight_map": {"w": "a"}}"#), "index");
    assert_eq!(kind("a.json", br#"{"w": "part0.safetensors"}"#), "index");
    assert_eq!(kind("a.json", br#"{"metadata": {"total_size": 1}, "other": 3}"#), "json");
    assert_eq!(kind("a.json", br#"{"hidden_size": 4096}"#), "json");
    assert_eq!(kind("a.json", br#"{"a": "#), "json");
    assert_eq!(kind("a.json", b"[1, 2]"), "json");
    assert_eq!(kind("param_name_map.json", br#"{"w": 1}"#), "index file");
    assert_eq!(kind("ckpt_strategy_rank_0.json", br#"{"parallel": 1}"#), "strategy file");
    assert_eq!(kind("s.json", br#"{"current_stage":2,"parallel_layout_item":"#), "strategy file");
}

#[test]
fn other_files_are_told_apart() {
    assert_eq!(kind("a.ckpt", b""), "empty");
    assert_eq!(kind("a.ckpt", b"not a strategy\n"), "text");
    assert_eq!(kind("meta", "中文".as_bytes()), "text");
    assert_eq!(kind("model.pt", b"PK\x03\x04\x14\0\0\0"), "unknown");
    assert_eq!(kind("a.ckpt", b"\xd9\x5e\x3a\x7f\0\0"), "checkpoint");
    assert_eq!(kind("a.ckpt", b"crc_num\0\0\0\0\0\0\0\0\0\0"), "checkpoint");
    assert_eq!(kind("a.ckpt", b"\xff\xff\xff\xff"), "checkpoint");
    assert_eq!(kind("a.safetensors", b"\xff\xff\xff\xff\xff\xff\xff\xff{}"), "safetensors file");
    assert_eq!(kind("src_strategy.ckpt", b"\xff\xff\xff\xff"), "strategy file");
}

#[test]
fn a_character_cut_by_the_head_is_text() {
    let text = "a".to_owned() + &"中".repeat(400);
    assert_eq!(kind("notes", text.as_bytes()), "text");
}

#[test]
fn detection_reads_little_more_than_the_reader() {
    for format in [WeightFormat::Ckpt, WeightFormat::Safetensors] {
        let source = Metered::new(weights(format, &[1 << 20, 1 << 12]));
        assert!(matches!(detect("w", &source), Detected::Weights(_)));
        assert!(source.bytes_read() < 2048, "{}", source.bytes_read());
    }
    let mut tokenizer = br#"{"version": "1.0", "vocab": ""#.to_vec();
    tokenizer.resize(1 << 20, b'a');
    let source = Metered::new(Bytes(tokenizer));
    assert_eq!(detect("tokenizer.json", &source), Detected::OtherJson);
    assert!(source.bytes_read() <= HEAD);
}

#[test]
fn equal_headers_have_equal_fingerprints_and_others_do_not() {
    let header = |dims: &[u64]| match detect("w", &weights(WeightFormat::Ckpt, dims)) {
        Detected::Weights(header) => header,
        other => panic!("{other:?}"),
    };
    let (a, b) = (header(&[2, 3]), header(&[3, 2]));
    assert_eq!(a.fingerprint(100), header(&[2, 3]).fingerprint(100));
    assert_ne!(a.fingerprint(100), b.fingerprint(100));
    assert_ne!(a.fingerprint(100), a.fingerprint(101));
    assert_eq!(a.metadata, BTreeMap::new());
    assert_eq!(a.fingerprint(100).len(), 32);
}
