//! All answers about one folder, and what is wrong.

use super::peers::{Odd, OddFiles, odd};
use super::{
    Decision, Job, Listing, Load, Matrix, Step, Version, Works, decide, document, findings, names, works,
};
use crate::check::Finding;
use crate::phrase::{Phrase, phrase};

/// What there is to say about resuming from a folder.
#[derive(Clone, Debug)]
pub struct Report {
    /// The job, with the version that the findings are about.
    pub job: Job,
    /// Ranks that saved: see [`Listing::saved`].
    pub saved: u64,
    /// What the job's version decides.
    pub decision: Decision,
    /// What [`Version::RECENT`] decide, and the job's version if it is older, oldest first.
    pub by_version: Vec<(Version, Decision)>,
    /// What the document promises.
    pub document: Decision,
    /// The steps that can really be loaded, the one to take first.
    pub works: Vec<Works>,
    /// Rank × step.
    pub matrix: Matrix,
    /// What is wrong.
    pub findings: Vec<Finding>,
    /// Files that are not as those of the other ranks of their stage.
    pub(super) odd: OddFiles,
}

/// Looks at a folder for a job.
#[must_use]
pub fn report(listing: &Listing, job: &Job) -> Report {
    let saved = listing.saved();
    let decision = decide(Load::Folder(listing), job);
    let by_version = |version| (version, decide(Load::Folder(listing), &job.under(version)));
    let older = Some(job.version).filter(|version| !Version::RECENT.contains(version));
    let compared = older.into_iter().chain(Version::RECENT);
    let odd = odd(listing, job.reads());
    let mut report = Report {
        job: job.clone(),
        saved,
        decision,
        by_version: compared.map(by_version).collect(),
        document: document(listing, job),
        works: works::without(&odd, listing, saved, job.reads()),
        matrix: Matrix::with(&odd, listing, job),
        findings: Vec::new(),
        odd,
    };
    report.findings = findings::findings(listing, &report);
    report
}

impl Report {
    /// How a rank's file is not as those of the other ranks of its stage.
    pub(super) fn odd(&self, rank: u64, file: &str) -> Option<&Odd> {
        self.odd.get(&names::run_and_step(file, self.job.reads())?)?.get(&rank)
    }

    /// The step that the job goes on from: the one that is chosen, else the newest that works.
    #[must_use]
    pub fn step(&self) -> Option<Step> {
        self.decision.step(&self.job).or_else(|| self.works.first().map(|works| works.step))
    }
}

/// Versions that decide alike, joined, oldest first.
#[must_use]
pub fn alike(by_version: &[(Version, Decision)]) -> Vec<(&Decision, String)> {
    let mut folded: Vec<(&Decision, String)> = Vec::new();
    for (version, decision) in by_version {
        match folded.iter_mut().find(|(known, _)| *known == decision) {
            Some((_, versions)) => {
                versions.push_str(", ");
                versions.push_str(version.releases());
            }
            None => folded.push((decision, version.releases().to_owned())),
        }
    }
    folded
}

impl Decision {
    /// The step of the one file that all ranks load; none where they need not agree, or load none.
    #[must_use]
    pub fn step(&self, job: &Job) -> Option<Step> {
        match self {
            Self::File { of_rank_0, .. } => names::step(of_rank_0, job.reads()),
            _ => None,
        }
    }

    /// The decision in a line.
    #[must_use]
    pub fn phrase(&self) -> Phrase {
        match self {
            Self::File { of_rank_0, .. } => {
                phrase!("rank 0 loads {of_rank_0}", "rank 0 加载 {of_rank_0}", of_rank_0)
            }
            Self::OneFile(path) => phrase!("every rank loads {path}", "各 rank 加载 {path}", path),
            Self::OwnNewest(_) => phrase!(
                "every rank loads the file of its own folder that was written last",
                "各 rank 加载各自目录中最后写入的文件"
            ),
            Self::Whole => phrase!("the folder is loaded as one checkpoint", "整个目录作为一份权重加载"),
            Self::Off => phrase!("nothing is resumed", "不续训"),
            Self::Waits(path) => phrase!(
                "waits without end for someone to write into the pipe {path}",
                "会无限期等待管道 {path} 的写入方",
                path
            ),
            Self::Stops { raised, .. } => {
                phrase!("stops with “{raised}”", "报错 “{raised}”", raised)
            }
        }
    }
}
