//! What the page says when not all is well, or nothing is to do.

use crate::pile::{click, copy, llama, open, ready, source_of_llama, wait_for};
use anyhow::{Result, ensure};
use e2e::{root, visit};
use thirtyfour::By;

#[tokio::test]
async fn equal_sides_are_said_to_fit() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    let source = source_of_llama(scratch.path())?;
    let target = scratch.path().join("same");
    copy(&llama().join("src_strategy_stages"), &target)?;
    visit("fits", async |visit| {
        open(visit, &source, &target).await?;
        click(visit, "#nav-overview").await?;
        wait_for(visit, "#verdict[data-verdict=good]").await?;
        visit.wait_for_text("Everything fits").await?;
        visit.screenshot("en").await?;
        click(visit, "#lang").await?;
        visit.wait_for_text("一切吻合").await?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_target_alone_asks_for_its_source() -> Result<()> {
    visit("target-alone", async |visit| {
        ready(visit).await?;
        visit.drop_on("#drop-target", &[&llama().join("dst_strategy_stages")]).await?;
        visit.wait_for_text("Only the target is known").await?;
        visit.screenshot("en").await?;
        // Every view shows what is known, and has the button for the rest.
        for view in ["plan", "slices"] {
            click(visit, &format!("#nav-{view}")).await?;
            wait_for(visit, "#verdict button").await?;
            visit.screenshot(view).await?;
        }
        click(visit, "#nav-devices").await?;
        wait_for(visit, ".devices[data-measure=tensors] #ranks-target").await?;
        visit.screenshot("devices").await?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn views_after_an_unreadable_source_say_what_is_the_matter() -> Result<()> {
    visit("unreadable", async |visit| {
        ready(visit).await?;
        visit
            .drop_on("#drop-source", &[&root().join("tests/cases/hostile/strategy_text_file/s.ckpt")])
            .await?;
        wait_for(visit, "[data-testid=finding][data-severity=error]").await?;
        for view in ["tensors", "slices", "devices", "plan"] {
            click(visit, &format!("#nav-{view}")).await?;
            wait_for(visit, "[data-testid=nothing-to-show] #verdict[data-verdict=error] button").await?;
            wait_for(visit, "[data-testid=nothing-to-show] [data-severity=error]").await?;
            let says = visit.find(By::Css("#main")).await?.text().await?;
            for wrong in ["Select a tensor", "1 stage × 1 rank", "Not known", "No tensors yet"] {
                ensure!(!says.contains(wrong), "{view} says {wrong:?}: {says}");
            }
            visit.screenshot(view).await?;
        }
        Ok(())
    })
    .await
}
