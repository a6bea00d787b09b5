//! A way to cut a tensor, as a layout.

use super::families::Cut;
use super::sizes::Sizes;
use super::tensors::Class;
use super::ways::{Way, tensor_dim};
use crate::layout::{Layout, Mesh, OptShard, SplitRule};

/// The ranks of a stage: rows of so many that are told apart by the parts. MindFormers leaves out axes
/// of one rank.
fn mesh(parts: &[u64]) -> Mesh {
    let axes: Vec<u64> = parts.iter().copied().filter(|&size| size != 1).collect();
    Mesh::unnamed(&axes).unwrap_or_else(|_| Mesh::single())
}

/// The layout of a class; none if the ranks cannot be dealt out so.
pub(super) fn layout(class: &Class<'_>, way: Way, sizes: &Sizes) -> Option<Layout> {
    let Way { experts, parts, optimizer, .. } = way;
    let inner = if parts > 1 || matches!(class.rule.cut, Cut::Experts(_)) { parts } else { sizes.mp };
    let group = sizes.ranks.checked_div(experts.checked_mul(inner)?)?;
    let mesh = mesh(&[group, experts, inner]);
    let mut dims = vec![Vec::new(); class.dims.len()];
    let mut axis = mesh.axes().len();
    if inner > 1 {
        axis = axis.checked_sub(1)?;
        if let (true, Some(dim)) = (parts > 1, dims.get_mut(tensor_dim(class.rule.cut).unwrap_or(0))) {
            dim.push(axis);
        }
    }
    if experts > 1 {
        axis = axis.checked_sub(1)?;
        dims.first_mut()?.push(axis);
    }
    let layout = Layout::new(mesh, &dims, SplitRule::Exact).ok()?;
    match optimizer {
        1 => Some(layout),
        all if all == layout.replicas() => layout.with_optimizer(OptShard::All).ok(),
        some => layout.with_optimizer(OptShard::Size(some)).ok(),
    }
}

/// A tensor of which a dimension, if any, is cut over tensor parallelism.
pub(super) fn cut_along(rank: usize, dim: Option<usize>, sizes: &Sizes) -> Layout {
    let mesh = mesh(&[sizes.ranks / sizes.mp, sizes.mp]);
    let mut dims = vec![Vec::new(); rank];
    let last = mesh.axes().len().checked_sub(1).filter(|_| sizes.mp > 1);
    if let (Some(axis), Some(axes)) = (last, dim.and_then(|dim| dims.get_mut(dim))) {
        axes.push(axis);
    }
    Layout::new(mesh, &dims, SplitRule::Exact).unwrap_or_else(|_| Layout::whole(rank))
}
