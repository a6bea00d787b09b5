//! The header walk: from record to record, reading names, shapes and types.

use std::collections::BTreeMap;

use super::join::Tensors;
use super::{crc, encryption, record};
use crate::format::mindspore::wire::{Field, Value, Walker};
use crate::format::{Fault, FaultKind, Header, Limit, MAX_HEADER, WeightFormat};
use crate::phrase::phrase;
use crate::source::ReadAt;

/// One record's name, type and 64 dimensions fit many times.
pub const MAX_RECORD_HEADER: u64 = 64 << 10;

/// More tensors and pieces than any checkpoint file has: 1 TiB in pieces of 512 MiB is 2,048.
pub const MAX_RECORDS: usize = 1 << 20;

/// Fields that are no record, which MindSpore never writes: more of them are another kind of file.
const MAX_UNKNOWN: usize = 1000;

/// Read beyond the length of the previous record's header: the next name may be a little longer.
const SLACK: u64 = 8;

/// Read for the first record: no header of a tensor is much shorter.
const FIRST: u64 = 64;

/// Reads the header of a checkpoint: of each record about its name, shape and type, no content.
///
/// # Errors
/// If the file is empty, encrypted, cannot be read, or nothing in it is a checkpoint.
pub fn read(source: &dyn ReadAt) -> Result<Header, Fault> {
    if source.is_empty() {
        return Err(Fault::at(0, "", FaultKind::Empty));
    }
    let mut walk =
        Walk { walker: Walker::new(source), len: source.len(), records: 0, unknown: 0, ahead: FIRST };
    let mut tensors = Tensors::default();
    let mut crc = None;
    walk.walker.begin_record(FIRST, MAX_RECORD_HEADER);
    if let Some(cipher) = walk.walker.peek(walk.len.min(4)).ok().and_then(encryption) {
        return Err(Fault::at(0, "", FaultKind::Encrypted(cipher)));
    }
    while walk.walker.at() < walk.len && !tensors.is_full() {
        if walk.len - walk.walker.at() == crc::TRAILER {
            crc = crc::parse_trailer(walk.walker.peek(crc::TRAILER)?);
            if crc.is_some() {
                break;
            }
        }
        if let Err(fault) = walk.step(&mut tensors) {
            if matches!(fault.kind, FaultKind::Read { .. }) {
                return Err(fault);
            }
            tensors.fault(fault);
            break;
        }
    }
    let (entries, faults) = tensors.finish();
    if entries.is_empty() {
        let what = || phrase!("no tensor is in it", "其中没有张量");
        let nothing = || Fault::at(0, "Checkpoint", FaultKind::Malformed(what()));
        match faults.first() {
            Some(fault) if walk.records == 0 => return Err(fault.clone()),
            None => return Err(nothing()),
            Some(_) => {}
        }
    }
    Ok(Header { format: WeightFormat::Ckpt, entries, metadata: BTreeMap::new(), crc, faults })
}

struct Walk<'a> {
    walker: Walker<'a>,
    len: u64,
    records: usize,
    unknown: usize,
    /// How much to read for the next record.
    ahead: u64,
}

impl Walk<'_> {
    /// Takes the field it stands before.
    ///
    /// # Errors
    /// If what follows cannot be read any more.
    fn step(&mut self, tensors: &mut Tensors) -> Result<(), Fault> {
        self.walker.begin_record(self.ahead, MAX_RECORD_HEADER);
        let field = self.walker.field(self.len).map_err(|fault| fault.in_field("Checkpoint"))?;
        let Some(Field { offset, number, value }) = field else { return Ok(()) };
        match (number, value) {
            (1, Value::Bytes { end, .. }) => {
                let path = format!("Checkpoint.value[{}]", self.records);
                let record = record::read(&mut self.walker, end, &path);
                if let Err(fault @ Fault { kind: FaultKind::Read { .. }, .. }) = record.body {
                    return Err(fault);
                }
                if let Ok(record::Body::Tensor(tensor)) = &record.body {
                    let content = tensor.content.map_or(end, |piece| piece.offset);
                    self.ahead = content.saturating_sub(offset).saturating_add(SLACK);
                }
                tensors.record(record, offset, path);
                self.records += 1;
                self.walker.go_to(end);
            }
            (1, Value::Cut { wanted, left, .. }) => {
                let path = format!("Checkpoint.value[{}]", self.records);
                let record = record::read(&mut self.walker, self.len, &path);
                let fault = Fault::at(offset, path, FaultKind::Truncated { wanted, left });
                self.records += usize::from(record.name.is_some());
                return Err(match record.name {
                    Some(name) => fault.of(name),
                    None => fault,
                });
            }
            (_, Value::Cut { wanted, left, .. }) => {
                return Err(Fault::at(offset, "Checkpoint", FaultKind::Truncated { wanted, left }));
            }
            (_, Value::Bytes { end, .. }) => {
                self.unknown += 1;
                self.walker.go_to(end);
            }
            _ => self.unknown += 1,
        }
        self.check_limits(offset)
    }

    fn check_limits(&self, offset: u64) -> Result<(), Fault> {
        let over = |what, value: u64, limit: u64| {
            Err(Fault::at(offset, "Checkpoint", FaultKind::OverLimit { what, value, limit }))
        };
        if self.records > MAX_RECORDS {
            return over(Limit::Records, self.records as u64, MAX_RECORDS as u64);
        }
        if self.unknown > MAX_UNKNOWN {
            return over(Limit::UnknownFields, self.unknown as u64, MAX_UNKNOWN as u64);
        }
        if self.walker.total() > MAX_HEADER {
            return over(Limit::AllHeaders, self.walker.total(), MAX_HEADER);
        }
        Ok(())
    }
}
