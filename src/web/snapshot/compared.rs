//! How the two sides compare, tensor by tensor: what `shardlens diff` tells, by name.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use serde::{Deserialize, Serialize};

use crate::catalog::SideCatalog;
use crate::check::Known;
use crate::check::diff::{Diff, Lengths, Renamed, SlicesAgainstWholes, diff, unlike_whole};
use crate::phrase::{Phrase, phrase};

/// What is the case with a tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Compared {
    /// In the target only.
    Added,
    /// In the source only.
    Removed,
    /// Under another name on the other side.
    Renamed,
    /// Of other whole lengths.
    Reshaped,
    /// Cut into other slices, dealt to the ranks otherwise, or in other stages.
    Recut,
    /// Of another element type.
    DType,
    /// Known to both sides, under whatever name, and nothing else is the case.
    Same,
}

impl Compared {
    /// All of them, in the order in which they are told.
    pub const ALL: [Self; 7] =
        [Self::Added, Self::Removed, Self::Renamed, Self::Reshaped, Self::Recut, Self::DType, Self::Same];

    /// The name in addresses and exports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Removed => "removed",
            Self::Renamed => "renamed",
            Self::Reshaped => "reshaped",
            Self::Recut => "recut",
            Self::DType => "dtype",
            Self::Same => "same",
        }
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// All that is the case with a tensor; nothing if it was not compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Differences(u8);

impl Differences {
    /// Whether something is the case.
    #[must_use]
    pub const fn has(self, kind: Compared) -> bool {
        self.0 & kind.bit() != 0
    }

    /// What is the case, in order.
    pub fn iter(self) -> impl Iterator<Item = Compared> {
        Compared::ALL.into_iter().filter(move |&kind| self.has(kind))
    }

    /// Without what follows from cuts and stages alone.
    #[must_use]
    pub const fn of_others(self) -> Self {
        Self(self.0 & !(Compared::Recut.bit() | Compared::Same.bit()))
    }

    pub(super) const fn add(&mut self, kind: Compared) {
        self.0 |= kind.bit();
    }
}

/// Whether and how the sides were compared.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Comparison {
    /// There is one side only.
    #[default]
    OneSide,
    /// A side has errors, or neither weights nor a strategy.
    Unsound,
    /// One side is sliced and no strategy says how, the other is not.
    SlicesAgainstWholes,
    /// They were.
    Done(Counts),
}

/// How many tensors differ, and how; a pair of names that is one tensor counts once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    counts: [usize; 7],
    /// Names of one side that were not paired with others, as too many are alike.
    pub not_paired: usize,
    /// What was taken for granted, and what could not be compared and why.
    pub notes: Vec<Phrase>,
}

impl Counts {
    /// How many there are.
    #[must_use]
    pub fn of(&self, kind: Compared) -> usize {
        self.counts.get(kind as usize).copied().unwrap_or(0)
    }

    /// Whether nothing differs.
    #[must_use]
    pub fn alike(&self) -> bool {
        Compared::ALL.into_iter().all(|kind| kind == Compared::Same || self.of(kind) == 0)
    }

    fn new(diff: &Diff<'_>) -> Self {
        let counts = [
            diff.added.len(),
            diff.removed.len(),
            diff.renamed.len(),
            diff.reshaped.len(),
            diff.recut.len(),
            diff.dtypes.len(),
            diff.same.len(),
        ];
        let sides = [phrase!("the source", "源侧"), phrase!("the target", "目标侧")];
        let slices = || phrase!("shapes are those of slices", "形状为切片的形状");
        let slices = (diff.lengths == Lengths::Slices).then(slices);
        let unknown = diff.unknown.iter().map(|unknown| unknown.phrase(&sides));
        let notes = slices.into_iter().chain(diff.assumed(&sides)).chain(unknown).collect();
        Self { counts, not_paired: diff.not_paired, notes }
    }
}

/// What a comparison tells, by name.
#[derive(Default)]
pub(super) struct Told<'a> {
    pub(super) comparison: Comparison,
    pub(super) renamed: Vec<Renamed<'a>>,
    names: HashMap<&'a str, Differences, FixedState>,
}

impl<'a> Told<'a> {
    /// Of two sides as they were sorted out.
    pub(super) fn of_sides(source: Option<&'a SideCatalog>, target: Option<&'a SideCatalog>) -> Self {
        if let (Some(source), Some(target)) = (source, target)
            && !(source.is_comparable() && target.is_comparable())
        {
            return Self { comparison: Comparison::Unsound, ..Self::default() };
        }
        Self::of(source.map(known), target.map(known))
    }

    /// Of two sides; of a source without a target, what a complete checkpoint of it would cut otherwise.
    pub(super) fn of(source: Option<Known<'a>>, target: Option<Known<'a>>) -> Self {
        let mut told = Self::default();
        match (source, target) {
            (None, _) => {}
            (Some(source), None) => told.add(Compared::Recut, unlike_whole(&source)),
            (Some(source), Some(target)) => match diff(&source, &target) {
                Ok(diff) => return Self::of_diff(diff),
                Err(SlicesAgainstWholes) => told.comparison = Comparison::SlicesAgainstWholes,
            },
        }
        told
    }

    fn of_diff(diff: Diff<'a>) -> Self {
        let mut told = Self { comparison: Comparison::Done(Counts::new(&diff)), ..Self::default() };
        told.add(Compared::Renamed, diff.renamed.iter().flat_map(|pair| [pair.from, pair.to]));
        told.add(Compared::Added, diff.added);
        told.add(Compared::Removed, diff.removed);
        told.add(Compared::Reshaped, diff.reshaped.iter().map(|change| change.name));
        told.add(Compared::Recut, diff.recut.iter().map(|change| change.name));
        told.add(Compared::DType, diff.dtypes.iter().map(|change| change.name));
        told.names.reserve(diff.same.len());
        told.add(Compared::Same, diff.same);
        told.renamed = diff.renamed;
        told
    }

    fn add(&mut self, kind: Compared, names: impl IntoIterator<Item = &'a str>) {
        for name in names {
            self.names.entry(name).or_default().add(kind);
        }
    }

    /// What is the case with a name.
    pub(super) fn differences(&self, name: &str) -> Differences {
        self.names.get(name).copied().unwrap_or_default()
    }
}

const fn known(side: &SideCatalog) -> Known<'_> {
    Known { strategy: side.strategy.as_ref(), checkpoint: side.checkpoint.as_ref() }
}
