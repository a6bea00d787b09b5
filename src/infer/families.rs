//! How MindFormers' families of models are cut (MindFormers 0.7 to 2.1, strategy files of 1.7.0).

use crate::format::Entry;

/// A length of a whole tensor. Lengths of the same name are equal throughout a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Length {
    /// Of a token's vector.
    Hidden,
    /// Of the queries of all heads; the hidden size in most families.
    Query,
    /// Of the keys of all heads.
    KeyValue,
    /// Queries, keys and values in one.
    Fused,
    /// Of the feed-forward block.
    Inner,
    /// Gate and up projection in one: twice [`Self::Inner`].
    TwoInner,
    /// Tokens of the vocabulary.
    Vocabulary,
    /// Nothing else has it.
    Own,
}

/// How tensor parallelism cuts a tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// Not at all.
    Whole,
    /// Dimension 0.
    Rows,
    /// Dimension 1.
    Columns,
    /// Dimension 0 over tensor and context parallelism, or not at all (`vocab_emb_dp`, or a
    /// vocabulary that does not divide).
    Embedding,
    /// Dimension 0, or not at all, as the embedding.
    Head,
    /// Dimension 0 over tensor parallelism or over all ranks, or not at all.
    GlmHead,
}

/// How one parameter is cut.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Rule {
    /// What its name ends in.
    ending: &'static str,
    /// Its whole lengths.
    pub(super) lengths: &'static [Length],
    pub(super) cut: Cut,
    /// Whether the parallel optimizer may cut dimension 0 once more.
    pub(super) optimizer: bool,
}

/// A family of models.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Family {
    /// Its name.
    pub(super) name: &'static str,
    /// What names of its parameters begin with.
    beginnings: &'static [&'static str],
    /// Whether queries always are of the hidden size.
    pub(super) query_is_hidden: bool,
    /// Whether the embedding may be whole even where pipelines force it to be cut.
    pub(super) whole_embedding: bool,
    rules: &'static [Rule],
}

use Cut::{Columns, Embedding, GlmHead, Head, Rows, Whole};
use Length::{Fused, Hidden, Inner, KeyValue, Own, Query, TwoInner, Vocabulary};

const fn weight(ending: &'static str, lengths: &'static [Length], cut: Cut) -> Rule {
    Rule { ending, lengths, cut, optimizer: true }
}

/// A bias: the parallel optimizer leaves it.
const fn bias(ending: &'static str, length: &'static [Length], cut: Cut) -> Rule {
    Rule { ending, lengths: length, cut, optimizer: false }
}

static FAMILIES: [Family; 4] = [
    Family {
        name: "Llama",
        beginnings: &[
            "model.layers.",
            "model.tok_embeddings.",
            "model.norm_out.",
            "lm_head.",
            // Qwen 1.
            "transformer.wte.",
            "transformer.layers.",
            "transformer.ln_f.",
        ],
        query_is_hidden: true,
        whole_embedding: false,
        rules: &[
            weight(".tok_embeddings.embedding_weight", &[Vocabulary, Hidden], Embedding),
            weight(".wte.embedding_weight", &[Vocabulary, Hidden], Embedding),
            weight(".attention.wq.weight", &[Query, Hidden], Rows),
            weight(".attention.wk.weight", &[KeyValue, Hidden], Rows),
            weight(".attention.wv.weight", &[KeyValue, Hidden], Rows),
            weight(".attention.w_qkv.weight", &[Fused, Hidden], Rows),
            weight(".attention.w.weight", &[Fused, Hidden], Rows),
            bias(".attention.wq.bias", &[Query], Rows),
            bias(".attention.wk.bias", &[KeyValue], Rows),
            bias(".attention.wv.bias", &[KeyValue], Rows),
            bias(".attention.w_qkv.bias", &[Fused], Rows),
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
        ],
    },
    Family {
        name: "GLM",
        beginnings: &["transformer.encoder.", "transformer.embedding.", "transformer.output_layer."],
        query_is_hidden: false,
        whole_embedding: true,
        rules: &[
            weight(".embedding.embedding_weight", &[Vocabulary, Hidden], Embedding),
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
        ],
    },
    Family {
        name: "GPT",
        // GPT-2, Bloom as it is compiled, and Bloom as it is converted from Hugging Face's names.
        beginnings: &["backbone.", "blocks.", "embedding.", "ln_f.", "transformer."],
        query_is_hidden: true,
        whole_embedding: false,
        rules: &[
            weight("embedding.word_embedding.embedding_table", &[Vocabulary, Hidden], Embedding),
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
        ],
    },
    Family {
        name: "mcore",
        beginnings: &["decoder.", "embedding.word_embeddings.", "output_layer."],
        query_is_hidden: false,
        whole_embedding: false,
        rules: &[
            weight("embedding.word_embeddings.weight", &[Vocabulary, Hidden], Embedding),
            weight(".input_layernorm.weight", &[Hidden], Whole),
            weight(".pre_mlp_layernorm.weight", &[Hidden], Whole),
            weight(".final_layernorm.weight", &[Hidden], Whole),
            weight(".self_attention.linear_qkv.weight", &[Fused, Hidden], Rows),
            bias(".self_attention.linear_qkv.bias", &[Fused], Rows),
            weight(".self_attention.linear_proj.weight", &[Hidden, Query], Columns),
            weight(".self_attention.q_layernorm.weight", &[Own], Whole),
            weight(".self_attention.k_layernorm.weight", &[Own], Whole),
            weight(".mlp.linear_fc1.weight", &[TwoInner, Hidden], Rows),
            weight(".mlp.linear_fc2.weight", &[Hidden, Inner], Columns),
            weight("output_layer.weight", &[Vocabulary, Hidden], Rows),
        ],
    },
];

/// The family of a parameter and its rule.
pub(super) fn rule(parameter: &str) -> Option<(&'static Family, &'static Rule)> {
    FAMILIES.iter().find_map(|family| {
        family.beginnings.iter().find(|begin| parameter.starts_with(**begin))?;
        let rule = family.rules.iter().find(|rule| parameter.ends_with(rule.ending))?;
        Some((family, rule))
    })
}

/// Counters and scales that MindFormers saves beside the weights; no strategy lists them.
const COUNTERS: [&str; 12] = [
    "epoch_num",
    "step_num",
    "global_step",
    "loss_scale",
    "scale_sense",
    "learning_rate",
    "current_iterator_step",
    "last_overflow_iterator_step",
    "beta1_power",
    "beta2_power",
    "global_batch_size",
    "momentum",
];

/// Whether a tensor cannot be cut: a scalar, or a counter.
pub(super) fn is_counter(entry: &Entry) -> bool {
    let dims = entry.shape.dims();
    dims.is_empty() || (dims == [1] && COUNTERS.contains(&entry.name.as_str()))
}
