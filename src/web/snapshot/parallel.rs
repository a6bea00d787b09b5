//! How a job is parallel, as far as its layouts tell: the roles of its mesh axes, and its label.

use std::collections::HashSet;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::layout::{Layout, Mesh, Strategy};

/// An axis of the mesh with its role, where that is certain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoleAxis {
    /// The file's own name of it, or `dp`, `mp`, `ep`; none where the layouts leave it open.
    pub role: Option<String>,
    /// Number of positions.
    pub size: u64,
}

/// What cuts a side. A strategy file states no roles: they follow from which tensors an axis cuts.
/// Said as `dp2·mp1·pp4·opt`, or with the mesh where a role is open: `mesh 2×2 · pp1`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parallel {
    /// The axes of the widest mesh that spans a stage, outermost first; empty where none does.
    pub axes: Vec<RoleAxis>,
    /// Pipeline stages.
    pub pp: u32,
    /// Whether optimizer parallel cuts: over all replicas (0), or into this many parts.
    pub optimizer: Option<u64>,
}

/// A layout that cuts other than by the optimizer, and whether it is of experts alone.
struct Cut<'a> {
    layout: &'a Layout,
    experts: bool,
}

impl Parallel {
    /// What a strategy's layouts tell.
    #[must_use]
    pub fn of(strategy: &Strategy) -> Self {
        let layouts = strategy.layouts();
        let per_stage = strategy.ranks_per_stage();
        let spanning = layouts.iter().map(Layout::mesh).filter(|mesh| mesh.ranks() == per_stage);
        // The first of the widest: an order that the file gives.
        let widest = spanning.rev().max_by_key(|mesh| mesh.axes().len());
        let axes = widest.map(|mesh| axes(mesh, &cuts(strategy))).unwrap_or_default();
        Self { axes, pp: strategy.stages(), optimizer: optimizer(layouts) }
    }

    /// Ranks along the axes of a role together; none where an axis has no certain role.
    #[must_use]
    pub fn size(&self, role: &str) -> Option<u64> {
        let known = self.axes.iter().all(|axis| axis.size == 1 || axis.role.is_some());
        let of_role = self.axes.iter().filter(|axis| axis.role.as_deref() == Some(role));
        known.then(|| of_role.map(|axis| axis.size).product())
    }
}

impl fmt::Display for Parallel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(dp), Some(ep), Some(mp)) = (self.size("dp"), self.size("ep"), self.size("mp")) {
            // Tensors that are no experts are data parallel along the experts' axis.
            if ep == 1 || dp > 1 {
                write!(f, "dp{dp}·")?;
            }
            if ep > 1 {
                write!(f, "ep{ep}·")?;
            }
            write!(f, "mp{mp}·")?;
            for axis in self.axes.iter().filter(|axis| axis.size > 1) {
                match axis.role.as_deref() {
                    None | Some("dp" | "ep" | "mp") => {}
                    Some(own) => write!(f, "{own}{}·", axis.size)?,
                }
            }
        } else {
            let sizes: Vec<String> = self.axes.iter().map(|axis| axis.size.to_string()).collect();
            write!(f, "mesh {} · ", sizes.join("×"))?;
        }
        write!(f, "pp{}", self.pp)?;
        match self.optimizer {
            None => Ok(()),
            Some(0) => f.write_str("·opt"),
            Some(parts) => write!(f, "·opt{parts}"),
        }
    }
}

/// The layouts that cut, and which of them only experts have.
fn cuts(strategy: &Strategy) -> Vec<Cut<'_>> {
    let mut others = HashSet::new();
    for (_, placements) in strategy.tensors().filter(|(name, _)| !is_expert(name)) {
        others.extend(placements.iter().map(|placement| placement.layout.0));
    }
    let layouts = strategy.layouts().iter().enumerate();
    layouts
        .filter(|(_, layout)| (0..layout.rank()).any(|dim| !layout.parts_of(dim).0.is_empty()))
        .map(|(id, layout)| Cut { layout, experts: !others.contains(&id) })
        .collect()
}

/// Whether a tensor is of a routed expert, as models name them; a shared expert is an ordinary layer.
fn is_expert(name: &str) -> bool {
    name.contains("expert") && !name.contains("shared_expert")
}

/// The axes of a mesh with their roles.
fn axes(mesh: &Mesh, cuts: &[Cut<'_>]) -> Vec<RoleAxis> {
    let one_mesh = cuts.iter().all(|cut| cut.layout.mesh() == mesh);
    let role = |(axis, named): (usize, &crate::layout::Axis)| {
        // MindSpore's axes have no names: `axis0`, `axis1` ….
        let own = (!named.name.starts_with("axis")).then(|| named.name.clone());
        let found = || role(cuts, axis).filter(|_| one_mesh).map(str::to_owned);
        RoleAxis { role: own.or_else(found), size: named.size }
    };
    let mut axes: Vec<RoleAxis> = mesh.axes().iter().enumerate().map(role).collect();
    // Of two axes that cut everything one may be data parallel, its weights dealt out.
    let is_mp = |axis: &RoleAxis| axis.size > 1 && axis.role.as_deref() == Some("mp");
    if axes.iter().filter(|&axis| is_mp(axis)).count() > 1 {
        axes.iter_mut().filter(|axis| is_mp(axis)).for_each(|axis| axis.role = None);
    }
    axes
}

/// What an axis without a name does. One along which no weight is cut, or only for the optimizer, is
/// data parallel; one along which experts alone are cut, one from the other, is expert parallel; one
/// along which all others are cut that are cut at all is model parallel. None where the layouts do
/// not agree, where only a factor of the axis cuts, or where three-dimensional weights alone are cut
/// into leading parts: they may be experts under other names.
fn role(cuts: &[Cut<'_>], axis: usize) -> Option<&'static str> {
    let part = |cut: &Cut<'_>| {
        let mut dims = 0..cut.layout.rank();
        dims.find_map(|dim| Some((dim, *cut.layout.parts_of(dim).0.iter().find(|part| part.axis == axis)?)))
    };
    let along: Vec<(&Cut<'_>, usize)> = cuts.iter().filter_map(|cut| Some((cut, part(cut)?.0))).collect();
    if cuts
        .iter()
        .filter_map(part)
        .any(|(_, part)| cuts.iter().any(|cut| cut.layout.mesh().size(axis) != part.parts))
    {
        return None;
    }
    let others = cuts.iter().filter(|cut| !cut.experts).count();
    let others_along = along.iter().filter(|(cut, _)| !cut.experts).count();
    let leads = |&(cut, dim): &(&Cut<'_>, usize)| dim == 0 && cut.layout.rank() > 2;
    match others_along {
        0 if along.is_empty() => Some("dp"),
        0 if along.iter().all(|&(_, dim)| dim == 0) => Some("ep"),
        0 => None,
        _ if along.iter().all(leads) => None,
        all if all == others => Some("mp"),
        _ => None,
    }
}

/// Into how many parts the optimizer cuts; 0 where it leaves no replicas, or not equally many parts.
fn optimizer(layouts: &[Layout]) -> Option<u64> {
    let cut: Vec<&Layout> = layouts.iter().filter(|layout| !layout.parts_of(0).1.is_empty()).collect();
    let parts = |layout: &&Layout| layout.parts_of(0).1.iter().map(|part| part.parts).product::<u64>();
    let first = cut.first().map(parts)?;
    let dealt_whole = cut.iter().all(|layout| layout.replicas() == 1);
    Some(if dealt_whole || cut.iter().any(|layout| parts(layout) != first) { 0 } else { first })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::OptShard;
    use crate::parallel::llama;

    fn of(dp: u64, mp: u64, pp: u32, optimizer: Option<OptShard>) -> String {
        let model = llama::Model { layers: 4, ..llama::LLAMA_7B };
        let parallel = llama::Parallel { optimizer, ..llama::Parallel::new(dp, mp, pp) };
        Parallel::of(&llama::strategy(&model, &parallel).unwrap()).to_string()
    }

    #[test]
    fn the_three_numbers_of_a_llama_job_are_found_again() {
        assert_eq!(of(2, 1, 4, None), "dp2·mp1·pp4");
        assert_eq!(of(1, 2, 2, None), "dp1·mp2·pp2");
        assert_eq!(of(4, 2, 1, None), "dp4·mp2·pp1");
    }

    #[test]
    fn the_optimizer_split_is_no_model_parallelism_and_is_said() {
        assert_eq!(of(4, 2, 1, Some(OptShard::All)), "dp4·mp2·pp1·opt");
        assert_eq!(of(4, 2, 1, Some(OptShard::Size(2))), "dp4·mp2·pp1·opt2");
    }

    #[cfg(not(target_arch = "wasm32"))]
    mod recorded {
        use crate::check::Side;
        use crate::web::workbench::tests::recorded;

        /// What the recorded strategies of a case are called.
        fn label(path: &str) -> String {
            let known = recorded(&[(Side::Source, path)], |_| true);
            known.source.unwrap().parallel.unwrap().to_string()
        }

        // The names of the jobs as their case.json has them.
        #[test]
        fn experts_are_not_called_model_parallel() {
            assert_eq!(label("moe_ep2mp2_to_ep4/src_strategy.ckpt"), "ep2·mp2·pp1");
            assert_eq!(label("moe_ep2mp2_to_ep4/dst_strategy.ckpt"), "ep4·mp1·pp1");
        }

        #[test]
        fn a_mesh_whose_axes_cut_as_they_like_is_named_by_its_sizes() {
            assert_eq!(label("shapes_1d_to_5d/src_strategy.ckpt"), "mesh 2×2 · pp1");
            assert_eq!(label("tp2d_to_other/src_strategy.ckpt"), "mesh 2×2×2 · pp1");
        }

        #[test]
        fn jobs_that_differ_in_the_optimizer_alone_have_different_labels() {
            assert_eq!(label("mindformers/optall"), "dp4·mp2·pp1·opt");
            assert_eq!(label("mindformers/opt2"), "dp4·mp2·pp1·opt2");
            assert_eq!(label("mindformers/dp8mp1"), "dp8·mp1·pp1");
            assert_eq!(label("real_dp2mp4opt_to_dp2mp2pp2opt/src_strategy.ckpt"), "dp2·mp4·pp1·opt");
        }
    }
}
