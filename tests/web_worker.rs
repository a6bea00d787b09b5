//! A browser's file as a source of bytes, in a real worker.
#![cfg(all(target_arch = "wasm32", feature = "web"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "a test may panic")]

use std::rc::Rc;

use js_sys::Array;
use shardlens::source::{ReadAt, ReadError};
use shardlens::web::{Blob, Traces, open_all};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::File;

wasm_bindgen_test_configure!(run_in_dedicated_worker);

async fn file(parts: &Array) -> Blob {
    open(&[parts], &Rc::default()).await.pop().unwrap()
}

async fn open(files: &[&Array], traces: &Rc<Traces>) -> Vec<Blob> {
    let files = files.iter().map(|parts| File::new_with_blob_sequence(parts, "a.ckpt").unwrap());
    open_all(files.collect(), traces).await.unwrap()
}

fn read<const N: usize>(blob: &Blob, offset: u64) -> [u8; N] {
    let mut bytes = [0; N];
    blob.read_at(offset, &mut bytes).unwrap();
    bytes
}

/// A file whose first bytes do not hold all: they are `beginning`, then come `pieces`.
fn large(beginning: &str, pieces: &str) -> String {
    format!("{beginning}{:.<65535}{pieces}", "")
}

fn one(text: &str) -> Array {
    Array::of1(&JsValue::from_str(text))
}

/// The second file is read as the first was; where it differs after an equal beginning, and where
/// it is read differently, its own bytes count. All the same whether they are opened together.
#[wasm_bindgen_test]
async fn a_file_that_begins_like_another_is_read_as_what_it_is() {
    let texts = [large("head", "-one-more"), large("head", "-two-rest"), large("tail", "-two-rest")];
    let parts = texts.each_ref().map(|text| one(text));
    for together in [1, 3] {
        let traces = Rc::default();
        let mut rest = texts.iter();
        for parts in parts.each_ref().chunks(together) {
            for blob in open(parts, &traces).await {
                let text = rest.next().unwrap();
                for (at, len) in [(0, 4), (65_540, 3), (65_544, 4), (3, 2), (65_544, 4), (510, 4)] {
                    let mut bytes = vec![0; len];
                    blob.read_at(at as u64, &mut bytes).unwrap();
                    assert_eq!(bytes, &text.as_bytes()[at..at + len], "{text:.4} {at} {together}");
                }
            }
        }
    }
}

/// Of a file that is like an earlier one, a few pieces and its end stand for all.
#[wasm_bindgen_test]
async fn many_pieces_of_a_file_like_another_are_taken_from_that() {
    let text = |piece: &str, end: &str| large("head", &format!("{}{end:_>80}", piece.repeat(100)));
    let texts = [text("abcd", "1"), text("abcd", "2"), text("abce", "3"), text("abcd", "4")];
    let parts = texts.each_ref().map(|text| one(text));
    let first = 4 + 65_535;
    for together in [1, 2, 4] {
        let traces = Rc::default();
        let mut rest = texts.iter().zip(["1", "2", "3", "4"]);
        for parts in parts.each_ref().chunks(together) {
            for blob in open(parts, &traces).await {
                let (text, end) = rest.next().unwrap();
                for at in (0..100).map(|piece| first + 4 * piece) {
                    assert_eq!(&read::<4>(&blob, at as u64), &text.as_bytes()[at..at + 4]);
                }
                assert_eq!(&read::<1>(&blob, first as u64 + 400 + 79), end.as_bytes());
            }
        }
    }
}

/// Steps that repeat, and some that break off the repetition, in two files that do not begin alike.
#[wasm_bindgen_test]
async fn a_wrong_guess_of_what_is_asked_for_next_does_no_harm() {
    let traces = Rc::default();
    for (beginning, odd) in [("one", 7), ("two", 5)] {
        let pieces: String = (0..3000).map(|piece| format!("{:03}", piece % 1000)).collect();
        let text = large(beginning, &pieces);
        let blob = open(&[&one(&text)], &traces).await.pop().unwrap();
        let mut at = 66_000;
        for step in 0..600 {
            at += [3, 8, 3, 11][step % 4] + usize::from(step % 100 == odd);
            assert_eq!(&read::<4>(&blob, at as u64), &text.as_bytes()[at..at + 4], "{beginning} {step}");
        }
    }
}

/// A difference that no sample meets is not seen: what the page says of headers that it takes for equal.
#[wasm_bindgen_test]
async fn samples_are_all_that_is_compared() {
    let pieces: Vec<String> = (0..100).map(|piece| format!("{piece:04}")).collect();
    let mut other = pieces.clone();
    other[1] = "else".to_owned();
    let end = format!("{:_>80}", "");
    let texts = [pieces, other].map(|pieces| large("head", &(pieces.concat() + &end)));
    let traces = Rc::default();
    for text in &texts {
        let blob = open(&[&one(text)], &traces).await.pop().unwrap();
        let read: Vec<_> = (0..100).map(|piece| read::<4>(&blob, 4 + 65_535 + 4 * piece)).collect();
        assert_eq!(&read[1], b"0001");
    }
}

#[wasm_bindgen_test]
async fn bytes_are_read_where_asked() {
    let blob = file(&one("abcdefgh")).await;
    let mut bytes = [0; 3];
    blob.read_at(4, &mut bytes).unwrap();
    assert_eq!((blob.len(), &bytes), (8, b"efg"));
}

#[wasm_bindgen_test]
async fn a_range_beyond_the_end_is_refused() {
    let blob = file(&one("abcd")).await;
    let refused = blob.read_at(2, &mut [0; 3]);
    assert!(matches!(refused, Err(ReadError::PastEnd { offset: 2, wanted: 3, len: 4 })));
}

/// Offsets of 32 bits would read the first part.
#[wasm_bindgen_test]
async fn bytes_beyond_four_gibibytes_are_read() {
    let part =
        web_sys::Blob::new_with_u8_array_sequence(&Array::of1(&js_sys::Uint8Array::new_with_length(1 << 27)))
            .unwrap();
    let parts: Array = (0..33).map(|_| JsValue::from(part.clone())).collect();
    parts.push(&JsValue::from_str("end"));
    let blob = file(&parts).await;
    let mut bytes = [0; 3];
    blob.read_at(33 << 27, &mut bytes).unwrap();
    assert_eq!(&bytes, b"end");
}
