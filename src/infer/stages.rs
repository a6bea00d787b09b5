//! Which ranks make a stage: neighbours that hold the same tensors.

use std::collections::{BTreeMap, HashMap};

use super::Refusal;
use super::families::{Cut, is_counter, rule};
use crate::catalog::{Checkpoint, Table};
use crate::format::Entry;
use crate::parallel::states::parameter;

/// A pipeline stage.
#[derive(Debug)]
pub(super) struct Stage<'a> {
    /// Its first rank.
    pub(super) first: u64,
    /// How many ranks it has.
    pub(super) ranks: u64,
    /// Its tensors with the shapes of slices, in the order of its first file.
    pub(super) entries: &'a [Entry],
}

/// Tensors of a table, by name.
type Sorted<'a> = Vec<(&'a str, &'a [u64])>;

/// The stages by ascending rank, all of the same number of ranks.
pub(super) fn stages(checkpoint: &Checkpoint) -> Result<Vec<Stage<'_>>, Refusal> {
    check_ranks(checkpoint)?;
    let sorted: BTreeMap<usize, Sorted<'_>> = (0..).zip(checkpoint.tables.iter().map(sorted)).collect();
    let same_names = |a: &Sorted<'_>, b: &Sorted<'_>| {
        a.len() == b.len() && a.iter().zip(b).all(|((name, _), (other, _))| name == other)
    };
    let mut stages: Vec<Stage<'_>> = Vec::new();
    let mut current: Option<(usize, &Sorted<'_>)> = None;
    for file in &checkpoint.files {
        let (Some(table), Some(names)) = (checkpoint.tables.get(file.table), sorted.get(&file.table)) else {
            continue;
        };
        if let Some((first, of_first)) = current.filter(|(_, of_first)| same_names(of_first, names)) {
            if first != file.table {
                check_shapes(of_first, names, file.rank)?;
            }
            if let Some(stage) = stages.last_mut() {
                stage.ranks += 1;
            }
            continue;
        }
        current = Some((file.table, names));
        stages.push(Stage { first: file.rank, ranks: 1, entries: &table.entries });
    }
    check_stages(&stages)?;
    Ok(stages)
}

fn sorted(table: &Table) -> Sorted<'_> {
    let mut sorted: Sorted<'_> =
        table.entries.iter().map(|entry| (entry.name.as_str(), entry.shape.dims())).collect();
    sorted.sort_unstable();
    sorted
}

/// One file of each rank from 0, none of which says that it lacks copies.
fn check_ranks(checkpoint: &Checkpoint) -> Result<(), Refusal> {
    for (rank, file) in (0..).zip(&checkpoint.files) {
        if file.rank > rank {
            return Err(Refusal::RankMissing { rank });
        }
        let flag =
            checkpoint.tables.get(file.table).and_then(|table| table.metadata.get("remove_redundancy"));
        if flag.is_some_and(|flag| flag.eq_ignore_ascii_case("true")) {
            return Err(Refusal::CopiesLeftOut { file: file.path.clone() });
        }
    }
    let last = checkpoint.files.last().map_or(0, |file| file.rank);
    if last == 0 { Err(Refusal::OneRank) } else { Ok(()) }
}

fn check_shapes(first: &Sorted<'_>, other: &Sorted<'_>, rank: u64) -> Result<(), Refusal> {
    match first.iter().zip(other).find(|(one, other)| one.1 != other.1) {
        Some(((tensor, _), _)) => Err(Refusal::Uneven { tensor: (*tensor).to_owned(), rank }),
        None => Ok(()),
    }
}

/// Stages have equally many ranks, and share no tensors but a tied vocabulary and counters.
fn check_stages(stages: &[Stage<'_>]) -> Result<(), Refusal> {
    let first = stages.first().map_or(0, |stage| stage.ranks);
    if let Some(odd) = stages.iter().find(|stage| stage.ranks != first) {
        return Err(Refusal::StagesDiffer { rank: odd.first, ranks: odd.ranks, first });
    }
    let mut holders: HashMap<&str, u64> = HashMap::new();
    for stage in stages {
        for entry in stage.entries.iter().filter(|entry| !is_counter(entry)) {
            let is_tied = rule(parameter(&entry.name)).is_some_and(|(_, rule)| rule.cut == Cut::Embedding);
            match holders.insert(&entry.name, stage.first) {
                Some(other) if !is_tied => {
                    let ranks = [other, stage.first];
                    return Err(Refusal::InSeveralStages { tensor: entry.name.clone(), ranks });
                }
                _ => {}
            }
        }
    }
    Ok(())
}
