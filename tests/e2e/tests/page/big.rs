//! A job of 16,384 ranks: what the views must stay usable with.

use crate::pile::open;
use anyhow::Result;
use e2e::Visit;
use shardlens::example::{checkpoint_files, strategy_files};
use shardlens::geometry::DType;
use shardlens::parallel::llama::{self, LLAMA_7B, Parallel};
use shardlens::source::Sparse;
use std::path::Path;

/// Opens a complete checkpoint, and as its target dp128·mp8·pp16.
pub async fn open_16_384_ranks(visit: &Visit, scratch: &Path) -> Result<()> {
    let complete = checkpoint_files(&LLAMA_7B, &Parallel::new(1, 1, 1), DType::F16, "llama_7b")?;
    let target = llama::strategy(&LLAMA_7B, &Parallel::new(128, 8, 16))?;
    write(&scratch.join("source"), &complete)?;
    // One file per stage says it all; a run leaves 1,024 equal ones of each.
    let stages: Vec<_> = strategy_files(&target)?.into_iter().step_by(1024).collect();
    write(&scratch.join("target"), &stages)?;
    open(visit, &scratch.join("source"), &scratch.join("target")).await
}

/// Writes files with holes.
fn write(folder: &Path, files: &[(String, Sparse)]) -> Result<()> {
    for (path, file) in files {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap_or(folder))?;
        file.write_to(&path)?;
    }
    Ok(())
}
