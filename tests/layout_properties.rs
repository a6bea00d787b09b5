//! Layouts against a naive model, written from the rule as MindSpore's specification states it:
//! per rank and dimension, an index in mixed radix and a slice by division.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may panic")]

use proptest::prelude::*;
use shardlens::layout::{Layout, Mesh, OptShard, SplitRule};

/// A layout in MindSpore's words: axis ids count from the right, −1 is not cut.
#[derive(Clone, Debug)]
struct Model {
    dev_matrix: Vec<u64>,
    tensor_map: Vec<Vec<i64>>,
    opt_size: i64,
    shape: Vec<u64>,
}

impl Model {
    fn axis(&self, id: i64) -> usize {
        self.dev_matrix.len() - 1 - usize::try_from(id).unwrap()
    }

    fn coordinates(&self, mut rank: u64) -> Vec<u64> {
        let mut coordinates = vec![0; self.dev_matrix.len()];
        for (axis, size) in self.dev_matrix.iter().enumerate().rev() {
            coordinates[axis] = rank % size;
            rank /= size;
        }
        coordinates
    }

    /// (axis, part) outer to inner, or none if the size does not fit.
    fn optimizer_axes(&self) -> Option<Vec<(usize, u64)>> {
        let used: Vec<usize> =
            self.tensor_map.iter().flatten().filter(|&&id| id >= 0).map(|&id| self.axis(id)).collect();
        let unused: Vec<usize> = (0..self.dev_matrix.len())
            .filter(|axis| !used.contains(axis) && self.dev_matrix[*axis] > 1)
            .collect();
        let product: u64 = unused.iter().map(|&axis| self.dev_matrix[axis]).product();
        let mut n = match self.opt_size {
            0 => return Some(Vec::new()),
            -1 => product,
            size => u64::try_from(size).unwrap(),
        };
        if unused.is_empty() && self.dev_matrix.iter().product::<u64>() > 1 {
            return None;
        }
        let mut axes = Vec::new();
        for &axis in unused.iter().rev() {
            if n == 1 {
                break;
            }
            let size = self.dev_matrix[axis];
            if size <= n {
                if !n.is_multiple_of(size) {
                    return None;
                }
                axes.insert(0, (axis, size));
                n /= size;
            } else {
                if !size.is_multiple_of(n) {
                    return None;
                }
                axes.insert(0, (axis, n));
                n = 1;
            }
        }
        (n == 1).then_some(axes)
    }

    /// (start, length) per dimension of a rank's slice; none if something does not divide.
    fn slice(&self, rank: u64) -> Option<Vec<(u64, u64)>> {
        let coordinates = self.coordinates(rank);
        let optimizer = self.optimizer_axes()?;
        let mut slice = Vec::new();
        for (dim, entry) in self.tensor_map.iter().enumerate() {
            let (mut index, mut cuts) = (0, 1);
            for &id in entry.iter().filter(|&&id| id >= 0) {
                index = index * self.dev_matrix[self.axis(id)] + coordinates[self.axis(id)];
                cuts *= self.dev_matrix[self.axis(id)];
            }
            if dim == 0 {
                for &(axis, part) in &optimizer {
                    index = index * part + coordinates[axis] % part;
                    cuts *= part;
                }
            }
            if !self.shape[dim].is_multiple_of(cuts) {
                return None;
            }
            slice.push((index * self.shape[dim] / cuts, self.shape[dim] / cuts));
        }
        Some(slice)
    }

    fn layout(&self) -> Option<Layout> {
        let axes: Vec<Vec<usize>> = self
            .tensor_map
            .iter()
            .map(|entry| entry.iter().filter(|&&id| id >= 0).map(|&id| self.axis(id)).collect())
            .collect();
        let layout = Layout::new(Mesh::unnamed(&self.dev_matrix).unwrap(), &axes, SplitRule::Exact).unwrap();
        match self.opt_size {
            0 => Some(layout),
            -1 => layout.with_optimizer(OptShard::All).ok(),
            size => layout.with_optimizer(OptShard::Size(u64::try_from(size).unwrap())).ok(),
        }
    }
}

prop_compose! {
    fn models()(dev_matrix in prop::collection::vec(1u64..=4, 1..=4))(
        order in Just((0..dev_matrix.len()).collect::<Vec<_>>()).prop_shuffle(),
        // For each axis the dimension that it cuts, or none.
        dims in 1usize..=5,
        picks in prop::collection::vec(prop::option::of(0usize..5), dev_matrix.len()),
        opt_size in prop::sample::select(vec![0i64, 0, -1, 2, 3, 4]),
        factors in prop::collection::vec(1u64..=3, 5),
        divides in prop::bool::weighted(0.9),
        dev_matrix in Just(dev_matrix),
    ) -> Model {
        let mut tensor_map = vec![Vec::new(); dims];
        for axis in order {
            if let Some(dim) = picks[axis] {
                tensor_map[dim % dims].push(i64::try_from(dev_matrix.len() - 1 - axis).unwrap());
            }
        }
        let all: u64 = dev_matrix.iter().product();
        let shape = (0..dims).map(|dim| if divides { all * factors[dim] } else { factors[dim] }).collect();
        for entry in &mut tensor_map {
            if entry.is_empty() {
                entry.push(-1);
            }
        }
        Model { dev_matrix, tensor_map, opt_size, shape }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn every_rank_holds_what_the_rule_says(model in models()) {
        let ranks: u64 = model.dev_matrix.iter().product();
        let layout = model.layout();
        prop_assert_eq!(layout.is_some(), model.optimizer_axes().is_some());
        let Some(layout) = layout else { return Ok(()) };
        let Ok(regions) = layout.regions(&model.shape) else {
            prop_assert!(model.slice(0).is_none());
            return Ok(());
        };
        prop_assert_eq!(regions.len(), layout.shards());
        for rank in 0..ranks {
            let shard = layout.shard_of(rank);
            let region = regions.region(shard);
            let spans: Vec<(u64, u64)> = region.spans.iter().map(|span| (span.start, span.len)).collect();
            prop_assert_eq!(Some(spans), model.slice(rank));
            prop_assert!(layout.ranks_of(shard).contains(&rank));
        }
        prop_assert_eq!(regions.iter().map(|(_, region)| region.elements()).sum::<u64>(), model.shape.iter().product::<u64>());
    }
}
