//! Ctrl-C, SIGTERM and SIGHUP.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use crate::native::execute::Progress;

/// What a signal has to know of the command.
#[derive(Clone, Default)]
pub(super) struct Interrupt {
    /// The run that is to be stopped, once one has begun.
    run: Arc<OnceLock<Arc<Progress>>>,
    /// Whether the command's result has been told, or is being told.
    told: Arc<AtomicBool>,
}

impl Interrupt {
    /// From here on a signal stops the run at its next step, and a second one ends the program at
    /// once. Before a run begins there is nothing to clean up: `tell` says so, and the program ends.
    pub(super) fn listen(&self, tell: impl Fn() + Send + 'static) -> Result<(), ctrlc::Error> {
        let this = self.clone();
        ctrlc::set_handler(move || match this.run.get() {
            Some(progress) if !progress.is_stopped() => progress.stop(),
            Some(_) => std::process::exit(130),
            None if this.is_mine_to_tell() => {
                tell();
                std::process::exit(130);
            }
            None => {}
        })
    }

    /// A run begins.
    pub(super) fn begin_run(&self) -> Arc<Progress> {
        Arc::clone(self.run.get_or_init(Arc::default))
    }

    /// True for the first who asks: a result is told once, by the command or by a signal.
    pub(super) fn is_mine_to_tell(&self) -> bool {
        !self.told.swap(true, Ordering::AcqRel)
    }
}
