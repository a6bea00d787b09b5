//! The header reader.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, SeqAccess, Visitor};

use super::{CRC_KEY, INT4, METADATA};
use crate::format::faults::Faults;
use crate::format::json::{fault, members, offset_in, utf8};
use crate::format::{Entry, Fault, FaultKind, Header, Limit, MAX_HEADER, Piece, WeightFormat};
use crate::geometry::{DType, MAX_DIMS, Shape};
use crate::order::sort_by_key;
use crate::phrase::{clipped, phrase};
use crate::source::{ReadAt, read_vec};

/// Length of the length.
const PREFIX: u64 = 8;

/// Reads the header.
///
/// # Errors
/// If the file is empty, cut off, cannot be read, or its header as a whole is not one.
pub fn read(source: &dyn ReadAt) -> Result<Header, Fault> {
    let size = source.len();
    if size == 0 {
        return Err(Fault::at(0, "", FaultKind::Empty));
    }
    if size < PREFIX {
        return Err(Fault::at(0, "", FaultKind::Truncated { wanted: PREFIX, left: size }));
    }
    let mut prefix = [0; 8];
    source.read_at(0, &mut prefix)?;
    let len = u64::from_le_bytes(prefix);
    if len > MAX_HEADER {
        let kind = FaultKind::OverLimit { what: Limit::Header, value: len, limit: MAX_HEADER };
        return Err(Fault::at(0, "", kind));
    }
    let left = size - PREFIX;
    if len > left {
        return Err(Fault::at(PREFIX, "", FaultKind::Truncated { wanted: len, left }));
    }
    let bytes = read_vec(source, PREFIX, len)?;
    if bytes.first() != Some(&b'{') {
        let what = phrase!("the header does not begin with {{", "文件头不以 {{ 开头");
        return Err(Fault::at(PREFIX, "", FaultKind::Malformed(what)));
    }
    let text = utf8(&bytes, PREFIX)?;
    let mut reader = Reader { text, data: left - len, ..Reader::default() };
    members(text, |key, value| reader.member(key, value)).map_err(|error| fault(PREFIX, text, "", &error))?;
    Ok(reader.finish(PREFIX + len))
}

/// A tensor's member of the header. Unknown members are ignored, repeated ones refused.
#[derive(Deserialize)]
struct Info {
    dtype: String,
    shape: Dims,
    data_offsets: [u64; 2],
}

/// Lengths, of which no more than one over [`MAX_DIMS`] are kept.
struct Dims(Vec<u64>);

impl<'de> Deserialize<'de> for Dims {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Few;
        impl<'de> Visitor<'de> for Few {
            type Value = Dims;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of lengths")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut lengths: A) -> Result<Dims, A::Error> {
                let mut dims = Vec::new();
                while let Some(dim) = lengths.next_element()? {
                    if dims.len() <= MAX_DIMS {
                        dims.push(dim);
                    }
                }
                Ok(Dims(dims))
            }
        }
        deserializer.deserialize_seq(Few)
    }
}

#[derive(Default)]
struct Reader<'a> {
    text: &'a str,
    /// Bytes after the header.
    data: u64,
    metadata: Option<BTreeMap<String, String>>,
    tensors: Vec<Tensor>,
    by_name: HashMap<String, usize>,
    faults: Faults,
    /// A tensor's place could not be read: holes are no fault of their own.
    lost: bool,
}

/// A tensor whose place is known.
struct Tensor {
    name: String,
    offset: u64,
    start: u64,
    end: u64,
    typed: Result<(DType, Shape), FaultKind>,
}

impl Reader<'_> {
    fn member(&mut self, key: String, value: &str) {
        let offset = PREFIX.saturating_add(offset_in(self.text, value));
        if key == METADATA {
            return self.metadata(value, offset);
        }
        let first = self.by_name.insert(key.clone(), usize::MAX);
        if let Some(first) = first.and_then(|first| self.tensors.get_mut(first)) {
            first.typed = Err(FaultKind::Duplicate);
        }
        let info = match serde_json::from_str::<Info>(value) {
            Ok(info) => info,
            Err(error) => {
                self.lost = true;
                return self.faults.push(fault(offset, value, "", &error).of(key));
            }
        };
        let [start, end] = info.data_offsets;
        let typed = match first {
            Some(_) => Err(FaultKind::Duplicate),
            None => typed(&info, end.checked_sub(start)),
        };
        if let Some(index) = self.by_name.get_mut(&key) {
            *index = self.tensors.len();
        }
        self.tensors.push(Tensor { name: key, offset, start, end, typed });
    }

    fn metadata(&mut self, value: &str, offset: u64) {
        let mut metadata = BTreeMap::new();
        let mut twice = self.metadata.is_some();
        let mut wrong = None;
        let result = members(value, |key, text| match serde_json::from_str::<String>(text) {
            Ok(text) => twice |= metadata.insert(key, text).is_some(),
            Err(_) => wrong = Some(key),
        });
        if let Err(error) = result {
            self.faults.push(fault(offset, value, METADATA, &error));
        }
        if let Some(key) = wrong {
            let key = clipped(&key);
            let what = phrase!("the value of `{key}` is not text", "`{key}` 的值不是文本", key);
            self.faults.push(Fault::at(offset, METADATA, FaultKind::Malformed(what)));
        }
        if twice {
            let what = phrase!("a key is in the metadata twice", "元数据中有重复的键");
            self.faults.push(Fault::at(offset, METADATA, FaultKind::Malformed(what)));
        }
        self.metadata = Some(metadata);
    }

    fn finish(mut self, data_start: u64) -> Header {
        let metadata = self.metadata.take().unwrap_or_default();
        let mut tensors = std::mem::take(&mut self.tensors);
        sort_by_key(&mut tensors, |tensor| (tensor.start, tensor.end));
        let mut entries = Vec::with_capacity(tensors.len());
        let mut next = 0;
        for tensor in tensors {
            let place = self.check_place(&tensor, next);
            match place {
                Ok(()) => next = tensor.end,
                Err(_) => self.lost = true,
            }
            match place.and(tensor.typed) {
                Err(kind) => self.faults.push(Fault::at(tensor.offset, "", kind).of(tensor.name)),
                Ok((dtype, shape)) => {
                    let dtype = if dtype == DType::I8 && metadata.get(&tensor.name).is_some_and(|t| t == INT4)
                    {
                        DType::Int4
                    } else {
                        dtype
                    };
                    let offset = data_start.saturating_add(tensor.start);
                    let piece = Piece { offset, len: tensor.end - tensor.start };
                    let pieces = if piece.len > 0 { vec![piece] } else { Vec::new() };
                    entries.push(Entry { name: tensor.name, dtype, shape, pieces });
                }
            }
        }
        self.check_end(next, data_start);
        let crc = self.crc(&metadata);
        let faults = self.faults.finish();
        Header { format: WeightFormat::Safetensors, entries, metadata, crc, faults }
    }

    /// That a tensor begins where the one before ends, and ends inside the file. A hole is a fault
    /// of the file, not of a tensor.
    fn check_place(&mut self, tensor: &Tensor, next: u64) -> Result<(), FaultKind> {
        let (start, end) = (tensor.start, tensor.end);
        if end < start {
            return Err(FaultKind::Malformed(phrase!(
                "it ends at {end}, before its start at {start}",
                "它在 {end} 处结束，早于起点 {start}",
                end,
                start
            )));
        }
        if end > self.data {
            return Err(FaultKind::Truncated { wanted: end - start, left: self.data.saturating_sub(start) });
        }
        if start < next {
            return Err(FaultKind::Malformed(phrase!(
                "it begins at {start}, inside another that ends at {next}",
                "它从 {start} 处开始，与另一个到 {next} 才结束的张量重叠",
                start,
                next
            )));
        }
        if start > next && !self.lost {
            let what = phrase!(
                "bytes {next} to {start} of the contents belong to no tensor",
                "数据区第 {next} 至 {start} 字节不属于任何张量",
                next,
                start
            );
            self.faults.push(Fault::at(tensor.offset, "data_offsets", FaultKind::Malformed(what)));
        }
        Ok(())
    }

    fn check_end(&mut self, next: u64, data_start: u64) {
        if next < self.data && !self.lost {
            let left = self.data - next;
            let what =
                phrase!("{left} bytes after the last tensor", "最后一个张量之后还有 {left} 字节", left);
            self.faults.push(Fault::at(data_start.saturating_add(next), "", FaultKind::Malformed(what)));
        }
    }

    fn crc(&mut self, metadata: &BTreeMap<String, String>) -> Option<u32> {
        let text = metadata.get(CRC_KEY)?;
        let crc = text.parse().ok();
        if crc.is_none() {
            let text = clipped(text);
            let what = phrase!(
                "the checksum `{text}` is no number of 32 bits",
                "校验和 `{text}` 不是 32 位的数",
                text
            );
            self.faults.push(Fault::at(PREFIX, format!("{METADATA}.{CRC_KEY}"), FaultKind::Malformed(what)));
        }
        crc
    }
}

/// Type and shape, after comparing them with the length of the content.
fn typed(info: &Info, found: Option<u64>) -> Result<(DType, Shape), FaultKind> {
    let dtype = DType::from_safetensors(&info.dtype);
    let dtype = dtype.ok_or_else(|| FaultKind::UnknownDType(info.dtype.chars().take(64).collect()))?;
    let shape = Shape::new(info.shape.0.clone())?;
    let expected = shape.bytes(dtype).ok_or_else(|| FaultKind::too_many_bytes(&shape))?;
    match found {
        Some(found) if found != expected => Err(FaultKind::LengthMismatch { found, expected }),
        _ => Ok((dtype, shape)),
    }
}
