//! Weights that are opened without the rank folders beside theirs.

use super::names::rank_of_folder;
use crate::check::{Finding, Side, kinds::folders as kinds};
use crate::order::sort_by;
use crate::phrase::{Phrase, phrase};
use crate::units::{FEW_RANGES, noun, ranges};

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
    let finding =
        Finding::new(&kinds::ONE_RANK_OPENED).arg("folder", folder).arg("beside", in_words(&others));
    Some(finding.file(folder).rank(rank).side(Side::Source))
}

fn in_words(others: &[u64]) -> Phrase {
    let (count, list) = (others.len(), ranges(others, FEW_RANGES));
    match count {
        0 => phrase!("No folder of another rank is beside it.", "该目录旁没有其他 rank 目录。"),
        _ => phrase!(
            "Beside that folder {are} {count} more of ranks ({list}), which {were} not opened.",
            "该目录旁还有 {count} 个 rank 目录（{list}），没有打开。",
            count,
            list;
            are = noun(count, "is", "are"),
            were = noun(count, "was", "were")
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Lang;

    #[test]
    fn complete_weights_in_the_folder_of_rank_0_are_as_they_should_be() {
        assert_eq!(of_one_rank("rank_0", ["rank_0", "strategy"]), None);
        assert_eq!(of_one_rank("full", ["rank_0", "rank_1"]), None);
        assert!(of_one_rank("rank_0", ["rank_0", "rank_1"]).is_some());
        assert!(of_one_rank("rank_3", ["rank_3"]).is_some());
    }

    #[test]
    fn one_folder_alone_had_0_more_of_ranks_beside_it() {
        let evidence = |beside: &[&str]| {
            of_one_rank("rank_3", beside.iter().copied()).unwrap().render(Lang::En).evidence
        };
        assert_eq!(evidence(&["rank_3"]), "No folder of another rank is beside it.");
        assert_eq!(
            evidence(&["rank_3", "rank_0"]),
            "Beside that folder is 1 more of ranks (0), which was not opened."
        );
    }
}
