//! Which ranks make a stage: neighbours that hold the same tensors.

use std::collections::HashMap;

use super::families::{is_counter, is_embedding};
use super::{Certainty, Refusal, left_out};
use crate::catalog::{Checkpoint, Table};
use crate::format::Entry;
use crate::order::sort_by;
use crate::parallel::states::parameter;

/// A pipeline stage.
#[derive(Debug)]
pub(super) struct Stage<'a> {
    /// Its first rank.
    pub(super) first: u64,
    /// How many ranks it has.
    pub(super) ranks: u64,
    /// Its tensors with the shapes of slices, in the order of its first file.
    pub(super) entries: Vec<&'a Entry>,
    /// Where copies were left out: of each tensor the ranks that hold a slice, from 0 in the stage. Else
    /// empty: all of them do.
    pub(super) holders: Vec<Vec<u64>>,
}

/// All of them.
#[derive(Debug)]
pub(super) struct Stages<'a> {
    /// By ascending rank, all of the same number of ranks.
    pub(super) list: Vec<Stage<'a>>,
    /// How sure it is that these are the stages.
    pub(super) certainty: Certainty,
}

impl Stages<'_> {
    /// Ranks of a stage.
    pub(super) fn ranks(&self) -> u64 {
        self.list.first().map_or(1, |stage| stage.ranks)
    }

    /// Whether copies were left out.
    pub(super) fn are_left_out(&self) -> bool {
        self.list.iter().any(|stage| !stage.holders.is_empty())
    }
}

impl<'a> Stage<'a> {
    /// The tensors that can be cut, each with the ranks that hold a slice, if not all of them do.
    pub(super) fn tensors(&self) -> impl Iterator<Item = (&'a Entry, Option<&[u64]>)> {
        let holders = self.holders.iter().map(|ranks| Some(ranks.as_slice())).chain(std::iter::repeat(None));
        self.entries.iter().copied().zip(holders).filter(|(entry, _)| !is_counter(entry))
    }
}

/// Tensors of a table, by name.
type Sorted<'a> = Vec<(&'a str, &'a [u64])>;

/// The stages of a checkpoint; several possibilities only where copies were left out, the likeliest first.
pub(super) fn stages(checkpoint: &Checkpoint) -> Result<Vec<Stages<'_>>, Refusal> {
    check_ranks(checkpoint)?;
    if let Some(file) = left_out::any(checkpoint) {
        return left_out::stages(checkpoint).ok_or_else(|| Refusal::CopiesLeftOut { file: file.to_owned() });
    }
    let sorted: Vec<Sorted<'_>> = checkpoint.tables.iter().map(sorted).collect();
    let same_names = |a: &Sorted<'_>, b: &Sorted<'_>| {
        a.len() == b.len() && a.iter().zip(b).all(|((name, _), (other, _))| name == other)
    };
    let mut stages: Vec<Stage<'_>> = Vec::new();
    let mut current: Option<(usize, &Sorted<'_>)> = None;
    for file in &checkpoint.files {
        let (Some(table), Some(names)) = (checkpoint.tables.get(file.table), sorted.get(file.table)) else {
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
        let entries = table.entries.iter().collect();
        stages.push(Stage { first: file.rank, ranks: 1, entries, holders: Vec::new() });
    }
    check_stages(&stages)?;
    Ok(vec![Stages { list: stages, certainty: Certainty::Certain }])
}

fn sorted(table: &Table) -> Sorted<'_> {
    let mut sorted: Sorted<'_> =
        table.entries.iter().map(|entry| (entry.name.as_str(), entry.shape.dims())).collect();
    sort_by(&mut sorted, Ord::cmp);
    sorted
}

/// One file of each rank from 0.
fn check_ranks(checkpoint: &Checkpoint) -> Result<(), Refusal> {
    if let Some((rank, _)) = (0..).zip(&checkpoint.files).find(|(rank, file)| file.rank > *rank) {
        return Err(Refusal::RankMissing { rank });
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
        for (entry, _) in stage.tensors() {
            match holders.insert(&entry.name, stage.first) {
                Some(other) if !is_embedding(parameter(&entry.name)) => {
                    let ranks = [other, stage.first];
                    return Err(Refusal::InSeveralStages { tensor: entry.name.clone(), ranks });
                }
                _ => {}
            }
        }
    }
    Ok(())
}
