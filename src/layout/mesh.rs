//! The device mesh of one stage.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::phrase::{Phrase, display_phrase, phrase};

/// More ranks per stage than the largest announced machines have; bounds per-rank work, so that
/// a device matrix of 2^31 − 1 in a file cannot ask for two thousand million target files.
pub const MAX_RANKS_PER_STAGE: u64 = 1 << 20;

/// One named axis.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct Axis {
    /// What the file calls the axis, or `axis0`, `axis1` … where it has no names (MindSpore).
    pub name: String,
    /// Number of positions; at least 1.
    pub size: u64,
}

/// Named axes with sizes over the ranks of one stage, row-major, last axis fastest
/// (MindSpore `dev_matrix`, OneFlow placement hierarchy). Without axes: one rank.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(try_from = "Vec<Axis>", into = "Vec<Axis>")]
pub struct Mesh {
    axes: Vec<Axis>,
    ranks: u64,
}

/// Why axes are no mesh.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MeshError {
    /// An axis of size 0 has no rank.
    EmptyAxis(usize),
    /// More than [`MAX_RANKS_PER_STAGE`] ranks.
    TooManyRanks(Vec<u64>),
}

display_phrase!(MeshError);

impl MeshError {
    /// The error in words.
    #[must_use]
    pub fn phrase(&self) -> Phrase {
        match self {
            Self::EmptyAxis(axis) => {
                phrase!("axis {axis} of the mesh has size 0", "设备网格的轴 {axis} 大小为 0", axis)
            }
            Self::TooManyRanks(sizes) => phrase!(
                "the mesh {sizes:?} has more than {most} ranks",
                "设备网格 {sizes:?} 的 rank 数超过 {most}",
                sizes,
                most = MAX_RANKS_PER_STAGE
            ),
        }
    }
}

impl Mesh {
    /// A mesh of the given axes.
    ///
    /// # Errors
    /// If an axis is empty or there are more than [`MAX_RANKS_PER_STAGE`] ranks.
    pub fn new(axes: Vec<Axis>) -> Result<Self, MeshError> {
        if let Some(index) = axes.iter().position(|axis| axis.size == 0) {
            return Err(MeshError::EmptyAxis(index));
        }
        let ranks = axes
            .iter()
            .try_fold(1u64, |n, axis| n.checked_mul(axis.size).filter(|&n| n <= MAX_RANKS_PER_STAGE));
        match ranks {
            Some(ranks) => Ok(Self { axes, ranks }),
            None => Err(MeshError::TooManyRanks(axes.iter().map(|axis| axis.size).collect())),
        }
    }

    /// A mesh whose axes have sizes but no names.
    ///
    /// # Errors
    /// As [`Mesh::new`].
    pub fn unnamed(sizes: &[u64]) -> Result<Self, MeshError> {
        let axes = sizes.iter().enumerate();
        Self::new(axes.map(|(i, &size)| Axis { name: format!("axis{i}"), size }).collect())
    }

    /// The mesh of a tensor that is whole: one position, which every rank occupies.
    #[must_use]
    pub const fn single() -> Self {
        Self { axes: Vec::new(), ranks: 1 }
    }

    /// The axes, outermost first.
    #[must_use]
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// Number of ranks: the product of the axes.
    #[must_use]
    pub const fn ranks(&self) -> u64 {
        self.ranks
    }

    /// The size of an axis; 1 for an axis that does not exist.
    #[must_use]
    pub fn size(&self, axis: usize) -> u64 {
        self.axes.get(axis).map_or(1, |axis| axis.size)
    }

    /// How far apart in ranks two neighbours along `axis` are.
    #[must_use]
    pub fn stride(&self, axis: usize) -> u64 {
        self.axes.iter().skip(axis.saturating_add(1)).map(|axis| axis.size).product()
    }

    /// The coordinate along `axis` of a rank in the stage (taken modulo the mesh).
    #[must_use]
    pub fn coordinate(&self, rank_in_stage: u64, axis: usize) -> u64 {
        rank_in_stage / self.stride(axis) % self.size(axis)
    }

    /// All coordinates of a rank in the stage, outermost axis first.
    #[must_use]
    pub fn coordinates(&self, rank_in_stage: u64) -> Vec<u64> {
        (0..self.axes.len()).map(|axis| self.coordinate(rank_in_stage, axis)).collect()
    }
}

impl TryFrom<Vec<Axis>> for Mesh {
    type Error = MeshError;

    fn try_from(axes: Vec<Axis>) -> Result<Self, MeshError> {
        Self::new(axes)
    }
}

impl From<Mesh> for Vec<Axis> {
    fn from(mesh: Mesh) -> Self {
        mesh.axes
    }
}

impl fmt::Display for Mesh {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sizes: Vec<String> = self.axes.iter().map(|axis| axis.size.to_string()).collect();
        write!(f, "[{}]", sizes.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_are_row_major() {
        let mesh = Mesh::unnamed(&[2, 4]).unwrap();
        assert_eq!(mesh.coordinates(5), [1, 1]);
        assert_eq!(mesh.stride(0), 4);
    }

    #[test]
    fn an_axis_of_size_zero_is_refused() {
        assert_eq!(Mesh::unnamed(&[0, 4]), Err(MeshError::EmptyAxis(0)));
    }

    #[test]
    fn a_product_that_overflows_is_refused() {
        assert!(Mesh::unnamed(&[u64::MAX, 2]).is_err());
        assert!(Mesh::unnamed(&[(1 << 31) - 1]).is_err());
    }
}
