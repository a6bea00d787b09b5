//! Where in the opened files that is what a text of error names.

use super::answer::Value;
use super::snapshot::{MAX_LISTED_FILES, SideFacts, Snapshot};
use crate::catalog::{rank_of_folder, rank_of_path};
use crate::check::Side;
use crate::path::file_name;

/// What a value is of what is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// This tensor.
    Tensor(usize),
    /// This rank, or a file of it.
    Rank(Side, u64),
}

/// Where a value is; none if nothing that is open goes by it.
#[must_use]
pub fn place(snapshot: &Snapshot, value: &Value) -> Option<Place> {
    let text = value.text.trim_matches(['\'', '"', '`', ' ']);
    match value.name.as_str() {
        "tensor" => tensor(snapshot, text).map(Place::Tensor),
        "rank" | "needed" => rank(snapshot, Side::Source, text.parse().ok()),
        "target" => rank(snapshot, Side::Target, text.parse().ok()),
        "file" | "other" => file(snapshot, text),
        "folder" => rank(snapshot, Side::Source, rank_of_folder(file_name(text.trim_end_matches('/')))),
        _ => None,
    }
}

/// A tensor, also by the name that a merged strategy gives it: `1-model.norm.weight`.
fn tensor(snapshot: &Snapshot, name: &str) -> Option<usize> {
    let is_stage = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let plain = || name.split_once('-').filter(|(stage, _)| is_stage(stage)).map(|(_, name)| name);
    snapshot.tensors.position(name).or_else(|| snapshot.tensors.position(plain()?))
}

fn rank(snapshot: &Snapshot, side: Side, rank: Option<u64>) -> Option<Place> {
    let ranks = snapshot.side(side).filter(|facts| facts.known)?.topology.ranks();
    rank.filter(|&rank| rank < ranks).map(|rank| Place::Rank(side, rank))
}

/// The rank of the opened file that a path of another machine ends like.
fn file(snapshot: &Snapshot, path: &str) -> Option<Place> {
    let path = path.replace('\\', "/");
    let mut best: Option<(usize, Side, &str)> = None;
    let mut is_one = true;
    for side in [Side::Source, Side::Target] {
        for opened in snapshot.side(side).into_iter().flat_map(paths) {
            let alike = alike(&path, opened);
            match best {
                Some((most, ..)) if alike < most => {}
                Some((most, ..)) if alike == most => is_one = false,
                _ if alike > 0 => (best, is_one) = (Some((alike, side, opened)), true),
                _ => {}
            }
        }
    }
    match best.filter(|_| is_one) {
        Some((_, side, opened)) => {
            let alone = || snapshot.side(side).is_some_and(|facts| facts.topology.ranks() == 1).then_some(0);
            rank(snapshot, side, rank_of_path(opened).or_else(alone))
        }
        // Not every file is listed.
        None if snapshot.source.as_ref().is_some_and(|facts| facts.files.len() >= MAX_LISTED_FILES) => {
            rank(snapshot, Side::Source, rank_of_path(&path))
        }
        None => None,
    }
}

fn paths(side: &SideFacts) -> impl Iterator<Item = &str> {
    let counted = side.files.iter().map(|file| file.path.as_str());
    counted.chain(side.ignored.iter().map(|file| file.path.as_str()))
}

/// How many last components two paths share.
fn alike(a: &str, b: &str) -> usize {
    a.rsplit('/').zip(b.rsplit('/')).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::answer::answer;
    use crate::web::workbench::tests::example;

    /// Where the values of a text are in the example.
    fn places(text: &str) -> Vec<Option<Place>> {
        let snapshot = example().work();
        let known = answer(text).told.into_iter().next().unwrap();
        known.values.iter().map(|value| place(&snapshot, value)).collect()
    }

    #[test]
    fn the_ranks_of_a_text_are_of_their_sides() {
        let text = "ValueError: The checkpoint file of rank5 is needed for converting rank3's checkpoint, but it is missing.";
        let [needed, target] = [Place::Rank(Side::Source, 5), Place::Rank(Side::Target, 3)].map(Some);
        assert_eq!(places(text), [needed, target]);
        let beyond = "ValueError: The checkpoint file of rank 8 is missing.";
        assert_eq!(places(beyond), [None]);
    }

    #[test]
    fn a_tensor_is_found_by_its_name_and_by_that_of_a_merged_strategy() {
        let snapshot = example().work();
        let name = snapshot.tensors.get(7).unwrap().name.to_string();
        for named in [name.clone(), format!("2-{name}"), format!("'{name}'")] {
            let text = format!("The param: {named} in rank 1 is missing.");
            assert_eq!(
                places(&text),
                [Some(Place::Tensor(7)), Some(Place::Rank(Side::Source, 1))],
                "{named}"
            );
        }
        assert_eq!(places("The param: nobody.weight in rank 1 is missing.")[0], None);
    }

    #[test]
    fn a_file_is_found_by_the_end_of_its_path() {
        let snapshot = example().work();
        let source = snapshot.source.as_ref().unwrap();
        let path =
            source.files.iter().map(|file| file.path.clone()).find(|path| path.contains("rank_3/")).unwrap();
        let text = |path: &str| {
            format!(
                "ValueError: Failed to read the checkpoint file {path}. The file may be corrupted, and the content cannot be parsed."
            )
        };
        let found = Some(Place::Rank(Side::Source, 3));
        assert_eq!(places(&text(&format!("/nas/run/{path}"))), [found]);
        assert_eq!(places(&text("/nas/run/other.ckpt")), [None]);
        let folder = "FileNotFoundError: [Errno 2] /nas/run/checkpoint/rank_3 is not found!";
        let last = places(folder).into_iter().next_back().unwrap();
        assert_eq!(last, found);
    }
}
