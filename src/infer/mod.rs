//! No strategy at hand: how a sliced checkpoint is cut, from the headers of all its ranks.
//!
//! Headers give names and the shapes of slices. Whole shapes follow where the rules of a family of
//! models tie lengths together: Llama's `wq` is `[hidden / mp, hidden]`, so that it gives both its
//! own cut and the hidden size. Every size of tensor parallelism that divides a stage is tried
//! ([`sizes`]); what is the same under all that agree with every shape is certain, given that
//! MindFormers laid the model out by its family's rules (layouts that a search found, as with
//! automatic parallelism, are not told apart by headers).
//!
//! What headers cannot tell is said so: a one-dimensional slice looks like a whole copy, and a
//! vocabulary in one piece like a part of a larger one ([`open`]). No content is read.

mod families;
mod findings;
mod open;
mod reasons;
mod refusal;
mod result;
mod sizes;
mod stages;
mod tensors;
mod tokens;
mod vocabulary;

pub use findings::{inferred, refused};
pub use refusal::Refusal;
pub use result::{Certainty, Group, Inferred};

use crate::catalog::Checkpoint;
use stages::Stage;

/// How the checkpoint is cut.
///
/// # Errors
/// If headers cannot tell; the refusal says what is missing.
pub fn infer(checkpoint: &Checkpoint) -> Result<Inferred, Refusal> {
    let stages = stages::stages(checkpoint)?;
    let ranks = stages.first().map_or(1, |stage: &Stage<'_>| stage.ranks);
    if ranks == 1 {
        return result::whole(&stages);
    }
    let tensors = tensors::tensors(&stages)?;
    let sizes = sizes::sizes(&tensors, ranks, stages.len() > 1)?;
    let chosen = open::choose(&tensors, &sizes)?;
    result::result(&stages, &tensors, &sizes, &chosen)
}
