//! A pile of files → how its weights are cut.

use super::findings::refused;
use super::{Inferred, Refusal, infer, inferred};
use crate::catalog::{Cut, Survey, assemble};
use crate::check::{Finding, Side};

/// How the weights of a pile are cut, whatever strategies lie beside them, and every finding on the way; with an error
/// among these nothing was inferred. Nothing is either where there are no weights.
#[must_use]
pub fn infer_pile(files: &Survey, side: Side) -> (Option<Inferred>, Vec<Finding>) {
    // What is not given is to be found: the checkpoint is not taken for complete.
    let assembled = assemble(files, Cut::Unusable, side);
    let mut findings = assembled.findings;
    let is_whole = !findings.iter().any(Finding::is_error);
    let Some(checkpoint) = assembled.checkpoint.filter(|_| is_whole) else { return (None, findings) };
    let found = infer(&checkpoint).and_then(|found| found.file().map(|_| found).map_err(Refusal::NoFile));
    let (found, told) = match found {
        Ok(found) => {
            let told = inferred(&found);
            (Some(found), told)
        }
        Err(refusal) => (None, vec![refused(&refusal)]),
    };
    findings.extend(told.into_iter().map(|finding| finding.side(side)));
    (found, findings)
}
