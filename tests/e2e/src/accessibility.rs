//! What a screen reader, a keyboard and weak eyes need, checked by axe on the page as it is shown.

use anyhow::{Context, Result};
use serde::Deserialize;
use thirtyfour::WebDriver;

/// axe-core 4.14.1, as published; run by the WebDriver session, so the page's policy stays as it is.
const AXE: &str = include_str!("../vendor/axe-core/axe.min.js");

/// All rules of WCAG 2.2 to AA and axe's best practices; what a picture shows, a table beside it says.
const RUN: &str = "
    const done = arguments[0];
    axe.run(document, { resultTypes: ['violations'] })
        .then(({ violations }) => done(violations.map(({ id, impact, help, nodes }) => ({
            id, impact: impact || 'minor', help,
            nodes: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
        }))))
        .catch(error => done([{ id: 'axe', impact: 'critical', help: String(error), nodes: [] }]));";

/// A rule that the page breaks.
#[derive(Deserialize)]
struct Violation {
    id: String,
    impact: String,
    help: String,
    nodes: Vec<String>,
}

/// Everything that stands in someone's way; empty if nothing does.
pub(crate) async fn complaints(driver: &WebDriver) -> Result<Vec<String>> {
    driver.execute(AXE, Vec::new()).await?;
    let found = driver.execute_async(RUN, Vec::new()).await?;
    let violations: Vec<Violation> = found.convert().context("axe gave no list")?;
    let told = violations.iter().map(|violation| {
        let Violation { id, impact, help, nodes } = violation;
        format!("{id} ({impact}): {help}: {nodes:#?}")
    });
    Ok(told.collect())
}
