//! The plan as the page shows it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Flows, Heat};
use crate::format::WeightFormat;
use crate::plan::{PeerLoads, Plan, PlanError, Topology, Totals, peer_loads};

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
    /// What MindSpore would load to do the same.
    pub peer: PeerLoads,
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

/// The facts of a plan, in time proportional to contents × distinct programs. `held` are the
/// bytes of every source rank's files.
///
/// # Errors
/// If the plan contradicts itself.
pub fn plan_facts(plan: &Plan, held: &[u64]) -> Result<PlanFacts, PlanError> {
    let (source, target) = (plan.source.topology, plan.target.topology);
    let flows = Flows::of(plan)?;
    let mut senders: BTreeMap<u64, RankFacts> = BTreeMap::new();
    let mut receivers: BTreeMap<u64, RankFacts> = BTreeMap::new();
    for flow in flows.contents() {
        let read = flow.from.iter().fold(0u64, |sum, (_, bytes)| sum.saturating_add(*bytes));
        let peers = flow.from.len() as u64;
        for &rank in &flow.ranks {
            receivers.insert(rank, RankFacts { read, written: flow.written, peers });
            for &(from, bytes) in &flow.from {
                let sender = senders.entry(from).or_default();
                sender.read = sender.read.saturating_add(bytes);
                sender.peers += 1;
            }
        }
    }
    let bytes_of =
        |rank: u64| usize::try_from(rank).ok().and_then(|rank| held.get(rank)).copied().unwrap_or(0);
    Ok(PlanFacts {
        totals: plan.totals,
        format: plan.target.format,
        target,
        source,
        heat: Heat::whole(&flows),
        senders: by_rank(source.ranks(), &senders),
        receivers: by_rank(target.ranks(), &receivers),
        peer: peer_loads(plan, &bytes_of),
    })
}

fn by_rank(ranks: u64, facts: &BTreeMap<u64, RankFacts>) -> Vec<RankFacts> {
    (0..ranks.min(MAX_LISTED_RANKS)).map(|rank| facts.get(&rank).copied().unwrap_or_default()).collect()
}
