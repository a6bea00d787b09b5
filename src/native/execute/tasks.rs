//! The two tasks of a crew: writing files, and comparing files with what the plan says.

use std::collections::BTreeSet;
use std::fs::File;
use std::num::NonZeroU64;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rustix::fs::{Advice, fadvise};

use super::batch::{Batch, Loom, OpenBatch};
use super::copier::{Copier, Mode};
use super::crew::{Crew, Opened, Task};
use super::files::TargetHandle;
use super::mark::PlanHash;
use super::sources::SourceFiles;
use super::tables::Layouts;
use super::unfinished::{Unfinished, sync_names};
use super::{ExecuteError, Progress};
use crate::format::FileLayout;
use crate::plan::Plan;

/// Where and how the files of a plan's target ranks are.
pub(crate) struct Place<'a> {
    pub plan: &'a Plan,
    pub root: PathBuf,
    pub layouts: Layouts,
}

impl Place<'_> {
    /// A rank's file.
    pub(crate) fn path(&self, rank: u64) -> PathBuf {
        self.root.join(self.plan.target.path(rank))
    }

    /// Size of the files with a content.
    pub(crate) fn size(&self, content: usize) -> u64 {
        let table = self.plan.target.contents.get(content).map(|content| content.table);
        table.and_then(|table| self.layouts.get(&table)).map_or(0, |layout| layout.size)
    }

    fn layout(&self, table: usize) -> Result<&FileLayout, ExecuteError> {
        self.layouts.get(&table).ok_or_else(|| ExecuteError::Plan(format!("target table {table} is missing")))
    }

    /// Opens the files of a batch's ranks.
    fn open(
        &self,
        batch: Batch,
        mut open: impl FnMut(u64) -> Result<Arc<TargetHandle>, ExecuteError>,
    ) -> Result<OpenBatch, ExecuteError> {
        let mut members = Vec::with_capacity(batch.members.len());
        for member in batch.members {
            let files = member.ranks.into_iter().map(&mut open).collect::<Result<_, _>>()?;
            members.push((member.content, files));
        }
        Ok(OpenBatch::new(self.plan, batch.table, members))
    }

    /// Compares all header bytes of a file.
    fn compare_headers(&self, table: usize, file: &TargetHandle) -> Result<(), ExecuteError> {
        let mut buffer = Vec::new();
        let headers = &self.layout(table)?.headers;
        headers.iter().try_for_each(|(offset, bytes)| file.compare(*offset, bytes, None, &mut buffer))
    }
}

/// Writes new files.
pub(crate) struct Write<'a> {
    pub place: &'a Place<'a>,
    pub sources: &'a SourceFiles<'a>,
    pub crew: &'a Crew<'a>,
    pub hash: &'a PlanHash,
    /// Ranks whose files may be replaced.
    pub replace: &'a BTreeSet<u64>,
    /// Whether to wait until the content is on the disk.
    pub sync: bool,
    /// Whether to read back what was written before it gets its name.
    pub verify: bool,
}

impl Task for Write<'_> {
    fn mode(&self) -> Mode {
        Mode::Write
    }

    fn open(&self, batch: Batch) -> Result<Opened, ExecuteError> {
        let layout = self.place.layout(batch.table)?;
        let mut unfinished = Vec::new();
        let batch = self.place.open(batch, |rank| {
            let file =
                Unfinished::create(self.place.path(rank), rank, layout.size, self.replace.contains(&rank))?;
            let handle = Arc::clone(file.handle());
            unfinished.push(file);
            layout.headers.iter().try_for_each(|(offset, bytes)| handle.write(*offset, bytes))?;
            Ok(handle)
        })?;
        Ok(Opened { batch, unfinished: Mutex::new(unfinished) })
    }

    /// Lets the disk begin at once, so that there is little left to wait for at the end.
    fn step_done(&self, opened: &Opened, step: usize) {
        let Some(step) = opened.batch.steps.get(step).filter(|_| self.sync) else { return };
        let tables = &self.place.plan.target.tables;
        let entry = tables.get(opened.batch.table).and_then(|table| table.entries.get(step.entry));
        let Some(entry) = entry else { return };
        let len = step.window.end - step.window.start;
        for place in super::places::places(&entry.pieces, step.window.start, len) {
            for file in opened.batch.files() {
                // To the kernel: these pages will not be written again. Advice cannot fail a run.
                let _ = fadvise(&file.file, place.offset, NonZeroU64::new(place.len), Advice::DontNeed);
            }
        }
    }

    fn finish(&self, opened: &Opened) -> Result<(), ExecuteError> {
        let mut unfinished = opened.unfinished.lock().unwrap_or_else(PoisonError::into_inner);
        if self.verify {
            unfinished.iter().try_for_each(Unfinished::sync)?;
            self.read_back(opened)?;
        }
        for (content, _) in &opened.batch.members {
            self.sources.check_untouched(self.reads(*content))?;
        }
        let ranks = opened.batch.members.iter().map(|(content, files)| (*content, files.len()));
        let contents = ranks.flat_map(|(content, ranks)| std::iter::repeat_n(content, ranks));
        for (file, content) in unfinished.iter().zip(contents) {
            file.mark(self.hash.mark(self.sources.stamps(self.reads(content))));
        }
        // Names last, all together: a journalled file system then has little more to do for many
        // files than for one.
        for file in unfinished.iter().filter(|_| self.sync) {
            self.crew.progress.check()?;
            file.sync()?;
        }
        unfinished.drain(..).try_for_each(Unfinished::publish)?;
        if self.sync {
            sync_names(opened.batch.files().map(|file| file.path.as_path()))?;
        }
        opened.batch.files().for_each(|_| self.crew.progress.file_done());
        Ok(())
    }
}

impl Write<'_> {
    fn reads(&self, content: usize) -> &[usize] {
        self.place.plan.target.contents.get(content).map_or(&[], |content| &content.reads)
    }

    /// Compares what the disk holds with what the source holds.
    fn read_back(&self, opened: &Opened) -> Result<(), ExecuteError> {
        for file in opened.batch.files() {
            let _ = fadvise(&file.file, 0, None, Advice::DontNeed);
            self.place.compare_headers(opened.batch.table, file)?;
        }
        let unseen = Progress::default();
        let mut copier = Copier::new(self.crew.sources, &unseen, self.crew.limits());
        let mut loom = Loom::new(self.place.plan, &opened.batch)?;
        for step in &opened.batch.steps {
            self.crew.progress.check()?;
            copier.run(&loom.work(&opened.batch, step, Mode::Compare)?)?;
        }
        for file in opened.batch.files() {
            if let Some(differs) = file.differs.get() {
                let tensor = differs.tensor.and_then(|tensor| self.place.plan.tensors.get(tensor));
                return Err(ExecuteError::Differs {
                    path: file.path.clone(),
                    rank: file.rank,
                    tensor: tensor.map(|tensor| tensor.name.clone()),
                    offset: differs.offset,
                });
            }
        }
        Ok(())
    }
}

/// Compares files that are there with what would be written.
pub(crate) struct Compare<'a> {
    pub place: &'a Place<'a>,
    pub crew: &'a Crew<'a>,
    /// Ranks whose files were found equal.
    pub equal: Mutex<Vec<u64>>,
}

impl Task for Compare<'_> {
    fn mode(&self) -> Mode {
        Mode::Compare
    }

    fn open(&self, batch: Batch) -> Result<Opened, ExecuteError> {
        let table = batch.table;
        let batch = self.place.open(batch, |rank| {
            let path = self.place.path(rank);
            let file = File::open(&path).map_err(|error| ExecuteError::io("opening", &path, error))?;
            let handle = TargetHandle { rank, path, file, differs: OnceLock::new() };
            self.place.compare_headers(table, &handle)?;
            Ok(Arc::new(handle))
        })?;
        Ok(Opened { batch, unfinished: Mutex::default() })
    }

    fn step_done(&self, _: &Opened, _: usize) {}

    fn finish(&self, opened: &Opened) -> Result<(), ExecuteError> {
        let equal = opened.batch.files().filter(|file| file.differs.get().is_none()).map(|file| file.rank);
        self.equal.lock().unwrap_or_else(PoisonError::into_inner).extend(equal);
        for _ in opened.batch.files() {
            self.crew.progress.file_done();
        }
        Ok(())
    }
}
