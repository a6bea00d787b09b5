//! Source files in memory, and a plan carried out over them one element at a time.

use std::collections::BTreeMap;

use shardlens::catalog::{Checkpoint, CheckpointFile, Table};
use shardlens::format::{NewEntry, Piece, WeightFormat, layout_file, mindspore, safetensors};
use shardlens::geometry::Shape;
use shardlens::plan::{BoxCopy, Plan, Resolver, Slice};
use shardlens::source::Bytes;

use crate::case::{Case, Content, Job};

/// The source files of a case and what their headers say.
pub(crate) struct SourceFiles {
    pub(crate) checkpoint: Checkpoint,
    /// In the order of the checkpoint's files.
    pub(crate) bytes: Vec<Vec<u8>>,
}

pub(crate) fn source_files(case: &Case, format: WeightFormat) -> SourceFiles {
    let contents = (0..Job::ranks(case.source)).map(|rank| (rank, case.source_file(rank)));
    source_files_of(contents, format)
}

/// One file per rank, written by the real writer and read by the real reader.
pub(crate) fn source_files_of(
    contents: impl Iterator<Item = (u64, Content)>,
    format: WeightFormat,
) -> SourceFiles {
    let mut made = SourceFiles {
        checkpoint: Checkpoint { format, tables: Vec::new(), files: Vec::new() },
        bytes: Vec::new(),
    };
    for (rank, content) in contents.filter(|(_, content)| !content.is_empty()) {
        let bytes = file_bytes(format, &content);
        let header = match format {
            WeightFormat::Ckpt => mindspore::ckpt::read(&Bytes(&bytes)).unwrap(),
            WeightFormat::Safetensors => safetensors::read(&Bytes(&bytes)).unwrap(),
        };
        assert_eq!(header.faults, []);
        let size = bytes.len() as u64;
        let fingerprint = header.fingerprint(size);
        let table = Table { entries: header.entries, metadata: BTreeMap::new() };
        let tables = &mut made.checkpoint.tables;
        let index = tables.iter().position(|other| *other == table).unwrap_or_else(|| {
            tables.push(table);
            tables.len() - 1
        });
        let path = format!("rank_{rank}/model-1_1.{}", format.extension());
        made.checkpoint.files.push(CheckpointFile { path, size, rank, table: index, fingerprint });
        made.bytes.push(bytes);
    }
    made
}

fn file_bytes(format: WeightFormat, content: &Content) -> Vec<u8> {
    let entries: Vec<NewEntry<'_>> = content
        .iter()
        .map(|(name, (dtype, dims, _))| NewEntry {
            name,
            dtype: *dtype,
            shape: Shape::new(dims.clone()).unwrap(),
        })
        .collect();
    let layout = layout_file(format, &entries).unwrap();
    let mut bytes = vec![0; usize::try_from(layout.size).unwrap()];
    for (offset, header) in &layout.headers {
        put(&mut bytes, *offset, header);
    }
    for (pieces, (_, _, content)) in layout.pieces.iter().zip(content.values()) {
        let mut rest = content.as_slice();
        for piece in pieces {
            let (head, tail) = rest.split_at(usize::try_from(piece.len).unwrap());
            put(&mut bytes, piece.offset, head);
            rest = tail;
        }
    }
    bytes
}

fn put(bytes: &mut [u8], offset: u64, what: &[u8]) {
    let at = usize::try_from(offset).unwrap();
    bytes[at..at + what.len()].copy_from_slice(what);
}

/// What every rank of a content holds after its copies.
pub(crate) fn apply(plan: &Plan, content: usize, source: &SourceFiles) -> Content {
    let mut reader = Resolver::new(plan).content(content).unwrap();
    let table = &plan.target.tables[plan.target.contents[content].table];
    let mut file: Vec<Option<u8>> = vec![None; usize::try_from(table.size).unwrap()];
    let mut held = Content::new();
    for index in 0..reader.entries().len() {
        let entry = &reader.entries()[index];
        let tensor = &plan.tensors[entry.tensor];
        let copies = reader.copies(index).unwrap();
        for copy in &copies {
            // The plan numbers the files that it reads anew.
            let path = &plan.source.files[copy.source_file].path;
            let at = source.checkpoint.files.iter().position(|file| file.path == *path).unwrap();
            carry_out(copy, &source.bytes[at], &mut file);
        }
        let bytes = entry.pieces.iter().flat_map(|piece| {
            let start = usize::try_from(piece.offset).unwrap();
            file[start..start + usize::try_from(piece.len).unwrap()].iter()
        });
        let bytes = bytes.map(|byte| byte.expect("every byte is written")).collect();
        let dims = copies.first().map_or_else(Vec::new, |copy| copy.target.dims.clone());
        held.insert(tensor.name.clone(), (tensor.dtype, dims, bytes));
    }
    held
}

/// Moves the elements of a box; a byte that is written twice is a fault.
fn carry_out(copy: &BoxCopy<'_>, source: &[u8], target: &mut [Option<u8>]) {
    for element in 0..copy.lens.iter().product() {
        let place = |slice: &Slice<'_>, byte| {
            let (mut rest, mut index, mut stride) = (element, 0, 1);
            for ((&len, &dim), &start) in copy.lens.iter().zip(&slice.dims).zip(&slice.start).rev() {
                index += (start + rest % len) * stride;
                stride *= dim;
                rest /= len;
            }
            in_file(slice.pieces, index * copy.item_bytes + byte)
        };
        for byte in 0..copy.item_bytes {
            let slot = &mut target[place(&copy.target, byte)];
            assert_eq!(*slot, None, "a byte is written twice");
            *slot = Some(source[place(&copy.source, byte)]);
        }
    }
}

/// The place in the file of a byte of a content in pieces.
fn in_file(pieces: &[Piece], mut byte: u64) -> usize {
    for piece in pieces {
        if byte < piece.len {
            return usize::try_from(piece.offset + byte).unwrap();
        }
        byte -= piece.len;
    }
    panic!("byte {byte} is beyond the content");
}
