//! What the worker answers about a strategy that is inferred: plain data, in both languages.

use serde::{Deserialize, Serialize};

use crate::check::{Finding, Phrase, Side};
use crate::infer::{Certainty, Inferred};
use crate::web::snapshot::{FindingFacts, Parallel};

/// What came of inferring how a side is cut.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inference {
    /// The side.
    pub side: Side,
    /// How it is cut; none if that cannot be told.
    pub found: Option<Found>,
    /// How far that can be relied on, or why there is none.
    pub findings: Vec<FindingFacts>,
}

/// An inferred strategy, as far as it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// The name of its file.
    pub file: String,
    /// What cuts, as everywhere.
    pub parallel: String,
    /// Ranks of all stages.
    pub ranks: u64,
    /// Parts into which the parallel optimizer cuts weights; none if it cuts none.
    pub optimizer: Option<u64>,
    /// How sure the least sure tensor is.
    pub certainty: Certainty,
    /// Why stages and parallel sizes are as they are.
    pub reasons: Vec<Phrase>,
    /// Tensors that are cut alike, as the command tells them.
    pub groups: Vec<Group>,
}

/// Tensors that are cut alike, for the same reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group {
    /// How sure it is.
    pub certainty: Certainty,
    /// Which they are, and how they are cut.
    pub cut: Phrase,
    /// Why.
    pub reason: Phrase,
}

impl Inference {
    /// What is told of what was found.
    #[must_use]
    pub fn of(side: Side, found: Option<&Inferred>, findings: &[Finding]) -> Self {
        let findings = findings.iter().map(FindingFacts::from).collect();
        Self { side, found: found.map(Found::of), findings }
    }
}

impl Found {
    fn of(inferred: &Inferred) -> Self {
        let group = |group: &crate::infer::Group| Group {
            certainty: group.certainty,
            cut: group.phrase(),
            reason: group.reason.clone(),
        };
        Self {
            file: inferred.file_name(),
            parallel: Parallel::of(&inferred.strategy).to_string(),
            ranks: inferred.strategy.ranks(),
            optimizer: inferred.optimizer,
            certainty: inferred.certainty,
            reasons: inferred.reasons.clone(),
            groups: inferred.groups.iter().map(group).collect(),
        }
    }
}
