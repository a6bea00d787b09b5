//! Where every byte of a safetensors file to be written goes.

use std::collections::{BTreeMap, HashSet};

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::{INT4, METADATA};
use crate::format::{Fault, FaultKind, FileLayout, Limit, MAX_HEADER, NewEntry, Piece, WeightFormat};
use crate::geometry::DType;
use crate::order::sort_by_key;
use crate::phrase::{Phrase, phrase};

/// The layout of a file with the given tensors and free text, as MindSpore 2.10 writes it through
/// the safetensors library: widest type first, then by name; `"format": "ms"`; the header padded
/// with spaces to a multiple of 8.
///
/// # Errors
/// If the format cannot hold a tensor, or MindSpore would read it as another type: names it.
pub fn layout_file(
    entries: &[NewEntry<'_>],
    metadata: &BTreeMap<String, String>,
) -> Result<FileLayout, Fault> {
    let mut metadata = metadata.clone();
    metadata.insert("format".to_owned(), "ms".to_owned());
    let mut names = HashSet::new();
    for entry in entries {
        let new = names.insert(entry.name);
        check(entry, &metadata, new).map_err(|kind| Fault::at(0, "", kind).of(entry.name))?;
        if entry.dtype == DType::Int4 {
            metadata.insert(entry.name.to_owned(), INT4.to_owned());
        }
    }
    let mut order: Vec<usize> = (0..entries.len()).collect();
    sort_by_key(&mut order, |&index| entries.get(index).map(|entry| (place(entry.dtype), entry.name)));

    let mut members = Vec::with_capacity(entries.len());
    let mut at = 0u64;
    let mut starts = vec![(0, 0); entries.len()];
    for index in order {
        let (Some(entry), Some(slot)) = (entries.get(index), starts.get_mut(index)) else { continue };
        let too_large = || Fault::at(0, "", FaultKind::too_many_bytes(&entry.shape)).of(entry.name);
        let len = entry.shape.bytes(entry.dtype).ok_or_else(too_large)?;
        let end = at.checked_add(len).ok_or_else(too_large)?;
        *slot = (at, len);
        members.push((entry, [at, end]));
        at = end;
    }
    let header = header(&metadata, &members)?;
    let data_start = header.len() as u64;
    let piece = |(start, len): (u64, u64)| match len {
        0 => Vec::new(),
        _ => vec![Piece { offset: data_start.saturating_add(start), len }],
    };
    Ok(FileLayout {
        format: WeightFormat::Safetensors,
        size: data_start.saturating_add(at),
        headers: vec![(0, header)],
        pieces: starts.into_iter().map(piece).collect(),
    })
}

fn check(entry: &NewEntry<'_>, metadata: &BTreeMap<String, String>, new: bool) -> Result<(), FaultKind> {
    if !new {
        return Err(FaultKind::Duplicate);
    }
    if entry.dtype == DType::Str {
        return Err(FaultKind::Unsupported(phrase!(
            "text in a safetensors file",
            "safetensors 文件中的文本"
        )));
    }
    if entry.name.is_empty() || entry.name == METADATA || metadata.contains_key(entry.name) {
        let what = phrase!(
            "the name is taken by the file's own metadata, or empty",
            "名称为空，或已被文件自身的元数据占用"
        );
        return Err(FaultKind::Malformed(what));
    }
    Ok(())
}

/// The type's place in a file: the library's order of types, descending.
const fn place(dtype: DType) -> u8 {
    match dtype {
        DType::U64 => 0,
        DType::I64 => 1,
        DType::F64 => 2,
        DType::F32 => 3,
        DType::U32 => 4,
        DType::I32 => 5,
        DType::BF16 => 6,
        DType::F16 => 7,
        DType::U16 => 8,
        DType::I16 => 9,
        DType::F8E4M3 => 10,
        DType::F8E5M2 => 11,
        DType::I8 | DType::Int4 => 12,
        DType::U8 => 13,
        DType::Bool | DType::Str => 14,
    }
}

/// The header as it stands in JSON.
struct Members<'a> {
    metadata: &'a BTreeMap<String, String>,
    tensors: &'a [(&'a NewEntry<'a>, [u64; 2])],
}

#[derive(Serialize)]
struct Info<'a> {
    dtype: &'static str,
    shape: &'a [u64],
    data_offsets: [u64; 2],
}

impl Serialize for Members<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry(METADATA, self.metadata)?;
        for (entry, data_offsets) in self.tensors {
            let stored = if entry.dtype == DType::Int4 { DType::I8 } else { entry.dtype };
            let dtype = stored.safetensors_name().unwrap_or_default();
            let info = Info { dtype, shape: entry.shape.dims(), data_offsets: *data_offsets };
            map.serialize_entry(entry.name, &info)?;
        }
        map.end()
    }
}

fn header(
    metadata: &BTreeMap<String, String>,
    tensors: &[(&NewEntry<'_>, [u64; 2])],
) -> Result<Vec<u8>, Fault> {
    let mut json = serde_json::to_vec(&Members { metadata, tensors })
        .map_err(|error| Fault::at(0, "", FaultKind::Malformed(Phrase::quoted(&error.to_string()))))?;
    json.resize(json.len().next_multiple_of(8), b' ');
    let len = json.len() as u64;
    if len > MAX_HEADER {
        let kind = FaultKind::OverLimit { what: Limit::Header, value: len, limit: MAX_HEADER };
        return Err(Fault::at(0, "", kind));
    }
    let mut header = len.to_le_bytes().to_vec();
    header.append(&mut json);
    Ok(header)
}
