//! What is wrong with a wish.

use super::{Form, Parallel, Place, Purpose, Run, Scenario, Source};
use crate::check::{Finding, kinds::advice as kinds};

pub(super) fn findings(source: &Source, run: &Run, scenario: Scenario) -> Vec<Finding> {
    let all = [
        strategy_needed(source, scenario),
        sizes(run),
        pipeline_in_predict(run),
        wiped(source, run, scenario),
        pipeline_only(source, scenario),
        no_counters(source, run),
    ];
    all.into_iter().flatten().collect()
}

fn strategy_needed(source: &Source, scenario: Scenario) -> Option<Finding> {
    let Form::Sliced(ranks) = source.form else { return None };
    let is_lacking = scenario.converts() && source.strategy.is_none();
    is_lacking.then(|| Finding::new(&kinds::STRATEGY_NEEDED).arg("ranks", ranks).arg("path", &source.path))
}

fn sizes(run: &Run) -> Option<Finding> {
    let Parallel { dp, mp, cp, pp } = run.parallel?;
    let product = dp.saturating_mul(mp).saturating_mul(cp).saturating_mul(pp);
    let finding = Finding::new(&kinds::SIZES).arg("dp", dp).arg("mp", mp).arg("cp", cp).arg("pp", pp);
    (product != run.world_size).then(|| finding.arg("product", product).arg("world", run.world_size))
}

fn pipeline_in_predict(run: &Run) -> Option<Finding> {
    let pp = run.parallel?.pp;
    let is_refused = run.purpose == Purpose::Predict && pp > 1;
    is_refused.then(|| Finding::new(&kinds::PIPELINE_IN_PREDICT).arg("pp", pp))
}

/// Inputs inside the folders that `auto_trans_ckpt` empties first.
fn wiped(source: &Source, run: &Run, scenario: Scenario) -> Option<Finding> {
    if !scenario.converts() || run.place == Place::OwnDisks {
        return None;
    }
    let output = run.output_dir.trim_end_matches('/');
    let emptied =
        ["strategy", "transformed_checkpoint", "unified_checkpoint"].map(|name| format!("{output}/{name}"));
    let inputs =
        [Some(source.path.as_str()), source.strategy.as_ref().map(|strategy| strategy.path.as_str())];
    let is_inside = |path: &str| {
        let path = path.trim_end_matches('/');
        emptied.iter().any(|folder| {
            path.strip_prefix(folder.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    };
    let path = inputs.into_iter().flatten().find(|path| is_inside(path))?;
    Some(Finding::new(&kinds::WIPED).arg("path", path).arg("output", output))
}

fn pipeline_only(source: &Source, scenario: Scenario) -> Option<Finding> {
    let strategy = source.strategy.as_ref().filter(|strategy| strategy.is_pipeline_only)?;
    let finding = Finding::new(&kinds::PIPELINE_ONLY).arg("stages", strategy.stages);
    scenario.converts().then_some(finding)
}

fn no_counters(source: &Source, run: &Run) -> Option<Finding> {
    let is_new = run.purpose == Purpose::Resume && !source.resumes;
    is_new.then(|| Finding::new(&kinds::NO_COUNTERS).arg("path", &source.path))
}
