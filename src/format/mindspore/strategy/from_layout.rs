//! From a [`Strategy`] to what a file says, for writing.

use super::{Encoding, Operator, RawLayout, StrategyFile};
use crate::layout::{Layout, Mesh, Strategy};

/// Why a strategy cannot be written as MindSpore's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotWritable {
    /// The layout says what MindSpore's files have no words for: another split rule, an inner
    /// factor of an axis outside the optimizer split, an optimizer split over other axes than the
    /// innermost.
    #[error(
        "the layout of `{tensor}` has no form in a MindSpore strategy: leave the ranks' own files as they are, shardlens reads them unmerged"
    )]
    Layout {
        /// The tensor.
        tensor: String,
    },
    /// MindSpore 2.10 splits every name at its first `-` into stage and parameter.
    #[error(
        "MindSpore cannot read the name `{tensor}`, because of the `-` in it: leave the ranks' own files as they are, shardlens reads them unmerged"
    )]
    Name {
        /// The tensor.
        tensor: String,
    },
}

/// The file of one stage (named as they are), or of all stages merged (names `stage-name`).
///
/// Layouts come in the order of the strategy, stage by stage. There is one operator per stage,
/// since MindSpore takes the stage from the first.
///
/// # Errors
/// If a layout or name has no form in the file.
pub fn from_strategy(strategy: &Strategy, stage: Option<u32>) -> Result<StrategyFile, NotWritable> {
    let stages = stage.map_or(0..strategy.stages(), |stage| stage..stage.saturating_add(1));
    let mut file = StrategyFile {
        encoding: Encoding::Protobuf,
        current_stage: if stage.is_some() { 2 } else { 1 },
        operators: Vec::new(),
        layouts: Vec::new(),
        faults: Vec::new(),
    };
    for number in stages {
        file.operators.push(Operator { name: format!("stage{number}"), stage: number });
        for (tensor, placements) in strategy.tensors() {
            let Some(placement) = placements.iter().find(|placement| placement.stage == number) else {
                continue;
            };
            let Some(layout) = strategy.layout(placement.layout) else { continue };
            if tensor.contains('-') {
                return Err(NotWritable::Name { tensor: tensor.to_owned() });
            }
            let name = if stage.is_some() { tensor.to_owned() } else { format!("{number}-{tensor}") };
            let declared = placement.declared.clone().filter(|declared| declared.len() == layout.rank());
            let raw = raw(name, layout, declared);
            if !raw.to_layout().is_ok_and(|read| same_slices(&read, layout)) {
                return Err(NotWritable::Layout { tensor: tensor.to_owned() });
            }
            file.layouts.push(raw);
        }
    }
    Ok(file)
}

fn raw(name: String, layout: &Layout, tensor_shape: Option<Vec<u64>>) -> RawLayout {
    let mesh = layout.mesh();
    let mut sizes: Vec<u64> = mesh.axes().iter().map(|axis| axis.size).collect();
    // MindSpore refuses an empty device matrix.
    if sizes.is_empty() {
        sizes.push(1);
    }
    let axes = sizes.len();
    let mut tensor_map = Vec::with_capacity(layout.rank());
    for dim in 0..layout.rank() {
        let (own, _) = layout.parts_of(dim);
        let from_right = |axis: usize| i64::try_from(axes.saturating_sub(axis + 1)).unwrap_or(i64::MAX);
        let entry: Vec<i64> = own.iter().map(|part| from_right(part.axis)).collect();
        tensor_map.push(if entry.is_empty() { vec![-1] } else { entry });
    }
    let (opt_shard_step, opt_shard_size) = optimizer(mesh, layout).unwrap_or((0, 0));
    RawLayout {
        name,
        offset: 0,
        dev_matrix: Some(sizes),
        tensor_map: Some(tensor_map),
        param_split_shape: Vec::new(),
        indices_offset: Vec::new(),
        field: 0,
        opt_shard_step,
        opt_shard_size,
        tensor_shape,
    }
}

/// Step and size of the optimizer split; none without one. The step is (last − first) / (n − 1)
/// over the ranks of the whole group, also if only a part of it is used: so the front end has it.
fn optimizer(mesh: &Mesh, layout: &Layout) -> Option<(i32, i32)> {
    let (own, optimizer) = layout.parts_of(0);
    let rest = layout.partition().iter().skip(1).flatten();
    let used: Vec<usize> = own.iter().chain(rest).map(|part| part.axis).collect();
    let unused = (0..mesh.axes().len()).filter(|axis| !used.contains(axis));
    let (mut last, mut ranks) = (0, 1);
    for axis in unused {
        last += (mesh.size(axis) - 1) * mesh.stride(axis);
        ranks *= mesh.size(axis);
    }
    let parts: u64 = optimizer.iter().map(|part| part.parts).product();
    if parts <= 1 {
        return None;
    }
    let size = if parts == ranks { -1 } else { i32::try_from(parts).ok()? };
    Some((i32::try_from(last / (ranks - 1)).ok()?, size))
}

/// Whether two layouts over unnamed axes give every rank the same slice: axes of size 1 may differ.
fn same_slices(a: &Layout, b: &Layout) -> bool {
    let cuts = |layout: &Layout| -> Vec<Vec<(u64, u64)>> {
        let cutting = |parts: &Vec<crate::layout::AxisPart>| {
            let cutting = parts.iter().filter(|part| part.parts > 1);
            cutting.map(|part| (layout.mesh().stride(part.axis), part.parts)).collect()
        };
        layout.partition().iter().map(cutting).collect()
    };
    a.rule() == b.rule() && a.mesh().ranks() == b.mesh().ranks() && cuts(a) == cuts(b)
}
