//! Files that are read whole, because they have no contents beside their header.

use super::{Fault, FaultKind, Limit};
use crate::source::{ReadAt, read_vec};

/// All bytes of a file that has some, and no more than `limit`; `what` is its size.
///
/// # Errors
/// If it is empty, too large, or cannot be read.
pub(super) fn read_whole(source: &dyn ReadAt, what: Limit, limit: u64) -> Result<Vec<u8>, Fault> {
    let value = source.len();
    if value == 0 {
        return Err(Fault::at(0, "", FaultKind::Empty));
    }
    if value > limit {
        return Err(Fault::at(0, "", FaultKind::OverLimit { what, value, limit }));
    }
    Ok(read_vec(source, 0, value)?)
}
