//! The built-in example, which a visitor sees first.

use crate::pile::{bytes_read, click, count, ready, wait_for};
use anyhow::{Result, ensure};
use e2e::visit;

#[tokio::test]
async fn the_example_speaks_after_one_click() -> Result<()> {
    visit("example", async |visit| {
        ready(visit).await?;
        click(visit, "#open-example").await?;
        // The Slices view of a tensor that is cut on both sides.
        wait_for(visit, "[data-testid=region][data-side=source]").await?;
        wait_for(visit, "[data-testid=region][data-side=target]").await?;
        let regions = count(visit, "[data-testid=region][data-side=target]").await?;
        ensure!(regions == 2, "dp1·mp2 cuts in two, {regions} are drawn");
        ensure!(count(visit, "[data-testid=region-row]").await? > 0, "no table says the same");
        let (read, total) = bytes_read(visit).await?;
        ensure!(total > 20 << 30, "8 ranks of llama-7B in pairs are 25 GiB, not {total} bytes");
        ensure!(read > 0 && read < 1 << 20, "{read} bytes were read");
        Ok(())
    })
    .await
}

#[tokio::test]
async fn every_view_of_the_example_shows_something() -> Result<()> {
    visit("views", async |visit| {
        ready(visit).await?;
        click(visit, "#open-example").await?;
        wait_for(visit, "[data-testid=region]").await?;
        click(visit, "#nav-overview").await?;
        visit.wait_for_text("25").await?;
        click(visit, "#nav-tensors").await?;
        wait_for(visit, "[data-testid=tensor-row]").await?;
        click(visit, "#nav-devices").await?;
        wait_for(visit, "canvas, svg").await?;
        click(visit, "#nav-plan").await?;
        wait_for(visit, "[data-testid=rank-row][data-side=target][data-last='3']").await?;
        Ok(())
    })
    .await
}
