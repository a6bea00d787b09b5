//! No strategy at hand: inferred, shown, used, taken back, downloaded; and refused where headers do not tell.

use crate::conversion::{files, run};
use crate::pile::{click, copy, count, is_fit, llama, ready, text, wait_for};
use anyhow::{Context, Result, ensure};
use e2e::{Visit, root, shardlens, visit};
use std::path::Path;
use std::process::Command;
use thirtyfour::By;

/// The name of what is inferred of MindFormers' llama.
const FILE: &str = "inferred_strategy_dp2_mp1_pp4.ckpt";

/// Drops a folder as the source.
async fn drop_source(visit: &Visit, folder: &Path) -> Result<()> {
    ready(visit).await?;
    visit.drop_on("#drop-source", &[folder]).await?;
    wait_for(visit, "#verdict[data-verdict=error]").await?;
    ready(visit).await
}

/// Where an inference of the source ended: `[data-certainty]`.
fn inferred(as_what: &str) -> String {
    format!("[data-testid=inferring][data-side=source][data-certainty={as_what}]")
}

#[tokio::test]
async fn a_lost_strategy_is_inferred_used_and_taken_back() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    let job = scratch.path().join("job");
    copy(&llama().join("src"), &job)?;
    let target = llama().join("dst_strategy_stages");
    // What the command says and writes.
    let by_command = scratch.path().join("by_command.ckpt");
    let said =
        run(Command::new(shardlens()?).arg("infer").arg("--src-ckpt").arg(&job).arg("-o").arg(&by_command))?;
    let reasons: Vec<&str> = said.lines().take_while(|line| !line.starts_with(' ')).collect();
    ensure!(reasons.len() == 2, "{said}");

    let mut shown = String::new();
    let saved = scratch.path().join(FILE);
    visit("inferring", async |visit| {
        drop_source(visit, &job).await?;
        visit.find(By::Css("#target-folder")).await?.send_keys(target.to_string_lossy().as_ref()).await?;
        wait_for(visit, "#chip-target:not(.chip-empty)").await?;
        ready(visit).await?;
        // Below the verdict, and in its place where a view has nothing to show.
        for view in ["overview", "plan"] {
            click(visit, &format!("#nav-{view}")).await?;
            wait_for(visit, "#verdict + [data-testid=inferring] [data-testid=infer]").await?;
            is_fit(visit, view).await?;
        }
        visit.screenshot("offer").await?;

        click(visit, "#nav-findings").await?;
        click(visit, "[data-testid=finding][data-code=SL0201] [data-testid=infer]").await?;
        wait_for(visit, &inferred("likely")).await?;
        let told = text(visit, "[data-testid=inferring]").await?;
        for says in reasons.iter().chain(&["dp2·mp1·pp4", "likely"]) {
            ensure!(told.contains(says), "{says:?} is not in {told}");
        }
        wait_for(visit, "[data-testid=inferring] [data-testid=finding][data-code=SL0902]").await?;
        click(visit, "[data-testid=inferring] > details > summary").await?;
        is_fit(visit, "inferred").await?;
        visit.screenshot("inferred").await?;
        click(visit, "[data-testid=infer-download]").await?;
        std::fs::copy(visit.wait_for_download(FILE).await?, &saved)?;
        ensure!(std::fs::read(&saved)? == std::fs::read(&by_command)?, "the command writes another file");

        // In the other language, and on a phone.
        click(visit, "#lang").await?;
        visit.wait_for_text("很可能").await?;
        visit.resize(360, 740).await?;
        is_fit(visit, "narrow").await?;
        visit.screenshot("narrow").await?;
        visit.resize(1440, 900).await?;
        click(visit, "#lang").await?;

        click(visit, "[data-testid=infer-use]").await?;
        wait_for(visit, "#findings-view [data-testid=finding-group][data-code=SL0904]").await?;
        wait_for(visit, "[data-testid=finding-group][data-code=SL0902]").await?;
        ensure!(count(visit, "[data-testid=inferring], [data-severity=error]").await? == 0);
        ensure!(text(visit, "#chip-source").await?.contains("dp2·mp1·pp4"));
        is_fit(visit, "used").await?;
        click(visit, "#nav-overview").await?;
        wait_for(visit, "#verdict[data-verdict=warning]").await?;
        visit.wait_for_text(&format!("inferred: {FILE}")).await?;
        visit.screenshot("used").await?;
        click(visit, "#nav-slices").await?;
        wait_for(visit, "[data-testid=region]").await?;
        click(visit, "#nav-devices").await?;
        wait_for(visit, "[data-testid=device-row]").await?;
        click(visit, "#nav-plan").await?;
        shown = text(visit, "#transform-command").await?;
        ensure!(shown.contains(&format!("--src-strategy {FILE}")), "{shown}");
        wait_for(visit, ".run-it [data-testid=infer-download]").await?;
        is_fit(visit, "plan").await?;
        visit.screenshot("plan").await?;

        click(visit, "#undo").await?;
        wait_for(visit, "[data-testid=nothing-to-show] [data-testid=infer]").await?;
        click(visit, "#redo").await?;
        wait_for(visit, "#plan-download").await
    })
    .await?;

    // The command as it is shown, run where the folder was dropped from and the file was moved to; the target's
    // strategies are elsewhere.
    let shown = shown.replace("dst_strategy_stages", &target.to_string_lossy());
    let mut words = shown.split_whitespace().filter(|&word| word != "\\");
    ensure!(words.next() == Some("shardlens"), "{shown}");
    run(Command::new(shardlens()?).args(words).current_dir(scratch.path()))?;
    let command = &mut Command::new(shardlens()?);
    command.arg("transform").arg("--src-ckpt").arg(&job).arg("--dst-strategy").arg(&target);
    command.arg("--src-strategy").arg(llama().join("src_strategy_stages"));
    run(command.arg("--dst-ckpt").arg(scratch.path().join("by_lost")))?;
    let [by_inferred, by_lost] = ["converted", "by_lost"].map(|folder| files(&scratch.path().join(folder)));
    let (by_inferred, by_lost) = (by_inferred?, by_lost?);
    ensure!(by_inferred.len() == 4 && by_inferred == by_lost, "{:?}", by_inferred.keys());
    Ok(())
}

#[tokio::test]
async fn what_headers_do_not_tell_is_refused_with_the_reason() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    let job = scratch.path().join("job");
    copy(&root().join("tests/cases/real_dp2mp4opt_to_dp2mp2pp2opt/src"), &job)?;
    visit("inferring-refused", async |visit| {
        visit.goto(format!("{}#theme=dark", visit.site.url())).await?;
        drop_source(visit, &job).await?;
        let infer = visit.find(By::Css("#verdict + [data-testid=inferring] [data-testid=infer]")).await?;
        infer.focus().await?;
        infer.send_keys("\u{e007}").await.context("Enter")?;
        wait_for(visit, &inferred("refused")).await?;
        wait_for(visit, "[data-testid=inferring] [data-testid=finding][data-code=SL0903][open]").await?;
        visit.wait_for_text("is of no family of models whose rules are known").await?;
        ensure!(count(visit, "[data-testid=infer-use], [data-testid=infer-download]").await? == 0);
        is_fit(visit, "refused").await?;
        visit.screenshot("wide").await?;
        click(visit, "#lang").await?;
        visit.wait_for_text("不属于规则已知的模型系列").await?;
        visit.resize(360, 740).await?;
        is_fit(visit, "narrow").await?;
        visit.screenshot("narrow").await.map(drop)
    })
    .await
}
