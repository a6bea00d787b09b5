//! Parallel configuration and model family → strategy, without a cluster.

pub mod layer;
pub mod llama;
pub mod memory;
pub mod states;
