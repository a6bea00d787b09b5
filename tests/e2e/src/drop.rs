//! Dropping real files and folders on the page, as a file manager does.

use anyhow::{Context, Result};
use serde_json::json;
use std::path::Path;
use thirtyfour::{By, WebDriver};

/// Drops `paths` on the middle of the first element that matches `selector`.
pub(crate) async fn paths(driver: &WebDriver, selector: &str, paths: &[&Path]) -> Result<()> {
    let target =
        driver.find(By::Css(selector)).await.with_context(|| format!("nothing matches {selector}"))?;
    target.scroll_into_view().await?;
    let area = target.rect().await?;
    let scroll = driver.execute("return [window.scrollX, window.scrollY]", Vec::new()).await?;
    let (scroll_x, scroll_y): (f64, f64) = scroll.convert()?;
    let (x, y) = (area.x + area.width / 2.0 - scroll_x, area.y + area.height / 2.0 - scroll_y);
    for kind in ["dragEnter", "dragOver", "drop"] {
        // 1 is the operation "copy".
        let data = json!({ "items": [], "files": paths, "dragOperationsMask": 1 });
        let event = json!({ "type": kind, "x": x, "y": y, "data": data });
        driver.cdp().send_raw("Input.dispatchDragEvent", event).await?;
    }
    Ok(())
}
