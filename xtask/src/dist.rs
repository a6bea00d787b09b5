//! `dist`: release builds of both faces, with their sizes, and the page as one archive.

use crate::command::{command, execute};
use crate::{archive, page, paths, tools};
use anyhow::{Result, ensure};
use std::fs;
use std::io::Write;
use std::path::Path;

/// What a browser downloads before the first screen can be used must not pass, compressed.
const FIRST_LOAD_LIMIT: usize = 400_000;
/// What the worker, which loads beside the first screen, must not pass.
const WORKER_LIMIT: usize = 440_000;
const COUNTED: [&str; 4] = ["html", "js", "css", "wasm"];

pub(crate) fn run() -> Result<()> {
    execute(command("cargo build --locked --release --package shardlens --bin shardlens"))?;
    tools::for_page()?;
    page::build()?;
    let program = paths::target().join("release").join(format!("shardlens{}", std::env::consts::EXE_SUFFIX));
    println!("{:>10} bytes  {}", fs::metadata(&program)?.len(), program.display());
    check_page_size(&paths::page())?;
    let archive = paths::target().join("shardlens-page.zip");
    archive::write(&paths::page(), &archive)?;
    println!("{:>10} bytes  {}", fs::metadata(&archive)?.len(), archive.display());
    Ok(())
}

fn check_page_size(folder: &Path) -> Result<()> {
    let (mut first_load, mut worker) = (0, 0);
    for (name, bytes) in counted_files(folder)? {
        let compressed = brotli_size(&bytes)?;
        println!("{:>10} bytes {compressed:>10} brotli  {name}", bytes.len());
        if name.starts_with("worker") { worker += compressed } else { first_load += compressed }
    }
    println!("{first_load:>27} brotli  the first load");
    println!("{worker:>27} brotli  the worker, beside it");
    ensure!(
        first_load <= FIRST_LOAD_LIMIT,
        "the first load is {first_load} bytes; the limit is {FIRST_LOAD_LIMIT}"
    );
    ensure!(worker <= WORKER_LIMIT, "the worker is {worker} bytes; the limit is {WORKER_LIMIT}");
    Ok(())
}

/// Name and contents of each file that counts, in the order of their names.
fn counted_files(folder: &Path) -> Result<Vec<(String, Vec<u8>)>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        if COUNTED.contains(&extension) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            files.push((name, fs::read(&path)?));
        }
    }
    files.sort();
    Ok(files)
}

/// Size at the strongest setting, as a server would prepare it.
fn brotli_size(bytes: &[u8]) -> Result<usize> {
    let mut writer = brotli::CompressorWriter::new(Vec::new(), 1 << 16, 11, 22);
    writer.write_all(bytes)?;
    writer.flush()?;
    Ok(writer.into_inner().len())
}
