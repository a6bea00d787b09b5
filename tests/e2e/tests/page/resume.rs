//! Which step a job resumes from, of folders as a run leaves them.

use crate::pile::{addressed, click, copied, count, is_fit, llama, ready, source_of_llama, text, wait_for};
use anyhow::{Context, Result, ensure};
use e2e::{Visit, visit};
use shardlens::format::{NewEntry, WeightFormat, layout_file};
use shardlens::geometry::{DType, Shape};
use std::path::{Path, PathBuf};
use thirtyfour::prelude::*;

/// What a checkpoint of a run holds: a weight, its optimizer's state and the counters.
const WHOLE: [&str; 4] = ["w", "adam_m.w", "epoch_num", "step_num"];

/// A checkpoint with these parameters, of one number each.
fn checkpoint(names: &[&str]) -> Result<Vec<u8>> {
    let shape = Shape::new(vec![1]).context("one number has a shape")?;
    let entry = |name| NewEntry { name, dtype: DType::F32, shape: shape.clone() };
    let entries: Vec<NewEntry> = names.iter().map(|&name| entry(name)).collect();
    let layout = layout_file(WeightFormat::Ckpt, &entries)?;
    let mut file = vec![0; usize::try_from(layout.size)?];
    for (offset, bytes) in &layout.headers {
        file[usize::try_from(*offset)?..][..bytes.len()].copy_from_slice(bytes);
    }
    Ok(file)
}

/// Writes what a rank saved, and the step that its `meta.json` names.
fn save(folder: &Path, rank: u64, steps: &[&str], last: &str) -> Result<()> {
    let folder = folder.join(format!("rank_{rank}"));
    std::fs::create_dir_all(&folder)?;
    for step in steps {
        std::fs::write(folder.join(format!("llama_rank_{rank}-{step}.ckpt")), checkpoint(&WHOLE)?)?;
    }
    let (epoch, step) = last.split_once('_').context("a step is EPOCH_STEP")?;
    let meta = format!(
        r#"{{"last_epoch": {epoch}, "last_step": {step}, "last_ckpt_file": "llama_rank_{rank}-{last}.ckpt"}}"#
    );
    Ok(std::fs::write(folder.join("meta.json"), meta)?)
}

/// The example of MindFormers' document: rank 0 was one save ahead when the job was stopped.
fn example_of_the_document(into: &Path) -> Result<PathBuf> {
    let folder = into.join("checkpoint");
    save(&folder, 0, &["3_2", "9_2"], "9_2")?;
    save(&folder, 1, &["3_2", "6_2"], "6_2")?;
    Ok(folder)
}

/// Drops a folder and goes to the view by its key.
async fn open(visit: &Visit, folder: &Path) -> Result<()> {
    ready(visit).await?;
    visit.drop_on("#drop-source", &[folder]).await?;
    wait_for(visit, "#chip-source").await?;
    ready(visit).await?;
    visit.find(By::Css("body")).await?.send_keys("7").await?;
    wait_for(visit, "#nav-resume[aria-current=page]").await
}

/// The states of the matrix, as `ranks step state`, row by row.
async fn states(visit: &Visit) -> Result<Vec<String>> {
    let cells = "return [...document.querySelectorAll('[data-testid=resume-cell]')]
        .map(({ dataset }) => `${dataset.ranks} ${dataset.step} ${dataset.state}`)";
    Ok(visit.execute(cells, Vec::new()).await?.convert()?)
}

#[tokio::test]
async fn the_documents_example_resumes_from_its_step() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    let folder = example_of_the_document(scratch.path())?;
    visit("resume", async |visit| {
        open(visit, &folder).await?;
        wait_for(visit, "#resume-view[data-step='3_2']").await?;
        ensure!(text(visit, "#resume-says").await? == "MindFormers 1.8–2.1 resumes from 3_2");
        visit.wait_for_text("not later than 6_2, the oldest step that a meta.json names").await?;
        let wanted = [
            "0 3_2 complete",
            "0 6_2 missing",
            "0 9_2 above_bound",
            "1 3_2 complete",
            "1 6_2 complete",
            "1 9_2 missing",
        ];
        let states = states(visit).await?;
        ensure!(states == wanted, "{states:?}");
        click(visit, "#resume-version button:nth-child(3)").await?;
        visit.wait_for_text("MindFormers 1.7 resumes from 3_2").await?;
        // The reason of a cell is read out on focus, and the arrows move.
        let cell = visit.find(By::Css("[data-testid=resume-cell][tabindex='0']")).await?;
        cell.focus().await?;
        cell.send_keys(Key::Right + Key::Right).await?;
        visit.wait_for_text("rank 0, 9_2: above the bound").await?;
        // With one of both batches nothing is told of the position, and the other field stays to be filled in.
        visit.find(By::Css("#resume-steps")).await?.send_keys("4").await?;
        wait_for(visit, "#resume-position").await?;
        visit.find(By::Css("#resume-old")).await?.send_keys("64").await?;
        ensure!(visit.query(By::Css("#resume-position")).not_exists().await?);
        visit.find(By::Css("#resume-new")).await?.send_keys("128").await?;
        wait_for(visit, "#resume-position").await?;
        visit.find(By::Css("#resume-path")).await?.send_keys("/mnt/run/output/checkpoint").await?;
        wait_for(visit, "#resume-lines").await?;
        visit.wait_for_text("load_checkpoint: \"/mnt/run/output/checkpoint\"").await?;
        visit.screenshot("wide").await?;
        let lines = text(visit, "#resume-lines").await?;
        ensure!(lines.lines().any(|line| line == "resume_training: llama_rank_0-3_2.ckpt"), "{lines}");
        let copied = copied(visit, "#resume-copy").await?;
        ensure!(copied == lines, "{copied:?}, but {lines:?}");
        is_fit(visit, "wide").await?;
        // The address keeps the version, both languages say the same.
        let address = visit.current_url().await?.to_string();
        ensure!(address.contains("view=resume") && address.contains("resume.version=1.7"), "{address}");
        click(visit, "#lang").await?;
        visit.wait_for_text("MindFormers 1.7 从 3_2 续训").await?;
        visit.screenshot("zh").await?;
        visit.resize(360, 740).await?;
        is_fit(visit, "narrow").await?;
        visit.screenshot("narrow").await.map(drop)
    })
    .await
}

#[tokio::test]
async fn a_damaged_file_is_chosen_by_the_code_and_not_by_the_document() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    let folder = scratch.path().join("checkpoint");
    for rank in 0..2 {
        save(&folder, rank, &["3_2", "6_2"], "6_2")?;
    }
    let damaged = folder.join("rank_1/llama_rank_1-6_2.ckpt");
    let bytes = std::fs::read(&damaged)?;
    std::fs::write(&damaged, &bytes[..bytes.len() - 3])?;
    visit("resume-damaged", async |visit| {
        visit.goto(format!("{}#theme=dark", visit.site.url())).await?;
        open(visit, &folder).await?;
        wait_for(visit, "#resume-view[data-step='6_2']").await?;
        wait_for(visit, "[data-testid=resume-cell][data-ranks='1'][data-step='6_2'][data-state=truncated]")
            .await?;
        wait_for(visit, "[data-testid=finding][data-code=SL0602]").await?;
        let lines = text(visit, "#resume-lines").await?;
        ensure!(lines.contains("resume_training: llama_rank_0-3_2.ckpt"), "{lines}");
        click(visit, "#resume-by button:nth-child(2)").await?;
        wait_for(visit, "#resume-view[data-step='3_2']").await?;
        visit.wait_for_text("By its document, MindFormers resumes from 3_2").await?;
        visit.screenshot("document").await?;
        is_fit(visit, "dark").await
    })
    .await
}

#[tokio::test]
async fn the_times_of_files_decide_where_no_meta_json_does() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    let folder = scratch.path().join("checkpoint");
    save(&folder, 0, &["3_2", "6_2"], "6_2")?;
    save(&folder, 1, &["3_2", "6_2"], "6_2")?;
    let old = std::time::SystemTime::now() - std::time::Duration::from_secs(60);
    for rank in 0..2 {
        let folder = folder.join(format!("rank_{rank}"));
        std::fs::remove_file(folder.join("meta.json"))?;
        // Rank 1 was copied back and forth: its older step was written last.
        let step = if rank == 0 { "3_2" } else { "6_2" };
        let file = std::fs::File::options()
            .write(true)
            .open(folder.join(format!("llama_rank_{rank}-{step}.ckpt")))?;
        file.set_modified(old)?;
    }
    visit("resume-times", async |visit| {
        open(visit, &folder).await?;
        // The newest files of the ranks differ, which every version refuses.
        visit.wait_for_text("MindFormers 1.8–2.1 stops with an error").await?;
        visit.wait_for_text("Check name of the checkpoint file with the last timestamp Failed").await?;
        wait_for(visit, "[data-testid=finding][data-code=SL0601]").await?;
        // Whoever pastes what a job said about it is led here.
        visit.find(By::Css("body")).await?.send_keys("6").await?;
        let field = visit.find(By::Css("#explain-text")).await?;
        field.send_keys("ValueError: No checkpoint could be resumed.").await?;
        click(visit, "[data-testid=told-finding][data-code=SL0601]").await?;
        wait_for(visit, "#resume-view [data-testid=finding][data-code=SL0601]").await
    })
    .await
}

#[tokio::test]
async fn thousands_of_ranks_are_few_rows() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    let folder = scratch.path().join("checkpoint");
    for rank in 0..2048 {
        let steps: &[&str] = if rank == 77 { &["3_2"] } else { &["3_2", "6_2"] };
        save(&folder, rank, steps, "6_2")?;
    }
    visit("resume-many", async |visit| {
        open(visit, &folder).await?;
        wait_for(visit, "#resume-view[data-step='3_2']").await?;
        let states = states(visit).await?;
        ensure!(
            states
                == [
                    "0–76, 78–2047 3_2 complete",
                    "0–76, 78–2047 6_2 complete",
                    "77 3_2 complete",
                    "77 6_2 missing"
                ],
            "{states:?}"
        );
        // The numbers of the step, once the epochs are known.
        visit.find(By::Css("#resume-steps")).await?.send_keys("100").await?;
        wait_for(visit, "#resume-sink").await?;
        visit.find(By::Css("#resume-sink")).await?.send_keys("2").await?;
        visit.wait_for_text("3 × 2 = global step 6").await?;
        // On another number of ranks the checkpoint must be converted.
        visit.find(By::Css("#resume-ranks")).await?.send_keys("1024").await?;
        visit.wait_for_text("1,024 resume").await?;
        visit.wait_for_text("Another number of ranks needs the checkpoint converted first").await?;
        ensure!(count(visit, "#resume-lines").await? == 0);
        wait_for(visit, "[data-testid=finding][data-code=SL0608]").await?;
        // The way to what to do then is said, too.
        click(visit, "#resume-load").await?;
        visit.wait_for_text("for a run of another layout: they must be cut anew").await?;
        wait_for(visit, "#load:focus [data-testid=finding][data-code=SL0651]").await?;
        addressed(visit, "load.ranks=1024&load.run=resume").await
    })
    .await
}

#[tokio::test]
async fn without_steps_it_is_said_what_to_open() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    visit("resume-empty", async |visit| {
        open(visit, &llama().join("dst_strategy_stages")).await?;
        wait_for(visit, "#resume-empty").await?;
        visit.screenshot("empty").await?;
        is_fit(visit, "nothing to resume").await?;
        // The folder of the documents' conversion has steps, beside its strategies.
        click(visit, "#nav-overview").await?;
        visit
            .find(By::Css("#source-folder"))
            .await?
            .send_keys(source_of_llama(scratch.path())?.to_string_lossy())
            .await?;
        ready(visit).await?;
        click(visit, "#nav-resume").await?;
        wait_for(visit, "#resume-view").await?;
        wait_for(visit, "[data-testid=resume-cell][data-step='1_10']").await
    })
    .await
}
