//! What was inferred, as findings.

use super::{Certainty, Group, Inferred, Refusal};
use crate::check::Finding;
use crate::check::kinds::infer as kinds;
use crate::phrase::Phrase;

/// How far an inferred strategy can be relied on.
#[must_use]
pub fn inferred(inferred: &Inferred) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (certainty, is_assumed, kind) in [
        (Certainty::Guess, None, &kinds::GUESSED),
        (Certainty::Likely, Some(true), &kinds::ASSUMED),
        (Certainty::Likely, Some(false), &kinds::LIKELY),
    ] {
        let is_so = |group: &Group| {
            group.certainty == certainty && is_assumed.is_none_or(|is_assumed| group.is_assumed == is_assumed)
        };
        let names: Vec<&str> = inferred.tensors(is_so).collect();
        let group = inferred.groups.iter().find(|group| is_so(group));
        if let (Some(group), false) = (group, names.is_empty()) {
            let finding = Finding::new(kind).tensors(&names);
            findings.push(finding.arg("reason", group.reason.clone()).arg("example", &group.example));
        }
    }
    findings
}

/// That an inferred strategy, in a file of this name, is used in place of the run's own.
#[must_use]
pub fn used(inferred: &Inferred, file: &str) -> Finding {
    let reasons = |text: fn(&Phrase) -> &str, separator: &str| -> String {
        inferred.reasons.iter().map(text).collect::<Vec<_>>().join(separator)
    };
    let reasons = Phrase { en: reasons(|reason| &reason.en, "; "), zh: reasons(|reason| &reason.zh, "；") };
    let finding = Finding::new(&kinds::USED).arg("file", file).file(file);
    finding.arg("certainty", inferred.certainty.phrase()).arg("reasons", reasons)
}

/// That nothing can be inferred, and what is missing.
pub(super) fn refused(refusal: &Refusal) -> Finding {
    let finding = Finding::new(&kinds::NOT_INFERRED).arg("reason", refusal.phrase());
    match refusal {
        Refusal::UnknownName { tensor }
        | Refusal::Contradiction { tensor }
        | Refusal::InSeveralStages { tensor, .. } => finding.tensor(tensor),
        Refusal::Uneven { tensor, rank } => finding.tensor(tensor).rank(*rank),
        Refusal::RankMissing { rank } | Refusal::StagesDiffer { rank, .. } => finding.rank(*rank),
        Refusal::CopiesLeftOut { file } => finding.file(file),
        Refusal::OneRank | Refusal::WidthUnknown { .. } | Refusal::NoStrategy(_) | Refusal::NoFile(_) => {
            finding
        }
    }
}
