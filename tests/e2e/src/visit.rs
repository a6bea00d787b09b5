//! A visit: site, browser, body, and what must hold afterwards.

use crate::{Browser, Site, files, likeness};
use anyhow::{Context, Result, ensure};
use std::ops::Deref;
use std::path::PathBuf;

/// One visit to the page; derefs to the browser and so to its WebDriver session.
pub struct Visit {
    /// The topic, which names its pictures.
    name: String,
    browser: Browser,
    /// The site, which a topic may stop.
    pub site: Site,
}

/// Opens the page in a fresh browser and runs `body`.
///
/// Fails with it, with anything that the browser complained about, and with any request that left the machine.
/// A failing body leaves a picture in `target/screenshots/`.
pub async fn visit(name: &str, body: impl AsyncFnOnce(&mut Visit) -> Result<()>) -> Result<()> {
    let site = Site::start(&files::page()?)?;
    let mut visit = Visit { name: name.to_owned(), browser: Browser::start().await?, site };
    let outcome = visit.run(body).await;
    if outcome.is_err() {
        visit.screenshot("failed").await?;
    }
    let complaints = visit.complaints().await?;
    let network = visit.browser.quit().await?;
    outcome.with_context(|| format!("on the console: {complaints:#?}"))?;
    ensure!(complaints.is_empty(), "the browser complained: {complaints:#?}");
    let outside = network.left_the_machine();
    ensure!(outside.is_empty(), "requests left the machine: {outside:#?}");
    Ok(())
}

impl Visit {
    async fn run(&mut self, body: impl AsyncFnOnce(&mut Self) -> Result<()>) -> Result<()> {
        self.goto(self.site.url()).await?;
        body(self).await
    }

    /// Takes a picture into `target/screenshots/TOPIC-NAME.png`.
    pub async fn screenshot(&self, name: &str) -> Result<PathBuf> {
        let path = files::screenshots()?.join(format!("{}-{name}.png", self.name));
        self.browser.screenshot(&path).await?;
        Ok(path)
    }

    /// Takes a picture and compares it with the one that was approved.
    pub async fn looks_as_approved(&self, name: &str) -> Result<()> {
        let path = self.screenshot(name).await?;
        let fonts: String = self.execute(likeness::FONTS, Vec::new()).await?.convert()?;
        likeness::compare(&path, &format!("{}-{name}", self.name), &fonts)
    }
}

impl Deref for Visit {
    type Target = Browser;

    fn deref(&self) -> &Browser {
        &self.browser
    }
}
