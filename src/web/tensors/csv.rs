//! What is shown as a table for spreadsheets (RFC 4180).

use super::kinds::Kind;
use super::{BREATH, Item, Listing, Rows};
use crate::check::Side;
use crate::geometry::Shape;
use crate::layout::Layout;
use crate::units;
use crate::web::snapshot::{Compared, Held, Snapshot, TensorFacts};

const HEAD: &str = "name,dtype,shape,bytes,parameters,\
    source_stages,source_slice,source_ranks,source_replicas,\
    target_stages,target_slice,target_ranks,target_replicas,differs,target_dtype,target_shape,other_name,findings\r\n";

/// Every shown tensor as a line, in the order of the listing. Cells that a spreadsheet would take
/// for a formula have an apostrophe in front. `pause` is called often, with the lines so far.
pub async fn csv(listing: &Listing<'_>, pause: &mut impl AsyncFnMut(usize)) -> String {
    let kinds = &listing.arranged.kinds;
    let rows = Rows::flat(listing);
    let tensors = &listing.snapshot.tensors;
    let mut lines = String::from(HEAD);
    // All but both names and the findings, per kind.
    let mut known: Vec<Option<String>> = vec![None; kinds.all().len()];
    for at in 0..rows.len() {
        if at % BREATH == 0 {
            pause(at).await;
        }
        let Some(Item::Tensor(index)) = rows.get(at).map(|row| row.item) else { continue };
        let Some(tensor) = tensors.get(index) else { continue };
        let Some(facts) = known.get_mut(kinds.index(index)) else { continue };
        let Some(kind) = kinds.get(index) else { continue };
        let facts = facts.get_or_insert_with(|| cells(listing.snapshot, &tensor, kind));
        let findings = listing.arranged.findings.get(&index).copied().unwrap_or(0);
        let other = tensors.other_name(index).and_then(|other| tensors.get(other.tensor));
        push_cell(&mut lines, tensor.name.as_str());
        lines.push_str(facts);
        lines.push(',');
        push_cell(&mut lines, other.as_ref().map_or("", |other| other.name.as_str()));
        lines.push(',');
        lines.push_str(&findings.to_string());
        lines.push_str("\r\n");
    }
    lines
}

/// The cells that all tensors of a kind share, each with a comma before it.
fn cells(snapshot: &Snapshot, tensor: &TensorFacts, kind: &Kind) -> String {
    let mut line = String::new();
    let count = |value: Option<u64>| value.map_or_else(String::new, |value| value.to_string());
    let mut cell = |text: &str| {
        line.push(',');
        push_cell(&mut line, text);
    };
    cell(tensor.dtype.map_or("", |dtype| dtype.label()));
    cell(&tensor.shape.as_ref().map_or_else(String::new, ToString::to_string));
    cell(&count(kind.bytes));
    cell(&count(kind.parameters));
    for side in [Side::Source, Side::Target] {
        for text in side_cells(snapshot, tensor, side) {
            cell(&text);
        }
    }
    let compared: Vec<&str> = tensor.compared.iter().map(Compared::name).collect();
    cell(&compared.join("; "));
    let (dtype, shape) =
        tensor.becomes.as_ref().map_or((None, None), |(dtype, shape)| (Some(dtype), shape.as_ref()));
    cell(dtype.map_or("", |dtype| dtype.label()));
    cell(&shape.map_or_else(String::new, ToString::to_string));
    line
}

/// Stages, slice, ranks and replicas.
fn side_cells(snapshot: &Snapshot, tensor: &TensorFacts, side: Side) -> [String; 4] {
    let facts = snapshot.side(side);
    let placed = match tensor.held(side) {
        Held::Absent => return Default::default(),
        Held::Whole => {
            let last = facts.map(|facts| facts.topology.ranks().saturating_sub(1));
            let ranks = last.map_or_else(String::new, |last| units::run_list(&[(0, last)], 1));
            return [String::new(), "whole".to_owned(), ranks, String::new()];
        }
        Held::Laid(placed) => placed,
    };
    let layouts = || placed.iter().filter_map(|placed| facts?.layouts.get(placed.layout));
    let stages: Vec<u64> = placed.iter().map(|placed| u64::from(placed.stage)).collect();
    let mut ranks: Vec<(u64, u64)> = Vec::new();
    for (first, last) in placed.iter().filter_map(|placed| Some(facts?.topology.ranks_of(placed.stage))) {
        match ranks.last_mut().filter(|(_, before)| before.checked_add(1) == Some(first)) {
            Some((_, before)) => *before = last,
            None => ranks.push((first, last)),
        }
    }
    [
        units::ranges(&stages, usize::MAX),
        distinct(layouts().map(|layout| slice(layout, tensor.shape.as_ref()))),
        units::run_list(&ranks, usize::MAX),
        distinct(layouts().map(|layout| layout.replicas().to_string())),
    ]
}

/// Shape of the largest slice: `[2048, 4096]`, or `[?÷2, ?]` if the whole shape is not known.
fn slice(layout: &Layout, shape: Option<&Shape>) -> String {
    let dims = shape.map(Shape::dims).unwrap_or_default();
    let cuts = layout.cuts().into_iter().enumerate();
    let lens = cuts.map(|(dim, parts)| match dims.get(dim) {
        Some(len) => len.div_ceil(parts.max(1)).to_string(),
        None if parts > 1 => format!("?÷{parts}"),
        None => "?".to_owned(),
    });
    format!("[{}]", lens.collect::<Vec<_>>().join(", "))
}

/// Different texts, in order.
fn distinct(texts: impl Iterator<Item = String>) -> String {
    let mut seen: Vec<String> = Vec::new();
    for text in texts {
        if !seen.contains(&text) {
            seen.push(text);
        }
    }
    seen.join("; ")
}

/// Adds a cell: quoted where its content needs it, and never a formula.
fn push_cell(line: &mut String, text: &str) {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']);
    let quoted = text.contains(['"', ',', '\r', '\n']);
    if quoted {
        line.push('"');
    }
    if formula {
        line.push('\'');
    }
    for c in text.chars() {
        if c == '"' {
            line.push('"');
        }
        line.push(c);
    }
    if quoted {
        line.push('"');
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{arranged, ready, weights};
    use super::super::{Filters, Order, Shown};
    use super::*;
    use crate::geometry::DType;

    #[test]
    fn shown_tensors_are_lines() {
        let snapshot = weights(&[("b", DType::F16, &[4, 2]), ("=a,\"1\"", DType::F32, &[])]);
        let arranged = arranged(&snapshot);
        let shown = Shown::new(&snapshot, &arranged, None, &Filters::default());
        let listing = Listing { snapshot: &snapshot, arranged: &arranged, shown: &shown, order: Order::Name };
        let lines = ready(csv(&listing, &mut async |_| {}));
        let lines: Vec<&str> = lines.split("\r\n").collect();
        assert_eq!(lines[1], "\"'=a,\"\"1\"\"\",f32,[],4,1,,whole,,,,whole,,,,,,,0");
        assert_eq!(lines[2], "b,f16,\"[4, 2]\",16,8,,whole,,,,whole,,,,,,,0");
        assert_eq!(lines[3..], [""]);
        assert_eq!(lines[0].split(',').count(), 18);
    }

    #[test]
    fn the_largest_slice_is_named() {
        let mesh = crate::layout::Mesh::unnamed(&[2, 4]).unwrap();
        let layout = Layout::new(mesh, &[vec![1], vec![]], crate::layout::SplitRule::Balanced).unwrap();
        assert_eq!(slice(&layout, Some(&Shape::new(vec![10, 3]).unwrap())), "[3, 3]");
        assert_eq!(slice(&layout, None), "[?÷4, ?]");
    }
}
