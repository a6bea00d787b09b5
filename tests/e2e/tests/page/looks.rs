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

/// Nothing is beyond the window: views scroll inside, the window itself never does.
async fn fits(visit: &Visit, view: &str) -> Result<()> {
    let beyond = "const root = document.documentElement;
        return [root.scrollWidth - root.clientWidth, root.scrollHeight - root.clientHeight]";
    let (wide, high): (i64, i64) = visit.execute(beyond, Vec::new()).await?.convert()?;
    ensure!(wide <= 0, "{view} is {wide} pixels wider than the window");
    ensure!(high <= 0, "{view} is {high} pixels higher than the window");
    Ok(())
}

#[tokio::test]
async fn on_paper_a_view_is_a_report() -> Result<()> {
    visit("print", async |visit| {
        ready(visit).await?;
        click(visit, "#open-example").await?;
        wait_for(visit, "[data-testid=region]").await?;
        let print = serde_json::json!({ "media": "print" });
        for view in ["overview", "plan", "slices"] {
            click(visit, &format!("#nav-{view}")).await?;
            visit.cdp().send_raw("Emulation.setEmulatedMedia", print.clone()).await?;
            let controls = "return [...document.querySelectorAll('.rail, .settings, main button.button')]
                .filter(it => it.checkVisibility()).length";
            let controls: usize = visit.execute(controls, Vec::new()).await?.convert()?;
            ensure!(controls == 0, "{view} prints {controls} controls");
            let cut =
                "const main = document.querySelector('main'); return main.scrollHeight - main.clientHeight";
            let cut: i64 = visit.execute(cut, Vec::new()).await?.convert()?;
            ensure!(cut <= 0, "{cut} pixels of {view} are not printed");
            visit.screenshot(view).await?;
            visit.cdp().send_raw("Emulation.setEmulatedMedia", serde_json::json!({ "media": "" })).await?;
        }
        Ok(())
    })
    .await
}
