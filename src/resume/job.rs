//! The job that is to be resumed.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::format::WeightFormat;

/// Versions of MindFormers that select differently. The selection was recorded from the wheels of 1.2.0,
/// 1.3.0, 1.6.0, 1.7.0, 1.8.0 and 2.1.0; before 1.2 there is none to record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Version {
    /// 1.0: every rank loads its newest file, whatever the others do.
    V1_0,
    /// 1.1: the same, but stops where there is nothing to load.
    V1_1,
    /// 1.2: selects as 1.3 does, and words its errors otherwise.
    V1_2,
    /// 1.3: `.ckpt` only; the prefix ends at the first `-`.
    V1_3,
    /// 1.5 and 1.6: safetensors too; the prefix ends at the last `-`.
    V1_5,
    /// 1.7: counts the `rank_` entries of the folder instead of asking for the world size, and begins anew
    /// where there is nothing to load.
    V1_7,
    /// 1.8 to 2.1, where the older format of checkpoints is used: the prefix includes its `-`.
    V1_8,
}

impl Version {
    /// Those that are compared with each other, oldest first.
    pub const RECENT: [Self; 4] = [Self::V1_3, Self::V1_5, Self::V1_7, Self::V1_8];

    /// The releases that it stands for.
    #[must_use]
    pub const fn releases(self) -> &'static str {
        match self {
            Self::V1_0 => "1.0",
            Self::V1_1 => "1.1",
            Self::V1_2 => "1.2",
            Self::V1_3 => "1.3",
            Self::V1_5 => "1.5–1.6",
            Self::V1_7 => "1.7",
            Self::V1_8 => "1.8–2.1",
        }
    }

    /// Whether rank 0 selects for all ranks; before, every rank took what it found.
    #[must_use]
    pub const fn selects(self) -> bool {
        !matches!(self, Self::V1_0 | Self::V1_1)
    }

    /// Whether it reads safetensors, and has the words and the prefix of later versions.
    pub(super) const fn is_before_1_5(self) -> bool {
        matches!(self, Self::V1_0 | Self::V1_1 | Self::V1_2 | Self::V1_3)
    }

    /// Whether it counts the entries of the folder that begin with `rank_`, instead of the job's ranks.
    #[must_use]
    pub const fn counts_folders(self) -> bool {
        matches!(self, Self::V1_7 | Self::V1_8)
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.releases())
    }
}

/// What the job's configuration and its launch say.
#[derive(Clone, Debug)]
pub struct Job {
    /// The version of MindFormers.
    pub version: Version,
    /// Ranks of the job that resumes.
    pub world_size: u64,
    /// `load_ckpt_format`. Up to 1.3 there is `.ckpt` only, whatever this says.
    pub format: WeightFormat,
    /// Whether every rank sees `load_checkpoint`: see [`super::shared`].
    pub shared: bool,
    /// `resume_training`, where it is a name and not `True`.
    pub resume_training: Option<String>,
    /// `resume_by_last_timestamp_ckpt`.
    pub by_timestamp: bool,
    /// `use_checkpoint_health_monitor`, which 1.6 brought: what the record says.
    pub monitor: Option<Monitor>,
}

/// What the health monitor recorded of the run that saved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Monitor {
    /// The content of `health_ckpts.json` in the run's `output_dir`; none if there is no such file.
    pub record: Option<Vec<u8>>,
}

impl Job {
    /// `resume_training: True` on one machine or a shared disk.
    #[must_use]
    pub const fn new(version: Version, world_size: u64, format: WeightFormat) -> Self {
        let (resume_training, by_timestamp, monitor) = (None, false, None);
        Self { version, world_size, format, shared: true, resume_training, by_timestamp, monitor }
    }

    /// The format that the version looks for.
    #[must_use]
    pub const fn reads(&self) -> WeightFormat {
        match self.version {
            version if version.is_before_1_5() => WeightFormat::Ckpt,
            _ => self.format,
        }
    }

    /// What the health monitor recorded, where the version asks.
    pub(super) fn monitor(&self) -> Option<&Monitor> {
        self.monitor.as_ref().filter(|_| !self.version.is_before_1_5())
    }

    /// The same job under another version.
    #[must_use]
    pub fn under(&self, version: Version) -> Self {
        Self { version, ..self.clone() }
    }
}
