//! MindSpore 2.10: strategy files, group files, checkpoints.

pub mod ckpt;
pub mod group;
mod proto;
pub mod strategy;
pub(crate) mod wire;
