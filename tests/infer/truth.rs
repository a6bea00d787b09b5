//! What was inferred against the strategy that it should be.

use std::collections::BTreeMap;

use shardlens::catalog::{Checkpoint, CheckpointFile, Table};
use shardlens::format::{Entry, WeightFormat};
use shardlens::geometry::{DType, Region, Shape};
use shardlens::infer::{Certainty, Inferred, Refusal, infer};
use shardlens::layout::{Layout, Strategy, regroup_local};

/// What came of an inference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Every rank's slices are where they are, and so sure it is.
    Same(Certainty),
    /// This tensor, the first, is elsewhere; it is told to be a guess or likely.
    Differs(Certainty, String),
    /// The refusal, by its name.
    Refused(String),
}

/// A tensor of a file.
pub(crate) type Tensor = (String, DType, Vec<u64>);

/// A checkpoint of headers alone, one file of each rank.
pub(crate) fn checkpoint(ranks: Vec<Vec<Tensor>>) -> Checkpoint {
    flagged(ranks, &BTreeMap::new())
}

/// The same of files with these metadata.
fn flagged(ranks: Vec<Vec<Tensor>>, metadata: &BTreeMap<String, String>) -> Checkpoint {
    let entry = |(name, dtype, dims): Tensor| Entry {
        name,
        dtype,
        shape: Shape::new(dims).unwrap(),
        pieces: Vec::new(),
    };
    let mut checkpoint = Checkpoint { format: WeightFormat::Ckpt, tables: Vec::new(), files: Vec::new() };
    for (rank, tensors) in (0..).zip(ranks) {
        let entries = tensors.into_iter().map(entry).collect();
        let table = Table { entries, metadata: metadata.clone() };
        let known = checkpoint.tables.iter().position(|other| *other == table);
        let index = known.unwrap_or_else(|| {
            checkpoint.tables.push(table);
            checkpoint.tables.len() - 1
        });
        let (path, fingerprint) = (format!("rank_{rank}/a.ckpt"), String::new());
        checkpoint.files.push(CheckpointFile { path, size: 0, rank, table: index, fingerprint });
    }
    checkpoint
}

/// The headers that a strategy makes of whole tensors.
pub(crate) fn sliced(strategy: &Strategy, wholes: &[Tensor]) -> Checkpoint {
    let of_rank = |rank: u64| -> Vec<Tensor> {
        let (stage, at) = strategy.locate(rank).unwrap();
        let slice = |(name, dtype, dims): &Tensor| -> Option<Tensor> {
            let placement = strategy.placements(name).iter().find(|placement| placement.stage == stage)?;
            let layout = strategy.layout(placement.layout)?;
            let region = layout.regions(dims).unwrap().region(layout.shard_of(at));
            Some((name.clone(), *dtype, region.lens()))
        };
        wholes.iter().filter_map(slice).collect()
    };
    checkpoint((0..strategy.ranks()).map(of_rank).collect())
}

/// The same, of which every slice is in one file, as MindSpore deals them out (`remove_param_redundancy`):
/// tensors by name, in turn to the ranks that hold copies.
pub(crate) fn left_out(strategy: &Strategy, wholes: &[Tensor]) -> Checkpoint {
    let mut ranks: Vec<Vec<Tensor>> = vec![Vec::new(); usize::try_from(strategy.ranks()).unwrap()];
    let mut turns: BTreeMap<Vec<u64>, usize> = BTreeMap::new();
    let mut sorted: Vec<&Tensor> = wholes.iter().collect();
    sorted.sort();
    for (name, dtype, dims) in sorted {
        for placement in strategy.placements(name) {
            let layout = strategy.layout(placement.layout).unwrap();
            let first = strategy.ranks_of_stage(placement.stage).start;
            for (shard, region) in layout.regions(dims).unwrap().iter() {
                let copies: Vec<u64> = layout.ranks_of(shard).iter().map(|rank| first + rank).collect();
                let turn = turns.entry(copies.clone()).or_insert(0);
                let rank = usize::try_from(copies[*turn % copies.len()]).unwrap();
                *turn += 1;
                ranks[rank].push((name.clone(), *dtype, region.lens()));
            }
        }
    }
    flagged(ranks, &BTreeMap::from([("remove_redundancy".to_owned(), "True".to_owned())]))
}

/// The whole lengths and the region of a rank's slice.
fn region(strategy: &Strategy, rank: u64, entry: &Entry) -> (Vec<u64>, Region) {
    let dims = entry.shape.dims();
    let whole = || (dims.to_vec(), Layout::whole(dims.len()).regions(dims).unwrap().region(0));
    let Some((stage, at)) = strategy.locate(rank) else { return whole() };
    let placement = strategy.placements(&entry.name).iter().find(|placement| placement.stage == stage);
    let Some(placement) = placement else { return whole() };
    let layout = strategy.layout(placement.layout).unwrap();
    let layout = match &placement.declared {
        Some(declared) if layout.rank() > dims.len() => &regroup_local(layout, declared, dims).unwrap(),
        _ => layout,
    };
    let global = layout.global_dims(dims).unwrap();
    let region = layout.regions(&global).unwrap().region(layout.shard_of(at));
    (global, region)
}

/// Infers, and compares every slice of every rank. Certain and wrong is no outcome.
pub(crate) fn outcome(checkpoint: &Checkpoint, truth: &Strategy) -> Outcome {
    let inferred = match infer(checkpoint) {
        Ok(inferred) => inferred,
        Err(refusal) => return Outcome::Refused(name(&refusal)),
    };
    let mut differs = None;
    for file in &checkpoint.files {
        for entry in &checkpoint.tables[file.table].entries {
            if region(truth, file.rank, entry) == region(&inferred.strategy, file.rank, entry) {
                continue;
            }
            let certainty = certainty(&inferred, file.rank, &entry.name);
            assert_ne!(
                certainty,
                Certainty::Certain,
                "rank {}, {}: {:?} was inferred, {:?} it is\n{:#?}",
                file.rank,
                entry.name,
                region(&inferred.strategy, file.rank, entry),
                region(truth, file.rank, entry),
                inferred.groups,
            );
            differs = differs.or_else(|| Some(Outcome::Differs(certainty, entry.name.clone())));
        }
    }
    differs.unwrap_or(Outcome::Same(inferred.certainty))
}

/// What is not in the strategy is said to be whole, which is as good as certain.
fn certainty(inferred: &Inferred, rank: u64, tensor: &str) -> Certainty {
    let stage = inferred.strategy.locate(rank).unwrap().0;
    inferred.group(tensor, stage).map_or(Certainty::Certain, |group| group.certainty)
}

fn name(refusal: &Refusal) -> String {
    let text = format!("{refusal:?}");
    text.split([' ', '(']).next().unwrap().to_owned()
}
