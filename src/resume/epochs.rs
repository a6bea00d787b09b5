//! What the numbers in a checkpoint's name mean, and where the job goes on
//! (`load_resume_context_from_checkpoint`).
//!
//! Without sink mode a name's epoch and step are the job's. With it the callback is called once per round of
//! `sink_size` steps, so that the epoch of the name counts rounds and its step is always `sink_size`.

use serde::{Deserialize, Serialize};

use super::Step;
use crate::check::{Finding, kinds::resume as kinds};
use crate::phrase::{Phrase, phrase};
use crate::units::noun;

/// What of the job's configuration is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Schedule {
    /// Steps of an epoch: the size of the dataset divided by the global batch. At least 1.
    pub steps_per_epoch: u64,
    /// Steps of a round where sink mode is on. At least 1.
    pub sink_size: Option<u64>,
    /// The global batches of the run that saved and of the job that resumes. At least 1.
    pub global_batch: Option<(u64, u64)>,
}

/// Where a job goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Steps that the saved run had done, in its own batches.
    pub global_step: u64,
    /// The epoch of the saved run that the step is in, from 1.
    pub epoch: u64,
    /// The step in that epoch, from 1.
    pub step_in_epoch: u64,
    /// `initial_step` of the job, in its batches.
    pub initial_step: u64,
    /// `initial_epoch` of the job: rounds with sink mode, else epochs.
    pub initial_epoch: u64,
}

/// Scales a count by the ratio of the batches, rounded as Python's `int(count * (old / new))` rounds.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the framework computes in doubles; what is beyond u64 becomes its largest value"
)]
fn scaled(count: u64, global_batch: Option<(u64, u64)>) -> u64 {
    let Some((old, new)) = global_batch else { return count };
    (count as f64 * (old as f64 / new.max(1) as f64)) as u64
}

/// Where a job goes on from a step. `steps_per_epoch` is that of the saved run; the new job's follows from
/// the batches.
#[must_use]
pub fn position(step: Step, schedule: Schedule) -> Position {
    let steps = schedule.steps_per_epoch.max(1);
    let global_step = match schedule.sink_size {
        Some(sink_size) => step.epoch.saturating_mul(sink_size),
        None => step.epoch.saturating_sub(1).saturating_mul(steps).saturating_add(step.step),
    };
    let before = global_step.saturating_sub(1);
    let initial_step = scaled(global_step, schedule.global_batch);
    let initial_epoch = match schedule.sink_size {
        Some(_) => scaled(step.epoch, schedule.global_batch),
        None => {
            let data_size = scaled(steps, schedule.global_batch).max(1);
            step.epoch.saturating_sub(u64::from(!initial_step.is_multiple_of(data_size)))
        }
    };
    Position {
        global_step,
        epoch: before / steps + 1,
        step_in_epoch: before % steps + 1,
        initial_step,
        initial_epoch,
    }
}

/// A finding if a job of so many epochs has nothing left to train after a step.
#[must_use]
pub fn finished(step: Step, schedule: Schedule, epochs: u64) -> Option<Finding> {
    let total = epochs.saturating_mul(scaled(schedule.steps_per_epoch, schedule.global_batch).max(1));
    let Position { initial_step, .. } = position(step, schedule);
    let finding = Finding::new(&kinds::FINISHED).arg("step", step.to_string()).arg("done", initial_step);
    (initial_step >= total).then(|| finding.arg("total", total).arg("epochs", epochs))
}

/// [`position`] in words, with the job's numbers.
#[must_use]
pub fn explain(step: Step, schedule: Schedule) -> Phrase {
    let Position { global_step, epoch, step_in_epoch, initial_step, initial_epoch } =
        position(step, schedule);
    let steps = schedule.steps_per_epoch;
    let name = match schedule.sink_size {
        Some(sink) => phrase!(
            "with sink_size {sink} the {round} of {step} counts rounds of {sink} {of_round}, not epochs: {round} × {sink} = global step {global_step}, which is step {step_in_epoch} of epoch {epoch} at {steps} {nouns} per epoch",
            "sink_size 为 {sink} 时，{step} 中的 {round} 是下沉轮数（每轮 {sink} 步）而非 epoch：{round} × {sink} = 全局第 {global_step} 步，按每个 epoch {steps} 步计，即第 {epoch} 个 epoch 的第 {step_in_epoch} 步",
            sink,
            round = step.epoch,
            step,
            global_step,
            step_in_epoch,
            epoch,
            steps;
            of_round = noun(sink, "step", "steps"),
            nouns = noun(steps, "step", "steps")
        ),
        None => phrase!(
            "{step} is step {in_epoch} of epoch {of_epoch}: global step {global_step} at {steps} {nouns} per epoch",
            "{step} 即第 {of_epoch} 个 epoch 的第 {in_epoch} 步：按每个 epoch {steps} 步计，为全局第 {global_step} 步",
            step,
            in_epoch = step.step,
            of_epoch = step.epoch,
            global_step,
            steps;
            nouns = noun(steps, "step", "steps")
        ),
    };
    let goes_on = match schedule.global_batch.filter(|(old, new)| old != new) {
        Some((old, new)) => phrase!(
            "; from a global batch of {old} to {new} the counters are scaled by {old}/{new}: initial_step {initial_step}, initial_epoch {initial_epoch}",
            "；全局批大小由 {old} 变为 {new}，计数按 {old}/{new} 缩放：initial_step 为 {initial_step}，initial_epoch 为 {initial_epoch}",
            old,
            new,
            initial_step,
            initial_epoch
        ),
        None => phrase!(
            "; the job goes on with initial_step {initial_step}, initial_epoch {initial_epoch}",
            "；任务从 initial_step {initial_step}、initial_epoch {initial_epoch} 继续",
            initial_step,
            initial_epoch
        ),
    };
    Phrase { en: name.en + &goes_on.en, zh: name.zh + &goes_on.zh }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(epoch: u64, step: u64, schedule: (u64, Option<u64>, Option<(u64, u64)>)) -> [u64; 5] {
        let (steps_per_epoch, sink_size, global_batch) = schedule;
        let schedule = Schedule { steps_per_epoch, sink_size, global_batch };
        let Position { global_step, epoch, step_in_epoch, initial_step, initial_epoch } =
            position(Step { epoch, step }, schedule);
        [global_step, epoch, step_in_epoch, initial_step, initial_epoch]
    }

    #[test]
    fn with_sink_mode_the_epoch_of_a_name_counts_rounds() {
        // `…-40_2` with sink_size 2 is global step 80, not epoch 40.
        assert_eq!(at(40, 2, (100, Some(2), None)), [80, 1, 80, 80, 40]);
        assert_eq!(at(60, 2, (100, Some(2), None)), [120, 2, 20, 120, 60]);
        assert_eq!(at(7, 1, (10, Some(1), None)), [7, 1, 7, 7, 7]);
    }

    #[test]
    fn without_it_epoch_and_step_are_the_jobs() {
        assert_eq!(at(3, 4, (10, None, None)), [24, 3, 4, 24, 2]);
        assert_eq!(at(3, 10, (10, None, None)), [30, 3, 10, 30, 3]);
    }

    /// Python: `int(300 * (704 / 960))` is 219, since 704 / 960 is a little less than 11 / 15.
    #[test]
    fn scaling_rounds_as_doubles_do() {
        assert_eq!(scaled(300, Some((704, 960))), 219);
        assert_eq!(scaled(700, Some((448, 320))), 979);
        assert_eq!(scaled(u64::MAX, Some((2, 1))), u64::MAX);
    }

    #[test]
    fn another_batch_scales_the_counters() {
        assert_eq!(at(40, 2, (100, Some(2), Some((16, 32)))), [80, 1, 80, 40, 20]);
        assert_eq!(at(41, 1, (100, Some(1), Some((16, 32)))), [41, 1, 41, 20, 20]);
        assert_eq!(at(10, 1, (100, Some(1), Some((32, 16)))), [10, 1, 10, 20, 20]);
        assert_eq!(at(3, 10, (10, None, Some((16, 32)))), [30, 3, 10, 15, 3]);
    }

    #[test]
    fn after_the_last_step_nothing_is_left() {
        let schedule = Schedule { steps_per_epoch: 100, sink_size: Some(2), global_batch: None };
        let is_finished = |epoch, epochs| finished(Step { epoch, step: 2 }, schedule, epochs).is_some();
        assert!(is_finished(100, 2) && !is_finished(99, 2) && !is_finished(100, 3));
    }

    #[test]
    fn the_words_have_the_jobs_numbers() {
        let schedule = Schedule { steps_per_epoch: 100, sink_size: Some(2), global_batch: Some((16, 32)) };
        let words = explain(Step { epoch: 40, step: 2 }, schedule);
        assert!(words.en.contains("40 × 2 = global step 80") && words.en.contains("initial_step 40"));
        assert!(words.zh.contains("全局第 80 步") && words.zh.contains("initial_epoch 为 20"));
    }
}
