//! The rank lists against those that MindSpore 2.10 gave for the recorded cases.

use super::*;
use crate::catalog::{Survey, look, side};
use crate::check::Side;
use crate::format::WeightFormat;
use crate::native::walk;
use crate::plan::{Inputs, Options, plan};

fn planned(case: &str) -> Plan {
    let folder = std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases")).join(case);
    let catalog = |of: Side, names: &[&str]| {
        let mut survey = Survey::default();
        for name in names.iter().map(|name| folder.join(name)).filter(|path| path.exists()) {
            walk(&name).unwrap().files.into_iter().for_each(|file| survey.add(look(file)));
        }
        survey.sort();
        (!survey.files().is_empty()).then(|| side(&survey, of))
    };
    let source = catalog(Side::Source, &["src", "src_strategy.ckpt", "src_strategy_merged.ckpt"]).unwrap();
    let target = catalog(Side::Target, &["dst_strategy.ckpt", "dst_strategy_merged.ckpt"]);
    let inputs = Inputs {
        source: source.checkpoint.as_ref().unwrap(),
        source_strategy: source.strategy.as_ref(),
        target_strategy: target.as_ref().and_then(|target| target.strategy.as_ref()),
    };
    let options = Options { prefix: "checkpoint_".to_owned(), format: WeightFormat::Ckpt };
    plan(&inputs, &options).plan.unwrap()
}

/// Target ranks with their lists.
type Lists = &'static [(u64, &'static [u64])];

/// The list of a target rank.
fn list(plan: &Plan, rank: u64) -> RankList {
    let (from, to) = (plan.source.topology.ranks_per_stage, plan.target.topology.ranks_per_stage);
    rank_lists(plan).unwrap()[&(rank / to, rank % from)].clone()
}

#[test]
fn the_lists_are_those_that_mindspore_gives() {
    let cases: [(&str, Lists); 10] = [
        ("dp1mp4pp1_to_same", &[(0, &[0]), (3, &[3])]),
        ("dp1mp4pp2_to_dp1mp2pp2", &[(0, &[0, 1, 2, 3]), (1, &[0, 1, 2, 3]), (2, &[4, 5, 6, 7])]),
        ("dp1mp8pp1_to_full", &[(0, &[0, 1, 2, 3, 4, 5, 6, 7])]),
        ("dp2mp1pp4_to_dp1mp2pp2", &[(0, &[0, 2]), (1, &[1, 3]), (2, &[4, 6]), (3, &[5, 7])]),
        ("dp4mp1_opt2_to_full", &[(0, &[0, 1])]),
        ("dp4mp2pp1_to_dp2mp4pp1", &[(0, &[0, 1]), (2, &[2, 3]), (7, &[6, 7])]),
        ("dp1mp3pp1_to_dp2mp6pp1", &[(0, &[0, 1, 2]), (11, &[0, 1, 2])]),
        ("full_to_dp4mp4pp1", &[(0, &[0]), (15, &[0])]),
        ("moe_ep2mp2_to_ep4", &[(0, &[0, 1]), (1, &[0, 1]), (3, &[2, 3])]),
        ("dp2mp4_optall_to_dp4mp2_opt2", &[(0, &[0, 1, 2, 3, 4, 5, 6, 7])]),
    ];
    for (case, expected) in cases {
        let plan = planned(case);
        for (rank, ranks) in expected {
            assert_eq!(list(&plan, *rank), *ranks, "{case}, rank {rank}");
        }
    }
}

#[test]
fn equal_lists_are_loaded_once() {
    let plan = planned("dp1mp4pp2_to_dp1mp2pp2");
    // Two loads of four files: {0, 1, 2, 3} for ranks 0 and 1, {4, 5, 6, 7} for 2 and 3.
    let loads = peer_loads(&plan, &|rank| 100 + rank);
    assert_eq!(loads, PeerLoads::Loads { bytes: 828, files: 8, largest: 422 });
}

#[test]
fn what_mindspore_refuses_is_known() {
    let loads = peer_loads(&planned("dp1mp6pp1_to_dp1mp4pp1"), &|_| 1);
    assert_eq!(loads, PeerLoads::DeviceCounts { source: 6, target: 4 });
    assert_eq!(peer_loads(&planned("dp1mp2pp1_to_dp1mp1pp4"), &|_| 1), PeerLoads::SingleRankStages);
}
