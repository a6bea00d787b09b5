//! Names that tell which program wrote a side: Hugging Face, MindFormers, a fine-tuning.

use super::{Named, words};
use crate::check::kinds::sides::{HUGGING_FACE_NAMES, LORA_LEFT};
use crate::check::{Finding, Side};

/// Parts of names that only Hugging Face's models have.
const HUGGING_FACE: [&str; 2] = [".self_attn.", ".embed_tokens."];
/// Parts of names that only MindFormers' models have.
const MINDFORMERS: [&str; 5] =
    [".attention.w", ".feed_forward.", ".tok_embeddings.", ".self_attention.", ".word_embeddings."];
/// Parts of names of tensors that a fine-tuning adds.
const LORA: [&str; 3] = ["lora_a", "lora_b", "_lora"];

/// Weights and strategy whose names are of different programs.
pub(super) fn hugging_face(source: &Named<'_>, target: &Named<'_>) -> Option<Finding> {
    let of = |side: &Named<'_>, marks: &[&str]| {
        side.names().find(|name| marks.iter().any(|mark| name.contains(mark))).map(str::to_owned)
    };
    for (one, other, side) in [(source, target, Side::Source), (target, source, Side::Target)] {
        let (Some(of_hf), None) = (of(one, &HUGGING_FACE), of(one, &MINDFORMERS)) else { continue };
        let (Some(of_mf), None) = (of(other, &MINDFORMERS), of(other, &HUGGING_FACE)) else { continue };
        let finding = Finding::new(&HUGGING_FACE_NAMES).arg("side", words(side)).side(side);
        return Some(finding.arg("of_hf", &of_hf).arg("of_mf", of_mf).tensor(of_hf));
    }
    None
}

/// Tensors of a fine-tuning in the source that the target does not know.
pub(super) fn lora(source: &Named<'_>, target: &Named<'_>) -> Option<Finding> {
    let is_lora = |name: &str| {
        let name = name.to_ascii_lowercase();
        LORA.iter().any(|mark| name.contains(mark))
    };
    let names: Vec<&str> =
        source.wholes.keys().copied().filter(|name| is_lora(name) && !target.knows(name)).collect();
    (!names.is_empty()).then(|| Finding::new(&LORA_LEFT).tensors(&names).side(Side::Source))
}
