//! Texts of one entry that differ only in what they name, told as one.

use std::collections::HashMap;

use super::{Entry, Told};

/// Texts that have the same causes.
#[derive(Clone, Debug)]
pub struct Folded<'a> {
    /// Their entry.
    pub entry: &'static Entry,
    /// Each, in the order in which they were told.
    pub told: Vec<&'a Told>,
}

/// Folds texts by their entries, in the order of the first of each.
#[must_use]
pub fn folded(told: &[Told]) -> Vec<Folded<'_>> {
    let mut folded: Vec<Folded<'_>> = Vec::new();
    let mut places: HashMap<usize, usize> = HashMap::new();
    for one in told {
        let place = *places.entry(std::ptr::from_ref(one.entry).addr()).or_insert(folded.len());
        match folded.get_mut(place) {
            Some(known) => known.told.push(one),
            None => folded.push(Folded { entry: one.entry, told: vec![one] }),
        }
    }
    folded
}

impl<'a> Folded<'a> {
    /// The lines where the first and the last of them begin, from 1.
    #[must_use]
    pub fn lines(&self) -> (usize, usize) {
        let first = self.told.iter().map(|told| told.line).min().unwrap_or(1);
        (first, self.told.iter().map(|told| told.last_line).max().unwrap_or(first))
    }

    /// How often any of them is there.
    #[must_use]
    pub fn times(&self) -> usize {
        self.told.iter().map(|told| told.times).sum()
    }

    /// The ranks that say any of them, ascending.
    #[must_use]
    pub fn ranks(&self) -> Vec<u64> {
        let mut ranks: Vec<u64> = self.told.iter().flat_map(|told| told.ranks.iter().copied()).collect();
        ranks.sort_unstable();
        ranks.dedup();
        ranks
    }

    /// What they name: by name, each value once, in their order.
    #[must_use]
    pub fn values(&self) -> Vec<(&'static str, Vec<&'a str>)> {
        let mut values: Vec<(&'static str, Vec<&'a str>)> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for (name, value) in self.told.iter().flat_map(|told| &told.values) {
            if !seen.insert((*name, value.as_str())) {
                continue;
            }
            match values.iter_mut().find(|(known, _)| known == name) {
                Some((_, values)) => values.push(value),
                None => values.push((name, vec![value])),
            }
        }
        values
    }
}
