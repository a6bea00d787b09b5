//! Where in the opened files that is what a text of error names.

use serde::{Deserialize, Serialize};

use super::answer::Value;
use super::snapshot::Tensors;
use crate::catalog::{FileReport, SideCatalog, rank_of_folder};
use crate::check::Side;
use crate::path::file_name;

/// What a value is of what is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    /// This tensor, by its index in the last snapshot.
    Tensor(usize),
    /// This rank, or a file of it.
    Rank(Side, u64),
}

/// What is open.
#[derive(Clone, Copy, Debug)]
pub struct Open<'a> {
    /// The tensors of the last snapshot.
    pub tensors: &'a Tensors,
    /// What the files of each side are.
    pub sides: [Option<&'a SideCatalog>; 2],
}

/// Where a value is; none if nothing that is open goes by it.
#[must_use]
pub fn place(open: Open<'_>, value: &Value) -> Option<Place> {
    let text = value.text.trim_matches(['\'', '"', '`', ' ']);
    match value.name.as_str() {
        "tensor" => tensor(open.tensors, text).map(Place::Tensor),
        "rank" | "needed" => open.rank(Side::Source, text.parse().ok()),
        "target" => open.rank(Side::Target, text.parse().ok()),
        "file" | "other" => file(open, text),
        "folder" => open.rank(Side::Source, rank_of_folder(file_name(text.trim_end_matches('/')))),
        _ => None,
    }
}

impl<'a> Open<'a> {
    fn side(&self, side: Side) -> Option<&'a SideCatalog> {
        let [source, target] = self.sides;
        if side == Side::Source { source } else { target }
    }

    /// How many ranks a side has; none if that is not known.
    fn ranks(&self, side: Side) -> Option<u64> {
        let of_side = self.side(side)?;
        match &of_side.strategy {
            Some(strategy) => Some(strategy.ranks()),
            None => of_side.complete.then_some(1),
        }
    }

    fn rank(&self, side: Side, rank: Option<u64>) -> Option<Place> {
        let ranks = self.ranks(side)?;
        rank.filter(|&rank| rank < ranks).map(|rank| Place::Rank(side, rank))
    }
}

/// A tensor, also by the name that a merged strategy gives it: `1-model.norm.weight`.
fn tensor(tensors: &Tensors, name: &str) -> Option<usize> {
    let is_stage = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let plain = || name.split_once('-').filter(|(stage, _)| is_stage(stage)).map(|(_, name)| name);
    tensors.position(name).or_else(|| tensors.position(plain()?))
}

/// The rank of the opened file that a path of another machine ends like; none if several do.
fn file(open: Open<'_>, path: &str) -> Option<Place> {
    let path = path.replace('\\', "/");
    let mut best: Option<(usize, Side, &FileReport)> = None;
    let mut is_one = true;
    for side in [Side::Source, Side::Target] {
        for opened in open.side(side).into_iter().flat_map(|side| &side.files) {
            let alike = alike(&path, &opened.path);
            match best {
                Some((most, ..)) if alike < most => {}
                Some((most, ..)) if alike == most => is_one = false,
                _ if alike > 0 => (best, is_one) = (Some((alike, side, opened)), true),
                _ => {}
            }
        }
    }
    let (_, side, opened) = best.filter(|_| is_one)?;
    let alone = || (open.ranks(side)? == 1).then_some(0);
    open.rank(side, opened.rank.or_else(alone))
}

/// How many last components two paths share.
fn alike(a: &str, b: &str) -> usize {
    a.rsplit('/').zip(b.rsplit('/')).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::answer::Inquiry;
    use crate::web::workbench::Workbench;
    use crate::web::workbench::tests::example;

    /// The example, looked at.
    fn opened() -> Workbench {
        let mut bench = example();
        bench.work();
        bench
    }

    /// Where the values of a text are in the example.
    fn places(text: &str) -> Vec<Option<Place>> {
        let answer = opened().explain(&Inquiry { text: text.to_owned(), ..Inquiry::default() });
        let known = answer.told.into_iter().next().unwrap();
        known.values.iter().map(|value| value.place).collect()
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
        let name = example().work().tensors.get(7).unwrap().name.to_string();
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
        let source = example().work().source.unwrap();
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
