//! Headers of weight files: what is read lies inside the file, and comes back from what is written.

#![no_main]

use std::collections::BTreeMap;

use libfuzzer_sys::fuzz_target;
use shardlens::format::{Entry, FileLayout, Header, NewEntry, WeightFormat, layout_file, read_weights};
use shardlens::source::{Bytes, ReadAt};

/// A checkpoint of more bytes is written in more records than a run has time for.
const MAX_BYTES: u64 = 1 << 28;

fuzz_target!(|bytes: &[u8]| {
    for format in [WeightFormat::Ckpt, WeightFormat::Safetensors] {
        let Ok(header) = read_weights(format, &Bytes(bytes)) else { continue };
        for entry in &header.entries {
            check(entry, bytes.len() as u64);
        }
        if let Some(layout) = written(format, &header) {
            let again = read_weights(format, &layout.sparse()).expect("what was written is read");
            assert!(again.faults.is_empty(), "{:?}", again.faults);
            assert_eq!(facts(&header), facts(&again));
            assert_eq!(layout.size, layout.sparse().len());
        }
    }
});

/// All of a tensor is inside its file, and as many bytes as its shape has.
fn check(entry: &Entry, size: u64) {
    let mut sum = 0;
    for piece in &entry.pieces {
        let end = piece.offset.checked_add(piece.len).expect("pieces end");
        assert!(end <= size, "{} ends at {end} of {size}", entry.name);
        sum += piece.len;
    }
    assert_eq!(entry.shape.bytes(entry.dtype), Some(sum), "{}", entry.name);
}

/// The same tensors as a new file; none if the format cannot hold them.
fn written(format: WeightFormat, header: &Header) -> Option<FileLayout> {
    let entries = header.entries.iter();
    let bytes = entries.clone().map(|entry| entry.shape.bytes(entry.dtype)).sum::<Option<u64>>()?;
    let entries: Vec<NewEntry<'_>> = entries
        .map(|entry| NewEntry { name: &entry.name, dtype: entry.dtype, shape: entry.shape.clone() })
        .collect();
    if bytes > MAX_BYTES || entries.is_empty() {
        return None;
    }
    layout_file(format, &entries).ok()
}

/// What is to come back, by name: safetensors has an order of its own.
fn facts(header: &Header) -> BTreeMap<&str, String> {
    header
        .entries
        .iter()
        .map(|entry| (&*entry.name, format!("{:?} {:?}", entry.dtype, entry.shape)))
        .collect()
}
