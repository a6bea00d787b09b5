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

impl Driver {
    /// Starts chromedriver on a free port; it and its browsers keep their files in `scratch`.
    pub(crate) fn start(scratch: &Path) -> Result<Self> {
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
        driver.port = announced_port(output)?;
        Ok(driver)
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

/// Waits for "ChromeDriver was started successfully on port N." and then keeps the pipe empty.
fn announced_port(output: ChildStdout) -> Result<u16> {
    let mut lines = BufReader::new(output).lines();
    for line in lines.by_ref() {
        if let Some((_, port)) = line?.split_once("started successfully on port ") {
            std::thread::spawn(move || lines.for_each(drop));
            return port
                .trim_end_matches('.')
                .parse()
                .with_context(|| format!("chromedriver's port is {port:?}"));
        }
    }
    bail!("chromedriver ended before it named its port")
}
