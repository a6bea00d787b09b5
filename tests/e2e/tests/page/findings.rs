//! Findings: by code, with where they lead, and the causes of a pasted text.

use crate::pile::{click, count, is_fit, ready, source_of_llama, wait_for};
use anyhow::{Context, Result, ensure};
use e2e::{Visit, root, visit};
use std::path::Path;
use thirtyfour::prelude::*;

/// Drops a source that lost stage 1 and has a damaged file, and goes to its findings.
async fn lost_stage(visit: &Visit, scratch: &Path) -> Result<()> {
    let source = source_of_llama(scratch)?;
    for rank in ["rank_2", "rank_3"] {
        std::fs::remove_dir_all(source.join("checkpoint").join(rank))?;
    }
    ready(visit).await?;
    visit.drop_on("#drop-source", &[&source]).await?;
    wait_for(visit, "#verdict[data-verdict=error]").await?;
    click(visit, "#findings-all").await?;
    wait_for(visit, "#findings-view [data-testid=finding-group][data-code=SL0408]").await
}

async fn address(visit: &Visit) -> Result<String> {
    Ok(visit.current_url().await?.to_string())
}

async fn attribute(visit: &Visit, selector: &str, name: &str) -> Result<String> {
    wait_for(visit, selector).await?;
    let value = visit.find(By::Css(selector)).await?.attr(name).await?;
    value.with_context(|| format!("{selector} has no {name}"))
}

#[tokio::test]
async fn findings_are_grouped_filtered_and_lead_to_what_they_are_about() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    visit("findings", async |visit| {
        lost_stage(visit, scratch.path()).await?;
        let all = count(visit, "[data-testid=finding-group]").await?;
        ensure!(all > 1, "{all} codes");
        // Warnings alone, then all again.
        click(visit, "#findings-view .segmented button:nth-child(3)").await?;
        let warnings = count(visit, "[data-testid=finding-group]").await?;
        ensure!(
            count(visit, "[data-testid=finding]:not([data-severity=warning])").await? == 0 && warnings < all
        );
        click(visit, "#findings-view .segmented button:nth-child(1)").await?;
        // One code, which the address keeps.
        click(visit, "[data-testid=finding-group][data-code=SL0408] h2 .button").await?;
        wait_for(visit, "#findings-code-clear").await?;
        ensure!(count(visit, "[data-testid=finding-group]").await? == 1);
        visit.wait_for_text("SL0408").await?;
        click(visit, "[data-testid=finding-tensor]").await?;
        wait_for(visit, "#tensor-search").await?;
        wait_for(visit, ".details-title").await?;
        visit.back().await?;
        wait_for(visit, "#findings-code-clear").await?;
        ensure!(
            address(visit).await?.contains("view=findings") && address(visit).await?.contains("code=SL0408")
        );
        click(visit, "[data-testid=finding-rank]").await?;
        wait_for(visit, ".devices").await?;
        wait_for(visit, ".details-rank").await?;
        visit.screenshot("devices").await?;
        visit.back().await?;
        click(visit, "#findings-code-clear").await?;
        visit.screenshot("all").await?;
        ensure!(count(visit, "[data-testid=finding-group]").await? == all);
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_damaged_file_leads_to_the_rank_that_holds_it() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    visit("findings-file", async |visit| {
        let source = source_of_llama(scratch.path())?;
        let folder = source.join("checkpoint/rank_5");
        let file = std::fs::read_dir(&folder)?.next().context("no file")??.path();
        let bytes = std::fs::read(&file)?;
        std::fs::write(&file, &bytes[..bytes.len() / 2])?;
        ready(visit).await?;
        visit.drop_on("#drop-source", &[&source]).await?;
        wait_for(visit, "#verdict[data-verdict=error]").await?;
        visit.find(By::Css("body")).await?.send_keys("6").await?;
        click(visit, "[data-testid=finding][data-code=SL0103] [data-testid=finding-file]").await?;
        wait_for(visit, ".details-rank").await?;
        ensure!(address(visit).await?.contains("rank=source.5"), "{}", address(visit).await?);
        Ok(())
    })
    .await
}

#[tokio::test]
async fn all_ranks_of_a_finding_are_marked_and_its_tensors_are_folded() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    visit("findings-ranks", async |visit| {
        lost_stage(visit, scratch.path()).await?;
        let group = "[data-testid=finding-group][data-code=SL0408]";
        let text = async |selector: &str| -> Result<String> {
            Ok(visit.find(By::Css(format!("{group} {selector}"))).await?.text().await?)
        };
        let (ranks, tensors) =
            (text("[data-testid=finding-rank]").await?, text("[data-testid=finding]").await?);
        ensure!(ranks == "Ranks 2–3", "{ranks}");
        ensure!(tensors.contains(".attention.w{o,q,k,v}.weight"), "{tensors}");
        visit.screenshot("folded").await?;
        click(visit, &format!("{group} [data-testid=finding-rank]")).await?;
        wait_for(visit, ".details-rank").await?;
        wait_for(visit, "#ranks-source[data-flagged='2']").await
    })
    .await
}

#[tokio::test]
async fn a_file_of_no_rank_leads_to_the_files_of_its_side() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    visit("findings-files", async |visit| {
        let source = source_of_llama(scratch.path())?;
        let folder = source.join("checkpoint");
        let file = std::fs::read_dir(folder.join("rank_0"))?.next().context("no file")??.path();
        std::fs::copy(&file, folder.join("extra.ckpt"))?;
        ready(visit).await?;
        visit.drop_on("#drop-source", &[&source]).await?;
        wait_for(visit, "#verdict").await?;
        ready(visit).await?;
        visit.find(By::Css("body")).await?.send_keys("6").await?;
        click(visit, "[data-testid=finding][data-code=SL0221] [data-testid=finding-file]").await?;
        wait_for(visit, "#nav-overview[aria-current]").await?;
        wait_for(visit, "#ignored-source[open] #overview-file").await?;
        visit.wait_for_text("extra.ckpt").await?;
        visit.screenshot("ignored").await?;
        ensure!(visit.barriers().await?.is_empty());
        click(visit, "#files-source summary").await?;
        // A file of weights leads to its rank.
        click(visit, "#files-source li button").await?;
        wait_for(visit, ".details-rank").await
    })
    .await
}

#[tokio::test]
async fn a_pasted_text_is_explained_by_what_was_found() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    visit("findings-paste", async |visit| {
        lost_stage(visit, scratch.path()).await?;
        let field = visit.find(By::Css("#explain-text")).await?;
        field.send_keys("all is well").await?;
        visit.wait_for_text("None of the known texts").await?;
        field.clear().await?;
        field
            .send_keys("ValueError: The checkpoint file of rank2 is needed for converting rank0's checkpoint, but it is missing.")
            .await?;
        let function = attribute(visit, "[data-testid=told]", "data-function").await?;
        ensure!(function == "transform_checkpoints", "{function}");
        visit.wait_for_text("needed rank").await?;
        // The rank that the text names is one of the pile, and shown there.
        let places = texts(visit, "[data-testid=told-place]").await?;
        ensure!(places == ["Source, rank 2"], "{places:?}");
        click(visit, "[data-testid=told-place]").await?;
        wait_for(visit, ".details-rank").await?;
        ensure!(address(visit).await?.contains("rank=source.2"), "{}", address(visit).await?);
        visit.back().await?;
        // The pile shows the cause, and the answer leads to its finding.
        click(visit, "[data-testid=told-cause] [data-testid=told-finding][data-code=SL0408]").await?;
        wait_for(visit, "#findings-code-clear").await?;
        visit.screenshot("told").await?;
        Ok(())
    })
    .await
}

async fn texts(visit: &Visit, selector: &str) -> Result<Vec<String>> {
    let script =
        format!("return [...document.querySelectorAll('{selector}')].map(found => found.textContent)");
    Ok(visit.execute(script, Vec::new()).await?.convert()?)
}

/// Whoever comes with an error finds where to paste it, and what it says stays when files are opened.
/// The field with a whole log took seconds to be laid out.
#[tokio::test]
async fn of_a_whole_log_the_field_shows_the_end_and_all_is_read() -> Result<()> {
    const PASTE: &str = r#"
        const data = new DataTransfer();
        const line = "[INFO] a step has gone by\n";
        data.setData("text", "ValueError: The checkpoint file of rank2 is needed for converting rank0's checkpoint, "
            + "but it is missing.\n" + line.repeat(100000));
        const field = document.getElementById("explain-text");
        field.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
        return field.value.length"#;
    let scratch = tempfile::tempdir()?;
    visit("findings-paste-log", async |visit| {
        lost_stage(visit, scratch.path()).await?;
        wait_for(visit, "#explain-text").await?;
        let shown: usize = visit.execute(PASTE, Vec::new()).await?.convert()?;
        ensure!((60_000..=65_536).contains(&shown), "{shown}");
        let function = attribute(visit, "[data-testid=told]", "data-function").await?;
        ensure!(function == "transform_checkpoints", "{function}");
        Ok(())
    })
    .await
}

#[tokio::test]
async fn an_error_is_pasted_on_the_first_screen_and_leads_into_the_files() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    let source = source_of_llama(scratch.path())?;
    visit("start-paste", async |visit| {
        ready(visit).await?;
        ensure!(!visit.find(By::Css("#explain-text")).await?.is_displayed().await?);
        let summary = visit.find(By::Css("#start-paste > summary")).await?;
        summary.focus().await?;
        summary.send_keys(Key::Enter + "").await?;
        let field = visit.find(By::Css("#explain-text")).await?;
        field
            .send_keys("ValueError: Failed to read the checkpoint file /nas/run/checkpoint/rank_5/NAME. The file may be corrupted, and the content cannot be parsed.".replace("NAME", &name_of(&source.join("checkpoint/rank_5"))?))
            .await?;
        let function = attribute(visit, "[data-testid=told]", "data-function").await?;
        ensure!(function == "load_checkpoint", "{function}");
        ensure!(texts(visit, "[data-testid=told-place]").await?.is_empty());
        visit.wait_for_text("Open the files on either side above").await?;
        is_fit(visit, "pasted").await?;
        visit.screenshot("told").await?;
        visit.drop_on("#drop-source", &[&source]).await?;
        wait_for(visit, "#chip-source").await?;
        // What was pasted comes first. The same file is open, under another folder.
        wait_for(visit, "#nav-findings[aria-current=page]").await?;
        click(visit, "[data-testid=told-place]").await?;
        wait_for(visit, ".details-rank").await?;
        ensure!(address(visit).await?.contains("rank=source.5"), "{}", address(visit).await?);
        visit.back().await?;
        let field = visit.find(By::Css("#explain-text")).await?;
        field.clear().await?;
        field.send_keys("The param: model.norm_out.weight in rank 1 is missing.").await?;
        wait_for(visit, "[data-testid=told][data-function=_transform_parallel_safetensor]").await?;
        let places = texts(visit, "[data-testid=told-place]").await?;
        ensure!(places == ["model.norm_out.weight", "Source, rank 1"], "{places:?}");
        click(visit, "[data-testid=told-place]").await?;
        wait_for(visit, ".details-title").await?;
        ensure!(address(visit).await?.contains("tensor=model.norm_out.weight"), "{}", address(visit).await?);
        visit.resize(360, 740).await?;
        visit.back().await?;
        wait_for(visit, "[data-testid=told]").await?;
        is_fit(visit, "narrow").await
    })
    .await
}

#[tokio::test]
async fn strategies_of_two_models_are_told_apart_where_there_are_no_weights() -> Result<()> {
    let cases = root().join("tests/cases");
    visit("strategies", async |visit| {
        ready(visit).await?;
        visit.drop_on("#drop-source", &[&cases.join("moe_ep2mp2_to_ep4/src_strategy.ckpt")]).await?;
        wait_for(visit, "#chip-source").await?;
        ready(visit).await?;
        let target = cases.join("dp2mp1pp4_to_dp1mp2pp2/dst_strategy_merged.ckpt");
        let input = visit.find(By::Css("#target-files")).await?;
        input.send_keys(target.to_string_lossy().as_ref()).await?;
        wait_for(visit, "#nav-findings").await?;
        click(visit, "#nav-findings").await?;
        wait_for(visit, "[data-testid=finding-group][data-code=SL0714]").await?;
        ensure!(count(visit, "#findings-view [data-testid=finding][data-code=SL0714]").await? == 2);
        Ok(())
    })
    .await
}

/// The name of the one file in a folder.
fn name_of(folder: &Path) -> Result<String> {
    let file = std::fs::read_dir(folder)?.next().context("no file")??;
    file.file_name().into_string().map_err(|name| anyhow::anyhow!("{name:?}"))
}
