//! MindFormers: resuming training

use super::texts;

texts! { MindFormers
    "get_resume_ckpt_list" ["No checkpoint could be resumed."] => NO_COMPLETE_STEP;
    "get_resume_ckpt" [
        "^Get resume-able checkpoint failed, due to {reason}",
        "Get resume-able checkpoint failed",
    ] => ELSEWHERE;
    "get_resume_ckpt_list" ["{folder} is not found!$"] => RANK_FOLDER_ABSENT;
    "get_epoch_and_step_from_ckpt_name" [
        "Can't match epoch and step from checkpoint file: {file}. Please ensure the format of the checkpoint file name",
        "Can't match epoch and step from checkpoint: {file}. Please ensure the format of the ckpt_file",
        "Can't match rank id from checkpoint file: {file}. Please ensure the name of the checkpoint file",
        "Can't match rank id in checkpoint: {file}. Please ensure the format of the ckpt_file",
        "Some checkpoints follow the {}-{}_{}.{} naming convention, while others do not.",
    ] => NAME_GRAMMAR;
    "check_last_timestamp_checkpoints" [
        "Check name of the checkpoint file with the last timestamp Failed. 1. Find {found#} different checkpoints name: {file} and {other}. 2. Checkpoint",
        "Check the prefix, epoch and step of the checkpoints from the last timestamp failed. Find two different checkpoints: {file} and {other}. If you",
    ] => LAST_DIFFER;
    "check_last_timestamp_checkpoints" ["Checkpoint not found under {folder} with config.load_ckpt_format:{format}"] => OTHER_FORMAT, EMPTY_RANK;
    "check_last_timestamp_checkpoints" ["Checkpoint not found under {folder}"] => EMPTY_RANK;
    "check_last_timestamp_checkpoints" [
        "expected str, bytes or os.PathLike object, not NoneType",
    ] => EMPTY_RANK, SAFETENSORS_UNMARKED;
    "CheckpointMonitor" ["The prefix for saving checkpoint is not allowed to contain 'rank'."] => PREFIX_WITH_RANK;
    "get_resume_checkpoint" ["it can't ensure that the step of the checkpoints are consistent"] => LAST_DIFFER;
    "dataset" ["Exception thrown from dataset pipeline. Refer to 'Dataset Pipeline Error Message'."] => NOTHING_LEFT, DATASET;
    "resume_ckpt_path_with_strategy" [
        "{value} src_strategy is not exist",
        "Try to resume from checkpoints with strategy in directory '{folder}' failed",
    ] => STRATEGY_BESIDE;
    "checkpoint_health_monitor" [
        "The training has no healthy checkpoints yet, please start training again.",
    ] => NONE_HEALTHY;
    "get_latest_iteration_from_tracker" [
        "Can not find the latest iteration weight path: '{folder}'",
        "Invalid iteration num in {file}",
    ] => ITERATION;
    "verify_ckpt_valid" [
        "Checkpoint file validation failed: Safetensors file '{file}' (referenced in metadata for parameter '{tensor}') is missing from checkpoint directory",
        "Checkpoint metadata validation failed: 'metadata.json' in '{folder}' has invalid JSON format.",
        "Loaded nothing from '{file}'. 'metadata.json' maps {found#} parameter(s)",
        "Storage info not found for param '{tensor}' with key={value}. The source",
        "Slice from rank {rank#} has incorrect shape. Expected {wanted}, got {found}",
        "Missing slice data from rank {rank#}",
        "Duplicate parameter_name found: {tensor}",
    ] => METADATA;
    "load_common" [
        "Can not find 'common.json' file at: '{file}'",
        "No common.json found in directory '{folder}'",
        "Resume training not supported for HuggingFace checkpoints.",
        "Resume training is not supported for HuggingFace checkpoints.",
    ] => NO_COUNTERS;
}
