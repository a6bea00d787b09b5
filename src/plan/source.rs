//! The source side: which files hold each tensor, and each shard of it.

use std::collections::HashMap;
use std::rc::Rc;

use foldhash::fast::FixedState;
use indexmap::IndexMap;

use super::planner::Shared;
use crate::catalog::Checkpoint;
use crate::format::Entry;
use crate::layout::Strategy;
use crate::order::sort_by;

/// The tables that hold a tensor, each with the tensor's place in it.
pub(super) type Holders = Vec<(usize, usize)>;

/// Where the slices of a tensor are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Origin {
    /// Cut over the files of a stage: index into [`SourceSide::classes`].
    Class(usize),
    /// Whole, in this file of the checkpoint.
    File(usize),
}

/// Tensors of one stage with the same layout in the same files: each of their shards can be read
/// from the same candidates.
pub(super) struct Class {
    pub(super) stage: u32,
    /// Per shard the files that hold it, ascending.
    pub(super) candidates: Vec<Vec<usize>>,
    /// The shard that each file holds, counted from the class's first file.
    shards: Vec<Option<u64>>,
    first_file: usize,
    /// The lowest shard that no file holds.
    pub(super) missing: Option<u64>,
}

impl Class {
    /// The shard that a file holds; none if it is not of this class.
    pub(super) fn shard_of(&self, file: usize) -> Option<u64> {
        *self.shards.get(file.checked_sub(self.first_file)?)?
    }
}

/// Files that hold a tensor, ascending, and the first of them with each table.
pub(super) struct FilesOf {
    pub(super) all: Vec<usize>,
    pub(super) distinct: Vec<usize>,
}

pub(super) struct SourceSide<'a> {
    checkpoint: &'a Checkpoint,
    pub(super) strategy: Option<&'a Strategy>,
    /// Every tensor of the checkpoint, in the order of the lowest rank's files.
    pub(super) tensors: IndexMap<&'a str, Holders, FixedState>,
    files_of_table: Vec<Vec<usize>>,
    pub(super) classes: Vec<Class>,
    class_ids: HashMap<(u32, usize, Vec<usize>), usize>,
    /// Which files of a stage have one of some tables: nearly all tensors of a stage ask the same.
    files_of: HashMap<(Option<u32>, Vec<usize>), Rc<FilesOf>>,
}

impl<'a> SourceSide<'a> {
    pub(super) fn new(checkpoint: &'a Checkpoint, strategy: Option<&'a Strategy>) -> Self {
        let mut files_of_table = vec![Vec::new(); checkpoint.tables.len()];
        let mut tensors: IndexMap<&str, Holders, _> = IndexMap::default();
        for (index, file) in checkpoint.files.iter().enumerate() {
            let Some(files) = files_of_table.get_mut(file.table) else { continue };
            files.push(index);
            if files.len() > 1 {
                continue;
            }
            let entries = checkpoint.tables.get(file.table).map_or(&[][..], |table| &table.entries);
            for (at, entry) in entries.iter().enumerate() {
                tensors.entry(&entry.name).or_default().push((file.table, at));
            }
        }
        let (class_ids, files_of) = (HashMap::new(), HashMap::new());
        Self { checkpoint, strategy, tensors, files_of_table, classes: Vec::new(), class_ids, files_of }
    }

    /// A tensor's entry in a file.
    pub(super) fn entry(&self, holders: &Holders, file: usize) -> Option<&'a Entry> {
        let table = self.checkpoint.files.get(file)?.table;
        let &(_, at) = holders.iter().find(|&&(holder, _)| holder == table)?;
        self.checkpoint.tables.get(table)?.entries.get(at)
    }

    pub(super) fn rank(&self, file: usize) -> u64 {
        self.checkpoint.files.get(file).map_or(0, |file| file.rank)
    }

    /// Ranks per stage of the source; all ranks are one stage without a strategy.
    fn ranks_per_stage(&self) -> u64 {
        self.strategy.map_or(u64::MAX, Strategy::ranks_per_stage)
    }

    pub(super) fn rank_in_stage(&self, file: usize) -> u64 {
        self.rank(file) % self.ranks_per_stage()
    }

    /// The files of a stage, or of all, that hold a tensor.
    pub(super) fn files(&mut self, holders: &Holders, stage: Option<u32>) -> Rc<FilesOf> {
        let key = (stage, tables(holders));
        if let Some(files) = self.files_of.get(&key) {
            return Rc::clone(files);
        }
        let of_file = |file: usize| self.rank(file) / self.ranks_per_stage();
        let in_stage = |&file: &usize| stage.is_none_or(|stage| of_file(file) == u64::from(stage));
        let (mut all, mut distinct) = (Vec::new(), Vec::new());
        for &table in &key.1 {
            let of_table = self.files_of_table.get(table).map_or(&[][..], Vec::as_slice);
            let before = all.len();
            all.extend(of_table.iter().copied().filter(in_stage));
            distinct.extend(all.get(before));
        }
        sort_by(&mut all, Ord::cmp);
        sort_by(&mut distinct, Ord::cmp);
        let files = Rc::new(FilesOf { all, distinct });
        self.files_of.insert(key, Rc::clone(&files));
        files
    }

    /// The class of a tensor of a stage, made now if it is the first of its kind.
    pub(super) fn class(
        &mut self,
        stage: u32,
        layout_id: usize,
        holders: &Holders,
        shared: &Shared,
    ) -> usize {
        let key = (stage, layout_id, tables(holders));
        if let Some(&class) = self.class_ids.get(&key) {
            return class;
        }
        let files = self.files(holders, Some(stage));
        let (first_file, last_file) = match files.all.as_slice() {
            [first, .., last] => (*first, *last),
            [only] => (*only, *only),
            [] => (0, 0),
        };
        let mut shards = vec![None; last_file - first_file + 1];
        let mut candidates = Vec::new();
        if let Some(layout) = shared.layouts.get(layout_id) {
            candidates.resize(usize::try_from(layout.shards()).unwrap_or(0), Vec::new());
            for &file in &files.all {
                let shard = layout.shard_of(self.rank_in_stage(file));
                if let Some(slot) = shards.get_mut(file - first_file) {
                    *slot = Some(shard);
                }
                if let Some(files) = usize::try_from(shard).ok().and_then(|shard| candidates.get_mut(shard)) {
                    files.push(file);
                }
            }
        }
        let missing = candidates.iter().position(Vec::is_empty).map(|shard| shard as u64);
        self.class_ids.insert(key, self.classes.len());
        self.classes.push(Class { stage, candidates, shards, first_file, missing });
        self.classes.len() - 1
    }
}

fn tables(holders: &Holders) -> Vec<usize> {
    holders.iter().map(|&(table, _)| table).collect()
}
