//! Devices: colours, zoom, balance, and the memory estimate.

use crate::big::open_16_384_ranks;
use crate::pile::{click, count, ready, wait_for};
use anyhow::{Context, Result, ensure};
use e2e::{Visit, visit};
use serde_json::json;
use thirtyfour::prelude::*;

/// Elements of the example's stage 0, a rank's share under dp2·mp1·pp4: the embedding and 8 of the layers of
/// Llama 2 7B (hidden 4096, feed-forward 11,008, vocabulary 32,000).
const STAGE_0: u64 = 32_000 * 4096 + 8 * (4 * 4096 * 4096 + 3 * 11_008 * 4096 + NORMS);
/// Two norms per layer; 8 KB each in 16 bits, too little for optimizer parallelism.
const NORMS: u64 = 2 * 4096;

async fn devices(visit: &Visit) -> Result<()> {
    ready(visit).await?;
    click(visit, "#open-example").await?;
    wait_for(visit, "[data-testid=region]").await?;
    click(visit, "#nav-devices").await?;
    wait_for(visit, "#ranks-source").await
}

/// An attribute of the first element that matches, as a number.
async fn value(visit: &Visit, selector: &str, name: &str) -> Result<u64> {
    wait_for(visit, selector).await?;
    let text = visit.find(By::Css(selector)).await?.attr(name).await?;
    Ok(text.with_context(|| format!("{selector} has no {name}"))?.parse()?)
}

async fn attribute(visit: &Visit, selector: &str, name: &str) -> Result<String> {
    let text = visit.find(By::Css(selector)).await?.attr(name).await?;
    text.with_context(|| format!("{selector} has no {name}"))
}

async fn choose(visit: &Visit, id: &str, option: &str) -> Result<()> {
    click(visit, &format!("#{id} option[value='{option}']")).await
}

#[tokio::test]
async fn arriving_at_devices_selects_no_rank() -> Result<()> {
    visit("devices-arrival", async |visit| {
        devices(visit).await?;
        let address = visit.current_url().await?.to_string();
        ensure!(!address.contains("rank="), "a rank is selected: {address}");
        ensure!(count(visit, ".details-rank").await? == 0, "the panel shows a rank");
        Ok(())
    })
    .await
}

#[tokio::test]
async fn every_colour_counts_something_else() -> Result<()> {
    visit("devices", async |visit| {
        devices(visit).await?;
        let row = ".device-sides > section:first-child [data-testid=device-row]";
        let mut seen = Vec::new();
        for (index, name) in ["bytes", "parameters", "tensors", "largest"].iter().enumerate() {
            click(visit, &format!(".view-head .segmented button:nth-child({})", index + 1)).await?;
            wait_for(visit, &format!(".devices[data-measure={name}]")).await?;
            seen.push(value(visit, row, "data-value").await?);
        }
        ensure!(seen[1] == STAGE_0, "{} parameters", seen[1]);
        // The embedding, 9 weights in each of 8 layers, and the counters of epoch and step.
        ensure!(seen[2] == 1 + 9 * 8 + 2, "{} tensors", seen[2]);
        ensure!(seen[3] == 32_000 * 4096 * 2, "the embedding is the largest, not {} bytes", seen[3]);
        ensure!(seen[0] > 2 * STAGE_0 && seen[0] < 2 * STAGE_0 + (1 << 20), "{} bytes", seen[0]);
        Ok(())
    })
    .await
}

#[tokio::test]
async fn keys_and_the_wheel_zoom_16_384_ranks() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    visit("devices-big", async |visit| {
        open_16_384_ranks(visit, scratch.path()).await?;
        click(visit, "#nav-devices").await?;
        wait_for(visit, "#ranks-target").await?;
        let canvas = visit.find(By::Css("#ranks-target")).await?;
        let shown = async || attribute(visit, "#ranks-target", "data-shown").await;
        ensure!(shown().await? == "0..64 0..256", "{}", shown().await?);
        visit.screenshot("whole").await?;
        canvas.scroll_into_view().await?;
        canvas.focus().await?;
        for _ in 0..4 {
            canvas.send_keys("+").await?;
        }
        let near = shown().await?;
        ensure!(near != "0..64 0..256", "+ does not zoom");
        visit.screenshot("near").await?;
        canvas.send_keys(Key::Right + Key::Down).await?;
        let read = visit.find(By::Css("section:has(> .grid #ranks-target) .read-out")).await?.text().await?;
        ensure!(read.contains("257"), "right and down of rank 0 is 257 of lines of 256: {read}");
        canvas.send_keys("0").await?;
        ensure!(shown().await? == "0..64 0..256", "0 shows everything");
        wheel(visit, "#ranks-target", -120).await?;
        wait_for(visit, "#ranks-target.grid-near").await?;
        click(visit, ".grid-tools button:nth-child(3)").await?;
        ensure!(shown().await? == "0..64 0..256", "the button shows everything");
        Ok(())
    })
    .await
}

/// Turns the wheel over the middle of an element, with Ctrl.
async fn wheel(visit: &Visit, selector: &str, by: i64) -> Result<()> {
    let middle = "const box = document.querySelector(arguments[0]).getBoundingClientRect();
        return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]";
    let (x, y): (i64, i64) = visit.execute(middle, vec![json!(selector)]).await?.convert()?;
    let event = json!({ "type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": by, "modifiers": 2 });
    visit.cdp().send_raw("Input.dispatchMouseEvent", event).await?;
    Ok(())
}

#[tokio::test]
async fn the_estimate_is_that_of_the_paper() -> Result<()> {
    visit("memory", async |visit| {
        devices(visit).await?;
        let total = async || {
            value(visit, "[data-testid=memory-row][data-side=source][data-rank='0']", "data-total").await
        };
        // 16 bytes per parameter: 2 + 2 + 4 + 8.
        ensure!(total().await? == 16 * STAGE_0, "{} for Adam with a master copy", total().await?);
        choose(visit, "memory-optimizer", "adam").await?;
        ensure!(total().await? == 12 * STAGE_0, "{} for Adam", total().await?);
        choose(visit, "memory-optimizer", "sgd").await?;
        choose(visit, "memory-gradient", "f32").await?;
        ensure!(total().await? == 6 * STAGE_0, "{} for SGD", total().await?);
        choose(visit, "memory-optimizer", "").await?;
        choose(visit, "memory-dealt", "on").await?;
        // dp2 deals everything but the norms; gradients stay whole.
        let kept = (STAGE_0 + 8 * NORMS) / 2;
        ensure!(total().await? == 14 * kept + 4 * STAGE_0, "{} dealt to two", total().await?);
        visit.find(By::Css(".memory")).await?.scroll_into_view().await?;
        visit.screenshot("dealt").await?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn the_picked_rank_is_marked_on_any_colour() -> Result<()> {
    visit("devices-mark", async |visit| {
        for theme in ["light", "dark"] {
            visit.goto("about:blank").await?;
            visit.goto(format!("{}#example&view=devices&theme={theme}&rank=source.0", visit.site.url())).await?;
            wait_for(visit, "#ranks-source").await?;
            ready(visit).await?;
            visit.screenshot(theme).await?;
            // Across the left edge of rank 0: the page's ground on both sides of the accent.
            let across = "const canvas = document.querySelector('#ranks-source');
                const ratio = canvas.width / canvas.clientWidth;
                const pixels = canvas.getContext('2d').getImageData(Math.round(38 * ratio), Math.round(30 * ratio), Math.round(14 * ratio), 1).data;
                const style = getComputedStyle(canvas);
                const rgb = name => style.getPropertyValue(name).trim().match(/[0-9a-f]{2}/g).map(part => parseInt(part, 16)).join();
                const all = Array.from({ length: pixels.length / 4 }, (_, at) => pixels.slice(4 * at, 4 * at + 3).join());
                const line = all.map(it => it === rgb('--accent') ? 'a' : it === rgb('--bg') ? 'g' : '.').join('');
                return line";
            let line: String = visit.execute(across, Vec::new()).await?.convert()?;
            ensure!(line.contains("ga") && line.contains("ag"), "{theme}: {line}");
        }
        Ok(())
    })
    .await
}

#[tokio::test]
async fn the_balance_is_a_picture_to_keep() -> Result<()> {
    visit("balance", async |visit| {
        devices(visit).await?;
        ensure!(count(visit, ".balance figure").await? == 2);
        let covers =
            "const box = selector => document.querySelector(`.balance ${selector}`).getBoundingClientRect();
            return box('.chart-save').bottom > box('.chart').top";
        ensure!(!visit.execute(covers, Vec::new()).await?.convert::<bool>()?, "the button lies on the bars");
        click(visit, ".balance figure:first-of-type .chart-save").await?;
        let svg = std::fs::read_to_string(visit.wait_for_download("balance-source-bytes.svg").await?)?;
        // The browser's own parser: a picture of four stages.
        let bars = "const svg = new DOMParser().parseFromString(arguments[0], 'image/svg+xml');
            return svg.querySelector('parsererror') ? -1 : svg.querySelectorAll('g[data-bar] rect').length";
        let bars: i64 = visit.execute(bars, vec![json!(svg)]).await?.convert()?;
        ensure!(bars == 4, "{bars} bars");
        Ok(())
    })
    .await
}
