//! Lays a target over a source: every tensor of the checkpoint, by stated rules.

use std::collections::HashMap;

use super::absent::Absent;
use super::contents::{Contents, contents};
use super::intern::Interner;
use super::lacking::Lacking;
use super::locate::{Located, locate};
use super::source::SourceSide;
use super::states;
use super::target::TargetSide;
use super::{
    BUFFER_BYTES, FORMAT, Origin, Plan, Program, Source, SourceEntry, SourceFile, SourceTable, Target,
    Tensor, Topology, Totals, VERSION,
};
use crate::catalog::Checkpoint;
use crate::check::{Finding, Kind, Lang, Side, kinds};
use crate::format::WeightFormat;
use crate::layout::{Layout, Strategy};
use crate::order::sort_by_key;

/// What is laid over each other.
#[derive(Clone, Copy, Debug)]
pub struct Inputs<'a> {
    /// The weights, from headers.
    pub source: &'a Checkpoint,
    /// How they are cut; none for a complete checkpoint.
    pub source_strategy: Option<&'a Strategy>,
    /// How they must be cut; none for a complete checkpoint in rank 0.
    pub target_strategy: Option<&'a Strategy>,
}

/// What the target files are.
#[derive(Clone, Debug)]
pub struct Options {
    /// Files are named `{prefix}{rank}.{ext}`. The caller has checked that it is no path.
    pub prefix: String,
    /// Container format of the target.
    pub format: WeightFormat,
}

/// A plan, or why there is none.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The plan; none if any finding is an error.
    pub plan: Option<Plan>,
    /// Every choice, warning and error, in the order of the source's tensors.
    pub findings: Vec<Finding>,
}

/// What both sides add to while tensors are laid over each other.
#[derive(Default)]
pub(super) struct Shared {
    pub(super) layouts: Interner<Layout>,
    pub(super) programs: Vec<Program>,
}

/// Errors of this many tensors are told one by one; the rest as a number. A wrong strategy for a
/// big model would otherwise bury the cause under thousands of equal lines.
const MAX_ERRORS: usize = 50;

/// Collects findings.
#[derive(Default)]
pub(super) struct Report {
    findings: Vec<Finding>,
    errors: usize,
}

impl Report {
    pub(super) fn push(&mut self, finding: Finding) {
        self.errors += usize::from(finding.is_error());
        if !finding.is_error() || self.errors <= MAX_ERRORS {
            self.findings.push(finding);
        }
    }

    pub(super) fn extend(&mut self, findings: impl IntoIterator<Item = Finding>) {
        findings.into_iter().for_each(|finding| self.push(finding));
    }

    fn finish(mut self) -> Vec<Finding> {
        if self.errors > MAX_ERRORS {
            let more = self.errors - MAX_ERRORS;
            self.findings.push(Finding::new(&kinds::plan::MORE_ERRORS).arg("more", more));
        }
        self.findings
    }
}

/// Plans the conversion of `inputs.source` into the target layout.
#[must_use]
pub fn plan(inputs: &Inputs, options: &Options) -> Outcome {
    let mut report = Report::default();
    let mut shared = Shared::default();
    let mut source = SourceSide::new(inputs.source, inputs.source_strategy);
    check_inputs(inputs, &source, &mut report);
    if report.errors > 0 {
        return Outcome { plan: None, findings: report.finish() };
    }
    let names: Vec<&str> = source.tensors.keys().copied().collect();
    let mut target = TargetSide::new(inputs.target_strategy);
    let mut lacking = Lacking::default();
    let mut tensors = Vec::with_capacity(names.len());
    for name in &names {
        let Some(located) = locate(&mut source, name, &mut shared, &mut lacking, &mut report) else {
            continue;
        };
        target.add(name, tensors.len(), &located, &mut shared, &mut report);
        let Located { dtype, shape, .. } = located;
        tensors.push(Tensor { name: (*name).to_owned(), dtype, shape });
    }
    note_one_sided(inputs, &names, &mut report);
    let absent = Absent::of(inputs, &source, &mut lacking);
    report.extend(lacking.findings(inputs.source));
    absent.note(&mut report);
    if report.errors > 0 {
        return Outcome { plan: None, findings: report.finish() };
    }
    match contents(&target, &source.classes, &tensors, &shared, options.format) {
        Ok(contents) => {
            let findings = report.finish();
            let plan = assemble(inputs, options, target.topology, contents, tensors, shared, &findings);
            Outcome { plan: Some(plan), findings }
        }
        Err(fault) => {
            let finding = Finding::new(&kinds::plan::TARGET_FORMAT)
                .arg("fault", fault.kind.phrase())
                .side(Side::Target);
            let finding = finding.arg("format", options.format.extension());
            report.push(match fault.tensor {
                Some(tensor) => finding.arg("tensor", &tensor).tensor(tensor),
                None => finding.arg("tensor", "–"),
            });
            Outcome { plan: None, findings: report.finish() }
        }
    }
}

/// That the sides belong together at all.
fn check_inputs(inputs: &Inputs, source: &SourceSide, report: &mut Report) {
    let last = inputs.source.files.iter().max_by_key(|file| file.rank);
    match (last, inputs.source_strategy) {
        (Some(last), None) if last.rank > 0 => report.push(
            Finding::new(&kinds::folders::NO_SOURCE_STRATEGY)
                .arg("ranks", last.rank.saturating_add(1))
                .arg("last", last.rank)
                .side(Side::Source),
        ),
        (Some(last), Some(strategy)) if last.rank >= strategy.ranks() => report.push(
            Finding::new(&kinds::folders::RANK_BEYOND_STRATEGY)
                .arg("rank", last.rank)
                .arg("file", &last.path)
                .arg("ranks", strategy.ranks())
                .arg("last", strategy.ranks().saturating_sub(1))
                .file(&last.path)
                .rank(last.rank)
                .side(Side::Source),
        ),
        _ => {}
    }
    if source.tensors.is_empty() {
        report.push(Finding::new(&kinds::checkpoint::NO_TENSORS).side(Side::Source));
        return;
    }
    for (side, strategy) in [(Side::Source, inputs.source_strategy), (Side::Target, inputs.target_strategy)] {
        let Some(strategy) = strategy else { continue };
        if source.tensors.keys().all(|name| strategy.placements(name).is_empty()) {
            let first = strategy.tensors().next().map_or("", |(name, _)| name);
            let ours = source.tensors.keys().next().copied().unwrap_or("");
            let finding = Finding::new(&kinds::plan::NOTHING_IN_COMMON).side(side);
            report.push(finding.arg("of_checkpoint", ours).arg("of_strategy", first));
        }
    }
}

/// Says which tensors were taken as whole because a strategy does not know them.
fn note_one_sided(inputs: &Inputs, names: &[&str], report: &mut Report) {
    let (mut copied, mut source_only, mut target_only) = (Vec::new(), Vec::new(), Vec::new());
    for &name in names {
        let known =
            |strategy: Option<&Strategy>| strategy.map(|strategy| !strategy.placements(name).is_empty());
        match (known(inputs.source_strategy), known(inputs.target_strategy)) {
            (Some(false) | None, Some(false)) | (Some(false), None) => copied.push(name),
            (Some(true), Some(false)) => source_only.push(name),
            (Some(false), Some(true)) => target_only.push(name),
            _ => {}
        }
    }
    let lost = states::lost(names, inputs.target_strategy);
    if let Some(finding) = lost.finding() {
        [&mut copied, &mut source_only].into_iter().for_each(|names| names.retain(|name| !lost.has(name)));
        report.push(finding);
    }
    note(&kinds::plan::COPIED, &copied, None, report);
    note(&kinds::plan::SOURCE_ONLY, &source_only, None, report);
    note(&kinds::plan::TARGET_ONLY, &target_only, None, report);
}

/// One finding for all tensors that the same is said of.
pub(super) fn note(kind: &'static Kind, names: &[&str], side: Option<Side>, report: &mut Report) {
    if names.is_empty() {
        return;
    }
    let mut finding = Finding::new(kind).tensors(names);
    finding.subject.side = side;
    report.push(finding);
}

/// Puts the plan together; only files that are read are in it.
fn assemble(
    inputs: &Inputs,
    options: &Options,
    topology: Topology,
    mut made: Contents,
    tensors: Vec<Tensor>,
    shared: Shared,
    findings: &[Finding],
) -> Plan {
    let mut renumber = Renumber::new(inputs.source.files.len());
    for content in &made.contents {
        content.reads.iter().for_each(|&file| renumber.see(file));
    }
    let renumber = renumber.numbered();
    for content in &mut made.contents {
        content.reads.iter_mut().for_each(|file| *file = renumber.of(*file));
    }
    for entry in made.tables.iter_mut().flat_map(|table| &mut table.entries) {
        if let Origin::File(file) = &mut entry.from {
            *file = renumber.of(*file);
        }
    }
    let (files, tables) = source_files(inputs.source, &renumber, &tensors);
    let written = made.contents.iter().filter_map(|content| {
        let size = made.tables.get(content.table)?.size;
        Some(size.saturating_mul(content.ranks.len() as u64))
    });
    let totals = Totals {
        bytes_read: made.bytes_read,
        bytes_written: written.fold(0, u64::saturating_add),
        source_files: files.len() as u64,
        target_files: topology.ranks(),
        files_opened: made.contents.iter().map(|content| content.reads.len() as u64).sum(),
        peak_memory_bytes: BUFFER_BYTES,
    };
    let source_topology = Topology::of(inputs.source_strategy);
    Plan {
        format: FORMAT.to_owned(),
        version: VERSION,
        generator: format!("shardlens {}", env!("CARGO_PKG_VERSION")),
        source: Source { format: inputs.source.format, topology: source_topology, files, tables },
        target: Target {
            format: options.format,
            topology,
            contents: made.contents,
            tables: made.tables,
            prefix: options.prefix.clone(),
        },
        layouts: shared.layouts.into_values(),
        tensors,
        programs: shared.programs,
        totals,
        findings: findings.iter().map(|finding| finding.render(Lang::En)).collect(),
    }
}

/// The files of the checkpoint that are read, and what the plan needs of their tables.
fn source_files(
    checkpoint: &Checkpoint,
    renumber: &Renumber,
    tensors: &[Tensor],
) -> (Vec<SourceFile>, Vec<SourceTable>) {
    let ids: HashMap<&str, usize> =
        tensors.iter().enumerate().map(|(id, tensor)| (tensor.name.as_str(), id)).collect();
    let mut files = Vec::new();
    let mut tables = Vec::new();
    let mut table_ids = Renumber::new(checkpoint.tables.len());
    for (index, file) in checkpoint.files.iter().enumerate() {
        if !renumber.seen(index) {
            continue;
        }
        if !table_ids.seen(file.table) {
            table_ids.number(file.table, tables.len());
            let entries = checkpoint.tables.get(file.table).map_or(&[][..], |table| &table.entries);
            let entries = entries.iter().filter_map(|entry| {
                let &tensor = ids.get(entry.name.as_str())?;
                Some(SourceEntry { tensor, pieces: entry.pieces.clone() })
            });
            let mut entries: Vec<SourceEntry> = entries.collect();
            sort_by_key(&mut entries, |entry| entry.tensor);
            tables.push(SourceTable { entries });
        }
        files.push(SourceFile {
            path: file.path.clone(),
            size: file.size,
            fingerprint: file.fingerprint.clone(),
            rank: file.rank,
            table: table_ids.of(file.table),
        });
    }
    (files, tables)
}

/// New numbers for the things that are used, in their old order.
struct Renumber(Vec<Option<usize>>);

impl Renumber {
    fn new(len: usize) -> Self {
        Self(vec![None; len])
    }

    fn see(&mut self, old: usize) {
        self.number(old, 0);
    }

    fn number(&mut self, old: usize, new: usize) {
        if let Some(slot) = self.0.get_mut(old) {
            *slot = Some(new);
        }
    }

    fn seen(&self, old: usize) -> bool {
        self.0.get(old).is_some_and(Option::is_some)
    }

    fn numbered(mut self) -> Self {
        self.0.iter_mut().flatten().enumerate().for_each(|(new, slot)| *slot = new);
        self
    }

    fn of(&self, old: usize) -> usize {
        self.0.get(old).copied().flatten().unwrap_or(usize::MAX)
    }
}
