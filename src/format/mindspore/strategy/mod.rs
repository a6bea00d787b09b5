//! Strategy files: which axes of the device mesh cut which dimension of each parameter.

mod collect;
mod from_layout;
mod json;
mod protobuf;
mod to_layout;

pub use from_layout::{NotWritable, from_strategy};
pub use json::write_json;
pub use protobuf::write_protobuf;
pub use to_layout::LayoutFault;

use crate::format::whole::read_whole;
use crate::format::{Fault, Limit};
use crate::source::ReadAt;

/// The strategy of all 64 stages of a model of 100,000 parameters takes half of this.
pub const MAX_STRATEGY_FILE: u64 = 64 << 20;

/// One layout or operator: a name and a few numbers. Uneven slices list one size per slice, which
/// for a million ranks would reach this.
pub const MAX_ITEM: u64 = 1 << 20;

/// More parameters times stages, or operators, than any job has; bounds the memory of a hostile file.
pub const MAX_ITEMS: usize = 1 << 20;

/// How a strategy file is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Protobuf: any name that does not end in `.json`.
    Protobuf,
    /// JSON. Nested maps are flattened in it.
    Json,
}

/// A strategy file as it stands on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrategyFile {
    /// How the file is encoded.
    pub encoding: Encoding,
    /// A counter of the writer, 1 in merged files. Not the pipeline stage.
    pub current_stage: u32,
    /// The operators, in file order; the stage of the first is the pipeline stage of the file.
    pub operators: Vec<Operator>,
    /// The parameters' layouts, in file order. Each name once.
    pub layouts: Vec<RawLayout>,
    /// What is wrong, by offset. A layout with a fault is not among the layouts, except that of
    /// two different layouts of one name the first is.
    pub faults: Vec<Fault>,
}

/// An operator of the network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operator {
    /// Its name, such as `MatMul-op12`, `Send-op3`.
    pub name: String,
    /// The pipeline stage that runs it.
    pub stage: u32,
}

/// The layout of one parameter as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawLayout {
    /// The name as in the file, including the stage prefix of a merged file (`1-model.norm.weight`).
    pub name: String,
    /// Byte offset of its record.
    pub offset: u64,
    /// Sizes of the device axes of one stage, outermost first; none if the file has no such message.
    pub dev_matrix: Option<Vec<u64>>,
    /// Per tensor dimension the device axes that cut it, outer to inner, counted from the right of
    /// `dev_matrix`; −1 is not cut. None if the file has no such message. JSON files flatten
    /// nested maps: each entry is a dimension of its own then.
    pub tensor_map: Option<Vec<Vec<i64>>>,
    /// Sizes of uneven slices along dimension 0; empty in every file seen.
    pub param_split_shape: Vec<i64>,
    /// Offsets of gathered slices; empty in every file seen.
    pub indices_offset: Vec<i64>,
    /// Above 0 if an embedding is cut by fields.
    pub field: i32,
    /// Distance of the ranks of the optimizer's group; 0 without an optimizer split.
    pub opt_shard_step: i32,
    /// 0: no optimizer split; −1: over all unused axes; k: over the innermost with product k.
    pub opt_shard_size: i32,
    /// Lengths of the whole tensor, one per entry of `tensor_map` (JSON only).
    pub tensor_shape: Option<Vec<u64>>,
}

/// Reads a strategy file, protobuf or JSON by its content.
///
/// # Errors
/// If it is empty, too large, or nothing in it is a strategy.
pub fn read(source: &dyn ReadAt) -> Result<StrategyFile, Fault> {
    let bytes = read_whole(source, Limit::StrategyFile, MAX_STRATEGY_FILE)?;
    match bytes.iter().find(|byte| !byte.is_ascii_whitespace()) {
        Some(b'{' | b'[') => json::read(&bytes),
        _ => protobuf::read(&bytes),
    }
}

#[cfg(test)]
mod tests;
