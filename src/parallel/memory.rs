//! How much memory a rank needs for training: weights, gradients and optimizer states. An
//! estimate from stated assumptions; activations and communication buffers are not in it.
//!
//! With n parameters of a rank, of which it keeps n′ when optimizer parallelism deals them to the
//! ranks that would hold equal slices (otherwise n′ = n):
//!
//! | part | bytes |
//! |---|---|
//! | weights | n′ × size of the stored type |
//! | gradients | n × size of the gradient type; n′ × at levels 2 and 3 |
//! | master copy | n′ × 4, for weights of less than 4 bytes each |
//! | states | n′ × 4 × states per parameter: 2 for Adam, 1 for SGD with momentum, 0 for SGD |
//!
//! Rajbhandari et al., "ZeRO: Memory Optimizations Toward Training Trillion Parameter Models"
//! (2020), §3.1, counts mixed-precision Adam alike: 2 + 2 bytes and K = 12 per parameter (a copy,
//! momentum and variance in 32 bits). What is dealt at which level is `optimizer_level` of
//! `AutoParallel.hsdp` (MindSpore 2.10): weights and states at the first, gradients too at the second
//! and the third, which only frees the gathered weights sooner.

use serde::{Deserialize, Serialize};

use crate::geometry::DType;

/// Bytes of an element of states and of the master copy: MindFormers keeps both in 32 bits.
const STATE_BYTES: u64 = 4;

/// What updates the weights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Optimizer {
    /// Adam or `AdamW`, with a copy of the weights in 32 bits.
    #[default]
    AdamMaster,
    /// Adam or `AdamW` on the weights as they are.
    Adam,
    /// SGD with momentum.
    Momentum,
    /// Plain SGD, which keeps nothing.
    Sgd,
}

impl Optimizer {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::AdamMaster, Self::Adam, Self::Momentum, Self::Sgd];

    /// Numbers that it keeps for each parameter, the master copy apart.
    #[must_use]
    pub const fn states(self) -> u64 {
        match self {
            Self::AdamMaster | Self::Adam => 2,
            Self::Momentum => 1,
            Self::Sgd => 0,
        }
    }
}

/// What optimizer parallelism deals to replicas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dealt {
    /// Nothing: it is off.
    Nothing,
    /// Weights and states: level 1.
    States,
    /// Gradients too: levels 2 and 3.
    Gradients,
}

/// What the estimate assumes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assumptions {
    /// What updates the weights.
    pub optimizer: Optimizer,
    /// Type of the gradients.
    pub gradient: DType,
    /// What optimizer parallelism deals to replicas.
    pub dealt: Dealt,
    /// Whether states that a checkpoint holds are counted as it holds them.
    pub stored_states: bool,
}

/// Parameters of a rank, of one type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weights {
    /// The stored type.
    pub dtype: DType,
    /// How many the rank computes with: n.
    pub whole: u64,
    /// How many it keeps when they are dealt to replicas: n′.
    pub dealt: u64,
}

/// What a rank needs, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// Weights.
    pub weights: u64,
    /// Gradients.
    pub gradients: u64,
    /// Weights once more in 32 bits.
    pub master: u64,
    /// Optimizer states.
    pub states: u64,
}

impl Memory {
    /// The estimate. `stored` are optimizer states that the checkpoint holds for this rank:
    /// number and type.
    #[must_use]
    pub fn of(weights: &[Weights], stored: &[(DType, u64)], assumed: &Assumptions) -> Self {
        let mut need = Self::default();
        for of in weights {
            let (kept, gradients) = match assumed.dealt {
                Dealt::Nothing => (of.whole, of.whole),
                Dealt::States => (of.dealt, of.whole),
                Dealt::Gradients => (of.dealt, of.dealt),
            };
            let size = of.dtype.size();
            add(&mut need.weights, kept, size);
            add(&mut need.gradients, gradients, assumed.gradient.size());
            if assumed.optimizer == Optimizer::AdamMaster && size < STATE_BYTES {
                add(&mut need.master, kept, STATE_BYTES);
            }
            add(&mut need.states, kept, STATE_BYTES * assumed.optimizer.states());
        }
        if assumed.stored_states && !stored.is_empty() {
            need.states = 0;
            stored.iter().for_each(|(dtype, count)| add(&mut need.states, *count, dtype.size()));
        }
        need
    }

    /// All of it.
    #[must_use]
    pub fn total(&self) -> u64 {
        let parts = [self.weights, self.gradients, self.master, self.states];
        parts.into_iter().fold(0, u64::saturating_add)
    }
}

fn add(sum: &mut u64, count: u64, size: u64) {
    *sum = sum.saturating_add(count.saturating_mul(size));
}

#[cfg(test)]
mod tests {
    use super::*;

    const BF16: [Weights; 1] = [Weights { dtype: DType::BF16, whole: 1000, dealt: 250 }];

    fn assumed(optimizer: Optimizer, dealt: Dealt) -> Assumptions {
        Assumptions { optimizer, gradient: DType::BF16, dealt, stored_states: true }
    }

    /// ZeRO, §3.1: 16 bytes per parameter, 12 of them for the optimizer.
    #[test]
    fn mixed_precision_adam_takes_sixteen_bytes_per_parameter() {
        let need = Memory::of(&BF16, &[], &assumed(Optimizer::AdamMaster, Dealt::Nothing));
        assert_eq!(need, Memory { weights: 2000, gradients: 2000, master: 4000, states: 8000 });
        assert_eq!(need.total(), 16_000);
    }

    #[test]
    fn gradients_are_dealt_from_the_second_level_on() {
        let need = |dealt| Memory::of(&BF16, &[], &assumed(Optimizer::AdamMaster, dealt));
        let first = Memory { weights: 500, gradients: 2000, master: 1000, states: 2000 };
        assert_eq!(need(Dealt::States), first);
        assert_eq!(need(Dealt::Gradients), Memory { gradients: 500, ..first });
    }

    #[test]
    fn weights_of_32_bits_need_no_copy() {
        let weights = [Weights { dtype: DType::F32, whole: 10, dealt: 10 }];
        assert_eq!(Memory::of(&weights, &[], &assumed(Optimizer::AdamMaster, Dealt::Nothing)).master, 0);
        assert_eq!(Memory::of(&weights, &[], &assumed(Optimizer::Momentum, Dealt::Nothing)).states, 40);
        assert_eq!(Memory::of(&weights, &[], &assumed(Optimizer::Sgd, Dealt::Nothing)).states, 0);
    }

    #[test]
    fn states_of_the_checkpoint_count_as_they_are_held() {
        let stored = [(DType::F32, 500), (DType::BF16, 100)];
        assert_eq!(Memory::of(&BF16, &stored, &assumed(Optimizer::Adam, Dealt::Nothing)).states, 2200);
        let ignored = Assumptions { stored_states: false, ..assumed(Optimizer::Adam, Dealt::Nothing) };
        assert_eq!(Memory::of(&BF16, &stored, &ignored).states, 8000);
    }
}
