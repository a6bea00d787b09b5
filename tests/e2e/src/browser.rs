//! One headless Chromium with a profile of its own.

use crate::accessibility;
use crate::driver::Driver;
use crate::drop;
use crate::network::NetworkLog;
use anyhow::{Context, Result, bail, ensure};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use thirtyfour::common::capabilities::chromium::ChromiumLikeCapabilities;
use thirtyfour::{BrowserLogEntry, DesiredCapabilities, LoggingPrefsLogLevel, WebDriver};

/// What every browser is started with.
const FLAGS: [&str; 9] = [
    "--headless=new",
    // Continuous integration runs as root, where Chromium's sandbox refuses to start.
    "--no-sandbox",
    "--disable-gpu",
    // Containers give /dev/shm 64 MiB.
    "--disable-dev-shm-usage",
    // Chromium calls out by itself; neither that nor anything else resolves.
    "--disable-background-networking",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--window-size=1440,900",
    "--force-device-scale-factor=1",
    "--lang=en-US",
];

/// How long anything may take before a topic gives up.
const PATIENCE: Duration = Duration::from_secs(30);
const PAUSE: Duration = Duration::from_millis(50);

/// A browser; derefs to its WebDriver session.
pub struct Browser {
    session: WebDriver,
    // In this order: the driver ends before its files are removed.
    _driver: Driver,
    scratch: TempDir,
}

impl Browser {
    /// Starts one.
    pub async fn start() -> Result<Self> {
        let scratch = TempDir::with_prefix("shardlens-e2e-")?;
        std::fs::create_dir(downloads_in(scratch.path()))?;
        let driver = Driver::start(scratch.path())?;
        let capabilities = capabilities(scratch.path())?;
        let session = WebDriver::new(driver.url(), capabilities).await.context("cannot start Chromium")?;
        Ok(Self { session, _driver: driver, scratch })
    }

    /// Where downloads go.
    pub fn downloads(&self) -> PathBuf {
        downloads_in(self.scratch.path())
    }

    /// What the browser complained about since it was asked last: uncaught errors, failed loads, violations
    /// of the page's policy and `console.error`.
    pub async fn complaints(&self) -> Result<Vec<BrowserLogEntry>> {
        let entries = self.session.browser_log().await?;
        Ok(entries.into_iter().filter(|entry| entry.level == "SEVERE").collect())
    }

    /// What stands in the way of people who do not see the page, or see it badly.
    pub async fn barriers(&self) -> Result<Vec<String>> {
        accessibility::complaints(&self.session).await
    }

    /// Drops files or folders on the element that matches `selector`.
    pub async fn drop_on(&self, selector: &str, paths: &[&Path]) -> Result<()> {
        drop::paths(&self.session, selector, paths).await
    }

    /// Gives the page a size in CSS pixels; a window's own frame differs between browsers.
    pub async fn resize(&self, width: u32, height: u32) -> Result<()> {
        let size =
            serde_json::json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.session.cdp().send_raw("Emulation.setDeviceMetricsOverride", size).await?;
        Ok(())
    }

    /// Waits until the page's text, as a person sees it, contains `text`.
    pub async fn wait_for_text(&self, text: &str) -> Result<()> {
        let start = Instant::now();
        loop {
            let shown = self.session.execute("return document.body.innerText", Vec::new()).await?;
            let shown: String = shown.convert()?;
            if shown.contains(text) {
                return Ok(());
            }
            if start.elapsed() > PATIENCE {
                bail!("the page never said {text:?}; it says:\n{shown}");
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Waits until a download with that name is complete, and gives its path.
    pub async fn wait_for_download(&self, name: &str) -> Result<PathBuf> {
        let path = self.downloads().join(name);
        let start = Instant::now();
        // Chromium mostly writes under another name and renames; a file was seen before its end was there.
        let mut before = None;
        loop {
            let size = std::fs::metadata(&path).ok().map(|file| file.len()).filter(|&size| size > 0);
            if size.is_some() && size == before {
                return Ok(path);
            }
            before = size;
            ensure!(start.elapsed() < PATIENCE, "no download {name:?} arrived");
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Ends the browser, which completes its network log.
    pub async fn quit(self) -> Result<NetworkLog> {
        self.session.quit().await?;
        NetworkLog::read(&network_log_in(self.scratch.path()))
    }
}

impl Deref for Browser {
    type Target = WebDriver;

    fn deref(&self) -> &WebDriver {
        &self.session
    }
}

fn capabilities(scratch: &Path) -> Result<impl Into<thirtyfour::Capabilities>> {
    let mut capabilities = DesiredCapabilities::chrome();
    for flag in FLAGS {
        capabilities.add_arg(flag)?;
    }
    capabilities.add_arg(&format!("--log-net-log={}", network_log_in(scratch).display()))?;
    capabilities.set_browser_log_level(LoggingPrefsLogLevel::All)?;
    let preferences = serde_json::json!({
        "download.default_directory": downloads_in(scratch),
        "intl.accept_languages": "en-US",
    });
    capabilities.add_experimental_option("prefs", preferences)?;
    Ok(capabilities)
}

fn downloads_in(scratch: &Path) -> PathBuf {
    scratch.join("downloads")
}

fn network_log_in(scratch: &Path) -> PathBuf {
    scratch.join("network.json")
}
