//! What was inferred, as findings.

use super::{Certainty, Inferred, Refusal};
use crate::check::Finding;
use crate::check::Side;
use crate::check::kinds::infer as kinds;

/// How far an inferred strategy can be relied on.
#[must_use]
pub fn inferred(inferred: &Inferred) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (certainty, kind) in [(Certainty::Guess, &kinds::GUESSED), (Certainty::Likely, &kinds::LIKELY)] {
        let names: Vec<&str> = inferred.tensors(certainty).collect();
        let group = inferred.groups.iter().find(|group| group.certainty == certainty);
        if let (Some(group), false) = (group, names.is_empty()) {
            let finding = Finding::new(kind).tensors(&names).side(Side::Source);
            findings.push(finding.arg("reason", group.reason.clone()).arg("example", &group.example));
        }
    }
    findings
}

/// That nothing can be inferred, and what is missing.
#[must_use]
pub fn refused(refusal: &Refusal) -> Finding {
    let finding = Finding::new(&kinds::NOT_INFERRED).arg("reason", refusal.phrase()).side(Side::Source);
    match refusal {
        Refusal::UnknownName { tensor }
        | Refusal::Contradiction { tensor }
        | Refusal::InSeveralStages { tensor, .. } => finding.tensor(tensor),
        Refusal::Uneven { tensor, rank } => finding.tensor(tensor).rank(*rank),
        Refusal::RankMissing { rank } | Refusal::StagesDiffer { rank, .. } => finding.rank(*rank),
        Refusal::CopiesLeftOut { file } => finding.file(file),
        Refusal::OneRank | Refusal::WidthUnknown { .. } | Refusal::NoStrategy(_) => finding,
    }
}
