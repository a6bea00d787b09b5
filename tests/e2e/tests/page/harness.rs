//! The harness itself: a promise that nothing can break is not tested.

use anyhow::Result;
use e2e::{Browser, Site};

/// Visits a page of its own until it says "done"; gives the number of complaints and the hosts that requests
/// left for.
async fn visited(script: &str) -> Result<(usize, Vec<String>)> {
    let (browser, site) = open(script).await?;
    browser.wait_for_text("done").await?;
    let complaints = browser.complaints().await?.len();
    let network = browser.quit().await?;
    assert!(network.requests().iter().any(|request| request.url.as_str() == site.url()));
    let hosts = network
        .left_the_machine()
        .into_iter()
        .filter_map(|request| request.url.host_str().map(str::to_owned));
    Ok((complaints, hosts.collect()))
}

async fn open(script: &str) -> Result<(Browser, Site)> {
    let folder = tempfile::tempdir()?;
    let page = format!(
        "<!doctype html><link rel=icon href='data:,'><body><script type=module>
         const say = text => document.body.append(text);
         {script}</script>"
    );
    std::fs::write(folder.path().join("index.html"), page)?;
    let site = Site::start(folder.path())?;
    let browser = Browser::start().await?;
    browser.goto(site.url()).await?;
    Ok((browser, site))
}

#[tokio::test]
async fn a_quiet_page_is_quiet() -> Result<()> {
    assert_eq!(visited("say('done')").await?, (0, vec![]));
    Ok(())
}

#[tokio::test]
async fn an_error_of_the_page_is_noticed() -> Result<()> {
    assert_eq!(visited("say('done'); throw new Error('lost')").await?, (1, vec![]));
    Ok(())
}

#[tokio::test]
async fn a_request_of_the_page_is_noticed() -> Result<()> {
    let script = "await fetch('http://page.example/').catch(() => {}); say('done')";
    assert_eq!(visited(script).await?, (1, vec!["page.example".to_owned()]));
    Ok(())
}

#[tokio::test]
async fn a_request_of_a_worker_is_noticed() -> Result<()> {
    let script = "
        const code = `fetch('http://worker.example/').catch(() => {}).then(() => postMessage(0))`;
        const worker = new Worker(URL.createObjectURL(new Blob([code])));
        worker.onmessage = () => say('done')";
    assert_eq!(visited(script).await?.1, ["worker.example"]);
    Ok(())
}

#[tokio::test]
async fn a_dropped_folder_arrives_as_a_folder() -> Result<()> {
    let script = "
        document.body.style.height = '300px';
        document.body.ondragover = event => event.preventDefault();
        document.body.ondrop = event => {
            event.preventDefault();
            const entry = event.dataTransfer.items[0].webkitGetAsEntry();
            say(`${entry.isDirectory} ${entry.name}`);
        };";
    let (browser, _site) = open(script).await?;
    let folder = tempfile::tempdir()?;
    let dropped = folder.path().join("rank_0");
    std::fs::create_dir(&dropped)?;
    browser.drop_on("body", &[&dropped]).await?;
    browser.wait_for_text("true rank_0").await?;
    browser.quit().await?;
    Ok(())
}

#[tokio::test]
async fn a_download_arrives_under_its_name() -> Result<()> {
    let script = "
        const link = document.createElement('a');
        link.href = URL.createObjectURL(new Blob(['{}']));
        link.download = 'plan.json';
        link.click();";
    let (browser, _site) = open(script).await?;
    assert_eq!(std::fs::read(browser.wait_for_download("plan.json").await?)?, b"{}");
    browser.quit().await?;
    Ok(())
}

#[tokio::test]
async fn a_stopped_site_is_gone() -> Result<()> {
    let (browser, mut site) = open("say('done')").await?;
    browser.wait_for_text("done").await?;
    site.stop();
    let fetched = "return fetch('/').then(() => 'answered', () => 'refused')";
    let outcome: String = browser.execute(fetched, Vec::new()).await?.convert()?;
    assert_eq!(outcome, "refused");
    browser.quit().await?;
    Ok(())
}
