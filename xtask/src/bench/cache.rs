//! The page cache, warm or cold.

use anyhow::Result;
use rustix::fs::Advice;
use std::fs::{self, File};
use std::io;
use std::path::Path;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cache {
    Warm,
    Cold,
}

impl Cache {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Warm => "warm",
            Self::Cold => "cold",
        }
    }

    /// Brings all files below `folder` into this state, with nothing waiting to be written anywhere.
    pub(crate) fn prepare(self, folder: &Path) -> Result<()> {
        rustix::fs::sync();
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                self.prepare(&path)?;
                continue;
            }
            let mut file = File::open(&path)?;
            match self {
                Self::Warm => drop(io::copy(&mut file, &mut io::sink())?),
                Self::Cold => rustix::fs::fadvise(&file, 0, None, Advice::DontNeed)?,
            }
        }
        Ok(())
    }
}
