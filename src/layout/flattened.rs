//! MindSpore's JSON strategies flatten nested maps: `[[-1],[1,0]]` on (32, 64) over mesh [2, 4] is
//! written as map `[-1,1,0]` with shape `[32,2,32]`. The grouping is found again from the lengths
//! of the real tensor (MindSpore 2.10; it refuses such files itself).

use std::collections::HashSet;

use super::{AxisPart, Layout};
use crate::phrase::{Phrase, display_phrase, phrase};

/// Why a flattened layout has no unique grouping.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RegroupError {
    /// No grouping of the flattened dimensions gives the tensor's lengths.
    None,
    /// Several groupings give the tensor's lengths.
    Ambiguous,
}

display_phrase!(RegroupError);

impl RegroupError {
    /// The error in words.
    #[must_use]
    pub fn phrase(&self) -> Phrase {
        match self {
            Self::None => phrase!(
                "no grouping of the flattened dimensions gives the tensor's shape",
                "展平后的维度怎样分组都得不到张量的形状"
            ),
            Self::Ambiguous => phrase!(
                "several groupings of the flattened dimensions give the tensor's shape",
                "展平后的维度有多种分组方式都能得到张量的形状"
            ),
        }
    }
}

/// Groups the dimensions of `flat` so that a rank's slice has the lengths `local`.
/// `declared`: the flattened lengths of the whole tensor, one per dimension of `flat`.
///
/// # Errors
/// If no grouping, or more than one, fits.
pub fn regroup_local(flat: &Layout, declared: &[u64], local: &[u64]) -> Result<Layout, RegroupError> {
    regroup(flat, declared, local, true)
}

/// Groups the dimensions of `flat` so that the whole tensor has the lengths `global`.
/// `declared`: the flattened lengths of the whole tensor, one per dimension of `flat`.
///
/// # Errors
/// If no grouping, or more than one, fits.
pub fn regroup_global(flat: &Layout, declared: &[u64], global: &[u64]) -> Result<Layout, RegroupError> {
    regroup(flat, declared, global, false)
}

fn regroup(flat: &Layout, declared: &[u64], dims: &[u64], local: bool) -> Result<Layout, RegroupError> {
    if flat.rank() != declared.len() {
        return Err(RegroupError::None);
    }
    let mut entries: Vec<Entry> = Vec::with_capacity(declared.len());
    let mut optimizer = Vec::new();
    for (dim, &len) in declared.iter().enumerate() {
        let (parts, of_optimizer) = flat.parts_of(dim);
        optimizer.extend_from_slice(of_optimizer);
        let cuts: u64 = parts.iter().map(|part| part.parts).product();
        if cuts == 0 || !len.is_multiple_of(cuts) {
            return Err(RegroupError::None);
        }
        entries.push(Entry { parts: parts.to_vec(), len, local: len / cuts });
    }
    let optimizer_cuts: u64 = optimizer.iter().map(|part| part.parts).product();
    // The optimizer cuts dimension 0 once more, inside the slice.
    let wanted: Vec<u64> = match (local, dims.split_first()) {
        (true, Some((first, rest))) => {
            let first = first.checked_mul(optimizer_cuts).ok_or(RegroupError::None)?;
            std::iter::once(first).chain(rest.iter().copied()).collect()
        }
        _ => dims.to_vec(),
    };
    let mut search = Search { entries: &entries, wanted: &wanted, local, ..Search::default() };
    search.from(0, 0);
    match search.found.as_slice() {
        [] => Err(RegroupError::None),
        [sizes] => Ok(grouped(flat, &entries, sizes, &optimizer)),
        _ => Err(RegroupError::Ambiguous),
    }
}

struct Entry {
    parts: Vec<AxisPart>,
    len: u64,
    local: u64,
}

/// Looks for group sizes whose groups have the wanted lengths.
#[derive(Default)]
struct Search<'a> {
    entries: &'a [Entry],
    wanted: &'a [u64],
    /// Whether the lengths are those of a slice.
    local: bool,
    sizes: Vec<usize>,
    /// The groupings that fit; a second one is enough to know that there is not one.
    found: Vec<Vec<usize>>,
    /// Pairs of entry and dimension from which no grouping fits: a file may list so many entries of
    /// length 1 that looking there again and again would never end.
    dead: HashSet<(usize, usize)>,
}

impl Search<'_> {
    /// Groups the entries from `entry` on for the dimensions from `dim` on.
    fn from(&mut self, entry: usize, dim: usize) {
        let Some(&wanted) = self.wanted.get(dim) else {
            if entry == self.entries.len() {
                self.found.push(self.sizes.clone());
            }
            return;
        };
        let before = self.found.len();
        if before > 1 || self.dead.contains(&(entry, dim)) {
            return;
        }
        let mut product = 1u64;
        for (size, next) in (1..).zip(self.entries.iter().skip(entry)) {
            let Some(larger) = product.checked_mul(if self.local { next.local } else { next.len }) else {
                break;
            };
            product = larger;
            if product == wanted {
                self.sizes.push(size);
                self.from(entry + size, dim + 1);
                self.sizes.pop();
            }
            // All entries of a group but the last are one element per slice.
            if next.local != 1 {
                break;
            }
        }
        if self.found.len() == before {
            self.dead.insert((entry, dim));
        }
    }
}

fn grouped(flat: &Layout, entries: &[Entry], sizes: &[usize], optimizer: &[AxisPart]) -> Layout {
    let mut rest = entries.iter();
    let mut partition: Vec<Vec<AxisPart>> = Vec::with_capacity(sizes.len());
    for &size in sizes {
        partition.push(rest.by_ref().take(size).flat_map(|entry| entry.parts.iter().copied()).collect());
    }
    if let Some(first) = partition.first_mut() {
        first.extend_from_slice(optimizer);
    }
    flat.with_partition(partition)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{Mesh, OptShard, SplitRule};

    fn flat() -> Layout {
        let mesh = Mesh::unnamed(&[2, 4]).unwrap();
        Layout::new(mesh, &[vec![], vec![0], vec![1]], SplitRule::Exact).unwrap()
    }

    #[test]
    fn a_nested_map_is_found_again() {
        let nested = regroup_local(&flat(), &[32, 2, 32], &[32, 8]).unwrap();
        let mesh = Mesh::unnamed(&[2, 4]).unwrap();
        assert_eq!(nested, Layout::new(mesh, &[vec![], vec![0, 1]], SplitRule::Exact).unwrap());
        assert_eq!(regroup_global(&flat(), &[32, 2, 32], &[32, 64]).unwrap(), nested);
    }

    #[test]
    fn the_optimizer_cut_moves_to_the_end_of_the_first_group() {
        let mesh = Mesh::unnamed(&[2, 2, 2]).unwrap();
        let flat = Layout::new(mesh, &[vec![1], vec![2], vec![]], SplitRule::Exact).unwrap();
        let flat = flat.with_optimizer(OptShard::All).unwrap();
        let nested = regroup_local(&flat, &[2, 16, 3], &[4, 3]).unwrap();
        let axes: Vec<usize> = nested.partition()[0].iter().map(|part| part.axis).collect();
        assert_eq!(axes, [1, 2, 0]);
    }

    #[test]
    fn a_shape_of_another_tensor_is_refused() {
        assert_eq!(regroup_local(&flat(), &[32, 2, 32], &[16, 8]), Err(RegroupError::None));
    }

    #[test]
    fn many_ones_do_not_take_forever() {
        let flat = Layout::new(Mesh::single(), &vec![vec![]; 64], SplitRule::Exact).unwrap();
        let mut wanted = [1; 32];
        assert_eq!(regroup_local(&flat, &[1; 64], &wanted), Err(RegroupError::Ambiguous));
        wanted[31] = 7;
        assert_eq!(regroup_local(&flat, &[1; 64], &wanted), Err(RegroupError::None));
    }
}
