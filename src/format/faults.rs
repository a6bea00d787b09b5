//! The faults of one file while it is read.

use super::{Fault, FaultKind, Limit};
use crate::order::sort_by_key;

/// Faults of one file that are told one by one; bounds the memory of a hostile file.
pub const MAX_FAULTS: usize = 1000;

/// Collects at most [`MAX_FAULTS`] faults, and one more that says so.
#[derive(Debug, Default)]
pub(super) struct Faults(Vec<Fault>);

impl Faults {
    pub(super) fn push(&mut self, fault: Fault) {
        if self.0.len() < MAX_FAULTS {
            self.0.push(fault);
        } else if self.0.len() == MAX_FAULTS {
            self.0.push(too_many(fault.offset));
        }
    }

    /// Whether no further fault is told.
    pub(super) fn is_full(&self) -> bool {
        self.0.len() > MAX_FAULTS
    }

    /// The faults, by offset.
    pub(super) fn finish(mut self) -> Vec<Fault> {
        sort_by_key(&mut self.0, |fault| fault.offset);
        self.0
    }
}

fn too_many(offset: u64) -> Fault {
    let limit = MAX_FAULTS as u64;
    let kind = FaultKind::OverLimit { what: Limit::Faults, value: limit + 1, limit };
    Fault::at(offset, "", kind)
}
