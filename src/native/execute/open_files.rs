//! How many files a run may have open.

use rustix::process::{Resource, getrlimit};

/// Files of other kinds: standard streams, folders, a plan, what a library opens for a moment.
const OTHERS: u64 = 20;

/// How many files of each kind may be open at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OpenFiles {
    /// Source files that are kept open.
    pub sources: usize,
    /// Target files of a batch. Three batches may be open at a time.
    pub batch: usize,
}

impl OpenFiles {
    /// What this process may open.
    pub(crate) fn of_process() -> Self {
        Self::within(getrlimit(Resource::Nofile).current)
    }

    /// Of a limit to all files, a quarter for the source and a quarter for each batch. More than
    /// 256 and 64 gain nothing.
    fn within(limit: Option<u64>) -> Self {
        let quarter = limit.unwrap_or(u64::MAX).saturating_sub(OTHERS) / 4;
        let quarter = usize::try_from(quarter).unwrap_or(usize::MAX);
        Self { sources: quarter.clamp(1, 256), batch: quarter.clamp(1, 64) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_low_limit_makes_small_batches() {
        assert_eq!(OpenFiles::within(None), OpenFiles { sources: 256, batch: 64 });
        assert_eq!(OpenFiles::within(Some(1024)), OpenFiles { sources: 251, batch: 64 });
        assert_eq!(OpenFiles::within(Some(32)), OpenFiles { sources: 3, batch: 3 });
        assert_eq!(OpenFiles::within(Some(3)), OpenFiles { sources: 1, batch: 1 });
    }
}
