//! Both languages, both themes, wide and narrow: nothing is cut off, and every view looks as approved.

use crate::pile::{click, ready, wait_for};
use anyhow::{Result, ensure};
use e2e::{Visit, visit};
use std::time::{Duration, Instant};

/// Views with their navigation buttons.
const VIEWS: [&str; 7] = ["overview", "tensors", "slices", "devices", "plan", "findings", "resume"];

#[tokio::test]
async fn no_view_is_wider_than_the_window() -> Result<()> {
    visit("looks", async |visit| {
        for (lang, theme, (width, height)) in all_looks() {
            visit.resize(width, height).await?;
            visit.goto(format!("{}?lang={lang}&theme={theme}", visit.site.url())).await?;
            ready(visit).await?;
            visit.looks_as_approved(&format!("start-{lang}-{theme}-{width}")).await?;
            fits(visit, "the first screen").await?;
            click(visit, "#open-example").await?;
            wait_for(visit, "[data-testid=region]").await?;
            for view in VIEWS {
                click(visit, &format!("#nav-{view}")).await?;
                ready(visit).await?;
                visit.looks_as_approved(&format!("{view}-{lang}-{theme}-{width}")).await?;
                fits(visit, view).await?;
            }
        }
        Ok(())
    })
    .await
}

/// Every language in every theme, wide and narrow.
fn all_looks() -> impl Iterator<Item = (&'static str, &'static str, (u32, u32))> {
    let looks = ["en", "zh"].into_iter().flat_map(|lang| ["light", "dark"].map(|theme| (lang, theme)));
    looks.flat_map(|(lang, theme)| [(1440, 900), (360, 740)].map(|size| (lang, theme, size)))
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
async fn the_two_pictures_overlap_at_no_width() -> Result<()> {
    visit("overlap", async |visit| {
        visit.goto("about:blank").await?;
        visit.goto(format!("{}#example&view=slices", visit.site.url())).await?;
        wait_for(visit, "[data-testid=region]").await?;
        for width in (360..=1440).rev().step_by(40) {
            visit.resize(width, 900).await?;
            let start = Instant::now();
            // Beside or below each other, and inside the view; the scale follows the width a moment later.
            let wrong = "const box = side => document.querySelector(`[data-testid=picture][data-side=${side}] svg`).getBoundingClientRect();
                const [source, target, main] = [box('source'), box('target'), document.querySelector('main').getBoundingClientRect()];
                const apart = source.right <= target.left || source.bottom <= target.top;
                const inside = source.right <= main.right && target.right <= main.right;
                return apart && inside ? '' : JSON.stringify([source, target, main])";
            loop {
                let wrong: String = visit.execute(wrong, Vec::new()).await?.convert()?;
                if wrong.is_empty() {
                    break;
                }
                ensure!(start.elapsed() < Duration::from_secs(5), "at {width}: {wrong}");
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            fits(visit, &format!("slices at {width}")).await?;
        }
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_name_without_room_keeps_its_end() -> Result<()> {
    visit("names", async |visit| {
        for width in [1440, 1024, 360] {
            visit.resize(width, 740).await?;
            for (view, name) in [("devices&rank=source.0", ".content-row .name-tail"), ("tensors", ".tensor-row .name-tail")] {
                visit.goto("about:blank").await?;
                visit.goto(format!("{}#example&view={view}", visit.site.url())).await?;
                ready(visit).await?;
                if view != "tensors" {
                    click(visit, "#ranks-source").await?;
                }
                wait_for(visit, name).await?;
                visit.screenshot(&format!("{}-{width}", &view[..7])).await?;
                let cut = "return [...document.querySelectorAll(arguments[0])].filter(tail => {
                    const [room, text] = [tail, tail.firstElementChild].map(it => it.getBoundingClientRect());
                    return text.right > room.right + 1 || room.right > tail.closest('[role=gridcell]').getBoundingClientRect().right + 1;
                }).map(tail => tail.textContent)";
                let cut: Vec<String> = visit.execute(cut, vec![name.into()]).await?.convert()?;
                ensure!(cut.is_empty(), "{view} at {width} cuts the end of {cut:?}");
            }
        }
        Ok(())
    })
    .await
}

#[tokio::test]
async fn on_paper_a_view_is_a_report() -> Result<()> {
    visit("print", async |visit| {
        visit.goto(format!("{}?theme=dark", visit.site.url())).await?;
        ready(visit).await?;
        click(visit, "#open-example").await?;
        wait_for(visit, "[data-testid=region]").await?;
        let print = serde_json::json!({ "media": "print" });
        for view in ["overview", "plan", "slices", "devices", "tensors"] {
            click(visit, &format!("#nav-{view}")).await?;
            visit.cdp().send_raw("Emulation.setEmulatedMedia", print.clone()).await?;
            visit.execute("dispatchEvent(new Event('beforeprint'))", Vec::new()).await?;
            let controls = "return [...document.querySelectorAll('.rail, .settings, main button.button')]
                .filter(it => it.checkVisibility()).length";
            let controls: usize = visit.execute(controls, Vec::new()).await?.convert()?;
            ensure!(controls == 0, "{view} prints {controls} controls");
            let cut =
                "const main = document.querySelector('main'); return main.scrollHeight - main.clientHeight";
            let cut: i64 = visit.execute(cut, Vec::new()).await?.convert()?;
            ensure!(cut <= 0, "{cut} pixels of {view} are not printed");
            let wide =
                "const main = document.querySelector('main'); return main.scrollWidth - main.clientWidth";
            let wide: i64 = visit.execute(wide, Vec::new()).await?.convert()?;
            ensure!(wide <= 0, "{view} is {wide} pixels wider than the paper");
            // Also what is drawn, not only what the style sheet says.
            wait_for(visit, "html[data-theme=light]").await?;
            if view == "tensors" {
                wait_for(visit, "[data-testid=tensor-row]").await?;
                let rows = "const box = it => it.getBoundingClientRect();
                    const main = box(document.querySelector('main'));
                    return [...document.querySelectorAll('.scroll-window > [role=row]')]
                        .filter(row => box(row).height > 10 && box(row).bottom <= main.bottom).length";
                let rows: usize = visit.execute(rows, Vec::new()).await?.convert()?;
                ensure!(rows >= 7, "only {rows} rows of the list are printed");
            }
            visit.screenshot(view).await?;
            visit.cdp().send_raw("Emulation.setEmulatedMedia", serde_json::json!({ "media": "" })).await?;
            visit.execute("dispatchEvent(new Event('afterprint'))", Vec::new()).await?;
        }
        wait_for(visit, "html[data-theme=dark]").await
    })
    .await
}

#[tokio::test]
async fn a_long_list_is_printed_to_its_end() -> Result<()> {
    visit("print-list", async |visit| {
        visit.goto("about:blank").await?;
        visit.goto(format!("{}#example&view=tensors&tensors.flat=1", visit.site.url())).await?;
        wait_for(visit, "[role=treegrid][aria-rowcount='294']").await?;
        // What is printed between two slices of a drawing is what was drawn by then.
        let idle = "requestIdleCallback(() => requestIdleCallback(arguments[0]))";
        visit.execute_async(idle, Vec::new()).await?;
        // A computer that draws so slowly printed the rows of the screen alone.
        let slow = serde_json::json!({ "rate": 3 });
        visit.cdp().send_raw("Emulation.setCPUThrottlingRate", slow).await?;
        let paper = serde_json::json!({ "paperWidth": 8.27, "paperHeight": 11.69 });
        let printed = visit.cdp().send_raw("Page.printToPDF", paper).await?;
        let pages = "return Number(atob(arguments[0]).match(/\\/Count (\\d+)/)[1])";
        let pages: u64 = visit.execute(pages, vec![printed["data"].clone()]).await?.convert()?;
        // 293 rows of 26 px at least; the few of the screen would be two pages.
        ensure!((6..20).contains(&pages), "{pages} pages");
        ensure!(
            crate::pile::count(visit, ".scroll-window > *").await? < 100,
            "the screen has its few rows again"
        );
        Ok(())
    })
    .await
}
