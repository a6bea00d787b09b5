//! Which source files a target content reads: few, and spread over the replicas.

use super::source::Class;
use crate::order::sort_by_key;

/// The shards that a content still needs of one class.
pub(super) struct Need {
    /// Index into the classes.
    pub(super) class: usize,
    /// Ascending.
    pub(super) shards: Vec<u64>,
}

/// Chooses files so that every need is met, in order of preference. Shards with the fewest
/// replicas come first, since they leave the least choice; among replicas the file that meets most
/// other needs wins, and `ordinal` rotates ties so that contents spread over the files.
pub(super) fn choose(classes: &[Class], mut needs: Vec<Need>, ordinal: usize) -> Vec<usize> {
    sort_by_key(&mut needs, |need| classes.get(need.class).map_or(0, replicas));
    let mut chosen = Vec::new();
    for index in 0..needs.len() {
        while let Some(candidates) = next_candidates(classes, &needs, index) {
            let start = ordinal % candidates.len().max(1);
            let rotated = candidates.iter().cycle().skip(start).take(candidates.len()).copied();
            let file = match candidates {
                [only] => Some(*only),
                _ => first_max(rotated, |file| meets(classes, &needs, file)),
            };
            let Some(file) = file else { break };
            chosen.push(file);
            for need in &mut needs {
                if let Some(at) = place(classes, need, file) {
                    need.shards.remove(at);
                }
            }
        }
    }
    chosen
}

/// The fewest files that hold a shard of the class.
fn replicas(class: &Class) -> usize {
    class.candidates.iter().map(Vec::len).min().unwrap_or(0)
}

/// The files that hold the next unmet shard of a need.
fn next_candidates<'a>(classes: &'a [Class], needs: &[Need], index: usize) -> Option<&'a [usize]> {
    let need = needs.get(index)?;
    let shard = usize::try_from(*need.shards.first()?).ok()?;
    classes.get(need.class)?.candidates.get(shard).map(Vec::as_slice).filter(|files| !files.is_empty())
}

/// How many needs a file would meet.
fn meets(classes: &[Class], needs: &[Need], file: usize) -> usize {
    needs.iter().filter(|need| place(classes, need, file).is_some()).count()
}

/// Where the shard that a file holds is among those that a need still lacks.
fn place(classes: &[Class], need: &Need, file: usize) -> Option<usize> {
    let shard = classes.get(need.class)?.shard_of(file)?;
    need.shards.binary_search(&shard).ok()
}

fn first_max(files: impl Iterator<Item = usize>, score: impl Fn(usize) -> usize) -> Option<usize> {
    let mut best: Option<(usize, usize)> = None;
    for file in files {
        let score = score(file);
        if best.is_none_or(|(_, highest)| score > highest) {
            best = Some((file, score));
        }
    }
    best.map(|(file, _)| file)
}
