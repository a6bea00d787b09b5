//! How the bytes of a log are text.

/// The encoding of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8, and whatever else is near it.
    Utf8,
    /// UTF-16, low bytes first: what `>` of Windows PowerShell writes.
    Utf16Le,
    /// UTF-16, high bytes first.
    Utf16Be,
}

impl Encoding {
    /// The encoding that the byte-order mark at the beginning of a text names, and the bytes of the
    /// mark; UTF-8 without one.
    #[must_use]
    pub const fn of(start: &[u8]) -> (Self, usize) {
        match start {
            [0xef, 0xbb, 0xbf, ..] => (Self::Utf8, 3),
            [0xff, 0xfe, ..] => (Self::Utf16Le, 2),
            [0xfe, 0xff, ..] => (Self::Utf16Be, 2),
            _ => (Self::Utf8, 0),
        }
    }

    /// Bytes of the smallest part: a text may be cut between parts.
    #[must_use]
    pub const fn part(self) -> usize {
        match self {
            Self::Utf8 => 1,
            Self::Utf16Le | Self::Utf16Be => 2,
        }
    }

    /// The text of whole parts; what is none is replaced.
    #[must_use]
    pub fn text(self, bytes: &[u8]) -> String {
        let of_parts = |part: fn([u8; 2]) -> u16| {
            let (parts, rest) = bytes.as_chunks::<2>();
            let units = parts.iter().map(|bytes| part(*bytes));
            let text = char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER));
            let half = (!rest.is_empty()).then_some(char::REPLACEMENT_CHARACTER);
            text.chain(half).collect()
        };
        match self {
            Self::Utf8 => String::from_utf8_lossy(bytes).into_owned(),
            Self::Utf16Le => of_parts(u16::from_le_bytes),
            Self::Utf16Be => of_parts(u16::from_be_bytes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_names_the_encoding_and_is_no_text() {
        let text = "错误 🙂\n";
        let units = || text.encode_utf16();
        for (mark, bytes) in [
            (&[0xff, 0xfe][..], units().flat_map(u16::to_le_bytes).collect::<Vec<u8>>()),
            (&[0xfe, 0xff], units().flat_map(u16::to_be_bytes).collect()),
            (&[0xef, 0xbb, 0xbf], text.as_bytes().to_vec()),
            (&[], text.as_bytes().to_vec()),
        ] {
            let (encoding, len) = Encoding::of(&[mark, &bytes].concat());
            assert_eq!((encoding.text(&bytes), len), (text.to_owned(), mark.len()));
        }
        // Half a pair, and half a part.
        assert_eq!(Encoding::Utf16Le.text(&[0x3d, 0xd8, b'a', 0, b'b']), "\u{fffd}a\u{fffd}");
    }
}
