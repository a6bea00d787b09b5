//! The weight files of one side → one checkpoint: which files count, and of which rank they are.
//!
//! Where MindSpore takes the last file by name, drops ranks or mixes steps without a word, this
//! says so or refuses.

mod choice;
mod complete;
mod indexed;
pub(super) mod named;
mod place;
mod ranks;

use std::collections::HashMap;
use std::sync::Arc;

use self::place::Place;
use super::names::{has_weight_ending, is_merged_leftover, strategy_rank};
use super::report::Report;
use super::survey::{Content, Survey, Surveyed, Weights};
use super::{Checkpoint, CheckpointFile, Table, Why};
use crate::check::kinds::{files::CHECKSUM_NOT_CHECKED, folders as kinds};
use crate::check::{self, Finding, Side};
use crate::format::index::Index;
use crate::format::{Fault, FileKind, WeightFormat};
use crate::layout::Strategy;
use crate::order::sort_by_key;
use crate::path::{depth, file_name};

/// What is known about how a checkpoint is cut.
#[derive(Clone, Copy, Debug)]
pub enum Cut<'a> {
    /// No strategy was given: the checkpoint is complete.
    NotGiven,
    /// A strategy was given, but no correct one can be made of it.
    Unusable,
    /// By this strategy.
    By(&'a Strategy),
}

/// The weights of one side.
#[derive(Clone, Debug, Default)]
pub struct Assembled {
    /// The files that count; none if nothing sensible can be said. For looking at only if a
    /// finding is an error.
    pub checkpoint: Option<Checkpoint>,
    /// The index that counts.
    pub index: Option<Arc<Index>>,
    /// Weight files that do not count.
    pub ignored: Vec<(String, Why)>,
    /// Folders with checkpoints side by side, of which one is to be chosen, and their weight files.
    pub rivals: Vec<(String, usize)>,
    /// Every choice and every refusal.
    pub findings: Vec<Finding>,
}

/// A weight file, or one that is named like one and cannot be read.
#[derive(Clone, Copy)]
struct Candidate<'a> {
    path: &'a str,
    size: u64,
    format: WeightFormat,
    weights: Result<&'a Weights, &'a Fault>,
}

/// Files that count, with their ranks.
type Chosen<'a> = Vec<(u64, Candidate<'a>)>;

/// What is being put together.
struct Assembly<'a> {
    cut: Cut<'a>,
    report: Report,
    index: Option<&'a Arc<Index>>,
    ignored: Vec<(&'a str, Why)>,
    rivals: Vec<(String, usize)>,
}

impl<'a> Assembly<'a> {
    fn ignore(&mut self, files: &[Candidate<'a>], why: Why) {
        self.ignored.extend(files.iter().map(|file| (file.path, why)));
    }

    /// Ranks of the strategy; none if there is no usable one.
    fn ranks(&self) -> Option<u64> {
        match self.cut {
            Cut::By(strategy) => Some(strategy.ranks()),
            Cut::NotGiven | Cut::Unusable => None,
        }
    }
}

/// Whether the pile has anything that is or should be a weight file, or says where they are.
pub(super) fn has_weights(survey: &Survey) -> bool {
    let is_index = |file: &Surveyed| matches!(file.content, Content::Index(_));
    !candidates(survey).is_empty() || survey.files().iter().any(is_index)
}

/// Puts together the checkpoint that is in a pile of files.
#[must_use]
pub fn assemble(survey: &Survey, cut: Cut<'_>, side: Side) -> Assembled {
    let mut assembly =
        Assembly { cut, report: Report::new(side), index: None, ignored: Vec::new(), rivals: Vec::new() };
    let files = named_rightly(candidates(survey), &mut assembly);
    named::softlinks(&files, &mut assembly.report);
    let chosen = match files.is_empty() {
        true => indexed::alone(survey, &mut assembly),
        false => choose(survey, files, &mut assembly),
    };
    let checkpoint = chosen.and_then(|chosen| checkpoint(survey, chosen, &mut assembly));
    let ignored = assembly.ignored.into_iter().map(|(path, why)| (path.to_owned(), why)).collect();
    let index = assembly.index.cloned();
    let rivals = assembly.rivals;
    Assembled { checkpoint, index, ignored, rivals, findings: assembly.report.finish() }
}

/// Everything that is weights by content, or by name if it cannot be read.
fn candidates(survey: &Survey) -> Vec<Candidate<'_>> {
    let files = survey.files().iter().filter_map(|file| {
        let (path, size) = (file.path.as_str(), file.size);
        match &file.content {
            Content::Weights(weights) => {
                Some(Candidate { path, size, format: weights.format, weights: Ok(weights) })
            }
            Content::Broken { looked_like, fault } if is_for_weights(*looked_like, path) => {
                let is_safetensors = path.ends_with(WeightFormat::Safetensors.extension());
                let format = if is_safetensors { WeightFormat::Safetensors } else { WeightFormat::Ckpt };
                Some(Candidate { path, size, format, weights: Err(fault) })
            }
            _ => None,
        }
    });
    files.collect()
}

/// Whether a file that cannot be read should be weights. Strategies end in `.ckpt` too, but look
/// otherwise or have names of their own.
fn is_for_weights(looked_like: Option<FileKind>, path: &str) -> bool {
    let name = file_name(path);
    let is_other = matches!(looked_like, Some(FileKind::Strategy | FileKind::Group | FileKind::Index));
    !is_other && has_weight_ending(name) && strategy_rank(name).is_none() && !is_merged_leftover(name)
}

/// The candidates without those whose names end as no weight file's does, if others do.
fn named_rightly<'a>(files: Vec<Candidate<'a>>, assembly: &mut Assembly<'a>) -> Vec<Candidate<'a>> {
    let (rightly, otherwise): (Vec<_>, Vec<_>) =
        files.iter().copied().partition(|file| has_weight_ending(file_name(file.path)));
    let (Some(first), false) = (otherwise.first(), rightly.is_empty()) else { return files };
    let finding = Finding::new(&kinds::NAMED_OTHERWISE).arg("files", otherwise.len());
    assembly.report.add(finding.arg("file", first.path).file(first.path));
    assembly.ignore(&otherwise, Why::NamedOtherwise);
    rightly
}

/// The files that count, with their ranks. None, and reported, if that cannot be told.
fn choose<'a>(
    survey: &'a Survey,
    files: Vec<Candidate<'a>>,
    assembly: &mut Assembly<'a>,
) -> Option<Chosen<'a>> {
    let (folder, files) = match place::place(files, assembly)? {
        Place::Loose { folder, files } => (folder, files),
        Place::Ranks(by_rank) => {
            indexed::ignore_all_but(None, survey, assembly);
            return ranks::choose(by_rank, assembly);
        }
    };
    let index = indexed::index(survey, depth(folder), assembly)?;
    indexed::ignore_all_but(index.map(|(path, _)| path), survey, assembly);
    match index {
        Some(index) => indexed::choose(index, &files, survey, assembly),
        None => complete::choose(files, assembly),
    }
}

/// The checkpoint of the files that count; those that cannot be read are reported.
fn checkpoint(survey: &Survey, mut chosen: Chosen<'_>, assembly: &mut Assembly<'_>) -> Option<Checkpoint> {
    sort_by_key(&mut chosen, |(rank, file)| (*rank, file.path));
    named::ranks(&chosen, &mut assembly.report);
    let format = chosen.first()?.1.format;
    let mut tables: Vec<Table> = Vec::new();
    let mut indices: HashMap<usize, usize> = HashMap::new();
    let mut files = Vec::with_capacity(chosen.len());
    let (mut with_checksum, mut example) = (0u64, None);
    for (rank, file) in chosen {
        let weights = match file.weights {
            Ok(weights) => weights,
            Err(fault) => {
                assembly.report.fault(fault, file.path, Some(rank));
                continue;
            }
        };
        if weights.crc.is_some() {
            with_checksum += 1;
            example = example.or(Some(file.path));
        }
        for fault in &weights.faults {
            assembly.report.fault(fault, file.path, Some(rank));
        }
        let Some(table) = survey.table(weights.table) else { continue };
        let table = *indices.entry(weights.table).or_insert_with(|| {
            tables.push(table.clone());
            tables.len() - 1
        });
        let (path, fingerprint) = (file.path.to_owned(), weights.fingerprint.clone());
        files.push(CheckpointFile { path, size: file.size, rank, table, fingerprint });
    }
    if files.is_empty() {
        return None;
    }
    if let Some(path) = example {
        let finding = Finding::new(&CHECKSUM_NOT_CHECKED).arg("files", with_checksum);
        assembly.report.add(finding.arg("file", path).file(path));
    }
    let checkpoint = Checkpoint { format, tables, files };
    check_tensors_unique(&checkpoint, &mut assembly.report);
    check::headers(&checkpoint, assembly.cut).into_iter().for_each(|finding| assembly.report.add(finding));
    Some(checkpoint)
}

/// Reports tensors that two files of a complete checkpoint hold.
fn check_tensors_unique(checkpoint: &Checkpoint, report: &mut Report) {
    // Only a complete checkpoint, of rank 0, has several files of a rank.
    if checkpoint.files.iter().any(|file| file.rank > 0) {
        return;
    }
    let mut holders: HashMap<&str, &str> = HashMap::new();
    let (mut first, mut twice) = (None, 0u64);
    for file in &checkpoint.files {
        for entry in checkpoint.tables.get(file.table).into_iter().flat_map(|table| &table.entries) {
            if let Some(other) = holders.insert(&entry.name, &file.path) {
                first = first.or(Some((&entry.name, other, &file.path)));
                twice += 1;
            }
        }
    }
    let Some((tensor, other, path)) = first else { return };
    let finding = Finding::new(&kinds::TENSOR_IN_TWO_FILES).arg("tensor", tensor).tensor(tensor);
    report.add(finding.arg("file", path).arg("other", other).arg("tensors", twice).file(path));
}

/// Reports ckpt and safetensors in one checkpoint.
fn formats_mixed(files: &[Candidate<'_>], report: &mut Report) -> bool {
    let first = |format| files.iter().filter(|file| file.format == format).map(|file| file.path).min();
    let (Some(ckpt), Some(safetensors)) = (first(WeightFormat::Ckpt), first(WeightFormat::Safetensors))
    else {
        return false;
    };
    let finding = Finding::new(&kinds::FORMATS_MIXED).arg("file", ckpt).arg("other", safetensors);
    report.add(finding.file(ckpt));
    true
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))] // proptest is for native tests only
mod tests;
