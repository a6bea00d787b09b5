//! The tensors of a side, as far as they are compared.

use std::collections::HashMap;
use std::rc::Rc;

use foldhash::fast::FixedState;
use indexmap::IndexMap;
use serde::Serialize;

use super::Lengths;
use crate::check::Known;
use crate::geometry::DType;
use crate::layout::{Placement, Strategy};

/// How a tensor is cut: per stage that holds it, per dimension, which digits of a rank's number choose
/// the slice. Equal however the mesh is written down.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Cut {
    /// Stages, ascending.
    pub stages: Vec<u32>,
    /// Per stage the parts of each dimension.
    pub parts: Vec<Vec<u64>>,
    /// Per stage and dimension `[stride, parts]` of each digit, major to minor.
    pub digits: Vec<Vec<Vec<[u64; 2]>>>,
}

impl Cut {
    /// Of a tensor of so many dimensions in a complete checkpoint.
    fn whole(dims: usize) -> Self {
        Self { stages: vec![0], parts: vec![vec![1; dims]], digits: vec![vec![Vec::new(); dims]] }
    }

    /// Whether no dimension is cut.
    pub(super) fn is_whole(&self) -> bool {
        self.parts.iter().flatten().all(|&parts| parts == 1)
    }

    /// Whether slices or stages are others. A layout may have more dimensions than its tensor, of
    /// which nothing is seen where none is cut.
    pub(super) fn differs(&self, other: &Self) -> bool {
        self.stages != other.stages || (self != other && !(self.is_whole() && other.is_whole()))
    }
}

/// What is known of a tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tensor {
    pub(super) dtype: Option<DType>,
    pub(super) dims: Option<Vec<u64>>,
    /// None where the side has a strategy that does not list it, or none although its weights are slices.
    pub(super) cut: Option<Rc<Cut>>,
}

/// Tensors by name, in the order of the files.
pub(super) type Tensors<'a> = IndexMap<&'a str, Tensor, FixedState>;

/// The tensors of a side's weights, with lengths of slices or of wholes.
pub(super) fn of_weights<'a>(side: &Known<'a>, lengths: Lengths) -> Tensors<'a> {
    let mut cuts = Cuts::of(side, lengths);
    let mut tensors = Tensors::default();
    let held = match lengths {
        Lengths::Wholes => side.wholes(),
        Lengths::Slices => side.slices(),
    };
    for (name, whole) in held {
        let cut = cuts.cut(name, whole.dims.as_deref());
        tensors.insert(name, Tensor { dtype: Some(whole.dtype), dims: whole.dims, cut });
    }
    tensors
}

/// The tensors of a side's strategy, and of its weights those that the other side's strategy lists; of
/// its weights alone where there is no strategy.
pub(super) fn tensors<'a>(side: &Known<'a>, other: &Known<'_>) -> Tensors<'a> {
    let Some(strategy) = side.strategy else { return of_weights(side, Lengths::Wholes) };
    let mut cuts = Cuts::of(side, Lengths::Wholes);
    let mut wholes = side.wholes();
    let mut tensors = Tensors::default();
    for (name, placements) in strategy.tensors() {
        let whole = wholes.get_mut(name).map(|whole| (whole.dtype, whole.dims.take()));
        let (dtype, dims) = whole.map_or((None, None), |(dtype, dims)| (Some(dtype), dims));
        tensors.insert(name, Tensor { dtype, dims, cut: cuts.laid(strategy, placements) });
    }
    let is_listed = |name: &str| other.strategy.is_some_and(|strategy| !strategy.placements(name).is_empty());
    for (name, whole) in wholes {
        if !tensors.contains_key(name) && is_listed(name) {
            tensors.insert(name, Tensor { dtype: Some(whole.dtype), dims: whole.dims, cut: None });
        }
    }
    tensors
}

/// The distinct cuts of a side: a model's thousands of tensors have a handful.
struct Cuts<'a> {
    strategy: Option<&'a Strategy>,
    is_of_slices: bool,
    /// By stage and layout of every placement.
    laid: HashMap<Vec<(u32, usize)>, Option<Rc<Cut>>, FixedState>,
    /// By number of dimensions.
    whole: HashMap<usize, Rc<Cut>>,
}

impl<'a> Cuts<'a> {
    fn of(side: &Known<'a>, lengths: Lengths) -> Self {
        Self {
            strategy: side.strategy,
            is_of_slices: lengths == Lengths::Slices || side.is_of_slices(),
            laid: HashMap::default(),
            whole: HashMap::new(),
        }
    }

    /// The cut of a tensor with these whole lengths.
    fn cut(&mut self, name: &str, dims: Option<&[u64]>) -> Option<Rc<Cut>> {
        if let Some(strategy) = self.strategy {
            return self.laid(strategy, strategy.placements(name));
        }
        let dims = dims.filter(|_| !self.is_of_slices)?.len();
        Some(Rc::clone(self.whole.entry(dims).or_insert_with(|| Rc::new(Cut::whole(dims)))))
    }

    fn laid(&mut self, strategy: &Strategy, placements: &[Placement]) -> Option<Rc<Cut>> {
        let key = placements.iter().map(|at| (at.stage, at.layout.0)).collect();
        self.laid.entry(key).or_insert_with(|| cut(strategy, placements).map(Rc::new)).clone()
    }
}

fn cut(strategy: &Strategy, placements: &[Placement]) -> Option<Cut> {
    let layouts: Vec<_> = placements.iter().filter_map(|at| strategy.layout(at.layout)).collect();
    (!layouts.is_empty()).then(|| Cut {
        stages: placements.iter().map(|at| at.stage).collect(),
        parts: layouts.iter().map(|layout| layout.cuts()).collect(),
        digits: layouts.iter().map(|layout| layout.digits()).collect(),
    })
}
