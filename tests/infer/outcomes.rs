//! What comes of every recorded sliced checkpoint, and why.

use shardlens::infer::Certainty;

use crate::truth::Outcome;

/// An outcome as it is listed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Listed {
    /// The same slices, with this certainty of the whole.
    Same(Certainty),
    /// Another guess, told as such; the first tensor.
    Differs(Certainty, &'static str),
    /// Refused.
    Refused(&'static str),
}

impl Listed {
    pub(crate) fn is(&self, outcome: &Outcome) -> bool {
        match (self, outcome) {
            (Self::Same(listed), Outcome::Same(found)) => listed == found,
            (Self::Differs(listed, tensor), Outcome::Differs(found, name)) => {
                listed == found && tensor == name
            }
            (Self::Refused(listed), Outcome::Refused(found)) => listed == found,
            _ => false,
        }
    }
}

use Certainty::{Certain, Guess, Likely};
use Listed::{Differs, Refused, Same};

/// Checkpoint, outcome, and why it is no better.
pub(crate) static OUTCOMES: &[(&str, Listed, &str)] = &[
    ("bf16_dp2mp2pp2_opt_to_mp2/source", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    ("bf16_dp2mp2pp2_opt_to_mp2/target", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    (
        "by_rank_missing_file_ERROR/source",
        Same(Likely),
        "every length follows from another if queries are as wide as the hidden size",
    ),
    (
        "by_rank_mp2pp2_to_mp4pp1_rank3/source",
        Same(Likely),
        "every length follows from another if queries are as wide as the hidden size",
    ),
    ("ckpt_src_json_dst_opt/source", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    ("ckpt_src_json_dst_opt/target", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    (
        "ckpt_src_safetensors_out_ERROR/source",
        Same(Guess),
        "the vocabulary of a toy: whole on every rank, or cut",
    ),
    ("crc_trailer_source/source", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    ("dash_in_param_name_ERROR/source", Refused("UnknownName"), "names of no family"),
    ("dp1mp1pp4_to_full/source", Same(Certain), "stages of one rank: nothing can be cut"),
    ("dp1mp2pp1_to_dp1mp1pp4/source", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    (
        "dp1mp2pp4_to_dp1mp8pp1/source",
        Same(Likely),
        "every length follows from another if queries are as wide as the hidden size",
    ),
    ("dp1mp2pp4_to_dp1mp8pp1/target", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    ("dp1mp3pp1_to_dp2mp6pp1/source", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    ("dp1mp3pp1_to_dp2mp6pp1/target", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    ("dp1mp4pp1_to_same/source", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    ("dp1mp4pp1_to_same/target", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    (
        "dp1mp4pp2_to_dp1mp2pp2/source",
        Same(Likely),
        "every length follows from another if queries are as wide as the hidden size",
    ),
    (
        "dp1mp4pp2_to_dp1mp2pp2/target",
        Same(Likely),
        "every length follows from another if queries are as wide as the hidden size",
    ),
    ("dp1mp6pp1_to_dp1mp4pp1/source", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    ("dp1mp8pp1_to_dp1mp2pp1/source", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    ("dp1mp8pp1_to_dp1mp2pp1/target", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    ("dp1mp8pp1_to_full/source", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    (
        "dp2mp1pp4_to_dp1mp2pp2/source",
        Same(Likely),
        "copies, if queries are as wide as the hidden size, and neither context parallelism nor the optimizer alone cuts the vocabulary",
    ),
    (
        "dp2mp1pp4_to_dp1mp2pp2/target",
        Same(Likely),
        "every length follows from another if queries are as wide as the hidden size",
    ),
    (
        "dp2mp4_optall_to_dp4mp2_opt2/source",
        Same(Guess),
        "the vocabulary of a toy: whole on every rank, or cut",
    ),
    (
        "dp2mp4_optall_to_dp4mp2_opt2/target",
        Same(Guess),
        "the vocabulary of a toy: whole on every rank, or cut",
    ),
    ("dp2mp4_optall_to_full/source", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    ("dp4mp1_opt2_to_full/source", Same(Guess), "the optimizer may cut embedding and head both, or neither"),
    (
        "dp4mp1pp2_to_dp1mp1pp2/source",
        Same(Likely),
        "copies, if queries are as wide as the hidden size, and neither context parallelism nor the optimizer alone cuts the vocabulary",
    ),
    ("dp4mp2pp1_to_dp2mp4pp1/source", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    ("dp4mp2pp1_to_dp2mp4pp1/target", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    (
        "dp4mp2pp2_optall_adam_to_dp2mp2pp1/source",
        Same(Guess),
        "the vocabulary of a toy: whole on every rank, or cut",
    ),
    (
        "dp4mp2pp2_optall_adam_to_dp2mp2pp1/target",
        Same(Guess),
        "the vocabulary of a toy: whole on every rank, or cut",
    ),
    ("dtypes_full_to_mp2/target", Refused("UnknownName"), "names of no family"),
    (
        "extra_tensor_not_in_strategy/source",
        Same(Guess),
        "a matrix that no rule knows is taken as whole; and the vocabulary of a toy",
    ),
    (
        "extra_tensor_not_in_strategy/target",
        Same(Guess),
        "a matrix that no rule knows is taken as whole; and the vocabulary of a toy",
    ),
    (
        "full_to_dp2/target",
        Same(Likely),
        "copies, if queries are as wide as the hidden size, and neither context parallelism nor the optimizer alone cuts the vocabulary",
    ),
    (
        "full_to_dp2mp1pp4/target",
        Same(Likely),
        "copies, if queries are as wide as the hidden size, and neither context parallelism nor the optimizer alone cuts the vocabulary",
    ),
    ("full_to_dp2mp4_optall/target", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    (
        "full_to_dp2mp4pp2/target",
        Same(Likely),
        "copies, if queries are as wide as the hidden size, and neither context parallelism nor the optimizer alone cuts the vocabulary",
    ),
    ("full_to_dp4mp4pp1/target", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    ("full_to_mp2/target", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    ("full_to_nested/target", Refused("UnknownName"), "names of no family"),
    ("full_to_opt_two_separated_axes_size2/target", Refused("UnknownName"), "names of no family"),
    (
        "full_to_tied_embedding_pp2/target",
        Same(Likely),
        "every length follows from another if queries are as wide as the hidden size",
    ),
    ("hyper_params_full_to_mp2/target", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    (
        "hyper_params_mp2pp2_to_full/source",
        Same(Likely),
        "every length follows from another if queries are as wide as the hidden size",
    ),
    ("json_src_ckpt_dst/source", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    ("json_src_ckpt_dst/target", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    (
        "load_dist_ckpt_dp2mp4_opt_to_net/source",
        Same(Guess),
        "the vocabulary of a toy: whole on every rank, or cut",
    ),
    ("load_dist_ckpt_mp4_to_net/source", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    ("load_dist_ckpt_tp2d_to_net/source", Refused("UnknownName"), "names of no family"),
    (
        "load_dist_ckpt_wrong_file_count_ERROR/source",
        Refused("Contradiction"),
        "three of four ranks: three cannot share slices of four",
    ),
    ("load_dist_st_single_file/target", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    (
        "load_dist_st_to_mp2pp2/target",
        Same(Likely),
        "every length follows from another if queries are as wide as the hidden size",
    ),
    (
        "mf_llama_dp2mp1pp4_to_dp1mp2pp2/source",
        Same(Likely),
        "copies, if queries are as wide as the hidden size, and neither context parallelism nor the optimizer alone cuts the vocabulary",
    ),
    (
        "mf_llama_dp2mp1pp4_to_dp1mp2pp2/target",
        Same(Likely),
        "every length follows from another if queries are as wide as the hidden size",
    ),
    (
        "mf_llama_full_to_dp2mp2pp2opt/target",
        Same(Likely),
        "copies, if queries are as wide as the hidden size, and neither context parallelism nor the optimizer alone cuts the vocabulary",
    ),
    (
        "mf_llama_json_dp1mp2_to_full/source",
        Same(Guess),
        "the vocabulary of a toy: whole on every rank, or cut",
    ),
    ("missing_rank_dir_ERROR/source", Refused("RankMissing"), "a rank has no folder"),
    (
        "moe_ep2mp2_to_ep4/source",
        Same(Guess),
        "names of no family: the router tells the experts, and each is taken to be over all ranks that are left",
    ),
    (
        "moe_ep2mp2_to_ep4/target",
        Same(Guess),
        "names of no family: the router tells the experts, and each is taken to be over all ranks that are left",
    ),
    ("nested_json_PEERERROR/source", Refused("UnknownName"), "names of no family"),
    ("nested_opt_to_full/source", Refused("UnknownName"), "names of no family"),
    ("nested_to_full/source", Refused("UnknownName"), "names of no family"),
    (
        "only_pipeline_empty_device_matrix_ERROR/source",
        Same(Certain),
        "stages of one rank: nothing can be cut",
    ),
    ("opt_splits_one_axis/source", Refused("UnknownName"), "names of no family"),
    ("opt_splits_one_axis/target", Refused("UnknownName"), "names of no family"),
    ("opt_two_separated_axes/source", Refused("UnknownName"), "names of no family"),
    (
        "param_missing_in_dst_strategy/source",
        Same(Guess),
        "the vocabulary of a toy: whole on every rank, or cut",
    ),
    (
        "param_missing_in_dst_strategy/target",
        Differs(Guess, "model.tok_embeddings.embedding_weight"),
        "the strategy lacks the head, so that MindSpore left it whole beside a cut embedding; taken is the setting that is for both",
    ),
    (
        "param_missing_in_one_rank_ERROR/source",
        Refused("InSeveralStages"),
        "a rank without one of the tensors begins a stage of its own, which shares the others",
    ),
    ("prefix_and_names/target", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    ("real_dp2mp4opt_to_dp2mp2pp2opt/source", Refused("UnknownName"), "names of no family"),
    ("real_dp2mp4opt_to_dp2mp2pp2opt/target", Refused("UnknownName"), "names of no family"),
    ("real_nested_to_dp4mp1/source", Refused("UnknownName"), "names of no family"),
    ("real_nested_to_dp4mp1/target", Refused("UnknownName"), "names of no family"),
    ("real_pp4_to_real_dp1mp2pp2/source", Same(Certain), "stages of one rank: nothing can be cut"),
    ("real_pp4_to_real_dp1mp2pp2/target", Refused("UnknownName"), "names of no family"),
    ("real_transposed2d_opt_to_full_PEERWRONG/source", Refused("UnknownName"), "names of no family"),
    ("shapes_1d_to_5d/source", Refused("UnknownName"), "names of no family"),
    ("shapes_1d_to_5d/target", Refused("UnknownName"), "names of no family"),
    ("split_tensor_entries/target", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    ("st_bf16_mp2_to_mp4/source", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    ("st_bf16_mp2_to_mp4/target", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    ("st_bf16_numpy2_PEERERROR/source", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    (
        "st_hyper_params_mp2_to_full/source",
        Same(Guess),
        "the vocabulary of a toy: whole on every rank, or cut",
    ),
    ("st_last_two_numbers_sort/target", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    ("st_mp2_to_mp4_ckpt_out/source", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    ("st_mp2_to_mp4_ckpt_out/target", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    (
        "st_mp2pp2_to_mp4pp1/source",
        Same(Likely),
        "every length follows from another if queries are as wide as the hidden size",
    ),
    ("st_mp2pp2_to_mp4pp1/target", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    ("st_mp4_to_mp2/source", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    ("st_mp4_to_mp2/target", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    (
        "st_mp4_to_mp2_safetensors080_PEERWRONG/source",
        Same(Guess),
        "the vocabulary of a toy: whole on every rank, or cut",
    ),
    (
        "st_mp4_to_mp2_safetensors080_PEERWRONG/target",
        Same(Guess),
        "the vocabulary of a toy: whole on every rank, or cut",
    ),
    (
        "st_remove_redundancy_source_transform/source",
        Same(Certain),
        "without copies the ranks that hold a tensor are as many as its slices",
    ),
    ("strategy_has_accu_grads/source", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    ("strategy_has_accu_grads/target", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    ("stray_entries_in_src_dir/source", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    ("stray_entries_in_src_dir/target", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    (
        "subset_strategy_by_stage_naming/source",
        Same(Likely),
        "every length follows from another if queries are as wide as the hidden size",
    ),
    (
        "subset_strategy_by_stage_naming/target",
        Same(Likely),
        "every length follows from another if queries are as wide as the hidden size",
    ),
    (
        "tied_embedding_different_layout_per_stage/target",
        Refused("Contradiction"),
        "one stage cuts the tied embedding along the hidden size, which no rule of Llama does",
    ),
    (
        "tied_embedding_pp2_to_full/source",
        Same(Likely),
        "every length follows from another if queries are as wide as the hidden size",
    ),
    ("tp2d_to_other/source", Refused("UnknownName"), "names of no family"),
    ("tp2d_to_other/target", Refused("UnknownName"), "names of no family"),
    ("transposed_opt_to_full_PEERWRONG/source", Refused("UnknownName"), "names of no family"),
    ("two_files_in_rank_dir/target", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    ("unified_missing_rank_ERROR/source", Refused("OneRank"), "one of two ranks is there"),
    (
        "unified_mp2pp2/source",
        Same(Likely),
        "every length follows from another if queries are as wide as the hidden size",
    ),
    (
        "unified_remove_redundancy_dp2mp2/source",
        Same(Certain),
        "without copies the ranks that hold a tensor are as many as its slices",
    ),
    (
        "unified_remove_redundancy_dp4mp2_opt2/source",
        Same(Guess),
        "four slices of the embedding: by the optimizer, or by context parallelism, in another order",
    ),
    ("unified_remove_redundancy_opt_inner_axis/source", Refused("UnknownName"), "names of no family"),
    ("unmerged_stage0_only/source", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
];

/// Run of MindFormers, outcome, and why it is no better.
pub(crate) static MINDFORMERS: &[(&str, Listed, &str)] = &[
    ("cp2", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    (
        "dp8mp1",
        Same(Likely),
        "copies, if queries are as wide as the hidden size, and neither context parallelism nor the optimizer alone cuts the vocabulary",
    ),
    ("dp8z", Same(Guess), "the optimizer may cut embedding and head both, or neither"),
    ("emb_mp", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    (
        "g_bloom",
        Differs(Guess, "embedding.word_embedding.embedding_table"),
        "the vocabulary of a toy: whole on every rank, or cut; the larger is taken",
    ),
    (
        "g_glm",
        Differs(Guess, "transformer.embedding.embedding_weight"),
        "the vocabulary of a toy: whole on every rank, or cut; the larger is taken",
    ),
    ("g_glm2", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    ("g_glm4", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    (
        "g_gpt2",
        Differs(Guess, "backbone.embedding.word_embedding.embedding_table"),
        "the vocabulary of a toy: whole on every rank, or cut; the larger is taken",
    ),
    (
        "g_moe",
        Differs(Guess, "model.tok_embeddings.embedding_weight"),
        "the vocabulary of a toy: whole on every rank, or cut; the larger is taken",
    ),
    (
        "g_qkvc",
        Differs(Guess, "model.tok_embeddings.embedding_weight"),
        "the vocabulary of a toy: whole on every rank, or cut; the larger is taken",
    ),
    (
        "l1",
        Differs(Guess, "model.tok_embeddings.embedding_weight"),
        "the vocabulary of a toy: whole on every rank, or cut; the larger is taken",
    ),
    (
        "m_ds",
        Same(Guess),
        "heads of values need not be as wide as the hidden size, and nothing tells the vocabulary",
    ),
    (
        "m_mp1",
        Same(Guess),
        "heads of queries need not be as wide as the hidden size, and nothing tells the vocabulary",
    ),
    (
        "m_q3",
        Same(Guess),
        "heads of queries need not be as wide as the hidden size, and nothing tells the vocabulary",
    ),
    (
        "m_q3m",
        Same(Guess),
        "heads of queries need not be as wide as the hidden size, and nothing tells the vocabulary",
    ),
    (
        "m_q3opt",
        Same(Guess),
        "heads of queries need not be as wide as the hidden size, and nothing tells the vocabulary",
    ),
    (
        "m_q3thr",
        Differs(Guess, "adam_v.decoder.layers.1.self_attention.k_layernorm.weight"),
        "heads are normed by vectors of their own length, which no other tensor has: here the optimizer cuts even these",
    ),
    ("opt2", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
    (
        "optall",
        Same(Likely),
        "copies, if queries are as wide as the hidden size, and neither context parallelism nor the optimizer alone cuts the vocabulary",
    ),
    (
        "pp2_opt",
        Same(Likely),
        "copies, if queries are as wide as the hidden size, and neither context parallelism nor the optimizer alone cuts the vocabulary",
    ),
    ("seqp", Same(Guess), "the vocabulary of a toy: whole on every rank, or cut"),
];
