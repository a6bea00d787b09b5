//! A text without its white space, and the way back.

/// How many squeezed bytes share one known place.
const STEP: usize = 64;

/// The bytes of a text that are not white space: messages break anywhere.
pub(super) struct Squeezed<'a> {
    text: &'a str,
    pub bytes: Vec<u8>,
    /// Where every [`STEP`]-th of the bytes is in the text.
    places: Vec<usize>,
}

impl<'a> Squeezed<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let mut bytes = Vec::with_capacity(text.len());
        let mut places = Vec::with_capacity(text.len() / STEP + 1);
        for (place, byte) in text.bytes().enumerate().filter(|(_, byte)| !byte.is_ascii_whitespace()) {
            if bytes.len() % STEP == 0 {
                places.push(place);
            }
            bytes.push(byte);
        }
        Self { text, bytes, places }
    }

    /// Where a squeezed byte is in the text; the text's end if there is none.
    pub(super) fn place(&self, at: usize) -> usize {
        let Some(&known) = self.places.get(at / STEP) else { return self.text.len() };
        let rest = self.text.as_bytes().get(known..).unwrap_or_default();
        let mut solid = rest.iter().enumerate().filter(|(_, byte)| !byte.is_ascii_whitespace());
        solid.nth(at % STEP).map_or(self.text.len(), |(after, _)| known + after)
    }

    /// The text of squeezed bytes, on one line.
    pub(super) fn value(&self, from: usize, to: usize) -> String {
        let start = self.place(from);
        // What is before the next byte is white space.
        let text = self.text.get(start..self.place(to).max(start)).unwrap_or_default();
        text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_finds_back() {
        let text = "  ab\n c ".repeat(100) + "é";
        let squeezed = Squeezed::new(&text);
        let places: Vec<usize> =
            (0..text.len()).filter(|&place| !text.as_bytes()[place].is_ascii_whitespace()).collect();
        let found: Vec<usize> = (0..squeezed.bytes.len()).map(|at| squeezed.place(at)).collect();
        assert_eq!(found, places);
        assert_eq!(squeezed.place(squeezed.bytes.len()), text.len());
        assert_eq!(squeezed.value(1, 4), "b c a");
    }
}
