//! Both languages, both themes, wide and narrow: nothing is cut off, and pictures for whoever looks.

use crate::pile::{click, ready, wait_for};
use anyhow::{Result, ensure};
use e2e::{Visit, visit};

/// Views with their navigation buttons.
const VIEWS: [&str; 5] = ["overview", "tensors", "slices", "devices", "plan"];

#[tokio::test]
async fn no_view_is_wider_than_the_window() -> Result<()> {
    visit("looks", async |visit| {
        for (lang, theme, width, height) in [
            ("en", "light", 1440, 900),
            ("zh", "dark", 1440, 900),
            ("zh", "light", 390, 844),
            ("en", "dark", 360, 740),
        ] {
            visit.set_window_rect(0, 0, width, height).await?;
            visit.goto(format!("{}?lang={lang}&theme={theme}", visit.site.url())).await?;
            ready(visit).await?;
            visit.screenshot(&format!("start-{lang}-{theme}-{width}")).await?;
            fits(visit, "the first screen").await?;
            click(visit, "#open-example").await?;
            wait_for(visit, "[data-testid=region]").await?;
            for view in VIEWS {
                click(visit, &format!("#nav-{view}")).await?;
                ready(visit).await?;
                visit.screenshot(&format!("{view}-{lang}-{theme}-{width}")).await?;
                fits(visit, view).await?;
            }
        }
        Ok(())
    })
    .await
}

async fn fits(visit: &Visit, view: &str) -> Result<()> {
    let beyond = "return document.documentElement.scrollWidth - document.documentElement.clientWidth";
    let beyond: i64 = visit.execute(beyond, Vec::new()).await?.convert()?;
    ensure!(beyond <= 0, "{view} is {beyond} pixels wider than the window");
    Ok(())
}
