//! A survey of files → what is in the `checkpoint/` folder among them.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::io::ErrorKind;
use std::sync::Arc;

use super::{Folder, Health, Holds, Instead, Listing, Lists, WeightFile};
use crate::catalog::{Content, Survey, Surveyed, Table};
use crate::format::{Fault, FaultKind};
use crate::order::sort_by;
use crate::parallel::states::state_of;
use crate::path::file_name;
use crate::source::{ReadAt, read_vec};

/// A `meta.json` is three short members. Of a longer file this much is kept, which then is no JSON.
pub const MAX_META: u64 = 64 << 10;

/// What a survey does not know: of files by their paths in it.
#[derive(Clone, Debug, Default)]
pub struct Extra {
    /// Entries of the folder that begin with `rank_`, also those without files.
    pub folders: BTreeSet<String>,
    /// When a file was last written, in nanoseconds since 1970.
    pub modified: HashMap<String, i64>,
    /// The first [`MAX_META`] bytes of every `rank_*/meta.json`.
    pub metas: HashMap<String, Vec<u8>>,
    /// Files whose checksum does not hold.
    pub bad_checksums: HashSet<String>,
    /// Names in `rank_*`, and entries that begin with `rank_`, that are no files and folders that can be read.
    pub entries: BTreeMap<String, Entry>,
    /// Whether the folder has an entry `hyper_param.safetensors`, a file or not.
    pub is_unified: bool,
    /// Whether anything at all lies in the folder, also what is no file.
    pub has_others: bool,
}

/// A name that stands for no file and no folder that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What it is.
    pub instead: Instead,
    /// When it was last written, in nanoseconds since 1970.
    pub modified: i64,
}

impl Extra {
    /// Keeps of a file what deciding needs and a survey does not: if it is in a rank's folder, when it was last
    /// written, and its content if it is a `meta.json`.
    pub fn note(&mut self, path: &str, modified: Option<i64>, source: &dyn ReadAt) {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| file_name(folder));
        if !folder.starts_with("rank_") {
            return;
        }
        if let Some(modified) = modified {
            self.modified.insert(path.to_owned(), modified);
        }
        let is_meta = file_name(path) == "meta.json";
        if is_meta && let Ok(bytes) = read_vec(source, 0, source.len().min(MAX_META)) {
            self.metas.insert(path.to_owned(), bytes);
        }
    }
}

/// The listing of the folder `base` of a survey (empty for its root), which MindFormers would know as `path`.
#[must_use]
pub fn gather(survey: &Survey, base: &str, path: &str, extra: &Extra) -> Listing {
    let mut folders: BTreeMap<&str, Folder> = BTreeMap::new();
    for name in &extra.folders {
        folders.insert(name, Folder { name: name.clone(), ..Folder::default() });
    }
    let mut tables = Tables::new();
    let (mut is_unified, mut has_others) = (false, false);
    for file in survey.files() {
        let Some(inside) = inside(&file.path, base) else { continue };
        let (folder, name) = match inside.split_once('/') {
            Some((folder, name)) if folder.starts_with("rank_") => (folder, name),
            _ => {
                is_unified |= inside == "hyper_param.safetensors";
                has_others = true;
                continue;
            }
        };
        let folder = folders.entry(folder);
        let folder =
            folder.or_insert_with_key(|name| Folder { name: (*name).to_owned(), ..Folder::default() });
        if name == "meta.json" {
            folder.meta = extra.metas.get(&file.path).cloned();
        } else if !name.contains('/') && (name.ends_with(".ckpt") || name.ends_with(".safetensors")) {
            folder.files.push(weight_file(survey, file, name, extra, &mut tables));
        }
    }
    for (path, entry) in &extra.entries {
        let Some(inside) = inside(path, base) else { continue };
        let (folder, name) = inside.split_once('/').unwrap_or((inside, ""));
        let folder = folders.entry(folder);
        let folder =
            folder.or_insert_with_key(|name| Folder { name: (*name).to_owned(), ..Folder::default() });
        match name {
            "" => folder.instead = Some(entry.instead),
            "meta.json" => folder.instead_of_meta = Some(entry.instead),
            name => folder.files.push(WeightFile {
                health: Health::NoFile(entry.instead),
                holds: NOTHING,
                ..WeightFile::whole(name, entry.modified)
            }),
        }
    }
    for folder in folders.values_mut() {
        sort_by(&mut folder.files, |a, b| a.name.cmp(&b.name));
    }
    let mut listing = Listing::new(path, folders.into_values().collect());
    listing.is_unified = is_unified || extra.is_unified;
    listing.has_others = has_others || extra.has_others;
    listing
}

const NOTHING: Holds = Holds { optimizer: false, counters: false };

/// Whether any weight file in the folder `base` of a survey, or the file, holds what resuming needs.
#[must_use]
pub fn any_resumes(survey: &Survey, base: &str) -> bool {
    let is_there = |file: &&Surveyed| file.path == base || inside(&file.path, base).is_some();
    let tables = survey.files().iter().filter(is_there).filter_map(|file| match &file.content {
        Content::Weights(weights) => Some(weights.table),
        _ => None,
    });
    // Files of equal tables share one answer.
    let tables: BTreeSet<usize> = tables.collect();
    tables.into_iter().filter_map(|table| survey.table(table)).map(holds_of).any(Holds::resumes)
}

fn inside<'a>(path: &'a str, base: &str) -> Option<&'a str> {
    match base {
        "" => Some(path),
        base => path.strip_prefix(base)?.strip_prefix('/'),
    }
}

/// Files of equal tables share one answer: there are few tables, and thousands of files.
type Tables = HashMap<usize, (Holds, Arc<Lists>)>;

fn weight_file(
    survey: &Survey,
    file: &Surveyed,
    name: &str,
    extra: &Extra,
    tables: &mut Tables,
) -> WeightFile {
    let (health, holds, lists) = match &file.content {
        Content::Weights(weights) => {
            let of_table = || {
                let table = survey.table(weights.table);
                (table.map_or(NOTHING, holds_of), Arc::new(table.map(Lists::of).unwrap_or_default()))
            };
            let (holds, lists) = tables.entry(weights.table).or_insert_with(of_table);
            let health = match weights.faults.first() {
                Some(fault) => health_of(fault),
                None if extra.bad_checksums.contains(&file.path) => Health::Checksum,
                None => Health::Whole,
            };
            (health, *holds, Some(Arc::clone(lists)))
        }
        Content::Broken { fault, .. } => (health_of(fault), NOTHING, None),
        _ => (Health::Damaged, NOTHING, None),
    };
    let modified = extra.modified.get(&file.path).copied().unwrap_or_default();
    WeightFile { name: name.to_owned(), size: file.size, modified, health, holds, lists }
}

fn health_of(fault: &Fault) -> Health {
    match fault.kind {
        FaultKind::Empty => Health::Empty,
        FaultKind::Truncated { .. } => Health::Truncated,
        FaultKind::Checksum { .. } => Health::Checksum,
        FaultKind::Read { kind: ErrorKind::PermissionDenied, .. } => Health::Unreadable,
        FaultKind::Read { .. } => Health::Failing,
        _ => Health::Damaged,
    }
}

/// A state is a tensor of a known family, or one that is named as another tensor with a word before it.
fn holds_of(table: &Table) -> Holds {
    let names: HashSet<&str> = table.entries.iter().map(|entry| entry.name.as_str()).collect();
    let is_state = |name: &str| {
        state_of(name).is_some() || name.split_once('.').is_some_and(|(_, rest)| names.contains(rest))
    };
    Holds {
        optimizer: names.iter().any(|name| is_state(name)),
        counters: names.contains("epoch_num") && names.contains("step_num"),
    }
}
