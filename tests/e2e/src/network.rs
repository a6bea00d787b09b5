//! The browser's own record of every request, workers and service workers included.

use anyhow::{Context, Result};
use serde_json::Value;
use std::path::Path;
use url::Url;

/// What `--log-net-log` wrote.
pub struct NetworkLog {
    requests: Vec<Request>,
}

/// One request that was started.
#[derive(Debug)]
pub struct Request {
    /// Where it went.
    pub url: Url,
    /// The origin that asked for it, or "not an origin" when it was the browser itself.
    pub initiator: String,
}

impl NetworkLog {
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let text = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        Self::parse(&serde_json::from_slice(&text).context("the browser's network log is incomplete")?)
    }

    fn parse(log: &Value) -> Result<Self> {
        let start = &log["constants"]["logEventTypes"]["URL_REQUEST_START_JOB"];
        let events =
            log["events"].as_array().filter(|_| start.is_u64()).context("unknown kind of network log")?;
        let started = events.iter().filter(|event| event["type"] == *start);
        let requests = started.filter_map(|event| {
            let url = event["params"]["url"].as_str()?.parse().ok()?;
            let initiator = event["params"]["initiator"].as_str().unwrap_or_default().to_owned();
            Some(Request { url, initiator })
        });
        Ok(Self { requests: requests.collect() })
    }

    /// All requests, in the order they were started.
    pub fn requests(&self) -> &[Request] {
        &self.requests
    }

    /// Requests that a page, or a worker of one, sent to another machine.
    pub fn left_the_machine(&self) -> Vec<&Request> {
        self.requests.iter().filter(|request| request.is_by_a_page() && !request.is_local()).collect()
    }
}

impl Request {
    /// Opaque origins count: a sandboxed frame is a page too.
    fn is_by_a_page(&self) -> bool {
        self.initiator.starts_with("http") || self.initiator == "null"
    }

    fn is_local(&self) -> bool {
        match self.url.scheme() {
            "http" | "https" | "ws" | "wss" => self.url.host_str() == Some("127.0.0.1"),
            scheme => matches!(scheme, "blob" | "data"),
        }
    }
}
