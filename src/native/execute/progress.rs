//! How far a run is, for whoever watches it, and whether it should stop.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use super::ExecuteError;

/// What a run is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Phase {
    /// Reading headers; with verification, the source's checksums.
    #[default]
    Checking,
    /// Comparing files that are there with what would be written.
    Comparing,
    /// Writing target files.
    Writing,
}

/// Counters that another thread may read at any time, and a switch that it may throw.
#[derive(Debug, Default)]
pub struct Progress {
    phase: AtomicU8,
    bytes_total: AtomicU64,
    bytes_done: AtomicU64,
    files_total: AtomicU64,
    files_done: AtomicU64,
    stopped: AtomicBool,
}

/// The counters at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// What is being done.
    pub phase: Phase,
    /// Bytes of this phase.
    pub bytes_total: u64,
    /// Of those, done.
    pub bytes_done: u64,
    /// Target files of this phase.
    pub files_total: u64,
    /// Of those, done; written files are safely on disk under their final name.
    pub files_done: u64,
}

impl Progress {
    /// The counters now.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let phase = match self.phase.load(Ordering::Relaxed) {
            0 => Phase::Checking,
            1 => Phase::Comparing,
            _ => Phase::Writing,
        };
        Counts {
            phase,
            bytes_total: self.bytes_total.load(Ordering::Relaxed),
            bytes_done: self.bytes_done.load(Ordering::Relaxed),
            files_total: self.files_total.load(Ordering::Relaxed),
            files_done: self.files_done.load(Ordering::Relaxed),
        }
    }

    /// Asks the run to stop at its next step.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether [`Progress::stop`] was called.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Begins a phase, with what there is to do in it.
    pub(crate) fn enter(&self, phase: Phase, bytes: u64, files: u64) {
        self.bytes_done.store(0, Ordering::Relaxed);
        self.files_done.store(0, Ordering::Relaxed);
        self.phase.store(phase as u8, Ordering::Relaxed);
        self.bytes_total.store(bytes, Ordering::Relaxed);
        self.files_total.store(files, Ordering::Relaxed);
    }

    pub(crate) fn add(&self, bytes: u64) {
        self.bytes_done.fetch_add(bytes, Ordering::Relaxed);
    }

    pub(crate) fn file_done(&self) {
        self.files_done.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn check(&self) -> Result<(), ExecuteError> {
        if self.is_stopped() { Err(ExecuteError::Interrupted) } else { Ok(()) }
    }
}
