//! How long frames of 250,000 cells take to draw while they pan and zoom, in headless Chromium without a GPU.

use anyhow::{Context, Result};
use e2e::{Visit, visit};
use std::time::Duration;
use thirtyfour::By;
use thirtyfour::prelude::*;

#[tokio::main]
async fn main() -> Result<()> {
    visit("frames", async |visit| {
        visit.goto(format!("{}?stress", visit.site.url())).await?;
        let done = By::Css("html[data-stress=done]");
        visit.query(done).wait(Duration::from_secs(120), Duration::from_millis(200)).first().await?;
        for (name, says) in [("work", "drawing a frame"), ("interval", "from frame to frame")] {
            let [p50, p95, max] = ["p50", "p95", "max"].map(|part| format!("data-{name}-{part}"));
            let (p50, p95, max) =
                (figure(visit, &p50).await?, figure(visit, &p95).await?, figure(visit, &max).await?);
            println!("{says}: p50 {p50:.1} ms, p95 {p95:.1} ms, max {max:.1} ms");
        }
        visit.screenshot("done").await?;
        Ok(())
    })
    .await
}

/// A figure of the page, in milliseconds.
async fn figure(visit: &Visit, name: &str) -> Result<f64> {
    let root = visit.find(By::Css("html")).await?;
    let text = root.attr(name).await?.with_context(|| format!("the page tells no {name}"))?;
    Ok(text.parse::<f64>()? / 1000.0)
}
