//! What MindFormers' document on resuming promises, which is not what its code does: without the
//! `meta.json` of any rank, all ranks take their newest file; and a step that is incomplete *or damaged*
//! gives way to the one before it.

use std::collections::HashMap;

use super::meta::{self, Meta};
use super::names::{run_and_step, with_rank};
use super::{Decision, Folder, Job, Listing, Newest, WeightFile, message};

/// The decision as the document describes it, for `resume_training: True` on a shared path.
#[must_use]
pub fn document(listing: &Listing, job: &Job) -> Decision {
    let format = job.reads();
    let metas: Option<Vec<Meta>> = (0..job.world_size)
        .map(|rank| meta::read(listing.rank(rank)?.meta.as_deref()?, format).ok())
        .collect();
    let Some(oldest) = metas.into_iter().flatten().min_by_key(|meta| (meta.epoch.value, meta.step.value))
    else {
        return Decision::OwnNewest(Newest::NoMeta);
    };
    let Some((run, _)) = run_and_step(super::names::basename(&oldest.file), format) else {
        return none(job);
    };
    let candidates = listing.rank(0).into_iter().flat_map(|folder| &folder.files).filter_map(|file| {
        let (of_run, step) = run_and_step(&file.name, format)?;
        let key = (i128::from(step.epoch), i128::from(step.step));
        (of_run == run && key <= (oldest.epoch.value, oldest.step.value)).then_some((step, &file.name))
    });
    let files: Vec<HashMap<&str, &WeightFile>> =
        (0..job.world_size).map(|rank| listing.rank(rank).map(Folder::by_name).unwrap_or_default()).collect();
    let is_good = |name: &str| {
        (0u64..).zip(&files).all(|(rank, files)| {
            let file = with_rank(name, rank).and_then(|name| files.get(name.as_str()));
            file.is_some_and(|file| file.is_good())
        })
    };
    let best = candidates.filter(|(_, name)| is_good(name)).max_by_key(|&(step, _)| step);
    match best {
        Some((_, name)) => Decision::File { of_rank_0: name.clone(), is_given: false },
        None => none(job),
    }
}

fn none(job: &Job) -> Decision {
    let cause = message::NONE.to_owned();
    Decision::Stops { raised: message::raised(job, &cause), cause }
}
