//! All texts of the table in one pass over a log.

use std::collections::BTreeMap;

use super::squeezed::Squeezed;
use super::template::{ANCHOR, Slot, Template};
use super::{Entry, System};
use crate::order::sort_by_key;

/// Bytes of a value: paths, shapes and short lists. A longer one is none.
const MAX_VALUE: usize = 1024;
/// Bytes of a value that a text begins with.
const MAX_LEADING: usize = 256;
/// Bytes around a message by which its ends are told.
const NEAR: usize = 32;
/// Finds that one log gives: more say nothing new.
const MAX_FOUND: usize = 10_000;

/// A text of the table, at a place of a log.
pub(super) struct Found {
    pub entry: &'static Entry,
    pub values: Vec<(&'static str, String)>,
    /// First byte, and the one after the last.
    pub start: usize,
    pub end: usize,
    /// Whether others are heard first: it begins with a value, whose length is a guess, or many things
    /// say it.
    weak: bool,
}

/// Every text of the table that is in a log, except within others.
pub(super) fn scan(text: &str) -> Vec<Found> {
    let templates: Vec<Template> = Entry::all()
        .flat_map(|entry| entry.texts.iter().map(move |text| Template::new(entry, text)))
        .collect();
    let mut anchors: Vec<(u64, usize)> =
        templates.iter().enumerate().filter_map(|(index, of)| Some((of.anchor()?, index))).collect();
    sort_by_key(&mut anchors, |&anchor| anchor);
    let mut tries: Vec<Try> = templates.iter().map(Try::new).collect();
    let squeezed = Squeezed::new(text);
    let mut found = Vec::new();
    let mut last = 0u64;
    for (at, &byte) in squeezed.bytes.iter().enumerate() {
        last = last << 8 | u64::from(byte);
        let first = anchors.partition_point(|&(anchor, _)| anchor < last);
        let here = anchors.get(first..).unwrap_or_default().iter().take_while(|&&(anchor, _)| anchor == last);
        for &(_, index) in here {
            let start = (at + 1).saturating_sub(ANCHOR);
            found.extend(tries.get_mut(index).and_then(|it| it.at(start, text, &squeezed)));
        }
        if found.len() >= MAX_FOUND {
            break;
        }
    }
    apart(found)
}

/// Of those that overlap the first counts, which of those that begin together is the longest.
fn apart(mut found: Vec<Found>) -> Vec<Found> {
    sort_by_key(&mut found, |found| (found.weak, found.start, usize::MAX - found.end));
    let mut kept: BTreeMap<usize, usize> = BTreeMap::new();
    found.retain(|found| {
        let before = kept.range(..found.end).next_back();
        let free = before.is_none_or(|(_, &end)| end <= found.start);
        if free {
            kept.insert(found.start, found.end);
        }
        free
    });
    found
}

/// A template, and where its words are known not to be.
struct Try<'a> {
    template: &'a Template,
    /// For each of the words after a value: from here to there they do not begin.
    barren: Vec<(usize, usize)>,
}

impl<'a> Try<'a> {
    fn new(template: &'a Template) -> Self {
        Self { template, barren: vec![(0, 0); template.rest.len()] }
    }

    /// The template, if its first words begin at a squeezed byte.
    fn at(&mut self, start: usize, text: &str, squeezed: &Squeezed<'_>) -> Option<Found> {
        let Template { entry, leading, first, rest, begins, ends } = self.template;
        let bytes = squeezed.bytes.as_slice();
        if !bytes.get(start..)?.starts_with(first) {
            return None;
        }
        let mut values = Vec::new();
        let mut at = start + first.len();
        for ((slot, words), barren) in rest.iter().zip(&mut self.barren) {
            let end = match (words.as_slice(), slot.number) {
                (_, true) => at + digits(bytes.get(at..)?),
                ([], false) => end_of_line(at, text, squeezed),
                (words, false) => at + 1 + next(bytes.get(at + 1..)?, words, at + 1, barren)?,
            };
            if end == at || !bytes.get(end..)?.starts_with(words) {
                return None;
            }
            keep(&mut values, *slot, squeezed.value(at, end));
            at = end + words.len();
        }
        let (mut from, to) = (squeezed.place(start), squeezed.place(at.checked_sub(1)?) + 1);
        if *begins && !begins_message(text.get(..from)?) || *ends && !ends_message(text.get(to..)?) {
            return None;
        }
        if let Some(slot) = leading {
            let value = before(text.get(..from)?)?;
            from =
                from.checked_sub(text.get(..from)?.len() - (value.as_ptr().addr() - text.as_ptr().addr()))?;
            values.insert(0, (slot.name, value.trim_end().trim_end_matches('.').to_owned()));
            values.retain(|(name, _)| !name.is_empty());
        }
        Some(Found {
            entry,
            values,
            start: from,
            end: to,
            weak: leading.is_some() || entry.system == System::Python,
        })
    }
}

fn keep(values: &mut Vec<(&'static str, String)>, slot: Slot, value: String) {
    if !slot.name.is_empty() {
        values.push((slot.name, value));
    }
}

/// How many bytes of a whole number are here.
fn digits(bytes: &[u8]) -> usize {
    let sign = usize::from(bytes.first() == Some(&b'-'));
    let digits = bytes.iter().skip(sign).take(20).take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 0 { 0 } else { sign + digits }
}

/// Where words begin next, within a value's length. `from` is where `bytes` begin; what is looked
/// through in vain is remembered, so that no place is looked at twice.
fn next(bytes: &[u8], words: &[u8], from: usize, barren: &mut (usize, usize)) -> Option<usize> {
    let skipped = if (barren.0..barren.1).contains(&from) { barren.1 - from } else { 0 };
    let end = bytes.len().min(MAX_VALUE);
    let first = *words.first()?;
    for at in skipped..end {
        if bytes.get(at) == Some(&first) && bytes.get(at..)?.starts_with(words) {
            *barren = (from, from + at);
            return Some(at);
        }
    }
    *barren = (if skipped > 0 { barren.0 } else { from }, from + end.max(skipped));
    None
}

/// The squeezed byte after the line, or after as much of it as a value has.
fn end_of_line(at: usize, text: &str, squeezed: &Squeezed<'_>) -> usize {
    let line = line_of(text.get(squeezed.place(at)..).unwrap_or_default(), MAX_VALUE);
    let line = line.trim_end().trim_end_matches('.');
    at + line.bytes().filter(|byte| !byte.is_ascii_whitespace()).count()
}

/// The rest of a line, as far as it is looked at.
fn line_of(rest: &str, most: usize) -> &str {
    let head = rest.get(..rest.floor_char_boundary(most)).unwrap_or_default();
    head.split('\n').next().unwrap_or_default()
}

/// What is on a line before its end, as far as it is looked back at.
fn line_before(text: &str, most: usize) -> &str {
    let tail = text.get(text.ceil_char_boundary(text.len().saturating_sub(most))..).unwrap_or_default();
    tail.rsplit('\n').next().unwrap_or_default()
}

/// Whether a message begins after this: at the begin of a line, or after the name of an error.
fn begins_message(before: &str) -> bool {
    let line = line_before(before, NEAR).trim_end();
    line.is_empty() || line.ends_with("Error:") || line.ends_with("Exception:")
}

/// Whether nothing but marks follows on the line.
fn ends_message(after: &str) -> bool {
    line_of(after, NEAR).trim_matches([' ', '.', '\'', '"', ')']).is_empty()
}

/// The message's part before its known words: on the same line, or on the line before. An article is
/// no part of a value.
fn before(text: &str) -> Option<&str> {
    let line = line_before(text.trim_ascii_end(), MAX_LEADING);
    let (_, message) = line.rsplit_once("Error: ").unwrap_or(("", line));
    let message = message.trim_start();
    let message = ["The ", "For "].into_iter().find_map(|word| message.strip_prefix(word)).unwrap_or(message);
    Some(message).filter(|message| !message.is_empty())
}
