//! A strategy that is inferred.

use shardlens::catalog::{PileFile, survey};
use shardlens::check::kinds::infer as kinds;
use shardlens::check::{Finding, Side};
use shardlens::infer::{infer_pile, used};

use crate::example::{Example, example};
use crate::world::{CKPT, Tensor, file, half, weights};

/// What is told of the files of so many ranks, all alike.
fn of_ranks(ranks: u64, tensors: &[Tensor<'_>]) -> Vec<Finding> {
    let pile: Vec<PileFile> =
        (0..ranks).map(|rank| file(&format!("rank_{rank}/a.ckpt"), weights(CKPT, tensors))).collect();
    let (found, mut findings) = infer_pile(&survey(pile), Side::Source);
    findings.extend(found.map(|found| used(&found, &found.file_name())));
    findings
}

pub(crate) fn examples() -> Vec<Example> {
    let embedding = "model.tok_embeddings.embedding_weight";
    let output = "model.layers.0.attention.wo.weight";
    let norm = "model.layers.0.attention_norm.weight";
    let gate = "model.layers.0.feed_forward.w1.weight";
    let model = |rows: u64, columns: u64| -> [(&str, Vec<u64>); 4] {
        [(embedding, vec![rows, 8]), (output, vec![8, columns]), (norm, vec![8]), (gate, vec![6, 8])]
    };
    let of = |tensors: &[(&'static str, Vec<u64>)], ranks| {
        let halves: Vec<Tensor<'_>> = tensors.iter().map(|(name, dims)| half(name, dims)).collect();
        of_ranks(ranks, &halves)
    };
    vec![
        // A slice of 20 tokens, or all 10.
        example(&kinds::GUESSED, of(&model(10, 4), 2)).tensor(embedding),
        // Copies, unless context parallelism or the optimizer cuts the embedding alone.
        example(&kinds::LIKELY, of(&model(10, 8), 2)).tensor(embedding),
        // Wholes of [8, 8] over two ranks, or [16, 8] if queries are twice as wide as the hidden size.
        example(&kinds::ASSUMED, of(&model(10, 4), 2)).tensor(output),
        example(&kinds::USED, of(&model(10, 8), 2)).file("inferred_strategy_dp2_mp1_pp1.ckpt"),
        example(&kinds::NOT_INFERRED, of_ranks(2, &[half("w", &[4, 2])])).tensor("w"),
    ]
}
