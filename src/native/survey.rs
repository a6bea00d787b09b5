//! A pile of files → what each is, by several threads.

use std::sync::mpsc::sync_channel;
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::catalog::{PileFile, Survey, look};

/// Reading headers is waiting, most of all for network file systems: more threads than cores.
const THREADS: usize = 16;

/// As [`catalog::survey`](crate::catalog::survey), with files read side by side. The result is the
/// same.
#[must_use]
pub fn survey(files: Vec<PileFile>) -> Survey {
    let threads = THREADS.min(files.len());
    let queue = Mutex::new(files.into_iter());
    // Few results wait, so that strategies read ahead do not pile up in memory.
    let (sender, looks) = sync_channel(THREADS);
    let mut survey = Survey::default();
    thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, queue) = (sender.clone(), &queue);
            let work = move || {
                let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                while let Some(file) = next() {
                    if sender.send(look(file)).is_err() {
                        return;
                    }
                }
            };
            // Where the system gives no more threads, those that there are do the work.
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        drop(sender);
        looks.iter().for_each(|look| survey.add(look));
    });
    let left = queue.into_inner().unwrap_or_else(PoisonError::into_inner);
    left.for_each(|file| survey.add(look(file)));
    survey.sort();
    survey
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::{self, Cut, assemble};
    use crate::check::Side;
    use crate::format::{NewEntry, WeightFormat, layout_file};
    use crate::geometry::{DType, Shape};

    fn pile() -> Vec<PileFile> {
        let file = |rank: u64| {
            let shape = Shape::new(vec![rank % 5 + 1, 8]).unwrap();
            let entry = NewEntry { name: "w", dtype: DType::F32, shape };
            let source = layout_file(WeightFormat::Ckpt, &[entry]).unwrap().sparse();
            PileFile { path: format!("rank_{rank}/a.ckpt"), source: Box::new(source) }
        };
        (0..100).map(file).collect()
    }

    #[test]
    fn threads_change_nothing() {
        let (here, there) = (survey(pile()), catalog::survey(pile()));
        let checkpoint = |survey: &Survey| assemble(survey, Cut::Unusable, Side::Source).checkpoint.unwrap();
        assert_eq!(checkpoint(&here), checkpoint(&there));
        assert_eq!((here.files().len(), here.bytes_read()), (100, there.bytes_read()));
    }
}
