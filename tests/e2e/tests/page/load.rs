//! What to write for a run: the seven worked cases of MindFormers' document, each as the command tells it.

use crate::pile::{addressed, click, copied, copy, is_fit, llama, ready, text, wait_for};
use anyhow::{Context, Result, ensure};
use e2e::{Visit, root, shardlens, visit};
use std::path::Path;
use std::process::Command;
use thirtyfour::prelude::*;

/// The folders of the document, of recorded files: a complete checkpoint in `single`, slices with their strategies
/// in `multi`, and how the run of training case 2 is cut in `wanted`.
fn worked(into: &Path) -> Result<()> {
    copy(&root().join("tests/cases/mf_llama_full_to_dp2mp2pp2opt/src"), &into.join("single"))?;
    copy(&llama().join("src"), &into.join("multi"))?;
    copy(&llama().join("src_strategy_stages"), &into.join("multi/strategy"))?;
    std::fs::copy(
        llama().join("src_strategy_merged.ckpt"),
        into.join("multi/strategy/merged_ckpt_strategy.ckpt"),
    )?;
    copy(&llama().join("dst_strategy_stages"), &into.join("wanted"))
}

async fn drop_source(visit: &Visit, folder: &Path) -> Result<()> {
    ready(visit).await?;
    visit.drop_on("#drop-source", &[folder]).await?;
    wait_for(visit, "#chip-source").await?;
    ready(visit).await?;
    visit.find(By::Css("body")).await?.send_keys("5").await?;
    wait_for(visit, "#load-says").await
}

/// What all elements say, also those that are folded.
async fn texts(visit: &Visit, selector: &str) -> Result<Vec<String>> {
    let script =
        format!("return [...document.querySelectorAll('{selector}')].map(found => found.textContent)");
    Ok(visit.execute(script, Vec::new()).await?.convert()?)
}

/// Checks that the command which the page names tells the page's lines, in the folder that holds the dropped ones.
async fn is_told_by_the_command(visit: &Visit, folder: &Path) -> Result<()> {
    let line = texts(visit, "#load-command").await?.concat();
    let words = line.strip_prefix("shardlens ").context("no command")?.split_whitespace();
    let ran = Command::new(shardlens()?).args(words).arg("--json").current_dir(folder).output()?;
    let document: serde_json::Value = serde_json::from_slice(&ran.stdout)?;
    let steps = document["steps"].as_array().with_context(|| format!("{line}: {document}"))?;
    let yaml = steps.iter().filter_map(|step| step["yaml"].as_array()).flatten();
    let lines: Vec<String> = yaml
        .map(|line| {
            Ok(format!(
                "{}: {}",
                line["key"].as_str().context("no key")?,
                line["value"].as_str().context("no value")?
            ))
        })
        .collect::<Result<_>>()?;
    let shown = texts(visit, "[data-testid=load-line]").await?;
    ensure!(shown == lines, "{line}: the page has {shown:#?}, the command {lines:#?}");
    let commands: Vec<&str> = steps
        .iter()
        .filter_map(|step| step["shell"].as_array())
        .flatten()
        .filter_map(|it| it.as_str())
        .collect();
    let shown = texts(visit, "[id^=load-shell] > .command-line").await?;
    ensure!(shown == commands, "{line}: the page has {shown:#?}, the command {commands:#?}");
    Ok(())
}

/// Turns to what an address asks for, and waits for the case.
async fn ask(visit: &Visit, choices: &str, case: &str) -> Result<()> {
    visit.execute(format!("location.hash = 'view=plan&lang=en{choices}'"), Vec::new()).await?;
    visit.wait_for_text(&format!("In MindFormers’ document: {case}")).await
}

#[tokio::test]
async fn slices_are_told_as_the_document_and_the_command_tell_them() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    worked(scratch.path())?;
    visit("load", async |visit| {
        drop_source(visit, &scratch.path().join("multi")).await?;
        // Nothing is known of the run: as the one that saved.
        ensure!(text(visit, "#load-says").await?.starts_with("slices for a run of the same layout"));
        is_told_by_the_command(visit, scratch.path()).await?;
        ask(visit, "&load.run=predict&load.ranks=1", "inference case 1").await?;
        is_told_by_the_command(visit, scratch.path()).await?;
        ask(visit, "&load.run=predict&load.ranks=2", "inference case 2").await?;
        is_told_by_the_command(visit, scratch.path()).await?;
        // The target says all that there is to say of the run.
        visit
            .find(By::Css("#target-folder"))
            .await?
            .send_keys(scratch.path().join("wanted").to_string_lossy().as_ref())
            .await?;
        wait_for(visit, "#chip-target").await?;
        ready(visit).await?;
        ask(visit, "", "training case 2").await?;
        is_told_by_the_command(visit, scratch.path()).await?;
        let merged = "src_strategy_path_or_dir: \"multi/strategy/merged_ckpt_strategy.ckpt\"";
        let lines = texts(visit, "[data-testid=load-line]").await?;
        ensure!(lines.iter().any(|line| line == merged), "{lines:?}");
        // Where the machines have the checkpoint they have its strategy beside it.
        visit.find(By::Css("#load-path")).await?.send_keys("/worker/multi_dp2mp1pp4/").await?;
        visit.wait_for_text("\"/worker/multi_dp2mp1pp4/strategy/merged_ckpt_strategy.ckpt\"").await?;
        addressed(visit, "load.path=%2Fworker%2Fmulti_dp2mp1pp4%2F").await?;
        let lines = texts(visit, "[data-testid=load-line]").await?;
        ensure!(copied(visit, "#load-copy-0").await? == lines.join("\n"), "{lines:?}");
        // Stages in inference cannot be; the finding says so.
        click(visit, "#load-purpose button:nth-child(3)").await?;
        wait_for(visit, "#load [data-testid=finding][data-code=SL0653]").await?;
        visit.screenshot("wide").await?;
        is_fit(visit, "wide").await?;
        click(visit, "#lang").await?;
        visit.wait_for_text("在 MindFormers 中加载").await?;
        visit.resize(360, 740).await?;
        is_fit(visit, "narrow").await?;
        visit.screenshot("narrow").await.map(drop)
    })
    .await
}

#[tokio::test]
async fn a_complete_checkpoint_is_told_for_every_place() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    worked(scratch.path())?;
    visit("load-complete", async |visit| {
        visit.goto(format!("{}#theme=dark", visit.site.url())).await?;
        drop_source(visit, &scratch.path().join("single")).await?;
        ask(visit, "&load.ranks=8", "training case 1").await?;
        is_told_by_the_command(visit, scratch.path()).await?;
        ask(visit, "&load.run=predict&load.ranks=2", "inference case 3").await?;
        is_told_by_the_command(visit, scratch.path()).await?;
        ask(visit, "&load.ranks=16&load.machines=modelarts", "training on several nodes of ModelArts")
            .await?;
        is_told_by_the_command(visit, scratch.path()).await?;
        ask(visit, "&load.ranks=16", "training on several machines").await?;
        is_told_by_the_command(visit, scratch.path()).await?;
        visit.wait_for_text("MindFormers takes a disk for shared if").await?;
        // Without one it is converted before; chosen by keyboard.
        let machines = visit.find(By::Css("#load-machines")).await?;
        machines.focus().await?;
        machines.send_keys(Key::Down + "").await?;
        visit.wait_for_text("MindFormers cannot convert when this run is started").await?;
        is_told_by_the_command(visit, scratch.path()).await?;
        let steps = texts(visit, "[data-testid=load-step]").await?;
        ensure!(steps.len() == 6 && steps[1].contains("ckpt_strategy_rank_0 to 15"), "{steps:#?}");
        addressed(visit, "load.machines=own").await?;
        is_fit(visit, "own disks").await?;
        visit.screenshot("own-disks").await?;
        // The palette leads here from any view.
        click(visit, "#nav-devices").await?;
        click(visit, "#palette").await?;
        visit.find(By::Css("#palette-input")).await?.send_keys("load it" + Key::Enter).await?;
        wait_for(visit, "#load:focus").await
    })
    .await
}

#[tokio::test]
async fn slices_without_a_strategy_have_no_plan_and_are_told_what_they_need() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    worked(scratch.path())?;
    std::fs::remove_dir_all(scratch.path().join("multi/strategy"))?;
    visit("load-bare", async |visit| {
        drop_source(visit, &scratch.path().join("multi")).await?;
        visit.find(By::Css("#load-ranks")).await?.send_keys("4").await?;
        wait_for(visit, "#load [data-testid=finding][data-code=SL0651]").await?;
        is_told_by_the_command(visit, scratch.path()).await?;
        is_fit(visit, "without a plan").await
    })
    .await
}
