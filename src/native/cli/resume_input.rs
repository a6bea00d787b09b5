//! A `checkpoint/` folder of this machine → what `resume` decides on.

use std::fs;
use std::path::Path;

use super::console::{Console, Stop};
use super::resume_entries::{nanoseconds, note_entries};
use super::sides::unopened;
use crate::catalog::{Content, PileFile, Survey};
use crate::format::{WeightFormat, verify_crc};
use crate::native::{survey, walk};
use crate::resume::{Extra, Listing, gather};
use crate::source::FileSource;

/// What is in the folder.
pub(super) struct Input {
    pub listing: Listing,
    /// Its absolute path, by which the listing goes too.
    pub path: String,
    /// The format of most of its weights.
    pub format: WeightFormat,
}

/// Reads the headers of all weights, every `meta.json`, and the times of the files.
pub(super) fn read(root: &Path, check_crc: bool, console: &mut Console) -> Result<Input, Stop> {
    let failed = |reason: String| Stop::Failed(format!("{}: {reason}", root.display()));
    let metadata = fs::metadata(root).map_err(|error| failed(unopened(root, &error)))?;
    if !metadata.is_dir() {
        return Err(failed("is a file: give the folder that holds the rank_N folders".to_owned()));
    }
    let mut walk = walk(root).map_err(|error| failed(error.to_string()))?;
    console.report(&walk.findings);
    let mut extra = Extra::default();
    note_entries(root, &mut walk, &mut extra).map_err(|error| failed(error.to_string()))?;
    for file in &walk.files {
        note(file, root, &mut extra);
    }
    let survey = survey(walk.files);
    if check_crc {
        check_checksums(&survey, root, &mut extra);
    }
    let absolute = std::path::absolute(root).map_err(|error| failed(error.to_string()))?;
    let path = absolute.to_string_lossy().into_owned();
    let listing = gather(&survey, "", &path, &extra);
    if listing.ranks().is_empty() && !listing.is_unified && listing.has_others {
        return Err(Stop::Refused(format!(
            "{}: there are no rank_N folders here; give the folder `checkpoint` of a run's output",
            root.display()
        )));
    }
    Ok(Input { format: listing.format(), listing, path })
}

/// Keeps a file's time, and its content if that counts.
fn note(file: &PileFile, root: &Path, extra: &mut Extra) {
    let metadata = fs::metadata(root.join(&file.path)).ok();
    extra.note(&file.path, metadata.as_ref().and_then(nanoseconds), &file.source);
}

fn check_checksums(survey: &Survey, root: &Path, extra: &mut Extra) {
    for file in survey.files() {
        let Content::Weights(weights) = &file.content else { continue };
        let Ok(source) = FileSource::new(&root.join(&file.path)) else { continue };
        if weights.crc.is_some() && verify_crc(weights.format, &source).is_err() {
            extra.bad_checksums.insert(file.path.clone());
        }
    }
}
