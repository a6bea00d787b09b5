//! Opens files together: what can be known in advance to be wanted of them is read side by side. A
//! read is mostly waiting: in Chromium one takes 1 to 1.5 ms, and 16 joined ones, 16 such at a time,
//! 0.2 ms each.

use std::rc::Rc;

use js_sys::{Array, Uint8Array};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::File;

use super::traces::{Pieces, Range, Traces};
use super::{Blob, cut};

/// Files that are opened together; small ones are in memory whole until they were looked at.
pub(in crate::web::worker) const MAX_TOGETHER: usize = 128;
/// Ranges that one read joins.
const JOINED: usize = 16;
/// Reads that are under way at a time.
const AT_A_TIME: usize = 16;
/// Bytes that are read ahead because earlier files began alike.
const MAX_BYTES: u64 = 32 << 20;

/// Sources over files, which learn from the files that were read with the same traces. What cannot
/// be read ahead is left to be read, and to fail, when it is asked for.
///
/// # Errors
/// Outside a worker.
pub async fn open_all(files: Vec<File>, traces: &Rc<Traces>) -> Result<Vec<Blob>, JsValue> {
    let blobs = files.into_iter().map(|file| Blob::new(file, Rc::clone(traces)));
    let blobs: Vec<Blob> = blobs.collect::<Result<_, _>>()?;
    let firsts: Vec<_> = blobs.iter().map(|blob| (blob, blob.first())).collect();
    for ((blob, _), head) in firsts.iter().zip(read(&firsts).await) {
        blob.state.borrow_mut().head = head;
    }
    read_samples(&blobs, traces).await;
    Ok(blobs)
}

/// Compares files with earlier ones that began so.
async fn read_samples(blobs: &[Blob], traces: &Traces) {
    let mut bytes = 0;
    let mut known = Vec::new();
    let mut wanted = Vec::new();
    for blob in blobs {
        let beginning = blob.beginning(&blob.state.borrow());
        let Some(trace) = beginning.and_then(|beginning| traces.get(&beginning)) else { continue };
        let samples = trace.samples(blob.len);
        bytes = samples.iter().fold(bytes, |sum: u64, (_, len)| sum.saturating_add(*len));
        if bytes > MAX_BYTES {
            break;
        }
        wanted.extend(samples.iter().map(|&range| (blob, range)));
        known.push((blob, trace, samples));
    }
    let mut found = read(&wanted).await.into_iter();
    for (blob, trace, samples) in known {
        // All that is this file's, whether it could be read or not: what follows is of the next one.
        let own: Vec<_> = found.by_ref().take(samples.len()).collect();
        let own: Option<Vec<_>> = own.into_iter().collect();
        if let Some(own) = own {
            let pieces: Pieces = samples.into_iter().zip(own).collect();
            // What cannot be read fails again when it is asked for.
            let _ = blob.know(&mut blob.state.borrow_mut(), trace, pieces);
        }
    }
}

/// The bytes of ranges of files; none where they could not be read, alone or beside others.
async fn read(ranges: &[(&Blob, Range)]) -> Vec<Option<Vec<u8>>> {
    let mut found = Vec::with_capacity(ranges.len());
    for ranges in ranges.chunks(JOINED * AT_A_TIME) {
        let begun: Vec<_> = ranges.chunks(JOINED).map(|joined| (joined, begin(joined))).collect();
        for (joined, begun) in begun {
            let pieces = match begun {
                Ok(read) => read.await.map(|buffer| pieces(joined, &buffer)).unwrap_or_default(),
                Err(_) => Vec::new(),
            };
            found.extend(pieces.into_iter().map(Some).chain(std::iter::repeat(None)).take(joined.len()));
        }
    }
    found
}

fn begin(ranges: &[(&Blob, Range)]) -> Result<JsFuture, JsValue> {
    let parts = Array::new();
    for (blob, range) in ranges {
        parts.push(blob.slice(*range)?.as_ref());
    }
    Ok(web_sys::Blob::new_with_blob_sequence(&parts)?.array_buffer().into())
}

fn pieces(ranges: &[(&Blob, Range)], buffer: &JsValue) -> Vec<Vec<u8>> {
    let ranges: Vec<Range> = ranges.iter().map(|(_, range)| *range).collect();
    cut(&ranges, &Uint8Array::new(buffer).to_vec())
}
