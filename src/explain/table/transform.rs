//! `mindspore/parallel/checkpoint_transform.py`

use super::texts;

texts! { MindSpore
    "transform_checkpoints" [
        "The checkpoint file of rank{needed#} is needed for converting rank{target#}'s checkpoint, but it is missing.",
    ] => RANK_MISSING;
    "transform_checkpoints" [
        "For 'transform_checkpoints', the 'src_checkpoints_dir' cannot contain both ckpt file and safetensors file simultaneously",
    ] => FORMATS_MIXED;
    "transform_checkpoints" [
        "For 'transform_checkpoints', the 'src_checkpoints_dir' can not be empty.",
    ] => NO_CHECKPOINT;
    "transform_checkpoints" [
        "For 'transform_checkpoints', 'output_format' can not be 'safetensors' when 'src_checkpoints_dir' only contains ckpt file.",
    ] => OUTPUT_FORMAT;
    "transform_checkpoints" [
        "src_checkpoints_dir {folder} is not a directory.",
        "The director of src_strategy_file: {folder} is not exists.",
        "The director of dst_strategy_file: {folder} is not exists.",
    ] => PATH_ABSENT;
    "transform_checkpoint_by_rank" [
        "Checkpoint file {file} in rank {rank#} not exits:",
    ] => FILE_NOT_PASSED, RANK_MISSING;
    "transform_checkpoint_by_rank" [
        "The checkpoint_files_map should be a dict.",
        "The rank_id should be a int.",
        "The save_checkpoint_file_name should be a str.",
        "The save_checkpoint_file_name {file} should end with .ckpt",
        "The ckpt_prefix should be a str.",
    ] => ARGUMENT;
    "rank_list_for_transform" ["The src_strategy_file is empty."] => STRATEGY_EMPTY;
    "merge_pipeline_strategys" ["src_strategy_dirs {folder} is not a directory."] => PATH_ABSENT;
    "merge_pipeline_strategys" ["The strategys format should be all '.ckpt' or all '.json'"] => ENCODINGS_MIXED;
    "merge_sliced_parameter" [
        "For 'merge_sliced_parameter', the argument 'sliced_parameters' should be list, but got {found}",
        "For 'merge_sliced_parameter', the argument 'sliced_parameters' should not be empty.",
        "For 'merge_sliced_parameter', the argument 'strategy' should be dict, but got {found}",
        "For 'merge_sliced_parameter', the element in 'sliced_parameters' should be 'Parameter', but got {found} at index {index#}",
    ] => ARGUMENT;
    "merge_sliced_parameter" [
        "For 'merge_sliced_parameter', the parameter name {tensor} should be a key in the 'strategy'.",
    ] => OTHER_MODEL, DASH_IN_NAME;
    "merge_sliced_parameter" [
        "For 'merge_sliced_parameter', please make sure that the elements in 'slice_parameters' have the same name, dimension length and shape except 0 axis. The name, dimension length, shape except 0 axis should be {wanted}, but got name: {found}, dimension length:",
        "For 'merge_sliced_parameter', the length of 'sliced_parameters' should be equal to device_count. The length of 'sliced_parameters' is {found#}, but device_count is {devices#}",
        "For 'merge_sliced_parameter', the shape of every parameter in 'sliced_parameters' should be the same when slice manner is even.",
        "For 'merge_sliced_parameter', the param_split_shape length in 'strategy' should be {wanted#}, but got {found#}",
        "For 'merge_sliced_parameter', the slice {index#} should be {wanted#} in 0 axis, but got {found#}",
        "{reason}For 'merge_sliced_parameter', please make sure that 'strategy' is correct.",
    ] => SLICES_DIFFER;
    "load_segmented_checkpoints" ["The ckpt_file_dir should be a str."] => ARGUMENT;
    "load_segmented_checkpoints" ["The dst_strategy_file: {folder} doesn't exist. Or it's not a directory"] => PATH_ABSENT;
    "set_op_strategy_config" [
        "File path must be an absolute path",
        "File type must be .json",
        "Get AutoParallelContext instance failed!!!",
        "Type must be 'SAVE' or 'LOAD'",
    ] => ARGUMENT;
    "set_op_strategy_config" ["Writing to system directory '{folder}' is not allowed"] => PATH_UNSAFE;
    "load_distributed_checkpoint" [
        "For 'load_distributed_checkpoint', 'format' and 'output_format' must be 'ckpt' or 'safetensors', but got {format}",
        "For 'load_distributed_checkpoint', 'unified_safetensors_dir' can not be None when format is 'safetensors'.",
        "For 'load_distributed_checkpoint', strict_load and dec_mode must be default when format is 'safetensors'.",
        "For 'load_distributed_checkpoint', 'dst_safetensors_dir' can not be None when network is None.",
        "For 'load_distributed_checkpoint', the argument 'predict_strategy' is dict, the key of it must be string",
        "For 'load_distributed_checkpoint', {argument} must be None when format is 'safetensors'.",
    ] => ARGUMENT;
    "load_distributed_checkpoint" [
        "For 'Load_distributed_checkpoint', the length of 'checkpoint_filenames' should be equal to the device count of training process. But got the length of 'checkpoint_filenames' is {found#} and the device count is {devices#}",
    ] => FILE_COUNT;
    "load_distributed_checkpoint" [
        "{reason}For 'load_distributed_checkpoint', failed to load opt shard slice in load distributed checkpoint for {tensor}. Data shape is {shape} and group is {ranks}",
    ] => OPTIMIZER_CUT, SHAPE_DIFFERS;
    "load_distributed_checkpoint" [
        "For 'load_distributed_checkpoint', please check 'checkpoint_filenames', and make sure the {file} at index {index#} is a valid checkpoint file",
    ] => PATH_ABSENT, EMPTY_FILE;
    "load_distributed_checkpoint" [
        "{reason}. For 'load_distributed_checkpoint', convert list to layout strategy failed",
    ] => ARGUMENT;
    "restore_group_info_list" [
        "For 'restore_group_info_list', the argument 'group_info_file_name' should be str, but got {found}",
    ] => ARGUMENT;
    "restore_group_info_list" [
        "For 'restore_group_info_list', no such group information file: {file}",
        "For 'restore_group_info_list', the group information file should not be empty.",
        "For 'restore_group_info_list', the group information file has no restore rank list.",
    ] => GROUP_FILE;
    "sync_pipeline_shared_parameters" ["For 'sync_pipeline_shared_parameters', the argument 'net' should be a Cell, but got {found}"] => ARGUMENT;
}
