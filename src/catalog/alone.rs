//! Weights that are opened without the rank folders beside theirs.

use super::names::rank_of_folder;
use crate::check::{Finding, Side, kinds::folders as kinds};
use crate::order::sort_by;
use crate::units::{FEW_RANGES, ranges};

/// What is to be said of source weights that count as complete although they lie in `folder`, a rank's,
/// and `beside` are the names of the folders beside it. Nothing where it is rank 0's alone: that is how
/// complete weights are kept.
#[must_use]
pub fn of_one_rank<'a>(folder: &str, beside: impl IntoIterator<Item = &'a str>) -> Option<Finding> {
    let rank = rank_of_folder(folder)?;
    let mut others: Vec<u64> = beside.into_iter().filter_map(rank_of_folder).collect();
    others.retain(|&other| other != rank);
    sort_by(&mut others, Ord::cmp);
    others.dedup();
    if rank == 0 && others.is_empty() {
        return None;
    }
    let finding = Finding::new(&kinds::ONE_RANK_OPENED).arg("folder", folder).arg("others", others.len());
    let list = if others.is_empty() { "–".to_owned() } else { ranges(&others, FEW_RANGES) };
    Some(finding.arg("list", list).file(folder).rank(rank).side(Side::Source))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complete_weights_in_the_folder_of_rank_0_are_as_they_should_be() {
        assert_eq!(of_one_rank("rank_0", ["rank_0", "strategy"]), None);
        assert_eq!(of_one_rank("full", ["rank_0", "rank_1"]), None);
        assert!(of_one_rank("rank_0", ["rank_0", "rank_1"]).is_some());
        assert!(of_one_rank("rank_3", ["rank_3"]).is_some());
    }
}
