//! How many tensors the sides have in common, counted by the worker once for every view.

use serde::{Deserialize, Serialize};

use super::{Held, Snapshot};
use crate::check::kinds::plan as kinds;
use crate::geometry::Shape;

/// The tensors of a snapshot; each is in one of the first four counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Held by both sides, and in the source's files if there are any.
    pub common: usize,
    /// Known to the source alone.
    pub only_source: usize,
    /// Known to the target alone.
    pub only_target: usize,
    /// In the source's strategy, but in none of its files.
    pub without_data: usize,
    /// Those that both sides hold and cut differently.
    pub differ: usize,
    /// Of the common ones those that are cut differently.
    pub common_differ: usize,
    /// Weights that strategies name and that the plan does not write.
    pub unwritten: usize,
    /// Elements of all tensors whose shape is known.
    pub parameters: u64,
    /// Bytes of all tensors whose type is known, too.
    pub bytes: u64,
}

impl Tally {
    /// Counts the tensors.
    pub(super) fn of(known: &Snapshot) -> Self {
        let mut tally = Self::default();
        for tensor in &known.tensors {
            let mut converted = false;
            let count = match (&tensor.source, &tensor.target) {
                (Held::Absent, _) => &mut tally.only_target,
                _ if known.lacks(&tensor) => &mut tally.without_data,
                (_, Held::Absent) => &mut tally.only_source,
                _ => {
                    converted = true;
                    &mut tally.common
                }
            };
            *count += 1;
            tally.differ += usize::from(tensor.differs);
            tally.common_differ += usize::from(tensor.differs && converted);
            let parameters = tensor.shape.as_ref().map_or(0, Shape::elements);
            tally.parameters = tally.parameters.saturating_add(parameters);
            tally.bytes = tally.bytes.saturating_add(tensor.bytes().unwrap_or(0));
        }
        let absent = [kinds::SOURCE_ABSENT.code, kinds::TARGET_ABSENT.code];
        let absent = known.findings.iter().filter(|finding| absent.contains(&finding.code.as_str()));
        tally.unwritten = absent.map(|finding| finding.subject.all_tensors().count()).sum();
        tally
    }
}
