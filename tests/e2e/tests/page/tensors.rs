//! The list of tensors: folding, keyboard, search, filters, export, and half a million of them.

use crate::pile::{click, count, ready, wait_for};
use anyhow::{Context, Result, ensure};
use e2e::{Visit, root, visit};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};
use thirtyfour::prelude::*;

/// Layers of llama-7B; each has 7 matrices and 2 norms, and around them are an embedding, a norm and a head.
const LAYERS: usize = 32;
const MATRICES: usize = 7 * LAYERS + 2;
const NORMS: usize = 2 * LAYERS + 1;
/// Norms of the first of four stages, which stay there.
const FIRST_NORMS: usize = 2 * LAYERS / 4;
/// Epoch and step, which no strategy has: whole on every rank.
const COUNTERS: usize = 2;
const ALL: usize = MATRICES + NORMS + COUNTERS;

/// Opens the example's list of tensors.
async fn example(visit: &Visit) -> Result<()> {
    ready(visit).await?;
    click(visit, "#open-example").await?;
    wait_for(visit, "[data-testid=region]").await?;
    click(visit, "#nav-tensors").await?;
    wait_for(visit, "[role=treegrid]").await
}

/// Types into the search field what is searched instead.
async fn search(visit: &Visit, typed: &str) -> Result<()> {
    let field = visit.find(By::Css("#tensor-search")).await?;
    field.send_keys(Key::Control + "a").await?;
    field.send_keys(Key::Delete + "").await?;
    field.send_keys(typed).await?;
    Ok(())
}

/// Waits until so many of so many tensors are said to be shown.
async fn wait_for_count(visit: &Visit, shown: usize, all: usize) -> Result<()> {
    let wanted = format!("{} of {}", grouped(shown), grouped(all));
    let start = Instant::now();
    loop {
        let says = visit.find(By::Css("#tensor-count")).await?.text().await?;
        if says == wanted {
            return Ok(());
        }
        ensure!(start.elapsed() < Duration::from_secs(30), "{says:?} are shown, not {wanted:?}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

fn grouped(count: usize) -> String {
    let digits = count.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|g| std::str::from_utf8(g).ok()).collect();
    groups.join(",")
}

/// Presses a key in the grid.
async fn press(visit: &Visit, key: impl Into<TypingData>) -> Result<()> {
    visit.find(By::Css("[role=treegrid]")).await?.send_keys(key).await?;
    Ok(())
}

/// An attribute of the row where the keyboard is.
async fn current(visit: &Visit, attribute: &str) -> Result<String> {
    let script = "const grid = document.querySelector('[role=treegrid]');
        const row = document.getElementById(grid.getAttribute('aria-activedescendant'));
        return row && row.getAttribute(arguments[0])";
    let value = visit.execute(script, vec![attribute.into()]).await?;
    Ok(value.convert::<Option<String>>()?.unwrap_or_default())
}

/// Presses a key until the row where the keyboard is has a name.
async fn go_to(visit: &Visit, key: Key, name: &str) -> Result<()> {
    for _ in 0..60 {
        if current(visit, "data-name").await? == name {
            return Ok(());
        }
        press(visit, key.clone()).await?;
    }
    anyhow::bail!("the keyboard never came to {name}, it is at {}", current(visit, "data-name").await?)
}

#[tokio::test]
async fn heads_of_columns_sort_and_a_fold_tells_that_it_holds_the_selected_tensor() -> Result<()> {
    visit("tensors-heads", async |visit| {
        example(visit).await?;
        let fold = "[data-name='model.layers.0…31']";
        wait_for(visit, &format!("{fold}.holds-selected")).await?;
        wait_for(visit, "[aria-sort=ascending].col-name").await?;
        click(visit, ".col-bytes .sort").await?;
        wait_for(visit, "[aria-sort=descending].col-bytes").await?;
        ensure!(count(visit, "[aria-sort]").await? == 1, "two columns are said to sort the list");
        let first = visit.find(By::Css(".scroll-window > [role=row]")).await?.attr("data-name").await?;
        ensure!(first.as_deref() == Some("model"), "{first:?} is not the largest");
        visit.screenshot("by-bytes").await?;
        press(visit, Key::Home).await?;
        go_to(visit, Key::Down, "model.layers.0…31").await?;
        press(visit, Key::Right).await?;
        wait_for(visit, "[data-name='model.layers.0'].holds-selected").await?;
        ensure!(count(visit, &format!("{fold}.holds-selected")).await? == 0, "an open fold hides nothing");
        Ok(())
    })
    .await
}

#[tokio::test]
async fn escape_closes_the_columns_and_leaves_the_search() -> Result<()> {
    visit("tensors-escape", async |visit| {
        example(visit).await?;
        click(visit, "[popovertarget=tensor-columns]").await?;
        wait_for(visit, "#tensor-columns:popover-open").await?;
        visit.screenshot("columns").await?;
        visit.active_element().await?.send_keys(Key::Escape).await?;
        ensure!(count(visit, "#tensor-columns:popover-open").await? == 0, "the menu is still open");
        let field = visit.find(By::Css("#tensor-search")).await?;
        field.send_keys("norm").await?;
        field.send_keys(Key::Escape).await?;
        wait_for_count(visit, ALL, ALL).await?;
        ensure!(count(visit, "#tensor-search:focus").await? == 1, "the first Escape empties the field only");
        field.send_keys(Key::Escape).await?;
        ensure!(
            count(visit, "#tensor-search:focus").await? == 0,
            "the second Escape does not leave the field"
        );
        visit.active_element().await?.send_keys("4").await?;
        wait_for(visit, "#nav-devices[aria-current]").await
    })
    .await
}

#[tokio::test]
async fn layers_fold_and_open_by_keyboard() -> Result<()> {
    visit("tensors-keyboard", async |visit| {
        example(visit).await?;
        let fold = "model.layers.0…31";
        wait_for(visit, &format!("[role=row][aria-level][aria-expanded=false][data-name='{fold}']")).await?;
        ensure!(count(visit, "[data-name^='model.layers.1.']").await? == 0, "a layer is open already");
        let rows = visit.find(By::Css("[role=treegrid]")).await?.attr("aria-rowcount").await?;
        ensure!(rows.is_some_and(|rows| rows.parse().is_ok_and(|rows: usize| rows < 12)), "more rows than a folded model has");
        press(visit, Key::Home).await?;
        go_to(visit, Key::Down, fold).await?;
        let level: u32 = current(visit, "aria-level").await?.parse()?;
        press(visit, Key::Right).await?;
        ensure!(current(visit, "aria-expanded").await? == "true", "→ does not open");
        press(visit, Key::Right).await?;
        ensure!(current(visit, "data-name").await? == "model.layers.0", "→ does not enter");
        ensure!(current(visit, "aria-level").await? == (level + 1).to_string());
        press(visit, "*").await?;
        wait_for(visit, "[data-testid=tensor-row][data-name='model.layers.0.attention_norm.weight'], [data-testid=tensor-group][data-name='model.layers.0.attention']").await?;
        press(visit, Key::Left).await?;
        ensure!(current(visit, "aria-expanded").await? == "false", "← does not close");
        press(visit, Key::Left).await?;
        ensure!(current(visit, "data-name").await? == fold, "← does not leave");
        press(visit, Key::Left).await?;
        ensure!(current(visit, "aria-expanded").await? == "false");
        press(visit, Key::End).await?;
        ensure!(current(visit, "aria-selected").await? == "true", "a tensor under the keyboard is selected");
        let name = current(visit, "data-name").await?;
        press(visit, Key::Enter).await?;
        wait_for(visit, "#nav-slices[aria-current]").await?;
        // Back again the list is as it was left.
        click(visit, "#nav-tensors").await?;
        wait_for(visit, &format!("[role=row][aria-selected=true][data-name='{name}']")).await
    })
    .await
}

#[tokio::test]
async fn words_globs_and_expressions_find_names() -> Result<()> {
    visit("tensors-search", async |visit| {
        example(visit).await?;
        wait_for_count(visit, ALL, ALL).await?;
        for (typed, found) in [
            ("wq", LAYERS),
            ("ATTENTION wq", LAYERS),
            ("layers.*.attention.w?.*", 4 * LAYERS),
            ("w*.weight", 7 * LAYERS),
            (r"/layers\.[0-3]\.attention\.wq/", 4),
            ("no such name", 0),
        ] {
            search(visit, typed).await?;
            wait_for_count(visit, found, ALL).await.with_context(|| format!("searching {typed:?}"))?;
        }
        search(visit, "layers.7. wk").await?;
        wait_for(visit, "[data-testid=tensor-row][data-name='model.layers.7.attention.wk.weight'] mark")
            .await?;
        search(visit, "/(/").await?;
        wait_for(visit, "#tensor-search-wrong").await?;
        // An expression that backtracks for ever does not stop the page.
        search(visit, r"/^(\w+\.?)+!$/").await?;
        visit.wait_for_text("takes too long").await?;
        search(visit, "norm").await?;
        wait_for_count(visit, NORMS, ALL).await
    })
    .await
}

#[tokio::test]
async fn filters_combine_and_clear() -> Result<()> {
    visit("tensors-filters", async |visit| {
        example(visit).await?;
        let facet = async |name: &str| click(visit, &format!("[data-facet={name}]")).await;
        facet("recut").await?;
        wait_for_count(visit, MATRICES + NORMS - FIRST_NORMS, ALL).await?;
        let recut = visit.find(By::Css("[data-facet=recut]")).await?;
        ensure!(recut.attr("aria-pressed").await?.as_deref() == Some("true"));
        facet("whole").await?;
        visit.wait_for_text("No tensor fits").await?;
        click(visit, "#tensor-filters-clear").await?;
        wait_for_count(visit, ALL, ALL).await?;
        facet("replicated").await?;
        wait_for_count(visit, NORMS, ALL).await?;
        click(visit, "#tensor-filters-clear").await?;
        // The first of four stages has the embedding and a quarter of the layers.
        click(visit, "#tensor-stage option[value='source:0']").await?;
        wait_for_count(visit, 9 * LAYERS / 4 + 1 + COUNTERS, ALL).await?;
        click(visit, "#tensor-filters-clear").await?;
        // The last rank is of the last stage: a norm and the head beside its layers.
        click(visit, "#tensor-rank option[value='target:0']").await?;
        let number = visit.find(By::Css("#tensor-rank-number")).await?;
        number.send_keys(Key::Control + "a").await?;
        number.send_keys("3" + Key::Enter).await?;
        wait_for_count(visit, 9 * LAYERS / 2 + 2 + COUNTERS, ALL).await?;
        // What is no rank is not taken for another one, and an empty field filters nothing.
        for wrong in ["99", "-1"] {
            let number = visit.find(By::Css("#tensor-rank-number")).await?;
            number.send_keys(Key::Control + "a").await?;
            number.send_keys(wrong.to_owned() + Key::Enter).await?;
            wait_for_count(visit, ALL, ALL).await?;
            wait_for(visit, "#tensor-rank-number[aria-invalid=true]").await?;
            visit.wait_for_text(&format!("No rank {wrong}")).await?;
        }
        visit.screenshot("no-rank").await?;
        let number = visit.find(By::Css("#tensor-rank-number")).await?;
        number.send_keys(Key::Control + "a").await?;
        number.send_keys(Key::Delete + Key::Enter).await?;
        for _ in 0..100 {
            if count(visit, "#tensor-rank-number").await? == 0 {
                return wait_for_count(visit, ALL, ALL).await;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        anyhow::bail!("an empty field still filters")
    })
    .await
}

#[tokio::test]
async fn tensors_without_data_or_on_one_side_are_not_said_to_be_cut_alike() -> Result<()> {
    let case = root().join("tests/cases/real_dp2mp4opt_to_dp2mp2pp2opt");
    visit("tensors-compared", async |visit| {
        ready(visit).await?;
        visit.drop_on("#drop-source", &[&case.join("src"), &case.join("src_strategy.ckpt")]).await?;
        wait_for(visit, "#nav-tensors").await?;
        ready(visit).await?;
        let input = visit.find(By::Css("#target-folder")).await?;
        input.send_keys(case.join("dst_strategy_stages").to_string_lossy().as_ref()).await?;
        click(visit, "#nav-tensors").await?;
        for (name, says) in [
            ("adam_m.head.norm", "cut into other slices, dealt to the ranks otherwise, or in other stages"),
            ("accu_grads.head.norm", "on the target side only"),
        ] {
            search(visit, name).await?;
            let cell = format!("[data-testid=tensor-row][data-name='{name}'] .col-differs");
            wait_for(visit, &cell).await?;
            let cell = visit.find(By::Css(cell)).await?.prop("textContent").await?.unwrap_or_default();
            ensure!(cell.contains(says), "{name}: {cell}");
        }
        search(visit, "head.norm").await?;
        visit.screenshot("en").await?;
        click(visit, "#tensor-csv").await?;
        let table = std::fs::read_to_string(visit.wait_for_download("tensors.csv").await?)?;
        let differs = |name: &str| {
            let line = table.lines().find(|line| line.starts_with(&format!("{name},")))?;
            line.rsplit(',').nth(4).map(str::to_owned)
        };
        ensure!(differs("adam_m.head.norm").as_deref() == Some("recut"), "{table}");
        ensure!(differs("accu_grads.head.norm").as_deref() == Some("added"), "{table}");
        Ok(())
    })
    .await
}

#[tokio::test]
async fn what_is_shown_is_downloaded_as_a_table() -> Result<()> {
    visit("tensors-csv", async |visit| {
        example(visit).await?;
        search(visit, "layers.1.attention.wq layers.10.attention.wq").await?;
        wait_for_count(visit, 0, ALL).await?;
        search(visit, r"/layers\.1.?\.attention\.wq/").await?;
        wait_for_count(visit, 11, ALL).await?;
        click(visit, "#tensor-csv").await?;
        let table = std::fs::read_to_string(visit.wait_for_download("tensors.csv").await?)?;
        let lines: Vec<&str> = table.split("\r\n").collect();
        ensure!(lines.len() == 1 + 11 + 1 && lines.last() == Some(&""), "{table}");
        ensure!(lines[0].starts_with("name,dtype,shape,bytes,"), "{}", lines[0]);
        // Whole on both ranks of the first of four stages; in two halves on the first of two.
        let wq = "model.layers.1.attention.wq.weight,f16,\"[4096, 4096]\",33554432,16777216,\
            0,\"[4096, 4096]\",0–1,2,0,\"[2048, 4096]\",0–1,1,recut,,,,0";
        ensure!(lines[1] == wq, "{}\n{wq}", lines[1]);
        ensure!(lines[2].starts_with("model.layers.10."), "10 comes after 1: {}", lines[2]);
        Ok(())
    })
    .await
}

#[tokio::test]
async fn half_a_million_tensors_are_folded_searched_and_scrolled() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    let (layers, experts) = (125, 1000);
    let file = scratch.path().join("model.safetensors");
    experts_file(&file, layers, experts)?;
    let all = layers * experts * 4;
    visit("tensors-many", async |visit| {
        ready(visit).await?;
        visit.drop_on("#drop-source", &[&file]).await?;
        // Reading and planning them is the worker's: a busy machine may take its time.
        let opened = visit.query(By::Css("#chip-source")).wait(Duration::from_secs(180), Duration::from_millis(200));
        opened.first().await.context("the file never opened")?;
        ready(visit).await?;
        let watch = "window.tasks = []; new PerformanceObserver(list => window.tasks.push(
            ...list.getEntries().map(entry => Math.round(entry.duration)))).observe({ type: 'longtask' })";
        visit.execute(watch, Vec::new()).await?;
        let report = async |what: &str, start: Instant| -> Result<()> {
            let script = "return window.tasks.splice(0)";
            let tasks: Vec<u64> = visit.execute(script, Vec::new()).await?.convert()?;
            println!("{what}: {:?}, tasks over 50 ms: {tasks:?}", start.elapsed());
            Ok(())
        };
        let start = Instant::now();
        click(visit, "#nav-tensors").await?;
        wait_for(visit, "[data-name='model.layers.0…124']").await?;
        report("arranging", start).await?;
        let start = Instant::now();
        press(visit, Key::Home).await?;
        go_to(visit, Key::Down, "model.layers.0…124").await?;
        press(visit, Key::Right).await?;
        press(visit, Key::Right).await?;
        press(visit, Key::Right).await?;
        wait_for(visit, "[data-name^='model.layers.0.'][data-testid=tensor-group]").await?;
        report("opening", start).await?;
        let start = Instant::now();
        search(visit, "experts.77.down").await?;
        wait_for_count(visit, layers, all).await?;
        report("a search with few matches", start).await?;
        let start = Instant::now();
        search(visit, r"/e.*t/").await?;
        wait_for_count(visit, all, all).await?;
        report("a search that matches all", start).await?;
        search(visit, " ").await?;
        let start = Instant::now();
        click(visit, ".segmented button:nth-child(2)").await?;
        wait_for(visit, &format!("[role=treegrid][aria-rowcount='{}']", all + 1)).await?;
        let scroll = "const [grid, done] = [document.querySelector('[role=treegrid]'), arguments[0]];
            let left = 60;
            const step = () => { grid.scrollTop += grid.scrollHeight / 60; left-- ? requestAnimationFrame(step) : done() };
            step()";
        visit.execute_async(scroll, Vec::new()).await?;
        let last = format!("model.layers.{}.mlp.experts.{}.up.weight", layers - 1, experts - 1);
        wait_for(visit, &format!("[data-testid=tensor-row][data-name='{last}']")).await?;
        report("scrolling through all", start).await
    })
    .await
}

/// A checkpoint of many experts whose weights are a hole.
fn experts_file(path: &Path, layers: usize, experts: usize) -> Result<()> {
    let mut header = String::from("{\"__metadata__\":{\"format\":\"pt\"}");
    let mut offset = 0;
    for layer in 0..layers {
        for expert in 0..experts {
            for (part, bytes) in [("down", 64), ("gate", 64), ("norm", 8), ("up", 64)] {
                let end = offset + bytes;
                let shape = if bytes == 8 { "4".to_owned() } else { "8,4".to_owned() };
                write!(
                    header,
                    ",\"model.layers.{layer}.mlp.experts.{expert}.{part}.weight\":\
                     {{\"dtype\":\"BF16\",\"shape\":[{shape}],\"data_offsets\":[{offset},{end}]}}"
                )?;
                offset = end;
            }
        }
    }
    header.push('}');
    let mut file = std::fs::File::create(path)?;
    file.write_all(&(header.len() as u64).to_le_bytes())?;
    file.write_all(header.as_bytes())?;
    file.set_len(8 + header.len() as u64 + offset)?;
    Ok(())
}
