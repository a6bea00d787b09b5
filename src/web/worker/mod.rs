//! The worker: holds the opened files, reads their headers and plans.

mod blob;
mod desk;

pub use blob::{Blob, Traces};
pub(crate) use desk::Desk;

use gloo_worker::Registrable;

use super::protocol::Objects;

/// Runs the worker inside its own thread.
pub(super) fn start() {
    Desk::registrar().encoding::<Objects>().register();
}
