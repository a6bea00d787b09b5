//! Where the bytes of a slice are in its file.

use crate::format::Piece;

/// The places in a file of `len` bytes from `start` of a content that is stored in pieces. Ends
/// early where the pieces do.
pub(crate) fn places(pieces: &[Piece], start: u64, len: u64) -> impl Iterator<Item = Piece> {
    let (mut skip, mut left) = (start, len);
    pieces.iter().filter_map(move |piece| {
        let skipped = skip.min(piece.len);
        skip -= skipped;
        let len = (piece.len - skipped).min(left);
        left -= len;
        (len > 0).then(|| Piece { offset: piece.offset + skipped, len })
    })
}

/// The same bytes in two files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pair {
    /// First byte in the source file.
    pub source: u64,
    /// First byte in the target file.
    pub target: u64,
    /// Number of bytes.
    pub len: u64,
}

/// The places of the same `len` bytes on both sides: cut wherever either side's pieces end.
pub(crate) fn pairs(source: (&[Piece], u64), target: (&[Piece], u64), len: u64) -> Vec<Pair> {
    let mut pairs = Vec::new();
    let mut done = 0;
    for from in places(source.0, source.1, len) {
        let mut offset = from.offset;
        for to in places(target.0, target.1 + done, from.len) {
            pairs.push(Pair { source: offset, target: to.offset, len: to.len });
            offset += to.len;
        }
        done += from.len;
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    const PIECES: [Piece; 3] =
        [Piece { offset: 10, len: 4 }, Piece { offset: 20, len: 0 }, Piece { offset: 30, len: 6 }];

    #[test]
    fn a_range_over_the_end_of_a_piece_goes_on_in_the_next() {
        let found: Vec<Piece> = places(&PIECES, 2, 5).collect();
        assert_eq!(found, [Piece { offset: 12, len: 2 }, Piece { offset: 30, len: 3 }]);
        assert_eq!(places(&PIECES, 4, 1).collect::<Vec<_>>(), [Piece { offset: 30, len: 1 }]);
        assert_eq!(places(&PIECES, 0, 0).count(), 0);
    }

    #[test]
    fn pieces_of_both_sides_cut_a_run() {
        let target = [Piece { offset: 0, len: 3 }, Piece { offset: 100, len: 10 }];
        let pair = |source, target, len| Pair { source, target, len };
        let found = pairs((&PIECES, 1), (&target, 1), 6);
        assert_eq!(found, [pair(11, 1, 2), pair(13, 100, 1), pair(30, 101, 3)]);
    }
}
