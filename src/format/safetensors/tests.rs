use std::collections::BTreeMap;

use super::*;
use crate::format::{Entry, Fault, FaultKind, Header, NewEntry, Piece};
use crate::geometry::{DType, Shape};
use crate::source::{Bytes, Metered, Sparse};

/// A file of a JSON header and as many bytes of content.
fn file(json: &str, content: usize) -> Vec<u8> {
    let mut bytes = (json.len() as u64).to_le_bytes().to_vec();
    bytes.extend(json.as_bytes());
    bytes.resize(bytes.len() + content, 1);
    bytes
}

fn header(json: &str, content: usize) -> Header {
    read(&Bytes(file(json, content))).unwrap()
}

/// The one fault of a header.
fn fault(json: &str, content: usize) -> Fault {
    let header = header(json, content);
    let [fault] = header.faults.as_slice() else { panic!("{:?}", header.faults) };
    fault.clone()
}

fn names(header: &Header) -> Vec<&str> {
    header.entries.iter().map(|entry| entry.name.as_str()).collect()
}

fn shape(dims: &[u64]) -> Shape {
    Shape::new(dims.to_vec()).unwrap()
}

const B: &str = r#""b":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}"#;

#[test]
fn a_header_gives_names_types_shapes_and_places() {
    let json = format!(r#"{{"__metadata__":{{"format":"ms"}},{B}}}  "#);
    let header = header(&json, 8);
    let pieces = vec![Piece { offset: 8 + json.len() as u64, len: 8 }];
    let entry = Entry { name: "b".to_owned(), dtype: DType::F32, shape: shape(&[2]), pieces };
    assert_eq!((header.entries, header.faults), (vec![entry], vec![]));
    assert_eq!(header.metadata["format"], "ms");
}

#[test]
fn entries_may_be_in_any_order() {
    let json = format!(r#"{{"c":{{"dtype":"U8","shape":[],"data_offsets":[8,9]}},{B}}}"#);
    assert_eq!(names(&header(&json, 9)), ["b", "c"]);
}

#[test]
fn a_tensor_without_elements_is_one() {
    let json = format!(r#"{{"a":{{"dtype":"F32","shape":[0,4],"data_offsets":[0,0]}},{B}}}"#);
    let header = header(&json, 8);
    assert_eq!(names(&header), ["a", "b"]);
    assert!(header.entries[0].pieces.is_empty());
}

#[test]
fn a_repeated_name_is_a_fault_and_neither_counts() {
    let json = format!(r#"{{{B},"b":{{"dtype":"F32","shape":[2],"data_offsets":[8,16]}}}}"#);
    let header = header(&json, 16);
    assert!(header.entries.is_empty());
    assert!(header.faults.iter().all(|fault| fault.kind == FaultKind::Duplicate));
}

#[test]
fn holes_overlaps_and_trailing_bytes_are_faults() {
    let second =
        |offsets: &str| format!(r#"{{{B},"c":{{"dtype":"F32","shape":[2],"data_offsets":{offsets}}}}}"#);
    assert!(fault(&second("[16,24]"), 24).kind.to_string().contains("belong to no tensor"));
    assert_eq!(fault(&second("[4,12]"), 12).tensor.as_deref(), Some("c"));
    assert!(fault(&second("[8,16]"), 20).kind.to_string().contains("4 bytes after"));
    let reversed = fault(&second("[16,8]"), 8);
    assert!(reversed.kind.to_string().contains("before its start"), "{reversed}");
    assert!(matches!(fault(&second("[8,16]"), 12).kind, FaultKind::Truncated { wanted: 8, left: 4 }));
}

#[test]
fn a_size_that_is_not_shape_times_type_is_a_fault() {
    let kind = fault(r#"{"w":{"dtype":"F32","shape":[3],"data_offsets":[0,8]}}"#, 8).kind;
    assert_eq!(kind, FaultKind::LengthMismatch { found: 8, expected: 12 });
}

#[test]
fn an_unknown_type_is_the_fault_of_its_tensor_alone() {
    for name in ["F4", "F6_E2M3", "F6_E3M2", "F8_E8M0", "C64", "f32"] {
        let json = format!(r#"{{{B},"w":{{"dtype":"{name}","shape":[2],"data_offsets":[8,9]}}}}"#);
        let header = header(&json, 9);
        assert_eq!(names(&header), ["b"]);
        assert_eq!(header.faults[0].kind, FaultKind::UnknownDType(name.to_owned()));
    }
}

#[test]
fn a_broken_member_is_the_fault_of_its_tensor_alone() {
    let many = format!(r#"{{"dtype":"F32","shape":[{}1],"data_offsets":[8,12]}}"#, "1,".repeat(100));
    for info in [
        r#"{"dtype":"F32","shape":[-2,-1],"data_offsets":[8,16]}"#,
        r#"{"dtype":"F32","shape":[2]}"#,
        r#"{"dtype":"F32","dtype":"F32","shape":[2],"data_offsets":[8,16]}"#,
        r#"{"dtype":"F32","shape":[1e3],"data_offsets":[8,16]}"#,
        r#"{"dtype":"F32","shape":[4611686018427387904,4],"data_offsets":[8,8]}"#,
        r#"{"dtype":"F32","shape":[2],"data_offsets":[8,16,24]}"#,
        &many,
        "7",
    ] {
        let header = header(&format!(r#"{{{B},"w":{info}}}"#), if info == many { 12 } else { 8 });
        assert_eq!(names(&header), ["b"], "{info}");
        let [fault] = header.faults.as_slice() else { panic!("{info}: {:?}", header.faults) };
        assert_eq!(fault.tensor.as_deref(), Some("w"));
    }
}

#[test]
fn a_header_that_is_none_is_refused() {
    let refused = |bytes: &[u8]| read(&Bytes(bytes)).unwrap_err().kind;
    assert_eq!(refused(&[]), FaultKind::Empty);
    assert!(matches!(refused(&[1, 2, 3]), FaultKind::Truncated { wanted: 8, left: 3 }));
    assert!(matches!(refused(&file("x", 0)), FaultKind::Malformed(_)));
    assert!(matches!(refused(&file(" {}", 0)), FaultKind::Malformed(_)));
    assert!(matches!(refused(&file("{\"a\"", 0)), FaultKind::Malformed(_)));
    assert!(matches!(refused(&file("{}x", 0)), FaultKind::Malformed(_)));
    assert_eq!(refused(b"\x03\0\0\0\0\0\0\0{\xff}"), FaultKind::NotUtf8);
}

#[test]
fn a_header_length_beyond_limit_or_file_is_refused_unread() {
    let mut bytes = (1u64 << 62).to_le_bytes().to_vec();
    bytes.extend(b"{}");
    assert!(matches!(read(&Bytes(bytes)).unwrap_err().kind, FaultKind::OverLimit { limit: 100_000_000, .. }));
    let mut bytes = 99_999_999u64.to_le_bytes().to_vec();
    bytes.extend(b"{}");
    let source = Metered::new(Bytes(bytes));
    assert!(matches!(read(&source).unwrap_err().kind, FaultKind::Truncated { left: 2, .. }));
    assert_eq!(source.bytes_read(), 8);
}

#[test]
fn metadata_that_is_not_text_is_a_fault() {
    assert_eq!(fault(r#"{"__metadata__":{"a":1}}"#, 0).field, "__metadata__");
    assert_eq!(fault(r#"{"__metadata__":{"a":"1","a":"2"}}"#, 0).field, "__metadata__");
    assert_eq!(fault(r#"{"__metadata__":{"crc_num":"-1"}}"#, 0).field, "__metadata__.crc_num");
}

#[test]
fn metadata_of_a_tensors_name_marks_it_int4() {
    let json = r#"{"__metadata__":{"w":"Int4"},"w":{"dtype":"I8","shape":[2],"data_offsets":[0,2]}}"#;
    assert_eq!(header(json, 2).entries[0].dtype, DType::Int4);
}

#[test]
fn mindspores_checksum_is_checked_when_asked() {
    let crc = crc32fast::hash(b"b\x01\x01\x01\x01\x01\x01\x01\x01");
    let json = format!(r#"{{"__metadata__":{{"crc_num":"{crc}"}},{B}}}"#);
    let source = Bytes(file(&json, 8));
    let header = read(&source).unwrap();
    assert_eq!(header.crc, Some(crc));
    assert_eq!(verify_crc(&source, &header), Ok(true));
    let json = format!(r#"{{"__metadata__":{{"crc_num":"{}"}},{B}}}"#, crc ^ 1);
    let source = Bytes(file(&json, 8));
    assert!(verify_crc(&source, &read(&source).unwrap()).is_err());
}

fn new<'a>(name: &'a str, dtype: DType, dims: &[u64]) -> NewEntry<'a> {
    NewEntry { name, dtype, shape: Shape::new(dims.to_vec()).unwrap() }
}

#[test]
fn tensors_are_written_widest_type_first_then_by_name() {
    let entries = [
        new("z", DType::Bool, &[3]),
        new("b", DType::F16, &[2]),
        new("a", DType::F16, &[2]),
        new("i", DType::I64, &[]),
        new("f", DType::F32, &[1]),
    ];
    let layout = layout_file(&entries, &BTreeMap::new()).unwrap();
    assert_eq!(layout.headers[0].1.len() % 8, 0);
    let header = read(&layout.sparse()).unwrap();
    assert_eq!(names(&header), ["i", "f", "a", "b", "z"]);
    assert_eq!(header.entries[2].pieces, layout.pieces[2]);
    assert_eq!(header.metadata, BTreeMap::from([("format".to_owned(), "ms".to_owned())]));
}

#[test]
fn int4_is_stored_as_i8_and_marked() {
    let layout = layout_file(&[new("w", DType::Int4, &[3])], &BTreeMap::new()).unwrap();
    let json = String::from_utf8(layout.headers[0].1[8..].to_vec()).unwrap();
    assert!(json.contains(r#""w":"Int4""#) && json.contains(r#""dtype":"I8""#), "{json}");
    assert_eq!(read(&layout.sparse()).unwrap().entries[0].dtype, DType::Int4);
}

#[test]
fn what_the_format_cannot_hold_is_refused_by_name() {
    for entry in [
        new("note", DType::Str, &[4]),
        new("format", DType::F32, &[1]),
        new("__metadata__", DType::F32, &[1]),
    ] {
        let name = entry.name;
        assert_eq!(layout_file(&[entry], &BTreeMap::new()).unwrap_err().tensor.as_deref(), Some(name));
    }
}

#[test]
fn a_tensor_of_many_tebibytes_has_its_place() {
    let entries = [new("w", DType::F64, &[1 << 42]), new("v", DType::U8, &[1])];
    let layout = layout_file(&entries, &BTreeMap::new()).unwrap();
    let file: Sparse = layout.sparse();
    assert_eq!(read(&file).unwrap().entries[0].pieces, layout.pieces[0]);
}
