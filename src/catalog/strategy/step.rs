//! The step of an optimizer split, which says nothing new and which MindSpore checks all the same.

use crate::format::mindspore::strategy::RawLayout;

/// The step that MindSpore 2.10 wants (`_construct_tensor_layout_for_opt_shard`): where exactly one
/// axis is left, how far apart its neighbours are; elsewhere and for nested maps it takes any.
pub(super) fn expected(raw: &RawLayout) -> Option<u64> {
    let (mesh, map) = (raw.dev_matrix.as_ref()?, raw.tensor_map.as_ref()?);
    if raw.opt_shard_size == 0 || raw.opt_shard_step == 0 || map.iter().any(|axes| axes.len() > 1) {
        return None;
    }
    let from_right = |at: usize| i64::try_from(mesh.len() - 1 - at).unwrap_or(i64::MAX);
    let is_left =
        |&(at, &size): &(usize, &u64)| size > 1 && !map.iter().flatten().any(|&axis| axis == from_right(at));
    let mut left = mesh.iter().enumerate().filter(is_left);
    let (Some((at, _)), None) = (left.next(), left.next()) else { return None };
    Some(mesh.iter().skip(at + 1).product())
}
