//! Tensors that no rule of the family knows. MindSpore keeps what no strategy lists whole on every rank; a
//! slice is told from that only if its lengths, put together, are lengths that the rest of the model has.

use std::collections::HashSet;

use super::families::Length;
use super::layouts::cut_along;
use super::open::Choice;
use super::sizes::Sizes;
use super::tensors::{Strange, Tensors};
use super::{Certainty, Refusal};
use crate::layout::Layout;

/// How such a tensor is cut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Guess {
    pub(super) layout: Layout,
    pub(super) certainty: Certainty,
    /// Whether all its whole lengths are lengths of other tensors, under this cut alone.
    pub(super) is_told: bool,
}

/// Of so many matrices one may be taken as whole on nothing but that no rule knows it.
const ONE_OF: usize = 10;

/// A guess for each of them, in order.
///
/// # Errors
/// If there are so many that the model is not of the family.
pub(super) fn guesses(
    tensors: &Tensors<'_>,
    sizes: &Sizes,
    choices: &[Choice],
) -> Result<Vec<Guess>, Refusal> {
    let known = lengths(tensors, sizes, choices);
    let guesses: Vec<Guess> = tensors.strange.iter().map(|strange| guess(strange, &known, sizes)).collect();
    let is_matrix = |dims: &[u64]| dims.len() > 1;
    let classes = tensors.all.iter().filter_map(|(.., class)| tensors.classes.get(*class));
    let of_family = classes.filter(|class| is_matrix(class.dims)).count();
    let of_none = || tensors.strange.iter().zip(&guesses).filter(|(strange, _)| is_matrix(strange.dims));
    let untold = || of_none().filter(|(_, guess)| !guess.is_told && guess.certainty == Certainty::Guess);
    if untold().count().saturating_mul(ONE_OF) > of_family.saturating_add(of_none().count()) {
        let tensor = untold().next().map_or("", |(strange, _)| strange.name).to_owned();
        return Err(Refusal::UnknownName { tensor });
    }
    Ok(guesses)
}

/// Whole lengths of the model.
fn lengths(tensors: &Tensors<'_>, sizes: &Sizes, choices: &[Choice]) -> HashSet<u64> {
    let named = [
        Length::Hidden,
        Length::Query,
        Length::KeyValue,
        Length::Inner,
        Length::TwoInner,
        Length::ExpertInner,
        Length::SharedInner,
        Length::Experts,
    ];
    let mut lengths: HashSet<u64> =
        named.into_iter().filter_map(|length| sizes.whole(length, &tensors.family)).collect();
    let rows = tensors.classes.iter().zip(choices).filter(|(class, _)| class.dims.len() > 1);
    lengths.extend(rows.map(|(_, choice)| choice.way.rows));
    lengths
}

fn guess(strange: &Strange<'_>, known: &HashSet<u64>, sizes: &Sizes) -> Guess {
    let rank = strange.dims.len();
    let whole = Guess { layout: cut_along(rank, None, sizes), certainty: Certainty::Guess, is_told: false };
    if strange.is_held_once {
        return Guess { certainty: Certainty::Certain, ..whole };
    }
    // A vector of any length may be a slice.
    if rank < 2 || sizes.mp == 1 {
        return whole;
    }
    let is_told = |dim: Option<usize>| {
        let along = |at: usize| if dim == Some(at) { sizes.mp } else { 1 };
        let mut wholes = strange.dims.iter().enumerate().map(|(at, len)| len.saturating_mul(along(at)));
        wholes.all(|whole| known.contains(&whole))
    };
    let mut told = std::iter::once(None).chain((0..rank).map(Some)).filter(|dim| is_told(*dim));
    match (told.next(), told.next()) {
        (Some(dim), None) => Guess { layout: cut_along(rank, dim, sizes), is_told: true, ..whole },
        _ => whole,
    }
}
