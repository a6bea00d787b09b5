//! A rank's file that is much smaller than the others, where no strategy says what it should hold.

use std::collections::HashMap;

use super::Finding;
use super::kinds::folders::SIZE_OUTLIER;
use crate::catalog::Checkpoint;
use crate::units::bytes_text;

/// With fewer ranks nothing is usual.
const RANKS: usize = 4;

/// The one file of less than half the usual size, if every other shares its tensors with another
/// file: then stages differ less among each other than this one from all of them.
pub(crate) fn size_outlier(checkpoint: &Checkpoint) -> Option<Finding> {
    // The parts of a complete checkpoint are of any size.
    if checkpoint.files.iter().all(|file| file.rank == 0) {
        return None;
    }
    let mut sizes: Vec<u64> = checkpoint.files.iter().map(|file| file.size).collect();
    sizes.sort_unstable();
    let &usual = sizes.get(sizes.len() / 2).filter(|_| sizes.len() >= RANKS)?;
    let mut holders: HashMap<usize, usize> = HashMap::new();
    for file in &checkpoint.files {
        *holders.entry(file.table).or_default() += 1;
    }
    let mut alone = checkpoint.files.iter().filter(|file| holders.get(&file.table) == Some(&1));
    let (file, None) = (alone.next()?, alone.next()) else { return None };
    if file.size >= usual / 2 {
        return None;
    }
    let finding = Finding::new(&SIZE_OUTLIER).arg("file", &file.path).file(&file.path).rank(file.rank);
    Some(finding.arg("size", bytes_text(file.size)).arg("usual", bytes_text(usual)))
}
