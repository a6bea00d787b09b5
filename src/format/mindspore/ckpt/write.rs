//! Where every byte of a checkpoint to be written goes.

use std::collections::HashSet;

use prost::encoding::{encode_varint, encoded_len_varint};

use super::read::MAX_RECORDS;
use crate::format::{Fault, FaultKind, FileLayout, Limit, NewEntry, Piece, WeightFormat};
use crate::geometry::DType;
use crate::phrase::phrase;

/// MindSpore 2.10 writes at most this much of a tensor into one record.
pub const MAX_PIECE: u64 = 512 << 20;

/// Keys of fields: number × 8, plus 2 for bytes, 0 for a number.
mod key {
    pub(super) const VALUE: u8 = 0x0a;
    pub(super) const TAG: u8 = 0x0a;
    pub(super) const TENSOR: u8 = 0x12;
    pub(super) const DIMS: u8 = 0x08;
    pub(super) const TYPE: u8 = 0x12;
    pub(super) const CONTENT: u8 = 0x1a;
}

/// The layout of a checkpoint with the given tensors: one record each, several for those over
/// [`MAX_PIECE`], as MindSpore 2.10 writes them.
///
/// # Errors
/// If MindSpore could not read a tensor as what it is: names the tensor.
pub fn layout_file(entries: &[NewEntry<'_>]) -> Result<FileLayout, Fault> {
    let mut layout =
        FileLayout { format: WeightFormat::Ckpt, size: 0, headers: Vec::new(), pieces: Vec::new() };
    let mut names = HashSet::new();
    for entry in entries {
        let of_entry = |kind| Fault::at(layout.size, "", kind).of(entry.name);
        let type_name = check(entry, &mut names).map_err(of_entry)?;
        let bytes = entry.shape.bytes(entry.dtype);
        let bytes = bytes.ok_or_else(|| of_entry(FaultKind::too_many_bytes(&entry.shape)))?;
        let mut pieces = Vec::new();
        let mut done = 0;
        let records = (layout.headers.len() as u64).saturating_add(bytes.div_ceil(MAX_PIECE));
        if records > MAX_RECORDS as u64 {
            let limit = MAX_RECORDS as u64;
            return Err(of_entry(FaultKind::OverLimit { what: Limit::NewRecords, value: records, limit }));
        }
        loop {
            let len = MAX_PIECE.min(bytes - done);
            let header = header(entry, type_name, len);
            let offset = layout.size.saturating_add(header.len() as u64);
            layout.headers.push((layout.size, header));
            if len > 0 {
                pieces.push(Piece { offset, len });
            }
            layout.size = offset.saturating_add(len);
            done += len;
            if done == bytes {
                break;
            }
        }
        layout.pieces.push(pieces);
    }
    Ok(layout)
}

/// The name of the entry's type, if MindSpore can hold the entry.
fn check<'a>(entry: &NewEntry<'a>, names: &mut HashSet<&'a str>) -> Result<&'static str, FaultKind> {
    if entry.name.is_empty() {
        return Err(FaultKind::Malformed(phrase!("a tensor without a name", "张量没有名称")));
    }
    if !names.insert(entry.name) {
        return Err(FaultKind::Duplicate);
    }
    let dims = entry.shape.dims();
    match entry.dtype {
        DType::Str if dims.len() != 1 || dims == [0] => Err(FaultKind::Malformed(phrase!(
            "text needs one dimension and at least one character",
            "文本必须是一维，且至少有一个字符"
        ))),
        _ if dims == [0] => Err(FaultKind::Unsupported(phrase!(
            "a 1-D tensor without elements (MindSpore reads it as a scalar 0)",
            "没有元素的一维张量（MindSpore 会把它读成标量 0）"
        ))),
        _ => entry.dtype.mindspore_name().ok_or_else(|| {
            FaultKind::Unsupported(phrase!("an 8-bit float in a .ckpt file", ".ckpt 文件中的 8 位浮点数"))
        }),
    }
}

/// The bytes of a record before its content, which has `len` bytes.
fn header(entry: &NewEntry<'_>, type_name: &str, len: u64) -> Vec<u8> {
    let mut tensor = Vec::new();
    let dims = if entry.dtype == DType::Str { &[0] } else { entry.shape.dims() };
    for &dim in dims {
        number(&mut tensor, key::DIMS, dim);
    }
    number(&mut tensor, key::TYPE, type_name.len() as u64);
    tensor.extend_from_slice(type_name.as_bytes());
    number(&mut tensor, key::CONTENT, len);

    let name = entry.name.as_bytes();
    let tensor_len = (tensor.len() as u64).saturating_add(len);
    let tag_len = 1 + encoded_len_varint(name.len() as u64) + name.len();
    let before = (tag_len + 1 + encoded_len_varint(tensor_len)) as u64;
    let mut header = Vec::new();
    number(&mut header, key::VALUE, before.saturating_add(tensor_len));
    number(&mut header, key::TAG, name.len() as u64);
    header.extend_from_slice(name);
    number(&mut header, key::TENSOR, tensor_len);
    header.append(&mut tensor);
    header
}

fn number(bytes: &mut Vec<u8>, key: u8, value: u64) {
    bytes.push(key);
    encode_varint(value, bytes);
}
