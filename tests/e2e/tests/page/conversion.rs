//! The main job: see, plan on the page, convert with the command.

use crate::pile::{click, count, llama, open, source_of_llama, wait_for};
use anyhow::{Context, Result, ensure};
use e2e::{shardlens, visit};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use thirtyfour::By;

#[tokio::test]
async fn the_downloaded_plan_writes_the_same_bytes_as_transform() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    let source = source_of_llama(scratch.path())?;
    let target = llama().join("dst_strategy_stages");
    let plan = scratch.path().join("plan.json");
    let mut shown = String::new();
    visit("conversion", async |visit| {
        open(visit, &source, &target).await?;
        ensure!(count(visit, "[data-testid=finding][data-severity=error]").await? == 0);
        wait_for(visit, "#plan-command").await?;
        shown = visit.find(By::Css("#plan-command")).await?.text().await?;
        click(visit, "#plan-download").await?;
        std::fs::copy(visit.wait_for_download("plan.json").await?, &plan)?;
        Ok(())
    })
    .await?;

    // The command as it is shown, run where the folder was dropped from.
    let mut words = shown.split_whitespace().filter(|&word| word != "\\");
    ensure!(words.next() == Some("shardlens"), "{shown}");
    run(Command::new(shardlens()?).args(words).current_dir(scratch.path()))?;
    let applied = scratch.path().join("converted");
    let transformed = scratch.path().join("transformed");
    let (strategy, checkpoint) = (source.join("strategy"), source.join("checkpoint"));
    let command = &mut Command::new(shardlens()?);
    command.arg("transform").arg("--src-ckpt").arg(checkpoint).arg("--src-strategy").arg(strategy);
    run(command.arg("--dst-strategy").arg(target).arg("--dst-ckpt").arg(&transformed))?;
    let (applied, transformed) = (files(&applied)?, files(&transformed)?);
    ensure!(applied.len() == 4, "{:?}", applied.keys());
    ensure!(applied == transformed, "apply and transform wrote different files");
    Ok(())
}

/// Runs a command to its end, and gives what it says.
pub fn run(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("{command:?}"))?;
    ensure!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8(output.stdout)?)
}

/// Every file below a folder, with its content.
pub fn files(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            let below = files(&path)?;
            let name = path.file_name().context("a name")?.to_string_lossy().into_owned();
            found.extend(below.into_iter().map(|(path, bytes)| (format!("{name}/{path}"), bytes)));
        } else {
            let name = path.file_name().context("a name")?.to_string_lossy().into_owned();
            found.insert(name, std::fs::read(&path)?);
        }
    }
    Ok(found)
}
