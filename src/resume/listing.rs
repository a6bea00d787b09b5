//! What is in a `checkpoint/` folder.

use std::collections::HashMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Instead, Lists};
use crate::format::WeightFormat;
use crate::order::sort_by;

/// No job has so many ranks. A folder with a higher number counts as any other entry, so that nothing ever
/// counts up to `rank_99999999999`.
pub const MAX_RANKS: u64 = 1 << 20;

/// The folder that `load_checkpoint` names.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    /// Its path, as errors of MindFormers quote it.
    pub path: String,
    folders: Vec<Folder>,
    /// Whether `hyper_param.safetensors` lies in it: a checkpoint of one piece, unified from all ranks.
    pub is_unified: bool,
    /// Whether anything else lies in it.
    pub has_others: bool,
}

/// An entry of it whose name begins with `rank_`.
#[derive(Clone, Debug, Default)]
pub struct Folder {
    /// Its name.
    pub name: String,
    /// Its weight files, in the order in which the directory lists them; by name where that is not known.
    pub files: Vec<WeightFile>,
    /// The bytes of its `meta.json`, if it has one.
    pub meta: Option<Vec<u8>>,
    /// What there is in place of its `meta.json`, where that is no file that can be read.
    pub instead_of_meta: Option<Instead>,
    /// What the entry is, where it is no folder that can be listed.
    pub instead: Option<Instead>,
}

/// A file in a rank's folder that ends as weights do.
#[derive(Clone, Debug)]
pub struct WeightFile {
    /// Its name.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// When it was last written, in nanoseconds since 1970.
    pub modified: i64,
    /// Whether it can be read.
    pub health: Health,
    /// What of it resuming needs.
    pub holds: Holds,
    /// What its header lists, shared by files that list the same; none where it was not read.
    pub lists: Option<Arc<Lists>>,
}

/// Whether a file can be read, as far as its header and size tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Health {
    /// Its header is whole and all it lists is inside the file.
    #[default]
    Whole,
    /// It has no bytes.
    Empty,
    /// It is cut off.
    Truncated,
    /// It is not what the format says.
    Damaged,
    /// Its checksum does not hold.
    Checksum,
    /// The system does not let us read it.
    Unreadable,
    /// The system fails to read it, such as a disk with an error.
    Failing,
    /// It is no file at all, or none that can be named.
    NoFile(Instead),
}

/// What a file lists that resuming needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Holds {
    /// States of the optimizer.
    pub optimizer: bool,
    /// `epoch_num` and `step_num`.
    pub counters: bool,
}

impl Holds {
    /// All that resuming needs.
    pub const ALL: Self = Self { optimizer: true, counters: true };

    /// Whether a job can go on from it rather than begin with its weights.
    #[must_use]
    pub const fn resumes(self) -> bool {
        self.optimizer && self.counters
    }
}

impl WeightFile {
    /// A file that is whole and holds all that resuming needs.
    #[must_use]
    pub fn whole(name: &str, modified: i64) -> Self {
        Self {
            name: name.to_owned(),
            size: 0,
            modified,
            health: Health::Whole,
            holds: Holds::ALL,
            lists: None,
        }
    }

    /// What its name stands for, where that is no file.
    #[must_use]
    pub const fn instead(&self) -> Option<Instead> {
        match self.health {
            Health::NoFile(instead) => Some(instead),
            _ => None,
        }
    }

    /// Whether a rank can go on from it.
    #[must_use]
    pub fn is_good(&self) -> bool {
        self.health == Health::Whole && self.holds.resumes()
    }
}

impl Listing {
    /// A listing of the entries whose names begin with `rank_`.
    #[must_use]
    pub fn new(path: impl Into<String>, mut folders: Vec<Folder>) -> Self {
        sort_by(&mut folders, |a, b| a.name.cmp(&b.name));
        Self { path: path.into(), folders, is_unified: false, has_others: false }
    }

    /// Whether nothing at all lies in the folder.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.folders.is_empty() && !self.is_unified && !self.has_others
    }

    /// The entries whose names begin with `rank_`, by name.
    #[must_use]
    pub fn folders(&self) -> &[Folder] {
        &self.folders
    }

    /// The folder of a rank.
    #[must_use]
    pub fn rank(&self, rank: u64) -> Option<&Folder> {
        let name = format!("rank_{rank}");
        let at = self.folders.binary_search_by(|folder| folder.name.as_str().cmp(&name)).ok()?;
        self.folders.get(at)
    }

    /// The ranks that have a folder, ascending.
    #[must_use]
    pub fn ranks(&self) -> Vec<u64> {
        let mut ranks: Vec<u64> = self.folders.iter().filter_map(Folder::rank).collect();
        ranks.sort_unstable();
        ranks
    }

    /// Ranks that saved: one more than the highest folder's number.
    #[must_use]
    pub fn saved(&self) -> u64 {
        self.ranks().last().map_or(0, |last| last.saturating_add(1))
    }

    /// The format that more of the files have; `.ckpt` where it is even.
    #[must_use]
    pub fn format(&self) -> WeightFormat {
        let files = self.folders.iter().flat_map(|folder| &folder.files);
        let (safetensors, ckpt): (Vec<_>, Vec<_>) =
            files.partition(|file| file.name.ends_with(".safetensors"));
        match safetensors.len() > ckpt.len() {
            true => WeightFormat::Safetensors,
            false => WeightFormat::Ckpt,
        }
    }

    /// The path of a rank's folder, as errors of MindFormers quote it.
    #[must_use]
    pub fn path_of(&self, rank: u64) -> String {
        format!("{}/rank_{rank}", self.path)
    }
}

impl Folder {
    /// The rank, if the name is exactly `rank_` and its number, below [`MAX_RANKS`].
    #[must_use]
    pub fn rank(&self) -> Option<u64> {
        let rank: u64 = self.name.strip_prefix("rank_")?.parse().ok()?;
        (rank < MAX_RANKS && self.name == format!("rank_{rank}")).then_some(rank)
    }

    /// The files by name, to look up many.
    pub(super) fn by_name(&self) -> HashMap<&str, &WeightFile> {
        self.files.iter().map(|file| (file.name.as_str(), file)).collect()
    }

    /// The file of a name.
    #[must_use]
    pub fn file(&self, name: &str) -> Option<&WeightFile> {
        self.files.iter().find(|file| file.name == name)
    }
}
