//! The plan as a report that can be pasted into an issue. Names come from files and may be
//! anything: they stand in code only, where no markup, no mention and no link works.

use std::fmt::Write;

use super::{Commands, commands, listed};
use crate::check::{Lang, Side, code, fenced};
use crate::plan::PeerLoads;
use crate::web::snapshot::{FindingFacts, PlanFacts, SideFacts, Snapshot};
use crate::web::{text, units};

/// Findings that the report tells in full.
const FINDINGS: usize = 20;

/// The report.
#[must_use]
pub fn markdown(snapshot: &Snapshot, plan: &PlanFacts, lang: Lang) -> String {
    let mut report = format!("## {}\n\n", text::REPORT_TITLE.of(lang));
    report.push_str(&sides(snapshot, lang));
    report.push_str(&totals(plan, lang));
    report.push_str(&findings(&snapshot.findings, lang));
    let Commands { apply, transform, places, .. } = commands(snapshot);
    let _ = write!(
        report,
        "### {}\n\n{}",
        text::REPORT_COMMAND.of(lang),
        fenced(&format!("{transform}\n\n{apply}"))
    );
    if places {
        let _ = writeln!(report, "\n{}", text::PLACES_HINT.of(lang));
    }
    let _ =
        writeln!(report, "\n{}", text::REPORT_MADE.with(lang, &[("version", &env!("CARGO_PKG_VERSION"))]));
    report
}

/// What both sides are.
pub(super) fn sides(snapshot: &Snapshot, lang: Lang) -> String {
    let mut table = row(&["".to_owned(), text::SOURCE.of(lang).to_owned(), text::TARGET.of(lang).to_owned()]);
    table.push_str("|---|---|---|\n");
    let of = |value: &dyn Fn(&SideFacts) -> String| {
        [Side::Source, Side::Target].map(|side| snapshot.side(side).map_or_else(|| "–".to_owned(), value))
    };
    let mut line = |label: &text::Text, value: &dyn Fn(&SideFacts) -> String| {
        let [source, target] = of(value);
        table.push_str(&row(&[label.of(lang).to_owned(), source, target]));
    };
    line(&text::REPORT_LAYOUT, &|facts| {
        let stages = format!("{} × {}", facts.topology.stages, facts.topology.ranks_per_stage);
        facts.parallel.as_ref().map_or(stages.clone(), |parallel| format!("{parallel} ({stages})"))
    });
    line(&text::REPORT_RANKS, &|facts| facts.topology.ranks().to_string());
    line(&text::REPORT_MESH, &|facts| facts.mesh().unwrap_or_else(|| "–".to_owned()));
    line(&text::REPORT_BYTES, &|facts| units::bytes_text(facts.bytes()));
    line(&text::REPORT_FILES, &|facts| facts.files.len().to_string());
    line(&text::REPORT_FOLDER, &|facts| {
        if facts.root.is_empty() { "–".to_owned() } else { code(&facts.root) }
    });
    let tensors = text::REPORT_TENSORS.with(lang, &[("n", &snapshot.tensors.len())]);
    format!("{table}\n{tensors}\n\n")
}

fn totals(plan: &PlanFacts, lang: Lang) -> String {
    let totals = &plan.totals;
    let mut list = String::new();
    let mut item = |label: &text::Text, value: String| {
        let _ = writeln!(list, "- {}: {value}", label.of(lang));
    };
    let exact = |bytes: u64| format!("{} ({} B)", units::bytes_text(bytes), units::grouped(bytes));
    item(&text::BYTES_TO_READ, exact(totals.bytes_read));
    item(&text::BYTES_TO_WRITE, exact(totals.bytes_written));
    item(&text::SOURCE_FILES, totals.source_files.to_string());
    item(&text::TARGET_FILES, totals.target_files.to_string());
    item(&text::FILE_OPENS, totals.files_opened.to_string());
    item(&text::PEAK_MEMORY, units::bytes_text(totals.peak_memory_bytes));
    if let PeerLoads::Loads { bytes, .. } = plan.peer {
        let says = text::peer_reads(bytes, totals.bytes_read, lang);
        let _ = writeln!(list, "- {says}: {}", units::bytes_text(bytes));
    }
    format!("### {}\n\n{list}\n", text::REPORT_PLAN.of(lang))
}

fn findings(findings: &[FindingFacts], lang: Lang) -> String {
    let mut part = format!("### {}\n\n", text::FINDINGS.of(lang));
    if findings.is_empty() {
        let _ = writeln!(part, "{}\n", text::FINDINGS_NONE.of(lang));
    }
    part.push_str(&listed(findings, FINDINGS, lang));
    part
}

fn row(cells: &[String]) -> String {
    format!("| {} |\n", cells.join(" | "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::workbench::tests::example;

    #[test]
    fn the_report_says_what_the_plan_costs() {
        let mut bench = example();
        let known = bench.work();
        let plan = known.plan.as_ref().unwrap();
        let report = markdown(&known, plan, Lang::En);
        assert!(report.contains("dp2·mp1·pp4") && report.contains("dp1·mp2·pp2"), "{report}");
        assert!(report.contains(&units::grouped(plan.totals.bytes_read)));
        assert!(report.contains("shardlens transform \\\n    --src-ckpt checkpoint"));
        assert!(report.contains("SOURCE/strategy") && report.contains("SOURCE and TARGET stand for"));
        assert_ne!(markdown(&known, plan, Lang::Zh), report);
        let PeerLoads::Loads { bytes, .. } = plan.peer else { panic!("{:?}", plan.peer) };
        let times = units::ratio(bytes.into(), plan.totals.bytes_read.into());
        let line = format!("- MindSpore would read, {times}× as much: {}\n", units::bytes_text(bytes));
        assert!(report.contains(&line), "a size beside × reads as a product: {report}");
    }

    #[test]
    fn a_name_cannot_leave_its_finding() {
        let mut bench = example();
        let mut known = bench.work();
        if let Some(source) = &mut known.source {
            source.root = "```\n# owned\n@everyone | x".to_owned();
        }
        let plan = known.plan.clone().unwrap();
        let report = markdown(&known, &plan, Lang::En);
        assert!(!report.contains("\n# owned") || report.contains("````text"), "{report}");
        assert!(report.contains("```` ``` # owned @everyone \\| x ````"), "{report}");
    }
}
