//! One tensor's partition over a mesh.

use serde::{Deserialize, Serialize};

use super::{Mesh, Regions, SplitRule, UnevenCut};
use crate::phrase::{Phrase, display_phrase, phrase};
use crate::units::noun;

/// One axis, or the inner factor of one, that cuts a tensor dimension.
/// A rank's digit is `coordinate % parts`, so `parts` divides the size of the axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct AxisPart {
    /// Index into the mesh's axes, outermost first.
    pub axis: usize,
    /// Number of parts: the size of the axis, or a divisor of it.
    pub parts: u64,
}

/// The optimizer-parallel split of dimension 0 over axes that the partition leaves unused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OptShard {
    /// Over all unused axes (MindSpore size −1).
    All,
    /// Over the innermost unused axes with this product; of the outermost of them the inner
    /// factor counts (MindSpore size k > 0).
    Size(u64),
}

/// Mesh, partition and split rule of one tensor.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(try_from = "Unchecked", into = "Unchecked")]
pub struct Layout {
    mesh: Mesh,
    partition: Vec<Vec<AxisPart>>,
    optimizer_axes: usize,
    rule: SplitRule,
}

/// A layout as it stands in JSON, before its axes are checked.
#[derive(Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
struct Unchecked {
    mesh: Mesh,
    partition: Vec<Vec<AxisPart>>,
    #[serde(default)]
    optimizer_axes: usize,
    #[serde(default)]
    rule: SplitRule,
}

impl From<Layout> for Unchecked {
    fn from(layout: Layout) -> Self {
        let Layout { mesh, partition, optimizer_axes, rule } = layout;
        Self { mesh, partition, optimizer_axes, rule }
    }
}

impl TryFrom<Unchecked> for Layout {
    type Error = LayoutError;

    fn try_from(unchecked: Unchecked) -> Result<Self, LayoutError> {
        let Unchecked { mesh, partition, optimizer_axes, rule } = unchecked;
        check_axes(&mesh, &partition)?;
        Ok(Self { mesh, partition, optimizer_axes, rule })
    }
}

/// Why a mesh and a partition are no layout.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LayoutError {
    /// The partition names an axis that the mesh lacks.
    NoSuchAxis {
        /// Tensor dimension.
        dim: usize,
        /// The axis asked for, outermost first.
        axis: i64,
        /// The mesh.
        mesh: Mesh,
        /// How many axes it has.
        axes: usize,
    },
    /// One axis cuts twice.
    AxisUsedTwice {
        /// The axis, outermost first.
        axis: usize,
    },
    /// A part does not divide its axis.
    PartDoesNotDivide {
        /// The axis, outermost first.
        axis: usize,
        /// Its size.
        size: u64,
        /// The parts asked for.
        parts: u64,
    },
    /// An optimizer-parallel split, but every axis already cuts or the tensor is a scalar.
    OptimizerHasNoAxis,
    /// The optimizer-parallel size is no product of inner factors of the unused axes.
    OptimizerSizeDoesNotFit {
        /// The size asked for.
        size: u64,
    },
}

display_phrase!(LayoutError);

impl LayoutError {
    /// The error in words.
    #[must_use]
    pub fn phrase(&self) -> Phrase {
        match self {
            Self::NoSuchAxis { dim, axis, mesh, axes } => phrase!(
                "dimension {dim} is cut by mesh axis {axis}, but the mesh {mesh} has {axes} {nouns}",
                "第 {dim} 维由网格轴 {axis} 切分，但设备网格 {mesh} 只有 {axes} 个轴",
                dim,
                axis,
                mesh,
                axes;
                nouns = noun(*axes, "axis", "axes")
            ),
            Self::AxisUsedTwice { axis } => {
                phrase!("mesh axis {axis} cuts more than once", "网格轴 {axis} 被多次用于切分", axis)
            }
            Self::PartDoesNotDivide { axis, size, parts } => phrase!(
                "{parts} parts do not divide mesh axis {axis} of size {size}",
                "网格轴 {axis} 的大小为 {size}，不能等分成 {parts} 份",
                parts,
                axis,
                size
            ),
            Self::OptimizerHasNoAxis => phrase!(
                "an optimizer split is asked for, but no mesh axis is left for it or the tensor is a scalar",
                "要求优化器并行切分，但没有剩余的网格轴，或张量是标量"
            ),
            Self::OptimizerSizeDoesNotFit { size } => phrase!(
                "an optimizer split of {size} does not fit the unused mesh axes",
                "大小为 {size} 的优化器并行切分与未使用的网格轴不匹配",
                size
            ),
        }
    }
}

impl Layout {
    /// A layout where each tensor dimension is cut by the listed axes, major to minor.
    ///
    /// # Errors
    /// If an axis does not exist or cuts twice.
    pub fn new(mesh: Mesh, axes_per_dim: &[Vec<usize>], rule: SplitRule) -> Result<Self, LayoutError> {
        let parts =
            |axes: &Vec<usize>| axes.iter().map(|&axis| AxisPart { axis, parts: mesh.size(axis) }).collect();
        let partition: Vec<Vec<AxisPart>> = axes_per_dim.iter().map(parts).collect();
        check_axes(&mesh, &partition)?;
        Ok(Self { mesh, partition, optimizer_axes: 0, rule })
    }

    /// The layout of a tensor of `rank` dimensions that every rank holds whole.
    #[must_use]
    pub fn whole(rank: usize) -> Self {
        let partition = vec![Vec::new(); rank];
        Self { mesh: Mesh::single(), partition, optimizer_axes: 0, rule: SplitRule::Exact }
    }

    /// Adds the optimizer-parallel split: one more, minor-most, cut of dimension 0.
    ///
    /// # Errors
    /// If the tensor is a scalar, no axis is unused, or the size does not fit the unused axes.
    pub fn with_optimizer(mut self, shard: OptShard) -> Result<Self, LayoutError> {
        let unused = self.unused_axes();
        let product = unused.iter().map(|&axis| self.mesh.size(axis)).product();
        let size = match shard {
            OptShard::All => product,
            OptShard::Size(size) => size,
        };
        if self.partition.is_empty() || (unused.is_empty() && self.mesh.ranks() > 1) {
            return Err(LayoutError::OptimizerHasNoAxis);
        }
        let parts = optimizer_parts(&self.mesh, &unused, size)?;
        self.optimizer_axes = parts.len();
        if let Some(dim0) = self.partition.first_mut() {
            dim0.extend(parts);
        }
        Ok(self)
    }

    /// Axes of more than one rank that cut nothing, outermost first.
    fn unused_axes(&self) -> Vec<usize> {
        let used = |axis| self.partition.iter().flatten().any(|part| part.axis == axis);
        (0..self.mesh.axes().len()).filter(|&axis| self.mesh.size(axis) > 1 && !used(axis)).collect()
    }

    /// The same layout with the partition of another grouping of its dimensions.
    pub(super) fn with_partition(&self, partition: Vec<Vec<AxisPart>>) -> Self {
        Self { partition, ..self.clone() }
    }

    /// The mesh of one stage.
    #[must_use]
    pub const fn mesh(&self) -> &Mesh {
        &self.mesh
    }

    /// Per tensor dimension the axes that cut it, major to minor, the optimizer split included.
    #[must_use]
    pub fn partition(&self) -> &[Vec<AxisPart>] {
        &self.partition
    }

    /// The axis parts that cut a dimension: its own, and those of the optimizer-parallel split,
    /// which are the minor-most of dimension 0. Both are empty for a dimension that does not exist.
    #[must_use]
    pub fn parts_of(&self, dim: usize) -> (&[AxisPart], &[AxisPart]) {
        let parts = self.partition.get(dim).map_or(&[][..], Vec::as_slice);
        let optimizer = if dim == 0 { self.optimizer_axes } else { 0 };
        parts.split_at_checked(parts.len().saturating_sub(optimizer)).unwrap_or((parts, &[]))
    }

    /// The split rule.
    #[must_use]
    pub const fn rule(&self) -> SplitRule {
        self.rule
    }

    /// Number of tensor dimensions.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.partition.len()
    }

    /// Parts per tensor dimension.
    #[must_use]
    pub fn cuts(&self) -> Vec<u64> {
        self.partition.iter().map(|parts| parts.iter().map(|part| part.parts).product()).collect()
    }

    /// Number of distinct shards: the product of the cuts; at most the mesh's ranks.
    #[must_use]
    pub fn shards(&self) -> u64 {
        self.cuts().iter().product()
    }

    /// The position of a rank's slice along each tensor dimension.
    #[must_use]
    pub fn position(&self, rank_in_stage: u64) -> Vec<u64> {
        self.partition.iter().map(|parts| self.along(parts.iter(), rank_in_stage)).collect()
    }

    /// The shard that a rank of the stage holds: its position, row-major over the cuts.
    #[must_use]
    pub fn shard_of(&self, rank_in_stage: u64) -> u64 {
        self.along(self.partition.iter().flatten(), rank_in_stage)
    }

    /// The position of a rank along axis parts, major to minor.
    fn along<'p>(&self, parts: impl Iterator<Item = &'p AxisPart>, rank_in_stage: u64) -> u64 {
        let digit = |part: &AxisPart| self.mesh.coordinate(rank_in_stage, part.axis) % part.parts;
        parts.fold(0, |at, part| at * part.parts + digit(part))
    }

    /// Per tensor dimension the digits of a rank's number that choose its slice, major to minor, as
    /// `[stride, parts]`: digit = rank / stride % parts. Layouts that place slices alike have equal
    /// digits, however their meshes are written.
    #[must_use]
    pub fn digits(&self) -> Vec<Vec<[u64; 2]>> {
        let mut dims = Vec::with_capacity(self.partition.len());
        for parts in &self.partition {
            let mut digits: Vec<[u64; 2]> = Vec::new();
            for part in parts.iter().filter(|part| part.parts > 1) {
                let stride = self.mesh.stride(part.axis);
                match digits.last_mut() {
                    Some([major, parts]) if *major == stride * part.parts => {
                        *major = stride;
                        *parts *= part.parts;
                    }
                    _ => digits.push([stride, part.parts]),
                }
            }
            dims.push(digits);
        }
        dims
    }

    /// How many ranks of the stage hold each shard.
    #[must_use]
    pub fn replicas(&self) -> u64 {
        self.mesh.ranks() / self.shards().max(1)
    }

    /// The ranks of the stage that hold a shard, ascending. Takes time proportional to their number.
    #[must_use]
    pub fn ranks_of(&self, shard: u64) -> Vec<u64> {
        let mut digits = vec![(0u64, 1u64); self.mesh.axes().len()];
        let mut rest = shard;
        for part in self.partition.iter().flatten().rev() {
            if let Some(slot) = digits.get_mut(part.axis) {
                *slot = (rest % part.parts, part.parts);
            }
            rest /= part.parts;
        }
        let mut ranks = vec![0u64];
        for (axis, (digit, parts)) in digits.into_iter().enumerate() {
            let size = self.mesh.size(axis);
            let coordinates = (0..size / parts).map(|outer| outer * parts + digit);
            ranks =
                ranks.iter().flat_map(|&rank| coordinates.clone().map(move |c| rank * size + c)).collect();
        }
        ranks
    }

    /// The distinct regions of a tensor of the given lengths, in time proportional to the sum of the cuts.
    ///
    /// # Errors
    /// If the rule is exact and a dimension does not divide; names the dimension.
    pub fn regions(&self, dims: &[u64]) -> Result<Regions, (usize, UnevenCut)> {
        let mut bounds = Vec::with_capacity(dims.len());
        for (dim, (&len, parts)) in dims.iter().zip(self.cuts()).enumerate() {
            bounds.push(self.rule.boundaries(len, parts).map_err(|error| (dim, error))?);
        }
        Ok(Regions::new(bounds))
    }

    /// The lengths of the tensor whose slices, cut by the exact rule, have the given lengths;
    /// none if they do not fit 64 bits or differ in number from the partition.
    #[must_use]
    pub fn global_dims(&self, local: &[u64]) -> Option<Vec<u64>> {
        if local.len() != self.rank() {
            return None;
        }
        local.iter().zip(self.cuts()).map(|(&len, cuts)| len.checked_mul(cuts)).collect()
    }
}

/// That every axis exists, cuts once, and is divided by its parts.
fn check_axes(mesh: &Mesh, partition: &[Vec<AxisPart>]) -> Result<(), LayoutError> {
    let mut used = vec![false; mesh.axes().len()];
    for (dim, parts) in partition.iter().enumerate() {
        for &AxisPart { axis, parts } in parts {
            let size = mesh.size(axis);
            match used.get_mut(axis) {
                None => {
                    let (mesh, axes) = (mesh.clone(), mesh.axes().len());
                    let axis = i64::try_from(axis).unwrap_or(i64::MAX);
                    return Err(LayoutError::NoSuchAxis { dim, axis, mesh, axes });
                }
                Some(true) => return Err(LayoutError::AxisUsedTwice { axis }),
                Some(seen) => *seen = true,
            }
            if parts == 0 || !size.is_multiple_of(parts) {
                return Err(LayoutError::PartDoesNotDivide { axis, size, parts });
            }
        }
    }
    Ok(())
}

/// The unused axes, or the inner factor of one, whose product is `size`: taken from the innermost
/// outwards, listed outermost first (MindSpore 2.10 `opt_weight_shard_size`).
fn optimizer_parts(mesh: &Mesh, unused: &[usize], size: u64) -> Result<Vec<AxisPart>, LayoutError> {
    let does_not_fit = LayoutError::OptimizerSizeDoesNotFit { size };
    let mut wanted = size;
    let mut parts = Vec::new();
    for &axis in unused.iter().rev() {
        if wanted <= 1 {
            break;
        }
        let len = mesh.size(axis);
        let take = len.min(wanted);
        if (len <= wanted && !wanted.is_multiple_of(len)) || (len > wanted && !len.is_multiple_of(wanted)) {
            return Err(does_not_fit);
        }
        parts.push(AxisPart { axis, parts: take });
        wanted /= take;
    }
    if wanted != 1 {
        return Err(does_not_fit);
    }
    parts.reverse();
    Ok(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(mesh: &[u64], partition: &[&[usize]]) -> Layout {
        let partition: Vec<Vec<usize>> = partition.iter().map(|axes| axes.to_vec()).collect();
        Layout::new(Mesh::unnamed(mesh).unwrap(), &partition, SplitRule::Exact).unwrap()
    }

    #[test]
    fn a_nested_cut_takes_its_first_axis_as_the_outer_one() {
        let nested = layout(&[2, 4], &[&[1, 0]]);
        let positions: Vec<u64> = (0..8).map(|rank| nested.shard_of(rank)).collect();
        assert_eq!(positions, [0, 2, 4, 6, 1, 3, 5, 7]);
    }

    #[test]
    fn the_optimizer_takes_the_inner_factor_of_an_axis() {
        let split = layout(&[8, 2], &[&[1], &[]]).with_optimizer(OptShard::Size(4)).unwrap();
        assert_eq!(split.cuts(), [8, 1]);
        assert_eq!(split.ranks_of(0), [0, 8]);
    }

    #[test]
    fn ranks_of_a_shard_are_those_that_hold_it() {
        let split = layout(&[2, 4, 2], &[&[2], &[0]]).with_optimizer(OptShard::Size(2)).unwrap();
        for shard in 0..split.shards() {
            let naive: Vec<u64> = (0..16).filter(|&rank| split.shard_of(rank) == shard).collect();
            assert_eq!(split.ranks_of(shard), naive);
            assert_eq!(u64::try_from(naive.len()).unwrap(), split.replicas());
        }
    }

    #[test]
    fn an_axis_that_cuts_two_dimensions_is_refused() {
        let mesh = Mesh::unnamed(&[2]).unwrap();
        let error = Layout::new(mesh, &[vec![0], vec![0]], SplitRule::Exact).unwrap_err();
        assert_eq!(error, LayoutError::AxisUsedTwice { axis: 0 });
    }

    #[test]
    fn an_optimizer_split_without_a_free_axis_is_refused() {
        let error = layout(&[4], &[&[0], &[]]).with_optimizer(OptShard::All).unwrap_err();
        assert_eq!(error, LayoutError::OptimizerHasNoAxis);
    }

    #[test]
    fn a_layout_from_json_is_checked() {
        let json = r#"{"mesh":[{"name":"x","size":4}],"partition":[[{"axis":0,"parts":0}]]}"#;
        assert!(serde_json::from_str::<Layout>(json).is_err());
    }

    #[test]
    fn every_rank_holds_a_whole_tensor() {
        assert_eq!(Layout::whole(2).shard_of(77), 0);
    }
}
