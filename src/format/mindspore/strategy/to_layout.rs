//! From what a file says to a [`Layout`] (MindSpore 2.10).

use super::RawLayout;
use crate::layout::{Layout, LayoutError, Mesh, MeshError, OptShard, SplitRule};
use crate::phrase::{Phrase, display_phrase, phrase};
use crate::units::{few, noun};

/// Why the numbers of a file are no layout.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LayoutFault {
    /// The file has no device matrix for the parameter.
    NoDevMatrix,
    /// The file has no tensor map for the parameter.
    NoTensorMap,
    /// The device matrix is none.
    Mesh(MeshError),
    /// The tensor map names an axis that the device matrix lacks.
    NoSuchAxis {
        /// Tensor dimension.
        dim: usize,
        /// The axis, counted from the right.
        axis: i64,
        /// How many axes there are.
        axes: usize,
    },
    /// The map contradicts itself or the optimizer split does not fit.
    Layout(LayoutError),
    /// An optimizer split needs a size of −1 or above 0, and a step above 0.
    Optimizer {
        /// `opt_weight_shard_size`.
        size: i32,
        /// `opt_weight_shard_step`.
        step: i32,
    },
    /// Slices of different lengths, which MindSpore's own conversion cuts as if they were equal.
    Uneven(Vec<i64>),
    /// Gathered slices.
    Gathered(Vec<i64>),
    /// An embedding cut by fields.
    Fields(i32),
    /// A JSON file with a shape of another rank than the map.
    ShapeRank {
        /// `tensor_shape`.
        shape: Vec<u64>,
        /// Entries of `tensor_map`.
        map: usize,
    },
}

impl From<MeshError> for LayoutFault {
    fn from(error: MeshError) -> Self {
        Self::Mesh(error)
    }
}

impl From<LayoutError> for LayoutFault {
    fn from(error: LayoutError) -> Self {
        Self::Layout(error)
    }
}

display_phrase!(LayoutFault);

impl LayoutFault {
    /// The fault in words.
    #[must_use]
    pub fn phrase(&self) -> Phrase {
        match self {
            Self::NoDevMatrix => phrase!("it has no device matrix", "没有设备矩阵（dev_matrix）"),
            Self::NoTensorMap => phrase!("it has no tensor map", "没有张量映射（tensor_map）"),
            Self::Mesh(error) => error.phrase(),
            Self::NoSuchAxis { dim, axis, axes } => phrase!(
                "dimension {dim} is cut by device axis {axis}, but the device matrix has {axes} {nouns}",
                "第 {dim} 维由设备轴 {axis} 切分，但设备矩阵只有 {axes} 个轴",
                dim,
                axis,
                axes;
                nouns = noun(*axes, "axis", "axes")
            ),
            Self::Layout(error) => error.phrase(),
            Self::Optimizer { size, step } => phrase!(
                "an optimizer split of size {size} with step {step} contradicts itself",
                "优化器并行切分的大小 {size} 与步长 {step} 自相矛盾",
                size,
                step
            ),
            Self::Uneven(sizes) => phrase!(
                "its slices along dimension 0 are uneven (param_split_shape {sizes})",
                "它沿第 0 维的切片长短不一（param_split_shape {sizes}）",
                sizes = few(sizes)
            ),
            Self::Gathered(offsets) => phrase!(
                "its slices are gathered at offsets (indices_offset {offsets})",
                "它的切片按偏移收集（indices_offset {offsets}）",
                offsets = few(offsets)
            ),
            Self::Fields(field) => phrase!(
                "it is an embedding cut by fields (field {field})",
                "它是按字段切分的词嵌入（field {field}）",
                field
            ),
            Self::ShapeRank { shape, map } => phrase!(
                "its shape {shape} has another number of dimensions than its map, {map}",
                "它的形状 {shape} 与张量映射的 {map} 维不符",
                shape = few(shape),
                map
            ),
        }
    }
}

impl RawLayout {
    /// The layout over the ranks of one stage.
    ///
    /// The dimensions of a JSON file's nested map stay flattened: see
    /// [`regroup_local`](crate::layout::regroup_local).
    ///
    /// # Errors
    /// If the numbers contradict each other, or say what cannot be converted.
    pub fn to_layout(&self) -> Result<Layout, LayoutFault> {
        let dev_matrix = self.dev_matrix.as_ref().ok_or(LayoutFault::NoDevMatrix)?;
        let tensor_map = self.tensor_map.as_ref().ok_or(LayoutFault::NoTensorMap)?;
        if !self.param_split_shape.is_empty() {
            return Err(LayoutFault::Uneven(self.param_split_shape.clone()));
        }
        if !self.indices_offset.is_empty() {
            return Err(LayoutFault::Gathered(self.indices_offset.clone()));
        }
        if self.field != 0 {
            return Err(LayoutFault::Fields(self.field));
        }
        if let Some(shape) = self.tensor_shape.as_ref().filter(|shape| shape.len() != tensor_map.len()) {
            return Err(LayoutFault::ShapeRank { shape: shape.clone(), map: tensor_map.len() });
        }
        let axes = dev_matrix.len();
        let mut axes_per_dim = Vec::with_capacity(tensor_map.len());
        for (dim, entry) in tensor_map.iter().enumerate() {
            let cutting = entry.iter().filter(|&&axis| axis != -1);
            let from_left = cutting.map(|&axis| {
                let from_right = usize::try_from(axis).ok();
                let from_left = from_right.and_then(|axis| axes.checked_sub(axis)?.checked_sub(1));
                from_left.ok_or(LayoutFault::NoSuchAxis { dim, axis, axes })
            });
            axes_per_dim.push(from_left.collect::<Result<Vec<usize>, _>>()?);
        }
        let layout = Layout::new(Mesh::unnamed(dev_matrix)?, &axes_per_dim, SplitRule::Exact)?;
        match self.optimizer()? {
            Some(shard) => Ok(layout.with_optimizer(shard)?),
            None => Ok(layout),
        }
    }

    fn optimizer(&self) -> Result<Option<OptShard>, LayoutFault> {
        let (size, step) = (self.opt_shard_size, self.opt_shard_step);
        match size {
            0 => Ok(None),
            _ if step <= 0 || size < -1 => Err(LayoutFault::Optimizer { size, step }),
            -1 => Ok(Some(OptShard::All)),
            _ => Ok(Some(OptShard::Size(u64::from(size.unsigned_abs())))),
        }
    }
}
