//! What every target rank reads of every source rank.

use std::collections::BTreeMap;

use crate::plan::{ContentReader, Origin, Plan, PlanError, Resolver};

/// The bytes that flow in a plan: rows of a sparse matrix, one for all ranks with equal files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flows {
    /// Number of source ranks.
    pub source_ranks: u64,
    /// Number of target ranks.
    pub target_ranks: u64,
    contents: Vec<ContentFlows>,
}

/// What ranks with equal files read, each of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContentFlows {
    /// Target ranks.
    pub ranks: Vec<u64>,
    /// Source ranks, one for each file that is opened, and bytes.
    pub from: Vec<(u64, u64)>,
    /// Bytes of the file that is written.
    pub written: u64,
}

impl Flows {
    /// No flow yet between so many ranks.
    #[must_use]
    pub const fn new(source_ranks: u64, target_ranks: u64) -> Self {
        Self { source_ranks, target_ranks, contents: Vec::new() }
    }

    /// Adds what equal ranks read.
    pub fn push(&mut self, ranks: Vec<u64>, from: Vec<(u64, u64)>, written: u64) {
        self.contents.push(ContentFlows { ranks, from, written });
    }

    /// The flows of a plan.
    ///
    /// # Errors
    /// If the plan contradicts itself.
    pub fn of(plan: &Plan) -> Result<Self, PlanError> {
        let mut flows = Self::new(plan.source.topology.ranks(), plan.target.topology.ranks());
        for (index, content) in plan.target.contents.iter().enumerate() {
            let files = by_file(plan, &mut Resolver::new(plan).content(index)?)?;
            let rank = |file: usize| plan.source.files.get(file).map_or(0, |file| file.rank);
            let from = files.into_iter().map(|(file, bytes)| (rank(file), bytes)).collect();
            let written = plan.target.tables.get(content.table).map_or(0, |table| table.size);
            flows.push(content.ranks.clone(), from, written);
        }
        Ok(flows)
    }

    /// What equal ranks read.
    #[must_use]
    pub fn contents(&self) -> &[ContentFlows] {
        &self.contents
    }

    /// Source rank, target rank and bytes of every flow.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u64, u64)> {
        self.contents.iter().flat_map(|content| {
            let of_rank = |&rank| content.from.iter().map(move |&(from, bytes)| (from, rank, bytes));
            content.ranks.iter().flat_map(of_rank)
        })
    }
}

/// Bytes that one content reads from each source file (index).
fn by_file(plan: &Plan, reader: &mut ContentReader<'_>) -> Result<BTreeMap<usize, u64>, PlanError> {
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
