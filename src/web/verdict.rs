//! What is the matter with the opened piles, in one sentence, and what to do next.

use super::command::Command;
use super::snapshot::{Held, Snapshot, Tally};
use super::text;
use super::units;
use super::view::View;
use crate::check::{Lang, Severity, Side};

/// What is the matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// None of the files counts.
    NothingFound,
    /// So many errors forbid a plan; what could be read is shown.
    Stopped(usize),
    /// So many errors, and nothing could be read.
    Unreadable(usize),
    /// There is no source.
    NoSource,
    /// Both sides' layouts are known, but there are no weights to read.
    NoWeights {
        /// Tensors that are cut differently.
        differ: usize,
        /// Tensors of both sides.
        tensors: usize,
    },
    /// There are complete weights, and no target to compare them with.
    Complete,
    /// Both sides hold every tensor alike.
    Alike,
    /// There is a plan.
    Planned {
        /// Tensors that are cut differently.
        differ: usize,
        /// Tensors that are converted.
        tensors: usize,
        /// Tensors that the strategies name and that will not be written.
        unwritten: usize,
        /// Bytes that are read.
        read: u64,
        /// Ranks that files are written for.
        ranks: u64,
    },
    /// There is none, though nothing forbids it.
    Unplanned,
}

impl Verdict {
    /// The verdict on what is known.
    #[must_use]
    pub fn of(known: &Snapshot) -> Self {
        let errors = known.findings.iter().filter(|finding| finding.severity == Severity::Error).count();
        let Tally { common: tensors, recut: differ, unwritten, .. } = known.tally;
        match (&known.source, &known.plan) {
            _ if errors > 0 && known.tensors.is_empty() => Self::Unreadable(errors),
            _ if errors > 0 => Self::Stopped(errors),
            _ if known.tensors.is_empty() => Self::NothingFound,
            (None, _) => Self::NoSource,
            _ if alike(known) && known.target.is_none() => Self::Complete,
            _ if alike(known) => Self::Alike,
            (Some(source), None) if source.files.iter().all(|file| !file.weights) => {
                Self::NoWeights { differ, tensors }
            }
            (Some(_), None) => Self::Unplanned,
            (Some(_), Some(plan)) => {
                let (read, ranks) = (plan.totals.bytes_read, plan.target.ranks());
                Self::Planned { differ, tensors, unwritten, read, ranks }
            }
        }
    }

    /// Whether a conversion was looked at as a whole, and nothing is against it but what is told.
    #[must_use]
    pub const fn is_settled(self) -> bool {
        matches!(self, Self::Alike | Self::Planned { .. })
    }

    /// The sentence.
    #[must_use]
    pub fn says(self, lang: Lang) -> String {
        match self {
            Self::NothingFound => text::VERDICT_NOTHING.of(lang).to_owned(),
            Self::Stopped(errors) => text::VERDICT_STOPPED.with(lang, &[("n", &errors)]),
            Self::Unreadable(errors) => text::VERDICT_UNREADABLE.with(lang, &[("n", &errors)]),
            Self::NoSource => text::VERDICT_NO_SOURCE.of(lang).to_owned(),
            Self::NoWeights { differ, tensors } => {
                text::VERDICT_NO_WEIGHTS.with(lang, &[("differ", &differ), ("tensors", &tensors)])
            }
            Self::Complete => text::VERDICT_COMPLETE.of(lang).to_owned(),
            Self::Alike => text::VERDICT_ALIKE.of(lang).to_owned(),
            Self::Planned { differ, tensors, unwritten, read, ranks } => {
                let (read, ranks) = (units::bytes_text(read), units::grouped(ranks));
                let [differ, tensors] = [differ, tensors].map(|count| units::grouped(count as u64));
                let planned = text::VERDICT_PLANNED.with(
                    lang,
                    &[("differ", &differ), ("tensors", &tensors), ("read", &read), ("ranks", &ranks)],
                );
                match unwritten {
                    0 => planned,
                    n => format!("{} {planned}", text::VERDICT_UNWRITTEN.with(lang, &[("n", &n)])),
                }
            }
            Self::Unplanned => text::VERDICT_UNPLANNED.of(lang).to_owned(),
        }
    }

    /// What to do next, where a button can do it.
    #[must_use]
    pub const fn next(self) -> Option<Command> {
        match self {
            Self::NothingFound | Self::Unreadable(_) | Self::NoSource | Self::NoWeights { .. } => {
                Some(Command::OpenFolder(Side::Source))
            }
            Self::Complete | Self::Alike => Some(Command::OpenFolder(Side::Target)),
            Self::Planned { .. } => Some(Command::Show(View::Plan)),
            Self::Stopped(_) | Self::Unplanned => None,
        }
    }
}

/// Whether both sides have the same stages and ranks, and hold every tensor by equal layouts.
fn alike(known: &Snapshot) -> bool {
    let (Some(source), target) = (&known.source, &known.target) else { return false };
    let topology = target.as_ref().map_or(crate::plan::Topology::SINGLE, |target| target.topology);
    source.topology == topology
        && known.tensors.iter().all(|tensor| match (&tensor.source, &tensor.target) {
            (Held::Laid(from), Held::Laid(to)) => {
                let same = from.iter().zip(to).all(|(from, to)| {
                    let goal = target.as_ref().and_then(|target| target.layouts.get(to.layout));
                    from.stage == to.stage && source.layouts.get(from.layout) == goal
                });
                same && from.len() == to.len()
            }
            (from, to) => from == to,
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::{PileFile, look};
    use crate::example::llama_7b;
    use crate::format::{NewEntry, WeightFormat, layout_file};
    use crate::geometry::{DType, Shape};
    use crate::source::{Bytes, Sparse};
    #[cfg(not(target_arch = "wasm32"))]
    use crate::web::snapshot::{Compared, Comparison};
    #[cfg(not(target_arch = "wasm32"))]
    use crate::web::workbench::tests::recorded;
    use crate::web::workbench::{Change, Workbench};

    type Files = Vec<(String, Sparse)>;

    fn verdict(source: Files, target: Files) -> Verdict {
        let mut bench = Workbench::default();
        for (side, files) in [(Side::Source, source), (Side::Target, target)] {
            for (path, file) in files {
                bench.add(side, look(PileFile { path, source: Box::new(file) }));
            }
        }
        Verdict::of(&bench.work())
    }

    fn strategies(files: Files) -> Files {
        files.into_iter().filter(|(path, _)| path.contains("strategy")).collect()
    }

    #[test]
    fn the_example_can_be_planned() {
        let example = llama_7b().unwrap();
        let verdict = verdict(example.source, example.target);
        let Verdict::Planned { differ, tensors, ranks, .. } = verdict else { panic!("{verdict:?}") };
        // All but the norms and two counters are cut in two on the target, and the norms of all but the
        // first of four stages are in another one.
        assert_eq!((tensors, ranks), (291 + 2, 4));
        assert_eq!(differ, (291 - 65) + (65 - 2 * 8));
        assert_eq!(verdict.next(), Some(Command::Show(View::Plan)));
    }

    #[test]
    fn equal_sides_need_no_conversion() {
        let (first, second) = (llama_7b().unwrap(), llama_7b().unwrap());
        assert_eq!(verdict(first.source, strategies(second.source)), Verdict::Alike);
    }

    #[test]
    fn strategies_alone_are_compared() {
        let example = llama_7b().unwrap();
        let verdict = verdict(strategies(example.source), example.target);
        assert!(matches!(verdict, Verdict::NoWeights { tensors: 291, .. }), "{verdict:?}");
    }

    #[test]
    fn a_target_alone_waits_for_its_source() {
        assert_eq!(verdict(Vec::new(), llama_7b().unwrap().target), Verdict::NoSource);
    }

    #[cfg(not(target_arch = "wasm32"))]
    #[test]
    fn a_lost_stage_stops_and_is_no_plan_for_the_rest() {
        let case = "dp2mp1pp4_to_dp1mp2pp2";
        let source = [format!("{case}/src"), format!("{case}/src_strategy_stages")];
        let mut sides: Vec<_> = source.iter().map(|path| (Side::Source, path.as_str())).collect();
        let target = format!("{case}/dst_strategy_stages");
        sides.push((Side::Target, &target));
        let whole = recorded(&sides, |_| true);
        assert!(matches!(Verdict::of(&whole), Verdict::Planned { tensors: 39, unwritten: 0, .. }));
        let known = recorded(&sides, |path| !path.starts_with("rank_2/") && !path.starts_with("rank_3/"));
        assert_eq!(Verdict::of(&known), Verdict::Stopped(1));
        let error = known.findings.iter().find(|finding| finding.severity == Severity::Error).unwrap();
        assert_eq!(error.subject.all_tensors().count(), 9);
    }

    #[cfg(not(target_arch = "wasm32"))]
    #[test]
    fn tensors_without_data_are_no_part_of_those_that_are_converted() {
        let case = "real_dp2mp4opt_to_dp2mp2pp2opt";
        let paths = ["src", "src_strategy.ckpt", "dst_strategy_stages"].map(|path| format!("{case}/{path}"));
        let [weights, from, to] = &paths;
        let known = recorded(&[(Side::Source, weights), (Side::Source, from), (Side::Target, to)], |_| true);
        let verdict = Verdict::of(&known);
        assert!(matches!(verdict, Verdict::Planned { tensors: 22, differ: ..=22, .. }), "{verdict:?}");
        let Comparison::Done(counts) = known.comparison else { panic!("{:?}", known.comparison) };
        let (added, removed) = (counts.of(Compared::Added), counts.of(Compared::Removed));
        assert_eq!((known.tally.common + added + known.tally.without_data, removed), (88, 0));
    }

    #[cfg(not(target_arch = "wasm32"))]
    #[test]
    fn a_plan_that_leaves_tensors_out_says_how_many() {
        let case = "subset_strategy_by_stage_naming";
        let known = recorded(
            &[
                (Side::Source, &format!("{case}/src")),
                (Side::Source, &format!("{case}/src_strategy.ckpt")),
                (Side::Target, &format!("{case}/dst_strategy.ckpt")),
            ],
            |_| true,
        );
        let verdict = Verdict::of(&known);
        assert!(matches!(verdict, Verdict::Planned { unwritten: 12, .. }), "{verdict:?}");
        assert!(verdict.says(Lang::En).starts_with("12 tensors of the strategies will not be written"));
    }

    #[test]
    fn weights_alone_are_compared_with_nothing() {
        let example = llama_7b().unwrap();
        let target = strategies(example.target);
        assert!(!verdict(Vec::new(), target).is_settled());
        let mut bench = Workbench::default();
        let entry = NewEntry { name: "w", dtype: DType::F32, shape: Shape::new(vec![2]).unwrap() };
        let source = Box::new(layout_file(WeightFormat::Ckpt, &[entry]).unwrap().sparse());
        bench.add(Side::Source, look(PileFile { path: "a.ckpt".to_owned(), source }));
        let verdict = Verdict::of(&bench.work());
        assert_eq!((verdict, verdict.is_settled()), (Verdict::Complete, false));
    }

    #[test]
    fn notes_are_nothing_and_a_broken_file_stops() {
        let mut bench = Workbench::default();
        let mut add = |path: &str, bytes: &[u8]| {
            let source = Box::new(Bytes(bytes.to_vec()));
            bench.add(Side::Source, look(PileFile { path: path.to_owned(), source }));
            Verdict::of(&bench.work())
        };
        assert_eq!(add("notes.txt", b"text"), Verdict::NothingFound);
        let broken = add("rank_0/a.ckpt", &[0x0a; 40]);
        assert!(matches!(broken, Verdict::Unreadable(_)));
        assert_eq!(broken.next(), Some(Command::OpenFolder(Side::Source)));
        bench.change(Change::Clear(Side::Source));
    }
}
