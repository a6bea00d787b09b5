//! Which files are on which side: exchanged, named, emptied, taken back, remembered.

use crate::pile::{click, copy, count, llama, open, ready, source_of_llama, wait_for};
use anyhow::{Context, Result, ensure};
use e2e::{Visit, root, visit};
use std::path::{Path, PathBuf};
use std::time::Duration;
use thirtyfour::{By, Key};

/// Waits until the chip of a side contains `text`.
async fn chip(visit: &Visit, side: &str, text: &str) -> Result<()> {
    let mut says = String::new();
    for _ in 0..200 {
        if let Ok(element) = visit.find(By::Css(format!("#chip-{side}"))).await {
            says = element.prop("textContent").await?.unwrap_or_default();
        }
        if says.contains(text) {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    anyhow::bail!("the chip of the {side} says {says:?}, not {text:?}")
}

async fn choose(visit: &Visit, side: &str, command: &str) -> Result<()> {
    click(visit, &format!("#chip-{side}")).await?;
    click(visit, &format!("#menu-{side} [data-command^={command}]")).await
}

#[tokio::test]
async fn sides_are_exchanged_named_emptied_and_taken_back() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    let source = source_of_llama(scratch.path())?;
    visit("sides", async |visit| {
        open(visit, &source, &llama().join("dst_strategy_stages")).await?;
        chip(visit, "source", "dp2·mp1·pp4").await?;
        chip(visit, "target", "dp1·mp2·pp2").await?;

        click(visit, "#chip-source").await?;
        visit.screenshot("menu").await?;
        let label = visit.find(By::Css("#label-source")).await?;
        label.send_keys("night run").await?;
        label.send_keys(Key::Enter).await?;
        chip(visit, "source", "night run").await?;
        press_escape(visit).await?;

        choose(visit, "source", "Swap").await?;
        chip(visit, "target", "night run").await?;
        chip(visit, "source", "dp1·mp2·pp2").await?;
        click(visit, "#undo").await?;
        chip(visit, "source", "night run").await?;

        choose(visit, "target", "Clear").await?;
        chip(visit, "target", "complete").await?;
        visit.active_element().await?.send_keys(Key::Control + "z").await?;
        chip(visit, "target", "dp1·mp2·pp2").await?;
        visit.active_element().await?.send_keys(Key::Control + Key::Shift + "z").await?;
        chip(visit, "target", "complete").await?;
        Ok(())
    })
    .await
}

async fn press_escape(visit: &Visit) -> Result<()> {
    Ok(visit.active_element().await?.send_keys(Key::Escape).await?)
}

#[tokio::test]
async fn what_was_opened_is_remembered_by_name_until_it_is_cleared() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    let source = source_of_llama(scratch.path())?;
    visit("recent", async |visit| {
        ready(visit).await?;
        ensure!(count(visit, "#recent").await? == 0);
        visit.drop_on("#drop-source", &[&source]).await?;
        chip(visit, "source", "8 ranks").await?;
        click(visit, "#restart").await?;
        wait_for(visit, "#recent").await?;
        let says = visit.find(By::Css("#recent")).await?.text().await?;
        ensure!(says.contains("source") && says.contains("8 ranks"), "{says}");
        let kept = visit.execute("return localStorage['shardlens.recent']", Vec::new()).await?;
        let kept: String = kept.convert().context("something is kept")?;
        ensure!(!kept.contains("rank_0") && !kept.contains("model."), "{kept}");
        visit.refresh().await?;
        wait_for(visit, "#recent").await?;
        visit.screenshot("start").await?;
        click(visit, "#recent-clear").await?;
        visit.refresh().await?;
        ready(visit).await?;
        ensure!(count(visit, "#recent").await? == 0);
        Ok(())
    })
    .await
}

/// A job with experts, as a folder of this name.
fn experts(into: &Path, name: &str, strategy: &str) -> Result<PathBuf> {
    let case = root().join("tests/cases/moe_ep2mp2_to_ep4");
    let folder = into.join(name);
    copy(&case.join("src"), &folder.join("weights"))?;
    std::fs::copy(case.join(strategy), folder.join("strategy.ckpt"))?;
    Ok(folder)
}

#[tokio::test]
async fn the_parallel_label_does_not_call_experts_model_parallel() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    let source = experts(scratch.path(), "job", "src_strategy.ckpt")?;
    // Of the next job there is only its strategy.
    let target = scratch.path().join("next");
    std::fs::create_dir_all(&target)?;
    let case = root().join("tests/cases/moe_ep2mp2_to_ep4");
    std::fs::copy(case.join("dst_strategy.ckpt"), target.join("strategy.ckpt"))?;
    visit("experts", async |visit| {
        open(visit, &source, &target).await?;
        chip(visit, "source", "ep2·mp2·pp1").await?;
        chip(visit, "target", "ep4·mp1·pp1").await?;
        click(visit, "#nav-overview").await?;
        let title = visit.find(By::Css("h1")).await?.text().await?;
        ensure!(title.contains("ep2·mp2·pp1") && title.contains("ep4·mp1·pp1"), "{title}");
        click(visit, "#nav-devices").await?;
        // Downwards and across.
        visit.wait_for_text("pp 1 · ep 2").await?;
        visit.wait_for_text("mp 2").await
    })
    .await
}

#[tokio::test]
async fn starting_over_is_taken_back_from_the_first_screen() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    let source = source_of_llama(scratch.path())?;
    visit("start-over", async |visit| {
        ready(visit).await?;
        visit.drop_on("#drop-source", &[&source]).await?;
        chip(visit, "source", "8 ranks").await?;
        click(visit, "#restart").await?;
        wait_for(visit, "#closed").await?;
        visit.screenshot("closed").await?;
        visit.active_element().await?.send_keys(Key::Control + "z").await?;
        chip(visit, "source", "8 ranks").await?;
        click(visit, "#restart").await?;
        click(visit, "#closed button").await?;
        chip(visit, "source", "8 ranks").await?;
        // The example, too, comes back as the example.
        click(visit, "#restart").await?;
        click(visit, "#open-example").await?;
        wait_for(visit, ".chip-example").await?;
        click(visit, "#restart").await?;
        click(visit, "#closed button").await?;
        wait_for(visit, ".chip-example").await
    })
    .await
}

#[tokio::test]
async fn opening_another_job_replaces_the_first_and_offers_to_add_instead() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    let first = source_of_llama(scratch.path())?;
    let second = experts(scratch.path(), "experts", "src_strategy.ckpt")?;
    visit("replace", async |visit| {
        ready(visit).await?;
        visit.drop_on("#drop-source", &[&first]).await?;
        chip(visit, "source", "8 ranks").await?;
        let input = visit.find(By::Css("#source-folder")).await?;
        input.send_keys(second.to_string_lossy().as_ref()).await?;
        chip(visit, "source", "4 ranks").await?;
        visit.wait_for_text("Source: replaced source").await?;
        visit.screenshot("replaced").await?;
        click(visit, "[data-testid=combine]").await?;
        chip(visit, "source", "contradictory").await?;
        // Of the two checkpoints one is chosen in the finding, from what was read already.
        click(visit, "#nav-overview").await?;
        visit.wait_for_text("Use source/checkpoint · 8 files").await?;
        visit.screenshot("several").await?;
        click(visit, "[data-code=SL0219] [data-testid=finding-folder]:nth-of-type(2)").await?;
        for _ in 0..200 {
            if count(visit, "[data-code=SL0219]").await? == 0 {
                return chip(visit, "source", "8 ranks").await;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        anyhow::bail!("the checkpoint that was chosen is not used")
    })
    .await
}
