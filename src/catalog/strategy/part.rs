//! One strategy file: which stages it describes, and each tensor's layout in them.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;
use std::rc::Rc;

use foldhash::fast::FixedState;
use indexmap::IndexMap;
use indexmap::map::Entry;

use super::step;
use crate::catalog::names::{digits, strategy_rank};
use crate::catalog::report::Report;
use crate::check::{Finding, kinds::strategy as kinds};
use crate::format::mindspore::strategy::{RawLayout, StrategyFile};
use crate::layout::{Layout, MAX_STAGES};
use crate::path::file_name;
use crate::phrase::Phrase;
use crate::units::few;

/// Different reasons for which layouts of one file are refused that are told one by one.
const MAX_REASONS: usize = 100;

/// A tensor's layout and its declared shape, if the file declares one. Tensors that the file says
/// the same of share a layout.
type Described = (Rc<Layout>, Option<Vec<u64>>);
/// What a file says about one stage: tensor → layout, in file order. Equality ignores the order.
pub(super) type StageLayouts<'a> = IndexMap<&'a str, Described, FixedState>;

/// What one file says.
pub(super) struct Part<'a> {
    /// The file's path; of equal files the first.
    pub(super) path: &'a str,
    /// Whether its names carry stages.
    pub(super) merged: bool,
    /// Ranks per stage.
    pub(super) ranks: u64,
    /// Stages of layouts.
    pub(super) stages: BTreeMap<u32, StageLayouts<'a>>,
    /// The highest stage of its operators, if it has operators.
    pub(super) last_operator_stage: Option<u32>,
    /// Whether it has operators that send to or receive from another stage.
    pub(super) hands_over: bool,
}

/// Reads what a file says; `paths` are the files of this content. None if it says nothing that
/// can be used, which is reported.
pub(super) fn read<'a>(
    paths: &[&'a str],
    file: &'a StrategyFile,
    alone: bool,
    report: &mut Report,
) -> Option<Part<'a>> {
    let &path = paths.first()?;
    file.faults.iter().for_each(|fault| report.fault(fault, path, None));
    let merged = names_carry_stages(path, file, report)?;
    check_steps(path, file, report);
    let layouts = layouts(path, file, report);
    let ranks = layouts.first().map(|(_, (layout, _))| layout.mesh().ranks())?;
    let layouts = of_equal_ranks(path, layouts, report);
    let unmerged_stage = if merged { None } else { Some(stage_of(path, file, ranks, alone, report)?) };

    let mut stages: BTreeMap<u32, StageLayouts<'a>> = BTreeMap::new();
    for (raw, described) in layouts {
        let (stage, tensor) = match unmerged_stage {
            Some(stage) => (u64::from(stage), raw.name.as_str()),
            None => prefix(&raw.name)?,
        };
        let stage = believed(path, stage, report)?;
        match stages.entry(stage).or_default().entry(tensor) {
            Entry::Vacant(entry) => {
                entry.insert(described);
            }
            Entry::Occupied(entry) if *entry.get() == described => {}
            Entry::Occupied(_) => report
                .add(Finding::new(&kinds::LAYOUT_TWICE).arg("file", path).arg("tensor", tensor).file(path)),
        }
    }
    for path in paths {
        if let Some(stage) = unmerged_stage {
            check_rank_in_name(path, stage, ranks, report);
        }
    }
    Some(Part {
        path,
        merged,
        ranks,
        stages,
        last_operator_stage: file.operators.iter().map(|operator| operator.stage).max(),
        hands_over: file.operators.iter().any(|operator| is_hand_over(&operator.name)),
    })
}

/// Stage and tensor of a name such as `3-model.norm.weight`.
fn prefix(name: &str) -> Option<(u64, &str)> {
    let (stage, tensor) = name.split_once('-')?;
    if stage.is_empty() || tensor.is_empty() || !stage.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    Some((digits(stage).unwrap_or(u64::MAX), tensor))
}

/// Whether all names carry a stage (true) or none does (false); reported if neither.
fn names_carry_stages(path: &str, file: &StrategyFile, report: &mut Report) -> Option<bool> {
    let prefixed = file.layouts.iter().find(|raw| prefix(&raw.name).is_some());
    let plain = file.layouts.iter().find(|raw| prefix(&raw.name).is_none());
    match (prefixed, plain) {
        (Some(prefixed), Some(plain)) => {
            let finding = Finding::new(&kinds::PREFIX_MIXED).arg("file", path).file(path);
            report
                .add(finding.arg("prefixed", &prefixed.name).arg("plain", &plain.name).offset(plain.offset));
            None
        }
        // Why there are none is told already.
        (None, None) if !file.faults.is_empty() => None,
        (None, None) => {
            report.add(Finding::new(&kinds::EMPTY_STRATEGY).arg("file", path).file(path));
            None
        }
        (prefixed, _) => Some(prefixed.is_some()),
    }
}

/// Reports optimizer splits whose step is not the one that MindSpore checks it against.
fn check_steps(path: &str, file: &StrategyFile, report: &mut Report) {
    let differs = |raw: &&RawLayout| {
        step::expected(raw).is_some_and(|expected| u64::try_from(raw.opt_shard_step) != Ok(expected))
    };
    // A step that is none is told as a layout that contradicts itself.
    let mut differing = file.layouts.iter().filter(|raw| raw.opt_shard_step > 0).filter(differs);
    let Some(raw) = differing.next() else { return };
    let tensor = prefix(&raw.name).map_or(raw.name.as_str(), |(_, tensor)| tensor);
    let finding = Finding::new(&kinds::OPTIMIZER_STEP).arg("file", path).file(path);
    let finding = finding.arg("tensor", tensor).tensor(tensor).offset(raw.offset);
    let finding = finding.arg("step", format_args!("{}", raw.opt_shard_step));
    let finding = finding.arg("expected", step::expected(raw).unwrap_or_default());
    let mesh = few(raw.dev_matrix.as_deref().unwrap_or_default());
    report.add(finding.arg("mesh", mesh).arg("tensors", differing.count() + 1));
}

/// The layouts that make sense; of the others one finding per reason.
fn layouts<'a>(path: &str, file: &'a StrategyFile, report: &mut Report) -> Vec<(&'a RawLayout, Described)> {
    let mut refused: IndexMap<Phrase, (&RawLayout, u64)> = IndexMap::new();
    let mut layouts = Vec::with_capacity(file.layouts.len());
    let mut known: HashMap<_, _, FixedState> = HashMap::default();
    for raw in &file.layouts {
        let layout = known.entry(words(raw)).or_insert_with(|| raw.to_layout().map(Rc::new));
        match layout {
            Ok(layout) => layouts.push((raw, (Rc::clone(layout), raw.tensor_shape.clone()))),
            Err(fault) => {
                let reason = fault.phrase();
                if refused.contains_key(&reason) || refused.len() < MAX_REASONS {
                    refused.entry(reason).or_insert((raw, 0)).1 += 1;
                }
            }
        }
    }
    for (fault, (raw, tensors)) in refused {
        let tensor = prefix(&raw.name).map_or(raw.name.as_str(), |(_, tensor)| tensor);
        let finding = Finding::new(&kinds::BAD_LAYOUT).arg("file", path).arg("tensor", tensor);
        let finding = finding.arg("fault", fault).arg("tensors", tensors);
        report.add(finding.file(path).tensor(tensor).offset(raw.offset));
    }
    layouts
}

/// All that a tensor's layout follows from.
fn words(raw: &RawLayout) -> impl Hash + Eq {
    let uneven = (&raw.param_split_shape, &raw.indices_offset, raw.field);
    let optimizer = (raw.opt_shard_step, raw.opt_shard_size);
    (&raw.dev_matrix, &raw.tensor_map, uneven, optimizer, &raw.tensor_shape)
}

/// The layouts over as many ranks as the first.
fn of_equal_ranks<'a>(
    path: &str,
    layouts: Vec<(&'a RawLayout, Described)>,
    report: &mut Report,
) -> Vec<(&'a RawLayout, Described)> {
    let ranks = |described: &Described| described.0.mesh().ranks();
    let first = layouts.first().map(|(raw, described)| (*raw, ranks(described)));
    let other = layouts.iter().find(|(_, described)| first.is_some_and(|(_, n)| n != ranks(described)));
    let (Some((raw, expected)), Some((differing, described))) = (first, other) else { return layouts };
    let finding = Finding::new(&kinds::RANKS_DIFFER).arg("file", path).arg("tensor", &differing.name);
    let finding = finding.arg("found", ranks(described)).arg("other", &raw.name).arg("expected", expected);
    report.add(finding.file(path).tensor(&differing.name).offset(differing.offset));
    layouts.into_iter().filter(|(_, described)| ranks(described) == expected).collect()
}

/// The stage of a file whose names carry none: its operators' stage.
fn stage_of(path: &str, file: &StrategyFile, ranks: u64, alone: bool, report: &mut Report) -> Option<u32> {
    if let Some(first) = file.operators.first() {
        let other = file.operators.iter().find(|operator| operator.stage != first.stage);
        let Some(other) = other else { return Some(first.stage) };
        let finding = Finding::new(&kinds::STAGES_IN_ONE_FILE).arg("file", path).file(path);
        report.add(finding.arg("stage", first.stage).arg("other", other.stage));
        return None;
    }
    let named = strategy_rank(file_name(path)).map(|rank| rank / ranks);
    if !alone && named.is_none() {
        report.add(Finding::new(&kinds::STAGE_UNKNOWN).arg("file", path).file(path));
        return None;
    }
    let stage = believed(path, named.unwrap_or(0), report)?;
    report.add(Finding::new(&kinds::STAGE_ASSUMED).arg("file", path).arg("stage", stage).file(path));
    Some(stage)
}

/// The stage as a number that a pipeline can have.
fn believed(path: &str, stage: u64, report: &mut Report) -> Option<u32> {
    let believed = u32::try_from(stage).ok().filter(|&stage| stage < MAX_STAGES);
    if believed.is_none() {
        let finding = Finding::new(&kinds::TOO_MANY_STAGES).arg("file", path).file(path);
        report.add(finding.arg("stage", stage).arg("limit", MAX_STAGES));
    }
    believed
}

/// A file that is named for rank N must be of stage N div D.
fn check_rank_in_name(path: &str, stage: u32, ranks: u64, report: &mut Report) {
    let Some(rank) = strategy_rank(file_name(path)) else { return };
    let expected = rank / ranks;
    if expected != u64::from(stage) {
        let finding = Finding::new(&kinds::STAGE_NOT_OF_RANK).arg("file", path).arg("stage", stage);
        let finding = finding.arg("rank", rank).arg("ranks", ranks).arg("expected", expected);
        report.add(finding.file(path).stage(stage).rank(rank));
    }
}

/// `Send` and `Receive` operators stand where a pipeline is cut.
fn is_hand_over(operator: &str) -> bool {
    let rest = operator.strip_prefix("Send").or_else(|| operator.strip_prefix("Receive"));
    rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_digits_before_the_first_dash_are_a_stage() {
        assert_eq!(prefix("3-model.norm.weight"), Some((3, "model.norm.weight")));
        assert_eq!(prefix("12-a-b"), Some((12, "a-b")));
        for name in ["a-b.weight", "--1-b", "-b", "3-", "3", "+3-b", "w"] {
            assert_eq!(prefix(name), None, "{name}");
        }
        assert_eq!(prefix("99999999999999999999-w"), Some((u64::MAX, "w")));
    }

    #[test]
    fn hand_overs_are_recognised_in_both_spellings() {
        assert!(
            ["Send_emb.table", "Send-op3", "Receive_layers.1.norm", "Receive"]
                .iter()
                .all(|n| is_hand_over(n))
        );
        assert!(!["Sender_1", "MatMul_Send", "Receive2"].iter().any(|n| is_hand_over(n)));
    }
}
