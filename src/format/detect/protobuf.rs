//! Which protobuf file it is. Strategy, group and weight files use the same field numbers with
//! different contents, and none has a mark of its own:
//!
//! * strategy: `{1: number, 2: {1: name, 2: {..}}, 3: {1: name, 2: {..}}}`;
//! * group: `{1: {1: name, 2: {1: ranks}}, 2: {1: ranks}}`;
//! * weights: `{1: {1: name, 2: {1: dims, 2: type, 3: content}}}`.

use super::FileKind;
use crate::format::mindspore::wire::{Field, Value, Walker};
use crate::source::ReadAt;

/// Fields of the file that are looked at.
const FIELDS: usize = 16;

/// Fields of a record that are looked at: more than a tensor has dimensions.
const INNER_FIELDS: usize = 80;

/// Bytes that are read at most.
const BUDGET: u64 = 4096;

/// The kind of file that the first fields show; none if they show none.
pub(super) fn kind(source: &dyn ReadAt) -> Option<FileKind> {
    let len = source.len();
    let mut walker = Walker::new(source);
    walker.begin_record(64, BUDGET);
    if len == 17 && walker.peek(7).is_ok_and(|head| head == b"crc_num") {
        return Some(FileKind::Ckpt);
    }
    let mut counter_seen = false;
    for _ in 0..FIELDS {
        let Ok(field) = walker.field(len) else { return None };
        let Some(Field { number, value, .. }) = field else {
            return counter_seen.then_some(FileKind::Strategy);
        };
        let found = match (number, end(value, len)) {
            (1, Some(end)) => record(&mut walker, end),
            (2 | 3, Some(_)) if counter_seen => Some(FileKind::Strategy),
            (2, Some(end)) => second(&mut walker, end),
            (3, Some(end)) => named(&mut walker, end).then_some(FileKind::Strategy),
            _ => None,
        };
        if found.is_some() {
            return found;
        }
        counter_seen |= number == 1 && matches!(value, Value::Varint(_));
        match value {
            Value::Bytes { end, .. } => walker.go_to(end),
            Value::Cut { .. } => return None,
            Value::Varint(_) | Value::Skipped => {}
        }
    }
    None
}

/// Where the bytes of a field end, at the latest where the file does.
const fn end(value: Value, len: u64) -> Option<u64> {
    match value {
        Value::Bytes { end, .. } => Some(end),
        Value::Cut { .. } => Some(len),
        Value::Varint(_) | Value::Skipped => None,
    }
}

/// A field 1 of the file: a weight or a group.
fn record(walker: &mut Walker<'_>, record_end: u64) -> Option<FileKind> {
    let mut is_named = false;
    while let Some(Field { number, value, .. }) = walker.field(record_end).ok()? {
        match (number, end(value, record_end)) {
            (1, Some(_)) => is_named = true,
            (2, Some(end)) => return tensor_or_ranks(walker, end),
            (3, Some(_)) => return Some(FileKind::Ckpt),
            _ => return None,
        }
        walker.go_to(end(value, record_end)?);
    }
    is_named.then_some(FileKind::Ckpt)
}

/// A tensor has a type or a content, ranks are numbers only.
fn tensor_or_ranks(walker: &mut Walker<'_>, inner_end: u64) -> Option<FileKind> {
    for _ in 0..INNER_FIELDS {
        let Some(Field { number, value, .. }) = walker.field(inner_end).ok()? else { break };
        match (number, end(value, inner_end)) {
            (2 | 3, Some(_)) => return Some(FileKind::Ckpt),
            (1, Some(end)) => walker.go_to(end),
            (1, None) => {}
            _ => return None,
        }
    }
    Some(FileKind::Group)
}

/// A field 2 of the file, without a counter before it: an operator, or the ranks of a group file.
fn second(walker: &mut Walker<'_>, end: u64) -> Option<FileKind> {
    let start = walker.at();
    if named(walker, end) {
        return Some(FileKind::Strategy);
    }
    walker.go_to(start);
    let Field { number, value, .. } = walker.field(end).ok()??;
    (number == 1 && matches!(value, Value::Varint(_))).then_some(FileKind::Group)
}

/// Whether the message is a name and another message.
fn named(walker: &mut Walker<'_>, message_end: u64) -> bool {
    let is_bytes = |walker: &mut Walker<'_>, wanted| match walker.field(message_end) {
        Ok(Some(Field { number, value, .. })) if number == wanted => end(value, message_end),
        _ => None,
    };
    let Some(name_end) = is_bytes(walker, 1) else { return false };
    walker.go_to(name_end);
    is_bytes(walker, 2).is_some()
}
