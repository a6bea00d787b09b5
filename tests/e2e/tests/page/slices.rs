//! The Slices view: both sides of a tensor as pictures, and the figures that come of them.

use crate::huge::write;
use crate::pile::{click, count, ready, wait_for};
use anyhow::{Context, Result, ensure};
use e2e::{Visit, visit};
use shardlens::example::strategy_files;
use shardlens::format::{NewEntry, WeightFormat, layout_file};
use shardlens::geometry::{DType, Shape};
use shardlens::layout::{Layout, Mesh, SplitRule, Strategy, StrategyBuilder};
use std::path::{Path, PathBuf};
use thirtyfour::prelude::*;

/// The tensor of generated piles.
const TENSOR: &str = "experts.w1.weight";
/// The tensor of the example that a visitor sees first.
const EXAMPLE: &str = "model.layers.0.attention.wq.weight";

fn strategy(mesh: &[u64], axes: &[Vec<usize>]) -> Result<Strategy> {
    let mut strategy = StrategyBuilder::default();
    strategy.add(TENSOR, 0, Layout::new(Mesh::unnamed(mesh)?, axes, SplitRule::Exact)?, None)?;
    Ok(strategy.build()?)
}

/// Writes a source with its weights and a target strategy; gives both folders.
fn pile(into: &Path, dims: &[u64], source: &Strategy, target: &Strategy) -> Result<[PathBuf; 2]> {
    let folders = [into.join("a"), into.join("b")];
    for (folder, strategy) in folders.iter().zip([source, target]) {
        // One stage: every rank's file is the same, and one of them is enough.
        for (path, file) in strategy_files(strategy)?.into_iter().take(1) {
            write(&folder.join("strategy").join(path), &file)?;
        }
    }
    let layout = &source.layouts()[0];
    let regions = layout.regions(dims).map_err(|(dim, cut)| anyhow::anyhow!("{dim}: {cut}"))?;
    for rank in 0..source.ranks_per_stage() {
        let shape = Shape::new(regions.region(layout.shard_of(rank)).lens())?;
        let entry = NewEntry { name: TENSOR, dtype: DType::F16, shape };
        let file = layout_file(WeightFormat::Ckpt, &[entry])?.sparse();
        write(&folders[0].join(format!("checkpoint/rank_{rank}/net_rank_{rank}-1_1.ckpt")), &file)?;
    }
    Ok(folders)
}

/// Opens a pile and shows its only tensor.
async fn show(visit: &Visit, [source, target]: &[PathBuf; 2]) -> Result<()> {
    crate::pile::open(visit, source, target).await?;
    click(visit, "#nav-slices").await?;
    wait_for(visit, "[data-testid=picture]").await
}

async fn show_example(visit: &Visit) -> Result<()> {
    ready(visit).await?;
    click(visit, "#open-example").await?;
    wait_for(visit, "[data-testid=region]").await?;
    ready(visit).await
}

async fn text_of(visit: &Visit, selector: &str) -> Result<String> {
    wait_for(visit, selector).await?;
    Ok(visit.find(By::Css(selector)).await?.text().await?)
}

/// The slices drawn on a side, in order.
async fn shards(visit: &Visit, side: &str) -> Result<Vec<String>> {
    let mut shards = Vec::new();
    for region in visit.find_all(By::Css(format!("[data-testid=region][data-side={side}]"))).await? {
        shards.push(region.attr("data-shard").await?.context("a region without its slice")?);
    }
    Ok(shards)
}

#[tokio::test]
async fn colours_mean_what_their_legend_says() -> Result<()> {
    visit("colours", async |visit| {
        show_example(visit).await?;
        let legends = async || -> Result<Vec<String>> {
            let mut texts = Vec::new();
            for legend in visit.find_all(By::Css("[data-testid=legend]")).await? {
                texts.push(legend.text().await?.replace('\n', " "));
            }
            Ok(texts)
        };
        ensure!(legends().await? == ["slice 0", "slice 0 slice 1"], "{:?}", legends().await?);
        click(visit, "#slices-colour button:nth-child(2)").await?;
        ensure!(legends().await? == ["rank 0 rank 1", "rank 0 rank 1"], "{:?}", legends().await?);
        click(visit, "#slices-colour button:nth-child(3)").await?;
        let stages = legends().await?;
        ensure!(stages == ["stage 0, ranks 0–1", "stage 0, ranks 0–1"], "{stages:?}");
        // The choice outlives the view.
        click(visit, "#nav-tensors").await?;
        click(visit, "#nav-slices").await?;
        wait_for(visit, "[data-testid=region]").await?;
        ensure!(legends().await? == stages);
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_picked_region_keeps_its_colour_and_its_rank() -> Result<()> {
    visit("picked", async |visit| {
        show_example(visit).await?;
        click(visit, "[data-testid=region][data-side=target][data-shard='1'] rect").await?;
        wait_for(visit, "[data-testid=picture][data-side=target] [data-testid=share]").await?;
        visit.screenshot("picked").await?;
        let seen = "const side = document.querySelectorAll('.picture-side')[1];
            const region = side.querySelector('[data-shard=\"1\"] rect');
            const legend = side.querySelectorAll('[data-testid=legend] rect')[1];
            const filled = [...side.querySelectorAll('[data-testid=share]')].filter(it => getComputedStyle(it).fill !== 'none');
            const [overlay, chips] = [side.querySelector('.overlay'), side.querySelector('.rank-chips')];
            const above = overlay.compareDocumentPosition(chips) & Node.DOCUMENT_POSITION_FOLLOWING;
            return [region.getAttribute('fill') === legend.getAttribute('fill'), filled.length === 0,
                above > 0 && [...chips.querySelectorAll('text')].some(it => it.textContent === '1')]";
        let seen: (bool, bool, bool) = visit.execute(seen, Vec::new()).await?.convert()?;
        ensure!(seen == (true, true, true), "as in the legend, not covered, with its rank: {seen:?}");
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_tensor_of_four_dimensions_is_stepped_from_boundary_to_boundary() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    let source = strategy(&[2, 2], &[vec![0], vec![1], vec![], vec![]])?;
    let target = strategy(&[2, 3], &[vec![], vec![0], vec![1], vec![]])?;
    let folders = pile(scratch.path(), &[4, 8, 6, 10], &source, &target)?;
    visit("steps", async |visit| {
        show(visit, &folders).await?;
        ensure!(shards(visit, "source").await? == ["0", "1", "2", "3"]);
        // Target slice = 3 · part of dimension 1 + part of dimension 2.
        ensure!(shards(visit, "target").await? == ["0", "3"]);
        ensure!(count(visit, "[data-testid=step]").await? == 1, "dimension 3 is cut on no side");
        let on = "[data-testid=step][data-dim='2'] button:last-of-type";
        click(visit, on).await?;
        ensure!(shards(visit, "target").await? == ["1", "4"]);
        click(visit, on).await?;
        ensure!(shards(visit, "target").await? == ["2", "5"]);
        ensure!(!visit.find(By::Css(on)).await?.is_enabled().await?, "there is no fourth part");
        let slider = visit.find(By::Css("[data-testid=step] input")).await?;
        slider.send_keys(Key::Left).await?;
        ensure!(shards(visit, "target").await? == ["1", "4"]);
        // Another pair of dimensions: 2 downwards, 1 to the right; 0 is stepped now.
        let down = visit.find(By::Css("#slices-down option[value='2']")).await?;
        down.click().await?;
        wait_for(visit, "[data-testid=step][data-dim='0']").await?;
        ensure!(shards(visit, "target").await? == ["0", "3", "1", "4", "2", "5"]);
        ensure!(shards(visit, "source").await? == ["0", "1"]);
        visit.screenshot("4d").await?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn the_reads_of_a_region_are_those_of_the_plan() -> Result<()> {
    visit("reads", async |visit| {
        show_example(visit).await?;
        click(visit, "#nav-plan").await?;
        click(visit, "#plan-download").await?;
        let plan = std::fs::read(visit.wait_for_download("plan.json").await?)?;
        let plan: serde_json::Value = serde_json::from_slice(&plan)?;
        click(visit, "#nav-slices").await?;
        let hint = visit.find(By::Css("#reads")).await?.rect().await?;
        click(visit, "[data-testid=region][data-side=target][data-shard='1'] rect").await?;
        visit.wait_for_text("What target slice 1 reads").await?;
        let lines = text_of(visit, "[data-testid=read]").await?;
        // The file that the plan opens for target rank 1 in the source's stage 0, ranks 0 and 1.
        let contents = plan["target"]["contents"].as_array().context("contents")?;
        let of_rank = |content: &&serde_json::Value| content["ranks"] == serde_json::json!([1]);
        let content = contents.iter().find(of_rank).context("target rank 1")?;
        let files = content["reads"].as_array().context("reads")?.iter();
        let mut files =
            files.filter_map(|file| plan["source"]["files"].get(usize::try_from(file.as_u64()?).ok()?));
        let file = files.find(|file| file["rank"].as_u64() < Some(2)).context("stage 0 is read")?;
        let (rank, path) = (file["rank"].as_u64().context("rank")?, file["path"].as_str().context("path")?);
        let says = format!(
            "Target rank 1 reads rows [2048:4096] from source rank {rank}; rank {} holds the same",
            1 - rank
        );
        ensure!(lines.contains(&says), "{lines:?} instead of {says:?}");
        ensure!(lines.contains(path), "{lines:?} does not name {path}");
        ensure!(count(visit, "[data-testid=share]").await? == 2, "one share on each side");
        // Nothing below the pictures moved.
        let reads = visit.find(By::Css("#reads")).await?.rect().await?;
        ensure!(reads.y == hint.y, "the reads moved from {} to {}", hint.y, reads.y);
        visit.screenshot("overlay").await?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn figures_are_complete_files() -> Result<()> {
    visit("figures", async |visit| {
        show_example(visit).await?;
        click(visit, "[data-testid=region][data-side=target][data-shard='0'] rect").await?;
        click(visit, "#export-svg").await?;
        let svg = std::fs::read_to_string(visit.wait_for_download(&format!("{EXAMPLE}.svg")).await?)?;
        let tree = roxmltree::Document::parse(&svg)?;
        let length =
            |name| -> Result<u32> { Ok(tree.root_element().attribute(name).context("a size")?.parse()?) };
        let size = (length("width")?, length("height")?);
        let words: Vec<&str> = tree.descendants().filter_map(|node| node.text()).collect();
        for word in [EXAMPLE, "Source", "Target", "dimension 0 · 4096", "4096", "slice 1"] {
            ensure!(words.contains(&word), "no {word:?} in {words:?}");
        }
        ensure!(!svg.contains("href") && !svg.contains("style="), "nothing is outside the file");
        for (ground, corner) in [(1, [255, 255, 255]), (2, [21, 25, 30])] {
            click(visit, &format!(".export .segmented button:nth-child({ground})")).await?;
            let scale = 2 * ground;
            click(visit, &format!("#export-png-{scale}")).await?;
            let path = visit.wait_for_download(&format!("{EXAMPLE}@{scale}x.png")).await?;
            let (found, pixels) = decode(&path)?;
            ensure!(found == (size.0 * scale, size.1 * scale), "{found:?} for {size:?} at {scale}");
            ensure!(pixels[..3] == corner, "the ground is {:?}", &pixels[..3]);
            let drawn = pixels.chunks(4).filter(|pixel| pixel[..3] != corner).count();
            ensure!(drawn * 10 > pixels.len() / 4, "only {drawn} pixels are drawn");
        }
        Ok(())
    })
    .await
}

/// Size and RGBA pixels of a PNG.
fn decode(path: &Path) -> Result<((u32, u32), Vec<u8>)> {
    let decoder = png::Decoder::new(std::io::BufReader::new(std::fs::File::open(path)?));
    let mut reader = decoder.read_info()?;
    let mut pixels = vec![0; reader.output_buffer_size().context("a size")?];
    let info = reader.next_frame(&mut pixels)?;
    ensure!(info.color_type == png::ColorType::Rgba, "{:?}", info.color_type);
    Ok(((info.width, info.height), pixels))
}

#[tokio::test]
async fn the_keyboard_walks_from_region_to_region() -> Result<()> {
    visit("keys", async |visit| {
        show_example(visit).await?;
        let picture = visit.find(By::Css("[data-testid=picture][data-side=target] svg")).await?;
        // Whoever comes by keyboard: after a click the browser shows no focus.
        visit.active_element().await?.send_keys(Key::Tab).await?;
        picture.focus().await?;
        visit.wait_for_text("Target slice 0").await?;
        picture.send_keys(Key::Down).await?;
        let says = text_of(visit, "#read-out").await?;
        ensure!(says.contains("Target slice 1") && says.contains("[2048:4096, 0:4096]"), "{says}");
        ensure!(picture.attr("aria-activedescendant").await?.as_deref() == Some("region-target-1"));
        picture.send_keys(Key::Down).await?;
        ensure!(text_of(visit, "#read-out").await?.contains("Target slice 1"), "that was the last one");
        picture.send_keys(Key::Enter).await?;
        visit.wait_for_text("What target slice 1 reads").await?;
        wait_for(visit, "#region-target-1[aria-selected=true]").await?;
        wait_for(visit, "#details .details-slice").await
    })
    .await
}

#[tokio::test]
async fn thousands_of_regions_are_painted_and_their_table_has_pages() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    let source = strategy(&[2], &[vec![0], vec![]])?;
    let target = strategy(&[128, 128], &[vec![0], vec![1]])?;
    let folders = pile(scratch.path(), &[4096, 4096], &source, &target)?;
    visit("dense", async |visit| {
        show(visit, &folders).await?;
        let picture = "[data-testid=picture][data-side=target][data-regions='16384']";
        wait_for(visit, &format!("{picture} canvas")).await?;
        ensure!(shards(visit, "target").await?.is_empty(), "16,384 shapes are too many");
        ensure!(count(visit, "[data-testid=region-row][data-side=target]").await? == 64);
        let painted = format!(
            "const canvas = document.querySelector(\"{picture} canvas\");
            const {{ data }} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
            return new Set(new Uint32Array(data.buffer)).size"
        );
        let colours: u64 = visit.execute(painted, Vec::new()).await?.convert()?;
        ensure!(colours > 64, "{colours} colours");
        // The last region, by the keyboard: it is in the table's last page and on the read-out.
        let drawing = visit.find(By::Css(format!("{picture} svg"))).await?;
        drawing.focus().await?;
        drawing.send_keys(Key::End).await?;
        ensure!(text_of(visit, "#read-out").await?.contains("[0:32, 4064:4096]"));
        drawing.send_keys(Key::Enter).await?;
        visit.wait_for_text("What target slice 127 reads").await?;
        wait_for(visit, "[data-testid=region-row][data-side=target][data-shard='127'].selected").await?;
        let reads = text_of(visit, "#reads").await?;
        ensure!(
            reads.contains("Target rank 127 reads rows [0:32], columns [4064:4096] from source rank 0"),
            "{reads}"
        );
        visit.screenshot("dense").await?;
        click(visit, "#export-svg").await?;
        let svg = std::fs::read_to_string(visit.wait_for_download(&format!("{TENSOR}.svg")).await?)?;
        ensure!(svg.len() < 1 << 20, "{} bytes", svg.len());
        roxmltree::Document::parse(&svg)?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_row_leads_to_the_slice_that_holds_it() -> Result<()> {
    visit("slices-go", async |visit| {
        show_example(visit).await?;
        let row = visit.find(By::Css("#slices-row")).await?;
        // The target halves the rows, the source holds all of them.
        row.send_keys("3000" + Key::Enter).await?;
        wait_for(visit, "[data-testid=region][data-side=target][data-shard='1'][aria-selected=true]").await?;
        ensure!(text_of(visit, ".details-slice").await?.contains("[2048:4096, 0:4096]"));
        let value = visit.find(By::Css("#slices-row")).await?.prop("value").await?;
        ensure!(value.as_deref() == Some("3000"), "{value:?}");
        visit.screenshot("en").await?;
        // Another slice is chosen otherwise: the row did not lead there.
        click(visit, "[data-testid=region-row][data-side=target][data-shard='0'] button").await?;
        wait_for(visit, "[data-testid=region][data-side=target][data-shard='0'][aria-selected=true]").await?;
        let value = visit.find(By::Css("#slices-row")).await?.prop("value").await?;
        ensure!(value.as_deref() == Some(""), "{value:?}");
        // What is no row is said to be none.
        let row = visit.find(By::Css("#slices-row")).await?;
        row.send_keys("4096" + Key::Enter).await?;
        wait_for(visit, "#slices-row[aria-invalid=true]").await?;
        ensure!(visit.barriers().await?.is_empty());
        Ok(())
    })
    .await
}
