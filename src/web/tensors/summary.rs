//! What rows of several tensors say: sums, and what all of them have in common.

use std::collections::BTreeSet;

use super::kinds::Kinds;
use crate::check::Side;
use crate::geometry::DType;
use crate::web::snapshot::{Compared, Snapshot};

/// What several tensors have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Alike<T> {
    /// No tensor yet.
    #[default]
    Nothing,
    /// All are so.
    All(T),
    /// They differ.
    Mixed,
}

impl<T: Copy + PartialEq> Alike<T> {
    fn add(&mut self, value: T) {
        *self = match *self {
            Self::Nothing => Self::All(value),
            Self::All(known) if known == value => return,
            Self::All(_) | Self::Mixed => Self::Mixed,
        };
    }
}

/// Sums over tensors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Number of tensors.
    pub tensors: u64,
    /// Bytes of those whose bytes are known.
    pub bytes: u64,
    /// Elements of those whose shape is known.
    pub parameters: u64,
    /// Tensors whose bytes are not known.
    pub unsized_tensors: u64,
    /// Tensors whose shape is not known.
    pub shapeless_tensors: u64,
    /// Tensors of which each is the case, in the order of [`Compared::ALL`].
    pub compared: [u64; 7],
    /// Number of findings about them.
    pub findings: u64,
    /// Their element type.
    pub dtype: Alike<Option<DType>>,
    /// Stages that hold one of them, by side, ascending.
    pub stages: [Vec<u64>; 2],
}

impl Summary {
    /// The sums of so many tensors of each kind.
    #[must_use]
    pub fn new(snapshot: &Snapshot, kinds: &Kinds, counts: impl Iterator<Item = (usize, u64)>) -> Self {
        let mut sum = Self::default();
        let mut stages = [BTreeSet::new(), BTreeSet::new()];
        for (kind, count) in counts.filter(|&(_, count)| count > 0) {
            let Some(kind) = kinds.all().get(kind) else { continue };
            let times = |value: Option<u64>| value.unwrap_or(0).saturating_mul(count);
            sum.tensors += count;
            sum.bytes = sum.bytes.saturating_add(times(kind.bytes));
            sum.parameters = sum.parameters.saturating_add(times(kind.parameters));
            sum.unsized_tensors += if kind.bytes.is_none() { count } else { 0 };
            sum.shapeless_tensors += if kind.parameters.is_none() { count } else { 0 };
            for (sum, of) in sum.compared.iter_mut().zip(Compared::ALL) {
                *sum += if kind.compared.has(of) { count } else { 0 };
            }
            sum.dtype.add(kind.dtype);
            let Some(tensor) = snapshot.tensors.get(kind.example) else { continue };
            for (stages, side) in stages.iter_mut().zip([Side::Source, Side::Target]) {
                stages.extend(tensor.held(side).stages().into_iter().map(u64::from));
            }
        }
        sum.stages = stages.map(|stages| stages.into_iter().collect());
        sum
    }
}
