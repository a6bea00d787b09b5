//! Folders to drop, and what the page says about itself.

use anyhow::{Context, Result, ensure};
use e2e::{Visit, root};
use std::path::{Path, PathBuf};
use std::time::Duration;
use thirtyfour::By;
use thirtyfour::prelude::*;

/// The recorded conversion of the documents: MindFormers' llama, dp2·mp1·pp4 on 8 ranks → dp1·mp2·pp2 on 4.
pub fn llama() -> PathBuf {
    root().join("tests/cases/mf_llama_dp2mp1pp4_to_dp1mp2pp2")
}

/// The folder a run leaves: its strategies and its checkpoint. Both hold copies of the case's files.
pub fn source_of_llama(into: &Path) -> Result<PathBuf> {
    let folder = into.join("source");
    copy(&llama().join("src_strategy_stages"), &folder.join("strategy"))?;
    copy(&llama().join("src"), &folder.join("checkpoint"))?;
    Ok(folder)
}

/// Copies a folder with everything in it.
pub fn copy(from: &Path, to: &Path) -> Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from).with_context(|| format!("no {}", from.display()))? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            std::fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// Waits until the page is ready and has planned or shown what was opened.
pub async fn ready(visit: &Visit) -> Result<()> {
    wait_for(visit, "html[data-state=ready]").await
}

/// Waits until something matches.
pub async fn wait_for(visit: &Visit, selector: &str) -> Result<()> {
    let found = visit.query(By::Css(selector)).wait(Duration::from_secs(30), Duration::from_millis(50));
    found.first().await.with_context(|| format!("nothing matches {selector}"))?;
    Ok(())
}

/// Clicks the first element that matches.
pub async fn click(visit: &Visit, selector: &str) -> Result<()> {
    wait_for(visit, selector).await?;
    visit.find(By::Css(selector)).await?.click().await?;
    Ok(())
}

/// How many elements match.
pub async fn count(visit: &Visit, selector: &str) -> Result<usize> {
    Ok(visit.find_all(By::Css(selector)).await?.len())
}

/// Bytes read, and bytes there are.
pub async fn bytes_read(visit: &Visit) -> Result<(u64, u64)> {
    let element = visit.find(By::Css("#bytes-read")).await?;
    let number = async |name| -> Result<u64> {
        Ok(element.attr(name).await?.with_context(|| format!("#bytes-read has no {name}"))?.parse()?)
    };
    Ok((number("data-read").await?, number("data-total").await?))
}

/// Drops a source folder, chooses a target folder, and waits for the plan.
pub async fn open(visit: &Visit, source: &Path, target: &Path) -> Result<()> {
    ready(visit).await?;
    visit.drop_on("#drop-source", &[source]).await?;
    wait_for(visit, "#chip-source").await?;
    ready(visit).await?;
    click(visit, "#nav-overview").await?;
    let input = visit.find(By::Css("#target-folder")).await?;
    input.send_keys(target.to_string_lossy().as_ref()).await?;
    click(visit, "#nav-plan").await?;
    wait_for(visit, "#plan-download").await
}

/// What the first element that matches says.
pub async fn text(visit: &Visit, selector: &str) -> Result<String> {
    wait_for(visit, selector).await?;
    Ok(visit.find(By::Css(selector)).await?.text().await?)
}

/// What a click on a button copies.
pub async fn copied(visit: &Visit, button: &str) -> Result<String> {
    let hear = "navigator.clipboard.writeText = text => { window.copied = text; return Promise.resolve(); }";
    visit.execute(hear, Vec::new()).await?;
    click(visit, button).await?;
    Ok(visit.execute("return window.copied", Vec::new()).await?.convert()?)
}

/// Neither seen nor in the way: axe finds no barrier, and nothing is wider than the window.
pub async fn is_fit(visit: &Visit, what: &str) -> Result<()> {
    let barriers = visit.barriers().await?;
    ensure!(barriers.is_empty(), "{what}: {barriers:#?}");
    let beyond = "const [root, main] = [document.documentElement, document.querySelector('main')];
        return Math.max(root.scrollWidth - root.clientWidth, main.scrollWidth - main.clientWidth)";
    let beyond: i64 = visit.execute(beyond, Vec::new()).await?.convert()?;
    ensure!(beyond <= 0, "{what} is {beyond} pixels too wide");
    Ok(())
}

/// Waits until the address has a part: changes within a view are gathered before it is written.
pub async fn addressed(visit: &Visit, part: &str) -> Result<()> {
    let mut address = String::new();
    for _ in 0..100 {
        address = visit.current_url().await?.to_string();
        if address.contains(part) {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    anyhow::bail!("{part} is not in {address}")
}
