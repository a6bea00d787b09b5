//! Files as they were opened or dropped, before anyone knows what they are.

use std::fmt;

use crate::source::ReadAt;

/// What a pile's file is read through. On this machine it may move to another thread; a browser's
/// file cannot.
#[cfg(not(target_arch = "wasm32"))]
pub type BoxedSource = Box<dyn ReadAt + Send>;
/// What a pile's file is read through. A browser's file stays in its worker.
#[cfg(target_arch = "wasm32")]
pub type BoxedSource = Box<dyn ReadAt>;

/// A file of a pile.
pub struct PileFile {
    /// Path relative to what was opened, with `/`.
    pub path: String,
    /// Its bytes.
    pub source: BoxedSource,
}

impl fmt::Debug for PileFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PileFile").field("path", &self.path).field("size", &self.source.len()).finish()
    }
}
