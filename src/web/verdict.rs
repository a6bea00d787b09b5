//! What is the matter with the opened piles, in one sentence, and what to do next.

use super::command::Command;
use super::snapshot::{Held, Snapshot};
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
    /// There is no source.
    NoSource,
    /// Both sides' layouts are known, but there are no weights to read.
    NoWeights {
        /// Tensors that are cut differently.
        differ: usize,
        /// All tensors.
        tensors: usize,
    },
    /// Both sides hold every tensor alike.
    Alike,
    /// There is a plan.
    Planned {
        /// Tensors that are cut differently.
        differ: usize,
        /// All tensors.
        tensors: usize,
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
        let tensors = known.tensors.len();
        let differ = known.tensors.iter().filter(|tensor| tensor.differs).count();
        match (&known.source, &known.plan) {
            _ if errors > 0 => Self::Stopped(errors),
            _ if tensors == 0 => Self::NothingFound,
            (None, _) => Self::NoSource,
            _ if alike(known) => Self::Alike,
            (Some(source), None) if source.files.iter().all(|file| !file.weights) => {
                Self::NoWeights { differ, tensors }
            }
            (Some(_), None) => Self::Unplanned,
            (Some(_), Some(plan)) => {
                Self::Planned { differ, tensors, read: plan.totals.bytes_read, ranks: plan.target.ranks() }
            }
        }
    }

    /// The sentence.
    #[must_use]
    pub fn says(self, lang: Lang) -> String {
        match self {
            Self::NothingFound => text::VERDICT_NOTHING.of(lang).to_owned(),
            Self::Stopped(errors) => text::VERDICT_STOPPED.with(lang, &[("n", &errors)]),
            Self::NoSource => text::VERDICT_NO_SOURCE.of(lang).to_owned(),
            Self::NoWeights { differ, tensors } => {
                text::VERDICT_NO_WEIGHTS.with(lang, &[("differ", &differ), ("tensors", &tensors)])
            }
            Self::Alike => text::VERDICT_ALIKE.of(lang).to_owned(),
            Self::Planned { differ, tensors, read, ranks } => {
                let read = units::bytes_text(read);
                text::VERDICT_PLANNED.with(
                    lang,
                    &[("differ", &differ), ("tensors", &tensors), ("read", &read), ("ranks", &ranks)],
                )
            }
            Self::Unplanned => text::VERDICT_UNPLANNED.of(lang).to_owned(),
        }
    }

    /// What to do next, where a button can do it.
    #[must_use]
    pub const fn next(self) -> Option<Command> {
        match self {
            Self::NothingFound | Self::NoSource | Self::NoWeights { .. } => {
                Some(Command::OpenFolder(Side::Source))
            }
            Self::Alike => Some(Command::OpenFolder(Side::Target)),
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
    use crate::source::{Bytes, Sparse};
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
        // All but the norms and two counters are cut in two on the target.
        assert_eq!((tensors, ranks), (291 + 2, 4));
        assert_eq!(differ, 291 - 65);
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

    #[test]
    fn notes_are_nothing_and_a_broken_file_stops() {
        let mut bench = Workbench::default();
        let mut add = |path: &str, bytes: &[u8]| {
            let source = Box::new(Bytes(bytes.to_vec()));
            bench.add(Side::Source, look(PileFile { path: path.to_owned(), source }));
            Verdict::of(&bench.work())
        };
        assert_eq!(add("notes.txt", b"text"), Verdict::NothingFound);
        assert!(matches!(add("rank_0/a.ckpt", &[0x0a; 40]), Verdict::Stopped(_)));
        bench.change(Change::Clear(Side::Source));
    }
}
