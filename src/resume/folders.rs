//! Where in a survey the ranks of a run have saved.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::names::conforms;
use crate::catalog::Survey;
use crate::format::WeightFormat;
use crate::order::sort_by;

/// The folders whose `rank_N` folders hold steps, by path in the survey (empty for its root). First the one
/// with most `meta.json` and most steps: a run also leaves weights alone, in `checkpoint_network`.
#[must_use]
pub fn folders(survey: &Survey) -> Vec<String> {
    let mut found: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (base, name) in survey.files().iter().filter_map(|file| in_rank_folder(&file.path)) {
        let (metas, steps) = found.entry(base).or_default();
        *metas += usize::from(name == "meta.json");
        *steps += usize::from(is_step(name));
    }
    let mut found: Vec<_> = found.into_iter().filter(|(_, (_, steps))| *steps > 0).collect();
    sort_by(&mut found, |(a, of_a), (b, of_b)| (Reverse(of_a), a).cmp(&(Reverse(of_b), b)));
    found.into_iter().map(|(base, _)| base.to_owned()).collect()
}

/// The folder that holds a file's `rank_N` folder, and the file's name.
fn in_rank_folder(path: &str) -> Option<(&str, &str)> {
    let (folder, name) = path.rsplit_once('/')?;
    let (base, rank) = folder.rsplit_once('/').unwrap_or(("", folder));
    let digits = rank.strip_prefix("rank_")?;
    (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some((base, name))
}

fn is_step(name: &str) -> bool {
    [WeightFormat::Ckpt, WeightFormat::Safetensors].into_iter().any(|format| conforms(name, format))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::{PileFile, survey};
    use crate::source::Sparse;

    fn found(paths: &[&str]) -> Vec<String> {
        let file = |path: &&str| PileFile { path: (*path).to_owned(), source: Box::new(Sparse::default()) };
        folders(&survey(paths.iter().map(file).collect()))
    }

    #[test]
    fn the_folder_with_meta_json_comes_first() {
        let paths = [
            "out/a_network/rank_0/m_rank_0-network-3_2.ckpt",
            "out/checkpoint/rank_0/m_rank_0-3_2.safetensors",
            "out/checkpoint/rank_0/meta.json",
        ];
        assert_eq!(found(&paths), ["out/checkpoint", "out/a_network"]);
        assert_eq!(found(&["rank_0/m_rank_0-3_2.ckpt"]), [""]);
    }

    #[test]
    fn what_no_rank_saved_is_no_step() {
        let paths =
            ["rank_0/model.ckpt", "m_rank_0-3_2.ckpt", "rank_x/m_rank_0-3_2.ckpt", "rank_/m-3_2.ckpt"];
        assert_eq!(found(&paths), [""; 0]);
    }
}
