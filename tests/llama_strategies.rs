//! Our Llama layouts against strategy files that MindFormers wrote.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may panic")]

use std::collections::BTreeMap;
use std::path::Path;

use shardlens::format::mindspore::strategy;
use shardlens::layout::{Layout, OptShard};
use shardlens::parallel::llama::{self, Model, Parallel};
use shardlens::source::Bytes;

/// (stage, parameter) → layout.
type Layouts = BTreeMap<(u32, String), Layout>;

/// A per-rank file of a job of one stage, or a merged file.
fn recorded(path: &str) -> Layouts {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(path);
    let file = strategy::read(&Bytes(std::fs::read(path).unwrap())).unwrap();
    let placed = file.layouts.iter().map(|raw| {
        let prefix = raw.name.split_once('-').and_then(|(stage, name)| Some((stage.parse().ok()?, name)));
        let (stage, name) = prefix.unwrap_or((0, &raw.name));
        ((stage, name.to_owned()), raw.to_layout().unwrap())
    });
    placed.collect()
}

fn ours(model: &Model, parallel: &Parallel) -> Layouts {
    let strategy = llama::strategy(model, parallel).unwrap();
    let placements = strategy.tensors().flat_map(|(name, placements)| {
        placements.iter().map(|at| ((at.stage, name.to_owned()), strategy.layout(at.layout).unwrap().clone()))
    });
    placements.collect()
}

/// The model of MindFormers' recorded runs.
const SMALL: Model = Model { hidden: 256, layers: 2, heads: 8, kv_heads: 8, ffn: 512, vocab: 1024 };
/// The model of the recorded conversions.
const TOY: Model = Model { hidden: 16, layers: 4, heads: 4, kv_heads: 4, ffn: 32, vocab: 32 };

fn without(mut layouts: Layouts, names: &[&str]) -> Layouts {
    layouts.retain(|(_, name), _| !names.contains(&name.as_str()));
    layouts
}

#[test]
fn a_job_without_pipeline_is_laid_out_as_mindformers_does() {
    let (dp4mp2, dp8) = (Parallel::new(4, 2, 1), Parallel::new(8, 1, 1));
    assert_eq!(ours(&SMALL, &dp4mp2), recorded("mindformers/emb_mp/ckpt_strategy_rank_0.ckpt"));
    assert_eq!(ours(&SMALL, &dp8), recorded("mindformers/dp8mp1/ckpt_strategy_rank_0.ckpt"));
    let trained = Parallel { adam: true, ..Parallel::new(1, 2, 1) };
    assert_eq!(ours(&TOY, &trained), recorded("mf_llama_json_dp1mp2_to_full/src_strategy.json"));
}

#[test]
fn the_parallel_optimizer_splits_what_mindformers_splits() {
    let all = Parallel { optimizer: Some(OptShard::All), ..Parallel::new(4, 2, 1) };
    // That run keeps the embedding and the head whole (`vocab_emb_dp: True`).
    let others = ["model.tok_embeddings.embedding_weight", "lm_head.weight"];
    let file = recorded("mindformers/optall/ckpt_strategy_rank_0.ckpt");
    assert_eq!(without(ours(&SMALL, &all), &others), without(file, &others));
    let two = Parallel { optimizer: Some(OptShard::Size(2)), ..Parallel::new(4, 2, 1) };
    // That run splits the embedding too (`model_config.parallel_optimizer: True`).
    let others = &others[..1];
    let file = recorded("mindformers/opt2/ckpt_strategy_rank_0.ckpt");
    assert_eq!(without(ours(&SMALL, &two), others), without(file, others));
}

#[test]
fn a_pipeline_is_laid_out_as_mindformers_does() {
    let model = Model { layers: 5, ..SMALL };
    let optimizer = Some(OptShard::All);
    let parallel = Parallel { offset: vec![0, 1], optimizer, adam: true, ..Parallel::new(2, 2, 2) };
    assert_eq!(ours(&model, &parallel), recorded("mindformers/pp2_opt/merged_ckpt_strategy.ckpt"));
    let parallel = Parallel { optimizer, adam: true, ..Parallel::new(2, 2, 2) };
    assert_eq!(ours(&TOY, &parallel), recorded("mf_llama_full_to_dp2mp2pp2opt/dst_strategy_merged.ckpt"));
}

#[test]
fn the_documents_own_case_is_laid_out_as_mindformers_does() {
    let (from, to) = (
        Parallel { adam: true, ..Parallel::new(2, 1, 4) },
        Parallel { adam: true, ..Parallel::new(1, 2, 2) },
    );
    let case = "mf_llama_dp2mp1pp4_to_dp1mp2pp2";
    assert_eq!(ours(&TOY, &from), recorded(&format!("{case}/src_strategy_merged.ckpt")));
    assert_eq!(ours(&TOY, &to), recorded(&format!("{case}/dst_strategy_merged.ckpt")));
}
