//! The plan's ranks as comma-separated values. Nothing in it comes from a name, so that a
//! spreadsheet has nothing to execute.

use std::fmt::Write;

use crate::plan::Topology;
use crate::web::snapshot::{PlanFacts, RankFacts, SideFacts, Snapshot};

/// One line per rank of either side; what does not apply to a side is empty.
#[must_use]
pub fn csv(snapshot: &Snapshot, plan: &PlanFacts) -> String {
    let mut text =
        "side,rank,stage,rank_in_stage,bytes_held,bytes_read,bytes_written,files_opened,readers\n".to_owned();
    lines(&mut text, "source", plan.source, snapshot.source.as_ref(), &plan.senders);
    lines(&mut text, "target", plan.target, snapshot.target.as_ref(), &plan.receivers);
    text
}

fn lines(text: &mut String, side: &str, topology: Topology, held: Option<&SideFacts>, ranks: &[RankFacts]) {
    let per_stage = topology.ranks_per_stage.max(1);
    for (rank, facts) in (0u64..).zip(ranks) {
        let RankFacts { read, written, peers } = *facts;
        let (stage, in_stage) = (rank / per_stage, rank % per_stage);
        let held =
            held.and_then(|held| held.bytes_of(rank)).map(|bytes| bytes.to_string()).unwrap_or_default();
        let _ = match side {
            "source" => writeln!(text, "{side},{rank},{stage},{in_stage},{held},{read},,,{peers}"),
            _ => writeln!(text, "{side},{rank},{stage},{in_stage},{held},{read},{written},{peers},"),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::workbench::tests::example;

    #[test]
    fn there_is_a_line_per_rank_and_they_add_up() {
        let mut bench = example();
        let known = bench.work();
        let plan = known.plan.as_ref().unwrap();
        let text = csv(&known, plan);
        let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
        assert_eq!(rows.len(), 1 + 8 + 4);
        assert!(rows.iter().all(|row| row.len() == 9));
        let sum = |side: &str, column: usize| -> u64 {
            rows.iter().filter(|row| row[0] == side).map(|row| row[column].parse::<u64>().unwrap()).sum()
        };
        assert_eq!(sum("target", 5), plan.totals.bytes_read);
        assert_eq!(sum("source", 5), plan.totals.bytes_read);
        assert_eq!(sum("target", 6), plan.totals.bytes_written);
        assert_eq!(rows[2][..4], ["source", "1", "0", "1"]);
    }
}
