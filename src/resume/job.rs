//! The job that is to be resumed.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::format::WeightFormat;

/// Versions of MindFormers that select differently. The selection was recorded from the wheels of 1.3.0,
/// 1.6.0, 1.7.0, 1.8.0 and 2.1.0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Version {
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
    /// All of them, oldest first.
    pub const ALL: [Self; 4] = [Self::V1_3, Self::V1_5, Self::V1_7, Self::V1_8];

    /// The releases that it stands for.
    #[must_use]
    pub const fn releases(self) -> &'static str {
        match self {
            Self::V1_3 => "1.3",
            Self::V1_5 => "1.5–1.6",
            Self::V1_7 => "1.7",
            Self::V1_8 => "1.8–2.1",
        }
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
    /// `load_ckpt_format`. 1.3 knows `.ckpt` only, whatever this says.
    pub format: WeightFormat,
    /// Whether every rank sees `load_checkpoint`: see [`super::shared`].
    pub shared: bool,
    /// `resume_training`, where it is a name and not `True`.
    pub resume_training: Option<String>,
    /// `resume_by_last_timestamp_ckpt`.
    pub by_timestamp: bool,
}

impl Job {
    /// `resume_training: True` on one machine or a shared disk.
    #[must_use]
    pub const fn new(version: Version, world_size: u64, format: WeightFormat) -> Self {
        Self { version, world_size, format, shared: true, resume_training: None, by_timestamp: false }
    }

    /// The format that the version looks for.
    #[must_use]
    pub const fn reads(&self) -> WeightFormat {
        match self.version {
            Version::V1_3 => WeightFormat::Ckpt,
            _ => self.format,
        }
    }

    /// The same job under another version.
    #[must_use]
    pub fn under(&self, version: Version) -> Self {
        Self { version, ..self.clone() }
    }
}
