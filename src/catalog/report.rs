//! Findings of one side while they are collected.

use std::collections::HashSet;

use crate::check::{self, Finding, Side, kinds};
use crate::format::Fault;

/// Faults of files that are told one by one.
const MAX_FAULTS: usize = 200;

/// Collects findings and marks them with their side.
pub(super) struct Report {
    side: Side,
    findings: Vec<Finding>,
    faults: HashSet<Fault>,
    told: usize,
    more: u64,
}

impl Report {
    pub(super) fn new(side: Side) -> Self {
        Self { side, findings: Vec::new(), faults: HashSet::new(), told: 0, more: 0 }
    }

    pub(super) fn add(&mut self, finding: Finding) {
        self.findings.push(finding.side(self.side));
    }

    /// Adds what is wrong in a file. Of a record at fault in the same way in many files (all ranks
    /// of a stage, as a rule), only the first is told.
    pub(super) fn fault(&mut self, fault: &Fault, file: &str, rank: Option<u64>) {
        let is_of_record = !fault.field.is_empty() || fault.tensor.is_some();
        if self.told >= MAX_FAULTS || (is_of_record && !self.faults.insert(fault.clone())) {
            self.more += 1;
            return;
        }
        self.told += 1;
        let finding = check::finding(fault, file);
        self.add(rank.into_iter().fold(finding, Finding::rank));
    }

    pub(super) fn finish(mut self) -> Vec<Finding> {
        if self.more > 0 {
            self.add(Finding::new(&kinds::folders::MORE_FAULTS).arg("more", self.more));
        }
        self.findings
    }
}
