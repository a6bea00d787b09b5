//! Strategy and checkpoint files that a run would write, without content.

use crate::format::mindspore::strategy::{NotWritable, from_strategy, write_protobuf};
use crate::format::{Fault, NewEntry, WeightFormat, layout_file};
use crate::geometry::{DType, Shape, ShapeError};
use crate::layout::{Strategy, UnevenCut};
use crate::order::sort_by_key;
use crate::parallel::llama::{self, LlamaError, Model, Parallel};
use crate::source::Sparse;

/// Why files cannot be made up.
#[derive(Debug, thiserror::Error)]
pub enum SynthesisError {
    /// The model cannot be laid out.
    #[error(transparent)]
    Layout(#[from] LlamaError),
    /// The strategy has no form in MindSpore's files.
    #[error(transparent)]
    Strategy(#[from] NotWritable),
    /// A tensor does not divide.
    #[error("dimension {0}: {1}")]
    Cut(usize, UnevenCut),
    /// A tensor is too large for any file.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The format cannot hold a tensor.
    #[error(transparent)]
    Write(#[from] Fault),
}

/// One strategy file per rank, `ckpt_strategy_rank_N.ckpt`, as a run leaves them.
///
/// # Errors
/// If the strategy has no form in MindSpore's files.
pub fn strategy_files(strategy: &Strategy) -> Result<Vec<(String, Sparse)>, SynthesisError> {
    let mut files = Vec::new();
    for stage in 0..strategy.stages() {
        let mut file = Sparse::default();
        file.push(&write_protobuf(&from_strategy(strategy, Some(stage))?));
        let ranks = strategy.ranks_of_stage(stage);
        files.extend(ranks.map(|rank| (format!("ckpt_strategy_rank_{rank}.ckpt"), file.clone())));
    }
    Ok(files)
}

/// One checkpoint per rank, `rank_N/PREFIX_rank_N-1_10.ckpt`, as [`checkpoint_file`] makes them.
///
/// # Errors
/// If the model cannot be laid out.
pub fn checkpoint_files(
    model: &Model,
    parallel: &Parallel,
    dtype: DType,
    prefix: &str,
) -> Result<Vec<(String, Sparse)>, SynthesisError> {
    let strategy = llama::strategy(model, parallel)?;
    let mut files = Vec::new();
    for stage in 0..strategy.stages() {
        let file = checkpoint_file(model, &strategy, stage, dtype)?;
        let ranks = strategy.ranks_of_stage(stage);
        files.extend(ranks.map(|rank| (format!("rank_{rank}/{prefix}_rank_{rank}-1_10.ckpt"), file.clone())));
    }
    Ok(files)
}

/// The checkpoint of any rank of a stage, since the exact rule gives all of them slices of equal
/// lengths: the weights as `dtype`, Adam's states, if the strategy has them, as 32-bit floats, and
/// the counters that MindFormers adds. All content is zero.
///
/// # Errors
/// If the strategy is not of this model.
pub fn checkpoint_file(
    model: &Model,
    strategy: &Strategy,
    stage: u32,
    dtype: DType,
) -> Result<Sparse, SynthesisError> {
    let mut tensors = Vec::new();
    for weight in model.parameters() {
        for (state, name) in llama::states(&weight.name, true).into_iter().enumerate() {
            let at = strategy.placements(&name).iter().find(|placement| placement.stage == stage);
            let Some(layout) = at.and_then(|placement| strategy.layout(placement.layout)) else { continue };
            let regions = layout.regions(&weight.dims).map_err(|(dim, cut)| SynthesisError::Cut(dim, cut))?;
            let dims = regions.region(layout.shard_of(0)).lens();
            tensors.push((name, if state == 0 { dtype } else { DType::F32 }, Shape::new(dims)?));
        }
    }
    for counter in ["epoch_num", "step_num"] {
        tensors.push((counter.to_owned(), DType::I64, Shape::scalar()));
    }
    // The weights first, then the states, as MindFormers lists them.
    sort_by_key(&mut tensors, |(name, ..)| {
        ["adam_m.", "adam_v."].iter().position(|state| name.starts_with(state))
    });
    let entries: Vec<NewEntry<'_>> = tensors
        .iter()
        .map(|(name, dtype, shape)| NewEntry { name, dtype: *dtype, shape: shape.clone() })
        .collect();
    Ok(layout_file(WeightFormat::Ckpt, &entries)?.sparse())
}
