//! What file and folder names say: ranks, epochs and steps, roles.
//!
//! The conventions are MindSpore's and MindFormers': `rank_N/{prefix}_rank_N-{epoch}_{step}.ckpt`,
//! `ckpt_strategy_rank_N.ckpt`, `merged_ckpt_strategy.ckpt`; and Hugging Face's
//! `model-00001-of-00004.safetensors`.

/// The rank of a folder that is named exactly `rank_` and digits.
#[must_use]
pub fn rank_of_folder(name: &str) -> Option<u64> {
    digits(name.strip_prefix("rank_")?)
}

/// The rank that a weight file's own name gives: `…rank_N-…` or `…rank_N.…`, the last such part.
pub(super) fn rank_in_file_name(name: &str) -> Option<u64> {
    let (before, after) = name.rsplit_once("rank_")?;
    let starts = before.is_empty() || before.ends_with(['_', '-', '.']);
    let end = after.find(|c: char| !c.is_ascii_digit())?;
    let ends = after.get(end..)?.starts_with(['-', '.']);
    digits(after.get(..end)?).filter(|_| starts && ends)
}

/// Every rank that a file's name gives: the numbers of its parts such as `_rank_3`.
pub(super) fn ranks_in_name(name: &str) -> Vec<u64> {
    let mut ranks = Vec::new();
    let mut rest = name;
    while let Some((before, after)) = rest.split_once("rank_") {
        let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        if before.is_empty() || before.ends_with(['_', '-', '.']) {
            ranks.extend(after.get(..end).and_then(digits));
        }
        rest = after.get(end..).unwrap_or_default();
    }
    ranks
}

/// The rank that a path names, by its folder or by the file's own name.
#[must_use]
pub fn rank_of_path(path: &str) -> Option<u64> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let folder = path.rsplit('/').skip(1).find_map(rank_of_folder);
    folder.or_else(|| strategy_rank(name)).or_else(|| rank_in_file_name(name))
}

/// Epoch and step of a name that ends `-E_S.ext`.
pub(super) fn epoch_and_step(name: &str) -> Option<(u64, u64)> {
    let (stem, _) = name.rsplit_once('.')?;
    let (_, tail) = stem.rsplit_once('-')?;
    let (epoch, step) = tail.split_once('_')?;
    Some((digits(epoch)?, digits(step)?))
}

/// The last two numbers anywhere in a path, by which MindSpore sorts safetensors files.
pub(super) fn last_two_numbers(path: &str) -> Option<(u64, u64)> {
    let mut numbers = path.rsplit(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
    let last = numbers.next()?;
    let before = numbers.next()?;
    let value = |part: &str| part.parse().unwrap_or(u64::MAX);
    Some((value(before), value(last)))
}

/// The rank of a strategy file that is named exactly `ckpt_strategy_rank_N.ckpt` or `.json`.
pub(super) fn strategy_rank(name: &str) -> Option<u64> {
    let rest = name.strip_prefix("ckpt_strategy_rank_")?;
    digits(rest.strip_suffix(".ckpt").or_else(|| rest.strip_suffix(".json"))?)
}

/// Whether a name is that of a merged strategy which `transform_ckpt.py` leaves in the folder.
#[must_use]
pub fn is_merged_leftover(name: &str) -> bool {
    name.starts_with("merged_ckpt_strategy")
}

/// Family, number and count of a part that is named `{family}-00001-of-00004.ext`.
pub(super) fn part_of(name: &str) -> Option<(&str, u64, u64)> {
    let (stem, _) = name.rsplit_once('.')?;
    let (rest, count) = stem.rsplit_once("-of-")?;
    let (family, number) = rest.rsplit_once('-')?;
    Some((family, digits(number)?, digits(count)?))
}

/// Whether MindSpore would take the file for weights, by its ending.
pub(super) fn has_weight_ending(name: &str) -> bool {
    name.ends_with(".ckpt") || name.ends_with(".safetensors")
}

/// A number of ASCII digits only; none if it does not fit.
pub(super) fn digits(text: &str) -> Option<u64> {
    let all_digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|_| all_digits)
}

/// The runs (first and last) of numbers below `end` that are not among the ascending `present`, and how many
/// numbers they are. Takes time by the number of `present`, not by `end`.
pub(super) fn gaps(present: &[u64], end: u64) -> (Vec<(u64, u64)>, u64) {
    let (mut gaps, mut missing, mut next) = (Vec::new(), 0u64, 0u64);
    for &number in present.iter().filter(|&&number| number < end).chain([&end]) {
        if let Some(last) = number.checked_sub(1).filter(|&last| last >= next) {
            gaps.push((next, last));
            missing = missing.saturating_add(number - next);
        }
        next = number.saturating_add(1);
    }
    (gaps, missing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_rank_and_digits_is_a_rank_folder() {
        assert_eq!(rank_of_folder("rank_12"), Some(12));
        for name in
            ["rank_", "rank_x", "rank_0_bak", "rank_-1", "rank_+1", "Rank_0", "rank_99999999999999999999"]
        {
            assert_eq!(rank_of_folder(name), None, "{name}");
        }
    }

    #[test]
    fn a_file_name_gives_its_rank_only_where_the_rank_ends() {
        assert_eq!(rank_in_file_name("llama_rank_3-1_10.ckpt"), Some(3));
        assert_eq!(rank_in_file_name("llama_rank_3.ckpt"), Some(3));
        assert_eq!(rank_in_file_name("rank_0-1_10.ckpt"), Some(0));
        for name in ["llama_rank_3_1.ckpt", "frank_3.ckpt", "checkpoint_3.ckpt", "rank_-1.ckpt", "rank_3"] {
            assert_eq!(rank_in_file_name(name), None, "{name}");
        }
    }

    #[test]
    fn a_name_may_give_several_ranks() {
        assert_eq!(ranks_in_name("llama_rank_0_rank_12-1_10.ckpt"), [0, 12]);
        assert_eq!(ranks_in_name("llama_rank_3_1-1_10.ckpt"), [3]);
        assert_eq!(ranks_in_name("frank_3-rank_x.ckpt"), [0u64; 0]);
    }

    #[test]
    fn a_path_names_its_rank_by_folder_then_by_file() {
        assert_eq!(rank_of_path("out/rank_3/llama_rank_5-1_2.ckpt"), Some(3));
        assert_eq!(rank_of_path("strategy/ckpt_strategy_rank_7.ckpt"), Some(7));
        assert_eq!(rank_of_path("llama_rank_5-1_2.ckpt"), Some(5));
        assert_eq!(rank_of_path("rank_3"), None);
        assert_eq!(rank_of_path("model.safetensors"), None);
    }

    #[test]
    fn epoch_and_step_are_numbers_at_the_end() {
        assert_eq!(epoch_and_step("llama_rank_0-2_10.safetensors"), Some((2, 10)));
        assert_eq!(epoch_and_step("my-model-1_9.ckpt"), Some((1, 9)));
        for name in ["x-1_9_breakpoint.ckpt", "x_1_9.ckpt", "checkpoint_0.ckpt", "x-1_.ckpt", "x-1_9"] {
            assert_eq!(epoch_and_step(name), None, "{name}");
        }
    }

    #[test]
    fn the_last_two_numbers_may_be_of_the_folder() {
        assert_eq!(last_two_numbers("rank_0/llama_rank_0-2_10.safetensors"), Some((2, 10)));
        assert_eq!(last_two_numbers("rank_7/part5.safetensors"), Some((7, 5)));
        assert_eq!(last_two_numbers("a1.safetensors"), None);
    }

    #[test]
    fn strategy_files_are_recognised_by_their_exact_name() {
        assert_eq!(strategy_rank("ckpt_strategy_rank_5.ckpt"), Some(5));
        assert_eq!(strategy_rank("ckpt_strategy_rank_5.json"), Some(5));
        for name in ["ckpt_strategy_rank_5_old.ckpt", "my_ckpt_strategy_rank_5.ckpt", "ckpt_strategy_rank_5"]
        {
            assert_eq!(strategy_rank(name), None, "{name}");
        }
        assert!(is_merged_leftover("merged_ckpt_strategy_3.ckpt"));
    }

    #[test]
    fn parts_know_their_count() {
        assert_eq!(part_of("model-00002-of-00004.safetensors"), Some(("model", 2, 4)));
        assert_eq!(part_of("model.safetensors"), None);
    }

    #[test]
    fn gaps_are_what_is_not_present() {
        assert_eq!(gaps(&[0, 1, 3, 9], 6), (vec![(2, 2), (4, 5)], 3));
        assert_eq!(gaps(&[0, 1], 2), (vec![], 0));
        assert_eq!(gaps(&[], u64::MAX), (vec![(0, u64::MAX - 1)], u64::MAX));
    }
}
