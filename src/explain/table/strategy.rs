//! `mindspore/parallel/_parallel_serialization.py`

use super::texts;

texts! { MindSpore
    "_convert_to_list" [
        "^invalid literal for int() with base 10: {value}. Convert layout strategy to list failed, please make sure that strategy matches the node_strategy.proto",
        "^too many values to unpack (expected {wanted#}). Convert layout strategy to list failed, please make sure that strategy matches the node_strategy.proto",
    ] => DASH_IN_NAME;
    "_convert_to_list" [
        "{reason} Convert layout strategy to list failed, please make sure that strategy matches the node_strategy.proto",
    ] => LAYOUT_INCOMPLETE, DASH_IN_NAME;
    "_check_strategy_file" [
        "For 'build_searched_strategy', no such strategy file: {file}. Please check whether the 'strategy_filename' exists.",
    ] => STRATEGY_ABSENT;
    "_check_strategy_file" [
        "For 'build_searched_strategy', the strategy file {file} should not be empty.",
        "^The strategy file {file} is empty",
        "^The strategy file {file} if empty.",
        "The merged strategy file {file} is empty",
    ] => STRATEGY_EMPTY;
    "_check_strategy_file" [
        "For 'build_searched_strategy', the argument 'strategy_filename' should be string, but got {found}",
    ] => ARGUMENT;
    "_load_protobuf_strategy" ["The strategy file type should be one of json or protobuf."] => STRATEGY_UNREADABLE;
    "_extract_pipeline_stage_num" [
        "The strategy file for pipeline parallel does not contains all stages.",
    ] => STAGES_MISSING;
    "_get_device_num_from_strategy" [
        "The parallel strategy file only contains pipeline-parallelism, which is not supported for parallel strategy conversion now.",
    ] => ONLY_PIPELINE;
    "_transform_parallel_checkpoint" [
        "^The checkpoint of rank {rank#} is missing.",
    ] => SLICE_MISSING, PEER_LIMIT;
    "_transform_parallel_checkpoint" [
        "None of the parameters in checkpoint file are in either src strategy or dst strategy.",
        "None of the parameters in safetensor file are in either src strategy or dst strategy. Please check correctness of strategy files. Param name is: {tensor}, rank_id is {target#}",
    ] => OTHER_MODEL, SLICED_AS_COMPLETE, STAGE_AS_WHOLE, BOTH_COMPLETE;
    "_make_dir" [
        "{argument} is invalid, the type should be string.",
    ] => ARGUMENT;
    "_make_dir" [
        "{argument} is invalid, it should be non-blank.",
        "{argument} length is too long, it should be limited in {size#}",
    ] => PATH_UNSAFE;
    "_make_dir" ["^The path({file}) is a file path, it should be a directory path."] => PATH_ABSENT;
    "_make_dir" ["No write permission on the directory."] => NO_PERMISSION;
}
