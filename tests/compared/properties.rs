//! Any two small sides.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use proptest::prelude::*;
use shardlens::format::mindspore::strategy::{from_strategy, write_protobuf};
use shardlens::format::{NewEntry, WeightFormat, layout_file};
use shardlens::geometry::{DType, Shape};
use shardlens::layout::{Layout, Mesh, SplitRule, StrategyBuilder};
use shardlens::source::ReadAt;

use crate::both::agree;

#[derive(Clone, Debug)]
struct Tensor {
    dims: Vec<u64>,
    dtype: DType,
    /// The dimension that the strategy cuts.
    cut: Option<usize>,
}

/// What a side consists of.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Parts {
    Weights,
    Strategy,
    Both,
    /// Weights of two ranks, and nothing that says how they are cut.
    Slices,
}

fn tensor() -> impl Strategy<Value = Tensor> {
    let dims = prop::sample::select(vec![vec![4, 2], vec![2, 4], vec![4]]);
    let dtype = prop::sample::select(vec![DType::F16, DType::F32]);
    (dims, dtype, prop::option::of(0usize..1)).prop_map(|(dims, dtype, cut)| Tensor { dims, dtype, cut })
}

fn side() -> impl Strategy<Value = (Parts, BTreeMap<String, Tensor>)> {
    let name = (
        prop::sample::select(vec!["", "network."]),
        prop::sample::select(vec!["layers.0.", "layers.1.", "head."]),
        prop::sample::select(vec!["attention.wq", "attention.wk", "norm"]),
        prop::sample::select(vec![".weight", ".kernel"]),
    );
    let name = name.prop_map(|(front, layer, part, end)| format!("{front}{layer}{part}{end}"));
    let parts = prop::sample::select(vec![Parts::Weights, Parts::Strategy, Parts::Both, Parts::Slices]);
    (parts, prop::collection::btree_map(name, tensor(), 1..10))
}

/// Writes the side of two ranks, or complete weights.
fn write(folder: &Path, parts: Parts, tensors: &BTreeMap<String, Tensor>) {
    fs::create_dir_all(folder).unwrap();
    if matches!(parts, Parts::Strategy | Parts::Both) {
        let mut builder = StrategyBuilder::default();
        for (name, tensor) in tensors {
            let axes: Vec<Vec<usize>> = (0..tensor.dims.len())
                .map(|dim| if tensor.cut == Some(dim) { vec![0] } else { vec![] })
                .collect();
            let layout = Layout::new(Mesh::unnamed(&[2]).unwrap(), &axes, SplitRule::Exact).unwrap();
            builder.add(name, 0, layout, None).unwrap();
        }
        let file = from_strategy(&builder.build().unwrap(), Some(0)).unwrap();
        fs::write(folder.join("ckpt_strategy_rank_0.ckpt"), write_protobuf(&file)).unwrap();
    }
    let ranks = match parts {
        Parts::Strategy => return,
        Parts::Weights => 1,
        Parts::Both | Parts::Slices => 2,
    };
    for rank in 0..ranks {
        let shape = |tensor: &Tensor| {
            let mut dims = tensor.dims.clone();
            if let Some(cut) = tensor.cut.filter(|_| parts != Parts::Weights) {
                dims[cut] /= 2;
            }
            Shape::new(dims).unwrap()
        };
        let entries: Vec<NewEntry<'_>> = tensors
            .iter()
            .map(|(name, tensor)| NewEntry { name, dtype: tensor.dtype, shape: shape(tensor) })
            .collect();
        let file = layout_file(WeightFormat::Ckpt, &entries).unwrap().sparse();
        let mut bytes = vec![0; usize::try_from(file.len()).unwrap()];
        file.read_at(0, &mut bytes).unwrap();
        let folder = folder.join(format!("rank_{rank}"));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("a.ckpt"), bytes).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]
    #[test]
    fn the_page_says_of_any_two_sides_what_the_command_says(first in side(), second in side()) {
        let room = tempfile::tempdir().unwrap();
        let [a, b] = ["a", "b"].map(|name| room.path().join(name));
        write(&a, first.0, &first.1);
        write(&b, second.0, &second.1);
        // Slices of which nothing is known, and what is complete.
        let has = |parts| [first.0, second.0].contains(&parts);
        prop_assert_eq!(agree(&a, &b), !(has(Parts::Slices) && has(Parts::Weights)));
    }
}
