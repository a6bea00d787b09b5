//! Both piles, what was made of them, and answers about them: all that the worker does, without
//! the browser.

mod adopted;
mod explained;

use std::collections::{HashSet, VecDeque};
use std::mem::{replace, swap};
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use self::adopted::Adopted;
use crate::catalog::{Content, Cut, Look, SideCatalog, Survey, Surveyed, rank_of_folder, side};
use crate::check::{Finding, Side, worst_first};
use crate::conversion::Sides;
use crate::format::FileKind;
use crate::plan::{Plan, verify};
use crate::resume::Extra;
use crate::source::ReadAt;
use crate::web::advice;
use crate::web::resume::{Question, Told, tell};
use crate::web::snapshot::{
    Flows, Heat, Located, Pair, Snapshot, Tensors, Window, locate, relative, snapshot,
};

/// Names of the files that a plan writes: `checkpoint_N`, as MindFormers has them.
const PREFIX: &str = "checkpoint_";

/// Assignments of files to sides that can be taken back; piles in them are kept, not read again.
const MAX_PAST: usize = 16;

/// Bytes of a label: it stands in the top bar.
const MAX_LABEL: usize = 120;

/// The files of one side, shared with the past until they change, and what the visitor calls them.
#[derive(Clone, Debug, Default)]
struct Pile {
    files: Rc<Survey>,
    /// What resuming needs to know of them besides.
    extra: Rc<Extra>,
    label: String,
    /// What a folder took the place of when it was opened, and all files together.
    replaced: Option<(String, Rc<Survey>)>,
    /// The strategy among the files that was inferred.
    adopted: Option<Rc<Adopted>>,
}

/// The files of both sides.
#[derive(Clone, Debug, Default)]
struct Piles {
    source: Pile,
    target: Pile,
    /// Whether these are the example's files, which make room for any other.
    example: bool,
}

impl Piles {
    const fn side(&self, side: Side) -> &Pile {
        match side {
            Side::Source => &self.source,
            Side::Target => &self.target,
        }
    }

    const fn of(&mut self, side: Side) -> &mut Pile {
        match side {
            Side::Source => &mut self.source,
            Side::Target => &mut self.target,
        }
    }
}

/// A change of which files are on which side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Change {
    /// A side is emptied.
    Clear(Side),
    /// A side gets a name of the visitor's own; none if empty.
    Label(Side, String),
    /// The sides change places.
    Swap,
    /// Both sides are emptied.
    Empty,
    /// What a folder took the place of is put back beside it.
    Combine(Side),
    /// Of the checkpoints side by side, the one in this folder is meant.
    Use(Side, String),
    /// What can be inferred is used as the side's strategy.
    UseInferred(Side),
    /// The last change or addition is taken back.
    Undo,
    /// What was taken back happens again.
    Redo,
}

/// The two piles and the plan between them.
#[derive(Debug, Default)]
pub struct Workbench {
    assigned: Assigned,
    sides: [Option<SideCatalog>; 2],
    plan: Option<Plan>,
    /// What flows in the plan, once it was asked for.
    flows: Option<Flows>,
    /// The tensors as they were told last.
    tensors: Tensors,
    /// The folder of the source's weights.
    root: String,
}

/// Which files are on which side, and which were or will be again.
#[derive(Clone, Debug, Default)]
pub struct Assigned {
    piles: Piles,
    past: VecDeque<Piles>,
    future: Vec<Piles>,
}

/// What becomes of both piles, step by step: [`Workbench::sort`], [`Work::plan`],
/// [`Workbench::know`]. Each step may take a second.
#[derive(Debug)]
pub struct Work {
    sides: [Option<SideCatalog>; 2],
    /// The folder of the source's weights.
    root: String,
    findings: Vec<Finding>,
    plan: Option<Plan>,
}

impl Workbench {
    /// Remembers the piles as they are: what follows can be taken back.
    pub fn mark(&mut self) {
        if self.assigned.past.len() == MAX_PAST {
            self.assigned.past.pop_front();
        }
        self.assigned.past.push_back(self.assigned.piles.clone());
        self.assigned.future.clear();
    }

    /// Makes room for files that are opened: the example does not stay beside them, and what was
    /// replaced before is not offered any more.
    pub fn open(&mut self) {
        self.mark();
        let piles = &mut self.assigned.piles;
        if piles.example {
            *piles = Piles::default();
        }
        piles.source.replaced = None;
        piles.target.replaced = None;
    }

    /// Opens the example in the place of everything. Its files are to be added.
    pub fn open_example(&mut self) {
        self.assigned = Assigned::default();
        self.assigned.piles.example = true;
    }

    /// Lets folders of these paths that were added since [`Workbench::open`] take the place of what
    /// a side had of their kind: who opens another job's folder does not mean both.
    pub fn settle(&mut self, side: Side, paths: &HashSet<String>) {
        let before = match self.assigned.past.back_mut() {
            Some(past) if !past.example => Rc::clone(&past.of(side).files),
            _ => return,
        };
        let pile = self.assigned.piles.of(side);
        Rc::make_mut(&mut pile.files).sort();
        pile.check_adopted();
        if let Some((name, kept)) = replacing(&before, &pile.files, paths) {
            if kept.files().iter().all(|file| paths.contains(&file.path)) {
                pile.label.clear();
            }
            let all = replace(&mut pile.files, Rc::new(kept));
            pile.replaced = Some((name, all));
        }
    }

    /// Adds a file that was looked at to a side; [`Workbench::sort`] makes something of it.
    pub fn add(&mut self, side: Side, look: Look) {
        Rc::make_mut(&mut self.assigned.piles.of(side).files).add(look);
    }

    /// Keeps of a file what resuming needs to know: when it was last written, in nanoseconds since 1970 as far
    /// as the browser tells, and of a `meta.json` what it says.
    pub fn note(&mut self, side: Side, path: &str, modified: i64, file: &dyn ReadAt) {
        Rc::make_mut(&mut self.assigned.piles.of(side).extra).note(path, Some(modified), file);
    }

    /// Changes which files are on which side; [`Workbench::sort`] makes something of it.
    pub fn change(&mut self, change: Change) {
        match change {
            Change::Clear(side) => {
                self.mark();
                *self.assigned.piles.of(side) = Pile::default();
            }
            Change::Label(side, label) => {
                self.mark();
                self.assigned.piles.of(side).label =
                    Some(label).filter(|label| label.len() <= MAX_LABEL).unwrap_or_default();
            }
            Change::Swap => {
                self.mark();
                swap(&mut self.assigned.piles.source, &mut self.assigned.piles.target);
            }
            Change::Empty => {
                // One step back, and nothing further: what is closed does not pile up.
                let last = std::mem::take(&mut self.assigned);
                self.assigned.past.push_back(last.piles);
            }
            Change::Combine(side) => {
                self.mark();
                let pile = self.assigned.piles.of(side);
                if let Some((_, all)) = pile.replaced.take() {
                    pile.files = all;
                }
            }
            Change::Use(side, folder) => {
                self.mark();
                let rivals = self.rivals(side);
                let pile = self.assigned.piles.of(side);
                let lies_in = |path: &str, folder: &str| {
                    path.strip_prefix(folder).is_some_and(|rest| folder.is_empty() || rest.starts_with('/'))
                };
                let of_other = |file: &Surveyed| {
                    let others = rivals.iter().filter(|(other, _)| *other != folder);
                    let is_strategy = matches!(file.content, Content::Strategy(_) | Content::Group);
                    !is_strategy && others.into_iter().any(|(other, _)| lies_in(&file.path, other))
                };
                Rc::make_mut(&mut pile.files).retain(|file| !of_other(file));
            }
            Change::UseInferred(side) => self.adopt(side),
            Change::Undo => {
                if let Some(past) = self.assigned.past.pop_back() {
                    self.assigned.future.push(replace(&mut self.assigned.piles, past));
                }
            }
            Change::Redo => {
                if let Some(next) = self.assigned.future.pop() {
                    self.assigned.past.push_back(replace(&mut self.assigned.piles, next));
                }
            }
        }
    }

    /// Folders with checkpoints side by side, as they were found last.
    fn rivals(&self, side: Side) -> Vec<(String, usize)> {
        let [source, target] = &self.sides;
        let catalog = if side == Side::Source { source } else { target };
        catalog.as_ref().map(|catalog| catalog.rivals.clone()).unwrap_or_default()
    }

    /// What is on both sides, to be put back if what follows is not wanted.
    #[must_use]
    pub fn assigned(&self) -> Assigned {
        self.assigned.clone()
    }

    /// Puts back what was there. What is known is still of it: only [`Workbench::know`] changes that.
    pub fn put_back(&mut self, assigned: Assigned) {
        self.assigned = assigned;
    }

    /// Sorts out both piles.
    pub fn sort(&mut self) -> Work {
        let Piles { source, target, .. } = &mut self.assigned.piles;
        let catalog = |pile: &mut Pile, of: Side| {
            // A pile that is shared with the past was sorted before it was.
            if let Some(files) = Rc::get_mut(&mut pile.files) {
                files.sort();
            }
            pile.check_adopted();
            if pile.files.files().is_empty() {
                return None;
            }
            let mut known = side(&pile.files, of);
            known.findings.extend(pile.told_of_adopted(of));
            Some(known)
        };
        let mut sides = [catalog(source, Side::Source), catalog(target, Side::Target)];
        let findings = sides.iter().flatten().flat_map(|side| side.findings.iter().cloned()).collect();
        let [source, _] = &mut sides;
        let weights = source.as_mut().and_then(|side| side.checkpoint.as_mut());
        let root = weights.map(relative).unwrap_or_default();
        Work { sides, root, findings, plan: None }
    }

    /// All steps at once.
    pub fn work(&mut self) -> Snapshot {
        let mut work = self.sort();
        work.plan();
        self.know(work)
    }

    /// Says what is known now.
    pub fn know(&mut self, work: Work) -> Snapshot {
        let Work { sides, root, findings, plan } = work;
        let findings = worst_first(findings);
        let [source, target] = &sides;
        let mut known = snapshot(source.as_ref(), target.as_ref(), plan.as_ref(), &findings);
        let Piles { source, target, example } = &self.assigned.piles;
        if let Some(facts) = &mut known.source {
            facts.root.clone_from(&root);
        }
        self.root = root;
        for (facts, pile) in [(&mut known.source, source), (&mut known.target, target)] {
            if let Some(facts) = facts {
                facts.label.clone_from(&pile.label);
                facts.replaced = pile.replaced.as_ref().map(|(name, _)| name.clone()).unwrap_or_default();
                facts.inferred =
                    pile.adopted.as_ref().map(|adopted| adopted.path.clone()).unwrap_or_default();
            }
        }
        known.example = *example;
        let ([read, total], [target_read, target_total]) = (source.bytes(), target.bytes());
        known.bytes_read = read.saturating_add(target_read);
        known.bytes_total = total.saturating_add(target_total);
        known.undo = !self.assigned.past.is_empty();
        known.redo = !self.assigned.future.is_empty();
        self.sides = sides;
        self.plan = plan;
        self.flows = None;
        self.tensors = known.tensors.clone();
        known
    }

    /// Where the content of a tensor is: by its index in the last snapshot.
    #[must_use]
    pub fn locate(&self, tensor: usize) -> Located {
        let [source, _] = &self.sides;
        let weights = source.as_ref().and_then(|side| side.checkpoint.as_ref());
        let found = self.tensors.get(tensor);
        locate(tensor, found.as_ref().map_or("", |found| &found.name), weights, self.plan.as_ref())
    }

    /// Who reads how much of whom in a window; none if there is no plan.
    pub fn heat(&mut self, window: Window) -> Option<Heat> {
        if self.flows.is_none() {
            self.flows = Flows::of(self.plan.as_ref()?).ok();
        }
        Some(Heat::of(self.flows.as_ref()?, window))
    }

    /// What a target rank reads of a source rank; none if there is no plan.
    #[must_use]
    pub fn pair(&self, source: u64, target: u64) -> Option<Pair> {
        Some(Pair::of(self.plan.as_ref()?, &self.tensors, source, target))
    }

    /// Which step a job can resume from that the source's ranks have saved.
    #[must_use]
    pub fn resume(&self, question: &Question) -> Told {
        let Pile { files, extra, .. } = &self.assigned.piles.source;
        tell(files, extra, question)
    }

    /// What to write for a run that loads the source's weights.
    #[must_use]
    pub fn advise(&self, question: &advice::Question) -> advice::Told {
        let Pile { files, extra, .. } = &self.assigned.piles.source;
        let [source, target] = &self.sides;
        let target = target.as_ref().and_then(|side| side.strategy.as_ref());
        let open = |source| advice::Open { survey: files, extra, source, root: &self.root, target };
        source.as_ref().map(|source| advice::tell(open(source), question)).unwrap_or_default()
    }

    /// The plan as JSON; none if there is none.
    #[must_use]
    pub fn plan_json(&self) -> Option<Vec<u8>> {
        serde_json::to_vec(self.plan.as_ref()?).ok()
    }
}

impl Work {
    /// How many tensors there are to plan, each once for the files that list it alike.
    #[must_use]
    pub fn tensors_to_plan(&self) -> usize {
        let inputs = self.both().inputs();
        inputs.map_or(0, |inputs| inputs.source.tables.iter().map(|table| table.entries.len()).sum())
    }

    /// Compares both sides and makes the plan.
    pub fn plan(&mut self) {
        let mut findings = std::mem::take(&mut self.findings);
        let plan = self.both().plan(PREFIX, None, &mut findings);
        // A plan that does not prove right is none.
        self.plan = plan.filter(|plan| verify(plan).is_ok());
        self.findings = findings;
    }

    fn both(&self) -> Sides<'_> {
        let sides = self.sides.each_ref().map(Option::as_ref);
        Sides {
            cuts: sides.map(|side| side.map_or(Cut::NotGiven, SideCatalog::cut)),
            weights: sides.map(|side| side.and_then(|side| side.checkpoint.as_ref())),
        }
    }
}

/// What stays on a side when folders are opened, and the name of what does not: their files stay, and
/// of the others those of a kind that they do not bring. None where everything may stay: files without a folder and rank folders,
/// which are opened one by one, are added, and so is what brings only what was not there.
fn replacing(before: &Survey, all: &Survey, opened: &HashSet<String>) -> Option<(String, Survey)> {
    let is_part = |path: &String| !path.contains('/') || rank_of_folder(&top(path)).is_some();
    if opened.iter().any(is_part) {
        return None;
    }
    let brings = |weights: bool| {
        let is_it = |file: &Surveyed| !is_broken(file) && is_of(file, weights);
        all.files().iter().any(|file| opened.contains(&file.path) && is_it(file))
    };
    let taken = |weights: bool| brings(weights) && before.files().iter().any(|file| is_of(file, weights));
    let (weights_taken, strategies_taken) = (taken(true), taken(false));
    let whole = brings(true) && brings(false) && (weights_taken || strategies_taken);
    let goes = |file: &Surveyed| {
        let is_taken = weights_taken && is_of(file, true) || strategies_taken && is_of(file, false);
        (whole || is_taken) && !opened.contains(&file.path)
    };
    let name = all.files().iter().find(|file| goes(file)).map(|file| top(&file.path))?;
    let mut kept = all.clone();
    kept.retain(|file| !goes(file));
    Some((name, kept))
}

/// Whether a file holds weights, or a strategy; one that cannot be read may be either.
const fn is_of(file: &Surveyed, weights: bool) -> bool {
    match &file.content {
        Content::Weights(_) | Content::Index(_) => weights,
        Content::Strategy(_) | Content::Broken { looked_like: Some(FileKind::Strategy), .. } => !weights,
        Content::Broken { .. } => true,
        _ => false,
    }
}

const fn is_broken(file: &Surveyed) -> bool {
    matches!(file.content, Content::Broken { .. })
}

/// The folder that was opened, or the file.
fn top(path: &str) -> String {
    path.split('/').next().unwrap_or(path).to_owned()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::catalog::{PileFile, look};
    use crate::check::Severity;
    use crate::example::llama_7b;
    use crate::source::{Bytes, Sparse};
    use crate::web::snapshot::Held;
    #[cfg(not(target_arch = "wasm32"))]
    use crate::web::snapshot::Worth;

    fn add(bench: &mut Workbench, side: Side, files: Vec<(String, Sparse)>) {
        for (path, file) in files {
            bench.add(side, look(PileFile { path, source: Box::new(file) }));
        }
    }

    pub(in crate::web) fn example() -> Workbench {
        let example = llama_7b().unwrap();
        let mut bench = Workbench::default();
        add(&mut bench, Side::Source, example.source);
        add(&mut bench, Side::Target, example.target);
        bench
    }

    /// What is known of files of `tests/cases`: those of the paths (folders or files) given for a
    /// side that are kept.
    #[cfg(not(target_arch = "wasm32"))]
    pub(in crate::web) fn recorded(sides: &[(Side, &str)], keep: impl Fn(&str) -> bool) -> Snapshot {
        let mut bench = Workbench::default();
        for (side, path) in sides {
            let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(path);
            let files = crate::native::walk(&path).unwrap().files;
            files.into_iter().filter(|file| keep(&file.path)).for_each(|file| bench.add(*side, look(file)));
        }
        bench.work()
    }

    #[test]
    fn the_example_gives_a_plan_without_alarms() {
        let mut bench = example();
        let known = bench.work();
        let alarms: Vec<_> = known.findings.iter().filter(|found| found.severity != Severity::Info).collect();
        assert!(alarms.is_empty(), "{alarms:?}");
        let plan = known.plan.unwrap();
        assert_eq!((plan.source.ranks(), plan.target.ranks()), (8, 4));
        // The weights of Llama 7B, and the two counters of MindSpore.
        let tally = known.tally;
        assert_eq!((tally.common, tally.parameters), (293, 6_738_415_616 + 2));
        assert_eq!(tally.bytes, 2 * 6_738_415_616 + 2 * 8);
        // 6,738,415,616 weights of two bytes, of which the 65 norms of 4,096 go to both ranks of a
        // stage, and two counters of eight bytes that go to all four ranks.
        assert_eq!(plan.totals.bytes_read, 2 * (6_738_415_616 + 65 * 4096) + 4 * 16);
        assert_eq!(plan.heat.bytes.iter().sum::<u64>(), plan.totals.bytes_read);
        let pairs =
            (0..plan.source.ranks()).flat_map(|from| (0..plan.target.ranks()).map(move |to| (from, to)));
        let of_pairs: Vec<u64> = pairs.filter_map(|(from, to)| Some(bench.pair(from, to)?.bytes())).collect();
        assert_eq!(of_pairs, plan.heat.bytes, "tensor by tensor it is as much");
        assert_eq!(plan.receivers.iter().map(|rank| rank.read).sum::<u64>(), plan.totals.bytes_read);
        assert_eq!(plan.senders.iter().map(|rank| rank.read).sum::<u64>(), plan.totals.bytes_read);
        let source = known.source.unwrap();
        assert_eq!(source.parallel.unwrap().to_string(), "dp2·mp1·pp4");
        assert_eq!(known.target.unwrap().parallel.unwrap().to_string(), "dp1·mp2·pp2");
        assert_eq!(source.root, "checkpoint");
        assert!(known.bytes_read < 1 << 20, "{}", known.bytes_read);
        assert_eq!(known.bytes_total >> 30, 25);
    }

    #[test]
    fn a_tensor_is_located_in_every_file_that_holds_it() {
        let mut bench = example();
        let known = bench.work();
        let index =
            known.tensors.iter().position(|tensor| tensor.name.ends_with("layers.9.attention.wq.weight"));
        let located = bench.locate(index.unwrap());
        let ranks = |side| located.side(side).iter().map(|chunk| chunk.rank).collect::<Vec<_>>();
        assert_eq!(ranks(Side::Source), [2, 3]);
        assert_eq!(ranks(Side::Target), [0, 1]);
        assert_eq!(located.source[0].len, 4096 * 4096 * 2);
        assert_eq!(located.target[0].len, 4096 * 4096);
        assert_eq!(located.source[0].file, "rank_2/llama_7b_rank_2-1_10.ckpt");
        // Every target rank reads its half from one of the two replicas.
        let readers: Vec<u64> = located.reads.iter().flat_map(|reads| reads.ranks.clone()).collect();
        assert_eq!(readers, [0, 1]);
        assert!(
            located.reads.iter().all(|reads| matches!(reads.sources[..], [2 | 3])),
            "{:?}",
            located.reads
        );
    }

    #[test]
    fn an_exported_plan_is_read_again() {
        let mut bench = example();
        bench.work();
        let plan = Plan::from_json(&bench.plan_json().unwrap()).unwrap();
        assert!(verify(&plan).is_ok());
    }

    #[test]
    fn a_corrupt_file_is_a_finding_and_the_rest_is_still_shown() {
        let mut bench = example();
        let broken = PileFile {
            path: "checkpoint/rank_3/llama_7b_rank_3-1_10.ckpt".into(),
            source: Box::new(Bytes(vec![0x0a; 40])),
        };
        bench.add(Side::Source, look(broken));
        let known = bench.work();
        assert!(known.findings.iter().any(|found| found.severity == Severity::Error));
        assert!(known.plan.is_none());
        assert_eq!(known.tensors.len(), 291 + 2);
    }

    #[test]
    fn both_sides_are_compared_and_an_error_between_them_stops_the_plan() {
        let weights = |names: &[&str]| {
            let shape = crate::geometry::Shape::new(vec![4, 2]).unwrap();
            let entry = |name| crate::format::NewEntry {
                name,
                dtype: crate::geometry::DType::F16,
                shape: shape.clone(),
            };
            let entries: Vec<_> = names.iter().map(|&name| entry(name)).collect();
            crate::format::layout_file(crate::format::WeightFormat::Ckpt, &entries).unwrap().sparse()
        };
        let mut bench = Workbench::default();
        let apart = ["attention.wq.weight", "attention.wk.weight", "attention.wv.weight"];
        add(&mut bench, Side::Source, vec![("a.ckpt".to_owned(), weights(&apart))]);
        add(&mut bench, Side::Target, vec![("b.ckpt".to_owned(), weights(&["attention.w_qkv.weight"]))]);
        let known = bench.work();
        let codes: Vec<&str> = known.findings.iter().map(|found| found.code.as_str()).collect();
        assert_eq!(codes, ["SL0706", "SL0701", "SL0702"]);
        assert!(known.plan.is_none());
    }

    #[test]
    fn without_a_target_everything_becomes_whole() {
        let mut bench = example();
        bench.change(Change::Clear(Side::Target));
        let known = bench.work();
        assert!(known.tensors.iter().all(|tensor| tensor.target == Held::Whole));
        assert_eq!(known.plan.as_ref().unwrap().target.ranks(), 1);
    }

    /// Every recorded folder and hostile file, as either side: whatever it is, it is shown.
    #[cfg(not(target_arch = "wasm32"))]
    #[test]
    fn no_recorded_or_hostile_pile_stops_the_bench() {
        let cases = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases");
        let folders = |path: &std::path::Path| -> Vec<std::path::PathBuf> {
            std::fs::read_dir(path)
                .unwrap()
                .map(|entry| entry.unwrap().path())
                .filter(|path| path.is_dir())
                .collect()
        };
        let mut piles = folders(cases.as_ref());
        piles.extend(folders(format!("{cases}/hostile").as_ref()));
        assert!(piles.len() > 100);
        for pile in piles {
            for side in [Side::Source, Side::Target] {
                let mut bench = Workbench::default();
                for file in crate::native::walk(&pile).unwrap().files {
                    bench.add(side, look(file));
                }
                let known = bench.work();
                assert!(known.source.is_some() || known.target.is_some(), "{}", pile.display());
                for tensor in 0..known.tensors.len() {
                    let _ = bench.locate(tensor);
                }
            }
        }
    }

    #[test]
    fn an_emptied_bench_knows_nothing() {
        let mut bench = example();
        bench.work();
        bench.change(Change::Clear(Side::Source));
        bench.change(Change::Clear(Side::Target));
        assert_eq!(bench.work(), Snapshot { undo: true, ..Snapshot::default() });
        assert!(bench.plan_json().is_none());
    }

    #[test]
    fn swapped_sides_are_the_other_way_round() {
        let mut bench = example();
        let before = bench.work();
        bench.change(Change::Swap);
        let after = bench.work();
        let parallel =
            |facts: &Option<crate::web::snapshot::SideFacts>| facts.as_ref().unwrap().parallel.clone();
        assert_eq!(parallel(&after.source), parallel(&before.target));
        assert_eq!(parallel(&after.target), parallel(&before.source));
        assert_eq!(after.bytes_read, before.bytes_read);
    }

    #[test]
    fn every_assignment_can_be_taken_back_and_done_again() {
        let mut bench = example();
        let first = bench.work();
        assert!(!first.undo && !first.redo);
        bench.change(Change::Swap);
        let swapped = bench.work();
        bench.mark();
        let stray = PileFile { path: "notes.txt".into(), source: Box::new(Bytes(b"text".to_vec())) };
        bench.add(Side::Source, look(stray));
        let added = bench.work();
        bench.change(Change::Undo);
        assert_eq!(bench.work(), Snapshot { redo: true, ..swapped.clone() });
        bench.change(Change::Undo);
        assert_eq!(bench.work(), Snapshot { redo: true, ..first });
        bench.change(Change::Redo);
        bench.change(Change::Redo);
        bench.change(Change::Redo);
        assert_eq!(bench.work(), added);
        bench.change(Change::Undo);
        bench.change(Change::Swap);
        assert!(!bench.work().redo, "a new change forgets what was taken back");
    }

    #[test]
    fn what_was_closed_can_be_had_back_once() {
        let mut bench = example();
        bench.work();
        bench.change(Change::Swap);
        let open = bench.work();
        bench.change(Change::Empty);
        assert_eq!(bench.work(), Snapshot { undo: true, ..Snapshot::default() });
        bench.change(Change::Undo);
        let back = bench.work();
        assert_eq!(back, Snapshot { undo: false, redo: true, ..open });
    }

    #[test]
    fn the_example_that_was_closed_comes_back_as_the_example() {
        let mut bench = Workbench::default();
        bench.open_example();
        bench.change(Change::Empty);
        assert!(!bench.work().example);
        bench.change(Change::Undo);
        assert!(bench.work().example);
    }

    /// Opens recorded folders and files as a folder of another name.
    #[cfg(not(target_arch = "wasm32"))]
    fn open_as(bench: &mut Workbench, name: &str, paths: &[&str]) -> Snapshot {
        bench.open();
        let mut opened = HashSet::new();
        for path in paths {
            let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(path);
            for file in crate::native::walk(&path).unwrap().files {
                let path = if name.is_empty() { file.path } else { format!("{name}/{}", file.path) };
                opened.insert(path.clone());
                bench.add(Side::Source, look(PileFile { path, source: file.source }));
            }
        }
        bench.settle(Side::Source, &opened);
        bench.work()
    }

    #[cfg(not(target_arch = "wasm32"))]
    const JOBS: [[&str; 2]; 2] = [
        ["dp2mp1pp4_to_dp1mp2pp2/src", "dp2mp1pp4_to_dp1mp2pp2/src_strategy_stages"],
        ["moe_ep2mp2_to_ep4/src", "moe_ep2mp2_to_ep4/src_strategy.ckpt"],
    ];

    #[cfg(not(target_arch = "wasm32"))]
    #[test]
    fn another_jobs_folder_takes_the_place_of_the_first_and_can_be_added_instead() {
        let mut bench = Workbench::default();
        open_as(&mut bench, "old", &JOBS[0]);
        let after = open_as(&mut bench, "new", &JOBS[1]);
        let source = after.source.as_ref().unwrap();
        assert!(after.findings.iter().all(|finding| finding.severity != Severity::Error));
        assert_eq!((source.topology.ranks(), source.replaced.as_str()), (4, "old"));
        bench.change(Change::Combine(Side::Source));
        let both = bench.work();
        assert!(both.plan.is_none() && both.source.unwrap().rivals.len() == 2);
        bench.change(Change::Undo);
        assert_eq!(bench.work().source.as_ref(), after.source.as_ref());
        bench.change(Change::Undo);
        let first = bench.work().source.unwrap();
        assert_eq!((first.topology.ranks(), first.replaced.as_str()), (8, ""));
    }

    #[cfg(not(target_arch = "wasm32"))]
    #[test]
    fn strategies_that_contradict_each_other_are_not_called_unreadable() {
        let mut bench = Workbench::default();
        open_as(&mut bench, "", &["moe_ep2mp2_to_ep4/src_strategy.ckpt"]);
        let known = open_as(&mut bench, "", &["moe_ep2mp2_to_ep4/dst_strategy.ckpt"]).source.unwrap();
        assert_eq!(known.worth, Worth::Contradictory);
        let mut bench = Workbench::default();
        let known = open_as(&mut bench, "", &["hostile/strategy_text_file"]).source.unwrap();
        assert_eq!(known.worth, Worth::Nothing);
    }

    #[cfg(not(target_arch = "wasm32"))]
    #[test]
    fn a_folder_that_brings_what_was_not_there_is_added() {
        let mut bench = Workbench::default();
        let [weights, strategy] = JOBS[0];
        open_as(&mut bench, "weights", &[weights]);
        let both = open_as(&mut bench, "strategy", &[strategy]);
        assert!(both.plan.is_some() && both.source.unwrap().replaced.is_empty());
        // Rank by rank, as a file dialog gives folders.
        let mut bench = Workbench::default();
        let ranks = ["rank_0", "rank_1", "rank_2"];
        for (rank, files) in ranks.into_iter().zip(1..) {
            let known = open_as(&mut bench, rank, &[&format!("{weights}/{rank}")]);
            assert_eq!(known.source.unwrap().files.len(), files);
        }
    }

    #[cfg(not(target_arch = "wasm32"))]
    #[test]
    fn of_several_checkpoints_the_one_that_is_meant_is_used() {
        let mut bench = Workbench::default();
        let [weights, strategy] = JOBS[0];
        for name in ["jobs/old", "jobs/new"] {
            let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(weights);
            for file in crate::native::walk(&path).unwrap().files {
                let path = format!("{name}/{}", file.path);
                bench.add(Side::Source, look(PileFile { path, source: file.source }));
            }
        }
        open_as(&mut bench, "", &[strategy]);
        let known = bench.work();
        assert!(known.plan.is_none());
        let rivals = known.source.unwrap().rivals;
        assert_eq!(rivals, [("jobs/new".to_owned(), 8), ("jobs/old".to_owned(), 8)]);
        bench.change(Change::Use(Side::Source, "jobs/new".to_owned()));
        let used = bench.work();
        assert!(used.plan.is_some());
        assert_eq!(used.source.unwrap().root, "jobs/new");
        bench.change(Change::Undo);
        assert_eq!(bench.work().source.unwrap().rivals.len(), 2);
    }
}
