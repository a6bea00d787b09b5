//! What contents say: values that are no numbers, weights of zeros, copies that differ. Bytes come
//! in pieces of any length; no tensor is ever held.

use std::collections::{BTreeSet, HashMap, HashSet};

use indexmap::{IndexMap, IndexSet};
use xxhash_rust::xxh3::Xxh3;

use super::Finding;
use super::kinds::content as kinds;
use crate::catalog::CheckpointFile;
use crate::format::Entry;
use crate::geometry::DType;
use crate::layout::Strategy;
use crate::parallel::states::parameter;
use crate::phrase::{Phrase, phrase};
use crate::units::{FEW_RANGES, ranges};

/// How a floating type marks values that are not finite: all bits of the exponent set.
#[derive(Clone, Copy)]
struct Float {
    size: usize,
    exponent: u64,
    mantissa: u64,
}

const fn float(dtype: DType) -> Option<Float> {
    match dtype {
        DType::F16 => Some(Float { size: 2, exponent: 0x7c00, mantissa: 0x03ff }),
        DType::BF16 => Some(Float { size: 2, exponent: 0x7f80, mantissa: 0x007f }),
        DType::F32 => Some(Float { size: 4, exponent: 0x7f80_0000, mantissa: 0x007f_ffff }),
        DType::F64 => Some(Float { size: 8, exponent: 0x7ff0 << 48, mantissa: (1 << 52) - 1 }),
        _ => None,
    }
}

/// One slice while its little-endian bytes go by.
pub struct Scan {
    float: Option<Float>,
    /// The first bytes of an element that is not complete yet.
    part: Vec<u8>,
    elements: u64,
    nan: u64,
    infinite: u64,
    first: Option<u64>,
    is_zero: bool,
    hash: Xxh3,
}

impl Scan {
    /// A slice of a type; values of types other than fp16, bf16, fp32 and fp64 are not looked at.
    #[must_use]
    pub fn new(dtype: DType) -> Self {
        Self {
            float: float(dtype),
            part: Vec::new(),
            elements: 0,
            nan: 0,
            infinite: 0,
            first: None,
            is_zero: true,
            hash: Xxh3::new(),
        }
    }

    /// The next bytes.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.hash.update(bytes);
        self.is_zero = self.is_zero && bytes.iter().all(|&byte| byte == 0);
        match self.float {
            Some(float @ Float { size: 2, .. }) => self.floats::<2>(float, bytes),
            Some(float @ Float { size: 4, .. }) => self.floats::<4>(float, bytes),
            Some(float) => self.floats::<8>(float, bytes),
            None => {}
        }
    }

    /// Looks at elements of `SIZE` bytes; one length for each loop is several times as fast.
    fn floats<const SIZE: usize>(&mut self, float: Float, mut bytes: &[u8]) {
        if !self.part.is_empty() {
            let (head, rest) = bytes.split_at(bytes.len().min(SIZE - self.part.len()));
            self.part.extend_from_slice(head);
            bytes = rest;
            let Ok(element) = <[u8; SIZE]>::try_from(self.part.as_slice()) else { return };
            self.part.clear();
            self.element(float, element);
        }
        let (elements, rest) = bytes.as_chunks::<SIZE>();
        elements.iter().for_each(|element| self.element(float, *element));
        self.part.extend_from_slice(rest);
    }

    fn element<const SIZE: usize>(&mut self, float: Float, element: [u8; SIZE]) {
        let bits = element.iter().rev().fold(0u64, |bits, &byte| (bits << 8) | u64::from(byte));
        if bits & float.exponent == float.exponent {
            let count = if bits & float.mantissa == 0 { &mut self.infinite } else { &mut self.nan };
            *count += 1;
            self.first = self.first.or(Some(self.elements));
        }
        self.elements += 1;
    }
}

/// A slice in a file, for the findings that tell one.
#[derive(Clone, Copy)]
struct Place<'a> {
    tensor: &'a str,
    file: &'a CheckpointFile,
}

/// Collects what the slices of a checkpoint say. Memory grows with distinct slices, not with bytes.
pub struct Contents<'a> {
    strategy: Option<&'a Strategy>,
    not_finite: IndexSet<&'a str>,
    /// The first slice that is not finite, and the first of its elements.
    first: Option<(Place<'a>, u64)>,
    nan: Counted,
    infinite: Counted,
    /// The first file of a tensor of zeros, and the ranks of all.
    zeros: IndexMap<&'a str, (&'a CheckpointFile, BTreeSet<u64>)>,
    /// Tensors of which some slice is not zero; they are not among those of zeros.
    filled: HashSet<&'a str>,
    /// The first rank that holds a slice, and the hash of its bytes.
    slices: HashMap<(&'a str, u32, u64), (u64, u128)>,
    differing: IndexMap<&'a str, (u32, u64, &'a CheckpointFile)>,
    /// All ranks whose slices differ from the first.
    differing_ranks: BTreeSet<u64>,
}

/// Values of a kind, and the ranks that have some.
#[derive(Default)]
struct Counted {
    values: u64,
    ranks: BTreeSet<u64>,
}

impl Counted {
    fn add(&mut self, values: u64, rank: u64) {
        if values > 0 {
            self.values = self.values.saturating_add(values);
            self.ranks.insert(rank);
        }
    }
}

impl<'a> Contents<'a> {
    /// Of a checkpoint that is cut by a strategy; without one nothing is a copy of anything.
    #[must_use]
    pub fn new(strategy: Option<&'a Strategy>) -> Self {
        Self {
            strategy,
            not_finite: IndexSet::new(),
            first: None,
            nan: Counted::default(),
            infinite: Counted::default(),
            zeros: IndexMap::new(),
            filled: HashSet::new(),
            slices: HashMap::new(),
            differing: IndexMap::new(),
            differing_ranks: BTreeSet::new(),
        }
    }

    /// Adds a slice whose bytes have all gone by.
    pub fn add(&mut self, file: &'a CheckpointFile, entry: &'a Entry, scan: &Scan) {
        let tensor = entry.name.as_str();
        if let Some(first) = scan.first {
            self.not_finite.insert(tensor);
            self.nan.add(scan.nan, file.rank);
            self.infinite.add(scan.infinite, file.rank);
            self.first = self.first.or(Some((Place { tensor, file }, first)));
        }
        if !scan.is_zero {
            if self.filled.insert(tensor) {
                self.zeros.shift_remove(tensor);
            }
        } else if is_weight(entry) && !self.filled.contains(tensor) {
            self.zeros.entry(tensor).or_insert_with(|| (file, BTreeSet::new())).1.insert(file.rank);
        }
        self.compare(file, tensor, scan.hash.digest128());
    }

    /// Compares a slice with the first one at its place. What is in no strategy may differ: a seed,
    /// a counter.
    fn compare(&mut self, file: &'a CheckpointFile, tensor: &'a str, hash: u128) {
        let Some(strategy) = self.strategy else { return };
        let Some((stage, rank)) = strategy.locate(file.rank) else { return };
        let placement = strategy.placements(tensor).iter().find(|placement| placement.stage == stage);
        let Some(layout) = placement.and_then(|placement| strategy.layout(placement.layout)) else { return };
        let slice = (tensor, stage, layout.shard_of(rank));
        let &mut (first, known) = self.slices.entry(slice).or_insert((file.rank, hash));
        if known != hash {
            self.differing.entry(tensor).or_insert((stage, first, file));
            self.differing_ranks.insert(file.rank);
        }
    }

    /// What there is to say.
    #[must_use]
    pub fn findings(mut self) -> Vec<Finding> {
        let mut findings = Vec::new();
        if let Some((&tensor, &(stage, first, file))) = self.differing.first() {
            let names: Vec<&str> = self.differing.keys().copied().collect();
            let finding = Finding::new(&kinds::REPLICAS_DIFFER).arg("tensor", tensor).tensors(&names);
            let finding = finding.arg("stage", stage).stage(stage).arg("rank", first).arg("other", file.rank);
            let finding = finding.arg("ranks", listed(&self.differing_ranks));
            self.differing_ranks.insert(first);
            let ranks: Vec<u64> = self.differing_ranks.into_iter().collect();
            findings.push(finding.file(&file.path).rank(file.rank).ranks(&ranks));
        }
        if let Some((place, first)) = self.first {
            let (nan, infinite) = (self.nan.values, self.infinite.values);
            let ranks: Vec<u64> = self.nan.ranks.union(&self.infinite.ranks).copied().collect();
            let names: Vec<&str> = self.not_finite.iter().copied().collect();
            let finding = Finding::new(&kinds::NOT_FINITE).tensors(&names);
            let finding = finding.arg("tensor", place.tensor).arg("nan", nan).arg("infinite", infinite);
            let finding = finding.arg("nan_ranks", listed(&self.nan.ranks));
            let finding = finding.arg("infinite_ranks", listed(&self.infinite.ranks));
            let finding = finding.arg("element", first).arg("rank", place.file.rank).rank(place.file.rank);
            let finding = finding.ranks(&ranks);
            findings.push(finding.arg("file", &place.file.path).file(&place.file.path));
        }
        if let Some((_, (file, _))) = self.zeros.first() {
            let ranks: BTreeSet<u64> = self.zeros.values().flat_map(|(_, ranks)| ranks).copied().collect();
            let names: Vec<&str> = self.zeros.keys().copied().collect();
            let finding = Finding::new(&kinds::ALL_ZERO).tensors(&names).arg("file", &file.path);
            let finding = finding.arg("rank", file.rank).arg("ranks", listed(&ranks)).file(&file.path);
            let ranks: Vec<u64> = ranks.into_iter().collect();
            findings.push(finding.rank(file.rank).ranks(&ranks));
        }
        findings
    }
}

/// Ranks in words.
fn listed(ranks: &BTreeSet<u64>) -> Phrase {
    if ranks.is_empty() {
        return phrase!("none", "无");
    }
    let ranks: Vec<u64> = ranks.iter().copied().collect();
    let ranks = ranges(&ranks, FEW_RANGES);
    Phrase { en: ranks.clone(), zh: ranks }
}

/// Whether zeros are odd: in a matrix of floats that is neither an optimizer state (zeros at first)
/// nor the second factor of a fine-tuning.
fn is_weight(entry: &Entry) -> bool {
    let name = entry.name.as_str();
    // Of PyTorch's Adam: `state.0.exp_avg`.
    let is_state = parameter(name) != name || name.contains("exp_avg");
    let is_filled = entry.shape.dims().iter().all(|&len| len > 0);
    float(entry.dtype).is_some()
        && entry.shape.rank() >= 2
        && is_filled
        && !is_state
        && !name.to_ascii_lowercase().contains("lora")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scanned(dtype: DType, bytes: &[u8], step: usize) -> [Option<u64>; 3] {
        let mut scan = Scan::new(dtype);
        bytes.chunks(step).for_each(|part| scan.feed(part));
        [Some(scan.nan), Some(scan.infinite), scan.first]
    }

    #[test]
    fn every_floating_type_marks_nan_and_infinity_as_ieee_754_does() {
        let f32s = [1.0, f32::NAN, 0.0, f32::NEG_INFINITY, f32::MAX];
        let f64s = [1.0, f64::NAN, 0.0, f64::NEG_INFINITY, f64::MAX];
        let bf16s = f32s.map(|value| value.to_bits().to_be_bytes());
        let bytes = [
            (DType::F32, f32s.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>()),
            (DType::F64, f64s.iter().flat_map(|value| value.to_le_bytes()).collect()),
            (DType::BF16, bf16s.iter().flat_map(|bytes| [bytes[1], bytes[0]]).collect()),
            // 1, NaN, 0, −∞, and the largest, 65504.
            (
                DType::F16,
                [0x3c00u16, 0x7e01, 0, 0xfc00, 0x7bff].iter().flat_map(|v| v.to_le_bytes()).collect(),
            ),
        ];
        for (dtype, bytes) in bytes {
            for step in [1, 3, 1000] {
                assert_eq!(scanned(dtype, &bytes, step), [Some(1), Some(1), Some(1)], "{dtype} by {step}");
            }
        }
        assert_eq!(scanned(DType::I32, &[0xff; 16], 16), [Some(0), Some(0), None]);
    }

    #[test]
    fn pieces_of_any_length_have_one_hash() {
        let bytes: Vec<u8> = (0..200u8).collect();
        let hash = |step: usize| {
            let mut scan = Scan::new(DType::F32);
            bytes.chunks(step).for_each(|part| scan.feed(part));
            scan.hash.digest128()
        };
        assert!(hash(1) == hash(7) && hash(7) == hash(200));
    }
}
