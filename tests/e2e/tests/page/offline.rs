//! Without a network, and from any folder of any server.

use crate::pile::{click, copy, ready, wait_for};
use anyhow::{Context, Result, ensure};
use e2e::{Browser, Site, root, visit};

const KEPT: &str = "
    const [done] = arguments;
    navigator.serviceWorker.ready.then(async () => {
        const names = await caches.keys();
        const cache = await caches.open(names[0]);
        done([names.length, (await cache.keys()).length]);
    });";

#[tokio::test]
async fn the_second_visit_needs_no_server() -> Result<()> {
    visit("offline", async |visit| {
        ready(visit).await?;
        let kept: (usize, usize) = visit.execute_async(KEPT, Vec::new()).await?.convert()?;
        ensure!(kept.0 == 1 && kept.1 >= 8, "{kept:?}");
        visit.site.stop();
        visit.goto(format!("{}?theme=dark", visit.site.url())).await?;
        ready(visit).await?;
        click(visit, "#open-example").await?;
        wait_for(visit, "[data-testid=region][data-side=target]").await?;
        // What the browser says of the server that is gone is no complaint about the page.
        let complaints = visit.complaints().await?;
        let other = complaints.iter().filter(|entry| !entry.message.contains("ERR_CONNECTION_REFUSED"));
        ensure!(other.count() == 0, "{complaints:#?}");
        Ok(())
    })
    .await
}

#[tokio::test]
async fn it_works_in_a_folder_of_any_server() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    copy(&root().join("dist"), &scratch.path().join("tools/shardlens"))?;
    let site = Site::start(scratch.path())?;
    let browser = Browser::start().await?;
    browser.goto(format!("{}tools/shardlens/index.html", site.url())).await?;
    browser.wait_for_text("shardlens").await?;
    let opened = "
        const [done] = arguments;
        const look = () => {
            const button = document.querySelector('#open-example:not(:disabled)');
            if (document.querySelector('[data-testid=region]')) return done('shown');
            if (button) button.click();
            setTimeout(look, 50);
        };
        look();";
    let shown: String = browser.execute_async(opened, Vec::new()).await?.convert()?;
    ensure!(shown == "shown");
    let kept: (usize, usize) = browser.execute_async(KEPT, Vec::new()).await?.convert()?;
    ensure!(kept.0 == 1 && kept.1 >= 8, "{kept:?}");
    ensure!(browser.complaints().await?.is_empty());
    browser.quit().await?;
    Ok(())
}

#[tokio::test]
async fn a_new_build_replaces_the_old_one() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    copy(&root().join("dist"), scratch.path())?;
    let site = Site::start(scratch.path())?;
    let browser = Browser::start().await?;
    browser.goto(site.url()).await?;
    let kept: (usize, usize) = browser.execute_async(KEPT, Vec::new()).await?.convert()?;
    ensure!(kept.0 == 1, "{kept:?}");
    // Another build: one of its files has another name.
    let entries = std::fs::read_dir(scratch.path())?.collect::<Result<Vec<_>, _>>()?;
    let mut names = entries.iter().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let old = names.find(|name| name.starts_with("print-")).context("no style sheet for print")?;
    let new = "print-0123456789abcdef.css";
    std::fs::rename(scratch.path().join(&old), scratch.path().join(new))?;
    let index = scratch.path().join("index.html");
    std::fs::write(&index, std::fs::read_to_string(&index)?.replace(&old, new))?;
    browser.refresh().await?;
    let replaced = "
        const [done, name] = [arguments[1], arguments[0]];
        const look = async () => {
            const names = await caches.keys();
            if (names.length === 1 && names[0].includes(name)) return done('replaced');
            setTimeout(look, 50);
        };
        look();";
    let outcome = browser.execute_async(replaced, vec![new.into()]).await?;
    ensure!(outcome.convert::<String>()? == "replaced");
    ensure!(browser.complaints().await?.is_empty());
    browser.quit().await?;
    Ok(())
}
