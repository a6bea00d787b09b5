//! A random conversion: what each source file holds and what each target file must hold.

use std::collections::{BTreeMap, BTreeSet};

use shardlens::geometry::DType;
use shardlens::layout::{Strategy, StrategyBuilder};

use crate::choices::Choices;
use crate::rule::Rule;

/// Rank counts of a stage: in pairs of which many do not divide each other.
pub(crate) const DEVICES: [u64; 10] = [1, 2, 4, 3, 6, 8, 5, 12, 10, 16];

const DTYPES: [DType; 5] = [DType::F16, DType::F32, DType::Bool, DType::I64, DType::BF16];

/// Enough for every way of cutting; keeps a thousand cases fast.
const MAX_ELEMENTS: u64 = 4096;

/// A job that holds a checkpoint in slices.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Job {
    pub(crate) stages: u32,
    pub(crate) devices: u64,
}

#[derive(Clone, Debug)]
pub(crate) struct Tensor {
    pub(crate) name: String,
    pub(crate) dtype: DType,
    pub(crate) dims: Vec<u64>,
    /// Stages that the source strategy lists, with the rule; empty: outside the strategy.
    pub(crate) source: Vec<(u32, Rule)>,
    /// The same of the target strategy.
    pub(crate) target: Vec<(u32, Rule)>,
    /// Source ranks whose file lacks it.
    pub(crate) absent: BTreeSet<u64>,
    /// What makes its content its own.
    seed: u64,
}

#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// None: one file, everything whole.
    pub(crate) source: Option<Job>,
    /// None: the same.
    pub(crate) target: Option<Job>,
    pub(crate) tensors: Vec<Tensor>,
}

/// Name → type, lengths and bytes of a file's tensors.
pub(crate) type Content = BTreeMap<String, (DType, Vec<u64>, Vec<u8>)>;

impl Job {
    fn random(choices: &mut Choices) -> Option<Self> {
        if choices.one_in(6) {
            return None;
        }
        let devices = choices.pick(&DEVICES);
        Some(Self { stages: choices.pick(&[1, 2, 3]), devices })
    }

    pub(crate) fn ranks(job: Option<Self>) -> u64 {
        job.map_or(1, |job| u64::from(job.stages) * job.devices)
    }

    fn locate(self, rank: u64) -> (u32, u64) {
        (u32::try_from(rank / self.devices).unwrap(), rank % self.devices)
    }
}

impl Case {
    pub(crate) fn random(choices: &mut Choices) -> Self {
        let (source, target) = (Job::random(choices), Job::random(choices));
        let count = 1 + choices.below(4);
        let mut tensors: Vec<Tensor> =
            (0..count).map(|index| Tensor::random(choices, index, source, target)).collect();
        // A stage without a tensor would be missing from the strategy.
        for (job, side) in [(source, "source"), (target, "target")] {
            let Some(job) = job else { continue };
            for stage in 0..job.stages {
                let placed = |tensor: &Tensor| {
                    let places = if side == "source" { &tensor.source } else { &tensor.target };
                    places.iter().any(|&(at, _)| at == stage)
                };
                if tensors.iter().any(placed) {
                    continue;
                }
                let rule = Rule { dev_matrix: vec![job.devices], tensor_map: vec![], optimizer: 0 };
                let mut pad = Tensor::random(&mut Choices::new(vec![]), tensors.len(), None, None);
                pad.dims = vec![];
                match side {
                    "source" => pad.source.push((stage, rule)),
                    _ => pad.target.push((stage, rule)),
                }
                tensors.push(pad);
            }
        }
        Self { source, target, tensors }
    }

    /// The strategy of a side; none if that side is complete.
    pub(crate) fn strategy(&self, job: Option<Job>, target: bool) -> Option<Strategy> {
        job?;
        let mut builder = StrategyBuilder::default();
        for tensor in &self.tensors {
            let places = if target { &tensor.target } else { &tensor.source };
            for (stage, rule) in places {
                builder.add(&tensor.name, *stage, rule.layout(), None).unwrap();
            }
        }
        Some(builder.build().unwrap())
    }

    /// What a source rank's file holds.
    pub(crate) fn source_file(&self, rank: u64) -> Content {
        let held = self.tensors.iter().filter(|tensor| !tensor.absent.contains(&rank));
        held.filter_map(|tensor| {
            let slice = match self.source {
                Some(job) if !tensor.source.is_empty() => {
                    let (stage, in_stage) = job.locate(rank);
                    let (_, rule) = tensor.source.iter().find(|&&(at, _)| at == stage)?;
                    rule.slice(in_stage, &tensor.dims)
                }
                _ => tensor.whole(),
            };
            Some((tensor.name.clone(), tensor.cut(&slice, tensor.copy_of(rank))))
        })
        .collect()
    }

    /// What a target rank's file must hold.
    pub(crate) fn target_file(&self, rank: u64) -> Content {
        self.tensors
            .iter()
            .filter_map(|tensor| {
                let slice = match self.target {
                    Some(job) if !tensor.target.is_empty() => {
                        let (stage, in_stage) = job.locate(rank);
                        let (_, rule) = tensor.target.iter().find(|&&(at, _)| at == stage)?;
                        rule.slice(in_stage, &tensor.dims)
                    }
                    _ => tensor.whole(),
                };
                // The lowest rank that has it.
                let copy = (0..Job::ranks(self.source)).find(|rank| !tensor.absent.contains(rank))?;
                Some((tensor.name.clone(), tensor.cut(&slice, tensor.copy_of(copy))))
            })
            .collect()
    }
}

impl Tensor {
    fn random(choices: &mut Choices, index: usize, source: Option<Job>, target: Option<Job>) -> Self {
        let rank = choices.below(6);
        let mut tensor = Self {
            name: format!("t{index}"),
            dtype: choices.pick(&DTYPES),
            dims: Vec::new(),
            source: places(choices, rank, source),
            target: places(choices, rank, target),
            absent: BTreeSet::new(),
            seed: index as u64 + 1,
        };
        tensor.dims = tensor.lengths(choices, rank);
        if let Some(job) = source {
            tensor.remove_replicas(choices, job);
        }
        tensor
    }

    /// Lengths that every rule divides.
    fn lengths(&mut self, choices: &mut Choices, rank: usize) -> Vec<u64> {
        let needed = |tensor: &Self| -> Vec<u64> {
            let rules = tensor.source.iter().chain(&tensor.target);
            rules.fold(vec![1; rank], |dims, (_, rule)| {
                dims.iter().zip(rule.cuts()).map(|(&len, cuts)| lcm(len, cuts)).collect()
            })
        };
        while needed(self).iter().product::<u64>() > MAX_ELEMENTS {
            if self.target.pop().is_none() {
                self.source.pop();
            }
        }
        let mut dims = needed(self);
        for d in 0..rank {
            let factor = 1 + choices.below(3) as u64;
            if dims.iter().product::<u64>() * factor <= MAX_ELEMENTS {
                dims[d] *= factor;
            }
        }
        dims
    }

    /// Takes the tensor out of some files of which others hold the same.
    fn remove_replicas(&mut self, choices: &mut Choices, job: Job) {
        if !choices.one_in(3) {
            return;
        }
        for rank in 0..Job::ranks(Some(job)) {
            let (stage, in_stage) = job.locate(rank);
            let mut holders = (0..Job::ranks(Some(job))).filter(|other| !self.absent.contains(other));
            let spare = if self.source.is_empty() {
                holders.any(|other| other != rank)
            } else {
                let Some((_, rule)) = self.source.iter().find(|&&(at, _)| at == stage) else { continue };
                holders.any(|other| {
                    other != rank
                        && job.locate(other).0 == stage
                        && rule.slice(job.locate(other).1, &self.dims) == rule.slice(in_stage, &self.dims)
                })
            };
            if spare && choices.one_in(2) {
                self.absent.insert(rank);
            }
        }
    }

    fn whole(&self) -> Vec<(u64, u64)> {
        self.dims.iter().map(|&len| (0, len)).collect()
    }

    /// Copies of a tensor outside both strategies may differ: a counter, a random generator.
    fn copy_of(&self, rank: u64) -> u64 {
        if self.source.is_empty() && self.target.is_empty() { rank } else { 0 }
    }

    /// The bytes of a slice, one element after the other.
    fn cut(&self, slice: &[(u64, u64)], copy: u64) -> (DType, Vec<u64>, Vec<u8>) {
        let lens: Vec<u64> = slice.iter().map(|&(_, len)| len).collect();
        let size = usize::try_from(self.dtype.size()).unwrap();
        let mut bytes = Vec::new();
        for element in 0..lens.iter().product() {
            let (mut rest, mut index, mut stride) = (element, 0, 1);
            for (&(start, len), &dim) in slice.iter().zip(&self.dims).rev() {
                index += (start + rest % len) * stride;
                stride *= dim;
                rest /= len;
            }
            // Odd constants scatter the bits, so that no two elements look alike by their order.
            let value = (index + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (self.seed << 32) ^ (copy << 40);
            bytes.extend_from_slice(&value.wrapping_mul(0xbf58_476d_1ce4_e5b9).to_be_bytes()[..size]);
        }
        (self.dtype, lens, bytes)
    }
}

/// One or two stages with a rule each; none if the side is complete or, at times, if it is not.
fn places(choices: &mut Choices, rank: usize, job: Option<Job>) -> Vec<(u32, Rule)> {
    let Some(job) = job else { return Vec::new() };
    if choices.one_in(6) {
        return Vec::new();
    }
    let mut stages = BTreeSet::from([choices.below(job.stages as usize)]);
    if choices.one_in(4) {
        stages.insert(choices.below(job.stages as usize));
    }
    let place = |stage| (u32::try_from(stage).unwrap(), Rule::random(choices, rank, job.devices));
    stages.into_iter().map(place).collect()
}

fn lcm(a: u64, b: u64) -> u64 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}
