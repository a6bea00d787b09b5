//! Llama and what shares its names: Qwen 1 to 2.5, InternLM, Yi, Baichuan 2, Mixtral and DeepSeek, before
//! MindFormers' parallel core.

use super::Cut::{Columns, Either, Embedding, Experts as Expert, Head, Replica, Rows, Whole};
use super::Length::{
    ExpertInner, Experts, Fused, Hidden, Inner, KeyRank, KeyValue, Own, Query, QueryRank, SharedInner,
    TwoExpertInner, TwoInner, TwoSharedInner, Vocabulary,
};
use super::{Cut, Ending, Family, bias, weight};

const BEGINNINGS: &[&str] = &[
    "model.layers.",
    "model.tok_embeddings.",
    "model.norm_out.",
    "lm_head.",
    // Qwen 1.
    "transformer.wte.",
    "transformer.layers.",
    "transformer.ln_f.",
];

pub(super) static LLAMA: Family = Family {
    name: "Llama",
    beginnings: BEGINNINGS,
    query_is_hidden: true,
    is_latent: false,
    whole_embedding: false,
    is_out_by_in: true,
    is_guess: false,
    rules: &[ATTENTION, COMMON],
};

/// DeepSeek V2 and V3, whose attention is latent.
pub(super) static DEEPSEEK: Family = Family {
    name: "DeepSeek",
    beginnings: BEGINNINGS,
    query_is_hidden: false,
    is_latent: true,
    whole_embedding: false,
    is_out_by_in: true,
    is_guess: false,
    rules: &[LATENT, COMMON],
};

const ATTENTION: &[Ending] = &[
    weight(".attention.wq.weight", &[Query, Hidden], Rows),
    weight(".attention.wk.weight", &[KeyValue, Hidden], Rows),
    weight(".attention.wv.weight", &[KeyValue, Hidden], Rows),
    weight(".attention.w_qkv.weight", &[Fused, Hidden], Rows),
    weight(".attention.w.weight", &[Fused, Hidden], Rows),
    bias(".attention.wq.bias", &[Query], Rows),
    bias(".attention.wk.bias", &[KeyValue], Rows),
    bias(".attention.wv.bias", &[KeyValue], Rows),
    bias(".attention.w_qkv.bias", &[Fused], Rows),
];

const LATENT: &[Ending] = &[
    weight(".attention.q2l_proj.weight", &[QueryRank, Hidden], Replica),
    weight(".attention.lq_norm.weight", &[QueryRank], Whole),
    weight(".attention.l2q_nope_proj.weight", &[Own, QueryRank], Rows),
    weight(".attention.l2q_pe_proj.weight", &[Own, QueryRank], Rows),
    weight(".attention.kv2l_k_pe.weight", &[Own, Hidden], Replica),
    weight(".attention.kv2l_latent_kv.weight", &[KeyRank, Hidden], Replica),
    weight(".attention.lkv_norm.weight", &[KeyRank], Whole),
    weight(".attention.lkv2kv_k_nope.weight", &[Own, KeyRank], Rows),
    weight(".attention.lkv2kv_v.weight", &[Query, KeyRank], Rows),
];

/// Shared experts are whole with `use_seq_parallel`, which is off unless asked for.
const fn shared(dim: usize) -> Cut {
    Either { dim, is_usual: true }
}

const COMMON: &[Ending] = &[
    weight(".tok_embeddings.embedding_weight", &[Vocabulary, Hidden], Embedding { is_weight: false }),
    weight(".wte.embedding_weight", &[Vocabulary, Hidden], Embedding { is_weight: false }),
    weight(".attention.wo.weight", &[Hidden, Query], Columns),
    weight(".feed_forward.w1.weight", &[Inner, Hidden], Rows),
    weight(".feed_forward.w3.weight", &[Inner, Hidden], Rows),
    weight(".feed_forward.w_gate_hidden.weight", &[TwoInner, Hidden], Rows),
    weight(".feed_forward.w2.weight", &[Hidden, Inner], Columns),
    weight(".attention_norm.weight", &[Hidden], Whole),
    weight(".ffn_norm.weight", &[Hidden], Whole),
    weight("model.norm_out.weight", &[Hidden], Whole),
    weight(".ln_f.weight", &[Hidden], Whole),
    weight("lm_head.weight", &[Vocabulary, Hidden], Head),
    // Experts, each a batch of a matrix.
    weight(".router.dense.weight", &[Experts, Hidden], Replica),
    weight(".ffn.w1.weight", &[Experts, ExpertInner, Hidden], Expert(Some(1))),
    weight(".ffn.w3.weight", &[Experts, ExpertInner, Hidden], Expert(Some(1))),
    weight(".ffn.w_gate_hidden.weight", &[Experts, TwoExpertInner, Hidden], Expert(Some(1))),
    weight(".ffn.w2.weight", &[Experts, Hidden, ExpertInner], Expert(Some(2))),
    // Experts in one grouped multiplication (`use_gmm`).
    weight(".routed_experts.router_dense.weight", &[Experts, Hidden], Replica),
    bias(".routed_experts.topk_bias", &[Experts], Whole),
    bias(".routed_experts.router.router.topk_bias", &[Experts], Whole),
    weight(".routed_experts.ffn.w1", &[Experts, Hidden, TwoExpertInner], Expert(None)),
    weight(".routed_experts.ffn.w2", &[Experts, ExpertInner, Hidden], Expert(None)),
    weight(".shared_experts.w1.weight", &[SharedInner, Hidden], shared(0)),
    weight(".shared_experts.w3.weight", &[SharedInner, Hidden], shared(0)),
    weight(".shared_experts.w_gate_hidden.weight", &[TwoSharedInner, Hidden], shared(0)),
    weight(".shared_experts.w2.weight", &[Hidden, SharedInner], shared(1)),
    weight(".shared_experts_gate.weight", &[Own, Hidden], Replica),
];
