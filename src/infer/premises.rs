//! What MindFormers' rules take for granted and headers do not say, of Llama's and GPT's names: that the queries of
//! all heads are as wide as the hidden size (`head_dim = dim // n_heads`), and that keys and values are cut as
//! queries are. A model with a `head_dim` of its own, or with too few heads of keys to cut, breaks them.
//!
//! They decide what is taken, but nothing that hangs on them is certain.

use super::families::Cut;
use super::layouts::layout;
use super::open::Choice;
use super::sizes::Sizes;
use super::tensors::{Class, Tensors};
use super::ways::Way;
use super::width::{self, Solved};
use super::{Certainty, solved};

/// The same tensors, of which nothing is taken for granted.
fn without<'a>(tensors: &Tensors<'a>) -> Tensors<'a> {
    let mut family = tensors.family;
    family.query_is_hidden = false;
    let mut classes = tensors.classes.clone();
    for class in &mut classes {
        if class.is_of_keys() && class.rule.cut == Cut::Rows {
            class.rule.cut = Cut::Keys;
        }
    }
    Tensors { family, classes, all: Vec::new(), strange: Vec::new() }
}

/// Lowers to likely what is certain under the premises alone, and says what else agrees without them.
pub(super) fn weigh(tensors: &Tensors<'_>, (mut sizes, mut choices): Solved) -> Solved {
    if sizes.certainty < Certainty::Certain {
        return (sizes, choices);
    }
    let free = without(tensors);
    let Ok(solved) = solved(&free, sizes.ranks, sizes.pipeline) else { return (sizes, choices) };
    sizes.assumed = solved.iter().map(|(of, _)| of.mp).filter(|&mp| mp != sizes.mp).collect();
    if !sizes.assumed.is_empty() {
        let told = width::by_vocabulary(&free, &solved).and_then(|at| solved.get(at));
        let is_other = told.is_some_and(|(of, _)| of.mp != sizes.mp);
        sizes.certainty = if is_other { Certainty::Guess } else { Certainty::Likely };
    }
    for (index, (class, choice)) in tensors.classes.iter().zip(&mut choices).enumerate() {
        let of_class = solved.iter().filter_map(|(of, choices)| Some((of, choices.get(index)?)));
        choice.assumed = assumed(class, (choice, &sizes), of_class);
        if !choice.assumed.is_empty() {
            choice.certainty = choice.certainty.min(Certainty::Likely);
        }
        if choice.certainty < Certainty::Certain {
            choice.certainty = choice.certainty.min(sizes.certainty);
        }
    }
    (sizes, choices)
}

/// Ways to cut a class that the premises alone exclude.
fn assumed<'s>(
    class: &Class<'_>,
    (choice, sizes): (&Choice, &Sizes),
    solved: impl Iterator<Item = (&'s Sizes, &'s Choice)>,
) -> Vec<Way> {
    let slices = |way: Way, sizes: &Sizes| Some((way.whole(class), layout(class, way, sizes)?.digits()));
    let mut known: Vec<_> = choice.others.iter().map(|other| slices(*other, sizes)).collect();
    known.push(slices(choice.way, sizes));
    let mut assumed = Vec::new();
    for (of, free) in solved {
        for way in std::iter::once(free.way).chain(free.others.iter().copied()) {
            let cut = slices(way, of);
            if cut.is_some() && !known.contains(&cut) {
                known.push(cut);
                assumed.push(way);
            }
        }
    }
    assumed
}
