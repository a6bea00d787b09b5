//! Findings as a report for an issue: what was opened, then what is wrong with it.

use super::markdown::sides;
use crate::check::{Lang, markdown};
use crate::web::snapshot::{FindingFacts, Snapshot};
use crate::web::text;

/// Findings that the report tells in full.
const FINDINGS: usize = 200;

/// The report of all findings, or of some.
#[must_use]
pub fn findings(snapshot: &Snapshot, all: &[FindingFacts], lang: Lang) -> String {
    let mut report = format!("## {}\n\n", text::FINDINGS.of(lang));
    report.push_str(&sides(snapshot, lang));
    report.push_str(&listed(all, FINDINGS, lang));
    report.push_str(&text::REPORT_MADE.with(lang, &[("version", &env!("CARGO_PKG_VERSION"))]));
    report.push('\n');
    report
}

/// The first of some findings in full, and how many more there are.
#[must_use]
pub fn listed(findings: &[FindingFacts], first: usize, lang: Lang) -> String {
    let records: Vec<_> = findings.iter().take(first).map(|finding| finding.record(lang)).collect();
    let mut part = markdown(&records, lang);
    let hidden = findings.len().saturating_sub(first);
    if hidden > 0 {
        part.push_str(&text::FINDINGS_MORE.with(lang, &[("n", &hidden)]));
        part.push_str("\n\n");
    }
    part
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Finding;
    use crate::check::kinds::files;
    use crate::web::workbench::tests::example;

    #[test]
    fn the_report_tells_what_was_opened_and_every_finding() {
        let known = example().work();
        let finding = FindingFacts::from(&Finding::new(&files::EMPTY).arg("file", "rank_0/a.ckpt"));
        let report = findings(&known, &vec![finding; FINDINGS + 2], Lang::En);
        assert!(report.contains("dp2·mp1·pp4") && report.contains(env!("CARGO_PKG_VERSION")), "{report}");
        assert_eq!(report.matches("rank_0/a.ckpt is empty").count(), FINDINGS);
        assert!(report.contains("\n2 more\n"), "{report}");
        assert!(findings(&known, &[], Lang::Zh).contains("由 shardlens"));
    }
}
