//! Strategies that MindFormers 1.7 wrote, hidden: headers are made of them and of the whole shapes that
//! the runs' configurations give (hidden 256, inner 512, 8 heads of 32, vocabulary 1024; of DeepSeek: ranks
//! of 64, 48 per head of queries).

use std::fs;
use std::path::Path;

use shardlens::catalog::{strategy, survey};
use shardlens::check::Side;
use shardlens::geometry::DType;
use shardlens::layout::Strategy;
use shardlens::native::walk;

use crate::outcomes::MINDFORMERS;
use crate::truth::{Tensor, outcome, sliced};

/// Whole lengths by what a name ends in; `kv` is the width of all keys.
fn dims(name: &str, kv: u64, is_latent: bool) -> Vec<u64> {
    if is_latent && name.ends_with("linear_qkv.weight") {
        return vec![64 + 64 + 16, 256];
    }
    let known: [(&str, &[u64]); 50] = [
        ("embedding_weight", &[1024, 256]),
        ("word_embedding.embedding_table", &[1024, 256]),
        ("word_embeddings.weight", &[1024, 256]),
        ("position_embedding.embedding_table", &[64, 256]),
        ("lm_head.weight", &[1024, 256]),
        ("output_layer.weight", &[1024, 256]),
        ("attention.wq.weight", &[256, 256]),
        ("attention.wk.weight", &[kv, 256]),
        ("attention.wv.weight", &[kv, 256]),
        ("attention.wo.weight", &[256, 256]),
        ("attention.w_qkv.weight", &[256 + 2 * kv, 256]),
        ("attention.w_qkv.bias", &[256 + 2 * kv]),
        ("feed_forward.w1.weight", &[512, 256]),
        ("feed_forward.w2.weight", &[256, 512]),
        ("feed_forward.w3.weight", &[512, 256]),
        ("feed_forward.w_gate_hidden.weight", &[1024, 256]),
        ("ffn.w1.weight", &[8, 512, 256]),
        ("ffn.w2.weight", &[8, 256, 512]),
        ("ffn.w3.weight", &[8, 512, 256]),
        ("router.dense.weight", &[8, 256]),
        ("query_key_value.weight", &[256 + 2 * kv, 256]),
        ("query_key_value.bias", &[256 + 2 * kv]),
        ("self_attention.dense.weight", &[256, 256]),
        ("dense_h_to_4h.weight", &[1024, 256]),
        ("dense_left.weight", &[512, 256]),
        ("dense_right.weight", &[512, 256]),
        ("dense_4h_to_h.weight", &[256, 512]),
        ("dense1.weight", &[256, 256]),
        ("dense2.weight", &[256, 256]),
        ("dense3.weight", &[256, 256]),
        ("attention.projection.weight", &[256, 256]),
        ("output.mapping.weight", &[256, 512]),
        ("output.mapping.bias", &[512]),
        ("output.projection.weight", &[512, 256]),
        ("linear_qkv.weight", &[256 + 2 * kv, 256]),
        ("linear_proj.weight", &[256, 256]),
        ("linear_qb.weight", &[8 * 48, 64]),
        ("linear_kvb.weight", &[8 * 64, 64]),
        ("eh_proj.weight", &[256, 512]),
        ("q_layernorm.weight", &[32]),
        ("k_layernorm.weight", &[32]),
        ("mlp.linear_fc1.weight", &[1024, 256]),
        ("mlp.linear_fc2.weight", &[256, 512]),
        ("shared_experts.linear_fc1.weight", &[256, 256]),
        ("shared_experts.linear_fc2.weight", &[256, 128]),
        ("experts.weight1", &[2048, 256]),
        ("experts.weight2", &[1024, 256]),
        ("router.weight", &[8, 256]),
        ("router.expert_bias", &[8]),
        ("router.expert_load", &[8]),
    ];
    let found = known.iter().find(|(ending, _)| name.ends_with(ending));
    // Norms and biases of the hidden size.
    found.map_or_else(|| vec![256], |(_, dims)| dims.to_vec())
}

fn read(folder: &Path) -> Strategy {
    let pile = survey(walk(folder).unwrap().files);
    strategy::open(&pile, Side::Source).strategy.unwrap()
}

#[test]
fn every_run_of_mindformers_comes_out_as_listed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/mindformers");
    let mut names: Vec<String> =
        fs::read_dir(&root).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    let mut complaints = Vec::new();
    for name in &names {
        let strategy = read(&root.join(name));
        let kv = match name.as_str() {
            "g_glm" | "g_glm2" | "g_glm4" => 64,
            "g_qkvc" | "m_mp1" | "m_q3" | "m_q3m" | "m_q3opt" | "m_q3thr" => 128,
            _ => 256,
        };
        let is_latent = name == "m_ds";
        let wholes: Vec<Tensor> = strategy
            .tensors()
            .filter(|(name, _)| !name.starts_with("accu_grads."))
            .map(|(name, _)| (name.to_owned(), DType::BF16, dims(name, kv, is_latent)))
            .collect();
        let found = outcome(&sliced(&strategy, &wholes), &strategy);
        match MINDFORMERS.iter().find(|(listed, ..)| listed == name) {
            Some((_, listed, _)) if listed.is(&found) => {}
            listed => complaints.push(format!("{name}: {found:?}, listed is {:?}", listed.map(|row| row.1))),
        }
    }
    let gone = MINDFORMERS.iter().filter(|(name, ..)| !names.iter().any(|found| found == name));
    complaints.extend(gone.map(|(name, ..)| format!("{name}: no such run")));
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}
