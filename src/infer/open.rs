//! Tensors with a length that no other tensor tells: which of the ways to cut them is usual.

use super::layouts::layout;
use super::settings::{Kind, Settled, Slice};
use super::sizes::Sizes;
use super::tensors::{Class, Tensors};
use super::ways::{Known, Way, is_held};
use super::{Certainty, Refusal};

/// How a class is cut.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub(super) way: Way,
    pub(super) certainty: Certainty,
    /// What else agrees with the headers.
    pub(super) others: Vec<Way>,
    /// What else does without the family's premises ([`super::premises`]).
    pub(super) assumed: Vec<Way>,
}

impl Choice {
    /// Whether the family's premises decide about whole lengths.
    pub(super) fn is_of_other_lengths(&self, class: &Class<'_>) -> bool {
        let whole = self.way.whole(class);
        self.assumed.iter().any(|way| way.whole(class) != whole)
    }
}

/// How each class is cut.
pub(super) fn choose(tensors: &Tensors<'_>, sizes: &Sizes) -> Result<Vec<Choice>, Refusal> {
    let known = Known::new(tensors, sizes);
    let of_class =
        |(class, &optimizer): (&Class<'_>, &Option<u64>)| match (optimizer, sizes.parts(class.rule.cut)) {
            (Some(optimizer), Some(parts)) => {
                let way = Way::new(class, [1, parts, optimizer], 0);
                if is_held(class, way, sizes) { vec![way] } else { Vec::new() }
            }
            _ => known.ways(class),
        };
    let mut all: Vec<Vec<Way>> = tensors.classes.iter().zip(&sizes.optimizer).map(of_class).collect();
    let settled = Kind::ALL.map(|kind| {
        let pairs = tensors.classes.iter().zip(&mut all);
        let mut slices: Vec<Slice<'_, '_>> =
            pairs.filter(|(class, _)| Kind::of(class) == Some(kind)).collect();
        kind.settle(&mut slices, &known)
    });
    let of_class = |class: &Class<'_>| {
        let kind = Kind::of(class)?;
        Kind::ALL.iter().zip(settled).find(|(of, _)| **of == kind)?.1
    };
    let choices = tensors.classes.iter().zip(all).map(|(class, ways)| {
        let choice = choice(class, &ways, of_class(class), &known);
        choice.ok_or_else(|| Refusal::Contradiction { tensor: class.example.to_owned() })
    });
    choices.collect()
}

/// The choice between ways to cut a class: of those that agree with a setting, if one decides.
fn choice(class: &Class<'_>, ways: &[Way], settled: Option<Settled>, known: &Known<'_>) -> Option<Choice> {
    let agreeing = || {
        let agrees = |way: &&Way| settled.is_none_or(|(setting, _)| setting.agrees(class, **way, known));
        ways.iter().filter(agrees)
    };
    let least = agreeing().map(|way| way.odd).min()?;
    let mut best = agreeing().filter(|way| way.odd == least);
    // Of equally odd ones that over tensor parallelism alone, else that with the least context parallelism.
    let way = *best.next()?;
    let slices = |way: &Way| Some((way.whole(class), layout(class, *way, known.sizes)?.digits()));
    let chosen = slices(&way);
    let is_only = best.all(|other| slices(other) == chosen);
    let others: Vec<Way> = ways.iter().copied().filter(|other| slices(other) != chosen).collect();
    let certainty = match settled {
        _ if others.is_empty() => Certainty::Certain,
        Some((_, certainty)) if is_only => certainty.min(Certainty::Likely),
        None if is_only && least == 0 => Certainty::Likely,
        _ => Certainty::Guess,
    };
    Some(Choice { way, certainty, others, assumed: Vec::new() })
}
