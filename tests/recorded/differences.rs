//! Where we deliberately do other than MindSpore 2.10 did, and why. Each entry must be needed.

/// What comes instead of what MindSpore did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Instead {
    /// What the layouts ask (`reference.json`).
    Reference,
    /// The same content under our names of files.
    OurNames,
    /// A refusal with this finding.
    Refused(&'static str),
}
use Instead::{OurNames, Reference, Refused};

/// A case, what we do instead, and why that is better.
pub(crate) type Difference = (&'static str, Instead, &'static str);

pub(crate) const DIFFERENCES: &[Difference] = &[
    // MindSpore is wrong without a word.
    (
        "real_transposed2d_opt_to_full_PEERWRONG",
        Reference,
        "MindSpore writes wrong values for a transposed 2-D cut with an optimizer split",
    ),
    (
        "transposed_opt_to_full_PEERWRONG",
        Reference,
        "MindSpore writes wrong values for a transposed 2-D cut with an optimizer split",
    ),
    (
        "st_mp4_to_mp2_safetensors080_PEERWRONG",
        Reference,
        "MindSpore with safetensors 0.8.0 writes wrong bytes for cuts of later dimensions",
    ),
    ("param_missing_in_dst_strategy", Reference, "MindSpore copies one slice as if it were the whole tensor"),
    (
        "unmerged_stage0_only",
        Refused("SL0211"),
        "MindSpore takes stage 0's file for the whole strategy and drops the other stages",
    ),
    (
        "hostile/ckpt_content_shorter_transform",
        Refused("SL0107"),
        "MindSpore fills what is missing of the content with zeros",
    ),
    (
        "hostile/dev_matrix_differs_between_params",
        Refused("SL0319"),
        "MindSpore takes the first parameter's device count for all",
    ),
    ("hostile/dev_matrix_zero", Refused("SL0322"), "MindSpore succeeds and writes nothing"),
    // MindSpore refuses without need.
    ("ckpt_src_safetensors_out_ERROR", Reference, "the containers are independent of each other"),
    ("dash_in_param_name_ERROR", Reference, "only digits before the dash are a stage prefix"),
    ("dp1mp2pp1_to_dp1mp1pp4", Reference, "a target without tensor parallelism is a target"),
    ("dp4mp1pp2_to_dp1mp1pp2", Reference, "a target without tensor parallelism is a target"),
    ("dp1mp6pp1_to_dp1mp4pp1", Reference, "device counts need not divide each other where the dimensions do"),
    ("nested_json_PEERERROR", Reference, "a nested map that JSON flattened is found again from the shapes"),
    ("none_to_none", Reference, "a complete checkpoint may stay complete"),
    ("only_pipeline_empty_device_matrix_ERROR", Reference, "an empty device matrix is one device per stage"),
    ("st_bf16_numpy2_PEERERROR", Reference, "the type needs no numpy here"),
    ("st_remove_redundancy_source_transform", Reference, "each slice is found in the rank that kept it"),
    ("string_param_ERROR", Reference, "text is copied as it is"),
    ("unified_remove_redundancy_opt_inner_axis", Reference, "each slice is found in the rank that kept it"),
    // The same content in other files.
    (
        "subset_strategy_by_stage_naming",
        OurNames,
        "one file per rank, never `_partN`: no loader looks for parts of a rank",
    ),
];

/// The finding with which we refuse what MindSpore refuses too.
pub(crate) const REFUSALS: &[(&str, &str)] = &[
    ("by_rank_missing_file_ERROR", "SL0408"),
    ("indivisible_dim_ERROR", "SL0501"),
    ("load_dist_ckpt_wrong_file_count_ERROR", "SL0408"),
    ("merged_stage_missing_ERROR", "SL0301"),
    ("missing_rank_dir_ERROR", "SL0408"),
    ("mixed_ckpt_and_safetensors_ERROR", "SL0218"),
    ("param_missing_in_one_rank_ERROR", "SL0411"),
    ("unified_missing_rank_ERROR", "SL0408"),
    ("hostile/axis_out_of_range", "SL0322"),
    ("hostile/axis_used_twice", "SL0322"),
    ("hostile/dev_matrix_huge", "SL0322"),
    ("hostile/opt_shard_no_free_axis", "SL0322"),
    ("hostile/opt_size_absurd", "SL0322"),
    ("hostile/opt_step_zero_size_set", "SL0322"),
    ("hostile/prefix_traversal", super::library::UNSAFE_PREFIX),
    ("hostile/rank_missing", "SL0408"),
    ("hostile/stage_missing_in_merged", "SL0301"),
    ("hostile/stage_prefix_negative", "SL0317"),
];
