//! How many tensors the sides have in common, counted by the worker once for every view.

use serde::{Deserialize, Serialize};

use super::{Compared, Held, Snapshot};
use crate::check::kinds::plan as kinds;
use crate::geometry::Shape;

/// The tensors of a snapshot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Held by both sides, and in the source's files if there are any.
    pub common: usize,
    /// In the source's strategy, but in none of its files.
    pub without_data: usize,
    /// Of the common ones those that are cut otherwise, or in other stages.
    pub recut: usize,
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
            let lacking = tensor.source != Held::Absent && known.lacks(&tensor);
            let converted = !lacking && tensor.source != Held::Absent && tensor.target != Held::Absent;
            tally.without_data += usize::from(lacking);
            tally.common += usize::from(converted);
            tally.recut += usize::from(converted && tensor.compared.has(Compared::Recut));
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
