//! GLM 2 to 4, before MindFormers' parallel core.

use super::Cut::{Columns, Embedding, GlmHead, Rows, Whole};
use super::Length::{Fused, Hidden, Inner, Query, TwoInner, Vocabulary};
use super::{Family, bias, weight};

pub(super) static GLM: Family = Family {
    name: "GLM",
    beginnings: &["transformer.encoder.", "transformer.embedding.", "transformer.output_layer."],
    query_is_hidden: false,
    is_latent: false,
    whole_embedding: true,
    is_out_by_in: true,
    is_guess: false,
    rules: &[&[
        weight(".embedding.embedding_weight", &[Vocabulary, Hidden], Embedding { is_weight: false }),
        weight(".input_layernorm.weight", &[Hidden], Whole),
        weight(".post_attention_layernorm.weight", &[Hidden], Whole),
        weight(".final_layernorm.weight", &[Hidden], Whole),
        weight(".self_attention.query_key_value.weight", &[Fused, Hidden], Rows),
        bias(".self_attention.query_key_value.bias", &[Fused], Rows),
        weight(".self_attention.dense.weight", &[Hidden, Query], Columns),
        weight(".mlp.dense_h_to_4h.weight", &[TwoInner, Hidden], Rows),
        weight(".mlp.dense_left.weight", &[Inner, Hidden], Rows),
        weight(".mlp.dense_right.weight", &[Inner, Hidden], Rows),
        weight(".mlp.dense_4h_to_h.weight", &[Hidden, Inner], Columns),
        weight(".output_layer.weight", &[Vocabulary, Hidden], GlmHead),
    ]],
};
