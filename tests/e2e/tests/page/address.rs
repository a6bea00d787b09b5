//! The address keeps what is shown, and brings it back.

use crate::pile::{click, ready, source_of_llama, wait_for};
use anyhow::{Result, ensure};
use e2e::{Visit, visit};
use std::time::Duration;
use thirtyfour::By;

/// The part of the address after its `#`.
async fn hash(visit: &Visit) -> Result<String> {
    Ok(visit.execute("return location.hash", Vec::new()).await?.convert()?)
}

/// Waits until the address contains `part`.
async fn until(visit: &Visit, part: &str) -> Result<()> {
    for _ in 0..200 {
        if hash(visit).await?.contains(part) {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    anyhow::bail!("the address never said {part:?}: {}", hash(visit).await?)
}

async fn search(visit: &Visit) -> Result<String> {
    let field = visit.find(By::Css("#tensor-search")).await?;
    Ok(field.prop("value").await?.unwrap_or_default())
}

#[tokio::test]
async fn a_link_shows_a_colleague_the_same() -> Result<()> {
    let mut link = String::new();
    visit("address-give", async |visit| {
        ready(visit).await?;
        click(visit, "#open-example").await?;
        wait_for(visit, "[data-testid=region][data-side=target]").await?;
        click(visit, "#nav-tensors").await?;
        visit.find(By::Css("#tensor-search")).await?.send_keys("layers.9.attention.wq").await?;
        until(visit, "tensors.search=layers.9.attention.wq").await?;
        click(visit, "[data-testid=tensor-row][data-name$='layers.9.attention.wq.weight']").await?;
        until(visit, "layers.9.attention.wq.weight").await?;
        click(visit, "#lang").await?;
        until(visit, "lang=zh").await?;
        link = hash(visit).await?;
        Ok(())
    })
    .await?;
    visit("address-take", async |visit| {
        visit.goto(format!("{}?fresh{link}", visit.site.url())).await?;
        wait_for(visit, "html[lang=zh-CN]").await?;
        wait_for(visit, "#nav-tensors[aria-current]").await?;
        wait_for(visit, ".selected[data-name$='layers.9.attention.wq.weight']").await?;
        ensure!(search(visit).await? == "layers.9.attention.wq");
        Ok(())
    })
    .await
}

#[tokio::test]
async fn back_and_forward_go_through_the_views() -> Result<()> {
    visit("address-back", async |visit| {
        ready(visit).await?;
        click(visit, "#open-example").await?;
        wait_for(visit, "#nav-slices[aria-current]").await?;
        until(visit, "view=slices").await?;
        for view in ["tensors", "plan", "overview"] {
            click(visit, &format!("#nav-{view}")).await?;
            until(visit, &format!("view={view}")).await?;
        }
        for view in ["plan", "tensors", "slices"] {
            visit.back().await?;
            wait_for(visit, &format!("#nav-{view}[aria-current]")).await?;
        }
        visit.forward().await?;
        wait_for(visit, "#nav-tensors[aria-current]").await?;
        visit.execute("location.hash = 'view=devices'", Vec::new()).await?;
        wait_for(visit, "#nav-devices[aria-current]").await?;
        visit.back().await?;
        wait_for(visit, "#nav-tensors[aria-current]").await
    })
    .await
}

#[tokio::test]
async fn a_link_waits_for_its_pile() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    let source = source_of_llama(scratch.path())?;
    visit("address-waits", async |visit| {
        let link = "view=slices&tensor=model.layers.1.attention.wo.weight&rank=source.5";
        visit.goto(format!("{}?fresh#{link}", visit.site.url())).await?;
        ready(visit).await?;
        visit.drop_on("#drop-source", &[&source]).await?;
        wait_for(visit, "#nav-slices[aria-current]").await?;
        visit.wait_for_text("model.layers.1.attention.wo.weight").await?;
        until(visit, "rank=source.5").await?;
        // Neither a path nor a file's name is in the address.
        let link = hash(visit).await?;
        ensure!(!link.contains("ckpt") && !link.contains("checkpoint"), "{link}");
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_link_to_a_tensor_that_is_not_there_keeps_its_name_and_says_so() -> Result<()> {
    const NAME: &str = "model.layers.99.attention.wq.weight";
    visit("address-missing", async |visit| {
        visit.goto(format!("{}?fresh#example&view=slices&tensor={NAME}", visit.site.url())).await?;
        wait_for(visit, "[data-testid=region]").await?;
        visit.wait_for_text(&format!("This link names {NAME}, which these files do not hold.")).await?;
        visit.screenshot("en").await?;
        click(visit, "#nav-tensors").await?;
        until(visit, "view=tensors").await?;
        until(visit, &format!("tensor={NAME}")).await?;
        // Whoever chooses another has it in the link.
        visit.find(By::Css("#tensor-search")).await?.send_keys("layers.9.attention.wq").await?;
        click(visit, "[data-testid=tensor-row][data-name$='layers.9.attention.wq.weight']").await?;
        until(visit, "layers.9.attention.wq.weight").await?;
        ensure!(visit.find_all(By::Css("#link-lacks")).await?.is_empty());
        Ok(())
    })
    .await
}

#[tokio::test]
async fn an_address_typed_on_the_first_screen_opens_the_example() -> Result<()> {
    visit("address-typed", async |visit| {
        ready(visit).await?;
        visit.execute("location.hash = 'example&view=tensors'", Vec::new()).await?;
        wait_for(visit, "[role=treegrid]").await
    })
    .await
}

#[tokio::test]
async fn going_to_an_address_of_the_example_takes_nothing_of_what_is_open() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    let source = source_of_llama(scratch.path())?;
    visit("address-own", async |visit| {
        ready(visit).await?;
        visit.drop_on("#drop-source", &[&source]).await?;
        wait_for(visit, "#chip-source").await?;
        visit.execute("location.hash = 'example&view=tensors'", Vec::new()).await?;
        wait_for(visit, "#nav-tensors[aria-current=page]").await?;
        // The page writes back what is open.
        until(visit, "view=tensors&").await?;
        ensure!(!hash(visit).await?.contains("example"), "{}", hash(visit).await?);
        Ok(())
    })
    .await
}
