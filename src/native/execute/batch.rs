//! Which files are worked on side by side, and the work on them in steps.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::ExecuteError;
use super::copier::{Mode, Shard, Strand, Work};
use super::files::TargetHandle;
use super::open_files::OpenFiles;
use super::strided::{Corner, Strided};
use crate::plan::{BoxCopy, ContentReader, Plan, Resolver};

/// Contents that are woven side by side: enough to share the rows of a source that is cut in as
/// many columns, few enough that each has a window of a useful size.
const MAX_CONTENTS: usize = 32;
/// Bytes of every file that one worker does at a time: so large that reads are long, so small that
/// all workers have something to do.
const STEP_BYTES: u64 = 32 << 20;

/// Target ranks whose files are done together: their tables are equal, and so they need the same
/// rows of the same source files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Batch {
    /// Index into the plan's target tables.
    pub table: usize,
    /// Contents with the ranks that have them.
    pub members: Vec<Member>,
}

/// A content and some of its ranks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Member {
    /// Index into the plan's contents.
    pub content: usize,
    /// The ranks whose files are done here.
    pub ranks: Vec<u64>,
}

/// The ranks for which `wanted` is true, in batches, in the plan's order.
pub(crate) fn batches(plan: &Plan, open: OpenFiles, wanted: impl Fn(u64) -> bool) -> Vec<Batch> {
    let mut batches: Vec<Batch> = Vec::new();
    let mut files = 0;
    for (content, group) in plan.target.contents.iter().enumerate() {
        let ranks: Vec<u64> = group.ranks.iter().copied().filter(|&rank| wanted(rank)).collect();
        for ranks in ranks.chunks(open.batch.max(1)) {
            let member = Member { content, ranks: ranks.to_vec() };
            files += ranks.len();
            match batches.last_mut() {
                Some(last)
                    if last.table == group.table
                        && last.members.len() < MAX_CONTENTS
                        && files <= open.batch =>
                {
                    last.members.push(member);
                }
                _ => {
                    files = ranks.len();
                    batches.push(Batch { table: group.table, members: vec![member] });
                }
            }
        }
    }
    batches
}

/// A range of one tensor of all files of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// Index into the table's entries.
    pub entry: usize,
    /// Bytes of the tensor's content.
    pub window: Range<u64>,
}

/// All steps of a table's files, in file order.
pub(crate) fn steps(plan: &Plan, table: usize) -> Vec<Step> {
    let entries = plan.target.tables.get(table).map_or(&[][..], |table| &table.entries);
    let mut steps = Vec::new();
    for (entry, target) in entries.iter().enumerate() {
        let size: u64 = target.pieces.iter().map(|piece| piece.len).sum();
        let mut start = 0;
        while start < size {
            let end = size.min(start.saturating_add(STEP_BYTES));
            steps.push(Step { entry, window: start..end });
            start = end;
        }
    }
    steps
}

/// A batch whose files are open.
#[derive(Debug)]
pub(crate) struct OpenBatch {
    pub table: usize,
    /// Per member: its content, and the files of its ranks.
    pub members: Vec<(usize, Vec<Arc<TargetHandle>>)>,
    pub steps: Vec<Step>,
    left: AtomicUsize,
}

impl OpenBatch {
    /// A batch with its files, none of its steps done.
    pub(crate) fn new(plan: &Plan, table: usize, members: Vec<(usize, Vec<Arc<TargetHandle>>)>) -> Self {
        let steps = steps(plan, table);
        let left = AtomicUsize::new(steps.len());
        Self { table, members, steps, left }
    }

    /// Notes that a step is done; true if it was the last.
    pub(crate) fn step_done(&self) -> bool {
        self.left.fetch_sub(1, Ordering::AcqRel) == 1
    }

    /// All files.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Arc<TargetHandle>> {
        self.members.iter().flat_map(|(_, files)| files)
    }
}

/// Multiplies the plan out for the steps of one batch.
pub(crate) struct Loom<'p> {
    plan: &'p Plan,
    readers: Vec<ContentReader<'p>>,
}

impl<'p> Loom<'p> {
    /// For the members of a batch.
    pub(crate) fn new(plan: &'p Plan, batch: &OpenBatch) -> Result<Self, ExecuteError> {
        let resolver = Resolver::new(plan);
        let readers = batch.members.iter().map(|(content, _)| resolver.content(*content));
        let readers =
            readers.collect::<Result<_, _>>().map_err(|error| ExecuteError::Plan(error.to_string()))?;
        Ok(Self { plan, readers })
    }

    /// What is to be done in one step.
    pub(crate) fn work<'b>(
        &mut self,
        batch: &'b OpenBatch,
        step: &Step,
        mode: Mode,
    ) -> Result<Work<'b>, ExecuteError>
    where
        'p: 'b,
    {
        let entry = self.plan.target.tables.get(batch.table).and_then(|table| table.entries.get(step.entry));
        let entry =
            entry.ok_or_else(|| ExecuteError::Plan(format!("table {} has no such entry", batch.table)))?;
        let mut shards = Vec::with_capacity(batch.members.len());
        for (reader, (_, files)) in self.readers.iter_mut().zip(&batch.members) {
            let copies = reader.copies(step.entry).map_err(|error| ExecuteError::Plan(error.to_string()))?;
            let strands = copies.iter().map(strand).collect::<Result<_, _>>()?;
            shards.push(Shard { strands, files });
        }
        Ok(Work { tensor: entry.tensor, pieces: &entry.pieces, window: step.window.clone(), shards, mode })
    }
}

fn strand<'p>(copy: &BoxCopy<'p>) -> Result<Strand<'p>, ExecuteError> {
    let source = Corner { dims: &copy.source.dims, start: &copy.source.start };
    let target = Corner { dims: &copy.target.dims, start: &copy.target.start };
    let strided = Strided::new(copy.item_bytes, &copy.lens, source, target);
    let strided = strided.ok_or_else(|| ExecuteError::Plan("a box is not inside its slices".to_owned()))?;
    Ok(Strand { file: copy.source_file, pieces: copy.source.pieces, strided })
}
