//! What of a pile of files matters to a run that loads it.

use super::{Form, Source, SourceStrategy, Whole};
use crate::catalog::{Content, Survey, rank_of_folder, rank_of_path};
use crate::check::is_mixed_up;
use crate::format::WeightFormat;
use crate::layout::{Layout, Placement, Strategy};
use crate::path::{file_name, folder, join};
use crate::resume::{Listing, any_resumes, works};

/// The folder `base` of a pile (empty for its root), or the file, which a run finds at `path`.
#[derive(Clone, Copy, Debug)]
pub struct At<'a> {
    /// The folder or file of the pile.
    pub base: &'a str,
    /// Its path for the run.
    pub path: &'a str,
}

impl<'a> At<'a> {
    /// The path of a file inside `base` from there; none of one that is elsewhere.
    fn inside(&self, path: &'a str) -> Option<&'a str> {
        match self.base {
            "" => Some(path),
            base if path == base => Some(""),
            base => path.strip_prefix(base)?.strip_prefix('/'),
        }
    }

    /// The path of a file inside it for the run.
    fn of(&self, inside: &str) -> String {
        match inside {
            "" => self.path.to_owned(),
            inside => join(self.path.trim_end_matches('/'), inside),
        }
    }
}

impl Source {
    /// The checkpoint there, without the strategy of the run that saved; none if there are no weights.
    #[must_use]
    pub fn of(survey: &Survey, at: At<'_>) -> Option<Self> {
        let weights = survey.files().iter().filter_map(|file| match &file.content {
            Content::Weights(weights) => Some((at.inside(&file.path)?, file.path.as_str(), weights.format)),
            _ => None,
        });
        let weights: Vec<(&str, &str, WeightFormat)> = weights.collect();
        let &(first, _, format) = weights.first()?;
        let mut ranks: Vec<u64> = weights.iter().filter_map(|(_, path, _)| rank_of_path(path)).collect();
        ranks.sort_unstable();
        ranks.dedup();
        let holder = folder_of(&at.of(first));
        let is_in_rank_folder = rank_of_folder(file_name(&holder)).is_some();
        let form = match ranks.len() {
            0 | 1 => {
                let file = (weights.len() == 1).then(|| at.of(first));
                Form::Complete(Whole { file, folder: holder.clone() })
            }
            ranks => Form::Sliced(ranks as u64),
        };
        let above = if is_in_rank_folder { folder_of(&holder) } else { holder };
        // As it was given, with a slash at its end or not.
        let is_given = at.path.trim_end_matches('/') == above.trim_end_matches('/');
        Some(Self {
            path: if is_given { at.path.to_owned() } else { above },
            is_placed: is_in_rank_folder
                || matches!(form, Form::Complete(_)) && format == WeightFormat::Safetensors,
            form,
            format,
            resumes: any_resumes(survey, at.base),
            strategy: None,
        })
    }

    /// The file to resume from: `resume_training: NAME`. None of a complete checkpoint, or if there is no step that
    /// every rank can load.
    #[must_use]
    pub fn resumes_from(&self, listing: &Listing) -> Option<String> {
        let Form::Sliced(ranks) = self.form else { return None };
        works(listing, ranks, self.format).into_iter().next().map(|works| works.of_rank_0)
    }
}

impl SourceStrategy {
    /// What matters of a strategy that was read from the files there.
    #[must_use]
    pub fn of(survey: &Survey, at: At<'_>, strategy: &Strategy) -> Self {
        let mut files = survey.files().iter().filter_map(|file| at.inside(&file.path));
        let is_folder = !files.any(str::is_empty);
        let named = |wanted: &dyn Fn(&str) -> bool| {
            let mut files = survey.files().iter().filter_map(|file| at.inside(&file.path));
            files.find(|inside| is_folder && wanted(file_name(inside))).map(|inside| at.of(inside))
        };
        Self {
            merged: named(&|name| name == "merged_ckpt_strategy.ckpt"),
            of_a_rank: named(&|name| name.starts_with("ckpt_strategy_rank_")),
            folder: if is_folder { at.path.to_owned() } else { folder_of(at.path) },
            path: at.path.to_owned(),
            stages: strategy.stages(),
            ranks_per_stage: strategy.ranks_per_stage(),
            is_pipeline_only: is_pipeline_only(strategy),
            is_mixed_up: strategy.layouts().iter().any(is_mixed_up),
        }
    }
}

/// The folder of a path of the run.
fn folder_of(path: &str) -> String {
    match folder(path) {
        "" if path.starts_with('/') => "/".to_owned(),
        "" => ".".to_owned(),
        folder => folder.to_owned(),
    }
}

/// Whether MindSpore finds no number of devices in it: every device matrix is empty. With a matrix of one device,
/// as it writes itself, it converts (recorded: `real_pp4_to_real_dp1mp2pp2`).
fn is_pipeline_only(strategy: &Strategy) -> bool {
    strategy.stages() > 1 && strategy.layouts().iter().all(|layout| layout.mesh().axes().is_empty())
}

/// Whether every tensor of the wanted run is cut as the run that saved has it.
#[must_use]
pub fn same_layout(saved: &Strategy, wanted: &Strategy) -> bool {
    let layouts = |strategy: &'_ Strategy, placements: &[Placement]| -> Vec<(u32, Option<Layout>)> {
        let layout = |placement: &Placement| (placement.stage, strategy.layout(placement.layout).cloned());
        placements.iter().map(layout).collect()
    };
    (saved.stages(), saved.ranks()) == (wanted.stages(), wanted.ranks())
        && wanted.tensors().all(|(tensor, placements)| {
            layouts(saved, saved.placements(tensor)) == layouts(wanted, placements)
        })
}
