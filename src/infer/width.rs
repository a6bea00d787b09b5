//! Which size of tensor parallelism it is, where several agree with every shape.

use super::families::Length;
use super::open::Choice;
use super::sizes::Sizes;
use super::tensors::{Class, Tensors};
use super::vocabulary::is_vocabulary;
use super::{Certainty, Refusal};

/// Sizes with the choices under them.
pub(super) type Solved = (Sizes, Vec<Choice>);

/// The sizes, if anything tells.
pub(super) fn choose(tensors: &Tensors<'_>, mut solved: Vec<Solved>) -> Result<Solved, Refusal> {
    let candidates: Vec<u64> = solved.iter().map(|(sizes, _)| sizes.mp).collect();
    let (at, certainty) = which(tensors, &solved).ok_or(Refusal::WidthUnknown { sizes: candidates })?;
    let (sizes, choices) = solved.swap_remove(at);
    Ok((Sizes { certainty, ..sizes }, choices))
}

fn which(tensors: &Tensors<'_>, solved: &[Solved]) -> Option<(usize, Certainty)> {
    let family = &tensors.family;
    if family.is_guess {
        let at = solved.iter().rposition(|(sizes, _)| leaves_no_copies(tensors, sizes))?;
        return Some((at, Certainty::Guess));
    }
    // Numbers of slices tell as much as widths do.
    let are_counted = tensors.classes.iter().any(|class| class.holders.is_some());
    if solved.len() == 1 && (family.query_is_hidden || are_counted) {
        return Some((0, Certainty::Certain));
    }
    let by_vocabulary = by_vocabulary(tensors, solved);
    let by_width = only(solved, |(sizes, _)| {
        let width = sizes.lengths.get(&Length::Query);
        width.is_some() && width == sizes.lengths.get(&Length::Hidden)
    });
    match (by_vocabulary, by_width) {
        (Some(at), Some(other)) if at != other && !family.is_latent => Some((at, Certainty::Guess)),
        (Some(at), _) => Some((at, Certainty::Likely)),
        (None, Some(at)) => Some((at, Certainty::Guess)),
        (None, None) => None,
    }
}

/// The one under which the vocabulary is that of a published model.
pub(super) fn by_vocabulary(tensors: &Tensors<'_>, solved: &[Solved]) -> Option<usize> {
    only(solved, |(_, choices)| vocabulary_says(&tensors.classes, choices))
}

/// The one of which something holds.
fn only(solved: &[Solved], holds: impl Fn(&Solved) -> bool) -> Option<usize> {
    let mut holding = (0..).zip(solved).filter(|(_, solved)| holds(solved)).map(|(at, _)| at);
    holding.next().filter(|_| holding.next().is_none())
}

/// Whether a vocabulary that tensor parallelism cuts becomes a known one when its slices are put
/// together, and is none in one.
fn vocabulary_says(classes: &[Class<'_>], choices: &[Choice]) -> bool {
    let mut of_vocabulary = classes.iter().zip(choices).filter(|(class, _)| class.is_of_vocabulary());
    of_vocabulary.any(|(class, choice)| {
        choice.way.parts > 1 && is_vocabulary(choice.way.rows) && !is_vocabulary(class.rows())
    })
}

/// Whether experts, over as many ranks as their number tells, and each over `mp`, fit into the ranks.
fn leaves_no_copies(tensors: &Tensors<'_>, sizes: &Sizes) -> bool {
    let all = sizes.whole(Length::Experts, &tensors.family).unwrap_or(1);
    let over = |class: &Class<'_>| all.checked_div(class.rows())?.checked_mul(sizes.mp);
    let batches = tensors.classes.iter().filter(|class| class.is_of_experts());
    batches.map(over).all(|over| over.is_some_and(|over| sizes.ranks.is_multiple_of(over)))
}
