//! GPT-2, Bloom as it is compiled, and Bloom as it is converted from Hugging Face's names.

use super::Cut::{Columns, Embedding, Rows, Whole};
use super::Length::{Hidden, Inner, Own, Query, Vocabulary};
use super::{Family, bias, weight};

pub(super) static GPT: Family = Family {
    name: "GPT",
    beginnings: &["backbone.", "blocks.", "embedding.", "ln_f.", "transformer."],
    query_is_hidden: true,
    is_latent: false,
    whole_embedding: false,
    is_out_by_in: false,
    is_guess: false,
    rules: &[&[
        weight(
            "embedding.word_embedding.embedding_table",
            &[Vocabulary, Hidden],
            Embedding { is_weight: false },
        ),
        weight(".position_embedding.embedding_table", &[Own, Hidden], Whole),
        weight(".layernorm1.gamma", &[Hidden], Whole),
        weight(".layernorm1.beta", &[Hidden], Whole),
        weight(".layernorm2.gamma", &[Hidden], Whole),
        weight(".layernorm2.beta", &[Hidden], Whole),
        weight("backbone.layernorm.gamma", &[Hidden], Whole),
        weight("backbone.layernorm.beta", &[Hidden], Whole),
        weight("embedding.norm.gamma", &[Hidden], Whole),
        weight("embedding.norm.beta", &[Hidden], Whole),
        weight("ln_f.gamma", &[Hidden], Whole),
        weight("ln_f.beta", &[Hidden], Whole),
        weight(".attention.dense1.weight", &[Query, Hidden], Rows),
        weight(".attention.dense2.weight", &[Query, Hidden], Rows),
        weight(".attention.dense3.weight", &[Query, Hidden], Rows),
        bias(".attention.dense1.bias", &[Query], Rows),
        bias(".attention.dense2.bias", &[Query], Rows),
        bias(".attention.dense3.bias", &[Query], Rows),
        weight(".attention.projection.weight", &[Query, Hidden], Rows),
        bias(".attention.projection.bias", &[Hidden], Whole),
        weight(".output.mapping.weight", &[Hidden, Inner], Columns),
        bias(".output.mapping.bias", &[Inner], Rows),
        weight(".output.projection.weight", &[Inner, Hidden], Rows),
        bias(".output.projection.bias", &[Hidden], Whole),
    ]],
};
