//! Findings of one side while they are collected.

use crate::check::{self, Finding, Side};
use crate::format::Fault;

/// Collects findings and marks them with their side.
pub(super) struct Report {
    side: Side,
    findings: Vec<Finding>,
}

impl Report {
    pub(super) const fn new(side: Side) -> Self {
        Self { side, findings: Vec::new() }
    }

    pub(super) const fn side(&self) -> Side {
        self.side
    }

    pub(super) fn add(&mut self, finding: Finding) {
        self.findings.push(finding.side(self.side));
    }

    /// Adds what is wrong in a file.
    pub(super) fn fault(&mut self, fault: &Fault, file: &str) {
        self.add(check::finding(fault, file));
    }

    pub(super) fn finish(self) -> Vec<Finding> {
        self.findings
    }
}
