//! The plan: costs, windows of the heat map, and everything that can be taken along.

use crate::big::open_16_384_ranks;
use crate::pile::{click, llama, open, ready, source_of_llama, text, wait_for};
use anyhow::{Context, Result, ensure};
use e2e::{Visit, visit};
use thirtyfour::prelude::*;

async fn example(visit: &Visit) -> Result<()> {
    ready(visit).await?;
    click(visit, "#open-example").await?;
    wait_for(visit, "[data-testid=region]").await?;
    click(visit, "#nav-plan").await?;
    wait_for(visit, "#plan-download").await
}

#[tokio::test]
async fn tables_and_reports_say_what_the_page_says() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    let source = source_of_llama(scratch.path())?;
    visit("plan", async |visit| {
        open(visit, &source, &llama().join("dst_strategy_stages")).await?;
        click(visit, "#plan-csv").await?;
        let csv = std::fs::read_to_string(visit.wait_for_download("plan-ranks.csv").await?)?;
        let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
        ensure!(rows.len() == 1 + 8 + 4, "{csv}");
        let head = rows[0].clone();
        let column = |name: &str| head.iter().position(|of| *of == name).context("no such column");
        let read = column("bytes_read")?;
        let sum = |side: &str| -> Result<u64> {
            let own = rows.iter().filter(|row| row[0] == side);
            own.map(|row| Ok(row[read].parse::<u64>()?)).sum()
        };
        ensure!(sum("source")? == sum("target")? && sum("source")? > 0, "{csv}");

        click(visit, "#plan-markdown").await?;
        let report = std::fs::read_to_string(visit.wait_for_download("plan-report.md").await?)?;
        ensure!(report.starts_with("## ") && report.contains("dp2·mp1·pp4"), "{report}");
        let transform = text(visit, "#transform-command").await?;
        ensure!(report.contains(&transform), "{report}");
        ensure!(report.matches("```").count() % 2 == 0, "{report}");
        Ok(())
    })
    .await
}

#[tokio::test]
async fn the_time_follows_the_disk() -> Result<()> {
    visit("plan-time", async |visit| {
        example(visit).await?;
        // 6,738,415,616 weights and the norms once more, in two bytes: 12.6 GiB are read and written.
        visit.find(By::Css("#plan-read")).await?.send_keys("100").await?;
        visit.find(By::Css("#plan-write")).await?.send_keys("1000").await?;
        visit.wait_for_text("12.6 GiB / 100 MiB/s").await?;
        let says = text(visit, "#plan-time").await?;
        // 128.5 s and 12.9 s.
        ensure!(says.contains("2 min 21 s"), "{says}");
        // Two files of a source stage each, whole: what the recorded run of the same layouts loads.
        let peer = text(visit, "#plan-peer").await?;
        let (bytes, says) = peer.split_once('\n').context("a value and its caption")?;
        ensure!(bytes.ends_with("GiB") && !bytes.contains('×'), "{bytes}");
        ensure!(says.starts_with("MindSpore would read, 2.00× as much"), "{says}");
        // What is no speed is said to be none, and nothing is computed from it.
        for wrong in ["0", "-5"] {
            let field = visit.find(By::Css("#plan-read")).await?;
            field.send_keys(Key::Control + "a").await?;
            field.send_keys(wrong).await?;
            wait_for(visit, "#plan-read[aria-invalid=true]").await?;
            let says = text(visit, "#plan-time").await?;
            ensure!(says.contains("at least 1") && !says.contains("MiB/s +"), "{says}");
        }
        visit.find(By::Css("#plan-read")).await?.send_keys(Key::Control + "a").await?;
        visit.find(By::Css("#plan-read")).await?.send_keys("99999999").await?;
        visit.find(By::Css("#plan-write")).await?.send_keys("000000").await?;
        visit.wait_for_text("under 1 s = ").await?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_tensor_is_put_together_in_words() -> Result<()> {
    visit("plan-words", async |visit| {
        example(visit).await?;
        let words = text(visit, "[data-testid=program]").await?;
        // Half of wq goes to each of the two ranks, from one of the two replicas.
        ensure!(words.contains("[0:2048, 0:4096]") && words.contains("[2048:4096, 0:4096]"), "{words}");
        ensure!(words.contains("16.0 MiB, read in 1 run, written in 1 run"), "{words}");
        Ok(())
    })
    .await
}

#[tokio::test]
async fn ranks_are_sorted_by_what_they_send() -> Result<()> {
    visit("plan-sort", async |visit| {
        example(visit).await?;
        let source = ".plan-ranks section:last-child";
        click(visit, &format!("{source} th:nth-child(2) .sort")).await?;
        wait_for(visit, &format!("{source} th:nth-child(2)[aria-sort=descending]")).await?;
        let ranks = "return [...document.querySelectorAll('[data-testid=rank-row][data-side=source]')]
            .map(row => row.dataset.rank).join(' ')";
        let ranks: String = visit.execute(ranks, Vec::new()).await?.convert()?;
        // The last stage has head and norm, the first the embedding; equal ranks stay in order.
        ensure!(ranks == "6 7 0 1 2 3 4 5", "{ranks}");
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_cell_of_the_map_lists_what_flows() -> Result<()> {
    visit("plan-pair", async |visit| {
        example(visit).await?;
        let canvas = visit.find(By::Css("#plan-heat")).await?;
        canvas.focus().await?;
        // Source rank 1 (row) to target rank 1 (column).
        canvas.send_keys(Key::Right + Key::Down).await?;
        canvas.send_keys(Key::Enter).await?;
        visit.wait_for_text("From source rank 1: ").await?;
        let title = text(visit, "#details .details-rank > h3").await?;
        let cell = text(visit, ".plan-heat .read-out").await?;
        let bytes = title.rsplit(", ").next().context("bytes")?;
        ensure!(cell.contains(bytes), "{title:?}, but {cell:?}");
        // The embedding and the layers of source stage 0, cut in two: 16 MiB of each matrix of attention.
        let first = text(visit, "#details .content-row:has([title$='layers.0.attention.wq.weight'])").await?;
        ensure!(first.contains("16.0 MiB"), "{first}");
        visit.screenshot("pair").await?;
        // Another way to the same rank lists all of it again.
        click(visit, "[data-testid=rank-row][data-side=target][data-rank='1']").await?;
        visit.wait_for_text("Contents").await
    })
    .await
}

#[tokio::test]
async fn finer_windows_add_up_to_the_coarse_cell() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    visit("plan-big", async |visit| {
        open_16_384_ranks(visit, scratch.path()).await?;
        wait_for(visit, ".plan-heat[data-block='1×32']").await?;
        let canvas = visit.find(By::Css("#plan-heat")).await?;
        canvas.scroll_into_view().await?;
        canvas.focus().await?;
        // The second cell: target ranks 32 to 63.
        canvas.send_keys(Key::Right + "").await?;
        let coarse = read_out(visit, "32").await?;
        visit.screenshot("coarse").await?;
        for _ in 0..24 {
            canvas.send_keys("+").await?;
        }
        wait_for(visit, ".plan-heat[data-block='1×1']").await?;
        visit.screenshot("fine").await?;
        let mut sum = read_out(visit, "32").await?;
        for rank in 33..64 {
            canvas.send_keys(Key::Right + "").await?;
            sum += read_out(visit, &rank.to_string()).await?;
        }
        ensure!(sum == coarse && coarse > 0, "{sum} in 32 cells, {coarse} in one");
        Ok(())
    })
    .await
}

/// The value of the cell that is read out, once it is that of a target rank.
async fn read_out(visit: &Visit, target: &str) -> Result<u64> {
    visit.wait_for_text(&format!("target {target}")).await?;
    let read_out = visit.find(By::Css(".plan-heat .read-out")).await?;
    Ok(read_out.attr("data-value").await?.context("nothing is read out")?.parse()?)
}
