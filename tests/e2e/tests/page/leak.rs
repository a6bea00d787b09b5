//! What is closed is gone: a large pile that is opened and cleared again and again takes no more
//! memory than once.

use crate::pile::{click, ready, wait_for};
use anyhow::{Result, ensure};
use e2e::{Visit, visit_isolated};
use shardlens::example::{checkpoint_files, strategy_files};
use shardlens::geometry::DType;
use shardlens::parallel::llama::{self, LLAMA_7B, Parallel};
use std::path::Path;
use thirtyfour::By;

const ROUNDS: usize = 20;
/// Rounds after which everything that is kept for good has been made.
const SETTLED: usize = 5;
/// Bytes that the heaps may grow by afterwards: less than one pile takes.
const SLACK: u64 = 4 << 20;

#[tokio::test]
async fn a_large_pile_that_is_cleared_leaves_nothing() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    pile(scratch.path())?;
    visit_isolated("leak", async |visit| {
        ready(visit).await?;
        let (mut settled, mut last) = (0, 0);
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
        ensure!(last <= settled + SLACK, "{settled} bytes after {SETTLED} rounds, {last} after {ROUNDS}");
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

/// Bytes of JavaScript and wasm memory of the page and its worker, garbage collected.
pub async fn memory(visit: &Visit) -> Result<u64> {
    let script = "const done = arguments[arguments.length - 1];
        performance.measureUserAgentSpecificMemory().then(all => done(all.bytes), error => done(String(error)));";
    let bytes = visit.execute_async(script, Vec::new()).await?;
    let bytes = bytes.json();
    bytes.as_u64().ok_or_else(|| anyhow::anyhow!("no memory to measure: {bytes}"))
}
