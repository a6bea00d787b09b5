//! Every view can be read by a screen reader, used by keyboard, and seen by weak eyes.

use crate::pile::{click, ready, wait_for};
use anyhow::{Result, ensure};
use e2e::{Visit, visit};

const VIEWS: [&str; 7] = ["overview", "tensors", "slices", "devices", "plan", "findings", "resume"];

async fn open_to_all(visit: &Visit, what: &str) -> Result<()> {
    let barriers = visit.barriers().await?;
    ensure!(barriers.is_empty(), "{what}: {barriers:#?}");
    Ok(())
}

#[tokio::test]
async fn no_view_shuts_anyone_out() -> Result<()> {
    visit("accessible", async |visit| {
        let mut barriers = Vec::new();
        for (theme, lang) in [("light", "en"), ("dark", "zh")] {
            visit.goto(format!("{}?theme={theme}&lang={lang}", visit.site.url())).await?;
            ready(visit).await?;
            let mut look = async |what: &str| -> Result<()> {
                let found = visit.barriers().await?;
                barriers.extend(found.into_iter().map(|barrier| format!("{what}, {theme}: {barrier}")));
                Ok(())
            };
            look("start").await?;
            click(visit, "#open-example").await?;
            wait_for(visit, "[data-testid=region]").await?;
            for view in VIEWS {
                click(visit, &format!("#nav-{view}")).await?;
                ready(visit).await?;
                look(view).await?;
            }
            click(visit, "#help-toggle").await?;
            look("help").await?;
            click(visit, "#palette").await?;
            wait_for(visit, "#palette-list [role=option]").await?;
            look("palette").await?;
        }
        ensure!(barriers.is_empty(), "{barriers:#?}");
        Ok(())
    })
    .await
}

/// The check itself: what it cannot find is not checked.
#[tokio::test]
async fn barriers_are_found() -> Result<()> {
    visit("barriers", async |visit| {
        ready(visit).await?;
        open_to_all(visit, "start").await?;
        let build = "
            document.querySelector('main').insertAdjacentHTML('beforeend', `
                <button id=nameless></button><p id=pale class=pale>pale</p><i role=knob></i><i tabindex=3>3</i>
                <button>outer <i tabindex=0 role=button>inner</i></button>`);
            document.getElementById('pale').style.color = 'rgb(200 200 200)';
            document.getElementById('pale').style.background = 'white';";
        visit.execute(build, Vec::new()).await?;
        let barriers = visit.barriers().await?.join("\n");
        for rule in ["button-name", "color-contrast", "aria-roles", "tabindex", "nested-interactive"] {
            ensure!(barriers.contains(rule), "{rule} was not found among\n{barriers}");
        }
        Ok(())
    })
    .await
}
