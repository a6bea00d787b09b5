//! `mindspore/parallel/transform_safetensors.py`

use super::texts;

texts! { MindSpore
    "metadata_validate" [
        "SafeTensorError::InvalidOffset({tensor})",
        "SafeTensorError::TensorInvalidInfo",
        "SafeTensorError::HeaderTooSmall",
        "SafeTensorError::HeaderTooLarge",
        "SafeTensorError::InvalidHeaderLength",
        "SafeTensorError::MetadataIncompleteBuffer",
        "Error while deserializing header: {reason}",
    ] => SAFETENSORS_DAMAGED;
    "_fast_safe_open" [
        "Fail to parse the input safetensors: '{file}'. Please check the correctness of the file.",
        "Fail to parse the input safetensors file: '{file}'. Please check the correctness of the file.",
    ] => SAFETENSORS_DAMAGED;
    "_fast_safe_open" ["The Numpy bfloat16 data type is not supported now"] => BF16_NUMPY;
    "transform_safetensors" [
        "For 'transform_safetensors', the output_format must be 'safetensors' or 'ckpt', but got {format}",
        "The safetensor_files_map should be a dict.",
        "The save_safetensor_file_name should be a str.",
        "The save_safetensor_file_name {file} should end with .safetensors",
    ] => ARGUMENT;
    "transform_safetensors_by_stage" ["Invalid ckpt_prefix: {value}. Must not contain path traversal characters."] => PATH_UNSAFE;
    "transform_safetensors" [
        "The safetensor file of rank{needed#} is needed for converting rank{target#}'s safetensor, but it is missing.",
        "The safetensor file of rank{needed#} is needed for converting rank[{target#}]'s safetensor, but it is missing.",
    ] => RANK_MISSING;
    "transform_safetensors" ["safetensor file {file} in rank {rank#} not exits:"] => FILE_NOT_PASSED, RANK_MISSING;
    "_transform_parallel_safetensor" ["^The param: {tensor} in rank {rank#} is missing."] => SLICE_MISSING;
    "unified_safetensors" [
        "For 'unified_safetensors', the return value type of the function 'choice_func' must be bool or str, but got {found}",
        "For 'unified_safetensors', the 'src_dir' can not be a file.",
    ] => ARGUMENT;
    "unified_safetensors" [
        "For 'unified_safetensors', the 'src_dir' cannot contain both ckpt file and safetensors file simultaneously",
    ] => FORMATS_MIXED;
    "unified_safetensors" [
        "For _transform_safetensors_single, {tensor} should be in {wanted}, but in {found}",
    ] => DEDUPLICATED, SLICE_MISSING;
    "unified_safetensors" [
        "Multiple files with suffix '{suffix}' found in {folder}. Following MindSpore naming rules",
        "Multiple {format} files ending with '{suffix}' found in {folder}. Cannot determine which file is the intended one.",
    ] => SUFFIX_UNCLEAR;
    "unified_safetensors" [
        "No safetensors files found in directory '{folder}' with suffix '{suffix}' and format '{format}'.",
    ] => SUFFIX_ABSENT;
    "load_distributed_checkpoint" [
        "For 'load_parallel_checkpoint', weight files must be included in the `unified_safetensors_dir`.",
        "there must be a JSON file named 'param_name_map.json'",
    ] => UNIFIED_INCOMPLETE;
}
