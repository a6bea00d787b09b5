//! Findings of one side while they are collected.

use std::collections::HashMap;

use crate::check::{self, Finding, Side, kinds};
use crate::format::Fault;

/// Faults of files that are told one by one.
const MAX_FAULTS: usize = 200;

/// Collects findings and marks them with their side.
pub(super) struct Report {
    side: Side,
    findings: Vec<Finding>,
    /// Where the faults of records are told.
    faults: HashMap<Fault, usize>,
    told: usize,
    more: u64,
}

impl Report {
    pub(super) fn new(side: Side) -> Self {
        Self { side, findings: Vec::new(), faults: HashMap::new(), told: 0, more: 0 }
    }

    pub(super) fn add(&mut self, finding: Finding) {
        self.findings.push(finding.side(self.side));
    }

    /// Adds what is wrong in a file. Of a record at fault in the same way in many files (all ranks
    /// of a stage, as a rule), only the first is told, with the ranks of all. Ranks ascend.
    pub(super) fn fault(&mut self, fault: &Fault, file: &str, rank: Option<u64>) {
        let told = self.faults.get(fault).and_then(|&at| self.findings.get_mut(at));
        if told.is_some() || self.told >= MAX_FAULTS {
            self.more += 1;
            if let (Some(told), Some(rank)) = (told, rank) {
                told.subject.add_rank(rank);
            }
            return;
        }
        self.told += 1;
        if !fault.field.is_empty() || fault.tensor.is_some() {
            self.faults.insert(fault.clone(), self.findings.len());
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::FaultKind;

    #[test]
    fn a_fault_of_many_ranks_is_told_once_and_of_all_of_them() {
        let mut report = Report::new(Side::Source);
        let fault = |tensor: &str| Fault::at(8, "", FaultKind::NotUtf8).of(tensor);
        for rank in [0, 1, 3] {
            report.fault(&fault("w"), &format!("rank_{rank}/a.ckpt"), Some(rank));
        }
        report.fault(&fault("v"), "rank_1/a.ckpt", Some(1));
        let told: Vec<Vec<(u64, u64)>> =
            report.finish().iter().map(|finding| finding.subject.all_ranks().collect()).collect();
        assert_eq!(told, [vec![(0, 1), (3, 3)], vec![(1, 1)], vec![]]);
    }
}
