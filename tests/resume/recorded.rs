//! 143 folders on which the code of MindFormers 1.3.0, 1.6.0, 1.7.0 and 2.1.0 was run (67 of them under 1.2.0, too), and 74 with the
//! health monitor of 1.6.0, 1.7.0 and 2.1.0 (`tests/cases/resume/record.py`): the file that every rank loads, or the error, must be the same.
//! Another 77 hold names that are no files (folders, pipes, sockets, links that lead nowhere or to themselves, what the
//! user may not read), under 1.0.2 and 1.1.0, too; there the newest name of each rank counts as well.

use serde::Deserialize;
use shardlens::format::WeightFormat;
use shardlens::resume::{
    Decision, Folder, Health, Instead, Job, Listing, Load, Monitor, Version, WeightFile, decide,
};

#[derive(Deserialize)]
struct Case {
    name: String,
    world_size: u64,
    format: WeightFormat,
    #[serde(default)]
    backwards: bool,
    #[serde(default)]
    root_files: Vec<String>,
    #[serde(default)]
    by_timestamp: bool,
    #[serde(default = "yes")]
    shared: bool,
    resume_training: Option<String>,
    /// Whether `use_checkpoint_health_monitor` is on, and the record that it left.
    #[serde(default)]
    monitor: bool,
    health: Option<String>,
    /// Entries of the folder that are no files.
    #[serde(default)]
    root_entries: Vec<(String, Kind)>,
    /// Whether the outcome has what each rank takes for its newest file.
    #[serde(default)]
    names_newest: bool,
    folders: Vec<CaseFolder>,
    /// Versions, and what all their ranks do.
    outcomes: Vec<(Vec<String>, String)>,
}

#[derive(Deserialize)]
struct CaseFolder {
    name: String,
    meta: Option<String>,
    meta_kind: Option<Kind>,
    kind: Option<Kind>,
    files: Vec<CaseFile>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum CaseFile {
    Other(String, i64, Kind),
    File(String, i64),
}

/// What an entry is.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    File,
    Folder,
    Pipe,
    Socket,
    Nowhere,
    Loop,
    Closed,
    Unreachable,
    /// A link to a file.
    Linked,
}

impl Kind {
    fn instead(self) -> Instead {
        match self {
            Self::File | Self::Linked => Instead::File,
            Self::Folder => Instead::Folder,
            Self::Pipe => Instead::Pipe,
            Self::Socket => Instead::Socket,
            Self::Nowhere => Instead::Nowhere,
            Self::Loop => Instead::Loop,
            Self::Closed => Instead::Closed,
            Self::Unreachable => Instead::Unreachable,
        }
    }

    fn health(self) -> Health {
        match self {
            Self::File | Self::Linked => Health::Whole,
            Self::Closed => Health::Unreadable,
            other => Health::NoFile(other.instead()),
        }
    }
}

impl CaseFile {
    fn file(&self) -> WeightFile {
        match self {
            Self::File(name, modified) => WeightFile::whole(name, *modified),
            Self::Other(name, modified, kind) => {
                WeightFile { health: kind.health(), ..WeightFile::whole(name, *modified) }
            }
        }
    }
}

const fn yes() -> bool {
    true
}

impl Case {
    fn listing(&self) -> Listing {
        let folder = |folder: &CaseFolder| {
            // What is no folder has no files.
            let is_folder = folder.kind.is_none();
            let mut files: Vec<WeightFile> =
                folder.files.iter().filter(|_| is_folder).map(CaseFile::file).collect();
            files.sort_by(|a, b| a.name.cmp(&b.name));
            if self.backwards {
                files.reverse();
            }
            let meta = folder.meta.as_ref().filter(|_| is_folder).map(|text| text.clone().into_bytes());
            Folder {
                name: folder.name.clone(),
                files,
                meta,
                instead: folder.kind.map(Kind::instead),
                instead_of_meta: folder.meta_kind.map(Kind::instead),
            }
        };
        let mut listing = Listing::new("{root}", self.folders.iter().map(folder).collect());
        let is_there = |kind: Kind| !matches!(kind, Kind::Nowhere | Kind::Loop);
        let entries = self.root_entries.iter().filter(|(_, kind)| is_there(*kind)).map(|(name, _)| name);
        listing.is_unified =
            self.root_files.iter().chain(entries).any(|name| name == "hyper_param.safetensors");
        listing
    }

    fn job(&self, version: Version) -> Job {
        let mut job = Job::new(version, self.world_size, self.format);
        (job.shared, job.by_timestamp) = (self.shared, self.by_timestamp);
        job.resume_training.clone_from(&self.resume_training);
        let record = self.health.as_ref().map(|text| text.clone().into_bytes());
        job.monitor = self.monitor.then_some(Monitor { record });
        job
    }
}

/// Our decision in the words of the recording.
fn outcome(decision: &Decision, listing: &Listing, job: &Job, names_newest: bool) -> String {
    match decision {
        Decision::File { of_rank_0, .. } => {
            for rank in 0..job.world_size {
                let wanted = of_rank_0.replace("_rank_0", &format!("_rank_{rank}"));
                assert_eq!(decision.file_of(rank, listing, job), Some(wanted));
            }
            format!("file {of_rank_0}")
        }
        Decision::OwnNewest(_) if names_newest => {
            let newest = |rank| match decision.error_of(rank, listing, job) {
                Some(error) => format!("error {error}"),
                None => decision.file_of(rank, listing, job).unwrap_or("none".to_owned()),
            };
            let of_ranks: Vec<String> = (0..job.world_size).map(newest).collect();
            format!("own_newest | {}", of_ranks.join(" | "))
        }
        Decision::OwnNewest(_) | Decision::Whole => "own_newest".to_owned(),
        Decision::Waits(_) => "waits".to_owned(),
        Decision::Stops { raised, .. } => format!("error {raised}"),
        other => panic!("{other:?}"),
    }
}

fn version(name: &str) -> Version {
    match name {
        "1.0" => Version::V1_0,
        "1.1" => Version::V1_1,
        "1.2" => Version::V1_2,
        "1.3" => Version::V1_3,
        "1.5" => Version::V1_5,
        "1.7" => Version::V1_7,
        "1.8" => Version::V1_8,
        other => panic!("{other}"),
    }
}

/// Checks all cases of a file, each under so many versions.
#[track_caller]
fn check(json: &str, count: usize, versions: usize) {
    let cases: Vec<Case> = serde_json::from_str(json).unwrap();
    let (mut decided, mut wrong) = (0, Vec::new());
    for case in &cases {
        let listing = case.listing();
        for (versions, recorded) in &case.outcomes {
            for version in versions.iter().map(|name| version(name)) {
                let job = case.job(version);
                let decision = decide(Load::Folder(&listing), &job);
                let ours = outcome(&decision, &listing, &job, case.names_newest);
                // The folder is loaded as a whole, so no name is ours to compare.
                let recorded = match (&decision, recorded.split_once(" | ")) {
                    (Decision::Whole, Some((kind, _))) => kind,
                    _ => recorded.as_str(),
                };
                decided += 1;
                if ours != recorded {
                    wrong
                        .push(format!("{} ({version})\n  recorded {recorded}\n  ours     {ours}", case.name));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(decided, count * versions);
}

#[test]
fn every_recorded_row_is_decided_as_mindformers_did() {
    check(include_str!("../cases/resume/rows.json"), 69, 5);
}

#[test]
fn every_recorded_accident_is_decided_as_mindformers_did() {
    check(include_str!("../cases/resume/wild.json"), 76, 4);
}

#[test]
fn every_recorded_answer_of_the_health_monitor_is_as_mindformers_gave_it() {
    check(include_str!("../cases/resume/health.json"), 74, 3);
}

#[test]
fn names_that_are_no_files_are_chosen_or_stopped_at_as_mindformers_does() {
    check(include_str!("../cases/resume/entries.json"), 77, 7);
}
