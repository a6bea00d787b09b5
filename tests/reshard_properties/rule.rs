//! MindSpore's slicing written down a second time, element by element and straight from the words
//! of its rule, without the library's layouts.

use shardlens::layout::{Layout, Mesh, OptShard, SplitRule};

use crate::choices::Choices;

/// The layout fields of a strategy file, as MindSpore writes them.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    /// Sizes of the device axes, outermost first.
    pub(crate) dev_matrix: Vec<u64>,
    /// Per tensor dimension the axes that cut it, outer first; an axis counts from the right.
    pub(crate) tensor_map: Vec<Vec<usize>>,
    /// `opt_weight_shard_size`: 0 none, −1 over all unused axes, else that many parts.
    pub(crate) optimizer: i64,
}

impl Rule {
    /// A random rule for a tensor of `rank` dimensions over `devices` ranks.
    pub(crate) fn random(choices: &mut Choices, rank: usize, devices: u64) -> Self {
        let dev_matrix = random_axes(choices, devices);
        let mut tensor_map = vec![Vec::new(); rank];
        let mut free: Vec<usize> = (0..dev_matrix.len()).collect();
        while rank > 0 && !free.is_empty() && !choices.one_in(3) {
            let axis = free.remove(choices.below(free.len()));
            tensor_map[choices.below(rank)].push(axis);
        }
        let mut rule = Self { dev_matrix, tensor_map, optimizer: 0 };
        if rank > 0 && choices.one_in(2) {
            rule.optimizer = choices.pick(&[-1, 2, 3, 4, 6, 8]);
            for other in [-1, 0] {
                if rule.optimizer_parts().is_none() {
                    rule.optimizer = other;
                }
            }
        }
        rule
    }

    /// The coordinate of a rank along the axis that is `axis`-th from the right.
    fn coordinate(&self, rank: u64, axis: usize) -> u64 {
        let mut rest = rank;
        for (from_right, &size) in self.dev_matrix.iter().rev().enumerate() {
            if from_right == axis {
                return rest % size;
            }
            rest /= size;
        }
        unreachable!("the axis is one of the device matrix")
    }

    fn size(&self, axis: usize) -> u64 {
        self.dev_matrix[self.dev_matrix.len() - 1 - axis]
    }

    /// The axes that the optimizer cuts, outermost first, with the number of parts of each; none
    /// if its size does not fit. Axes from the right: smaller is further in.
    fn optimizer_parts(&self) -> Option<Vec<(usize, u64)>> {
        if self.optimizer == 0 {
            return Some(Vec::new());
        }
        let used: Vec<usize> = self.tensor_map.concat();
        let unused: Vec<usize> =
            (0..self.dev_matrix.len()).filter(|axis| !used.contains(axis) && self.size(*axis) > 1).collect();
        if unused.is_empty() {
            return None;
        }
        let mut n: u64 = match self.optimizer {
            -1 => unused.iter().map(|&axis| self.size(axis)).product(),
            size => u64::try_from(size).ok()?,
        };
        let mut parts = Vec::new();
        for axis in unused {
            let size = self.size(axis);
            if n == 1 {
                break;
            }
            if size <= n {
                if !n.is_multiple_of(size) {
                    return None;
                }
                parts.insert(0, (axis, size));
                n /= size;
            } else {
                if !size.is_multiple_of(n) {
                    return None;
                }
                parts.insert(0, (axis, n));
                n = 1;
            }
        }
        (n == 1).then_some(parts)
    }

    /// Parts per dimension.
    pub(crate) fn cuts(&self) -> Vec<u64> {
        let mut cuts: Vec<u64> =
            self.tensor_map.iter().map(|axes| axes.iter().map(|&axis| self.size(axis)).product()).collect();
        if let Some(first) = cuts.first_mut() {
            *first *= self.optimizer_parts().unwrap().iter().map(|&(_, n)| n).product::<u64>();
        }
        cuts
    }

    /// The slice of a rank of the stage: start and length per dimension.
    pub(crate) fn slice(&self, rank: u64, dims: &[u64]) -> Vec<(u64, u64)> {
        let optimizer = self.optimizer_parts().unwrap();
        let mut slice = Vec::new();
        for (d, axes) in self.tensor_map.iter().enumerate() {
            let mut index = 0;
            for &axis in axes {
                index = index * self.size(axis) + self.coordinate(rank, axis);
            }
            if d == 0 {
                for &(axis, n) in &optimizer {
                    index = index * n + self.coordinate(rank, axis) % n;
                }
            }
            let cuts = self.cuts()[d];
            let (start, end) = (index * dims[d] / cuts, (index + 1) * dims[d] / cuts);
            slice.push((start, end - start));
        }
        slice
    }

    /// The same as the library says it.
    pub(crate) fn layout(&self) -> Layout {
        let axes = self.dev_matrix.len();
        let partition: Vec<Vec<usize>> =
            self.tensor_map.iter().map(|dim| dim.iter().map(|axis| axes - 1 - axis).collect()).collect();
        let mesh = Mesh::unnamed(&self.dev_matrix).unwrap();
        let layout = Layout::new(mesh, &partition, SplitRule::Exact).unwrap();
        match self.optimizer {
            0 => layout,
            -1 => layout.with_optimizer(OptShard::All).unwrap(),
            size => layout.with_optimizer(OptShard::Size(size.try_into().unwrap())).unwrap(),
        }
    }
}

/// At most four axes whose product is `devices`, axes of one rank among them.
fn random_axes(choices: &mut Choices, devices: u64) -> Vec<u64> {
    let mut axes = vec![1; 1 + choices.below(4)];
    let mut rest = devices;
    for prime in [2, 3, 5] {
        while rest.is_multiple_of(prime) {
            let at = choices.below(axes.len());
            axes[at] *= prime;
            rest /= prime;
        }
    }
    assert_eq!(rest, 1);
    axes
}
