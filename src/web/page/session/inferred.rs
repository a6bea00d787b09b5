//! What was inferred of both sides, as components get at it.

use yew::prelude::*;

use crate::check::Side;
use crate::web::inference::Inference;
use crate::web::page::utils::Same;

/// Of each side what came of inferring its strategy, if that was asked for.
pub(crate) type Inferences = [Option<Same<Inference>>; 2];

/// What came of it on a side.
#[hook]
pub(crate) fn use_inferred(side: Side) -> Option<Same<Inference>> {
    let of_sides = use_context::<Inferences>().unwrap_or_default();
    of_sides.into_iter().flatten().find(|inference| inference.side == side)
}
