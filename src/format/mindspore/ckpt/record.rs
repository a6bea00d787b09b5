//! One record: `Checkpoint.value`. Its content is passed over, never read.

use crate::format::mindspore::wire::{Field, Value, Walker};
use crate::format::{Fault, FaultKind, Piece};
use crate::geometry::MAX_DIMS;
use crate::phrase::{Phrase, phrase};

/// The longest type name that is read; the longest there is has 8 letters.
const MAX_TYPE_NAME: u64 = 64;

/// A record: what could be read of it.
pub(super) struct Record {
    /// The tag; none if it is missing or not UTF-8.
    pub(super) name: Option<String>,
    pub(super) body: Result<Body, Fault>,
}

/// What a record holds.
pub(super) enum Body {
    Tensor(TensorRecord),
    Map,
}

/// A tensor, or a piece of one.
#[derive(Default)]
pub(super) struct TensorRecord {
    /// Lengths of the whole tensor; one more than [`MAX_DIMS`] if there are too many.
    pub(super) dims: Vec<i64>,
    pub(super) type_name: Option<String>,
    /// Where the content is; none if there is none.
    pub(super) content: Option<Piece>,
}

/// Reads a record that ends at `end`. `path` is its field, for faults.
pub(super) fn read(walker: &mut Walker<'_>, end: u64, path: &str) -> Record {
    let mut name = None;
    let body = value(walker, end, path, &mut name);
    Record { name, body }
}

fn value(walker: &mut Walker<'_>, end: u64, path: &str, name: &mut Option<String>) -> Result<Body, Fault> {
    let in_path = |fault: Fault| fault.in_field(path);
    let mut body = None;
    let start = walker.at();
    while let Some(Field { offset, number, value }) = walker.field(end).map_err(in_path)? {
        match (number, value) {
            (1, Value::Bytes { end, .. }) if name.is_none() => {
                let bytes = walker.take(end).map_err(in_path)?;
                let utf8 = String::from_utf8(bytes);
                *name = Some(utf8.map_err(|_| Fault::at(offset, format!("{path}.tag"), FaultKind::NotUtf8))?);
            }
            (2, Value::Bytes { end, .. }) if body.is_none() => {
                body = Some(Body::Tensor(tensor(walker, end, &format!("{path}.tensor"))?));
            }
            (3, Value::Bytes { .. }) if body.is_none() => body = Some(Body::Map),
            (1..=3, Value::Bytes { .. }) => {
                return Err(malformed(
                    offset,
                    path,
                    phrase!("a record with two names or two contents", "一条记录有两个名称或两份内容"),
                ));
            }
            (_, Value::Cut { wanted, left, .. }) => {
                return Err(Fault::at(offset, path, FaultKind::Truncated { wanted, left }));
            }
            _ => {}
        }
        if let Value::Bytes { end, .. } = value {
            walker.go_to(end);
        }
    }
    if name.as_ref().is_none_or(String::is_empty) {
        return Err(malformed(
            start,
            &format!("{path}.tag"),
            phrase!("a record without a name", "记录没有名称"),
        ));
    }
    body.ok_or_else(|| malformed(start, path, phrase!("a record without a tensor", "记录中没有张量")))
}

fn tensor(walker: &mut Walker<'_>, end: u64, path: &str) -> Result<TensorRecord, Fault> {
    let in_path = |fault: Fault| fault.in_field(path);
    let mut record = TensorRecord::default();
    while let Some(Field { offset, number, value }) = walker.field(end).map_err(in_path)? {
        match (number, value) {
            (_, Value::Cut { wanted, left, .. }) => {
                return Err(Fault::at(offset, path, FaultKind::Truncated { wanted, left }));
            }
            (1, Value::Varint(dim)) => push_dim(&mut record.dims, dim),
            (1, Value::Bytes { end, .. }) => {
                while walker.at() < end {
                    push_dim(&mut record.dims, walker.varint(end).map_err(in_path)?);
                }
            }
            (2, Value::Bytes { start, end }) if record.type_name.is_none() => {
                if end - start > MAX_TYPE_NAME {
                    return Err(malformed(
                        offset,
                        path,
                        phrase!("the name of the element type is too long", "元素类型的名称过长"),
                    ));
                }
                let bytes = walker.take(end).map_err(in_path)?;
                record.type_name = Some(String::from_utf8_lossy(&bytes).into_owned());
            }
            (3, Value::Bytes { start, end }) if record.content.is_none() => {
                record.content = Some(Piece { offset: start, len: end - start });
            }
            (2 | 3, Value::Bytes { .. }) => {
                return Err(malformed(
                    offset,
                    path,
                    phrase!("a tensor with two types or two contents", "一个张量有两个类型或两份内容"),
                ));
            }
            _ => {}
        }
        if let Value::Bytes { end, .. } = value {
            walker.go_to(end);
        }
    }
    Ok(record)
}

fn push_dim(dims: &mut Vec<i64>, dim: u64) {
    if dims.len() <= MAX_DIMS {
        dims.push(dim.cast_signed());
    }
}

fn malformed(offset: u64, path: &str, what: Phrase) -> Fault {
    Fault::at(offset, path, FaultKind::Malformed(what))
}
