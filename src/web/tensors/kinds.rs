//! What tensors have in common beside their names: a model's thousands of tensors are of a
//! handful of kinds, so that filters and cells look at kinds.

use std::collections::{BTreeMap, HashMap};

use super::BREATH;
use crate::check::Side;
use crate::geometry::DType;
use crate::order::gather;
use crate::web::snapshot::{Differences, Facts, Held, Snapshot, TensorFacts};

/// Per tensor its kind, and the kinds.
#[derive(Debug, Default)]
pub struct Kinds {
    of: Vec<u32>,
    all: Vec<Kind>,
}

/// Tensors that differ in nothing but their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Index of one such tensor.
    pub example: usize,
    /// Equal for kinds that differ in nothing but their stages.
    pub alike: u32,
    /// Element type, if known.
    pub dtype: Option<DType>,
    /// Bytes of a whole tensor, if known.
    pub bytes: Option<u64>,
    /// Elements of a whole tensor, if known.
    pub parameters: Option<u64>,
    /// How the more cutting side holds it.
    pub cut: Cut,
    /// How the sides compare.
    pub compared: Differences,
}

/// How a tensor is spread over ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cut {
    /// Cut into slices on either side.
    Sharded,
    /// Not cut, but laid out over several ranks on either side.
    Replicated,
    /// Whole on both sides, or absent.
    Whole,
}

impl Cut {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Sharded, Self::Replicated, Self::Whole];

    /// The name in addresses.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sharded => "sharded",
            Self::Replicated => "replicated",
            Self::Whole => "whole",
        }
    }
}

impl Kinds {
    pub(super) async fn new(snapshot: &Snapshot, pause: &mut impl AsyncFnMut(usize)) -> Self {
        let mut kinds = Self::default();
        let (mut exact, mut alike) = (HashMap::<Facts, u32>::new(), HashMap::new());
        for (index, tensor) in snapshot.tensors.iter().enumerate() {
            if index % BREATH == 0 {
                pause(index).await;
            }
            let facts: &Facts = &tensor;
            let kind = match exact.get(facts) {
                Some(&kind) => kind,
                None => {
                    let kind = number(kinds.all.len());
                    exact.insert(facts.clone(), kind);
                    let fresh = number(alike.len());
                    let alike = *alike.entry(without_stages(facts)).or_insert(fresh);
                    kinds.all.push(Kind::new(snapshot, index, facts, alike));
                    kind
                }
            };
            kinds.of.push(kind);
        }
        kinds
    }

    /// Index of a tensor's kind.
    pub(super) fn index(&self, tensor: usize) -> usize {
        self.of.get(tensor).map_or(usize::MAX, |&kind| kind as usize)
    }

    /// A tensor's kind; none beyond the last tensor.
    #[must_use]
    pub fn get(&self, tensor: usize) -> Option<&Kind> {
        self.all.get(self.index(tensor))
    }

    /// All kinds.
    #[must_use]
    pub fn all(&self) -> &[Kind] {
        &self.all
    }

    /// Per kind, by its index, the number of its tensors.
    pub(super) fn counts(&self) -> impl Iterator<Item = (usize, u64)> {
        let mut counts = vec![0u64; self.all.len()];
        for &kind in &self.of {
            if let Some(count) = counts.get_mut(kind as usize) {
                *count += 1;
            }
        }
        counts.into_iter().enumerate()
    }

    /// Number of tensors.
    #[must_use]
    pub fn tensors(&self) -> usize {
        self.of.len()
    }
}

impl Kind {
    fn new(snapshot: &Snapshot, example: usize, tensor: &Facts, alike: u32) -> Self {
        let cut = [Side::Source, Side::Target].map(|side| cut(snapshot, tensor, side));
        Self {
            example,
            alike,
            dtype: tensor.dtype,
            bytes: tensor.bytes(),
            parameters: tensor.shape.as_ref().map(crate::geometry::Shape::elements),
            cut: cut.into_iter().min().unwrap_or(Cut::Whole),
            compared: tensor.compared,
        }
    }
}

fn cut(snapshot: &Snapshot, tensor: &Facts, side: Side) -> Cut {
    let Held::Laid(placed) = tensor.held(side) else { return Cut::Whole };
    let layouts = placed.iter().filter_map(|placed| snapshot.side(side)?.layouts.get(placed.layout));
    let cut = |layout: &crate::layout::Layout| match (layout.shards(), layout.replicas()) {
        (2.., _) => Cut::Sharded,
        (_, 2..) => Cut::Replicated,
        _ => Cut::Whole,
    };
    layouts.map(cut).min().unwrap_or(Cut::Whole)
}

/// The same facts in stage 0: layouts tell what differs besides stages.
fn without_stages(facts: &Facts) -> Facts {
    let mut facts = Facts { compared: facts.compared.of_others(), ..facts.clone() };
    for held in [&mut facts.source, &mut facts.target] {
        if let Held::Laid(placed) = held {
            placed.iter_mut().for_each(|placed| placed.stage = 0);
        }
    }
    facts
}

/// Names beyond 2^32 do not fit a page's memory.
pub(super) fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

/// Per tensor that findings are about their number, by the tensor's index.
pub(super) fn findings(snapshot: &Snapshot) -> BTreeMap<usize, usize> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for name in snapshot.findings.iter().flat_map(|record| record.subject.all_tensors()) {
        *counts.entry(name).or_default() += 1;
    }
    if counts.is_empty() {
        return BTreeMap::new();
    }
    let count = |tensor: &TensorFacts| counts.get(tensor.name.as_str()).copied();
    gather(snapshot.tensors.iter().enumerate().filter_map(|(at, tensor)| Some((at, count(&tensor)?))))
}
