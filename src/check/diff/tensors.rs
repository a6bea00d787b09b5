//! The tensors of a side, as far as they are compared.

use indexmap::IndexMap;
use serde::Serialize;
use xxhash_rust::xxh3::Xxh3DefaultBuilder;

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

/// What is known of a tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tensor {
    pub(super) dtype: Option<DType>,
    pub(super) dims: Option<Vec<u64>>,
    /// None where no strategy lists it.
    pub(super) cut: Option<Cut>,
}

/// Tensors by name, in the order of the files.
pub(super) type Tensors<'a> = IndexMap<&'a str, Tensor, Xxh3DefaultBuilder>;

/// The tensors of a side: of its weights, or of its strategy if it has no weights or those are not
/// compared.
pub(super) fn tensors<'a>(side: &Known<'a>, of_weights: bool) -> Tensors<'a> {
    let wholes = side.wholes();
    let whole = |name: &str| {
        let whole = wholes.get(name);
        (whole.map(|whole| whole.dtype), whole.and_then(|whole| whole.dims.clone()))
    };
    match side.strategy {
        Some(strategy) if !of_weights || side.checkpoint.is_none() => {
            let tensor = |(name, placements): (&'a str, &[Placement])| {
                let (dtype, dims) = whole(name);
                (name, Tensor { dtype, dims, cut: cut(strategy, placements) })
            };
            strategy.tensors().map(tensor).collect()
        }
        strategy => {
            let tensor = |name: &'a str| {
                let (dtype, dims) = whole(name);
                let cut = strategy.and_then(|strategy| cut(strategy, strategy.placements(name)));
                (name, Tensor { dtype, dims, cut })
            };
            wholes.keys().map(|&name| tensor(name)).collect()
        }
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
