//! Which files are on which side: exchanged, named, emptied, taken back, remembered.

use crate::pile::{click, count, llama, open, ready, source_of_llama, wait_for};
use anyhow::{Context, Result, ensure};
use e2e::{Visit, visit};
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
