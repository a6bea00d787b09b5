//! Where a dimension is cut.

use serde::{Deserialize, Serialize};

use crate::units::counted;

/// How an axis of size p cuts n elements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SplitRule {
    /// n % p = 0, or it is an error (MindSpore, Megatron).
    #[default]
    Exact,
    /// The first n % p parts have one element more (OneFlow).
    Balanced,
    /// Parts of ⌈n / p⌉, the last ones shorter or empty (PyTorch DTensor).
    CeilChunk,
}

/// A dimension that the exact rule cannot cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} cannot be cut into {parts} equal parts", counted(*len, "element", "elements"))]
pub struct UnevenCut {
    /// Length of the dimension.
    pub len: u64,
    /// Number of parts.
    pub parts: u64,
}

impl SplitRule {
    /// First element of part `index` of `parts`, with `index == parts` for the end.
    fn boundary(self, len: u64, parts: u64, index: u64) -> u64 {
        match self {
            Self::Exact => len / parts * index,
            Self::Balanced => len / parts * index + (len % parts).min(index),
            Self::CeilChunk => len.div_ceil(parts).saturating_mul(index).min(len),
        }
    }

    /// The `parts + 1` boundaries of a dimension of `len` elements, from 0 to `len`.
    /// The caller bounds `parts` (a mesh has at most [`super::MAX_RANKS_PER_STAGE`] ranks).
    ///
    /// # Errors
    /// If the rule is exact and `len` is not a multiple of `parts`.
    pub fn boundaries(self, len: u64, parts: u64) -> Result<Vec<u64>, UnevenCut> {
        if parts == 0 || (self == Self::Exact && !len.is_multiple_of(parts)) {
            return Err(UnevenCut { len, parts });
        }
        Ok((0..=parts).map(|index| self.boundary(len, parts, index)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_cuts_equal_parts_or_refuses() {
        assert_eq!(SplitRule::Exact.boundaries(8, 4).unwrap(), [0, 2, 4, 6, 8]);
        assert_eq!(SplitRule::Exact.boundaries(10, 4), Err(UnevenCut { len: 10, parts: 4 }));
    }

    #[test]
    fn balanced_gives_the_first_parts_one_more() {
        assert_eq!(SplitRule::Balanced.boundaries(10, 4).unwrap(), [0, 3, 6, 8, 10]);
    }

    #[test]
    fn ceil_chunk_leaves_the_last_parts_short_or_empty() {
        assert_eq!(SplitRule::CeilChunk.boundaries(5, 4).unwrap(), [0, 2, 4, 5, 5]);
    }
}
