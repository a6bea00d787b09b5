//! The plan as the page shows it: who sends how much to whom.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::format::WeightFormat;
use crate::plan::{ContentReader, Origin, Plan, PlanError, Resolver, Topology, Totals};

/// Rows and columns that a heat map has at most: more than a screen shows apart, and little
/// enough to send (512² numbers).
pub const MAX_HEAT: u64 = 512;

/// Ranks that are listed one by one: more than any job has, so that a mesh of 2^34 ranks in a
/// file costs no memory.
pub const MAX_LISTED_RANKS: u64 = 1 << 17;

/// What the page shows of a plan; the plan itself stays in the worker until it is exported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanFacts {
    /// Sums over the whole plan.
    pub totals: Totals,
    /// Format of the files to be written.
    pub format: WeightFormat,
    /// Ranks that read.
    pub target: Topology,
    /// Ranks that are read.
    pub source: Topology,
    /// Bytes from each source rank to each target rank.
    pub heat: Heat,
    /// Per source rank what is read of it.
    pub senders: Vec<RankFacts>,
    /// Per target rank what it reads and writes.
    pub receivers: Vec<RankFacts>,
}

/// Bytes from source ranks (rows) to target ranks (columns); neighbouring ranks share a cell
/// where there are more than [`MAX_HEAT`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heat {
    /// Source ranks per row.
    pub row_ranks: u64,
    /// Target ranks per column.
    pub col_ranks: u64,
    /// Number of rows.
    pub rows: u64,
    /// Number of columns.
    pub cols: u64,
    /// Row-major.
    pub bytes: Vec<u64>,
}

impl Heat {
    fn new(source_ranks: u64, target_ranks: u64) -> Self {
        let per = |ranks: u64| ranks.div_ceil(MAX_HEAT).max(1);
        let (row_ranks, col_ranks) = (per(source_ranks), per(target_ranks));
        let (rows, cols) = (source_ranks.div_ceil(row_ranks), target_ranks.div_ceil(col_ranks));
        let cells = usize::try_from(rows * cols).unwrap_or(0);
        Self { row_ranks, col_ranks, rows, cols, bytes: vec![0; cells] }
    }

    fn add(&mut self, source: u64, target: u64, bytes: u64) {
        let cell = source / self.row_ranks * self.cols + target / self.col_ranks;
        if let Some(cell) = usize::try_from(cell).ok().and_then(|cell| self.bytes.get_mut(cell)) {
            *cell = cell.saturating_add(bytes);
        }
    }
}

/// One rank's share of a plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RankFacts {
    /// Bytes read from a source rank, or by a target rank.
    pub read: u64,
    /// Bytes of the file a target rank gets; 0 for source ranks.
    pub written: u64,
    /// Target ranks that read a source rank, or source files that a target rank opens.
    pub peers: u64,
}

/// The facts of a plan, in time proportional to contents × distinct programs.
///
/// # Errors
/// If the plan contradicts itself.
pub fn plan_facts(plan: &Plan) -> Result<PlanFacts, PlanError> {
    let (source, target) = (plan.source.topology, plan.target.topology);
    let mut heat = Heat::new(source.ranks(), target.ranks());
    let mut senders: BTreeMap<u64, RankFacts> = BTreeMap::new();
    let mut receivers: BTreeMap<u64, RankFacts> = BTreeMap::new();
    for (index, content) in plan.target.contents.iter().enumerate() {
        let flows = flows(plan, &mut Resolver::new(plan).content(index)?)?;
        let written = plan.target.tables.get(content.table).map_or(0, |table| table.size);
        let read = flows.values().sum();
        for &rank in &content.ranks {
            receivers.insert(rank, RankFacts { read, written, peers: flows.len() as u64 });
            for (&file, &bytes) in &flows {
                let from = plan.source.files.get(file).map_or(0, |file| file.rank);
                heat.add(from, rank, bytes);
                let sender = senders.entry(from).or_default();
                sender.read = sender.read.saturating_add(bytes);
                sender.peers += 1;
            }
        }
    }
    Ok(PlanFacts {
        totals: plan.totals,
        format: plan.target.format,
        target,
        source,
        heat,
        senders: by_rank(source.ranks(), &senders),
        receivers: by_rank(target.ranks(), &receivers),
    })
}

/// Bytes that one content reads from each source file (index).
fn flows(plan: &Plan, reader: &mut ContentReader<'_>) -> Result<BTreeMap<usize, u64>, PlanError> {
    // Tensors of one program, origin and element size read the same boxes: one stands for all.
    let mut alike: BTreeMap<_, (usize, u64)> = BTreeMap::new();
    for (index, entry) in reader.entries().iter().enumerate() {
        let item = plan.tensors.get(entry.tensor).map_or(0, |tensor| tensor.dtype.size());
        let (stage, file) = match entry.from {
            Origin::Stage(stage) => (Some(stage), 0),
            Origin::File(file) => (None, file),
        };
        alike.entry((entry.program, stage, file, item)).or_insert((index, 0)).1 += 1;
    }
    let mut flows = BTreeMap::new();
    for &(entry, count) in alike.values() {
        for copy in reader.copies(entry)? {
            let elements: u64 = copy.lens.iter().product();
            let flow: &mut u64 = flows.entry(copy.source_file).or_default();
            *flow = flow.saturating_add(elements.saturating_mul(copy.item_bytes).saturating_mul(count));
        }
    }
    Ok(flows)
}

fn by_rank(ranks: u64, facts: &BTreeMap<u64, RankFacts>) -> Vec<RankFacts> {
    (0..ranks.min(MAX_LISTED_RANKS)).map(|rank| facts.get(&rank).copied().unwrap_or_default()).collect()
}
