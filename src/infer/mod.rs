//! No strategy at hand: how a sliced checkpoint is cut, from the headers of all its ranks.
//!
//! Headers give names and the shapes of slices. Whole shapes follow where the rules of a family of
//! models tie lengths together: Llama's `wq` is `[hidden / mp, hidden]`, so that it gives both its
//! own cut and the hidden size, if queries are as wide as it. Every size of tensor parallelism that
//! divides a stage is tried ([`sizes`]); what is the same under all that agree with every shape, also
//! where queries are wider or keys whole ([`premises`]), is certain, given that MindFormers laid the
//! model out by its family's rules (layouts that a search found, as with automatic parallelism, are
//! not told apart by headers).
//!
//! Where copies were left out, the ranks that hold a tensor are as many as its slices, which tells more
//! than shapes do ([`left_out`]).
//!
//! What headers cannot tell is said so: a one-dimensional slice looks like a whole copy, a vocabulary in
//! one piece like a part of a larger one, and experts over ranks like rows over the optimizer
//! ([`open`]). What no rule knows is a guess at most ([`unknown`]). No content is read.

mod families;
mod findings;
mod layouts;
mod left_out;
mod open;
mod pile;
mod premises;
mod reasons;
mod refusal;
mod result;
mod settings;
mod sizes;
mod stages;
mod tensors;
mod unknown;
mod vocabulary;
mod ways;
mod width;
mod words;

pub use findings::{inferred, used};
pub use pile::infer_pile;
pub use refusal::Refusal;
pub use result::{Certainty, Group, Inferred};

use crate::catalog::Checkpoint;
use stages::Stages;
use tensors::Tensors;
use width::Solved;

/// How the checkpoint is cut.
///
/// # Errors
/// If headers cannot tell; the refusal says what is missing.
pub fn infer(checkpoint: &Checkpoint) -> Result<Inferred, Refusal> {
    let mut refusal = Refusal::OneRank;
    for stages in stages::stages(checkpoint)? {
        match of_stages(&stages) {
            Ok(inferred) => return Ok(inferred),
            Err(error) => refusal = error,
        }
    }
    Err(refusal)
}

fn of_stages(stages: &Stages<'_>) -> Result<Inferred, Refusal> {
    let ranks = stages.ranks();
    if ranks == 1 {
        return result::whole(stages);
    }
    let tensors = tensors::tensors(&stages.list)?;
    let solved = solved(&tensors, ranks, stages.list.len() > 1)?;
    let (sizes, chosen) = premises::weigh(&tensors, width::choose(&tensors, solved)?);
    let guessed = unknown::guesses(&tensors, &sizes, &chosen)?;
    result::result(stages, &tensors, &sizes, (&chosen, &guessed))
}

/// Every size of tensor parallelism that agrees with all shapes, and how each class is cut under it.
fn solved(tensors: &Tensors<'_>, ranks: u64, pipeline: bool) -> Result<Vec<Solved>, Refusal> {
    let mut solved = Vec::new();
    let mut refusal = None;
    for sizes in sizes::agreeing(tensors, ranks, pipeline)? {
        match open::choose(tensors, &sizes) {
            Ok(chosen) => solved.push((sizes, chosen)),
            Err(error) => refusal = Some(error),
        }
    }
    refusal.filter(|_| solved.is_empty()).map_or(Ok(solved), Err)
}
