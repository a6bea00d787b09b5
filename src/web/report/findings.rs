//! Findings as a report for an issue: what was opened, then what is wrong with it.

use super::markdown::sides;
use crate::check::{Lang, Record, markdown};
use crate::web::snapshot::Snapshot;
use crate::web::text;

/// Findings that the report tells in full.
const FINDINGS: usize = 200;

/// The report of all findings, or of some.
#[must_use]
pub fn findings(snapshot: &Snapshot, records: &[Record], lang: Lang) -> String {
    let mut report = format!("## {}\n\n", text::FINDINGS.of(lang));
    report.push_str(&sides(snapshot, lang));
    report.push_str(&markdown(records.iter().take(FINDINGS), lang));
    let hidden = records.len().saturating_sub(FINDINGS);
    if hidden > 0 {
        report.push_str(&text::FINDINGS_MORE.with(lang, &[("n", &hidden)]));
        report.push_str("\n\n");
    }
    report.push_str(&text::REPORT_MADE.with(lang, &[("version", &env!("CARGO_PKG_VERSION"))]));
    report.push('\n');
    report
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
        let record = Finding::new(&files::EMPTY).arg("file", "rank_0/a.ckpt").render(Lang::En);
        let report = findings(&known, &vec![record; FINDINGS + 2], Lang::En);
        assert!(report.contains("dp2·mp1·pp4") && report.contains(env!("CARGO_PKG_VERSION")), "{report}");
        assert_eq!(report.matches("rank_0/a.ckpt is empty").count(), FINDINGS);
        assert!(report.contains("\n2 more\n"), "{report}");
        assert!(findings(&known, &[], Lang::Zh).contains("由 shardlens"));
    }
}
