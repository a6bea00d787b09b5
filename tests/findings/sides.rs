//! Source against target.

use shardlens::check::kinds::sides as kinds;
use shardlens::format::mindspore::strategy::{RawLayout, StrategyFile};
use shardlens::geometry::DType;

use crate::example::{Example, example};
use crate::world::{cut, half, rows, stage, world};

pub(crate) fn examples() -> Vec<Example> {
    [held(), names(), counts()].into_iter().flatten().collect()
}

/// Against weights that the target has already.
fn held() -> Vec<Example> {
    let (w, v) = (half("w", &[4, 2]), half("v", &[4, 2]));
    let against = |ours: &[_], theirs: &[_]| world().ckpt("a.ckpt", ours).held("b.ckpt", theirs).findings();
    let words = |rows: &[u64; 2]| world().ckpt("a.ckpt", &[half("lm_head.weight", rows)]);
    let of_slices = world()
        .cut_by(vec![rows("w")])
        .ranks(0..2, &[half("w", &[4, 2])])
        .wanted(vec![rows("w")])
        .held("rank_0/b.ckpt", &[half("w", &[3, 2])])
        .held("rank_1/b.ckpt", &[half("w", &[3, 2])])
        .findings();
    // A job for inference keeps no states, and nobody saves gradients.
    let trained = ["w", "v", "adam_m.w", "accu_grads.w"].map(rows).to_vec();
    let strategies = world().cut_by(trained).wanted(vec![rows("w")]).findings();
    vec![
        example(&kinds::ONLY_IN_SOURCE, against(&[w, v], &[w])).tensor("v"),
        example(&kinds::ONLY_IN_TARGET, against(&[w], &[w, v])).tensor("v"),
        example(&kinds::SHAPES_DIFFER, against(&[w, v], &[w, half("v", &[4, 3])])).tensor("v"),
        example(&kinds::SHAPES_DIFFER, of_slices).tensor("w"),
        example(
            &kinds::VOCABULARY,
            words(&[100, 8]).held("b.ckpt", &[half("lm_head.weight", &[128, 8])]).findings(),
        )
        .tensor("lm_head.weight"),
        example(&kinds::ONLY_IN_STRATEGY, strategies).tensor("v"),
        example(&kinds::DTYPES_DIFFER, against(&[w, v], &[w, ("v", DType::F32, &[4, 2])])).tensor("v"),
    ]
}

fn names() -> Vec<Example> {
    let attention = |part: &str| format!("model.layers.0.attention.{part}.weight");
    let (q, k, v, qkv) = (attention("wq"), attention("wk"), attention("wv"), attention("w_qkv"));
    let w = half("w", &[4, 2]);
    let apart = [half(&q, &[4, 2]), half(&k, &[4, 2]), half(&v, &[4, 2])];
    let apart_here = world().ckpt("a.ckpt", &apart).wanted(vec![rows(&qkv)]).findings();
    let fused_here =
        world().ckpt("a.ckpt", &[half(&qkv, &[12, 2])]).wanted(vec![rows(&q), rows(&k), rows(&v)]).findings();
    let glm = |part: &str| format!("transformer.encoder.layers.0.mlp.{part}.weight");
    let (left, right, both) = (glm("dense_left"), glm("dense_right"), glm("dense_h_to_4h"));
    let gates = [half(&left, &[4, 2]), half(&right, &[4, 2])];
    let gates = world().ckpt("a.ckpt", &gates).wanted(vec![rows(&both)]).findings();
    let states = world().ckpt("a.ckpt", &[w, half("adam_m.w", &[4, 2])]).wanted(vec![rows("w")]).findings();
    let lora = "model.layers.0.attention.wq.mindpet_delta_lora_a";
    let tuned =
        world().ckpt("a.ckpt", &[half(&q, &[4, 2]), half(lora, &[4, 2])]).wanted(vec![rows(&q)]).findings();
    let hf = "model.layers.0.self_attn.q_proj.weight";
    let foreign = world().ckpt("a.ckpt", &[half(hf, &[4, 2])]).wanted(vec![rows(&q)]).findings();
    // Two heads of 128 for keys, over four ranks.
    let heads = [half(&q, &[4096, 4]), half(&k, &[256, 4])];
    let in_four = |name: &str| cut(name, &[8], &[0, -1]);
    let heads = world().ckpt("a.ckpt", &heads).wanted(vec![in_four(&q), in_four(&k)]).findings();
    let norm = "decoder.layers.0.self_attention.q_layernorm.weight";
    let key = "decoder.layers.0.self_attention.linear_k.weight";
    let normed = [half(norm, &[128]), half(key, &[256, 4])];
    let normed = world()
        .ckpt("a.ckpt", &normed)
        .wanted(vec![cut(key, &[4], &[0, -1]), cut(norm, &[4], &[-1])])
        .findings();
    vec![
        example(&kinds::FUSED, apart_here).tensor("model.layers.0.attention.w_qkv.weight"),
        example(&kinds::FUSED, fused_here).tensor("model.layers.0.attention.w_qkv.weight"),
        example(&kinds::FUSED, gates).tensor("transformer.encoder.layers.0.mlp.dense_h_to_4h.weight"),
        example(&kinds::STATES_LOST, states).tensor("adam_m.w"),
        example(&kinds::LORA_LEFT, tuned).tensor(lora),
        example(&kinds::HUGGING_FACE_NAMES, foreign).tensor(hf),
        example(&kinds::KV_HEADS, heads).tensor("model.layers.0.attention.wk.weight"),
        example(&kinds::KV_HEADS, normed).tensor(key),
    ]
}

fn counts() -> Vec<Example> {
    let over = |ranks: u64| cut("w", &[ranks], &[0, -1]);
    let w = half("w", &[2, 2]);
    let six_to_four = world().cut_by(vec![over(6)]).ranks(0..6, &[w]).wanted(vec![over(4)]).findings();
    let of_one = |number: u32, name: &str| -> StrategyFile { stage(number, vec![cut(name, &[1], &[0, -1])]) };
    let to_pipeline = world()
        .cut_by(vec![rows("w"), rows("v")])
        .ranks(0..2, &[w, half("v", &[2, 2])])
        .wanted_file("s0.ckpt", &of_one(0, "w"))
        .wanted_file("s1.ckpt", &of_one(1, "v"))
        .findings();
    // The case that was seen to go wrong: device matrix 2, 2, 4, map 0, 1, optimizer over the rest.
    let mixed_up = RawLayout { opt_shard_size: 2, opt_shard_step: 8, ..cut("w", &[2, 2, 4], &[0, 1]) };
    let mixed_up = world().cut_by(vec![mixed_up]).ranks(0..16, &[w]).findings();
    vec![
        example(&kinds::DEVICE_COUNTS, six_to_four),
        example(&kinds::PIPELINE_TARGET, to_pipeline),
        example(&kinds::MINDSPORE_WRONG, mixed_up).tensor("w"),
    ]
}

/// Slices of which nothing tells the wholes have shapes of their own.
#[test]
fn slices_are_not_compared_as_if_they_were_wholes() {
    let held = world()
        .ckpt("a.ckpt", &[half("w", &[4, 2])])
        .held("rank_0/b.ckpt", &[half("w", &[2, 2])])
        .held("rank_1/b.ckpt", &[half("w", &[2, 2])]);
    let findings = held.findings();
    let alarms: Vec<&str> = findings.iter().map(|finding| finding.kind.code).collect();
    assert!(!alarms.contains(&kinds::SHAPES_DIFFER.code), "{alarms:?}");
    assert!(!alarms.contains(&kinds::VOCABULARY.code), "{alarms:?}");
}

/// The weights of a module that the target does not have around them.
#[test]
fn weights_under_another_prefix_are_no_optimizer_states() {
    let findings = world().ckpt("a.ckpt", &[half("network.w", &[4, 2])]).wanted(vec![rows("w")]).findings();
    assert!(findings.iter().all(|finding| finding.kind != &kinds::STATES_LOST));
}
