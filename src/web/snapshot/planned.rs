//! One tensor in the plan's target files.

use crate::plan::{Content, Plan, TargetEntry};

/// A tensor that the plan writes.
pub(super) struct Planned<'a> {
    pub plan: &'a Plan,
    /// Per target table the entry that is this tensor.
    entries: Vec<Option<usize>>,
}

impl<'a> Planned<'a> {
    /// The tensor of a name; none if the plan does not write it.
    pub(super) fn of(name: &str, plan: &'a Plan) -> Option<Self> {
        let tensor = plan.tensors.iter().position(|tensor| tensor.name == name)?;
        let tables = plan.target.tables.iter();
        let entry = |entries: &[TargetEntry]| entries.iter().position(|entry| entry.tensor == tensor);
        Some(Self { plan, entries: tables.map(|table| entry(&table.entries)).collect() })
    }

    /// The contents of target files that hold it: index, content, and the entry in its table.
    pub(super) fn contents(&self) -> impl Iterator<Item = (usize, &'a Content, usize)> {
        let contents = self.plan.target.contents.iter().enumerate();
        contents.filter_map(|(index, content)| Some((index, content, (*self.entries.get(content.table)?)?)))
    }
}
