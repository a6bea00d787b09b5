//! What the page asks: what was chosen in the Resume view.

use serde::{Deserialize, Serialize};

use crate::resume::epochs::Schedule;
use crate::resume::{MAX_RANKS, Version};
use crate::web::choices::Choices;

/// The choices of the view: the version of MindFormers, by its newest release;
pub const VERSION: &str = "resume.version";
/// whether its document is shown rather than its code;
pub const BY: &str = "resume.by";
/// which of several folders is meant;
pub const FOLDER: &str = "resume.folder";
/// where the job's machines have it;
pub const PATH: &str = "resume.path";
/// ranks of the job that resumes;
pub const RANKS: &str = "resume.ranks";
/// [`OWN_DISKS`] if no rank sees the others' folders;
pub const DISK: &str = "resume.disk";
/// steps per epoch;
pub const STEPS: &str = "resume.steps";
/// `sink_size`;
pub const SINK: &str = "resume.sink";
/// and the global batches of the run that saved
pub const BATCH_OLD: &str = "resume.batch_old";
/// and of the job that resumes.
pub const BATCH_NEW: &str = "resume.batch_new";

/// The value of [`DISK`] for machines that share none.
pub const OWN_DISKS: &str = "own";
/// The value of [`BY`] for the document.
pub const DOCUMENT: &str = "document";

/// Versions by the names that the command has for them, newest last.
pub const VERSIONS: [(Version, &str); 4] =
    [(Version::V1_3, "1.3"), (Version::V1_5, "1.6"), (Version::V1_7, "1.7"), (Version::V1_8, "2.1")];

/// The question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// The folder by its path in the pile; the likeliest if it is not there.
    pub folder: Option<String>,
    /// Where the job's machines have it; as in the pile if empty.
    pub path: String,
    /// The version of MindFormers.
    pub version: Version,
    /// Ranks of the job that resumes; as many as saved unless given.
    pub world_size: Option<u64>,
    /// Whether all ranks see the folder.
    pub shared: bool,
    /// What is known of epochs and batches.
    pub schedule: Option<Schedule>,
}

/// Whether the document is shown rather than the code.
#[must_use]
pub fn by_document(choices: &Choices) -> bool {
    choices.get(BY) == DOCUMENT
}

impl Default for Question {
    fn default() -> Self {
        Self::of(&Choices::default())
    }
}

impl Question {
    /// The question that the choices ask. What is no number counts as not chosen.
    #[must_use]
    pub fn of(choices: &Choices) -> Self {
        let number = |key| choices.get(key).parse::<u64>().ok().filter(|&number| number > 0);
        // None of what follows from the schedule is told while a part of it is wrong or missing.
        let optional = |key| match choices.get(key) {
            "" => Some(None),
            _ => number(key).map(Some),
        };
        let schedule = |steps_per_epoch| {
            let global_batch = match (optional(BATCH_OLD)?, optional(BATCH_NEW)?) {
                (None, None) => None,
                (old, new) => Some(old.zip(new)?),
            };
            Some(Schedule { steps_per_epoch, sink_size: optional(SINK)?, global_batch })
        };
        let version = VERSIONS.into_iter().find(|(_, name)| *name == choices.get(VERSION));
        Self {
            folder: Some(choices.get(FOLDER)).filter(|folder| !folder.is_empty()).map(str::to_owned),
            path: choices.get(PATH).trim().to_owned(),
            version: version.map_or(Version::V1_8, |(version, _)| version),
            world_size: number(RANKS).filter(|&ranks| ranks <= MAX_RANKS),
            shared: choices.get(DISK) != OWN_DISKS,
            schedule: number(STEPS).and_then(schedule),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(chosen: &[(&str, &str)]) -> Question {
        let mut choices = Choices::default();
        chosen.iter().for_each(|(key, value)| choices.set(key, (*value).to_owned()));
        Question::of(&choices)
    }

    #[test]
    fn nothing_chosen_asks_about_the_newest_version_on_a_shared_disk() {
        let Question { version, world_size, shared, schedule, .. } = question(&[]);
        assert_eq!((version, world_size, shared, schedule), (Version::V1_8, None, true, None));
    }

    #[test]
    fn what_is_no_number_is_not_chosen() {
        let odd = question(&[(RANKS, "99999999999"), (STEPS, "0"), (SINK, "2")]);
        assert_eq!((odd.world_size, odd.schedule), (None, None));
        let chosen = [(STEPS, "100"), (SINK, "2"), (BATCH_OLD, "64"), (BATCH_NEW, "128"), (VERSION, "1.6")];
        let Question { version, schedule, .. } = question(&chosen);
        let global_batch = Some((64, 128));
        assert_eq!(schedule, Some(Schedule { steps_per_epoch: 100, sink_size: Some(2), global_batch }));
        assert_eq!(version, Version::V1_5);
    }

    /// One of both batches was once taken for none, and the position told as if they were equal.
    #[test]
    fn nothing_is_told_of_a_schedule_that_is_half_filled_in() {
        let of = |more: &[(&str, &str)]| question(&[&[(STEPS, "100")], more].concat()).schedule;
        assert!(of(&[]).is_some() && of(&[(SINK, "2")]).is_some());
        assert_eq!(of(&[(BATCH_OLD, "64")]), None);
        assert_eq!(of(&[(BATCH_NEW, "64")]), None);
        assert_eq!(of(&[(BATCH_OLD, "64"), (BATCH_NEW, "0")]), None);
        assert_eq!(of(&[(SINK, "-1")]), None);
        assert_eq!(question(&[(SINK, "2"), (BATCH_OLD, "64"), (BATCH_NEW, "64")]).schedule, None);
    }
}
