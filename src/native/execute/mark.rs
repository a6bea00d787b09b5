//! How a finished file is recognised as the work of this very plan, from these very source files:
//! by an extended attribute, set before the file gets its final name. It is no litter, moves with
//! the file, and is void once the file is written to. Where a file system has no attributes, files
//! are recognised by their content instead.

use std::fs::File;

use rustix::fs::{XattrFlags, fgetxattr, fsetxattr};
use xxhash_rust::xxh3::Xxh3;

use super::sources::Stamp;
use crate::plan::Plan;

const NAME: &str = "user.shardlens.plan";

/// Identifies a plan and the state of the source files that one content is read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark(u128);

/// Hash of a plan.
#[derive(Clone)]
pub(crate) struct PlanHash(Xxh3);

impl PlanHash {
    /// Hashes a plan's JSON.
    pub(crate) fn new(plan: &Plan) -> Self {
        struct Sink(Xxh3);
        impl std::io::Write for Sink {
            fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
                self.0.update(bytes);
                Ok(bytes.len())
            }
            fn flush(&mut self) -> std::io::Result<()> {
                Ok(())
            }
        }
        let mut sink = Sink(Xxh3::new());
        // Neither the sink nor serialising a plan (no maps with keys that are no text) can fail.
        let _ = serde_json::to_writer(std::io::BufWriter::new(&mut sink), plan);
        Self(sink.0)
    }

    /// The hash of no plan.
    #[cfg(test)]
    pub(crate) fn of_nothing() -> Self {
        Self(Xxh3::new())
    }

    /// The mark of a content that is read from files with these stamps.
    pub(crate) fn mark(&self, stamps: impl IntoIterator<Item = Stamp>) -> Mark {
        let mut hash = self.0.clone();
        stamps.into_iter().for_each(|stamp| hash.update(&stamp.bytes()));
        Mark(hash.digest128())
    }
}

impl Mark {
    /// The attribute's value: the mark, and the file's own stamp, so that a later change voids it.
    fn value(self, file: &File) -> std::io::Result<String> {
        let stamp = Stamp::of(&file.metadata()?);
        let own = xxhash_rust::xxh3::xxh3_64(&stamp.content_bytes());
        Ok(format!("1:{:032x}:{own:016x}", self.0))
    }

    /// Marks a file whose content is complete. Without effect where there are no attributes.
    pub(crate) fn set(self, file: &File) {
        if let Ok(value) = self.value(file) {
            let _ = fsetxattr(file, NAME, value.as_bytes(), XattrFlags::empty());
        }
    }

    /// Whether a file was completed under this mark and not touched since.
    pub(crate) fn is_on(self, file: &File) -> bool {
        let Ok(expected) = self.value(file) else { return false };
        let mut found = [0u8; 128];
        let Ok(len) = fgetxattr(file, NAME, &mut found) else { return false };
        found.get(..len) == Some(expected.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write;

    use super::*;

    #[test]
    fn a_mark_is_void_after_a_change_of_file_or_source() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a");
        fs::write(&path, b"content").unwrap();
        let hash = PlanHash::of_nothing();
        let source = Stamp::of(&fs::metadata(dir.path()).unwrap());
        let mark = hash.mark([source]);
        let mut file = File::options().read(true).append(true).open(&path).unwrap();
        mark.set(&file);
        if fgetxattr(&file, NAME, &mut [0u8; 128]).is_err() {
            return; // A file system without attributes: nothing is ever recognised by them.
        }
        assert!(mark.is_on(&file));
        assert!(!hash.mark([]).is_on(&file));
        file.write_all(b"more").unwrap();
        assert!(!mark.is_on(&file));
    }
}
