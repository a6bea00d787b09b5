//! The errors of MindFormers, as its versions write them, of MindSpore and of Python, word for word.

use super::{Health, Job, Version};
use crate::format::WeightFormat;

/// No complete step below the bound.
pub(super) const NONE: &str = "No checkpoint could be resumed.";

/// An empty `load_checkpoint`, before 1.7.
pub(super) const NOTHING_TO_LOAD: &str = "when `auto_trans_ckpt` or `resume_training` is True, the `load_checkpoint` should not be empty string or None.If you are using TrainingArguments, `resume_from_checkpoint` should be set.";

/// What Python says where the second loop of the time-stamp rule finds no file.
pub(super) const NO_PATH: &str = "expected str, bytes or os.PathLike object, not NoneType";

pub(super) fn no_step(version: Version, name: &str, format: WeightFormat) -> String {
    let ending = format.extension();
    match version {
        version if version.is_before_1_5() => format!(
            "Can't match epoch and step from checkpoint: {name}. Please ensure the format of the ckpt_file is {{prefix}}-{{epoch}}_{{step}}.ckpt. for example, llama_7b_rank_0-3_2.ckpt."
        ),
        _ => format!(
            "Can't match epoch and step from checkpoint file: {name}. Please ensure the format of the checkpoint file name is {{prefix}}-{{epoch}}_{{step}}.{ending}, for example, llama_7b_rank_0-3_2.{ending}."
        ),
    }
}

pub(super) fn no_rank(version: Version, name: &str) -> String {
    match version {
        version if version.is_before_1_5() => format!(
            "Can't match rank id in checkpoint: {name}. Please ensure the format of the ckpt_file is {{prefix}}-{{epoch}}_{{step}}.ckpt. for example, llama_7b_rank_0-3_2.ckpt."
        ),
        _ => format!(
            "Can't match rank id from checkpoint file: {name}. Please ensure the name of the checkpoint file is xxx_rank_x-{{epoch}}_{{step}}, for example, llama_7b_rank_0-3_2."
        ),
    }
}

pub(super) fn not_found(path: &str) -> String {
    format!("{path} is not found!")
}

pub(super) fn no_folder(version: Version, path: &str, format: WeightFormat) -> String {
    match version {
        version if version.is_before_1_5() => format!("[Errno 2] No such file or directory: '{path}'"),
        _ => no_real_folder(path, format),
    }
}

/// A rank that looks into its own folder finds none, whatever the version.
pub(super) fn no_real_folder(path: &str, format: WeightFormat) -> String {
    let ending = format.extension();
    format!(
        "{path} is not a real directory,When distributed loads are sliced weights,load_checkpoint should be a checkpoint directory containing the directory of rank_{{0-*}},The directory structure is as follows: **checkpoint_root_dir/rank_{{0-*}}/**.{ending}"
    )
}

pub(super) fn nothing_under(job: &Job, path: &str) -> String {
    match job.version {
        version if version.is_before_1_5() => format!("Checkpoint not found under {path}."),
        _ => format!(
            "Checkpoint not found under {path} with config.load_ckpt_format:{}.",
            job.reads().extension()
        ),
    }
}

pub(super) fn newest_differ(job: &Job, a: &str, b: &str) -> String {
    let ending = job.reads().extension();
    match job.version {
        version if version.is_before_1_5() => format!(
            "Check the prefix, epoch and step of the checkpoints from the last timestamp failed. Find two different checkpoints: {a} and {b}.If you ensure that the checkpoints for a certain epoch and step exist and are not corrupted across all rank folders, you can set the `resume_training` parameter to the filename of that checkpoint, such as: llama_7b_rank_0-3_2.ckpt."
        ),
        _ => format!(
            "Check name of the checkpoint file with the last timestamp Failed.\n1. Find 2 different checkpoints name: {a} and {b}.\n2. Checkpoint file name should follow rule: {{prefix}}-{{epoch}}_{{step}}.{ending}, and not corrupted across all rank folders.\n 3. Rename `resume_training` checkpoint such as llama_7b_rank_0-3_2.{ending} may solve the problem."
        ),
    }
}

pub(super) fn some_conform(format: WeightFormat) -> String {
    format!(
        "Some checkpoints follow the {{prefix}}-{{epoch}}_{{step}}.{} naming convention, while others do not.",
        format.extension()
    )
}

/// A name for `resume_training`, before 1.2.
pub(super) fn no_bool(name: &str) -> String {
    format!("resume_training must be bool, but get {name}")
}

/// No checkpoint that the health monitor found healthy.
pub(super) const NONE_HEALTHY: &str =
    "The training has no healthy checkpoints yet, please start training again.";

/// What Python says of a value that is no dict.
pub(super) fn no_member(kind: &str) -> String {
    format!("'{kind}' object has no attribute 'get'")
}

/// What Python says of a record that is no JSON, as far as it can be told without Python's own reader.
pub(super) fn no_json(bytes: &[u8]) -> String {
    match bytes.is_empty() {
        true => "Expecting value: line 1 column 1 (char 0)".to_owned(),
        false => "health_ckpts.json is no JSON: …".to_owned(),
    }
}

/// What Python says of a name that does not end in a run's number and a step, which the health monitor sorts
/// by.
pub(super) const NO_MATCH: &str = "'NoneType' object has no attribute 'group'";

/// What every rank raises: rank 0 leaves the error in a file, of which the ranks read the first line. In 1.2
/// rank 0 raises it as it is, and the others read the whole file.
pub(super) fn raised(job: &Job, cause: &str) -> String {
    let first = cause.lines().next().unwrap_or_default().trim();
    match job.version {
        Version::V1_2 if job.world_size == 1 => cause.to_owned(),
        Version::V1_2 => format!("Get resume-able checkpoint failed, due to {cause}."),
        Version::V1_3 => format!("Get resume-able checkpoint failed, due to Error: {first}."),
        _ => format!("Get resume-able checkpoint failed, due to Error: {first}"),
    }
}

/// What MindSpore says of a path that `os.path.exists` does not find.
pub(super) const NOT_THERE: &str = "For 'load_checkpoint', the checkpoint file: … does not exist, please check whether the 'ckpt_file_name' is correct.";

/// What MindSpore says where it cannot open a `.ckpt`.
pub(super) fn no_permission(file: &str) -> String {
    format!(
        "Failed to read the checkpoint file {file}. May not have permission to read it, please check the correct of the file."
    )
}

/// What MindSpore says when it loads a damaged file.
pub(super) fn load_error(health: Health, format: WeightFormat, file: &str) -> String {
    match (format, health) {
        (WeightFormat::Safetensors, Health::Unreadable) => errno(13, file),
        // What Python says of the disk's error is not known.
        (WeightFormat::Safetensors, Health::Failing) => "…".to_owned(),
        (WeightFormat::Ckpt, Health::Unreadable | Health::Failing) => no_permission(file),
        (WeightFormat::Safetensors, _) => {
            format!("Fail to parse the input safetensors file: '{file}'. Please check the correctness of the file.")
        }
        (WeightFormat::Ckpt, Health::Empty) => {
            "The loaded parameter dict is empty after filter or specify, please check whether 'filter_prefix' or 'specify_prefix' are set correctly.".to_owned()
        }
        (WeightFormat::Ckpt, _) => format!(
            "Failed to read the checkpoint file {file}. The file may be corrupted, and the content cannot be parsed."
        ),
    }
}

/// A Python `OSError`, as it is written.
pub(super) fn errno(code: i32, path: &str) -> String {
    let words = match code {
        2 => "No such file or directory",
        5 => "Input/output error",
        6 => "No such device or address",
        13 => "Permission denied",
        20 => "Not a directory",
        21 => "Is a directory",
        36 => "File name too long",
        40 => "Too many levels of symbolic links",
        116 => "Stale file handle",
        _ => "…",
    };
    format!("[Errno {code}] {words}: '{path}'")
}
