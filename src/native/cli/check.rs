//! `shardlens check`.

use serde::Serialize;

use super::args;
use super::console::{Console, Stop, describe};
use super::progress::watched;
use crate::check::kinds::files::CHECKSUM_NOT_CHECKED;
use crate::check::{Finding, Lang, Record, Severity, Side, markdown, worst_first};
use crate::native::{Contained, content};
use crate::units::counted;

pub(super) fn run(args: &args::Check, console: &mut Console) -> Result<(), Stop> {
    if args.dst_ckpt_headers.is_some() && args.piles.src_ckpt.is_none() && args.piles.dst_strategy.is_none() {
        let reason = "--dst-ckpt-headers: nothing to compare with: give --src-ckpt, or --dst-strategy";
        return Err(Stop::Failed(reason.to_owned()));
    }
    let given = args.piles.open()?.with_target(args.dst_ckpt_headers.as_deref())?;
    let examined = given.examine("", args.format.map(Into::into));
    let mut findings = examined.findings;
    if let (true, Some(weights), Some(checkpoint)) = (args.content, &given.source, &examined.source) {
        // The source's checksums are checked now.
        let is_of_source = |finding: &Finding| finding.subject.side != Some(Side::Target);
        findings.retain(|finding| finding.kind != &CHECKSUM_NOT_CHECKED || !is_of_source(finding));
        let strategy = examined.source_strategy.as_ref();
        let of = Contained { root: &weights.root, survey: &weights.survey, checkpoint, strategy };
        let progress = console.begin_run();
        let read = watched(&progress, console.output(), || content(&of, &progress));
        findings
            .extend(read.map_err(|_| Stop::Interrupted("interrupted: not all values were read".to_owned()))?);
    }
    let records = console.keep(&worst_first(findings));
    let (counts, quiet) = (Counts::of(records), args.output.quiet);
    let told = records.iter().filter(|record| !quiet || record.severity == Severity::Error);
    let text = match args.markdown {
        true => markdown(told, Lang::En),
        false => told.map(|record| describe(record, Lang::En)).collect(),
    };
    console.print(&text);
    console.set("counts", counts);
    console.conclude(counts.line());
    console.check()
}

/// How many findings there are of each severity.
#[derive(Clone, Copy, Serialize)]
struct Counts {
    errors: usize,
    warnings: usize,
    notes: usize,
}

impl Counts {
    fn of(records: &[Record]) -> Self {
        let of = |severity| records.iter().filter(|record| record.severity == severity).count();
        Self { errors: of(Severity::Error), warnings: of(Severity::Warning), notes: of(Severity::Info) }
    }

    fn line(self) -> String {
        let errors = counted(self.errors, "error", "errors");
        let warnings = counted(self.warnings, "warning", "warnings");
        format!("{errors}, {warnings}, {}", counted(self.notes, "note", "notes"))
    }
}
