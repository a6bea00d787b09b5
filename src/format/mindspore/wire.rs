//! The protobuf wire format over a source: yields fields with their place and never reads what a
//! field holds unless asked to. Strategy files, group files and checkpoints are walked with it.

use crate::format::{Fault, FaultKind, Limit};
use crate::phrase::{Phrase, phrase};
use crate::source::ReadAt;

/// Groups (a form that protobuf gave up) may nest this deep, as in protobuf's own parsers.
const MAX_GROUP_DEPTH: usize = 100;

/// A 64-bit number takes at most this many bytes.
const MAX_VARINT: u64 = 10;

/// How much is read at once when the first read of a record was too short; doubles up to the second.
const AHEAD: (u64, u64) = (32, 4096);

/// One field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    /// Offset of its key.
    pub(crate) offset: u64,
    /// Field number.
    pub(crate) number: u32,
    /// What it holds.
    pub(crate) value: Value,
}

/// What a field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// A number.
    Varint(u64),
    /// A message, text or bytes, which the walker stands before.
    Bytes {
        /// Offset of the first byte.
        start: u64,
        /// Offset after the last byte.
        end: u64,
    },
    /// The same, but longer than what it is in; the walker stands before it.
    Cut {
        /// Offset of the first byte.
        start: u64,
        /// Bytes it claims.
        wanted: u64,
        /// Bytes there are.
        left: u64,
    },
    /// A fixed-size number or a group, skipped: none of the formats has one.
    Skipped,
}

/// A position in a source, and the bytes last read around it.
pub(crate) struct Walker<'a> {
    source: &'a dyn ReadAt,
    at: u64,
    window: Vec<u8>,
    window_start: u64,
    ahead: u64,
    fetched: u64,
    budget: u64,
    total: u64,
}

impl<'a> Walker<'a> {
    /// Stands at the start of a source.
    pub(crate) fn new(source: &'a dyn ReadAt) -> Self {
        let (ahead, _) = AHEAD;
        let budget = u64::MAX;
        Self { source, at: 0, window: Vec::new(), window_start: 0, ahead, fetched: 0, budget, total: 0 }
    }

    /// The next read takes at least `ahead` bytes, and reads fail beyond `budget` bytes from now on.
    pub(crate) const fn begin_record(&mut self, ahead: u64, budget: u64) {
        self.ahead = ahead;
        self.fetched = 0;
        self.budget = budget;
    }

    /// The offset it stands at.
    pub(crate) const fn at(&self) -> u64 {
        self.at
    }

    /// Bytes read so far.
    pub(crate) const fn total(&self) -> u64 {
        self.total
    }

    /// Goes to an offset.
    pub(crate) const fn go_to(&mut self, offset: u64) {
        self.at = offset;
    }

    /// The next field before `end`; none if it stands there.
    ///
    /// # Errors
    /// If the bytes are no field; the walker is lost then.
    pub(crate) fn field(&mut self, end: u64) -> Result<Option<Field>, Fault> {
        if self.at >= end {
            return Ok(None);
        }
        let offset = self.at;
        let (number, wire) = self.key(end)?;
        let value = match wire {
            0 => Value::Varint(self.varint(end)?),
            2 => {
                let wanted = self.varint(end)?;
                let (start, left) = (self.at, end - self.at);
                match start.checked_add(wanted).filter(|_| wanted <= left) {
                    Some(end) => Value::Bytes { start, end },
                    None => Value::Cut { start, wanted, left },
                }
            }
            3 => {
                self.skip_group(number, end)?;
                Value::Skipped
            }
            _ => {
                self.skip_fixed(offset, wire, end)?;
                Value::Skipped
            }
        };
        Ok(Some(Field { offset, number, value }))
    }

    /// The bytes up to `end`, and goes there.
    ///
    /// # Errors
    /// If they cannot be read within the budget.
    pub(crate) fn take(&mut self, end: u64) -> Result<Vec<u8>, Fault> {
        let bytes = self.peek(end.saturating_sub(self.at))?.to_vec();
        self.at = end;
        Ok(bytes)
    }

    /// A number that ends before `end`.
    ///
    /// # Errors
    /// If there is none.
    pub(crate) fn varint(&mut self, end: u64) -> Result<u64, Fault> {
        let offset = self.at;
        let left = end.saturating_sub(offset);
        let mut number = 0u64;
        for index in 0..MAX_VARINT {
            if index >= left {
                return Err(Fault::at(offset, "", FaultKind::Truncated { wanted: index + 1, left }));
            }
            let byte = u64::from(self.peek(1)?.first().copied().unwrap_or(0));
            self.at += 1;
            number |= (byte & 0x7f) << (7 * index);
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(malformed(offset, phrase!("a number of more than 10 bytes", "数字超过 10 个字节")))
    }

    fn key(&mut self, end: u64) -> Result<(u32, u64), Fault> {
        let offset = self.at;
        let key = self.varint(end)?;
        match u32::try_from(key >> 3) {
            Ok(number) if number > 0 && number < 1 << 29 => Ok((number, key & 7)),
            _ => Err(malformed(offset, phrase!("a field number that does not exist", "不存在的字段编号"))),
        }
    }

    fn skip_fixed(&mut self, offset: u64, wire: u64, end: u64) -> Result<(), Fault> {
        let wanted = match wire {
            1 => 8,
            5 => 4,
            4 => {
                return Err(malformed(
                    offset,
                    phrase!("the end of a group that has not begun", "group 尚未开始就已结束"),
                ));
            }
            _ => {
                return Err(malformed(
                    offset,
                    phrase!("a kind of field that does not exist", "不存在的字段类型"),
                ));
            }
        };
        self.skip(wanted, end)
    }

    fn skip(&mut self, wanted: u64, end: u64) -> Result<(), Fault> {
        let left = end.saturating_sub(self.at);
        if wanted > left {
            return Err(Fault::at(self.at, "", FaultKind::Truncated { wanted, left }));
        }
        self.at += wanted;
        Ok(())
    }

    fn skip_group(&mut self, number: u32, end: u64) -> Result<(), Fault> {
        let mut open = vec![number];
        while let Some(&innermost) = open.last() {
            let offset = self.at;
            let (number, wire) = self.key(end)?;
            match wire {
                0 => {
                    self.varint(end)?;
                }
                2 => {
                    let wanted = self.varint(end)?;
                    self.skip(wanted, end)?;
                }
                3 if open.len() < MAX_GROUP_DEPTH => open.push(number),
                3 => {
                    let (value, limit) = (open.len() as u64 + 1, MAX_GROUP_DEPTH as u64);
                    let kind = FaultKind::OverLimit { what: Limit::Groups, value, limit };
                    return Err(Fault::at(offset, "", kind));
                }
                4 if number == innermost => {
                    open.pop();
                }
                4 => {
                    return Err(malformed(
                        offset,
                        phrase!(
                            "the end of another group than the one begun last",
                            "结束的 group 不是最近开始的那个"
                        ),
                    ));
                }
                _ => self.skip_fixed(offset, wire, end)?,
            }
        }
        Ok(())
    }

    /// The next `wanted` bytes from where it stands, which it does not leave.
    ///
    /// # Errors
    /// If they cannot be read within the budget.
    pub(crate) fn peek(&mut self, wanted: u64) -> Result<&[u8], Fault> {
        let held = self.held();
        if held < wanted {
            self.fetch(held, wanted)?;
        }
        let from = self.at.checked_sub(self.window_start).and_then(|from| usize::try_from(from).ok());
        let rest = from.and_then(|from| self.window.get(from..)).unwrap_or(&[]);
        Ok(usize::try_from(wanted).ok().and_then(|wanted| rest.get(..wanted)).unwrap_or(rest))
    }

    /// How many bytes of the window are at or after where it stands.
    fn held(&self) -> u64 {
        let skipped = self.at.checked_sub(self.window_start);
        skipped.map_or(0, |skipped| (self.window.len() as u64).saturating_sub(skipped))
    }

    fn fetch(&mut self, held: u64, wanted: u64) -> Result<(), Fault> {
        let left = self.source.len().saturating_sub(self.at);
        if wanted > left {
            return Err(Fault::at(self.at, "", FaultKind::Truncated { wanted, left }));
        }
        let missing = wanted - held;
        if self.fetched.saturating_add(missing) > self.budget {
            let (value, limit) = (self.fetched.saturating_add(missing), self.budget);
            let kind = FaultKind::OverLimit { what: Limit::RecordHeader, value, limit };
            return Err(Fault::at(self.at, "", kind));
        }
        let len = missing.max(self.ahead).min(left - held).min(self.budget - self.fetched);
        let (Ok(kept), Ok(new_len)) = (usize::try_from(held), usize::try_from(held + len)) else {
            return Err(malformed(
                self.at,
                phrase!("more bytes than memory can address", "字节数超出内存的寻址范围"),
            ));
        };
        self.window.drain(..self.window.len() - kept);
        self.window_start = self.at;
        self.window.resize(new_len, 0);
        let fresh = self.window.get_mut(kept..).unwrap_or(&mut []);
        self.source.read_at(self.at + held, fresh)?;
        self.fetched += len;
        self.total += len;
        let (least, most) = AHEAD;
        self.ahead = if self.fetched > len { (self.ahead * 2).min(most) } else { least };
        Ok(())
    }
}

fn malformed(offset: u64, what: Phrase) -> Fault {
    Fault::at(offset, "", FaultKind::Malformed(what))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{Bytes, Metered};

    fn first(bytes: &[u8]) -> Result<Option<Field>, Fault> {
        Walker::new(&Bytes(bytes)).field(bytes.len() as u64)
    }

    #[test]
    fn a_number_of_eleven_bytes_is_refused() {
        let mut bytes = vec![0x08];
        bytes.extend([0xff; 10]);
        bytes.push(1);
        assert!(matches!(first(&bytes).unwrap_err().kind, FaultKind::Malformed(_)));
    }

    #[test]
    fn minus_one_takes_ten_bytes() {
        let mut bytes = vec![0x08];
        bytes.extend([0xff; 9]);
        bytes.push(1);
        assert_eq!(first(&bytes).unwrap().unwrap().value, Value::Varint(u64::MAX));
    }

    #[test]
    fn a_length_of_2_to_the_62_is_cut_not_allocated() {
        let mut bytes = vec![0x0a];
        bytes.extend([0x80; 8]);
        bytes.extend([0x40, 1, 2]);
        let field = first(&bytes).unwrap().unwrap();
        assert_eq!(field.value, Value::Cut { start: 10, wanted: 1 << 62, left: 2 });
    }

    #[test]
    fn a_group_is_skipped_with_the_groups_in_it() {
        let bytes = [0x0b, 0x13, 0x08, 0x01, 0x14, 0x22, 1, 9, 0x0c, 0x08, 7];
        let source = Bytes(bytes);
        let mut walker = Walker::new(&source);
        assert_eq!(walker.field(11).unwrap().unwrap().value, Value::Skipped);
        assert_eq!(walker.field(11).unwrap().unwrap().value, Value::Varint(7));
        assert_eq!(walker.field(11).unwrap(), None);
    }

    #[test]
    fn groups_cannot_nest_without_end() {
        let bytes = [0x0b; 200];
        assert!(matches!(first(&bytes).unwrap_err().kind, FaultKind::OverLimit { limit: 100, .. }));
    }

    #[test]
    fn a_group_that_ends_as_another_is_refused() {
        assert!(first(&[0x0b, 0x14]).is_err());
        assert!(first(&[0x0c]).is_err());
    }

    #[test]
    fn a_read_beyond_the_budget_is_refused_before_it_allocates() {
        let source = Bytes(vec![0u8; 1 << 16]);
        let mut walker = Walker::new(&source);
        walker.begin_record(16, 100);
        assert!(matches!(walker.take(1 << 15).unwrap_err().kind, FaultKind::OverLimit { .. }));
    }

    #[test]
    fn a_jump_over_content_reads_nothing_of_it() {
        let mut bytes = vec![0x0a, 0x80, 0x80, 0x04];
        bytes.resize(4 + (1 << 16), 7);
        bytes.extend([0x10, 3]);
        let len = bytes.len() as u64;
        let source = Metered::new(Bytes(bytes));
        let mut walker = Walker::new(&source);
        walker.begin_record(8, 1000);
        let Some(Field { value: Value::Bytes { end, .. }, .. }) = walker.field(len).unwrap() else {
            panic!()
        };
        walker.go_to(end);
        assert_eq!(walker.field(len).unwrap().unwrap().value, Value::Varint(3));
        assert_eq!(source.bytes_read(), 10);
        assert_eq!(walker.total(), 10);
    }
}
