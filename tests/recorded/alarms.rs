//! Recorded conversions that come out right give no error and no warning before they run, but for
//! those that were recorded because of what is odd in them.

use std::path::Path;

use shardlens::catalog::{Survey, survey};
use shardlens::check::{Finding, Severity};
use shardlens::conversion::{Piles, examine};
use shardlens::native::walk;

use crate::case;
use crate::differences::{DIFFERENCES, Instead};
use crate::request::{Request, request};

/// A case, the warning that it must give, and what is odd in it.
const ODD: &[(&str, &str, &str)] = &[
    (
        "param_missing_in_dst_strategy",
        "SL0504",
        "the target strategy lacks a tensor, which MindSpore copies as a slice",
    ),
    ("stray_entries_in_src_dir", "SL0212", "the folder has a rank beyond the strategy, after a gap"),
    (
        "subset_strategy_by_stage_naming",
        "SL0507",
        "the source lacks tensors of the target, which MindSpore leaves out",
    ),
];

fn pile(path: &Path) -> Survey {
    survey(walk(path).unwrap().files)
}

/// The weights and both strategies.
pub(crate) fn piles(request: &Request) -> [Option<Survey>; 3] {
    let Request { source, source_strategy, target_strategy, .. } = request;
    [Some(source), source_strategy.as_ref(), target_strategy.as_ref()].map(|path| path.map(|path| pile(path)))
}

/// All that is told of a conversion; its plan tells the same.
fn told(request: &Request) -> Vec<Finding> {
    let [source, from, to] = piles(request);
    let piles = Piles {
        source: source.as_ref(),
        source_strategy: from.as_ref(),
        target_strategy: to.as_ref(),
        target: None,
    };
    let examined = examine(&piles, "checkpoint_", Some(request.format));
    if let Some(plan) = examined.plan {
        let in_plan: Vec<&str> = plan.findings.iter().map(|record| record.code.as_str()).collect();
        let told: Vec<&str> = examined.findings.iter().map(|finding| finding.kind.code).collect();
        assert_eq!(in_plan, told);
    }
    examined.findings
}

#[test]
fn what_comes_out_right_gives_no_alarm() {
    let (mut quiet, mut complaints) = (0, Vec::new());
    for case in case::all() {
        let scratch = tempfile::tempdir().unwrap();
        let Some(request) = request(&case, scratch.path()) else { continue };
        let instead =
            DIFFERENCES.iter().find(|(name, ..)| *name == case.name).map(|(_, instead, _)| *instead);
        let is_right = match instead {
            Some(Instead::Refused(_)) => false,
            Some(Instead::Reference | Instead::OurNames) => true,
            None => case.written.is_some(),
        };
        if !is_right {
            continue;
        }
        let expected: Vec<&str> =
            ODD.iter().filter(|(name, ..)| *name == case.name).map(|(_, code, _)| *code).collect();
        let findings = told(&request);
        let alarms = findings.iter().filter(|finding| finding.kind.severity != Severity::Info);
        let codes: Vec<&str> = alarms.map(|finding| finding.kind.code).collect();
        if codes != expected {
            complaints.push(format!("{}: {codes:?}, expected {expected:?}", case.name));
        }
        quiet += usize::from(codes.is_empty());
    }
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
    assert!(quiet > 60, "{quiet} cases");
}

/// Notes about what MindSpore makes of a conversion are what it was recorded to make of it.
#[test]
fn what_mindspore_is_said_to_refuse_it_refused() {
    let (mut refused, mut wrong) = (Vec::new(), Vec::new());
    for case in case::all() {
        let scratch = tempfile::tempdir().unwrap();
        let Some(request) = request(&case, scratch.path()) else { continue };
        if case.operation != "transform_checkpoints" {
            continue;
        }
        let findings = told(&request);
        let says = |codes: &[&str]| findings.iter().any(|finding| codes.contains(&finding.kind.code));
        if says(&["SL0708", "SL0709"]) {
            assert!(case.written.is_none(), "{}: MindSpore converted it", case.name);
            refused.push(case.name.clone());
        }
        if says(&["SL0710"]) {
            wrong.push(case.name.clone());
        }
    }
    assert_eq!(refused, ["dp1mp2pp1_to_dp1mp1pp4", "dp1mp6pp1_to_dp1mp4pp1", "dp4mp1pp2_to_dp1mp1pp2"]);
    assert_eq!(wrong, ["real_transposed2d_opt_to_full_PEERWRONG", "transposed_opt_to_full_PEERWRONG"]);
}
