//! What a recorded operation asks of us: every one of them is a conversion.

use std::fs;
use std::path::{Path, PathBuf};

use shardlens::format::WeightFormat;

use crate::case::{Case, Files, Tensors};

/// A conversion.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) source: PathBuf,
    pub(crate) source_strategy: Option<PathBuf>,
    pub(crate) target_strategy: Option<PathBuf>,
    pub(crate) prefix: String,
    pub(crate) format: WeightFormat,
    /// The one target rank that was asked for.
    pub(crate) rank: Option<u64>,
}

/// The conversion that a case asks for; none if it is about something else. Files that the case
/// lists one by one are put into rank folders in `scratch`.
pub(crate) fn request(case: &Case, scratch: &Path) -> Option<Request> {
    let mut request = Request {
        source: case.source(),
        source_strategy: case.path("src_strategy"),
        target_strategy: case.path("dst_strategy"),
        prefix: case.text("prefix").unwrap_or("checkpoint_").to_owned(),
        format: WeightFormat::Ckpt,
        rank: case.args["rank_id"].as_u64(),
    };
    match case.operation.as_str() {
        "transform_checkpoints" => {
            if case.text("output_format") == Some("safetensors") {
                request.format = WeightFormat::Safetensors;
            }
        }
        "transform_checkpoint_by_rank" => {
            let files = case.args["files"].as_object().unwrap();
            let files = files.iter().map(|(rank, file)| (rank.parse().unwrap(), file.as_str().unwrap()));
            request.source = in_rank_folders(case, files, scratch);
        }
        "load_distributed_checkpoint(format=ckpt, network)" => {
            let files = case.args["files"].as_array().unwrap().iter();
            let files = (0..).zip(files.map(|file| file.as_str().unwrap()));
            request.source = in_rank_folders(case, files, scratch);
        }
        "unified_safetensors"
        | "load_distributed_checkpoint(format=safetensors, network=None)"
        | "ckpt_to_safetensors" => request.format = WeightFormat::Safetensors,
        "safetensors_to_ckpt" => {}
        _ => return None,
    }
    Some(request)
}

fn in_rank_folders<'a>(case: &Case, files: impl Iterator<Item = (u64, &'a str)>, scratch: &Path) -> PathBuf {
    let source = scratch.join("given");
    for (rank, file) in files {
        let folder = source.join(format!("rank_{rank}"));
        fs::create_dir_all(&folder).unwrap();
        let from = case.dir.join(file);
        fs::copy(&from, folder.join(from.file_name().unwrap())).unwrap();
    }
    source
}

impl Request {
    /// Our name of a rank's file.
    fn path(&self, rank: u64) -> String {
        format!("rank_{rank}/{}{rank}.{}", self.prefix, self.format.extension())
    }

    /// The same tensors under our names of files. MindSpore names them so in
    /// `transform_checkpoints` only; elsewhere it has one file for all, or a file of another name.
    pub(crate) fn in_our_files(&self, case: &Case, written: &Files) -> Files {
        if case.operation == "transform_checkpoints" {
            return written.clone();
        }
        let mut files = Files::new();
        for (path, tensors) in written {
            let rank = path.strip_prefix("rank_").and_then(|rest| rest.split('/').next()?.parse().ok());
            let rank = rank.or(self.rank).unwrap_or(0);
            files.entry(self.path(rank)).or_default().extend(tensors.clone());
        }
        files
    }

    /// What each rank must hold, under our names of files.
    pub(crate) fn of_ranks<'a>(&self, ranks: impl IntoIterator<Item = (&'a u64, &'a Tensors)>) -> Files {
        ranks.into_iter().map(|(&rank, tensors)| (self.path(rank), tensors.clone())).collect()
    }
}
