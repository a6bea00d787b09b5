//! Text from files, made safe for a terminal.

use std::borrow::Cow;
use std::fmt::Write;

/// Whether a text may have several lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Newline {
    /// It may.
    Keep,
    /// It is one line.
    Escape,
}

/// The text with every character escaped that would do something to a terminal or to the order in
/// which a line is read: names of tensors and files come from anywhere.
pub(super) fn printable(text: &str, newline: Newline) -> Cow<'_, str> {
    let is_plain = |c: char| !is_active(c) || (c == '\n' && newline == Newline::Keep);
    if text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        if is_plain(c) { safe.push(c) } else { safe.extend(c.escape_default()) }
    }
    Cow::Owned(safe)
}

/// A JSON text with the same values, in which these characters are escaped, too: JSON leaves all but the
/// first 32 as they are.
pub(super) fn escaped(json: String) -> String {
    // Between strings there is nothing but line breaks.
    let is_plain = |c: char| !is_active(c) || c == '\n';
    if json.chars().all(is_plain) {
        return json;
    }
    let mut safe = String::with_capacity(json.len());
    for c in json.chars() {
        if is_plain(c) {
            safe.push(c);
        } else {
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                let _ = write!(safe, "\\u{unit:04x}");
            }
        }
    }
    safe
}

/// Controls, separators of lines, and the invisible marks of direction and joining.
fn is_active(c: char) -> bool {
    let is_mark = matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    c.is_control() || is_mark
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_says_the_same_without_characters_that_act() {
        let name = "a\u{9b}31m\u{202e}b\u{7f}\u{2066}c\u{200f}\u{feff}层\n\"🙂";
        let json = escaped(serde_json::to_string_pretty(&[name]).unwrap());
        assert!(json.contains("a\\u009b31m\\u202eb\\u007f\\u2066c\\u200f\\ufeff层"), "{json}");
        assert!(!json.contains(|c| is_active(c) && c != '\n'));
        assert_eq!(serde_json::from_str::<Vec<String>>(&json).unwrap(), [name]);
    }

    #[test]
    fn a_name_cannot_colour_clear_or_turn_round_the_terminal() {
        let shown = printable("a\u{1b}[31m\u{202e}b\u{9b}2J\r\nc", Newline::Escape);
        assert_eq!(shown, "a\\u{1b}[31m\\u{202e}b\\u{9b}2J\\r\\nc");
        assert_eq!(printable("a\n  b", Newline::Keep), "a\n  b");
        assert!(matches!(printable("层.权重 é", Newline::Escape), Cow::Borrowed(_)));
    }
}
