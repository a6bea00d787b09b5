//! MindFormers: conversion and loading

use super::texts;

texts! { MindFormers
    "TransformCkpt" [
        "The `src_checkpoint`={folder} is not found!",
        "The load_checkpoint must be correct, but get {file}",
        "config.load_checkpoint `{file}` does not exist.",
        "The load_checkpoint_path must be correct, but get {file}",
        "Checkpoint directory does not exist: {folder}",
        "Checkpoint path is not a directory: {folder}",
        "Checkpoint does not exist: {folder}",
        "{file} is not existed, please check load_checkpoint in yaml and set a correct value.",
    ] => PATH_ABSENT;
    "TransformCkpt" [
        "The load_checkpoint must be a dir and ckpt should be stored in the format of load_checkpoint/rank_x/xxx.ckpt, but get {folder}",
        "The value of load_checkpoint must be a folder or a file with suffix '.ckpt', but got {file}",
        "No rank_0 folder or ckpt files are found under {folder}",
        "not support mode: no valid checkpoint files found",
        "When distributed loads are sliced weights,load_checkpoint should be a checkpoint directory containing the directory of rank_",
        "{file} is not a valid path to load checkpoint when auto_trans_ckpt is False.",
    ] => LOAD_PATH;
    "TransformCkpt" ["Find both ckpt files and rank folder under {folder}, the rank folder will be used"] => LOOSE_FILES;
    "TransformCkpt" ["The rank_{rank#} folder was not found under src_checkpoint folder."] => RANK_FOLDERS;
    "TransformCkpt" ["The checkpoint of rank_{rank#} is not found!"] => RANK_MISSING;
    "TransformCkpt" [
        "strategy_path: {file} not found!",
        "dst_strategy: {file} is not found!",
    ] => STRATEGY_ABSENT;
    "TransformCkpt" [
        "`src_strategy` should not be None when `src_checkpoint` is sliced.",
        "when use checkpoint after train/finetune, src_strategy_path_or_dir should be set as a folder contained strategy ckpt files.",
    ] => SOURCE_STRATEGY;
    "TransformCkpt" [
        "The src_checkpoint is complete, `src_strategy` is invalid and set to None.",
    ] => STRATEGY_OF_COMPLETE;
    "TransformCkpt" ["`src_strategy` and `dst_strategy` cannot both be None!"] => NO_STRATEGIES;
    "TransformCkpt" [
        "The `dst_strategy`={folder} does not contain strategy file of rank_{target#}",
        "There can only be one strategy file corresponding to rank_{target#}",
    ] => TARGET_STRATEGY;
    "wait_collect_all_strategy" ["Timeout while collecting all strategy!"] => STRATEGY_TIMEOUT;
    "TransformCkpt" ["Transform failed, find {file}"] => ELSEWHERE;
    "TransformCkpt" [
        "transform_process_num should not smaller than 1, but got {found#}",
        "transform_process_num: {found#} should be divided by world_size: {ranks#}",
        "The `npu_num_per_node` must be a power of 2, but get {found#}",
    ] => PROCESSES;
    "clear_auto_trans_output" [
        "./transformed_checkpoint or ./strategy with given config.output_dir is same as load_checkpoint or src_strategy_path_or_dir which is not allowed when auto_trans is True.",
    ] => SAME_FOLDER;
    "Trainer" [
        "When device num > {devices#} and auto_trans_ckpt is set to True, the output_dir must be a shared directory accessible by all nodes. However, {folder} is not recognized as a shared path.",
        "When device num > {devices#} and auto_trans_ckpt is set to True, the output_dir should be a shared directory that can be accessed by all nodes. But {folder} is not a shared directory.",
        "When device num > {devices#} and auto_trans_ckpt is set to True",
        "The 'save_checkpoint_megatron_format' feature is not currently supported in 'non-shared storage environments' with multiple hosts.",
    ] => NOT_SHARED;
    "check_rules" [
        "The parallel config data_parallel * model_parallel * context_parallel * pipeline_stage should be equal to device_num, but get {found}",
        "The product of the data parallel {}, model parallel {} pipeline stages {} should be less than device_num {devices#}",
    ] => DEVICES;
    "validate_config_with_file_mode" [
        "When load checkpoint is a single file and use_parallel is True, please change load_checkpoint in yaml from file name to the directory",
        "When load checkpoint is complete and use_parallel is True, please set auto_trans_ckpt: True",
    ] => COMPLETE_IN_PARALLEL;
    "validate_config_with_file_mode" ["when input checkpoint file is rank dir, Please set use_parallel: True"] => SLICED_ALONE;
    "check_checkpoint_config_valid" [
        "pipeline stage only support training process",
        "Currently distributed predict dose not support pipeline parallel.",
    ] => PIPELINE_IN_PREDICT;
    "check_checkpoint_config_valid" [
        "config.load_ckpt_format only support for 'ckpt' or 'safetensors', but got {found}",
        "Invalid checkpoint format '{found}'. Only 'ckpt' and 'safetensors' formats are supported.",
        "When loading distributed sliced weights, 'sink_mode' must be set to True.",
        "When distributed loads are sliced weights, sink_mode must be set True.",
        "resume_training should be a bool value when the use_legacy_format is False.",
        "resume_training must be bool or str, but get {found}",
        "The resume_training must be a boolean value.",
        "only_save_strategy is not supported when the use_legacy_format is False.",
        "auto_trans_ckpt must be bool, but get {found}",
        "slora only support .ckpt file",
    ] => SETTING;
    "Trainer" [
        "When `auto_trans_ckpt` or `resume_training` is True, `load_checkpoint` should not be empty or None.",
        "when `auto_trans_ckpt` or `resume_training` is True, the `load_checkpoint` should not be empty string or None.",
    ] => NOTHING_TO_LOAD;
    "validate_qkv_concat" [
        "The qkv concat check failed! The qkv in the model weights has been concatenated, but qkv_concat is set to false.",
        "The qkv concat check failed! The qkv in the model weights has been not concatenated, but qkv_concat is set to true.",
    ] => QKV_CONCAT;
    "load_safetensors_checkpoint" ["Please complete abstract function obtain_name_map."] => NO_NAME_MAP;
    "load_safetensors_checkpoint" ["No hyper_param.safetensors in given dir: {folder}"] => UNIFIED_INCOMPLETE;
    "only_save_strategy" ["stand_alone and data_parallel mode do not have strategy file, system exit!"] => NO_STRATEGY_WRITTEN;
    "load_checkpoint" [
        "the safetensors file is without redundancy but remove_redundancy in yaml is False and it will revise to True.",
        "the safetensors file is with redundancy, but remove_redundancy is set to True and it will revise to False.",
    ] => FLAG_OVERRULED, FLAG_WRONG;
    "load_checkpoint" ["no metadata info in file.Please make sure remove_redundancy is consistent in file and config."] => FLAG_UNKNOWN;
}
