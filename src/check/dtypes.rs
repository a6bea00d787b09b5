//! Element types that stand out in a checkpoint.

use std::collections::HashMap;

use indexmap::IndexSet;

use super::Finding;
use super::kinds::checkpoint::FLOAT64;
use crate::catalog::Checkpoint;
use crate::format::Entry;
use crate::geometry::DType;

/// With so many narrower tensors for each Float64 one, a Float64 without siblings stands out too.
const MANY: usize = 10;

/// Float64 tensors whose siblings are narrower: the same parameter in other layers, or nearly all
/// others where there is no such parameter.
pub(crate) fn float64(checkpoint: &Checkpoint) -> Option<Finding> {
    let entries = || checkpoint.tables.iter().flat_map(|table| &table.entries);
    if !entries().any(|entry| entry.dtype == DType::F64) {
        return None;
    }
    let mut siblings: HashMap<String, &Entry> = HashMap::new();
    let (mut narrow, mut wide) = (Vec::new(), Vec::new());
    for entry in entries() {
        match entry.dtype {
            DType::F16 | DType::BF16 | DType::F32 => {
                siblings.entry(pattern(&entry.name)).or_insert(entry);
                narrow.push(entry);
            }
            DType::F64 => wide.push(entry),
            _ => {}
        }
    }
    let any = narrow.first().filter(|_| narrow.len() >= wide.len().saturating_mul(MANY));
    let sibling = |entry: &Entry| siblings.get(&pattern(&entry.name)).or(any).copied();
    let (mut names, mut other) = (IndexSet::new(), None);
    for entry in wide {
        let Some(narrower) = sibling(entry) else { continue };
        names.insert(entry.name.as_str());
        other = other.or(Some(narrower));
    }
    let other = other?;
    let names: Vec<&str> = names.into_iter().collect();
    Some(Finding::new(&FLOAT64).tensors(&names).arg("other", &other.name).arg("dtype", other.dtype.label()))
}

/// A name without its numbers: `model.layers.*.attention.wq.weight`.
pub(crate) fn pattern(name: &str) -> String {
    let is_number = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let parts: Vec<&str> = name.split('.').map(|part| if is_number(&part) { "*" } else { part }).collect();
    parts.join(".")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::catalog::{CheckpointFile, Table};
    use crate::format::WeightFormat;
    use crate::geometry::Shape;

    /// A checkpoint of one file.
    fn of(entries: Vec<Entry>) -> Checkpoint {
        let table = Table { entries, metadata: BTreeMap::new() };
        let file =
            CheckpointFile { path: "a".to_owned(), size: 0, rank: 0, table: 0, fingerprint: String::new() };
        Checkpoint { format: WeightFormat::Ckpt, tables: vec![table], files: vec![file] }
    }

    /// Every name was once compared with every other: a minute for so many.
    #[test]
    fn as_many_float64_as_there_may_be_are_found() {
        const MANY: usize = 100_000;
        let entry = |name: String, dtype| Entry {
            name,
            dtype,
            shape: Shape::new(vec![1]).unwrap(),
            pieces: Vec::new(),
        };
        let wide = (0..MANY).map(|layer| entry(format!("model.layers.{layer}.wq"), DType::F64));
        let narrow = std::iter::once(entry("model.layers.x.wk".to_owned(), DType::F32));
        let sibling = std::iter::once(entry(format!("model.layers.{MANY}.wq"), DType::F32));
        let checkpoint = of(wide.chain(narrow).chain(sibling).collect());
        let finding = float64(&checkpoint).unwrap();
        assert_eq!(finding.subject.tensor.as_deref(), Some("model.layers.0.wq"));
    }
}
