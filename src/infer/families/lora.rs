//! LoRA: two narrow matrices beside a linear, A of [rank, in] and B of [out, rank].
//!
//! Where the linear's rows are cut, so are B's, and A is whole; where its columns are, so are A's, and B
//! is whole (`pet/tuners/lora_adapter.py`, `tensor_parallel/lora_layers.py`).

use super::Cut::{Columns, Replica, Rows};
use super::Length::{self, LoraRank};
use super::Rule;

/// What the two are called after the linear's name: by MindPet, its forerunner, and the parallel core.
const PAIRS: [[&str; 2]; 3] = [
    [".mindpet_delta_lora_a", ".mindpet_delta_lora_b"],
    [".tk_delta_lora_a", ".tk_delta_lora_b"],
    [".lora_A.weight", ".lora_B.weight"],
];

/// The rule of one of the two, by the rule of the linear's weight.
pub(super) fn rule(parameter: &str, of_weight: impl Fn(&str) -> Option<Rule>) -> Option<Rule> {
    let (linear, is_a) = PAIRS.iter().find_map(|[a, b]| {
        let of_a = parameter.strip_suffix(a).map(|linear| (linear, true));
        of_a.or_else(|| parameter.strip_suffix(b).map(|linear| (linear, false)))
    })?;
    let weight = of_weight(&format!("{linear}.weight"))?;
    let [out, into] = weight.lengths else { return None };
    let (cut, lengths) = match (weight.cut, is_a) {
        (Rows | Replica, true) => (Replica, a(*into)),
        (Rows, false) => (Rows, b(*out)),
        (Columns, true) => (Columns, a(*into)),
        (Columns | Replica, false) => (Replica, b(*out)),
        _ => return None,
    };
    Some(Rule { lengths, cut, optimizer: true })
}

const fn a(into: Length) -> &'static [Length] {
    match into {
        Length::Hidden => &[LoraRank, Length::Hidden],
        Length::Query => &[LoraRank, Length::Query],
        Length::Inner => &[LoraRank, Length::Inner],
        Length::QueryRank => &[LoraRank, Length::QueryRank],
        Length::KeyRank => &[LoraRank, Length::KeyRank],
        _ => &[LoraRank, Length::Own],
    }
}

const fn b(out: Length) -> &'static [Length] {
    match out {
        Length::Hidden => &[Length::Hidden, LoraRank],
        Length::Query => &[Length::Query, LoraRank],
        Length::KeyValue => &[Length::KeyValue, LoraRank],
        Length::Fused => &[Length::Fused, LoraRank],
        Length::Inner => &[Length::Inner, LoraRank],
        Length::TwoInner => &[Length::TwoInner, LoraRank],
        Length::Vocabulary => &[Length::Vocabulary, LoraRank],
        _ => &[Length::Own, LoraRank],
    }
}
