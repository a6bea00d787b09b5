//! The chromedriver process.

use anyhow::{Context, Result, bail};
use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

/// Runs until dropped, together with every browser that it has started.
pub(crate) struct Driver {
    process: Child,
    port: u16,
}

/// How often it is started before it counts as broken.
const ATTEMPTS: usize = 5;

impl Driver {
    /// Starts chromedriver on a free port; it and its browsers keep their files in `scratch`.
    ///
    /// It takes a port that is free for IPv4, and ends if that is not free for IPv6, too: another
    /// one that starts at that moment may have it.
    pub(crate) fn start(scratch: &Path) -> Result<Self> {
        let mut said = String::new();
        for _ in 0..ATTEMPTS {
            match Self::attempt(scratch)? {
                Ok(driver) => return Ok(driver),
                Err(last_words) => said = last_words,
            }
        }
        bail!("chromedriver ended before it named its port, {ATTEMPTS} times; at last it said: {said}")
    }

    /// The driver, or what it said before it ended.
    fn attempt(scratch: &Path) -> Result<Result<Self, String>> {
        let mut process = Command::new("chromedriver")
            .arg("--port=0")
            .env("TMPDIR", scratch)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            // Killing the driver alone would leave the browser running.
            .process_group(0)
            .spawn()
            .context("cannot start chromedriver: is it on PATH?")?;
        let output = process.stdout.take().context("chromedriver has no output")?;
        let mut driver = Self { process, port: 0 };
        Ok(match announced_port(output)? {
            Ok(port) => {
                driver.port = port;
                Ok(driver)
            }
            Err(last_words) => Err(last_words),
        })
    }

    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let group = rustix::process::Pid::from_child(&self.process);
        // Both fail only for a group that has ended by itself.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        let _ = self.process.wait();
    }
}

/// Waits for "ChromeDriver was started successfully on port N." and then keeps the pipe empty. If it
/// ends instead, what it said.
fn announced_port(output: ChildStdout) -> Result<Result<u16, String>> {
    let mut lines = BufReader::new(output).lines();
    let mut said = Vec::new();
    for line in lines.by_ref() {
        let line = line?;
        if let Some((_, port)) = line.split_once("started successfully on port ") {
            std::thread::spawn(move || lines.for_each(drop));
            let port = port.trim_end_matches('.');
            return port.parse().map(Ok).with_context(|| format!("chromedriver's port is {port:?}"));
        }
        said.push(line);
    }
    Ok(Err(said.join("\n")))
}
