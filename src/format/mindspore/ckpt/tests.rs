use super::*;
use crate::format::{Entry, Fault, FaultKind, Header, NewEntry, Piece};
use crate::geometry::{DType, Shape};
use crate::source::{Bytes, Metered, ReadAt};

/// A length-delimited field.
fn field(number: u8, content: &[u8]) -> Vec<u8> {
    let mut bytes = vec![number << 3 | 2];
    prost::encoding::encode_varint(content.len() as u64, &mut bytes);
    bytes.extend(content);
    bytes
}

/// A record as MindSpore writes it.
fn record(name: &str, dims: &[i64], type_name: &str, content: &[u8]) -> Vec<u8> {
    let mut tensor = Vec::new();
    for &dim in dims {
        tensor.push(0x08);
        prost::encoding::encode_varint(dim.cast_unsigned(), &mut tensor);
    }
    tensor.extend(field(2, type_name.as_bytes()));
    tensor.extend(field(3, content));
    field(1, &[field(1, name.as_bytes()), field(2, &tensor)].concat())
}

fn header(records: &[Vec<u8>]) -> Header {
    read(&Bytes(records.concat())).unwrap()
}

/// The one fault of a file that also holds a good tensor `b`, which must not be lost.
fn fault_beside_b(bad: &[Vec<u8>]) -> Fault {
    let header = header(&[&[record("b", &[2], "Float16", &[0; 4])], bad].concat());
    assert_eq!(header.entries.iter().map(|entry| entry.name.as_str()).collect::<Vec<_>>(), ["b"]);
    let [fault] = header.faults.as_slice() else { panic!("{:?}", header.faults) };
    fault.clone()
}

fn shape(dims: &[u64]) -> Shape {
    Shape::new(dims.to_vec()).unwrap()
}

#[test]
fn a_record_gives_name_type_shape_and_place() {
    // As MindSpore 2.10 writes a parameter `m` of shape (2, 3) and type float16.
    let bytes = b"\x0a\x20\x0a\x01m\x12\x1b\x08\x02\x08\x03\x12\x07Float16\x1a\x0c\0<\0<\0<\0<\0<\0<";
    let header = read(&Bytes(bytes)).unwrap();
    let pieces = vec![Piece { offset: 22, len: 12 }];
    let entry = Entry { name: "m".to_owned(), dtype: DType::F16, shape: shape(&[2, 3]), pieces };
    assert_eq!((header.entries, header.faults), (vec![entry], vec![]));
}

#[test]
fn consecutive_records_of_one_name_are_one_tensor() {
    let pieces = [record("w", &[3], "Float32", &[1; 5]), record("w", &[3], "Float32", &[2; 7])];
    let header = header(&pieces);
    assert_eq!(header.entries[0].pieces.iter().map(|piece| piece.len).collect::<Vec<_>>(), [5, 7]);
}

#[test]
fn pieces_that_disagree_are_a_fault() {
    let pieces = [record("w", &[3], "Float32", &[1; 6]), record("w", &[4], "Float32", &[2; 6])];
    assert!(matches!(fault_beside_b(&pieces).kind, FaultKind::Malformed(_)));
}

#[test]
fn a_name_that_comes_again_later_is_a_fault_and_neither_counts() {
    let w = record("w", &[1], "Int8", &[1]);
    let header = header(&[w.clone(), record("b", &[1], "Int8", &[1]), w]);
    assert_eq!(header.entries.len(), 1);
    assert_eq!(header.faults[0].kind, FaultKind::Duplicate);
    assert_eq!(header.faults[0].tensor.as_deref(), Some("w"));
}

#[test]
fn content_of_another_length_than_the_shape_is_a_fault() {
    for found in [64, 256] {
        let content = vec![0; usize::try_from(found).unwrap()];
        let fault = fault_beside_b(&[record("w", &[8, 4], "Float32", &content)]);
        assert_eq!(fault.kind, FaultKind::LengthMismatch { found, expected: 128 });
        assert_eq!(fault.field, "Checkpoint.value[1].tensor");
    }
}

#[test]
fn dims_0_is_a_scalar() {
    assert_eq!(header(&[record("s", &[0], "Float32", &[0; 4])]).entries[0].shape, Shape::scalar());
}

#[test]
fn a_zero_in_several_dims_is_a_tensor_without_elements() {
    let header = header(&[record("z", &[0, 4], "Float32", &[])]);
    assert_eq!((&header.entries[0].shape, header.entries[0].pieces.len()), (&shape(&[0, 4]), 0));
}

#[test]
fn text_has_as_many_elements_as_code_points() {
    let header = header(&[record("note", &[0], "str", &[0x41, 0, 0, 0, 0xe9, 0, 0, 0])]);
    assert_eq!((header.entries[0].dtype, &header.entries[0].shape), (DType::Str, &shape(&[2])));
}

#[test]
fn text_that_is_no_utf_32_is_a_fault() {
    assert!(matches!(fault_beside_b(&[record("t", &[0], "str", &[1, 2, 3])]).kind, FaultKind::Malformed(_)));
    assert!(matches!(fault_beside_b(&[record("t", &[0], "str", &[])]).kind, FaultKind::Malformed(_)));
}

#[test]
fn dims_that_are_no_shape_are_faults() {
    for dims in [&[-2, 4][..], &[1 << 62, 4], &[i64::MAX, i64::MAX], &[1; 65]] {
        let fault = fault_beside_b(&[record("w", dims, "Float32", &[0; 32])]);
        assert!(matches!(fault.kind, FaultKind::Malformed(_)), "{fault}");
        assert_eq!(fault.tensor.as_deref(), Some("w"));
    }
}

#[test]
fn an_unknown_type_is_told_by_name() {
    let fault = fault_beside_b(&[record("w", &[1], "Float8", &[0])]);
    assert_eq!(fault.kind, FaultKind::UnknownDType("Float8".to_owned()));
}

#[test]
fn a_map_parameter_is_told_once() {
    let value = field(1, &[field(1, b"table"), field(3, &[])].concat());
    assert!(matches!(fault_beside_b(&[value.clone(), value]).kind, FaultKind::Unsupported(_)));
}

#[test]
fn records_without_name_tensor_or_type_are_faults() {
    let no_name = field(1, &field(2, &[field(2, b"Int8"), field(3, &[1])].concat()));
    assert!(matches!(fault_beside_b(&[no_name]).kind, FaultKind::Malformed(_)));
    let no_tensor = field(1, &field(1, b"w"));
    assert_eq!(fault_beside_b(&[no_tensor]).tensor.as_deref(), Some("w"));
    let no_type = field(1, &[field(1, b"w"), field(2, &field(3, &[1]))].concat());
    assert_eq!(fault_beside_b(&[no_type]).tensor.as_deref(), Some("w"));
    let not_utf8 = field(1, &[field(1, &[0xff, 0xfe]), field(2, &field(3, &[1]))].concat());
    assert_eq!(fault_beside_b(&[not_utf8]).kind, FaultKind::NotUtf8);
}

#[test]
fn a_file_cut_inside_a_tensor_names_it() {
    let mut bytes = [record("b", &[2], "Float16", &[0; 4]), record("w", &[8], "Int8", &[7; 8])].concat();
    bytes.truncate(bytes.len() - 3);
    let header = read(&Bytes(bytes)).unwrap();
    assert_eq!(header.entries.len(), 1);
    assert_eq!(header.faults[0].tensor.as_deref(), Some("w"));
    assert!(matches!(header.faults[0].kind, FaultKind::Truncated { .. }));
}

#[test]
fn an_encrypted_file_is_told_as_such() {
    let fault = read(&Bytes(b"\xd8\x5e\x3a\x7f\0\0\0\0")).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Encrypted("AES-GCM"));
}

#[test]
fn a_checksum_is_stripped_and_checked_when_asked() {
    let mut bytes = record("w", &[2], "Float16", &[1, 2, 3, 4]);
    let crc = crc32fast::hash(&bytes);
    bytes.extend(b"crc_num\0\0\0\0\0\0");
    bytes.extend(crc.to_be_bytes());
    let source = Bytes(bytes.clone());
    let header = read(&source).unwrap();
    assert_eq!((header.entries.len(), header.crc, header.faults), (1, Some(crc), vec![]));
    assert_eq!(verify_crc(&source), Ok(true));
    bytes[20] ^= 1;
    let fault = verify_crc(&Bytes(bytes)).unwrap_err();
    assert!(matches!(fault.kind, FaultKind::Checksum { expected, .. } if expected == crc));
}

#[test]
fn a_name_without_end_is_not_read() {
    let mut value = field(1, &vec![b'a'; 1 << 20]);
    value.extend(field(2, &[]));
    let source = Metered::new(Bytes(field(1, &value)));
    let header = read(&source).unwrap();
    assert!(matches!(header.faults[0].kind, FaultKind::OverLimit { limit: MAX_RECORD_HEADER, .. }));
    assert!(source.bytes_read() < MAX_RECORD_HEADER);
}

#[test]
fn an_endless_row_of_unknown_fields_is_given_up() {
    let header = read(&Bytes([record("b", &[1], "Int8", &[1]), [0x10, 1].repeat(5000)].concat())).unwrap();
    assert!(matches!(header.faults[0].kind, FaultKind::OverLimit { .. }));
}

/// Names and shapes of a llama checkpoint with Adam: 8 slices of 4 GiB, as the page must open them.
fn llama(layers: usize) -> Vec<(String, Shape)> {
    let mut tensors = vec![("model.tok_embeddings.embedding_weight".to_owned(), shape(&[4000, 4096]))];
    for layer in 0..layers {
        for part in ["attention.wq", "attention.wk", "attention.wv", "attention.wo", "feed_forward.w1"] {
            tensors.push((format!("model.layers.{layer}.{part}.weight"), shape(&[512, 4096])));
        }
        tensors.push((format!("model.layers.{layer}.attention_norm.weight"), shape(&[4096])));
    }
    let states = ["", "adam_m.", "adam_v."].into_iter();
    let state = |state: &str| {
        tensors.iter().map(|(name, shape)| (format!("{state}{name}"), shape.clone())).collect::<Vec<_>>()
    };
    states.flat_map(state).collect()
}

#[test]
fn a_large_file_opens_with_little_more_than_its_headers_read() {
    let tensors = llama(80);
    let entries: Vec<NewEntry<'_>> = tensors
        .iter()
        .map(|(name, shape)| NewEntry { name, dtype: DType::F32, shape: shape.clone() })
        .collect();
    let layout = layout_file(&entries).unwrap();
    let headers: u64 = layout.headers.iter().map(|(_, bytes)| bytes.len() as u64).sum();
    let source = Metered::new(layout.sparse());
    assert!(source.len() > 4 << 30);
    let header = read(&source).unwrap();
    assert_eq!((header.entries.len(), header.faults), (entries.len(), vec![]));
    assert!(source.bytes_read() < headers + (64 << 10), "{} for {headers}", source.bytes_read());
}

#[test]
fn a_tensor_of_a_tebibyte_is_written_in_pieces() {
    let entry = NewEntry { name: "w", dtype: DType::F16, shape: shape(&[1 << 20, (1 << 19) + 3]) };
    let layout = layout_file(&[entry]).unwrap();
    assert_eq!(layout.pieces[0].len(), 2049);
    assert_eq!(layout.pieces[0][0].len, 536_870_912);
    let header = read(&layout.sparse()).unwrap();
    assert_eq!(header.entries[0].pieces, layout.pieces[0]);
    assert_eq!(header.entries[0].shape, shape(&[1 << 20, (1 << 19) + 3]));
}

#[test]
fn what_mindspore_would_misread_is_not_written() {
    let refused = |name, dtype, dims: &[u64]| {
        let fault = layout_file(&[NewEntry { name, dtype, shape: shape(dims) }]).unwrap_err();
        assert_eq!(fault.tensor.as_deref(), Some(name));
    };
    refused("empty", DType::F32, &[0]);
    refused("text", DType::Str, &[0]);
    refused("text", DType::Str, &[]);
    refused("float8", DType::F8E4M3, &[1]);
    refused("", DType::F32, &[1]);
    refused("more records than are read", DType::U8, &[1 << 50]);
    let w = NewEntry { name: "w", dtype: DType::F32, shape: shape(&[1]) };
    assert_eq!(layout_file(&[w.clone(), w]).unwrap_err().kind, FaultKind::Duplicate);
}
