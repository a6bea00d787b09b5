//! Whole tensors of both sides' weights: which there are, their shapes and types.

use super::Named;
use crate::check::kinds::sides as kinds;
use crate::check::{Finding, Kind, Side};
use crate::units::few;

/// Compares the weights of both sides; nothing if one has none.
pub(super) fn weights(source: &Named<'_>, target: &Named<'_>) -> Vec<Finding> {
    if source.wholes.is_empty() || target.wholes.is_empty() {
        return Vec::new();
    }
    let both =
        source.wholes.iter().filter_map(|(&name, whole)| Some((name, whole, target.wholes.get(name)?)));
    let (mut shapes, mut vocabularies, mut dtypes) = (Vec::new(), Vec::new(), Vec::new());
    for (name, ours, theirs) in both {
        if let (Some(dims), Some(other)) = (&ours.dims, &theirs.dims)
            && dims != other
        {
            let pair = (name, dims.as_slice(), other.as_slice());
            if is_vocabulary(name, dims, other) { vocabularies.push(pair) } else { shapes.push(pair) }
        }
        if ours.dtype != theirs.dtype {
            dtypes.push((name, ours.dtype.label(), theirs.dtype.label()));
        }
    }
    let mut findings = Vec::new();
    if let Some(&(name, dims, other)) = shapes.first() {
        findings.push(shape(&kinds::SHAPES_DIFFER, name, dims, other).arg("tensors", shapes.len()));
    }
    if let Some(&(name, dims, other)) = vocabularies.first() {
        let finding = shape(&kinds::VOCABULARY, name, dims, other);
        let [len, other_len] = [dims, other].map(|dims| dims.first().copied().unwrap_or_default());
        findings.push(finding.arg("len", len).arg("other_len", other_len));
    }
    if let Some(&(name, dtype, other)) = dtypes.first() {
        let names: Vec<&str> = dtypes.iter().map(|(name, ..)| *name).collect();
        let finding = Finding::new(&kinds::DTYPES_DIFFER).tensors(&names).arg("tensor", name);
        findings.push(finding.arg("dtype", dtype).arg("other_dtype", other));
    }
    // What a strategy of the target knows, the planner compares.
    if target.known.strategy.is_none() {
        findings.extend(only_in(&kinds::ONLY_IN_SOURCE, source, target, Side::Source));
        findings.extend(only_in(&kinds::ONLY_IN_TARGET, target, source, Side::Target));
    }
    findings
}

fn shape(kind: &'static Kind, name: &str, dims: &[u64], other: &[u64]) -> Finding {
    let finding = Finding::new(kind).arg("tensor", name).tensor(name);
    finding.arg("shape", few(dims)).arg("other_shape", few(other))
}

/// Whether shapes of an embedding or an output layer differ in the number of words only.
fn is_vocabulary(name: &str, dims: &[u64], other: &[u64]) -> bool {
    let is_of_words = ["embed", "wte", "lm_head", "output_layer"].iter().any(|part| name.contains(part));
    let (Some((_, rest)), Some((_, other_rest))) = (dims.split_first(), other.split_first()) else {
        return false;
    };
    is_of_words && !rest.is_empty() && rest == other_rest
}

fn only_in(kind: &'static Kind, side: &Named<'_>, other: &Named<'_>, of: Side) -> Option<Finding> {
    let names: Vec<&str> = side.wholes.keys().copied().filter(|name| !other.knows(name)).collect();
    (!names.is_empty()).then(|| Finding::new(kind).tensors(&names).side(of))
}
