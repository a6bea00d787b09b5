//! One side of the conversion, as the page shows it.

use serde::{Deserialize, Serialize};

use super::{Loads, MAX_LISTED_RANKS, Parallel, Stages};
use crate::check::Lang;
use crate::format::WeightFormat;
use crate::layout::{Layout, Strategy};
use crate::plan::Topology;

/// What was found on one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideFacts {
    /// Container format of the weights, if there are any (for a target: of what will be written).
    pub format: Option<WeightFormat>,
    /// Stages and ranks.
    pub topology: Topology,
    /// Whether there is a strategy.
    pub strategy: bool,
    /// Whether it is known how the side is cut: by its strategy, or as complete weights not at all.
    /// Else stages and ranks are not known either.
    pub known: bool,
    /// Of weights of several ranks without a strategy that can be used, the code of the finding that says so; else empty.
    pub cut_lost: String,
    /// The path of the side's strategy, if it was inferred; else empty.
    pub inferred: String,
    /// What cuts the side, if there is a strategy.
    pub parallel: Option<Parallel>,
    /// The distinct layouts.
    pub layouts: Layouts,
    /// Bytes per global rank: of its weight files, or for a target of the files to be written.
    /// Empty if neither is known.
    pub rank_bytes: Vec<u64>,
    /// What the visitor calls it; empty if nothing.
    pub label: String,
    /// What was on the side before a folder took its place; empty if nothing was.
    pub replaced: String,
    /// Folders with checkpoints side by side, of which one is to be chosen, and their weight files.
    pub rivals: Vec<(String, usize)>,
    /// What can be made of the files together.
    pub worth: Worth,
    /// How many tensors each stage has.
    pub stages: Stages,
    /// What every rank holds, as far as shapes are known.
    pub loads: Loads,
    /// The folder with the weights below what was opened; empty if they were opened themselves.
    pub root: String,
    /// The opened files that count, by path.
    pub files: Vec<FileFacts>,
    /// The first of the opened files that do not, by path.
    pub ignored: Vec<Ignored>,
    /// How many do not.
    pub ignored_count: u64,
}

/// What the files of a side are worth together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Worth {
    /// No strategy and no weights could be read.
    #[default]
    Nothing,
    /// Files contradict each other.
    Contradictory,
    /// Some are missing or wrong.
    Unusable,
    /// Something is known of them.
    Usable,
}

impl SideFacts {
    /// Whether a finding's path is that of a file: paths of weights may begin at the root.
    #[must_use]
    pub fn is_at(&self, file: &str, path: &str) -> bool {
        let below_root = || file.strip_prefix(&self.root)?.strip_prefix('/');
        file == path || (!self.root.is_empty() && below_root() == Some(path))
    }

    /// The rank that a file is of, if it counts.
    #[must_use]
    pub fn rank_of_file(&self, path: &str) -> Option<u64> {
        self.files.iter().find(|file| self.is_at(&file.path, path))?.rank
    }

    /// Bytes of all ranks.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.rank_bytes.iter().fold(0, |sum, &bytes| sum.saturating_add(bytes))
    }

    /// Bytes of a rank; none if not known.
    #[must_use]
    pub fn bytes_of(&self, rank: u64) -> Option<u64> {
        self.rank_bytes.get(usize::try_from(rank).ok()?).copied()
    }

    /// Whether other ranks have files, and this one has none.
    #[must_use]
    pub fn lacks_file(&self, rank: u64) -> bool {
        !self.rank_bytes.is_empty()
            && rank < self.topology.ranks().min(MAX_LISTED_RANKS)
            && self.bytes_of(rank).unwrap_or(0) == 0
    }

    /// Bytes of a stage's ranks; none if not known.
    #[must_use]
    pub fn bytes_of_stage(&self, stage: u32) -> Option<u64> {
        let (first, last) = self.topology.ranks_of(stage);
        let from = usize::try_from(first).ok()?;
        let to = usize::try_from(last).ok()?.min(self.rank_bytes.len().checked_sub(1)?);
        Some(self.rank_bytes.get(from..=to)?.iter().copied().fold(0, u64::saturating_add))
    }

    /// The mesh that cuts most, as sizes: `[2, 4]`.
    #[must_use]
    pub fn mesh(&self) -> Option<String> {
        let widest = self.layouts.0.iter().max_by_key(|layout| layout.mesh().axes().len())?;
        Some(widest.mesh().to_string())
    }
}

/// The distinct layouts of a side; tensors refer to them by index.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layouts(pub Vec<Layout>);

impl Layouts {
    /// The layouts of a strategy, at the indices of its [`crate::layout::LayoutId`]s.
    #[must_use]
    pub fn of(strategy: &Strategy) -> Self {
        Self(strategy.layouts().to_vec())
    }

    /// A layout by index.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&Layout> {
        self.0.get(index)
    }
}

/// A file that counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileFacts {
    /// Path relative to what was opened.
    pub path: String,
    /// Size in bytes.
    pub size: u64,
    /// Whether it holds weights; else it is a strategy.
    pub weights: bool,
    /// Its global rank, if it is of one.
    pub rank: Option<u64>,
}

/// A file that does not count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ignored {
    /// Path relative to what was opened.
    pub path: String,
    /// Size in bytes.
    pub size: u64,
    /// Why, in English.
    pub en: String,
    /// Why, in Chinese.
    pub zh: String,
}

impl Ignored {
    /// Why it does not count.
    #[must_use]
    pub fn why(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::Zh => &self.zh,
        }
    }
}
