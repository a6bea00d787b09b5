//! `group_info.pb`: the communication groups of one rank, and the ranks whose checkpoint equals its own.

use prost::Message;

use super::proto::{ParallelGroupMap, explain};
use crate::format::whole::read_whole;
use crate::format::{Fault, FaultKind, Limit};
use crate::source::ReadAt;

/// A group file lists the groups of one rank: a few hundred groups of at most some thousand ranks.
pub const MAX_GROUP_FILE: u64 = 16 << 20;

/// A group file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupFile {
    /// Communication groups that the rank is in: name and global ranks.
    pub groups: Vec<(String, Vec<u32>)>,
    /// Global ranks whose checkpoint equals this rank's; empty if the file does not say.
    pub restore_ranks: Vec<u32>,
}

/// Reads a group file.
///
/// # Errors
/// If it is empty, too large, or no group file.
pub fn read(source: &dyn ReadAt) -> Result<GroupFile, Fault> {
    let bytes = read_whole(source, Limit::GroupFile, MAX_GROUP_FILE)?;
    let map = ParallelGroupMap::decode(bytes.as_slice()).map_err(|error| {
        let (path, reason) = explain(&error);
        Fault::at(0, format!("ParallelGroupMap{path}"), FaultKind::Malformed(reason))
    })?;
    let groups = map.parallel_group_item.into_iter();
    Ok(GroupFile {
        groups: groups.map(|item| (item.group_name, item.parallel_group_ranks.dim)).collect(),
        restore_ranks: map.ckpt_restore_rank_list.dim,
    })
}
