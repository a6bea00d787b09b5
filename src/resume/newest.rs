//! The rule of time stamps (`check_last_timestamp_checkpoints`): without a `meta.json` that counts, every
//! rank loads its newest file, if their names agree.

use super::message;
use super::names::{conforms, with_rank};
use super::{Folder, Instead, Job, Listing, Version, WeightFile};
use crate::format::WeightFormat;

/// The file of a format that was written last; of equal times the last in the order of the directory. The
/// error where the time of one is not to be had, whichever it is.
pub(super) fn newest<'a>(
    folder: &'a Folder,
    path: &str,
    format: WeightFormat,
) -> Result<Option<&'a WeightFile>, String> {
    let ending = format!(".{}", format.extension());
    let files = || folder.files.iter().filter(|file| file.name.ends_with(&ending));
    let error = |file: &WeightFile| file.instead()?.time_error(&format!("{path}/{}", file.name));
    match files().find_map(error) {
        Some(error) => Err(error),
        None => Ok(files().max_by_key(|file| file.modified)),
    }
}

/// The file that a rank takes from its own folder (`get_last_checkpoint`); none if there is none.
pub(super) fn own_newest(
    listing: &Listing,
    rank: u64,
    format: WeightFormat,
) -> Result<Option<&WeightFile>, String> {
    let path = listing.path_of(rank);
    let no_folder = || message::no_real_folder(&path, format);
    let folder = listing.rank(rank).ok_or_else(no_folder)?;
    match folder.instead {
        Some(Instead::Closed) => Err(Instead::Closed.list_error(&path).unwrap_or_default()),
        Some(_) => Err(no_folder()),
        None => newest(folder, &path, format),
    }
}

/// Whether the newest files of all ranks go together; the error if not.
pub(super) fn check_newest(listing: &Listing, job: &Job, counted: u64) -> Result<(), String> {
    let (version, format) = (job.version, job.reads());
    let ranks = if version == Version::V1_8 { counted } else { job.world_size };
    let newest_of = |rank: u64, wanted: WeightFormat| {
        let path = listing.path_of(rank);
        let newest = if version.is_before_1_5() {
            let folder = listing.rank(rank).ok_or_else(|| message::no_folder(version, &path, wanted))?;
            folder.instead.and_then(|instead| instead.list_error(&path)).map_or(Ok(()), Err)?;
            newest(folder, &path, wanted)?
        } else {
            own_newest(listing, rank, wanted)?
        };
        Ok::<_, String>(newest.map(|file| file.name.as_str()))
    };
    let of_rank_0 = |name: &str| with_rank(name, 0).ok_or_else(|| message::no_rank(version, name));
    let mut compared = None;
    for rank in 0..ranks {
        let nothing = || message::nothing_under(job, &listing.path_of(rank));
        let name = newest_of(rank, format)?.ok_or_else(nothing)?;
        if conforms(name, format) {
            compared = Some((name, of_rank_0(name)?));
            break;
        }
    }
    let Some((first, wanted)) = compared else { return Ok(()) };
    let mut all_conform = true;
    for rank in 0..ranks {
        // The second loop forgets the format and looks for .ckpt.
        let name = newest_of(rank, WeightFormat::Ckpt)?.ok_or_else(|| message::NO_PATH.to_owned())?;
        if !conforms(name, format) {
            all_conform = false;
        } else if of_rank_0(name)? != wanted {
            return Err(message::newest_differ(job, first, name));
        }
    }
    if all_conform { Ok(()) } else { Err(message::some_conform(format)) }
}
