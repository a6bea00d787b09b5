//! How long large piles take to open in the page. Nothing here is a test of times: the figures are
//! printed for whoever asks, with
//! `cargo test --package e2e --test page scale -- --ignored --nocapture --test-threads 1`.

use crate::leak::memory;
use crate::pile::{ready, wait_for};
use anyhow::{Context, Result};
use e2e::{Visit, visit};
use serde_json::Value;
use shardlens::example::{checkpoint_file, strategy_files};
use shardlens::geometry::DType;
use shardlens::layout::OptShard;
use shardlens::parallel::llama::{self, LLAMA_7B, LLAMA_405B, Model, Parallel};
use shardlens::source::{ReadAt, Sparse};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::Duration;
use thirtyfour::By;

/// Longer than anything here may take.
const PATIENCE: Duration = Duration::from_secs(280);

/// Notes in the page when something is dropped, when what came of it is shown, and when tasks of the
/// main thread of more than 50 ms began meanwhile and how long each took.
const WATCH: &str = r#"
    const figures = window.figures = { tasks: {}, phases: {}, shown: null };
    new PerformanceObserver(list => {
        for (const task of list.getEntries())
            figures.tasks[Math.round(task.startTime - figures.dropped)] = Math.round(task.duration);
    }).observe({ type: "longtask" });
    const root = document.documentElement;
    let busy = false;
    const look = () => {
        if (root.dataset.state == "busy") busy = true;
        else if (busy && root.dataset.state == "ready" && figures.shown === null)
            requestAnimationFrame(() => setTimeout(() => figures.shown = performance.now() - figures.dropped));
    };
    new MutationObserver(look).observe(root, { attributes: true });
    const note = () => {
        const says = document.querySelector(".status")?.innerText.replace(/[\d.,]+/g, "N").split(":")[0];
        if (says && figures.dropped) figures.phases[says] ??= Math.round(performance.now() - figures.dropped);
        requestAnimationFrame(note);
    };
    note();
    addEventListener("drop", () => figures.dropped = performance.now(), true);
"#;

#[tokio::test]
#[ignore = "prints figures"]
async fn eight_ranks_of_300_tensors() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    job(scratch.path(), &LLAMA_7B, &Parallel::new(2, 4, 1), true)?;
    measure("8 ranks x 293 tensors", scratch.path()).await
}

#[tokio::test]
#[ignore = "prints figures"]
async fn a_thousand_ranks_of_a_thousand_tensors() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    // 37 layers of 9 weights, each with two states of Adam, in each of 16 stages.
    let model = Model { layers: 16 * 37, ..LLAMA_7B };
    let parallel = Parallel { adam: true, ..Parallel::new(8, 8, 16) };
    job(scratch.path(), &model, &parallel, true)?;
    measure("1,024 ranks x 1,001 tensors", scratch.path()).await
}

#[tokio::test]
#[ignore = "prints figures"]
async fn four_thousand_strategy_files() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    let model = Model { layers: 16 * 12, ..LLAMA_405B };
    job(scratch.path(), &model, &trained(32, 8, 16, Vec::new()), false)?;
    measure("4,096 strategy files", scratch.path()).await
}

#[tokio::test]
#[ignore = "prints figures"]
async fn an_index_of_half_a_million_tensors() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    index(&scratch.path().join("model.safetensors.index.json"))?;
    measure("index of 497,000 tensors", scratch.path()).await
}

#[tokio::test]
#[ignore = "prints figures"]
async fn llama_405b_from_2048_to_4096_ranks() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    let uneven = (0..16).map(|stage| u32::from(stage >= 2)).collect::<Vec<_>>();
    job(&scratch.path().join("source"), &LLAMA_405B, &trained(16, 8, 16, uneven.clone()), true)?;
    job(&scratch.path().join("target"), &LLAMA_405B, &trained(32, 8, 16, uneven), false)?;
    measure("405B + Adam, 2,048 -> 4,096 ranks", scratch.path()).await
}

fn trained(dp: u64, mp: u64, pp: u32, offset: Vec<u32>) -> Parallel {
    Parallel { offset, optimizer: Some(OptShard::All), adam: true, ..Parallel::new(dp, mp, pp) }
}

/// What a job leaves behind: strategies, and checkpoints if wanted. The ranks of a stage share one
/// file on disk.
fn job(folder: &Path, model: &Model, parallel: &Parallel, weights: bool) -> Result<()> {
    let strategy = llama::strategy(model, parallel)?;
    let strategies = strategy_files(&strategy)?;
    for stage in 0..strategy.stages() {
        let ranks = strategy.ranks_of_stage(stage);
        let of_first = format!("ckpt_strategy_rank_{}.ckpt", ranks.start);
        let (_, file) = strategies.iter().find(|(name, _)| *name == of_first).context("no strategy")?;
        let name = |rank: u64| format!("strategy/ckpt_strategy_rank_{rank}.ckpt");
        for_each_rank(folder, file, ranks.clone().map(name))?;
        if weights {
            let file = checkpoint_file(model, &strategy, stage, DType::BF16)?;
            let name = |rank: u64| format!("checkpoint/rank_{rank}/llama_rank_{rank}-1_10.ckpt");
            for_each_rank(folder, &file, ranks.map(name))?;
        }
    }
    Ok(())
}

fn for_each_rank(folder: &Path, file: &Sparse, names: impl Iterator<Item = String>) -> Result<()> {
    let mut first = None;
    for name in names {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().context("no folder")?)?;
        match &first {
            None => {
                file.write_to(&path)?;
                first = Some(path);
            }
            Some(first) => fs::hard_link(first, &path)?,
        }
    }
    println!("    each of the next files has {} bytes", file.len());
    Ok(())
}

/// An index like that of a large mixture of experts.
fn index(path: &Path) -> Result<()> {
    let mut file = std::io::BufWriter::new(fs::File::create(path)?);
    write!(file, "{{\"metadata\": {{\"total_size\": 1}}, \"weight_map\": {{")?;
    for tensor in 0..497_000 {
        let (layer, expert, part) = (tensor / 3072, tensor / 6 % 512, tensor % 6);
        let comma = if tensor == 0 { "" } else { "," };
        let name = format!(
            "model.language_model.layers.{layer}.mlp.experts.{expert}.projection_{part}.weight_scale_inverse"
        );
        write!(file, "{comma}\n    \"{name}\": \"model-{:05}-of-01000.safetensors\"", tensor / 497)?;
    }
    write!(file, "\n}}}}")?;
    file.flush()?;
    println!("    an index of {} bytes", fs::metadata(path)?.len());
    Ok(())
}

async fn measure(what: &str, folder: &Path) -> Result<()> {
    visit("scale", async |visit| {
        ready(visit).await?;
        visit.execute(WATCH, Vec::new()).await?;
        visit.drop_on("#drop-source", &[folder]).await?;
        let figures = shown(visit).await?;
        println!(
            "{what}: shown after {:.0} ms, tasks of the page over 50 ms {}\n    phases from {}",
            figures["shown"].as_f64().unwrap_or_default(),
            figures["tasks"],
            figures["phases"]
        );
        wait_for(visit, "#nav-tensors").await?;
        let read = visit.find(By::Css("#bytes-read")).await?.attr("data-read").await?.unwrap_or_default();
        let [page, worker] = memory(visit).await?.map(|bytes| bytes >> 20);
        println!("    read {read} bytes; wasm memory of the page {page} MiB, of the worker {worker} MiB");
        visit.find(By::Css("#nav-tensors")).await?.click().await?;
        wait_for(visit, "[data-testid=tensor-row], [data-testid=tensor-group]").await?;
        visit.screenshot("tensors").await?;
        Ok(())
    })
    .await
}

async fn shown(visit: &Visit) -> Result<Value> {
    let start = std::time::Instant::now();
    loop {
        let figures = visit.execute("return window.figures", Vec::new()).await?.json().clone();
        if !figures["shown"].is_null() || start.elapsed() > PATIENCE {
            return Ok(figures);
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}
