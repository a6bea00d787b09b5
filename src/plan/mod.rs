//! The planner, the plan's types (which are its JSON), and its verifier.
//!
//! [`plan`] lays source and target over each other; [`verify`] proves that the result writes every
//! target byte once and reads only what is there; [`Resolver`] multiplies a plan out into copies of
//! boxes, for the executor and the pictures. None of them reads a file.

mod absent;
mod choose;
mod contents;
mod intern;
mod json;
mod lacking;
mod locate;
mod peer;
mod planner;
mod resolve;
mod source;
mod states;
mod target;
mod types;
mod verify;

#[cfg(test)]
mod tests;

pub use crate::format::Piece;
pub use peer::{PeerLoads, peer_loads};
pub use planner::{Inputs, Options, Outcome, plan};
pub use resolve::{BoxCopy, ContentReader, Resolver, Segment, Slice};
pub use types::{
    Content, Cuts, FORMAT, Origin, Plan, Program, Source, SourceEntry, SourceFile, SourceTable, Target,
    TargetEntry, TargetTable, Tensor, Topology, Totals, VERSION,
};
pub use verify::{PlanError, verify};

/// Upper bound of all buffers that an executor of a plan may hold at one time, in bytes.
pub const BUFFER_BYTES: u64 = 64 << 20;
