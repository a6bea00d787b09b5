//! The Findings view, free of the browser: which findings are shown, which ranks have some, and where a
//! file leads.

use std::collections::BTreeMap;

use super::snapshot::{FindingFacts, MAX_LISTED_RANKS, Snapshot};
use crate::check::{Record, Severity, Side};

/// The choices of the view.
pub const SEVERITY: &str = "findings.severity";
/// The only code that is shown; an address says `code`.
pub const CODE: &str = "findings.code";

/// The severities by which findings are filtered, worst first.
pub const SEVERITIES: [(Severity, &str); 3] =
    [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Info, "info")];

/// The severity of a name.
#[must_use]
pub fn severity_of(name: &str) -> Option<Severity> {
    SEVERITIES.into_iter().find(|&(_, known)| known == name).map(|(severity, _)| severity)
}

/// Findings of one code.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// The code.
    pub code: String,
    /// How bad it is.
    pub severity: Severity,
    /// In their order.
    pub findings: Vec<FindingFacts>,
}

/// The findings of a severity, or of all, and of a code, or of all, by code, the worst first.
#[must_use]
pub fn groups(findings: &[FindingFacts], severity: Option<Severity>, code: &str) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let shown = |record: &&FindingFacts| {
        severity.is_none_or(|severity| record.severity == severity)
            && (code.is_empty() || record.code == code)
    };
    for record in findings.iter().filter(shown) {
        match groups.iter_mut().find(|group| group.code == record.code) {
            Some(group) => group.findings.push(record.clone()),
            None => groups.push(Group {
                code: record.code.clone(),
                severity: record.severity,
                findings: vec![record.clone()],
            }),
        }
    }
    groups
}

/// How many findings a severity has.
#[must_use]
pub fn count(findings: &[FindingFacts], severity: Severity) -> usize {
    findings.iter().filter(|record| record.severity == severity).count()
}

/// The ranks of a side that findings are about, each with their number; none beyond the side's ranks.
#[must_use]
pub fn ranks(snapshot: &Snapshot, side: Side) -> BTreeMap<u64, usize> {
    let mut ranks = BTreeMap::new();
    let known =
        snapshot.side(side).map_or(MAX_LISTED_RANKS, |facts| facts.topology.ranks().min(MAX_LISTED_RANKS));
    for subject in snapshot.findings.iter().map(|record| &record.subject) {
        if subject.side.unwrap_or(Side::Source) != side {
            continue;
        }
        for (first, last) in subject.all_ranks() {
            for rank in first..last.saturating_add(1).min(known) {
                *ranks.entry(rank).or_insert(0) += 1;
            }
        }
    }
    ranks
}

/// The side whose strategy can be inferred in answer to a finding: the one that says that there is none, or none that
/// can be used.
#[must_use]
pub fn infers(snapshot: &Snapshot, record: &Record) -> Option<Side> {
    let side = record.subject.side?;
    let lost = &snapshot.side(side)?.cut_lost;
    let says = |record: &&FindingFacts| record.code == *lost && record.subject.side == Some(side);
    // Of a strategy it is told before it is told of weights.
    let first = snapshot.findings.iter().find(says)?;
    (record.code == *lost && record.subject == first.subject).then_some(side)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Finding;
    use crate::check::kinds::{files, plan};

    #[test]
    fn findings_are_grouped_by_code_in_their_order() {
        let findings = [
            Finding::new(&files::EMPTY).arg("file", "b").rank(3),
            Finding::new(&files::UNREADABLE).arg("file", "c").rank(3),
            Finding::new(&files::EMPTY).arg("file", "a").side(Side::Target).ranks(&[1, 2, 5]),
            Finding::new(&plan::COPIED),
        ]
        .map(|finding| FindingFacts::from(&finding));
        let of = |severity, code| -> Vec<(String, usize)> {
            let groups = groups(&findings, severity, code);
            groups.into_iter().map(|group| (group.code, group.findings.len())).collect()
        };
        let pair = |code: &str, count| (code.to_owned(), count);
        assert_eq!(of(None, ""), [pair("SL0102", 2), pair("SL0101", 1), pair("SL0503", 1)]);
        assert_eq!(of(Some(Severity::Info), ""), [pair("SL0503", 1)]);
        assert_eq!(of(None, "SL0101"), [pair("SL0101", 1)]);
        assert!(of(Some(Severity::Warning), "").is_empty());
        assert_eq!(count(&findings, Severity::Error), 3);
        let snapshot = Snapshot { findings: findings.to_vec(), ..Snapshot::default() };
        assert_eq!(ranks(&snapshot, Side::Source), BTreeMap::from([(3, 2)]));
        assert_eq!(ranks(&snapshot, Side::Target), BTreeMap::from([(1, 1), (2, 1), (5, 1)]));
    }
}
