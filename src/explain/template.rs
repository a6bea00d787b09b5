//! A text of the table as it is looked for: words in between values, white space left out.

use super::Entry;

/// A value of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slot {
    /// Its name; empty if it does not matter.
    pub name: &'static str,
    /// Whether it is a whole number.
    pub number: bool,
}

/// Bytes of the first words of a text by which it is found.
pub(super) const ANCHOR: usize = 8;

/// A text, taken apart.
#[derive(Debug)]
pub(super) struct Template {
    pub entry: &'static Entry,
    /// The value that the text begins with.
    pub leading: Option<Slot>,
    /// The first words, without white space; at least [`ANCHOR`] bytes.
    pub first: Vec<u8>,
    /// Every value after them, and the words after that: none after a last value.
    pub rest: Vec<(Slot, Vec<u8>)>,
    /// Whether the first words begin a message.
    pub begins: bool,
    /// Whether the last words end one.
    pub ends: bool,
}

impl Template {
    pub(super) fn new(entry: &'static Entry, text: &'static str) -> Self {
        let (begins, text) = text.strip_prefix('^').map_or((false, text), |text| (true, text));
        let (ends, text) = text.strip_suffix('$').map_or((false, text), |text| (true, text));
        let mut pieces = text.split('{');
        let mut leading = None;
        let mut first = squeezed(pieces.next().unwrap_or_default());
        let mut rest = Vec::new();
        for piece in pieces {
            let (name, words) = piece.split_once('}').unwrap_or((piece, ""));
            let number = name.ends_with('#');
            let slot = Slot { name: name.trim_end_matches('#'), number };
            let words = squeezed(words);
            if first.is_empty() {
                leading = Some(slot);
                first = words;
            } else {
                rest.push((slot, words));
            }
        }
        Self { entry, leading, first, rest, begins, ends }
    }

    /// The bytes by which it is found.
    pub(super) fn anchor(&self) -> Option<u64> {
        Some(u64::from_be_bytes(self.first.get(..ANCHOR)?.try_into().ok()?))
    }
}

fn squeezed(words: &str) -> Vec<u8> {
    words.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_of_the_table_can_be_found() {
        for entry in Entry::all() {
            assert!(!entry.causes.is_empty() && !entry.texts.is_empty(), "{}", entry.function);
            for text in entry.texts {
                let template = Template::new(entry, text);
                assert!(template.anchor().is_some(), "{text}");
                let (last, between) =
                    template.rest.split_last().map_or((None, &[][..]), |(l, b)| (Some(l), b));
                assert!(between.iter().all(|(_, words)| !words.is_empty()), "{text}: values side by side");
                let open = last.is_some_and(|(slot, words)| words.is_empty() && slot.name.is_empty());
                assert!(!open, "{text}: ends with what does not matter");
            }
        }
    }

    #[test]
    fn every_value_has_a_label() {
        for entry in Entry::all() {
            for text in entry.texts {
                let template = Template::new(entry, text);
                let slots = template.leading.iter().chain(template.rest.iter().map(|(slot, _)| slot));
                for slot in slots.filter(|slot| !slot.name.is_empty()) {
                    for lang in [crate::check::Lang::En, crate::check::Lang::Zh] {
                        assert!(!super::super::label(slot.name, lang).is_empty(), "{text}: {}", slot.name);
                    }
                }
            }
        }
    }
}
