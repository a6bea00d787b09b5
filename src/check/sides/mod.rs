//! Source against target: what is not alike on both sides, and what MindSpore makes of the pair.

mod alone;
mod families;
mod fused;
mod heads;
mod peer;
mod weights;

pub(crate) use peer::is_mixed_up;

use super::known::{Known, Wholes};
use super::{Finding, Phrase, Side};
use crate::layout::Strategy;
use crate::phrase::phrase;

/// Compares the two sides of a conversion, each as far as it is known.
#[must_use]
pub fn sides(source: Known<'_>, target: Known<'_>) -> Vec<Finding> {
    let source = Named::new(source);
    let target = Named::new(target);
    let mut findings = peer::peer(&source, &target);
    if source.is_nameless() || target.is_nameless() {
        return findings;
    }
    findings.extend(families::hugging_face(&source, &target));
    findings.extend(fused::fused(&source, &target));
    findings.extend(families::lora(&source, &target));
    findings.extend(alone::alone(&source, &target));
    findings.extend(weights::weights(&source, &target));
    findings.extend(heads::heads(&source, &target));
    findings
}

/// A side with the names of its tensors and their whole shapes.
struct Named<'a> {
    known: Known<'a>,
    wholes: Wholes<'a>,
}

impl<'a> Named<'a> {
    fn new(known: Known<'a>) -> Self {
        Self { known, wholes: known.wholes() }
    }

    fn is_nameless(&self) -> bool {
        self.known.strategy.is_none() && self.wholes.is_empty()
    }

    /// Every tensor that the strategy or the weights name.
    fn names(&self) -> impl Iterator<Item = &str> {
        let of_strategy = self.known.strategy.into_iter().flat_map(Strategy::tensors).map(|(name, _)| name);
        of_strategy.chain(self.wholes.keys().copied().filter(|name| !self.is_placed(name)))
    }

    fn is_placed(&self, name: &str) -> bool {
        self.known.strategy.is_some_and(|strategy| !strategy.placements(name).is_empty())
    }

    fn knows(&self, name: &str) -> bool {
        self.is_placed(name) || self.wholes.contains_key(name)
    }
}

/// A side in words.
fn words(side: Side) -> Phrase {
    match side {
        Side::Source => phrase!("source", "源"),
        Side::Target => phrase!("target", "目标"),
    }
}
