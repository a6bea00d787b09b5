//! A map while it is read.

use std::borrow::Cow;
use std::collections::HashSet;

use indexmap::IndexSet;
use xxhash_rust::xxh3::xxh3_64;

use super::map::{Row, WeightMap};
use crate::format::faults::Faults;
use crate::format::json::offset_in;
use crate::format::{Fault, FaultKind};
use crate::order::sort_by_key;
use crate::path::is_inside;
use crate::phrase::{clipped, phrase};

/// The value of a tensor.
pub(super) enum Value<'a> {
    Text(Cow<'a, str>),
    Other,
}

/// The tensors of a text, and what is wrong with them.
#[derive(Default)]
pub(super) struct Gathered<'a> {
    text: &'a str,
    /// Names that are no part of the text because they are escaped there, one after the other.
    escaped: String,
    rows: Vec<Row>,
    files: IndexSet<String>,
    /// The file of the last tensor: the next one is in it, too, as a rule.
    last: usize,
    /// Names with a fault.
    bad: HashSet<String>,
    faults: Faults,
}

impl<'a> Gathered<'a> {
    /// Nothing yet of a text.
    pub(super) fn of(text: &'a str) -> Self {
        Self { text, ..Self::default() }
    }

    /// Adds a tensor.
    pub(super) fn add(&mut self, name: Cow<'a, str>, value: Value<'_>) {
        let start = match &name {
            Cow::Borrowed(name) => self.offset(name),
            Cow::Owned(name) => {
                self.escaped.push_str(name);
                self.text.len() + self.escaped.len() - name.len()
            }
        };
        let what = match value {
            Value::Text(file) => match self.file(&file) {
                Some(file) => return self.rows.push(Row { name: (start, start + name.len()), file }),
                None => phrase!(
                    "`{file}` is not a file beside the index",
                    "`{file}` 不是索引旁边的文件",
                    file = clipped(&file)
                ),
            },
            Value::Other => phrase!("the value is no file name", "值不是文件名"),
        };
        self.fault(name.into_owned(), start, FaultKind::Malformed(what));
    }

    fn offset(&self, name: &str) -> usize {
        usize::try_from(offset_in(self.text, name)).unwrap_or(usize::MAX)
    }

    /// The index of a file; none if it is not beside the index.
    fn file(&mut self, file: &str) -> Option<usize> {
        if self.files.get_index(self.last).is_none_or(|last| last != file) {
            self.last = match self.files.get_index_of(file) {
                Some(known) => known,
                None => is_inside(file).then(|| self.files.insert_full(file.to_owned()).0)?,
            };
        }
        Some(self.last)
    }

    /// `start` is that of the name.
    fn fault(&mut self, name: String, start: usize, kind: FaultKind) {
        // Nobody knows where an escaped name is.
        let offset = if start < self.text.len() { start.saturating_sub(1) } else { 0 };
        self.faults.push(Fault::at(offset as u64, "weight_map", kind).of(name.clone()));
        self.bad.insert(name);
    }

    fn name(&self, row: &Row) -> &str {
        let (start, end) = row.name;
        match start.checked_sub(self.text.len()) {
            Some(start) => self.escaped.get(start..end - self.text.len()),
            None => self.text.get(start..end),
        }
        .unwrap_or_default()
    }

    /// The rows whose name an earlier row has. Sorting hashes takes half as long as a set of names.
    fn repeated(&self) -> Vec<Row> {
        let hashes = self.rows.iter().map(|row| xxh3_64(self.name(row).as_bytes()));
        let mut places: Vec<(u64, usize)> = hashes.zip(0..).collect();
        places.sort_unstable();
        let mut repeated = Vec::new();
        for alike in places.chunk_by(|a, b| a.0 == b.0).filter(|alike| alike.len() > 1) {
            let mut names = HashSet::new();
            let rows = alike.iter().filter_map(|&(_, place)| self.rows.get(place));
            repeated.extend(rows.filter(|row| !names.insert(self.name(row))));
        }
        sort_by_key(&mut repeated, |row: &Row| row.name);
        repeated
    }

    /// The map without names that have a fault; the faults are added to those of the file.
    pub(super) fn finish(mut self, faults: &mut Faults) -> Rows {
        for row in self.repeated() {
            let name = self.name(&row).to_owned();
            self.fault(name, row.name.0, FaultKind::Duplicate);
        }
        std::mem::take(&mut self.faults).finish().into_iter().for_each(|fault| faults.push(fault));
        if !self.bad.is_empty() {
            self.leave_out_bad();
        }
        Rows { escaped: self.escaped, rows: self.rows, files: self.files }
    }

    fn leave_out_bad(&mut self) {
        let good = |row: &Row| !self.bad.contains(self.name(row));
        let mut rows: Vec<Row> = self.rows.iter().copied().filter(good).collect();
        let all = std::mem::take(&mut self.files);
        for row in &mut rows {
            let name = all.get_index(row.file).cloned().unwrap_or_default();
            row.file = self.files.insert_full(name).0;
        }
        self.rows = rows;
    }
}

/// What was gathered of a text that is not borrowed any more.
pub(super) struct Rows {
    escaped: String,
    rows: Vec<Row>,
    files: IndexSet<String>,
}

impl Rows {
    /// The map over its text.
    pub(super) fn over(self, mut text: String) -> WeightMap {
        text.push_str(&self.escaped);
        WeightMap { text, rows: self.rows, files: self.files }
    }
}
