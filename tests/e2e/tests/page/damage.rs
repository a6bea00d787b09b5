//! Files that are not what they should be.

use crate::pile::{bytes_read, click, llama, ready, source_of_llama, wait_for};
use anyhow::{Context, Result, ensure};
use e2e::visit;
use thirtyfour::By;

#[tokio::test]
async fn a_corrupt_file_is_named_and_the_rest_still_works() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    let source = source_of_llama(scratch.path())?;
    let damaged = source.join("checkpoint/rank_5/llama_rank_5-1_10.ckpt");
    let bytes = std::fs::read(&damaged)?;
    std::fs::write(&damaged, &bytes[..bytes.len() / 2])?;
    visit("damage", async |visit| {
        ready(visit).await?;
        visit.drop_on("#drop-source", &[&source]).await?;
        wait_for(visit, "[data-testid=finding][data-severity=error]").await?;
        visit.wait_for_text("rank_5/llama_rank_5-1_10.ckpt").await?;
        // The tensors of the other files are there all the same.
        click(visit, "#nav-tensors").await?;
        wait_for(visit, "[data-testid=tensor-row]").await
    })
    .await
}

/// One read takes the beginnings of many files: those that cannot be read any more must not take
/// the others along.
#[tokio::test]
async fn a_file_that_changes_after_it_was_chosen_is_told_and_the_others_are_read() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    let source = source_of_llama(scratch.path())?.join("checkpoint");
    let file = |rank: u32| source.join(format!("rank_{rank}/llama_rank_{rank}-1_10.ckpt"));
    visit("changed", async |visit| {
        ready(visit).await?;
        let own = "document.body.append(Object.assign(document.createElement('input'), \
            { type: 'file', multiple: true, id: 'own' }))";
        visit.execute(own, Vec::new()).await?;
        let paths: Vec<_> = (0..8).map(|rank| file(rank).display().to_string()).collect();
        visit.find(By::Css("#own")).await?.send_keys(paths.join("\n")).await?;
        std::fs::write(file(2), "shorter")?;
        let choose = "const chosen = new DataTransfer(), input = document.querySelector('#source-files');
            for (const file of document.querySelector('#own').files) chosen.items.add(file);
            input.files = chosen.files;
            input.dispatchEvent(new Event('change', { bubbles: true }))";
        visit.execute(choose, Vec::new()).await?;
        wait_for(visit, "[data-testid=finding][data-code=SL0101]").await?;
        visit.wait_for_text("llama_rank_2-1_10.ckpt cannot be read").await?;
        let unreadable = visit.find_all(By::Css("[data-testid=finding][data-code=SL0101]")).await?;
        ensure!(unreadable.len() == 1, "{} files cannot be read", unreadable.len());
        let text = visit.find(By::Css("main")).await?.text().await?;
        ensure!(!text.contains(".."), "{text}");
        ensure!(text.contains("7 files"), "{text}");
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_lost_stage_stops_and_its_finding_leads_to_its_ranks_and_tensors() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    let source = source_of_llama(scratch.path())?;
    for rank in ["rank_2", "rank_3"] {
        std::fs::remove_dir_all(source.join("checkpoint").join(rank))?;
    }
    visit("lost-stage", async |visit| {
        ready(visit).await?;
        visit.drop_on("#drop-source", &[&source]).await?;
        wait_for(visit, "#verdict[data-verdict=error]").await?;
        wait_for(visit, "[data-testid=finding][data-code=SL0408]").await?;
        click(visit, "[data-testid=finding-rank]").await?;
        wait_for(visit, ".details-rank").await?;
        let tensor = visit.find(By::Css("[data-testid=finding-tensor]")).await?;
        tensor.click().await?;
        let title = visit.find(By::Css(".details-title")).await?.text().await?;
        // Names have places to break.
        let letters = |text: &str| text.chars().filter(|c| c.is_ascii_graphic()).collect::<String>();
        let first = tensor.attr("data-name").await?.context("no name")?;
        ensure!(letters(&title) == first, "{title} is not {first}");
        Ok(())
    })
    .await
}

#[tokio::test]
async fn junk_alone_is_said_to_be_junk() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    let junk = scratch.path().join("notes.txt");
    std::fs::write(&junk, "nothing of interest")?;
    visit("junk", async |visit| {
        ready(visit).await?;
        visit.drop_on("#drop-source", &[&junk]).await?;
        click(visit, "details summary").await?;
        visit.wait_for_text("notes.txt").await?;
        let (read, total) = bytes_read(visit).await?;
        ensure!(read <= total, "{read} of {total} bytes were read");
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_second_pile_replaces_nothing_of_the_other_side() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    let source = source_of_llama(scratch.path())?;
    visit("sides", async |visit| {
        crate::pile::open(visit, &source, &llama().join("dst_strategy_stages")).await?;
        let chip = visit.find(By::Css("#chip-source")).await?.text().await?;
        ensure!(chip.contains('8'), "the source has 8 ranks: {chip}");
        Ok(())
    })
    .await
}
