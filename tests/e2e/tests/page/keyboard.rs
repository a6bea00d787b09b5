//! Everything by keyboard.

use crate::pile::{click, count, ready, wait_for};
use anyhow::{Result, ensure};
use e2e::{Visit, visit};
use thirtyfour::{Key, TypingData};

async fn press(visit: &Visit, keys: impl Into<TypingData>) -> Result<()> {
    Ok(visit.active_element().await?.send_keys(keys).await?)
}

#[tokio::test]
async fn views_search_and_help_have_keys() -> Result<()> {
    visit("keys", async |visit| {
        ready(visit).await?;
        click(visit, "#open-example").await?;
        wait_for(visit, "[data-testid=region]").await?;
        for (key, view) in [("1", "overview"), ("5", "plan"), ("4", "devices"), ("3", "slices")] {
            press(visit, key).await?;
            wait_for(visit, &format!("#nav-{view}[aria-current]")).await?;
        }
        press(visit, "/").await?;
        wait_for(visit, "#tensor-search:focus").await?;
        // In a field keys are text.
        press(visit, "wq1?").await?;
        wait_for(visit, "#nav-tensors[aria-current]").await?;
        ensure!(count(visit, "#help").await? == 0);
        click(visit, "#nav-overview").await?;
        press(visit, "?").await?;
        wait_for(visit, "#help").await?;
        // The words have the numbers of the example.
        visit.wait_for_text("4 stages of 2 ranks → 2 stages of 2 ranks").await?;
        press(visit, Key::Escape).await?;
        wait_for(visit, "#details").await?;
        ensure!(count(visit, "#help").await? == 0);
        // Closed, the panel does not ask to select what the view shows.
        click(visit, "#nav-slices").await?;
        wait_for(visit, "[data-testid=region]").await?;
        press(visit, Key::Escape).await?;
        ensure!(count(visit, "#details").await? == 0, "a closed panel is still there");
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_phone_opens_the_palette_by_a_button_and_takes_a_command_by_touch() -> Result<()> {
    visit("palette-360", async |visit| {
        visit.resize(360, 740).await?;
        ready(visit).await?;
        click(visit, "#palette").await?;
        wait_for(visit, "#palette-input:focus").await?;
        visit.screenshot("open").await?;
        press(visit, "example").await?;
        click(visit, "#palette-list [role=option]").await?;
        wait_for(visit, "[data-testid=region]").await?;
        ensure!(count(visit, "#palette-input").await? == 0, "the palette is still open");
        let wide = "return document.documentElement.scrollWidth > innerWidth";
        ensure!(
            !visit.execute(wide, Vec::new()).await?.convert::<bool>()?,
            "the bar is wider than the screen"
        );
        Ok(())
    })
    .await
}

#[tokio::test]
async fn the_palette_finds_commands_and_tensors() -> Result<()> {
    visit("palette", async |visit| {
        ready(visit).await?;
        press(visit, Key::Control + Key::Shift + "p").await?;
        wait_for(visit, "#palette-input:focus").await?;
        press(visit, "example").await?;
        press(visit, Key::Enter).await?;
        wait_for(visit, "[data-testid=region]").await?;
        press(visit, Key::Control + Key::Shift + "p").await?;
        wait_for(visit, "#palette-input:focus").await?;
        press(visit, "31 w2").await?;
        visit.screenshot("open").await?;
        press(visit, Key::Enter).await?;
        wait_for(visit, "#nav-slices[aria-current]").await?;
        visit.wait_for_text("layers.31.feed_forward.w2.weight").await?;
        click(visit, "#nav-plan").await?;
        click(visit, "#palette").await?;
        wait_for(visit, "#palette-input:focus").await?;
        press(visit, "plan.json").await?;
        press(visit, Key::Enter).await?;
        visit.wait_for_download("plan.json").await?;
        click(visit, "#palette").await?;
        press(visit, "dark").await?;
        press(visit, Key::Enter).await?;
        wait_for(visit, "html[data-theme=dark]").await?;
        ensure!(count(visit, "#palette-input").await? == 0);
        Ok(())
    })
    .await
}
