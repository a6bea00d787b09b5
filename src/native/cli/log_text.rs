//! The end of a text that may have any length, in any of the encodings that logs have.

use std::io::{self, BufRead, Read};

use crate::explain::{Encoding, MAX_TEXT};

/// Bytes of a text that are read at most: far more than all logs of a job have, and an end of what has
/// none, such as a device.
pub(super) const MAX_READ: u64 = 4 << 30;

/// The end of a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct End {
    pub text: String,
    /// Lines before it.
    pub skipped: usize,
    /// Whether anything is before it.
    pub is_cut: bool,
    /// Whether the text goes on after it: it is longer than what is read.
    pub goes_on: bool,
}

/// Reads a text of up to `limit` bytes, keeping no more of it than is looked at.
pub(super) fn end_of(source: impl Read, limit: u64) -> io::Result<End> {
    // One more byte says whether anything follows.
    let mut source = source.take(limit.saturating_add(1));
    let (mut kept, mut lines, mut is_cut) = (Vec::new(), 0, false);
    source.by_ref().take(4).read_to_end(&mut kept)?;
    let (encoding, mark) = Encoding::of(&kept);
    kept.drain(..mark);
    loop {
        let read = source.by_ref().take(MAX_TEXT as u64).read_to_end(&mut kept)?;
        let surplus = kept.len().saturating_sub(MAX_TEXT);
        let surplus = surplus - surplus % encoding.part();
        is_cut |= surplus > 0;
        lines += kept.get(..surplus).map_or(0, |before| line_breaks(encoding, before));
        kept.drain(..surplus);
        if read == 0 {
            let goes_on = source.limit() == 0;
            return Ok(End { text: encoding.text(&kept), skipped: lines, is_cut, goes_on });
        }
    }
}

fn line_breaks(encoding: Encoding, bytes: &[u8]) -> usize {
    let of_parts =
        |line_break: [u8; 2]| bytes.as_chunks().0.iter().filter(|part| **part == line_break).count();
    match encoding {
        Encoding::Utf8 => of_bytes(bytes),
        Encoding::Utf16Le => of_parts([b'\n', 0]),
        Encoding::Utf16Be => of_parts([0, b'\n']),
    }
}

/// Many times as fast as looking at each byte.
fn of_bytes(mut bytes: &[u8]) -> usize {
    let mut count = 0;
    loop {
        let before = bytes;
        // Reading memory does not fail.
        let len = bytes.skip_until(b'\n').unwrap_or(0);
        match before.get(..len).and_then(<[u8]>::last) {
            None => return count,
            Some(&last) => count += usize::from(last == b'\n'),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_without_an_end_is_read_to_the_limit() {
        let limit = 3 * MAX_TEXT as u64 + 7;
        let end = end_of(io::repeat(b'\n'), limit).unwrap();
        assert!(end.goes_on && end.is_cut);
        assert_eq!(end.skipped + end.text.len(), 3 * MAX_TEXT + 8);
        let all = end_of(&b"a\nb\n"[..], 4).unwrap();
        assert_eq!((all.goes_on, all.is_cut, all.skipped, all.text.as_str()), (false, false, 0, "a\nb\n"));
        assert!(end_of(&b"a\nb\nc"[..], 4).unwrap().goes_on);
        assert_eq!(end_of(io::empty(), 4).unwrap().text, "");
    }

    #[test]
    fn lines_before_the_end_count_in_any_encoding() {
        let text = "步\n".repeat(MAX_TEXT / 3);
        let bytes: Vec<u8> =
            [0xfeff].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
        let end = end_of(bytes.as_slice(), MAX_READ).unwrap();
        assert!(end.is_cut && end.text.starts_with('步') && end.text.ends_with('\n'), "{}", end.skipped);
        assert_eq!(end.skipped + end.text.matches('\n').count(), MAX_TEXT / 3);
    }
}
