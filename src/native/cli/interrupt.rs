//! Ctrl-C, SIGTERM and SIGHUP, and the limit on the size of files.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::flag;
use signal_hook::iterator::Signals;

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
    pub(super) fn listen(&self, tell: impl Fn() + Send + 'static) -> io::Result<()> {
        let this = self.clone();
        // What writes past the limit on a file's size gets an error, and removes what is unfinished, where the
        // signal would end the program at once.
        flag::register(SIGXFSZ, Arc::default())?;
        let ignored = ignored_signals();
        let heeded = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| !ignored.contains(signal));
        let mut signals = Signals::new(heeded)?;
        thread::Builder::new().name("signals".to_owned()).spawn(move || {
            for _ in signals.forever() {
                match this.run.get() {
                    Some(progress) if !progress.is_stopped() => progress.stop(),
                    Some(_) => std::process::exit(130),
                    None if this.is_mine_to_tell() => {
                        tell();
                        std::process::exit(130);
                    }
                    None => {}
                }
            }
        })?;
        Ok(())
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

/// Signals that whoever started the program wants it to survive: `nohup` ignores SIGHUP, a shell
/// without job control ignores Ctrl-C for what it starts in the background. None where there is no
/// `/proc`.
fn ignored_signals() -> Vec<i32> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    (1..=31).filter(|signal| mask & (1 << (signal - 1)) != 0).collect()
}
