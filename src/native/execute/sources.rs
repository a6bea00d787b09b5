//! The plan's source files: that they are still what the plan was made for, and a bounded number
//! of them open.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::fs::{self, File, Metadata};
use std::io::IoSliceMut;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rustix::fs::{Advice, fadvise};
use rustix::io::{Errno, ReadWriteFlags, preadv2};

use super::copier::Sources;
use super::files::SourceHandle;
use super::open_files::OpenFiles;
use super::{ExecuteError, Progress};
use crate::format::{Entry, WeightFormat, read_weights, verify_crc};
use crate::plan::{Plan, SourceFile};
use crate::source::{FileSource, ReadAt};
use crate::units::counted;

/// More than a tick of any kernel's clock.
const TICK: Duration = Duration::from_millis(20);

/// What tells that a file holds what it held: its size and times, of which programs can put back that of
/// the modification (`touch -r`, `rsync -t`) but not that of the last change of anything. Not its number: on some
/// network file systems that is another each time the file is looked up, and a new file has a new time anyway.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Stamp {
    size: u64,
    modified: Time,
    changed: Time,
}

/// Seconds since 1970, and nanoseconds.
type Time = (i64, i64);

impl Stamp {
    pub(crate) fn of(metadata: &Metadata) -> Self {
        Self {
            size: metadata.size(),
            modified: (metadata.mtime(), metadata.mtime_nsec()),
            changed: (metadata.ctime(), metadata.ctime_nsec()),
        }
    }

    /// Time since the last change; none if all its times are in the future.
    fn age(self) -> Option<Duration> {
        [self.modified, self.changed].into_iter().filter_map(since).min()
    }

    /// Times and size as bytes for a hash.
    pub(crate) fn bytes(self) -> [u8; 40] {
        let (changed, mut bytes) = (self.changed, [0; 40]);
        let changed = [changed.0, changed.1].into_iter().flat_map(i64::to_le_bytes);
        bytes
            .iter_mut()
            .zip(self.content_bytes().into_iter().chain(changed))
            .for_each(|(to, from)| *to = from);
        bytes
    }

    /// Without the time that a new name or attribute changes: for a file that gets both when it is complete.
    pub(crate) fn content_bytes(self) -> [u8; 24] {
        let mut bytes = [0; 24];
        let values = [self.size.to_le_bytes(), self.modified.0.to_le_bytes(), self.modified.1.to_le_bytes()];
        bytes.iter_mut().zip(values.iter().flatten()).for_each(|(to, from)| *to = *from);
        bytes
    }
}

fn since((seconds, nanoseconds): Time) -> Option<Duration> {
    let seconds = Duration::from_secs(u64::try_from(seconds).ok()?);
    let time = seconds.checked_add(Duration::from_nanos(u64::try_from(nanoseconds).ok()?))?;
    SystemTime::now().duration_since(UNIX_EPOCH.checked_add(time)?).ok()
}

/// The source files that a run reads.
#[derive(Debug)]
pub(crate) struct SourceFiles<'a> {
    root: &'a Path,
    format: WeightFormat,
    files: &'a [SourceFile],
    stamps: HashMap<usize, Stamp>,
    max_open: usize,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    handles: HashMap<usize, Arc<SourceHandle>>,
    /// By the time they were opened.
    order: VecDeque<usize>,
}

impl<'a> SourceFiles<'a> {
    /// Checks that the files with these indices are what the plan was made for.
    ///
    /// # Errors
    /// If one is missing, its size or header differs, or the plan reads other places than those of
    /// its tensors.
    pub(crate) fn check(
        root: &'a Path,
        plan: &'a Plan,
        needed: &BTreeSet<usize>,
        open_files: OpenFiles,
        progress: &Progress,
    ) -> Result<Self, ExecuteError> {
        let (format, files) = (plan.source.format, &plan.source.files);
        let (max_open, stamps) = (open_files.sources, HashMap::new());
        let mut checked = Self { root, format, files, stamps, max_open, open: Mutex::default() };
        let mut agreed = HashSet::new();
        for &index in needed {
            progress.check()?;
            let (path, file) = checked.file(index)?;
            let stamp = settled_stamp(&path)?;
            let entries = checked.check_header(&path, file)?;
            // Equal fingerprints are equal headers.
            if agreed.insert((&file.fingerprint, file.table)) {
                check_table(plan, file, &entries)?;
            }
            checked.stamps.insert(index, stamp);
        }
        Ok(checked)
    }

    /// The stamps that files had when they were checked.
    pub(crate) fn stamps(&self, indices: &[usize]) -> impl Iterator<Item = Stamp> {
        indices.iter().filter_map(|index| self.stamps.get(index)).copied()
    }

    /// Where a file is, and what the plan says about it.
    fn file(&self, index: usize) -> Result<(PathBuf, &'a SourceFile), ExecuteError> {
        let file = self.files.get(index);
        let file = file.ok_or_else(|| ExecuteError::Plan(format!("there is no source file {index}")))?;
        Ok((self.root.join(&file.path), file))
    }

    /// Checks that none of these files was touched since [`SourceFiles::check`].
    pub(crate) fn check_untouched(&self, indices: &[usize]) -> Result<(), ExecuteError> {
        for &index in indices {
            let (path, _) = self.file(index)?;
            if Some(&stamp(&path)?) != self.stamps.get(&index) {
                return Err(touched(path));
            }
        }
        Ok(())
    }

    /// What the file holds, if it is what the plan was made for.
    fn check_header(&self, path: &Path, file: &SourceFile) -> Result<Vec<Entry>, ExecuteError> {
        let changed = |what: String| ExecuteError::SourceChanged { path: path.to_owned(), what };
        let source = FileSource::new(path).map_err(|error| ExecuteError::io("reading", path, error))?;
        if source.len() != file.size {
            let (now, then) = (source.len(), file.size);
            return Err(changed(format!(
                "has {}, had {then} when the plan was made",
                counted(now, "byte", "bytes")
            )));
        }
        let header = read_weights(self.format, &source)
            .map_err(|fault| changed(format!("cannot be read: {fault}")))?;
        if header.fingerprint(file.size) != file.fingerprint {
            return Err(changed(
                "holds other tensors or other places than when the plan was made".to_owned(),
            ));
        }
        Ok(header.entries)
    }

    /// Reads the files whole and compares with the checksums that they carry. Files without one
    /// pass.
    pub(crate) fn check_sums(
        &self,
        indices: &BTreeSet<usize>,
        progress: &Progress,
    ) -> Result<(), ExecuteError> {
        for &index in indices {
            progress.check()?;
            let (path, file) = self.file(index)?;
            let source = FileSource::new(&path).map_err(|error| ExecuteError::io("reading", &path, error))?;
            verify_crc(self.format, &source)
                .map_err(|fault| ExecuteError::SourceDamaged { path, fault: fault.to_string() })?;
            progress.add(file.size);
        }
        Ok(())
    }
}

/// Checks that what the plan reads of a file is where the file has it: a plan that was edited must
/// not put headers, or another tensor, into a tensor.
fn check_table(plan: &Plan, file: &SourceFile, entries: &[Entry]) -> Result<(), ExecuteError> {
    let held: HashMap<&str, &Entry> = entries.iter().map(|entry| (entry.name.as_str(), entry)).collect();
    let table = plan.source.tables.get(file.table).map_or(&[][..], |table| &table.entries);
    for read in table {
        let tensor = plan.tensors.get(read.tensor);
        let agrees = tensor.and_then(|tensor| Some((tensor, held.get(tensor.name.as_str())?)));
        if !agrees.is_some_and(|(tensor, held)| held.dtype == tensor.dtype && held.pieces == read.pieces) {
            let name = tensor.map_or("", |tensor| &tensor.name);
            return Err(ExecuteError::Plan(format!(
                "tensor {name} is not where it reads it in {}",
                file.path
            )));
        }
    }
    Ok(())
}

fn stamp(path: &Path) -> Result<Stamp, ExecuteError> {
    let metadata = fs::metadata(path).map_err(|error| ExecuteError::io("reading", path, error))?;
    Ok(Stamp::of(&metadata))
}

/// The stamp of a file, taken when a later change must give it another one: older kernels tell the
/// time of a change only to a few milliseconds.
fn settled_stamp(path: &Path) -> Result<Stamp, ExecuteError> {
    let now = stamp(path)?;
    if now.age().is_some_and(|age| age < TICK) {
        std::thread::sleep(TICK);
        return stamp(path);
    }
    Ok(now)
}

fn touched(path: PathBuf) -> ExecuteError {
    ExecuteError::SourceChanged {
        path,
        what: "was written to, or its name, links or rights were changed, while it was read".to_owned(),
    }
}

impl Sources for SourceFiles<'_> {
    fn open(&self, file: usize) -> Result<Arc<SourceHandle>, ExecuteError> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(handle) = open.handles.get(&file) {
            return Ok(Arc::clone(handle));
        }
        let (path, _) = self.file(file)?;
        let opened = File::open(&path).and_then(|file| Ok((file.metadata()?, file)));
        let (metadata, opened) = opened.map_err(|error| ExecuteError::io("opening", &path, error))?;
        if Some(&Stamp::of(&metadata)) != self.stamps.get(&file) {
            return Err(touched(path));
        }
        if open.order.len() >= self.max_open
            && let Some(oldest) = open.order.pop_front()
        {
            open.handles.remove(&oldest);
        }
        forget_headers(&opened, metadata.size());
        let handle = Arc::new(SourceHandle { path, file: opened });
        open.handles.insert(file, Arc::clone(&handle));
        open.order.push_back(file);
        Ok(handle)
    }
}

/// Forgets the pages that reading a header left in memory, if the content is not there. Pages here
/// and there make the kernel read ahead in small pieces: a cold file was read at half the disk's
/// speed (ext4, Linux 6.18). Advice cannot fail a run.
fn forget_headers(file: &File, size: u64) {
    let is_on_disk = |part: u64| {
        let mut byte = [0];
        let read = preadv2(file, &mut [IoSliceMut::new(&mut byte)], size / 8 * part, ReadWriteFlags::NOWAIT);
        read == Err(Errno::AGAIN)
    };
    if [1, 3, 5, 7].into_iter().filter(|&part| is_on_disk(part)).count() >= 3 {
        let _ = fadvise(file, 0, None, Advice::DontNeed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_was_just_written_is_stamped_when_its_next_change_will_show() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("fresh.ckpt");
        fs::write(&path, b"x").unwrap();
        let stamp = settled_stamp(&path).unwrap();
        assert!(stamp.age().unwrap() >= TICK);
    }
}
