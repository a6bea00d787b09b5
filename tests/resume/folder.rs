//! Folders as the tables of the specification state them.

use std::sync::Arc;

use shardlens::format::WeightFormat;
use shardlens::resume::{Decision, Folder, Health, Job, Listing, Lists, Load, Version, WeightFile, decide};

/// The versions that the tables have columns for.
pub(crate) const VERSIONS: [Version; 3] = [Version::V1_3, Version::V1_5, Version::V1_7];

/// A rank's folder: its steps in the order in which they were saved, such as `3_2 6_2`, and the step that
/// its `meta.json` names.
pub(crate) struct Rank {
    pub prefix: &'static str,
    pub steps: &'static str,
    pub meta: Meta,
    pub ending: &'static str,
}

/// A rank's `meta.json`.
#[derive(Clone, Copy)]
pub(crate) enum Meta {
    None,
    /// Names the file of this step.
    Of(&'static str),
    /// Has this text, with `{rank}` for the rank.
    Raw(&'static str),
}

/// Steps of the run `llama` and the step that the meta names.
pub(crate) fn rank(steps: &'static str, meta: &'static str) -> Rank {
    let meta = if meta.is_empty() { Meta::None } else { Meta::Of(meta) };
    Rank { prefix: "llama", steps, meta, ending: "ckpt" }
}

impl Rank {
    pub(crate) fn meta(self, raw: &'static str) -> Self {
        Self { meta: Meta::Raw(raw), ..self }
    }

    pub(crate) fn prefix(self, prefix: &'static str) -> Self {
        Self { prefix, ..self }
    }

    pub(crate) fn safetensors(self) -> Self {
        Self { ending: "safetensors", ..self }
    }

    /// The folder of rank `rank`. A step may begin with a run: `_1-3_2`; or be a whole name.
    pub(crate) fn folder(&self, rank: u64) -> Folder {
        let Self { prefix, steps, ending, .. } = self;
        let name = |step: &str| match step {
            step if step.contains('.') => step.to_owned(),
            step if step.starts_with('_') => format!("{prefix}_rank_{rank}{step}.{ending}"),
            step => format!("{prefix}_rank_{rank}-{step}.{ending}"),
        };
        let files = steps.split_whitespace().zip(1..);
        let files = files.map(|(step, at)| WeightFile::whole(&name(step), at)).collect();
        let meta = match self.meta {
            Meta::None => None,
            Meta::Raw(raw) => Some(raw.replace("{rank}", &rank.to_string())),
            Meta::Of(step) => {
                let (epoch, of_epoch) =
                    step.rsplit_once('-').map_or(step, |(_, step)| step).split_once('_').unwrap();
                Some(format!(
                    r#"{{"last_epoch": {epoch}, "last_step": {of_epoch}, "last_ckpt_file": "{}"}}"#,
                    name(step)
                ))
            }
        };
        Folder {
            name: format!("rank_{rank}"),
            files,
            meta: meta.map(String::into_bytes),
            ..Folder::default()
        }
    }
}

/// A listing of rank folders 0, 1, ….
pub(crate) fn listing(ranks: impl IntoIterator<Item = Rank>) -> Listing {
    Listing::new("ckpt", ranks.into_iter().zip(0..).map(|(files, rank)| files.folder(rank)).collect())
}

/// The job that resumes on as many ranks as there are.
pub(crate) fn job(version: Version, world_size: u64) -> Job {
    Job::new(version, world_size, WeightFormat::Ckpt)
}

/// A decision as the tables write it: the part of rank 0's name after `rank_0`, `ok`, or the cause.
pub(crate) fn said(decision: &Decision) -> String {
    match decision {
        Decision::File { of_rank_0, .. } => {
            let (_, tail) = of_rank_0.split_once("_rank_0").unwrap();
            tail.trim_start_matches('-').rsplit_once('.').unwrap().0.to_owned()
        }
        Decision::OwnNewest(_) => "ok".to_owned(),
        Decision::Stops { cause, .. } => cause.clone(),
        Decision::Whole => "whole".to_owned(),
        Decision::Off => "off".to_owned(),
        Decision::OneFile(path) | Decision::Waits(path) => path.clone(),
    }
}

/// Checks one row: what each version decides. A wanted text that ends in `…` is the beginning.
#[track_caller]
pub(crate) fn check(row: &str, listing: &Listing, job: &Job, wanted: [&str; 3]) {
    for (version, wanted) in VERSIONS.into_iter().zip(wanted) {
        let found = said(&decide(Load::Folder(listing), &job.under(version)));
        match wanted.strip_suffix('…') {
            Some(beginning) => assert!(found.starts_with(beginning), "{row}, {version}: {found}"),
            None => assert_eq!(found, wanted, "{row}, {version}"),
        }
    }
}

/// The same folder with files of a rank spoilt.
pub(crate) fn spoil(listing: &Listing, rank: u64, step: &str, change: impl Fn(&mut WeightFile)) -> Listing {
    let mut folders = listing.folders().to_vec();
    let folder = folders.iter_mut().find(|folder| folder.rank() == Some(rank)).unwrap();
    let file = folder.files.iter_mut().find(|file| file.name.contains(&format!("-{step}."))).unwrap();
    change(file);
    Listing::new(listing.path.clone(), folders)
}

/// The same folder with a file whose header lists this.
pub(crate) fn lists(listing: &Listing, rank: u64, step: &str, lists: &Arc<Lists>) -> Listing {
    spoil(listing, rank, step, |file| file.lists = Some(Arc::clone(lists)))
}

/// The same folder with a file cut off.
pub(crate) fn cut_off(listing: &Listing, rank: u64, step: &str) -> Listing {
    spoil(listing, rank, step, |file| file.health = Health::Truncated)
}
