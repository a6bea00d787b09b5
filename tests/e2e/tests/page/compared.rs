//! Two checkpoints side by side: what differs is counted, filtered, marked, linked and exported, and is what the
//! command says.

use crate::pile::{click, count, ready, wait_for};
use anyhow::{Context, Result, ensure};
use e2e::{Visit, shardlens, visit};
use serde_json::Value;
use shardlens::format::{NewEntry, WeightFormat, layout_file};
use shardlens::geometry::{DType, Shape};
use shardlens::source::ReadAt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use thirtyfour::prelude::*;

/// Layers whose projection has another name in the target.
const LAYERS: usize = 3;
const SHARED: [(&str, &[u64]); 2] = [("model.embedding.weight", &[32, 8]), ("model.step", &[])];

/// What both checkpoints hold: one more and one less, one of another shape, one of another type, one under another name
/// in every layer.
fn checkpoints(into: &Path) -> Result<[PathBuf; 2]> {
    let layer = |at: usize, name: &str| format!("model.layers.{at}.attention.{name}");
    let mut sides = [Vec::new(), Vec::new()];
    for (side, projection) in sides.iter_mut().zip(["wq.weight", "wq.kernel"]) {
        side.extend(SHARED.map(|(name, dims)| (name.to_owned(), dims, DType::F16)));
        side.extend((0..LAYERS).map(|at| (layer(at, projection), &[8u64, 8][..], DType::F16)));
    }
    let [from, to] = &mut sides;
    from.push(("model.old.bias".to_owned(), &[3], DType::F16));
    to.push(("lm_head.weight".to_owned(), &[32, 9], DType::F16));
    for (side, dtype, dims) in [(from, DType::F32, &[8u64][..]), (to, DType::BF16, &[6])] {
        side.push(("model.norm.weight".to_owned(), &[8], dtype));
        side.push(("model.rope.table".to_owned(), dims, DType::F16));
    }
    let paths = ["before", "after"].map(|name| into.join(format!("{name}.safetensors")));
    for (path, tensors) in paths.iter().zip(&sides) {
        let mut entries = Vec::new();
        for (name, dims, dtype) in tensors {
            entries.push(NewEntry { name, dtype: *dtype, shape: Shape::new(dims.to_vec())? });
        }
        let file = layout_file(WeightFormat::Safetensors, &entries)?.sparse();
        let mut bytes = vec![0; usize::try_from(file.len())?];
        file.read_at(0, &mut bytes)?;
        std::fs::write(path, bytes)?;
    }
    Ok(paths)
}

/// Opens both, the first as the source.
async fn open(visit: &Visit, [source, target]: &[PathBuf; 2]) -> Result<()> {
    ready(visit).await?;
    visit.drop_on("#drop-source", &[source]).await?;
    wait_for(visit, "#chip-source").await?;
    ready(visit).await?;
    let input = visit.find(By::Css("#target-files")).await?;
    input.send_keys(target.to_string_lossy().as_ref()).await?;
    wait_for(visit, "#overview-kinds").await
}

async fn text(visit: &Visit, selector: &str) -> Result<String> {
    wait_for(visit, selector).await?;
    Ok(visit.find(By::Css(selector)).await?.prop("textContent").await?.unwrap_or_default())
}

/// Waits until so many rows are shown.
async fn wait_for_shown(visit: &Visit, shown: usize) -> Result<()> {
    let start = Instant::now();
    loop {
        let says = text(visit, "#tensor-count").await?;
        if says.starts_with(&format!("{shown} of ")) {
            return Ok(());
        }
        ensure!(start.elapsed() < Duration::from_secs(20), "{says:?} are shown, not {shown}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

async fn open_to_all(visit: &Visit, what: &str) -> Result<()> {
    let barriers = visit.barriers().await?;
    ensure!(barriers.is_empty(), "{what}: {barriers:#?}");
    Ok(())
}

#[tokio::test]
async fn what_differs_is_counted_as_the_command_counts_and_leads_to_the_tensors() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    let sides = checkpoints(scratch.path())?;
    let said = Command::new(shardlens()?).arg("diff").args(&sides).arg("--json").output()?;
    let said: Value = serde_json::from_slice(&said.stdout)?;
    visit("compared", async |visit| {
        open(visit, &sides).await?;
        let kinds = [
            ("added", "added", 1),
            ("removed", "removed", 1),
            ("renamed", "renamed", LAYERS),
            ("reshaped", "reshaped", 1),
            ("dtype", "dtypes", 1),
        ];
        for (kind, list, wanted) in kinds {
            let listed = said[list].as_array().context("no list")?.len();
            let counted = text(visit, &format!("#overview-kinds [data-compared={kind}] .num")).await?;
            ensure!(
                (listed, counted.as_str()) == (wanted, wanted.to_string().as_str()),
                "{kind}: {counted}, {said}"
            );
        }
        ensure!(count(visit, "#overview-kinds [data-compared=recut]").await? == 0, "both are whole");
        visit.screenshot("overview").await?;
        open_to_all(visit, "overview").await?;
        click(visit, "#overview-kinds [data-compared=renamed]").await?;
        wait_for(visit, "[role=treegrid]").await?;
        // Both names of each.
        wait_for_shown(visit, 2 * LAYERS).await?;
        wait_for(visit, "[data-facet=renamed][aria-pressed=true]").await?;
        let address = visit.current_url().await?;
        ensure!(address.as_str().contains("tensors.only=renamed"), "{address}");
        // By keyboard from chip to chip.
        visit.find(By::Css("[data-facet=renamed]")).await?.send_keys(Key::Space + "").await?;
        visit.find(By::Css("[data-facet=reshaped]")).await?.send_keys(Key::Space + "").await?;
        wait_for_shown(visit, 1).await?;
        let cell = text(visit, "[data-name='model.rope.table'] .col-differs").await?;
        ensure!(cell.contains("of another whole shape"), "{cell}");
        click(visit, "[data-facet=dtype]").await?;
        wait_for_shown(visit, 2).await?;
        click(visit, ".segmented button:nth-child(2)").await?;
        click(visit, "[role=row][data-name='model.norm.weight']").await?;
        let told = text(visit, "#details-compared [data-compared=dtype]").await?;
        ensure!(told.contains("f32 → bf16"), "{told}");
        visit.screenshot("changed").await?;
        open_to_all(visit, "tensors").await
    })
    .await
}

#[tokio::test]
async fn a_renamed_tensor_leads_to_its_other_name_by_click_and_by_keyboard() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    let sides = checkpoints(scratch.path())?;
    let [old, new] = ["weight", "kernel"].map(|end| format!("model.layers.1.attention.wq.{end}"));
    visit("compared-renamed", async |visit| {
        open(visit, &sides).await?;
        click(visit, "#overview-kinds [data-compared=renamed]").await?;
        click(visit, ".segmented button:nth-child(2)").await?;
        let row = |name: &str| format!("[role=row][data-name='{name}']");
        click(visit, &row(&old)).await?;
        let cell = text(visit, &format!("{} .col-differs", row(&old))).await?;
        ensure!(cell.contains(&format!("called {new} in the target")), "{cell}");
        click(visit, &format!("{} [data-testid=tensor-other]", row(&old))).await?;
        wait_for(visit, &format!("[aria-selected=true][data-name='{new}']")).await?;
        let told = text(visit, "#details-compared [data-compared=renamed]").await?;
        ensure!(told.contains("Name in the source:") && told.contains(&old), "{told}");
        visit.screenshot("en").await?;
        visit.find(By::Css("#details-other")).await?.send_keys(Key::Enter + "").await?;
        wait_for(visit, &format!("[aria-selected=true][data-name='{old}']")).await?;
        click(visit, "#tensor-csv").await?;
        let table = std::fs::read_to_string(visit.wait_for_download("tensors.csv").await?)?;
        let line = table.lines().find(|line| line.starts_with(&format!("{new},"))).context("no such line")?;
        ensure!(line.contains(&format!(",renamed; same,f16,\"[8, 8]\",{old},")), "{line}");
        // On a phone and in Chinese.
        visit.resize(360, 740).await?;
        click(visit, "#lang").await?;
        wait_for(visit, "html[lang^=zh]").await?;
        visit.screenshot("zh-360").await?;
        let wide = "return document.documentElement.scrollWidth > innerWidth";
        ensure!(
            !visit.execute(wide, Vec::new()).await?.convert::<bool>()?,
            "the page is wider than the screen"
        );
        open_to_all(visit, "360").await
    })
    .await
}

#[tokio::test]
async fn sides_that_cannot_be_compared_say_why() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    let [whole, other] = checkpoints(scratch.path())?;
    let slices = scratch.path().join("slices");
    for rank in ["rank_0", "rank_1"] {
        std::fs::create_dir_all(slices.join(rank))?;
        std::fs::copy(&other, slices.join(rank).join("a.safetensors"))?;
    }
    visit("compared-not", async |visit| {
        ready(visit).await?;
        visit.drop_on("#drop-source", &[&whole]).await?;
        wait_for(visit, "#chip-source").await?;
        ready(visit).await?;
        ensure!(count(visit, "#overview-compared").await? == 0, "there is one side only");
        let input = visit.find(By::Css("#target-folder")).await?;
        input.send_keys(slices.to_string_lossy().as_ref()).await?;
        let told = text(visit, "#overview-compared").await?;
        ensure!(told.contains("one is sliced and no strategy says how"), "{told}");
        Ok(())
    })
    .await
}

/// Slices and the strategy that cut them were called the same, whatever was not known of them.
#[tokio::test]
async fn what_could_not_be_compared_is_told_with_the_reason() -> Result<()> {
    let case =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../cases/dp1mp2pp4_to_dp1mp8pp1").canonicalize()?;
    visit("compared-in-part", async |visit| {
        ready(visit).await?;
        let input = visit.find(By::Css("#source-folder")).await?;
        input.send_keys(case.join("src").to_string_lossy().as_ref()).await?;
        wait_for(visit, "#chip-source").await?;
        ready(visit).await?;
        let input = visit.find(By::Css("#target-files")).await?;
        input.send_keys(case.join("src_strategy_merged.ckpt").to_string_lossy().as_ref()).await?;
        let told = text(visit, "#overview-compared").await?;
        ensure!(told.contains("Nothing differs of what could be compared."), "{told}");
        ensure!(told.contains("cuts not compared: 39 (no strategy says how the source is cut)"), "{told}");
        ensure!(told.contains("types not compared: 39 (the target has no weights)"), "{told}");
        Ok(())
    })
    .await
}
