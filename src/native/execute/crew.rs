//! Workers that take steps from a queue of batches, and a finisher that makes files safe on disk
//! while the next ones are copied.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::batch::{Batch, Loom, OpenBatch};
use super::copier::{COPIER_BYTES, Copier, LIMITS, Limits, Mode, Sources};
use super::open_files::OpenFiles;
use super::unfinished::Unfinished;
use super::{ExecuteError, Progress};
use crate::plan::{BUFFER_BYTES, Plan};

/// Batches whose files are open at a time: one being copied, one being finished, one between.
const MAX_OPEN_BATCHES: usize = 3;
/// With more workers a window would be too small to be worth a system call.
pub(crate) const MAX_THREADS: usize = 63;

/// A batch being worked on, with what removes its files unless they are finished.
#[derive(Debug)]
pub(crate) struct Opened {
    pub batch: OpenBatch,
    pub unfinished: Mutex<Vec<Unfinished>>,
}

/// What is done with batches.
pub(crate) trait Task: Sync {
    /// Whether their files are written or compared.
    fn mode(&self) -> Mode;
    /// Opens the files of a batch.
    fn open(&self, batch: Batch) -> Result<Opened, ExecuteError>;
    /// After a step, beside further steps.
    fn step_done(&self, opened: &Opened, step: usize);
    /// After all steps, beside the steps of other batches.
    fn finish(&self, opened: &Opened) -> Result<(), ExecuteError>;
}

/// Those who work, and on what.
pub(crate) struct Crew<'a> {
    pub plan: &'a Plan,
    pub sources: &'a (dyn Sources + Sync),
    pub progress: &'a Progress,
    /// Workers; 1 … [`MAX_THREADS`].
    pub threads: usize,
    /// How many files may be open.
    pub open_files: OpenFiles,
}

enum Message {
    StepDone(Arc<Opened>, usize),
    AllDone(Arc<Opened>),
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Batch>,
    current: Option<Arc<Opened>>,
    next_step: usize,
    open: usize,
    failure: Option<ExecuteError>,
}

impl Crew<'_> {
    /// The sizes of one worker's or the finisher's buffers.
    pub(crate) fn limits(&self) -> Limits {
        let copiers = self.threads.clamp(1, MAX_THREADS) as u64 + 1;
        let shrink = (copiers * COPIER_BYTES).div_ceil(BUFFER_BYTES).max(1);
        let shrink = usize::try_from(shrink).unwrap_or(1);
        Limits { window: LIMITS.window / shrink, read: LIMITS.read / shrink, ..LIMITS }
    }

    /// Does a task on all batches. On failure no batch is opened any more, and what is unfinished
    /// is dropped.
    pub(crate) fn run(&self, batches: Vec<Batch>, task: &dyn Task) -> Result<(), ExecuteError> {
        let shift = Shift {
            crew: self,
            task,
            queue: Mutex::new(Queue { waiting: batches.into(), ..Queue::default() }),
            closed: Condvar::new(),
        };
        let (sender, receiver) = channel();
        thread::scope(|scope| {
            let spawned = thread::Builder::new().spawn_scoped(scope, || shift.finish_batches(receiver));
            if let Err(error) = spawned {
                return shift.fail(ExecuteError::NoThread(error));
            }
            for worker in 0..self.threads.clamp(1, MAX_THREADS) {
                let sender = sender.clone();
                let shift = &shift;
                let work = move || {
                    if let Err(error) = shift.work(&sender) {
                        shift.fail(error);
                    }
                };
                match thread::Builder::new().spawn_scoped(scope, work) {
                    Ok(_) => {}
                    Err(error) if worker == 0 => shift.fail(ExecuteError::NoThread(error)),
                    // Those that there are do the work.
                    Err(_) => break,
                }
            }
            drop(sender);
        });
        let failure = shift.queue().failure.take();
        failure.map_or(Ok(()), Err)
    }
}

/// One run of a crew.
struct Shift<'a> {
    crew: &'a Crew<'a>,
    task: &'a dyn Task,
    queue: Mutex<Queue>,
    /// Signalled when a batch is finished.
    closed: Condvar,
}

impl Shift<'_> {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes why the run fails, the first time, and stops everyone.
    fn fail(&self, error: ExecuteError) {
        self.queue().failure.get_or_insert(error);
        self.crew.progress.stop();
    }

    /// One worker.
    fn work(&self, sender: &Sender<Message>) -> Result<(), ExecuteError> {
        let mut copier = Copier::new(self.crew.sources, self.crew.progress, self.crew.limits());
        let mut at: Option<(Arc<Opened>, Loom<'_>)> = None;
        while let Some((opened, step)) = self.next(sender)? {
            let mut loom = match at.take() {
                Some((last, loom)) if Arc::ptr_eq(&last, &opened) => loom,
                _ => Loom::new(self.crew.plan, &opened.batch)?,
            };
            if let Some(step) = opened.batch.steps.get(step) {
                copier.run(&loom.work(&opened.batch, step, self.task.mode())?)?;
            }
            // The finisher is gone only after a failure, which stops this worker too.
            let _ = sender.send(Message::StepDone(Arc::clone(&opened), step));
            if opened.batch.step_done() {
                let _ = sender.send(Message::AllDone(Arc::clone(&opened)));
            }
            at = Some((opened, loom));
        }
        Ok(())
    }

    /// The next step, of the next batch if this one has no more.
    fn next(&self, sender: &Sender<Message>) -> Result<Option<(Arc<Opened>, usize)>, ExecuteError> {
        let mut queue = self.queue();
        loop {
            self.crew.progress.check()?;
            if let Some(current) = &queue.current
                && queue.next_step < current.batch.steps.len()
            {
                let next = (Arc::clone(current), queue.next_step);
                queue.next_step += 1;
                return Ok(Some(next));
            }
            if queue.waiting.is_empty() {
                return Ok(None);
            }
            if queue.open >= MAX_OPEN_BATCHES {
                let waited = self.closed.wait_timeout(queue, Duration::from_millis(100));
                queue = waited.unwrap_or_else(PoisonError::into_inner).0;
                continue;
            }
            let Some(batch) = queue.waiting.pop_front() else { return Ok(None) };
            let opened = Arc::new(self.task.open(batch)?);
            if opened.batch.steps.is_empty() {
                let _ = sender.send(Message::AllDone(Arc::clone(&opened)));
            }
            queue.open += 1;
            queue.current = Some(opened);
            queue.next_step = 0;
        }
    }

    /// The finisher.
    fn finish_batches(&self, messages: Receiver<Message>) {
        for message in messages {
            if self.crew.progress.is_stopped() {
                return self.fail(ExecuteError::Interrupted);
            }
            match message {
                Message::StepDone(opened, step) => self.task.step_done(&opened, step),
                Message::AllDone(opened) => {
                    if let Err(error) = self.task.finish(&opened) {
                        return self.fail(error);
                    }
                    self.queue().open -= 1;
                    self.closed.notify_all();
                }
            }
        }
    }
}
