//! Which source ranks the plan reads one tensor from.

use serde::{Deserialize, Serialize};

use super::planned::Planned;
use crate::plan::{Content, Plan, Resolver};

/// Source ranks that one answer lists, over all target files.
const MAX_SOURCES: usize = 1 << 14;

/// Target ranks whose files are equal, and where they read a tensor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reads {
    /// Global target ranks, ascending.
    pub ranks: Vec<u64>,
    /// Global source ranks, in the order of the tensor's parts, each once.
    pub sources: Vec<u64>,
}

/// What every target file reads of a tensor, as far as one answer lists it.
pub(super) fn reads(planned: &Planned<'_>) -> Vec<Reads> {
    let mut listed = 0;
    let mut all = Vec::new();
    for (index, content, entry) in planned.contents() {
        let read = of_content(planned.plan, index, entry, content);
        listed += read.sources.len();
        if listed > MAX_SOURCES {
            break;
        }
        all.push(read);
    }
    all
}

fn of_content(plan: &Plan, index: usize, entry: usize, content: &Content) -> Reads {
    // The plan was verified, so that every box has its file.
    let copies = Resolver::new(plan).content(index).and_then(|mut reader| reader.copies(entry));
    let rank = |file: usize| plan.source.files.get(file).map(|file| file.rank);
    let mut sources: Vec<u64> = Vec::new();
    for copy in copies.unwrap_or_default() {
        if let Some(rank) = rank(copy.source_file).filter(|rank| !sources.contains(rank)) {
            sources.push(rank);
        }
    }
    Reads { ranks: content.ranks.clone(), sources }
}
