//! The bytes of target files that are no tensor's content.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::ExecuteError;
use crate::format::{FileLayout, NewEntry, layout_file};
use crate::geometry::Shape;
use crate::plan::{Plan, Resolver};

/// The layout of every target table that a run needs, by index.
pub(crate) type Layouts = BTreeMap<usize, FileLayout>;

/// Lays out the files of the given contents with the format's own writer, and checks that the plan
/// says the same: a plan of another version of the writer must not put content between its headers.
pub(crate) fn layouts(
    plan: &Plan,
    contents: impl IntoIterator<Item = usize>,
) -> Result<Layouts, ExecuteError> {
    let mut layouts = Layouts::new();
    for content in contents {
        let Some(table) = plan.target.contents.get(content).map(|content| content.table) else { continue };
        if let Entry::Vacant(slot) = layouts.entry(table) {
            slot.insert(layout(plan, content, table)?);
        }
    }
    Ok(layouts)
}

fn layout(plan: &Plan, content: usize, table: usize) -> Result<FileLayout, ExecuteError> {
    let wrong = |what: String| ExecuteError::Plan(format!("target table {table}: {what}"));
    let reader = Resolver::new(plan).content(content).map_err(|error| wrong(error.to_string()))?;
    let mut entries = Vec::with_capacity(reader.entries().len());
    for (index, entry) in reader.entries().iter().enumerate() {
        let tensor =
            plan.tensors.get(entry.tensor).ok_or_else(|| wrong(format!("no tensor {}", entry.tensor)))?;
        let dims = reader.target_dims(index).map_err(|error| wrong(error.to_string()))?;
        let shape = Shape::new(dims).map_err(|error| wrong(error.to_string()))?;
        entries.push(NewEntry { name: &tensor.name, dtype: tensor.dtype, shape });
    }
    let layout = layout_file(plan.target.format, &entries).map_err(|fault| wrong(fault.to_string()))?;
    let size = plan.target.tables.get(table).map(|table| table.size);
    let places_agree = reader.entries().iter().map(|entry| &entry.pieces).eq(&layout.pieces);
    if size != Some(layout.size) || !places_agree {
        return Err(wrong("sizes and places are not those of this version's files".to_owned()));
    }
    Ok(layout)
}
