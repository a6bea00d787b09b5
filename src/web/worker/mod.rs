//! The worker: holds the opened files, reads their headers and plans.

mod blob;
mod desk;
mod line;

pub use blob::{Blob, Traces, open_all};

use wasm_bindgen_futures::spawn_local;

use desk::Desk;
use line::Line;

/// Runs the worker inside its own thread.
pub(super) fn start() {
    spawn_local(Desk::new(Line::open()).work());
}
