//! Reads the contents of a checkpoint and says what is odd in them.

use std::io::ErrorKind;
use std::path::Path;

use crate::catalog::{Checkpoint, CheckpointFile, Content, Survey};
use crate::check::{self, Contents, Finding, Scan, Side};
use crate::format::{Entry, Fault, FaultKind, verify_crc};
use crate::layout::Strategy;
use crate::native::execute::{ExecuteError, Phase, Progress};
use crate::phrase::{Phrase, phrase};
use crate::source::{FileSource, ReadAt, ReadError};

/// What is read at one time: no tensor is ever held.
const BUFFER: usize = 1 << 20;

/// A checkpoint whose contents are to be looked at.
#[derive(Clone, Copy, Debug)]
pub struct Contained<'a> {
    /// The folder that paths are relative to.
    pub root: &'a Path,
    /// What its files are, for their checksums.
    pub survey: &'a Survey,
    /// Which of them count.
    pub checkpoint: &'a Checkpoint,
    /// How they are cut; none for a complete checkpoint.
    pub strategy: Option<&'a Strategy>,
}

/// Looks at every value of the files, and at the checksums that they carry.
///
/// # Errors
/// If `progress` is stopped. A file that cannot be read is a finding.
pub fn content(of: &Contained<'_>, progress: &Progress) -> Result<Vec<Finding>, ExecuteError> {
    let files = &of.checkpoint.files;
    let bytes = files.iter().map(|file| {
        let summed = if has_checksum(of.survey, file) { file.size } else { 0 };
        entries(of.checkpoint, file).iter().map(len).fold(summed, u64::saturating_add)
    });
    progress.enter(Phase::Checking, bytes.fold(0, u64::saturating_add), files.len() as u64);
    let mut contents = Contents::new(of.strategy);
    let mut findings = Vec::new();
    let mut buffer = vec![0; BUFFER];
    for file in files {
        let read = read(of, file, &mut contents, &mut buffer, progress);
        progress.check()?;
        findings.extend(read.err().map(|fault| check::finding(&fault, &file.path).rank(file.rank)));
        progress.file_done();
    }
    findings.extend(contents.findings());
    Ok(findings.into_iter().map(|finding| finding.side(Side::Source)).collect())
}

/// Looks at one file.
fn read<'a>(
    of: &Contained<'a>,
    file: &'a CheckpointFile,
    contents: &mut Contents<'a>,
    buffer: &mut [u8],
    progress: &Progress,
) -> Result<(), Fault> {
    let source = FileSource::new(&of.root.join(&file.path)).map_err(|error| {
        let (kind, reason) = (error.kind(), Phrase::quoted(&error.to_string()));
        Fault::at(0, "", FaultKind::Read { kind, reason })
    })?;
    let source = Watched { source, progress };
    if has_checksum(of.survey, file) {
        verify_crc(of.checkpoint.format, &source)?;
    }
    for entry in entries(of.checkpoint, file) {
        let mut scan = Scan::new(entry.dtype);
        for piece in &entry.pieces {
            let (mut offset, end) = (piece.offset, piece.offset.saturating_add(piece.len));
            while offset < end {
                let wanted = usize::try_from(end - offset).unwrap_or(usize::MAX).min(buffer.len());
                let Some(part) = buffer.get_mut(..wanted) else { break };
                source.read_at(offset, part)?;
                scan.feed(part);
                offset += wanted as u64;
            }
        }
        contents.add(file, entry, &scan);
    }
    Ok(())
}

/// Counts what is read, and reads no more once it is stopped.
struct Watched<'a> {
    source: FileSource,
    progress: &'a Progress,
}

impl ReadAt for Watched<'_> {
    fn len(&self) -> u64 {
        self.source.len()
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> Result<(), ReadError> {
        if self.progress.is_stopped() {
            let (kind, reason) = (ErrorKind::Interrupted, phrase!("interrupted", "已中断"));
            return Err(ReadError::Storage { offset, kind, reason });
        }
        self.source.read_at(offset, buffer)?;
        self.progress.add(buffer.len() as u64);
        Ok(())
    }
}

fn has_checksum(survey: &Survey, file: &CheckpointFile) -> bool {
    survey
        .file(&file.path)
        .is_some_and(|known| matches!(&known.content, Content::Weights(weights) if weights.crc.is_some()))
}

fn entries<'a>(checkpoint: &'a Checkpoint, file: &CheckpointFile) -> &'a [Entry] {
    checkpoint.tables.get(file.table).map_or(&[], |table| &table.entries)
}

fn len(entry: &Entry) -> u64 {
    entry.pieces.iter().map(|piece| piece.len).fold(0, u64::saturating_add)
}
