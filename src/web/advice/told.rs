//! What the worker answers: plain data.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use super::Question;
use super::command::command;
use crate::advice::{
    At, Case, DEVICES_PER_NODE, Form, Line, Parallel, Place, Purpose, Run, Source, SourceStrategy, Step,
    advise, same_layout,
};
use crate::catalog::{Content, SideCatalog, Survey};
use crate::check::{Phrase, worst_first};
use crate::layout::Strategy;
use crate::path::{folder, join};
use crate::resume::{Extra, gather};
use crate::web::snapshot::{self, FindingFacts};

/// Where the checkpoint is taken to be, if what was opened has no name.
const UNNAMED: &str = "checkpoint";
/// `output_dir` where nothing is said, as MindFormers has it.
pub(super) const OUTPUT_DIR: &str = "./output";

/// The answer; about nothing if the source has no weights.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Told {
    /// About the source's weights.
    pub about: Option<About>,
}

/// What to do so that the run loads the source's weights, and what is assumed of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct About {
    /// What the run is for.
    pub purpose: Purpose,
    /// Where the run's machines have the checkpoint.
    pub path: String,
    /// Where they have the strategy of the run that saved, if that was opened.
    pub strategy: Option<String>,
    /// `output_dir`.
    pub output_dir: String,
    /// Ranks that saved; none if the checkpoint is complete.
    pub saved: Option<u64>,
    /// Ranks of the run.
    pub world_size: u64,
    /// Whether it is laid out as the run that saved.
    pub same_layout: bool,
    /// Whether the target's strategy tells that.
    pub layout_is_known: bool,
    /// Its machines.
    pub place: Place,
    /// Devices of each.
    pub devices_per_node: u64,
    /// Data, model and context parallel and pipeline stages of the target, as far as they are certain.
    pub sizes: [Option<u64>; 4],
    /// What has to happen.
    pub scenario: Phrase,
    /// The case of MindFormers' document that this is, if it is one of the seven.
    pub case: Option<Phrase>,
    /// Why MindFormers cannot do it when the run is started; nothing if it can.
    pub obstacles: Vec<Phrase>,
    /// What to do, in order.
    pub parts: Vec<Part>,
    /// What is wrong with the wish.
    pub findings: Vec<FindingFacts>,
    /// The command that tells the same.
    pub command: String,
}

/// One thing to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Part {
    /// Write these lines into the run's YAML, and start it; each with its reason.
    Yaml(Vec<(String, Phrase)>),
    /// Run one of these commands.
    Shell(Phrase, Vec<String>),
    /// Do this by hand.
    ByHand(Phrase),
}

impl Part {
    fn of(step: Step) -> Self {
        let line = |line: Line| (line.text(), line.why);
        match step {
            Step::Yaml(lines) => Self::Yaml(lines.into_iter().map(line).collect()),
            Step::Shell { why, commands } => Self::Shell(why, commands),
            Step::ByHand(what) => Self::ByHand(what),
        }
    }
}

/// What is open, as far as a run that loads it wants to know.
#[derive(Clone, Copy, Debug)]
pub struct Open<'a> {
    /// The files of the source,
    pub survey: &'a Survey,
    /// what resuming needs to know of them besides,
    pub extra: &'a Extra,
    /// and what was made of them.
    pub source: &'a SideCatalog,
    /// The folder of the source's weights.
    pub root: &'a str,
    /// How the target is cut, if that is known.
    pub target: Option<&'a Strategy>,
}

/// Answers about what is open.
#[must_use]
pub fn tell(open: Open<'_>, question: &Question) -> Told {
    Told { about: about(open, question) }
}

fn about(open: Open<'_>, question: &Question) -> Option<About> {
    let Open { survey, root, .. } = open;
    let path = match (question.path.as_str(), root) {
        ("", "") => UNNAMED,
        ("", root) => root,
        (path, _) => path,
    };
    let source =
        Source { strategy: strategy(open, question), ..Source::of(survey, At { base: root, path })? };
    let run = wanted(open, question, &source);
    let advice = advise(&source, &run);
    let strategy = source.strategy.as_ref().map(|strategy| strategy.path.as_str());
    let command = command(&source.path, strategy, &run);
    let target = open.target.filter(|target| target.ranks() == run.world_size);
    Some(About {
        strategy: strategy.map(str::to_owned),
        saved: saved(&source),
        world_size: run.world_size,
        purpose: run.purpose,
        same_layout: run.same_layout,
        layout_is_known: target.is_some(),
        place: run.place,
        devices_per_node: run.devices_per_node,
        sizes: target.map(sizes).unwrap_or_default(),
        scenario: advice.scenario.phrase(),
        case: advice.case.map(Case::phrase),
        obstacles: advice.obstacles.iter().map(|obstacle| obstacle.phrase()).collect(),
        parts: advice.steps.into_iter().map(Part::of).collect(),
        findings: worst_first(advice.findings).iter().map(FindingFacts::from).collect(),
        command,
        path: source.path,
        output_dir: run.output_dir,
    })
}

const fn saved(source: &Source) -> Option<u64> {
    match source.form {
        Form::Sliced(ranks) => Some(ranks),
        Form::Complete(_) => None,
    }
}

/// The strategy of the run that saved, by the files that count.
fn strategy(open: Open<'_>, question: &Question) -> Option<SourceStrategy> {
    let strategy = open.source.strategy.as_ref()?;
    let ignored: HashSet<&str> = open.source.ignored.iter().map(|(path, _)| path.as_str()).collect();
    let mut files = open.survey.files().iter().filter_map(|file| {
        let is_strategy =
            matches!(file.content, Content::Strategy(_)) && !ignored.contains(file.path.as_str());
        is_strategy.then_some(file.path.as_str())
    });
    let first = files.next()?;
    // One file of a rank stands for the others of its stage, which are equal: the folder is meant.
    let base = if files.next().is_some() { folder(first) } else { first };
    let assumed = || beside(open.root, question.path.trim_end_matches('/'), base);
    let path = if question.strategy.is_empty() { assumed() } else { question.strategy.clone() };
    Some(SourceStrategy::of(open.survey, At { base, path: &path }, strategy))
}

/// Where the run has `other` of the pile, if it has `base` at `path`: in the same place to it.
fn beside(base: &str, path: &str, other: &str) -> String {
    let parts = |path: &'_ str| -> Vec<String> {
        path.split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect()
    };
    let (from, to) = (parts(base), parts(other));
    let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let own = from.get(shared..).unwrap_or_default().join("/");
    let rest = to.get(shared..).unwrap_or_default().join("/");
    let above = match own.as_str() {
        "" => Some(path),
        own => path.strip_suffix(own).and_then(|above| above.strip_suffix('/')),
    };
    match above {
        Some(above) if !path.is_empty() => join(above, &rest),
        _ if other.is_empty() => ".".to_owned(),
        _ => other.to_owned(),
    }
}

/// The run: as it was said, else as the target is, else as the one that saved.
fn wanted(open: Open<'_>, question: &Question, source: &Source) -> Run {
    let saved = saved(source);
    let ranks = open.target.map(Strategy::ranks);
    let world_size = question.world_size.or(ranks).or(saved).unwrap_or(1);
    let target = open.target.filter(|target| target.ranks() == world_size);
    let is_same = match (&open.source.strategy, target) {
        (Some(saved), Some(target)) => same_layout(saved, target),
        (None, Some(_)) => false,
        (_, None) => question.same_layout.unwrap_or(open.target.is_none()),
    };
    let devices_per_node = question.devices_per_node.unwrap_or(DEVICES_PER_NODE);
    let resume_training = match question.purpose {
        Purpose::Resume => source.resumes_from(&gather(open.survey, open.root, &source.path, open.extra)),
        Purpose::Train | Purpose::Predict => None,
    };
    let output_dir = match question.output_dir.as_str() {
        "" => OUTPUT_DIR.to_owned(),
        said => said.to_owned(),
    };
    Run {
        purpose: question.purpose,
        world_size,
        parallel: parallel(question.sizes, target),
        same_layout: saved == Some(world_size) && is_same,
        place: Place::of(world_size, devices_per_node, question.place, || true),
        devices_per_node,
        output_dir,
        resume_training,
    }
}

/// Data, model and context parallel and pipeline stages of a target, where it is certain what its mesh axes do.
fn sizes(target: &Strategy) -> [Option<u64>; 4] {
    let parallel = snapshot::Parallel::of(target);
    let [mp, cp] = ["mp", "cp"].map(|role| parallel.size(role));
    let dp = mp.zip(cp).and_then(|(mp, cp)| target.ranks_per_stage().checked_div(mp.checked_mul(cp)?));
    [dp, mp, cp, Some(u64::from(target.stages()))]
}

/// The parallel sizes: as they were said, else as the target is. Where it is not certain what its mesh axes do, and
/// nobody says it, all of them count as data parallel: no finding then names more than their product.
fn parallel(said: [Option<u64>; 4], target: Option<&Strategy>) -> Option<Parallel> {
    let is_said = said.iter().any(Option::is_some);
    let known = target.map(sizes).unwrap_or_default();
    let uncertain = match (target, known) {
        (Some(target), [None, ..]) if !is_said => target.ranks_per_stage(),
        (None, _) if !is_said => return None,
        _ => 1,
    };
    let [dp, mp, cp, pp] = known;
    let [of_dp, of_mp, of_cp, of_pp] = said;
    Some(Parallel {
        dp: of_dp.or(dp).unwrap_or(uncertain),
        mp: of_mp.or(mp).unwrap_or(1),
        cp: of_cp.or(cp).unwrap_or(1),
        pp: of_pp.or(pp).unwrap_or(1),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strategy_is_beside_the_checkpoint_as_in_the_pile() {
        for (base, path, other, found) in [
            ("out/checkpoint", "/mnt/out/checkpoint", "out/strategy", "/mnt/out/strategy"),
            ("multi", "/w/multi_dp2", "multi/strategy", "/w/multi_dp2/strategy"),
            ("", "/w/run", "strategy/merged.ckpt", "/w/run/strategy/merged.ckpt"),
            // The checkpoint was moved away: nobody knows.
            ("out/checkpoint", "/mnt/slices", "out/strategy", "out/strategy"),
            ("out/checkpoint", "", "out/strategy", "out/strategy"),
            ("", "", "", "."),
        ] {
            assert_eq!(beside(base, path, other), found, "{base} {path} {other}");
        }
    }

    #[test]
    fn the_example_is_training_case_2_and_what_is_said_counts() {
        let mut bench = crate::web::workbench::tests::example();
        bench.work();
        let about = bench.advise(&Question::default()).about.unwrap();
        assert_eq!((about.saved, about.world_size, about.same_layout), (Some(8), 4, false));
        assert_eq!(about.sizes, [1, 2, 1, 2].map(Some));
        assert!(about.case.unwrap().en.starts_with("training case 2"), "{:?}", about.scenario);
        let said = Question { world_size: Some(8), same_layout: Some(true), ..Question::default() };
        let about = bench.advise(&said).about.unwrap();
        // The target has other ranks than these: nothing is known of their sizes.
        assert_eq!((about.same_layout, about.sizes), (true, [None; 4]));
        assert_eq!(about.command.split(" --").last(), Some("same-layout"));
    }

    #[test]
    fn nothing_is_told_without_weights() {
        let bench = crate::web::workbench::Workbench::default();
        assert_eq!(bench.advise(&Question::default()), Told::default());
    }
}
