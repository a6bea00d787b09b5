//! Mesh, partition and split rules: which region of a tensor each rank of a stage holds.
//!
//! Everything here is per stage: a rank in a stage is a position in the row-major mesh, last axis
//! fastest. [`Strategy`] says which stages hold which tensor and turns global ranks into
//! (stage, rank in stage). Nothing outside this folder computes a slice.

mod bounds;
mod flattened;
mod mesh;
mod partition;
mod regions;
mod strategy;

pub use bounds::{SplitRule, UnevenCut};
pub use flattened::{RegroupError, regroup_global, regroup_local};
pub use mesh::{Axis, MAX_RANKS_PER_STAGE, Mesh, MeshError};
pub use partition::{AxisPart, Layout, LayoutError, OptShard};
pub use regions::Regions;
pub use strategy::{LayoutId, MAX_STAGES, Placement, Strategy, StrategyBuilder, StrategyError};
