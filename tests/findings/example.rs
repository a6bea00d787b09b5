//! One injected example and what must be found in it.

use shardlens::check::{Finding, Kind};

/// What was found in an example, and what it must be about.
pub(crate) struct Example {
    pub(crate) kind: &'static Kind,
    pub(crate) findings: Vec<Finding>,
    file: Option<&'static str>,
    tensor: Option<&'static str>,
    rank: Option<u64>,
    stage: Option<u32>,
}

/// An example of a kind, about nothing in particular.
pub(crate) fn example(kind: &'static Kind, findings: Vec<Finding>) -> Example {
    Example { kind, findings, file: None, tensor: None, rank: None, stage: None }
}

impl Example {
    pub(crate) fn file(self, file: &'static str) -> Self {
        Self { file: Some(file), ..self }
    }

    pub(crate) fn tensor(self, tensor: &'static str) -> Self {
        Self { tensor: Some(tensor), ..self }
    }

    pub(crate) fn rank(self, rank: u64) -> Self {
        Self { rank: Some(rank), ..self }
    }

    pub(crate) fn stage(self, stage: u32) -> Self {
        Self { stage: Some(stage), ..self }
    }

    /// What is wrong with what was found; none if it is as it must be.
    pub(crate) fn complaint(&self) -> Option<String> {
        let wanted = (self.file, self.tensor, self.rank, self.stage);
        let about = |finding: &Finding| {
            let subject = &finding.subject;
            (subject.file.as_deref(), subject.tensor.as_deref(), subject.rank, subject.stage) == wanted
        };
        if self.findings.iter().any(|finding| finding.kind == self.kind && about(finding)) {
            return None;
        }
        let found: Vec<String> =
            self.findings.iter().map(|f| format!("{} {:?}", f.kind.code, f.subject)).collect();
        Some(format!("{} about {wanted:?} is not among\n    {}", self.kind.code, found.join("\n    ")))
    }
}
