//! Rank × step: which files there are, and why each does or does not take part.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::names::{Run, Step, run_and_step};
use super::peers::{OddFiles, OddKind, odd};
use super::select::{Bound, oldest, ranks};
use super::{Health, Holds, Job, Listing, WeightFile};
use crate::phrase::{Phrase, phrase};

/// A step of one run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column {
    /// The run: the file's name before the step, with `*` for the rank.
    pub run: String,
    /// The step.
    pub step: Step,
}

/// What a rank has of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Cell {
    /// A file that is whole and may be chosen.
    Complete,
    /// No file.
    Missing,
    /// A file that is later than the oldest step that a `meta.json` names.
    AboveBound,
    /// A file of a run that no `meta.json` that counts names.
    OtherRun,
    /// Weights without the optimizer's states or without counters.
    WeightsOnly(Holds),
    /// A file that is not as those of the other ranks of its stage.
    Odd(OddKind),
    /// A file that cannot be loaded.
    Damaged(Health),
}

/// Rank × step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matrix {
    /// The steps: by run, oldest first.
    pub columns: Vec<Column>,
    /// Per rank, ascending, what it has of each step.
    pub rows: Vec<(u64, Vec<Cell>)>,
    /// No later step may be chosen; none if no `meta.json` says so.
    pub bound: Option<Step>,
}

impl Matrix {
    /// The matrix of a folder under the rules of the job's version.
    #[must_use]
    pub fn new(listing: &Listing, job: &Job) -> Self {
        Self::with(&odd(listing, job.reads()), listing, job)
    }

    /// The same, of files of which these are odd.
    pub(super) fn with(odd: &OddFiles, listing: &Listing, job: &Job) -> Self {
        let format = job.reads();
        let counted = ranks(listing, job);
        let oldest = oldest(listing, job, counted).ok().flatten();
        let bound = oldest.and_then(|meta| Bound::new(&meta, job).ok());
        let mut all: BTreeSet<u64> = (0..job.world_size).collect();
        all.extend(listing.ranks());
        let of_rank = |rank: u64| {
            let files = listing.rank(rank).into_iter().flat_map(|folder| &folder.files);
            let own = files.filter(move |file| super::names::rank(&file.name).is_none_or(|own| own == rank));
            own.filter_map(move |file| Some((run_and_step(&file.name, format)?, file)))
        };
        let steps: BTreeSet<(Run, Step)> =
            all.iter().flat_map(|&rank| of_rank(rank)).map(|(key, _)| key).collect();
        let row = |rank: u64| {
            let files: BTreeMap<(Run, Step), &WeightFile> = of_rank(rank).collect();
            let prefix = bound.as_ref().map(|bound| (bound.prefix_for(job, rank), bound.step));
            let is_odd = |key: &(Run, Step)| Some(odd.get(key)?.get(&rank)?.kind);
            let cell = |key: &(Run, Step)| {
                let cell = cell(files.get(key).copied(), key.1, prefix.as_ref());
                is_odd(key).filter(|_| cell.is_loaded()).map_or(cell, Cell::Odd)
            };
            (rank, steps.iter().map(cell).collect())
        };
        let rows = all.iter().map(|&rank| row(rank)).collect();
        let bound = bound.map(|bound| bound.step);
        let columns = steps.into_iter().map(|(run, step)| Column { run: run.name, step }).collect();
        Self { columns, rows, bound }
    }

    /// The rows folded: ranks that have the same of every step, by the first of them.
    #[must_use]
    pub fn folded(&self) -> Vec<(Vec<u64>, &[Cell])> {
        let mut groups: BTreeMap<&[Cell], Vec<u64>> = BTreeMap::new();
        for (rank, cells) in &self.rows {
            groups.entry(cells).or_default().push(*rank);
        }
        let mut folded: Vec<(Vec<u64>, &[Cell])> =
            groups.into_iter().map(|(cells, ranks)| (ranks, cells)).collect();
        crate::order::sort_by(&mut folded, |a, b| a.0.cmp(&b.0));
        folded
    }
}

fn cell(file: Option<&WeightFile>, step: Step, bound: Option<&(String, Step)>) -> Cell {
    let Some(file) = file else { return Cell::Missing };
    if file.health != Health::Whole {
        return Cell::Damaged(file.health);
    }
    if !file.holds.resumes() {
        return Cell::WeightsOnly(file.holds);
    }
    match bound {
        Some((prefix, _)) if !file.name.starts_with(prefix.as_str()) => Cell::OtherRun,
        Some((_, bound)) if step > *bound => Cell::AboveBound,
        _ => Cell::Complete,
    }
}

impl Cell {
    /// Whether the file is whole and holds what resuming needs.
    const fn is_loaded(self) -> bool {
        matches!(self, Self::Complete | Self::AboveBound | Self::OtherRun)
    }

    /// The state in a word, as JSON says it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Missing => "missing",
            Self::AboveBound => "above_bound",
            Self::OtherRun => "other_run",
            Self::WeightsOnly(_) => "weights_only",
            Self::Odd(OddKind::Lacks) => "lacks_tensors",
            Self::Odd(OddKind::Shapes) => "other_shapes",
            Self::Damaged(Health::Empty) => "empty",
            Self::Damaged(Health::Truncated) => "truncated",
            Self::Damaged(Health::Checksum) => "checksum_differs",
            Self::Damaged(Health::Unreadable) => "unreadable",
            Self::Damaged(Health::Failing) => "failing",
            Self::Damaged(Health::NoFile(_)) => "no_file",
            Self::Damaged(Health::Damaged | Health::Whole) => "damaged",
        }
    }

    /// The state and its reason, in a line.
    #[must_use]
    pub fn reason(self) -> Phrase {
        match self {
            Self::Complete => phrase!("the file is whole and can be loaded", "文件完整，可以加载"),
            Self::Missing => phrase!("the rank has no file of this step", "该 rank 没有这一步的文件"),
            Self::AboveBound => phrase!(
                "later than the oldest step that a meta.json names, so it does not take part",
                "晚于各 meta.json 所记的最早一步，因此不参与选择"
            ),
            Self::OtherRun => phrase!(
                "of another run than the meta.json with the oldest step names, so it does not take part",
                "与记录最早一步的 meta.json 所指的不是同一次运行，因此不参与选择"
            ),
            Self::WeightsOnly(Holds { optimizer: false, .. }) => phrase!(
                "holds weights but no states of the optimizer: training cannot go on from it",
                "只有权重，没有优化器状态：无法由此续训"
            ),
            Self::WeightsOnly(_) => phrase!(
                "holds no epoch_num and step_num: training would begin again at step 0",
                "没有 epoch_num 与 step_num：将从第 0 步重新开始"
            ),
            Self::Odd(OddKind::Lacks) => phrase!(
                "lacks tensors that other ranks of its stage hold",
                "缺少同一 stage 其他 rank 都有的张量"
            ),
            Self::Odd(OddKind::Shapes) => phrase!(
                "holds slices in another shape than other ranks of its stage",
                "所含切片的形状与同一 stage 的其他 rank 不同"
            ),
            Self::Damaged(Health::Empty) => phrase!("the file is empty", "文件为空"),
            Self::Damaged(Health::Truncated) => phrase!("the file is cut off", "文件不完整"),
            Self::Damaged(Health::Checksum) => {
                phrase!("the file's checksum does not hold", "文件的校验和不符")
            }
            Self::Damaged(Health::Unreadable) => {
                phrase!("the system does not let this user read the file", "系统不允许当前用户读取该文件")
            }
            Self::Damaged(Health::Failing) => {
                phrase!("the system fails to read the file", "系统读取该文件时出错")
            }
            Self::Damaged(Health::NoFile(instead)) => instead.it_is(),
            Self::Damaged(Health::Damaged | Health::Whole) => {
                phrase!("the file is damaged", "文件已损坏")
            }
        }
    }
}
