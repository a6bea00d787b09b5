//! Key and value heads that the target cuts through.

use super::Named;
use crate::check::kinds::sides::KV_HEADS;
use crate::check::{Finding, Side};
use crate::phrase::{Phrase, phrase};

/// Names of key projections, and of the query projection and the norm of a head beside each.
const KEYS: [(&str, &str, &str); 3] = [
    ("attention.wk.weight", "attention.wq.weight", "attention.q_norm.weight"),
    ("self_attn.k_proj.weight", "self_attn.q_proj.weight", "self_attn.q_norm.weight"),
    ("self_attention.linear_k.weight", "self_attention.linear_q.weight", "self_attention.q_layernorm.weight"),
];

/// No published model of this many query rows or more has smaller heads.
const SMALLEST_HEAD: u64 = 64;
const QUERY_ROWS: u64 = 1024;

/// Rows of a head.
enum Head {
    /// As the norm of a head says.
    Exact(u64),
    /// By experience.
    AtLeast(u64),
}

/// The first key projection of which a rank of the target would hold a part of a head.
pub(super) fn heads(source: &Named<'_>, target: &Named<'_>) -> Option<Finding> {
    let strategy = target.known.strategy?;
    let cut = |(&name, _): (&&str, &_)| {
        let rows = rows(source, name)?;
        let placement = strategy.placements(name).first()?;
        let (parts, _) = strategy.layout(placement.layout)?.parts_of(0);
        let parts: u64 = parts.iter().map(|part| part.parts).product();
        let each = rows.checked_div(parts).filter(|each| each * parts == rows)?;
        let (head, more) = match head(source, name, rows)? {
            Head::Exact(head) if !each.is_multiple_of(head) => {
                (head, Phrase { en: String::new(), zh: String::new() })
            }
            Head::AtLeast(head) if each < head => (head, phrase!(" or more", " 或更多")),
            Head::Exact(_) | Head::AtLeast(_) => return None,
        };
        let finding = Finding::new(&KV_HEADS).arg("tensor", name).tensor(name).side(Side::Target);
        let finding = finding.arg("len", rows).arg("parts", parts).arg("rows", each);
        Some(finding.arg("head", head).arg("more", more))
    };
    let mut found = source.wholes.iter().filter_map(cut);
    let first = found.next()?;
    Some(first.arg("tensors", found.count() + 1))
}

/// The first length of a whole tensor.
fn rows(side: &Named<'_>, name: &str) -> Option<u64> {
    side.wholes.get(name)?.dims.as_ref()?.first().copied()
}

/// The rows of a head of a key projection; none if that cannot be told, or all heads are alike:
/// then the query projection is cut through as well, which no model parallel size does.
fn head(side: &Named<'_>, key: &str, key_rows: u64) -> Option<Head> {
    let (before, &(_, query, norm)) = KEYS.iter().find_map(|row| Some((key.strip_suffix(row.0)?, row)))?;
    if let Some(head) = rows(side, &format!("{before}{norm}")).filter(|&head| head > 0) {
        return Some(Head::Exact(head));
    }
    let query = rows(side, &format!("{before}{query}"))?;
    (query >= QUERY_ROWS && key_rows < query).then_some(Head::AtLeast(SMALLEST_HEAD))
}
