//! Guesses what will be asked of a file next. Layers repeat, and with them the steps from one range
//! to the next; of 64 ranges that one read joins, each takes half as long as alone.

use std::cell::RefCell;
use std::collections::HashMap;

use super::traces::Range;

/// Steps that tell which one comes next: enough to tell the parts of a layer apart.
const CONTEXT: usize = 6;
/// Contexts that are remembered.
const MAX_STEPS: usize = 1 << 16;
/// Guesses are doubled to at most so many while they are right.
const MAX_GUESSES: usize = 64;
/// A range of more bytes is no guess.
const MAX_LEN: u64 = 4096;

/// Bytes from the start of one range to that of the next, and the length of that.
type Step = (u64, u64);
type Context = [Step; CONTEXT];

/// Which step came after which, in all files.
#[derive(Debug, Default)]
pub(super) struct Steps(RefCell<HashMap<Context, Step>>);

/// Where one file is.
#[derive(Clone, Debug, Default)]
pub(super) struct Walk {
    at: u64,
    last: Context,
    guesses: usize,
}

impl Walk {
    /// Notes what was asked for.
    pub(super) fn ask(&mut self, range: Range, steps: &Steps) {
        if let Some(step) = range.0.checked_sub(self.at).map(|step| (step, range.1)) {
            let mut steps = steps.0.borrow_mut();
            if steps.len() < MAX_STEPS || steps.contains_key(&self.last) {
                steps.insert(self.last, step);
            }
            self.take(step);
        }
    }

    fn take(&mut self, step: Step) {
        self.at = self.at.saturating_add(step.0);
        self.last.rotate_left(1);
        if let Some(last) = self.last.last_mut() {
            *last = step;
        }
    }

    /// What will be asked for after `range` in a file of `len` bytes; more with every time that all
    /// guesses were right.
    pub(super) fn guess(&mut self, range: Range, len: u64, were_right: bool, steps: &Steps) -> Vec<Range> {
        self.guesses = if were_right { (2 * self.guesses).clamp(1, MAX_GUESSES) } else { 0 };
        let mut ahead = self.clone();
        let steps = steps.0.borrow();
        let mut ranges = Vec::new();
        ahead.take((range.0.saturating_sub(self.at), range.1));
        while let Some(&step) = steps.get(&ahead.last).filter(|_| ranges.len() < self.guesses) {
            ahead.take(step);
            if step.1 > MAX_LEN || ahead.at.saturating_add(step.1) > len {
                break;
            }
            ranges.push((ahead.at, step.1));
        }
        ranges
    }
}
