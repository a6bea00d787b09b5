//! dp·mp·pp of a strategy, as far as its layouts tell.

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::layout::{Layout, Strategy};

/// The usual three numbers of a parallel job. A strategy file does not state them: `mp` is the
/// product of the mesh axes that cut tensors other than by the optimizer, `dp` the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parallel {
    /// Data parallel: ranks of a stage that hold equal slices, the optimizer split apart.
    pub dp: u64,
    /// Model (tensor) parallel.
    pub mp: u64,
    /// Pipeline stages.
    pub pp: u32,
}

impl Parallel {
    /// What a strategy's layouts tell; none where tensors are cut over different meshes, so that
    /// no three numbers say it.
    #[must_use]
    pub fn of(strategy: &Strategy) -> Option<Self> {
        let cut: Vec<&Layout> = strategy.layouts().iter().filter(|layout| layout.shards() > 1).collect();
        let sizes = |layout: &&Layout| layout.mesh().to_string();
        if cut.windows(2).any(|pair| pair.first().map(sizes) != pair.last().map(sizes)) {
            return None;
        }
        let mut cutting = BTreeSet::new();
        for layout in cut {
            let own = (0..layout.rank()).flat_map(|dim| layout.parts_of(dim).0);
            cutting.extend(own.map(|part| (part.axis, layout.mesh().size(part.axis))));
        }
        let mp = cutting.iter().map(|&(_, size)| size).product::<u64>().max(1);
        let dp = strategy.ranks_per_stage() / mp;
        (dp * mp == strategy.ranks_per_stage()).then(|| Self { dp, mp, pp: strategy.stages() })
    }
}

impl fmt::Display for Parallel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "dp{}·mp{}·pp{}", self.dp, self.mp, self.pp)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::OptShard;
    use crate::parallel::llama;

    fn of(dp: u64, mp: u64, pp: u32, optimizer: Option<OptShard>) -> String {
        let model = llama::Model { layers: 4, ..llama::LLAMA_7B };
        let parallel = llama::Parallel { optimizer, ..llama::Parallel::new(dp, mp, pp) };
        Parallel::of(&llama::strategy(&model, &parallel).unwrap()).unwrap().to_string()
    }

    #[test]
    fn the_three_numbers_of_a_llama_job_are_found_again() {
        assert_eq!(of(2, 1, 4, None), "dp2·mp1·pp4");
        assert_eq!(of(1, 2, 2, None), "dp1·mp2·pp2");
        assert_eq!(of(4, 2, 1, None), "dp4·mp2·pp1");
    }

    #[test]
    fn the_optimizer_split_is_no_model_parallelism() {
        assert_eq!(of(4, 2, 1, Some(OptShard::All)), "dp4·mp2·pp1");
    }
}
