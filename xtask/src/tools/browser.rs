//! Chromium, its driver and fonts, for the tests that run in a real browser.

use crate::command::{command, execute, output};
use crate::paths;
use anyhow::{Context, Result, bail};
use std::path::PathBuf;

/// Debian's packages. With these fonts the page looks as in the pictures that tests compare it with.
const PACKAGES: &str = "chromium chromium-driver fonts-liberation fonts-wqy-microhei";

/// Installs them with Debian's packages where that is possible, and otherwise says what is missing.
pub(crate) fn ensure() -> Result<()> {
    if chromedriver().is_ok() && chromium().is_some() {
        return Ok(());
    }
    if paths::find_program("apt-get").is_none() || !is_root() {
        bail!(
            "the browser tests need Chromium and chromedriver on PATH. On Debian, as root: \
             apt-get install {PACKAGES}"
        );
    }
    eprintln!("installing Chromium and chromedriver");
    execute(command("apt-get update --quiet"))?;
    let mut install = command(&format!("apt-get install --quiet --yes --no-install-recommends {PACKAGES}"));
    install.env("DEBIAN_FRONTEND", "noninteractive");
    execute(install)?;
    chromedriver().map(|_| ())
}

/// The program that drives Chromium.
pub(crate) fn chromedriver() -> Result<PathBuf> {
    paths::find_program("chromedriver").context("chromedriver is not on PATH")
}

fn chromium() -> Option<PathBuf> {
    ["chromium", "chromium-browser", "google-chrome"].iter().find_map(|name| paths::find_program(name))
}

fn is_root() -> bool {
    output(command("id -u")).is_some_and(|id| id.trim() == "0")
}
