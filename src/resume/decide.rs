//! What the configuration and the folder lead to (`Trainer.train` and `get_resume_checkpoint`).

use serde::{Deserialize, Serialize};

use super::names::with_rank;
use super::newest::own_newest;
use super::select::{Stop, select};
use super::{Job, Listing, Version, message};
use crate::format::WeightFormat;

/// `load_checkpoint`.
#[derive(Clone, Copy, Debug)]
pub enum Load<'a> {
    /// An empty string.
    Nothing,
    /// A file.
    File(&'a str),
    /// A folder.
    Folder(&'a Listing),
}

/// What happens when the job is started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Decision {
    /// Every rank loads the file of this name, with its own rank in it, from its own folder.
    File {
        /// The name for rank 0.
        of_rank_0: String,
        /// Whether `resume_training` names it, so that nothing was selected.
        is_given: bool,
    },
    /// Every rank loads this one file, whatever name `resume_training` gives.
    OneFile(String),
    /// Every rank loads the file of its own folder that was written last, for this reason.
    OwnNewest(Newest),
    /// The whole folder is loaded: a checkpoint of one piece.
    Whole,
    /// Nothing is resumed: training begins with random weights, with a warning only.
    Off,
    /// Every rank stops.
    Stops {
        /// What rank 0 writes down; may have several lines.
        cause: String,
        /// What every rank raises.
        raised: String,
    },
    /// Rank 0 opens this pipe and waits for someone to write into it; the other ranks wait for rank 0.
    Waits(String),
}

/// Why every rank loads its own newest file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Newest {
    /// Before 1.2 no rank looks into the others' folders.
    NoSelection,
    /// No `meta.json` counts, and the names of the newest files agree.
    NoMeta,
    /// The folder is not on a shared path: no rank can look into the others' folders.
    NotShared,
    /// `resume_by_last_timestamp_ckpt` says so.
    Asked,
}

/// What the job does when it is started with `resume_training`.
#[must_use]
pub fn decide(load: Load<'_>, job: &Job) -> Decision {
    match (load, &job.resume_training) {
        (_, Some(name)) if !job.version.selects() => stops(message::no_bool(name)),
        (Load::Nothing, _) if job.version == Version::V1_0 => Decision::Off,
        (Load::Nothing, _) if job.version < Version::V1_7 => stops(message::NOTHING_TO_LOAD.to_owned()),
        (Load::Nothing, _) => Decision::Off,
        (Load::File(path), _) => Decision::OneFile(path.to_owned()),
        (Load::Folder(listing), _) => of_folder(listing, job),
    }
}

fn of_folder(listing: &Listing, job: &Job) -> Decision {
    if let Some(name) = &job.resume_training {
        return given(name, job);
    }
    if listing.is_empty() && job.version >= Version::V1_7 {
        return Decision::Off;
    }
    if !job.version.selects() {
        return Decision::OwnNewest(Newest::NoSelection);
    }
    if !job.shared {
        return Decision::OwnNewest(Newest::NotShared);
    }
    if listing.is_unified && job.reads() == WeightFormat::Safetensors {
        return Decision::Whole;
    }
    if job.by_timestamp {
        return Decision::OwnNewest(Newest::Asked);
    }
    match select(listing, job) {
        Ok(Some(of_rank_0)) => Decision::File { of_rank_0, is_given: false },
        Ok(None) => Decision::OwnNewest(Newest::NoMeta),
        Err(Stop::Raises(cause)) => Decision::Stops { raised: message::raised(job, &cause), cause },
        Err(Stop::Waits(path)) => Decision::Waits(path),
    }
}

/// `resume_training: NAME`: the ending is added where it is missing, and the name is taken as it is.
fn given(name: &str, job: &Job) -> Decision {
    let ending = format!(".{}", job.reads().extension());
    let name = if name.ends_with(&ending) { name.to_owned() } else { name.to_owned() + &ending };
    let name = super::names::basename(&name);
    match with_rank(name, 0) {
        Some(of_rank_0) => Decision::File { of_rank_0, is_given: true },
        None => stops(message::no_rank(job.version, name)),
    }
}

/// An error that every rank raises of itself.
fn stops(cause: String) -> Decision {
    Decision::Stops { raised: cause.clone(), cause }
}

impl Decision {
    /// The file that a rank loads from its own folder; none where it stops, loads all, or has none.
    #[must_use]
    pub fn file_of(&self, rank: u64, listing: &Listing, job: &Job) -> Option<String> {
        match self {
            Self::File { of_rank_0, .. } => with_rank(of_rank_0, rank),
            Self::OwnNewest(_) => {
                let newest = own_newest(listing, rank, job.reads()).ok()??;
                Some(newest.name.clone())
            }
            Self::OneFile(_) | Self::Whole | Self::Off | Self::Stops { .. } | Self::Waits(_) => None,
        }
    }

    /// What a rank that looks for its newest file stops with; none if it can tell which that is.
    #[must_use]
    pub fn error_of(&self, rank: u64, listing: &Listing, job: &Job) -> Option<String> {
        match self {
            Self::OwnNewest(_) => own_newest(listing, rank, job.reads()).err(),
            _ => None,
        }
    }
}
