//! One side's headers against each other and against its strategy.

use super::Finding;
use super::dtypes::float64;
use super::sizes::size_outlier;
use super::stages::stages;
use super::tied::tied;
use crate::catalog::{Checkpoint, Cut};

/// What the headers of one side say, beyond what stops the planner.
pub(crate) fn headers(checkpoint: &Checkpoint, cut: Cut<'_>) -> Vec<Finding> {
    let mut findings: Vec<Finding> = float64(checkpoint).into_iter().collect();
    match cut {
        Cut::By(strategy) => {
            findings.extend(stages(checkpoint, strategy));
            findings.extend(tied(checkpoint, strategy));
        }
        Cut::Unusable | Cut::NotGiven => findings.extend(size_outlier(checkpoint)),
    }
    findings
}
