//! Models on MindFormers' parallel core, from 1.6 on: Qwen 2 and 3, GLM 4, DeepSeek 3, Telechat.

use super::Cut::{Columns, Either, Embedding, Experts as Expert, Replica, Rows, Whole};
use super::Length::{
    Experts, ExpertsHidden, ExpertsInner, Fused, Hidden, Inner, KeyRank, Own, Query, QueryRank, SharedInner,
    TwoExpertInner, TwoHidden, TwoInner, TwoSharedInner, Vocabulary,
};
use super::{Cut, Ending, Family, bias, weight};

const BEGINNINGS: &[&str] = &["decoder.", "embedding.word_embeddings.", "output_layer.", "mtp."];

pub(super) static MCORE: Family = Family {
    name: "mcore",
    beginnings: BEGINNINGS,
    query_is_hidden: false,
    is_latent: false,
    whole_embedding: false,
    is_out_by_in: true,
    is_guess: false,
    rules: &[ATTENTION, COMMON],
};

/// With latent attention: DeepSeek 3.
pub(super) static LATENT: Family = Family {
    name: "mcore (MLA)",
    beginnings: BEGINNINGS,
    query_is_hidden: false,
    is_latent: true,
    whole_embedding: false,
    is_out_by_in: true,
    is_guess: false,
    rules: &[LATENT_ATTENTION, COMMON],
};

const ATTENTION: &[Ending] = &[
    weight(".self_attention.linear_qkv.weight", &[Fused, Hidden], Rows),
    bias(".self_attention.linear_qkv.bias", &[Fused], Rows),
    weight(".self_attention.q_layernorm.weight", &[Own], Whole),
    weight(".self_attention.k_layernorm.weight", &[Own], Whole),
];

const LATENT_ATTENTION: &[Ending] = &[
    weight(".self_attention.linear_qkv.weight", &[Own, Hidden], Replica),
    weight(".self_attention.linear_qb.weight", &[Own, QueryRank], Rows),
    weight(".self_attention.linear_kvb.weight", &[Own, KeyRank], Rows),
    weight(".self_attention.linear_q_proj.weight", &[Own, Hidden], Rows),
    weight(".self_attention.linear_q_down_proj.weight", &[QueryRank, Hidden], Replica),
    weight(".self_attention.linear_q_up_proj.weight", &[Own, QueryRank], Rows),
    weight(".self_attention.linear_kv_down_proj.weight", &[Own, Hidden], Replica),
    weight(".self_attention.linear_kv_up_proj.weight", &[Own, KeyRank], Rows),
    weight(".self_attention.q_layernorm.weight", &[QueryRank], Whole),
    weight(".self_attention.k_layernorm.weight", &[KeyRank], Whole),
    weight(".self_attention.kv_layernorm.weight", &[KeyRank], Whole),
];

/// 1.6 cuts it, and later releases do not.
const fn early(dim: usize) -> Cut {
    Either { dim, is_usual: false }
}

const COMMON: &[Ending] = &[
    weight("embedding.word_embeddings.weight", &[Vocabulary, Hidden], Embedding { is_weight: true }),
    weight(".input_layernorm.weight", &[Hidden], Whole),
    weight(".pre_mlp_layernorm.weight", &[Hidden], Whole),
    weight(".final_layernorm.weight", &[Hidden], Whole),
    weight(".self_attention.linear_proj.weight", &[Hidden, Query], Columns),
    weight(".mlp.linear_fc1.weight", &[TwoInner, Hidden], Rows),
    weight(".mlp.linear_fc2.weight", &[Hidden, Inner], Columns),
    weight("output_layer.weight", &[Vocabulary, Hidden], Rows),
    weight(".mlp.router.weight", &[Experts, Hidden], Replica),
    bias(".mlp.router.expert_bias", &[Experts], Whole),
    bias(".mlp.router.expert_load", &[Experts], Whole),
    bias(".mlp.router.fi_accu", &[Experts], Whole),
    weight(".mlp.experts.weight1", &[ExpertsHidden, TwoExpertInner], Expert(None)),
    weight(".mlp.experts.weight2", &[ExpertsInner, Hidden], Expert(None)),
    weight(".mlp.shared_experts.linear_fc1.weight", &[TwoSharedInner, Hidden], early(0)),
    weight(".mlp.shared_experts.linear_fc2.weight", &[Hidden, SharedInner], early(1)),
    weight(".shared_experts_gate.weight", &[Own, Hidden], Replica),
    // The prediction of more than one token.
    weight(".enorm.weight", &[Hidden], Whole),
    weight(".hnorm.weight", &[Hidden], Whole),
    weight(".eh_proj.weight", &[Hidden, TwoHidden], early(0)),
];
