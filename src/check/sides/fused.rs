//! One tensor on one side that is several on the other: query, key and value; gate and hidden.

use super::{Named, words};
use crate::check::kinds::sides::FUSED;
use crate::check::{Finding, Side};

/// What the fused tensor is called, and what its parts are, as MindFormers names them: the Llama
/// family, GLM, and the models of the newer core.
const TABLE: [(&str, &[&str]); 6] = [
    ("attention.w_qkv", &["attention.wq", "attention.wk", "attention.wv"]),
    ("feed_forward.w_gate_hidden", &["feed_forward.w1", "feed_forward.w3"]),
    ("self_attention.query_key_value", &["self_attention.wq", "self_attention.wk", "self_attention.wv"]),
    ("mlp.dense_h_to_4h", &["mlp.dense_left", "mlp.dense_right"]),
    (
        "self_attention.linear_qkv",
        &["self_attention.linear_q", "self_attention.linear_k", "self_attention.linear_v"],
    ),
    ("mlp.linear_fc1", &["mlp.gating", "mlp.hidden"]),
];

/// One finding for each kind of fusion and direction.
pub(super) fn fused(source: &Named<'_>, target: &Named<'_>) -> Vec<Finding> {
    let directions = [(source, target, Side::Source), (target, source, Side::Target)];
    let kinds = TABLE.iter().flat_map(|row| directions.iter().map(move |direction| (row, direction)));
    kinds.filter_map(|(row, (one, several, side))| finding(row, one, several, *side)).collect()
}

fn finding(row: &(&str, &[&str]), one: &Named<'_>, several: &Named<'_>, side: Side) -> Option<Finding> {
    let &(fused, parts) = row;
    let mut found = one.names().filter_map(|name| {
        let (before, after) = name.split_once(fused)?;
        let parts = parts.iter().map(|part| format!("{before}{part}{after}")).collect::<Vec<String>>();
        let is_apart =
            !several.knows(name) && parts.iter().all(|part| several.knows(part) && !one.knows(part));
        is_apart.then_some((name, parts))
    });
    let (name, parts) = found.next()?;
    let finding = Finding::new(&FUSED).arg("fused", name).tensor(name).arg("side", words(side)).side(side);
    Some(finding.arg("parts", parts.join(", ")).arg("tensors", found.count() + 1))
}
