//! What is closed is gone: a large pile that is opened and cleared again and again takes no more
//! memory than once.

use crate::pile::{click, ready, wait_for};
use anyhow::{Context, Result, ensure};
use e2e::{Visit, visit};
use shardlens::example::{checkpoint_files, strategy_files};
use shardlens::geometry::DType;
use shardlens::parallel::llama::{self, LLAMA_7B, Parallel};
use std::path::Path;
use thirtyfour::By;

const ROUNDS: usize = 20;
/// Rounds after which everything that is kept for good has been made.
const SETTLED: usize = 5;
/// Bytes that each may grow by afterwards: one step of an allocator, far less than fifteen piles.
const SLACK: u64 = 1 << 20;

#[tokio::test]
async fn a_large_pile_that_is_cleared_leaves_nothing() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    pile(scratch.path())?;
    visit("leak", async |visit| {
        ready(visit).await?;
        let (mut settled, mut last) = ([0; 2], [0; 2]);
        for round in 1..=ROUNDS {
            visit.drop_on("#drop-source", &[scratch.path()]).await?;
            wait_for(visit, "#nav-tensors").await?;
            ready(visit).await?;
            click(visit, "#restart").await?;
            wait_for(visit, "#drop-source").await?;
            ready(visit).await?;
            if round == SETTLED || round == ROUNDS {
                last = memory(visit).await?;
                settled = if round == SETTLED { last } else { settled };
            }
        }
        ensure!(visit.find_all(By::Css("#nav-tensors")).await?.is_empty(), "something is still open");
        let grew = settled.iter().zip(&last).any(|(settled, last)| *last > settled + SLACK);
        ensure!(!grew, "{settled:?} bytes after {SETTLED} rounds, {last:?} after {ROUNDS}");
        Ok(())
    })
    .await
}

/// Sixteen stages of weights with the states of Adam, and their strategies.
fn pile(folder: &Path) -> Result<()> {
    let parallel = Parallel { adam: true, ..Parallel::new(1, 2, 16) };
    let strategies = strategy_files(&llama::strategy(&LLAMA_7B, &parallel)?)?;
    let weights = checkpoint_files(&LLAMA_7B, &parallel, DType::F16, "llama")?;
    for (path, file) in strategies.iter().chain(&weights) {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap_or(folder))?;
        file.write_to(&path)?;
    }
    Ok(())
}

/// Bytes of wasm memory of the page and of its worker, which only grow.
pub async fn memory(visit: &Visit) -> Result<[u64; 2]> {
    let root = visit.find(By::Css("html")).await?;
    let memory = root.attr("data-memory").await?.context("no memory is told")?;
    let bytes: Vec<u64> = memory.split(' ').map(str::parse).collect::<Result<_, _>>()?;
    bytes.try_into().map_err(|bytes| anyhow::anyhow!("not two numbers: {bytes:?}"))
}
