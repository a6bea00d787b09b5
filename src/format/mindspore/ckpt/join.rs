//! Records → tensors: consecutive records of one name are the pieces of one tensor.

use std::collections::HashSet;

use super::record::{Body, Record, TensorRecord};
use crate::format::faults::Faults;
use crate::format::{Entry, Fault, FaultKind, Piece};
use crate::geometry::{DType, Shape};
use crate::phrase::phrase;

/// The tensors of a file in the making.
#[derive(Default)]
pub(super) struct Tensors {
    open: Option<Open>,
    entries: Vec<Entry>,
    names: HashSet<String>,
    /// Names with a fault: no entry may have one.
    bad: HashSet<String>,
    faults: Faults,
}

/// A tensor of which more pieces may come.
struct Open {
    name: String,
    offset: u64,
    field: String,
    dims: Vec<i64>,
    type_name: String,
    pieces: Vec<Piece>,
}

impl Tensors {
    /// Takes the record at `offset`, whose field is `field`.
    pub(super) fn record(&mut self, record: Record, offset: u64, field: String) {
        let Record { name, body } = record;
        match (name, body) {
            (Some(name), Ok(Body::Tensor(tensor))) => self.tensor(name, tensor, offset, field),
            (Some(name), Ok(Body::Map)) => {
                let kind =
                    FaultKind::Unsupported(phrase!("a map parameter (hash table)", "map 参数（哈希表）"));
                // A map may have several records; it is told once.
                if self.bad.contains(&name) {
                    return;
                }
                self.fault(Fault::at(offset, field, kind).of(name));
            }
            (Some(name), Err(fault)) if !name.is_empty() => self.fault(fault.of(name)),
            (_, Err(fault)) => self.fault(fault),
            (None, Ok(_)) => {}
        }
    }

    /// Takes a fault. A tensor that has one is no entry.
    pub(super) fn fault(&mut self, fault: Fault) {
        if let Some(name) = &fault.tensor {
            self.bad.insert(name.clone());
            self.names.insert(name.clone());
            self.open.take_if(|open| &open.name == name);
        }
        self.faults.push(fault);
    }

    /// Whether faults are not told one by one any more.
    pub(super) fn is_full(&self) -> bool {
        self.faults.is_full()
    }

    /// The tensors and what is wrong.
    pub(super) fn finish(mut self) -> (Vec<Entry>, Vec<Fault>) {
        self.close();
        self.entries.retain(|entry| !self.bad.contains(&entry.name));
        (self.entries, self.faults.finish())
    }

    fn tensor(&mut self, name: String, tensor: TensorRecord, offset: u64, field: String) {
        let TensorRecord { dims, type_name, content } = tensor;
        let Some(type_name) = type_name else {
            let kind = FaultKind::Malformed(phrase!("a tensor without an element type", "张量没有元素类型"));
            return self.fault(Fault::at(offset, field, kind).of(name));
        };
        match &mut self.open {
            Some(open) if open.name == name => {
                if (&open.dims, &open.type_name) == (&dims, &type_name) {
                    open.pieces.extend(content);
                } else {
                    let what = phrase!(
                        "the pieces of the tensor have different shapes or types",
                        "该张量各分段的形状或类型不一致"
                    );
                    self.fault(Fault::at(offset, field, FaultKind::Malformed(what)).of(name));
                }
            }
            _ => {
                self.close();
                let pieces = content.into_iter().collect();
                self.open = Some(Open { name, offset, field, dims, type_name, pieces });
            }
        }
    }

    /// Ends the tensor of which the last record was a piece.
    fn close(&mut self) {
        let Some(open) = self.open.take() else { return };
        if !self.names.insert(open.name.clone()) {
            return self.fault(Fault::at(open.offset, open.field, FaultKind::Duplicate).of(open.name));
        }
        match shape(&open) {
            Ok((dtype, shape)) => {
                let pieces = open.pieces.into_iter().filter(|piece| piece.len > 0).collect();
                self.entries.push(Entry { name: open.name, dtype, shape, pieces });
            }
            Err(kind) => self.fault(Fault::at(open.offset, open.field + ".tensor", kind).of(open.name)),
        }
    }
}

/// Type and shape, after comparing them with the length of the content.
fn shape(open: &Open) -> Result<(DType, Shape), FaultKind> {
    let dtype = DType::from_mindspore(&open.type_name)
        .ok_or_else(|| FaultKind::UnknownDType(open.type_name.clone()))?;
    let found: u64 = open.pieces.iter().map(|piece| piece.len).sum();
    let is_scalar = matches!(open.dims.as_slice(), [] | [0]);
    if dtype == DType::Str {
        // Text has no shape in the file; its length is that of its content.
        if !is_scalar || found == 0 || !found.is_multiple_of(dtype.size()) {
            return Err(FaultKind::Malformed(phrase!(
                "{found} bytes of shape {dims:?} are no UTF-32 text",
                "形状为 {dims:?} 的 {found} 字节不是 UTF-32 文本",
                found,
                dims = open.dims
            )));
        }
        return Ok((dtype, Shape::new(vec![found / dtype.size()])?));
    }
    let dims = if is_scalar { &[] } else { open.dims.as_slice() };
    let dim = |&dim: &i64| {
        let negative =
            || FaultKind::Malformed(phrase!("a dimension of length {dim}", "维度的长度为 {dim}", dim));
        u64::try_from(dim).map_err(|_| negative())
    };
    let shape = Shape::new(dims.iter().map(dim).collect::<Result<Vec<u64>, _>>()?)?;
    let expected = shape.bytes(dtype).ok_or_else(|| FaultKind::too_many_bytes(&shape))?;
    if found == expected { Ok((dtype, shape)) } else { Err(FaultKind::LengthMismatch { found, expected }) }
}
