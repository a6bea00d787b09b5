//! Changing one's mind while many files are opened.

use crate::pile::{click, ready, wait_for};
use anyhow::{Result, ensure};
use e2e::visit;
use std::fs;
use std::path::Path;
use thirtyfour::By;

/// Enough that opening them takes much longer than pressing a button.
const FILES: usize = 20_000;

#[tokio::test]
async fn opening_many_files_can_be_cancelled() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    many_files(scratch.path())?;
    visit("cancel", async |visit| {
        ready(visit).await?;
        visit.drop_on("#drop-source", &[scratch.path()]).await?;
        click(visit, "#cancel").await?;
        wait_for(visit, "#cancelled").await?;
        ready(visit).await?;
        ensure!(visit.find_all(By::Css("#nav-overview")).await?.is_empty(), "something is open");
        // The page goes on from where it was.
        click(visit, "#open-example").await?;
        wait_for(visit, "#nav-tensors").await?;
        ready(visit).await?;
        ensure!(visit.find_all(By::Css("#cancelled")).await?.is_empty(), "the notice stays for ever");
        Ok(())
    })
    .await
}

/// Files that are no weights, each other than the rest.
fn many_files(folder: &Path) -> Result<()> {
    for index in 0..FILES {
        fs::write(folder.join(format!("{index}.json")), format!("{{\"n\": {index}}}"))?;
    }
    Ok(())
}
