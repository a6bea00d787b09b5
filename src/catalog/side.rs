//! Everything that one pile says about one side.

use std::collections::HashMap;
use std::sync::Arc;

use super::assemble::{assemble, has_weights};
use super::names::{rank_of_path, strategy_rank};
use super::strategy::Found;
use super::survey::{Content, Survey};
use super::{Assembled, Checkpoint, Cut, Why, strategy};
use crate::check::kinds::folders::{
    NO_SOURCE_STRATEGY, NOT_COMPLETE, RANK_BEYOND_STRATEGY, TARGET_WITHOUT_STRATEGY,
};
use crate::check::{Finding, Kind, Side};
use crate::format::index::Index;
use crate::layout::Strategy;
use crate::path::file_name;

/// What a file of a pile is, for a list of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// A strategy.
    Strategy,
    /// Weights.
    Weights,
    /// An index of weight files.
    Index,
    /// Communication groups.
    Group,
    /// Something else.
    Other,
    /// A file of one of these kinds that cannot be read.
    Broken,
}

/// One line of a list of files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileReport {
    /// Path relative to what was opened, with `/`.
    pub path: String,
    /// Size in bytes.
    pub size: u64,
    /// How many of them were read.
    pub bytes_read: u64,
    /// What it is.
    pub role: Role,
    /// Its global rank, if it counts or its name gives one.
    pub rank: Option<u64>,
}

/// One side of a conversion, as a pile of files describes it.
#[derive(Clone, Debug)]
pub struct SideCatalog {
    /// The strategy, if there is one that makes sense.
    pub strategy: Option<Strategy>,
    /// The weights, if there are any that make sense.
    pub checkpoint: Option<Checkpoint>,
    /// The index of the weights: it also names tensors whose files are not there.
    pub index: Option<Arc<Index>>,
    /// Whether the weights are complete: no strategy was given, and they are of rank 0 alone.
    pub complete: bool,
    /// Of weights of several ranks without a strategy that can be used, the code of the finding that says so: how they
    /// are cut can be inferred at best.
    pub cut_lost: Option<&'static str>,
    /// Every file of the pile, by path.
    pub files: Vec<FileReport>,
    /// The files that do not count, by path, and why.
    pub ignored: Vec<(String, Why)>,
    /// Folders with checkpoints side by side, of which one is to be chosen, and their weight files.
    pub rivals: Vec<(String, usize)>,
    /// Every choice and every refusal. With an error among them, strategy and checkpoint are for
    /// looking at only.
    pub findings: Vec<Finding>,
}

impl SideCatalog {
    /// How the side is cut. Of slices without a usable strategy nothing can be said: they are not complete.
    #[must_use]
    pub const fn cut(&self) -> Cut<'_> {
        match &self.strategy {
            Some(strategy) => Cut::By(strategy),
            None if self.complete => Cut::NotGiven,
            None => Cut::Unusable,
        }
    }

    /// Whether there is something to compare and nothing wrong with it. That a strategy is missing is
    /// wrong for a conversion only: slices are compared with slices.
    #[must_use]
    pub fn is_comparable(&self) -> bool {
        (self.strategy.is_some() || self.checkpoint.is_some()) && !self.findings.iter().any(is_wrong)
    }
}

/// Whether a finding is an error for more than the lack of a strategy.
fn is_wrong(finding: &Finding) -> bool {
    let lacks = [NO_SOURCE_STRATEGY.code, NOT_COMPLETE.code, TARGET_WITHOUT_STRATEGY.code];
    finding.is_error() && !lacks.contains(&finding.kind.code)
}

/// Sorts out a pile that may hold a side's strategy, its weights, or both.
#[must_use]
pub fn side(survey: &Survey, side: Side) -> SideCatalog {
    let found = strategy::open_mixed(survey, side);
    let mut assembled = match has_weights(survey) {
        true => assemble(survey, found.cut(), side),
        false => Assembled::default(),
    };
    let is_sliced = assembled.checkpoint.is_some() && has_several_ranks(survey);
    // A job's folder that is dropped for its strategy may hold weights of whatever state: they are
    // not written to the target and must not stop a plan.
    if side == Side::Target {
        assembled.checkpoint = assembled.checkpoint.filter(|_| !assembled.findings.iter().any(is_wrong));
        assembled.findings.retain(|finding| !finding.is_error());
    }
    let complete = matches!(found.cut(), Cut::NotGiven) && is_of_rank_0(&assembled);
    if side == Side::Target && !found.is_given && !complete {
        let finding = Finding::new(&TARGET_WITHOUT_STRATEGY).arg("files", survey.files().len());
        assembled.findings.push(finding.side(side));
    }
    let cut_lost = without_strategy(&found, &assembled).filter(|_| is_sliced);
    let ignored = found.ignored.into_iter().chain(std::mem::take(&mut assembled.ignored));
    let reasons: HashMap<String, Why> = ignored.collect();
    let checkpoint_files = assembled.checkpoint.iter().flat_map(|checkpoint| &checkpoint.files);
    let ranks: HashMap<&str, u64> = checkpoint_files.map(|file| (file.path.as_str(), file.rank)).collect();

    let mut files = Vec::with_capacity(survey.files().len());
    let mut ignored = Vec::new();
    for file in survey.files() {
        let rank = ranks.get(file.path.as_str()).copied();
        let role = role(&file.content);
        let why = reasons.get(&file.path).copied().or(match role {
            Role::Group | Role::Other => Some(Why::NotOurs),
            Role::Broken => Some(Why::Refused),
            Role::Weights if rank.is_none() => Some(Why::Refused),
            Role::Strategy | Role::Weights | Role::Index => None,
        });
        ignored.extend(why.map(|why| (file.path.clone(), why)));
        let rank = rank.or_else(|| strategy_rank(file_name(&file.path)));
        files.push(FileReport {
            path: file.path.clone(),
            size: file.size,
            bytes_read: file.bytes_read,
            role,
            rank,
        });
    }
    let findings = found.findings.into_iter().chain(std::mem::take(&mut assembled.findings)).collect();
    let Assembled { checkpoint, index, rivals, .. } = assembled;
    SideCatalog {
        strategy: found.strategy,
        checkpoint,
        index,
        complete,
        cut_lost,
        files,
        ignored,
        rivals,
        findings,
    }
}

/// An index names files of a complete checkpoint, whether they are there or not.
fn is_of_rank_0(assembled: &Assembled) -> bool {
    let of_rank_0 = |weights: &Checkpoint| weights.files.iter().all(|file| file.rank == 0);
    assembled.checkpoint.as_ref().map_or(assembled.index.is_some(), of_rank_0)
}

/// The code of the finding that there is no strategy, or none that can be used.
fn without_strategy(found: &Found, assembled: &Assembled) -> Option<&'static str> {
    const KINDS: [&Kind; 3] = [&NO_SOURCE_STRATEGY, &TARGET_WITHOUT_STRATEGY, &RANK_BEYOND_STRATEGY];
    let of_strategy = found.findings.iter().find(|finding| finding.is_error());
    let of_weights = || assembled.findings.iter().find(|finding| KINDS.contains(&finding.kind));
    of_strategy.or_else(of_weights).map(|finding| finding.kind.code)
}

/// Whether there are weights of several ranks, whatever a strategy says of their number.
fn has_several_ranks(survey: &Survey) -> bool {
    let weights = survey.files().iter().filter(|file| matches!(file.content, Content::Weights(_)));
    let mut ranks = weights.filter_map(|file| rank_of_path(&file.path));
    let first = ranks.next();
    ranks.any(|rank| Some(rank) != first)
}

const fn role(content: &Content) -> Role {
    match content {
        Content::Strategy(_) => Role::Strategy,
        Content::Group => Role::Group,
        Content::Weights(_) => Role::Weights,
        Content::Index(_) => Role::Index,
        Content::OtherJson | Content::Text | Content::Unknown => Role::Other,
        Content::Broken { .. } => Role::Broken,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::{PileFile, survey};
    use crate::check::kinds::{folders, strategy as kinds};
    use crate::format::mindspore::strategy::{from_strategy, write_protobuf};
    use crate::format::{NewEntry, WeightFormat, layout_file};
    use crate::geometry::{DType, Shape};
    use crate::layout::{Layout, Mesh, SplitRule, StrategyBuilder};
    use crate::source::Bytes;

    /// `ckpt_strategy_rank_0.ckpt` of a job of so many ranks.
    fn strategy_bytes(ranks: u64) -> Vec<u8> {
        let mut builder = StrategyBuilder::default();
        let mesh = Mesh::unnamed(&[ranks]).unwrap();
        builder.add("w", 0, Layout::new(mesh, &[vec![0], vec![]], SplitRule::Exact).unwrap(), None).unwrap();
        write_protobuf(&from_strategy(&builder.build().unwrap(), Some(0)).unwrap())
    }

    fn bytes(path: &str, bytes: &[u8]) -> PileFile {
        PileFile { path: path.to_owned(), source: Box::new(Bytes(bytes.to_vec())) }
    }

    fn weights(path: &str) -> PileFile {
        let entry = NewEntry { name: "w", dtype: DType::F32, shape: Shape::new(vec![2, 2]).unwrap() };
        let source = layout_file(WeightFormat::Ckpt, &[entry]).unwrap().sparse();
        PileFile { path: path.to_owned(), source: Box::new(source) }
    }

    fn sides(files: Vec<PileFile>) -> SideCatalog {
        side(&survey(files), Side::Source)
    }

    fn codes(findings: &[Finding]) -> Vec<&str> {
        findings.iter().map(|finding| finding.kind.code).collect()
    }

    #[test]
    fn one_pile_may_hold_strategies_and_weights() {
        let catalog = sides(vec![
            bytes("out/strategy/ckpt_strategy_rank_0.ckpt", &strategy_bytes(2)),
            bytes("out/strategy/ckpt_strategy_rank_1.ckpt", &strategy_bytes(2)),
            weights("out/checkpoint/rank_0/a-1_1.ckpt"),
            weights("out/checkpoint/rank_1/a-1_1.ckpt"),
            bytes("out/checkpoint/rank_0/meta.json", b"{}"),
        ]);
        assert_eq!(codes(&catalog.findings), [""; 0]);
        assert_eq!(catalog.strategy.unwrap().ranks(), 2);
        assert_eq!(catalog.checkpoint.unwrap().files.len(), 2);
        assert_eq!(catalog.ignored, [("out/checkpoint/rank_0/meta.json".to_owned(), Why::NotOurs)]);
        let roles: Vec<(Role, Option<u64>)> =
            catalog.files.iter().map(|file| (file.role, file.rank)).collect();
        let strategy = |rank| (Role::Strategy, Some(rank));
        let weights = |rank| (Role::Weights, Some(rank));
        assert_eq!(roles, [weights(0), (Role::Other, None), weights(1), strategy(0), strategy(1)]);
    }

    #[test]
    fn what_is_wrong_with_the_strategy_is_not_told_again_as_missing() {
        let catalog = sides(vec![
            bytes("ckpt_strategy_rank_0.ckpt", &strategy_bytes(2)[..30]),
            weights("rank_0/a.ckpt"),
            weights("rank_1/a.ckpt"),
        ]);
        assert!(!codes(&catalog.findings).contains(&folders::NO_SOURCE_STRATEGY.code));
        assert!(catalog.findings.iter().any(Finding::is_error));
    }

    #[test]
    fn a_weight_file_in_the_place_of_a_strategy_is_named_as_what_it_is() {
        let files = || vec![weights("ckpt_strategy_rank_0.ckpt"), bytes("x.ckpt", &strategy_bytes(1))];
        let found = strategy::open(&survey(files()), Side::Source);
        assert!(codes(&found.findings).contains(&kinds::WEIGHTS_AS_STRATEGY.code));
        let found = strategy::open(&survey(vec![weights("a.ckpt")]), Side::Source);
        assert_eq!(codes(&found.findings), [kinds::WEIGHTS_AS_STRATEGY.code]);
        assert!(matches!(found.cut(), super::super::Cut::Unusable));
    }

    #[test]
    fn a_group_file_in_the_place_of_a_strategy_is_named_as_what_it_is() {
        let group = b"\x0a\x09\x0a\x01g\x12\x04\x08\x00\x08\x04\x12\x02\x08\x00";
        let found = strategy::open(&survey(vec![bytes("group_info.pb", group)]), Side::Source);
        assert_eq!(codes(&found.findings), [kinds::GROUP_AS_STRATEGY.code]);
    }

    #[test]
    fn a_folder_without_a_strategy_is_none_where_one_was_given() {
        let files = || vec![bytes("a.txt", b"text"), bytes("b.txt", b"text")];
        let found = strategy::open(&survey(files()), Side::Target);
        assert_eq!(codes(&found.findings), [kinds::NO_STRATEGY.code]);
        assert!(sides(files()).findings.is_empty());
    }

    #[test]
    fn weights_beside_the_target_strategy_do_not_stop_a_plan() {
        let files = vec![
            bytes("strategy/ckpt_strategy_rank_0.ckpt", &strategy_bytes(1)),
            weights("checkpoint/rank_0/a.ckpt"),
            weights("checkpoint/rank_1/a.ckpt"),
        ];
        let catalog = side(&survey(files), Side::Target);
        assert!(!catalog.findings.iter().any(Finding::is_error));
        assert!(catalog.strategy.is_some() && catalog.checkpoint.is_none());
    }

    #[test]
    fn a_target_that_does_not_say_how_it_is_cut_is_not_taken_as_complete() {
        let files = vec![weights("rank_0/a.ckpt"), weights("rank_1/a.ckpt")];
        let catalog = side(&survey(files), Side::Target);
        assert_eq!(codes(&catalog.findings), [folders::TARGET_WITHOUT_STRATEGY.code]);
        // It is compared with other slices all the same.
        assert!(catalog.is_comparable() && catalog.checkpoint.is_some() && !catalog.complete);
        let catalog = side(&survey(vec![bytes("notes.bin", b"\x00\x01")]), Side::Target);
        assert!(catalog.findings.iter().any(Finding::is_error) && !catalog.complete);
        assert!(side(&survey(vec![weights("a.ckpt")]), Side::Target).findings.is_empty());
    }

    #[test]
    fn rank_folders_without_a_strategy_are_no_complete_checkpoint() {
        assert!(sides(vec![weights("a.ckpt")]).complete);
        assert!(!sides(vec![weights("rank_0/a.ckpt"), weights("rank_1/a.ckpt")]).complete);
        assert!(!sides(vec![bytes("s.json", b"{\"current_stage\":2,"), weights("a.ckpt")]).complete);
    }

    #[test]
    fn other_json_beside_strategies_does_not_matter() {
        let json = br#"{"current_stage":2,"parallel_layout_item":{"w":{"dev_matrix":[1],"field":0,"opt_weight_shard_size":0,"opt_weight_shard_step":0,"tensor_map":[-1],"tensor_shape":[4]}},"parallel_strategy_item":{"MatMul-op1":{"parallel_strategy":[[1]],"stage":0}}}"#;
        let files = vec![bytes("s.json", json), bytes("config.json", br#"{"hidden_size": 8}"#)];
        let found = strategy::open(&survey(files), Side::Source);
        assert_eq!(codes(&found.findings), [""; 0]);
        assert_eq!(found.strategy.unwrap().ranks(), 1);
    }
}
