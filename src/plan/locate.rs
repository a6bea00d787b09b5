//! Finds the slices of one source tensor and what whole they make, or says why they make none.

use super::lacking::Lacking;
use super::planner::{Report, Shared};
use super::source::{Holders, Origin, SourceSide};
use crate::check::{Finding, Kind, Side, kinds};
use crate::format::Entry;
use crate::geometry::{DType, Shape};
use crate::layout::{Layout, Placement, SplitRule, regroup_local};

/// A tensor of the source.
pub(super) struct Located {
    pub(super) dtype: DType,
    /// The whole tensor's shape.
    pub(super) shape: Shape,
    /// Index into the plan's layouts.
    pub(super) layout: usize,
    pub(super) origin: Origin,
}

/// Finds a tensor's slices, or reports why they make no whole.
pub(super) fn locate(
    source: &mut SourceSide,
    name: &str,
    shared: &mut Shared,
    lacking: &mut Lacking,
    report: &mut Report,
) -> Option<Located> {
    let holders = source.tensors.get(name)?.clone();
    let placements = source.strategy.map_or(&[][..], |strategy| strategy.placements(name));
    if placements.is_empty() {
        return whole(source, name, &holders, shared).map_err(|finding| report.extend(finding)).ok();
    }
    let mut failure = None;
    for placement in placements {
        match cut(source, name, &holders, placement, shared) {
            Ok(located) => {
                if failure.is_some() {
                    let finding = Finding::new(&kinds::plan::LATER_STAGE).arg("tensor", name).tensor(name);
                    report.push(
                        finding.arg("stage", placement.stage).stage(placement.stage).side(Side::Source),
                    );
                }
                return Some(located);
            }
            // The lowest stage counts; a later one only helps where the lowest has no file.
            Err(other) => failure = failure.or(Some(other)),
        }
    }
    match failure? {
        Failure::Finding(finding) => report.push(finding),
        Failure::Lacks { stage, ranks } => lacking.add(stage, ranks, name),
    }
    None
}

/// Why the files of a stage make no whole of a tensor.
enum Failure {
    Finding(Finding),
    /// These ranks alone would hold one of its slices.
    Lacks {
        stage: u32,
        ranks: Vec<u64>,
    },
}

impl From<Finding> for Failure {
    fn from(finding: Finding) -> Self {
        Self::Finding(finding)
    }
}

/// A tensor that the strategy does not cut: whole, in the lowest rank that has it.
fn whole(
    source: &mut SourceSide,
    name: &str,
    holders: &Holders,
    shared: &mut Shared,
) -> Result<Located, Option<Finding>> {
    let files = source.files(holders, None);
    let &file = files.all.first().ok_or(None)?;
    let first = source.entry(holders, file).ok_or(None)?;
    if let Some(differs) = first_other(source, holders, first, &files.distinct, true) {
        let finding = Finding::new(&kinds::checkpoint::UNCUT_DIFFERS).arg("tensor", name).tensor(name);
        return Err(Some(disagree(finding.side(Side::Source), source, (file, first), differs)));
    }
    let layout = shared.layouts.id(&Layout::whole(first.shape.rank()));
    Ok(Located { dtype: first.dtype, shape: first.shape.clone(), layout, origin: Origin::File(file) })
}

/// A tensor that the strategy cuts over the files of one stage.
fn cut(
    source: &mut SourceSide,
    name: &str,
    holders: &Holders,
    placement: &Placement,
    shared: &mut Shared,
) -> Result<Located, Failure> {
    let stage = placement.stage;
    let about = |kind: &'static Kind| {
        let finding = Finding::new(kind).arg("tensor", name).arg("stage", stage);
        finding.tensor(name).stage(stage).side(Side::Source)
    };
    let files = source.files(holders, Some(stage));
    let layout = source.strategy.and_then(|strategy| strategy.layout(placement.layout));
    let first = files.all.first().and_then(|&file| Some((file, source.entry(holders, file)?)));
    let (Some(layout), Some((file, first))) = (layout, first) else {
        return Err(about(&kinds::checkpoint::NOT_IN_STAGE).into());
    };
    let layout = over_tensor(layout, placement, first, &about)?;
    let exact = layout.rule() == SplitRule::Exact;
    if let Some(differs) = first_other(source, holders, first, &files.distinct, exact) {
        let finding = about(&kinds::checkpoint::SLICES_DIFFER);
        return Err(disagree(finding, source, (file, first), differs).into());
    }
    let dims = if exact {
        layout.global_dims(first.shape.dims())
    } else {
        let slice = |&file: &usize| {
            Some((layout.position(source.rank_in_stage(file)), source.entry(holders, file)?.shape.dims()))
        };
        uneven_dims(&layout, files.all.iter().filter_map(slice))
    };
    let shape =
        dims.and_then(|dims| Shape::new(dims).ok()).filter(|shape| shape.bytes(first.dtype).is_some());
    let shape = shape.ok_or_else(|| about(&kinds::checkpoint::NO_WHOLE).arg("shape", &first.shape))?;
    if let Some(declared) = &placement.declared
        && elements(declared) != Some(shape.elements())
    {
        let finding = about(&kinds::checkpoint::DECLARED_DIFFERS).arg("shape", &shape);
        return Err(finding.arg("declared", format_args!("{declared:?}")).into());
    }
    let layout_id = shared.layouts.id(&layout);
    let class = source.class(stage, layout_id, holders, shared);
    if let Some(shard) = source.classes.get(class).and_then(|class| class.missing) {
        let first_rank = source.strategy.map_or(0, |strategy| strategy.ranks_of_stage(stage).start);
        let ranks = layout.ranks_of(shard).into_iter().map(|rank| first_rank + rank).collect();
        return Err(Failure::Lacks { stage, ranks });
    }
    Ok(Located { dtype: first.dtype, shape, layout: layout_id, origin: Origin::Class(class) })
}

/// A placement's layout over the dimensions of the real tensor.
fn over_tensor(
    layout: &Layout,
    placement: &Placement,
    entry: &Entry,
    about: &impl Fn(&'static Kind) -> Finding,
) -> Result<Layout, Finding> {
    let layout = match &placement.declared {
        Some(declared) if layout.rank() > entry.shape.rank() => {
            regroup_local(layout, declared, entry.shape.dims()).map_err(|error| {
                let finding = about(&kinds::checkpoint::FLATTENED).arg("why", error.phrase());
                finding.arg("declared", format_args!("{declared:?}")).arg("shape", &entry.shape)
            })?
        }
        _ => layout.clone(),
    };
    if layout.rank() == entry.shape.rank() {
        return Ok(layout);
    }
    let finding = about(&kinds::checkpoint::RANK_DIFFERS).arg("layout_rank", layout.rank());
    Err(finding.arg("shape", &entry.shape))
}

/// The first file whose entry has another dtype than `first`, or another shape where shapes must
/// be equal. Files that share a table hold the same, so one of each is looked at; shapes of uneven
/// cuts are compared by position instead.
fn first_other<'a>(
    source: &SourceSide<'a>,
    holders: &Holders,
    first: &Entry,
    files: &[usize],
    equal_shapes: bool,
) -> Option<(usize, &'a Entry)> {
    let entries = files.iter().filter_map(|&file| Some((file, source.entry(holders, file)?)));
    let differs = |entry: &Entry| entry.dtype != first.dtype || (equal_shapes && entry.shape != first.shape);
    entries.into_iter().find(|(_, entry)| differs(entry))
}

/// The two ranks that disagree, for the finding that says so.
fn disagree(finding: Finding, source: &SourceSide, a: (usize, &Entry), b: (usize, &Entry)) -> Finding {
    let holds = |entry: &Entry| format!("{} {}", entry.dtype, entry.shape);
    let (rank_a, rank_b) = (source.rank(a.0), source.rank(b.0));
    let finding = finding.arg("rank_a", rank_a).arg("holds_a", holds(a.1));
    let both = if rank_a < rank_b { [rank_a, rank_b] } else { [rank_b, rank_a] };
    finding.arg("rank_b", rank_b).arg("holds_b", holds(b.1)).rank(rank_b).ranks(&both)
}

/// The lengths of a whole tensor from slices of uneven lengths at their positions; none if slices
/// at one position disagree or the rule would have cut the sum otherwise.
fn uneven_dims<'s>(layout: &Layout, slices: impl Iterator<Item = (Vec<u64>, &'s [u64])>) -> Option<Vec<u64>> {
    let mut lens: Vec<Vec<Option<u64>>> = Vec::new();
    for cuts in layout.cuts() {
        lens.push(vec![None; usize::try_from(cuts).ok()?]);
    }
    for (position, dims) in slices {
        if dims.len() != lens.len() {
            return None;
        }
        for ((lens, &at), &len) in lens.iter_mut().zip(&position).zip(dims) {
            let slot = lens.get_mut(usize::try_from(at).ok()?)?;
            if slot.replace(len).is_some_and(|before| before != len) {
                return None;
            }
        }
    }
    let mut dims = Vec::with_capacity(lens.len());
    for lens in lens {
        let total = lens.iter().try_fold(0u64, |sum, len| sum.checked_add((*len)?))?;
        let bounds = layout.rule().boundaries(total, lens.len() as u64).ok()?;
        let expected = bounds.windows(2).map(|pair| if let &[from, to] = pair { to - from } else { 0 });
        if !lens.iter().copied().eq(expected.map(Some)) {
            return None;
        }
        dims.push(total);
    }
    Some(dims)
}

/// The product of lengths; none if it does not fit.
pub(super) fn elements(dims: &[u64]) -> Option<u64> {
    dims.iter().try_fold(1u64, |product, &len| product.checked_mul(len))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Mesh;

    #[test]
    fn uneven_slices_add_up_only_as_their_rule_cuts() {
        let mesh = Mesh::unnamed(&[4]).unwrap();
        let layout = Layout::new(mesh, &[vec![0]], SplitRule::Balanced).unwrap();
        let dims = |lens: [u64; 4]| {
            let slices: Vec<(Vec<u64>, Vec<u64>)> =
                (0..).zip(lens).map(|(at, len)| (vec![at], vec![len])).collect();
            uneven_dims(&layout, slices.iter().map(|(at, dims)| (at.clone(), dims.as_slice())))
        };
        assert_eq!(dims([3, 3, 2, 2]), Some(vec![10]));
        assert_eq!(dims([2, 3, 3, 2]), None);
    }
}
