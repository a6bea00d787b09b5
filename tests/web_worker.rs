//! A browser's file as a source of bytes, in a real worker.
#![cfg(all(target_arch = "wasm32", feature = "web"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "a test may panic")]

use std::rc::Rc;

use js_sys::Array;
use shardlens::source::{ReadAt, ReadError};
use shardlens::web::{Blob, Traces};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::File;

wasm_bindgen_test_configure!(run_in_dedicated_worker);

fn file(parts: &Array) -> Blob {
    traced(parts, &Rc::default())
}

fn traced(parts: &Array, traces: &Rc<Traces>) -> Blob {
    Blob::new(File::new_with_blob_sequence(parts, "a.ckpt").unwrap(), traces.clone()).unwrap()
}

fn read<const N: usize>(blob: &Blob, offset: u64) -> [u8; N] {
    let mut bytes = [0; N];
    blob.read_at(offset, &mut bytes).unwrap();
    bytes
}

/// The second file is read as the first was; where it differs after an equal beginning, and where
/// it is read differently, its own bytes count.
#[wasm_bindgen_test]
fn a_file_that_begins_like_another_is_read_as_what_it_is() {
    let traces = Rc::default();
    for (text, tail) in [("head-one-more", b"more"), ("head-two-rest", b"rest"), ("tail-two-rest", b"rest")] {
        let blob = traced(&Array::of1(&JsValue::from_str(text)), &traces);
        assert_eq!(&read::<4>(&blob, 0), &text.as_bytes()[..4]);
        assert_eq!(&read::<3>(&blob, 5), &text.as_bytes()[5..8]);
        assert_eq!(&read::<4>(&blob, 9), tail);
        assert_eq!(&read::<2>(&blob, 3), &text.as_bytes()[3..5]);
        assert_eq!(&read::<4>(&blob, 9), tail);
    }
}

/// Of a file that is like an earlier one, a few pieces and its end stand for all.
#[wasm_bindgen_test]
fn many_pieces_of_a_file_like_another_are_taken_from_that() {
    let traces = Rc::default();
    let text = |piece: &str, end: &str| format!("head{}{end:_>80}", piece.repeat(100));
    let texts = [text("abcd", "1"), text("abcd", "2"), text("abce", "3"), text("abcd", "4")];
    for (text, end) in texts.iter().zip(["1", "2", "3", "4"]) {
        let blob = traced(&Array::of1(&JsValue::from_str(text)), &traces);
        assert_eq!(&read::<4>(&blob, 0), b"head");
        for piece in 0..100 {
            let at = 4 + 4 * piece;
            assert_eq!(&read::<4>(&blob, at as u64), &text.as_bytes()[at..at + 4]);
        }
        assert_eq!(&read::<1>(&blob, 4 + 400 + 79), end.as_bytes());
    }
}

#[wasm_bindgen_test]
fn bytes_are_read_where_asked() {
    let blob = file(&Array::of1(&JsValue::from_str("abcdefgh")));
    let mut bytes = [0; 3];
    blob.read_at(4, &mut bytes).unwrap();
    assert_eq!((blob.len(), &bytes), (8, b"efg"));
}

#[wasm_bindgen_test]
fn a_range_beyond_the_end_is_refused() {
    let blob = file(&Array::of1(&JsValue::from_str("abcd")));
    let refused = blob.read_at(2, &mut [0; 3]);
    assert!(matches!(refused, Err(ReadError::PastEnd { offset: 2, wanted: 3, len: 4 })));
}

/// Offsets of 32 bits would read the first part.
#[wasm_bindgen_test]
fn bytes_beyond_four_gibibytes_are_read() {
    let part =
        web_sys::Blob::new_with_u8_array_sequence(&Array::of1(&js_sys::Uint8Array::new_with_length(1 << 27)))
            .unwrap();
    let parts: Array = (0..33).map(|_| JsValue::from(part.clone())).collect();
    parts.push(&JsValue::from_str("end"));
    let blob = file(&parts);
    let mut bytes = [0; 3];
    blob.read_at(33 << 27, &mut bytes).unwrap();
    assert_eq!(&bytes, b"end");
}
