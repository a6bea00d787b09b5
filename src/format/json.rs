//! JSON objects member by member: every key is seen, repeated ones too, and a value is text until
//! its reader parses it, so that one bad value is one fault.

use std::fmt;
use std::str::Utf8Error;

use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::error::Category;
use serde_json::value::RawValue;

use super::{Fault, FaultKind};
use crate::phrase::Phrase;

/// Calls `each` with key and value of every member of the JSON object `text`, in order.
///
/// # Errors
/// If `text` is not an object or not JSON.
pub(super) fn members(text: &str, each: impl FnMut(String, &str)) -> Result<(), serde_json::Error> {
    let mut json = serde_json::Deserializer::from_str(text);
    json.deserialize_map(Members(each))?;
    json.end()
}

struct Members<F>(F);

impl<'de, F: FnMut(String, &str)> Visitor<'de> for Members<F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            let value: &RawValue = map.next_value()?;
            (self.0)(key, value.get());
        }
        Ok(())
    }
}

/// The text of bytes that begin at `start` in the file.
///
/// # Errors
/// If it is not UTF-8; the offset is that of the first byte that is not.
pub(super) fn utf8(bytes: &[u8], start: u64) -> Result<&str, Fault> {
    std::str::from_utf8(bytes).map_err(|error| not_utf8(start, error))
}

/// The fault of bytes that begin at `start` in the file; its offset is that of the first byte that
/// is no UTF-8.
pub(super) fn not_utf8(start: u64, error: Utf8Error) -> Fault {
    Fault::at(start.saturating_add(error.valid_up_to() as u64), "", FaultKind::NotUtf8)
}

/// The offset of `part` inside `text`, of which it is a part.
pub(super) fn offset_in(text: &str, part: &str) -> u64 {
    part.as_ptr().addr().saturating_sub(text.as_ptr().addr()) as u64
}

/// The fault of a parse error in `text`, which begins at `start` in the file.
pub(super) fn fault(start: u64, text: &str, field: &str, error: &serde_json::Error) -> Fault {
    let lines = text.split_inclusive('\n').take(error.line().saturating_sub(1));
    let before: usize = lines.map(str::len).sum();
    let offset = start.saturating_add((before + error.column().saturating_sub(1)) as u64);
    let reason = error.to_string();
    let reason = reason.split(" at line ").next().unwrap_or_default();
    let Phrase { en, zh } = Phrase::quoted(reason);
    let what = match error.classify() {
        Category::Eof => "JSON 不完整",
        Category::Data => "JSON 中的值不符合要求",
        Category::Syntax | Category::Io => "JSON 语法错误",
    };
    let words = Phrase { en: format!("not the JSON it should be: {en}"), zh: format!("{what}：{zh}") };
    Fault::at(offset, field, FaultKind::Malformed(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_repeats_is_seen_twice() {
        let mut seen = Vec::new();
        members(r#"{"a": 1, "b": {"c": [2]}, "a": "x"}"#, |key, value| seen.push((key, value.to_owned())))
            .unwrap();
        let seen: Vec<(&str, &str)> =
            seen.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        assert_eq!(seen, [("a", "1"), ("b", r#"{"c": [2]}"#), ("a", r#""x""#)]);
    }

    #[test]
    fn a_hundred_thousand_brackets_do_not_exhaust_the_stack() {
        let deep = format!("{{\"a\": {}", "[".repeat(100_000));
        assert!(members(&deep, |_, _| {}).is_err());
        assert!(members(&"[".repeat(100_000), |_, _| {}).is_err());
    }

    #[test]
    fn a_parse_error_tells_its_offset() {
        let text = "{\"a\": 1,\n \"b\" 2}";
        let error = members(text, |_, _| {}).unwrap_err();
        assert_eq!(fault(100, text, "", &error).offset, 100 + 14);
    }
}
