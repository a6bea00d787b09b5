//! `dist`: release builds of both faces, with their sizes, and the page as one archive.

use crate::command::{command, execute};
use crate::{archive, page, paths, tools};
use anyhow::{Result, ensure};
use std::fs;
use std::io::Write;
use std::path::Path;

/// What the page's parts that a browser downloads before it can be used should come down to, compressed. The views
/// that compare, search, estimate and export took it beyond.
const PAGE_GOAL: usize = 400_000;
/// What they must not pass until then.
const PAGE_LIMIT: usize = 520_000;
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
    let mut total = 0;
    let mut raw = 0;
    for (name, bytes) in counted_files(folder)? {
        let compressed = brotli_size(&bytes)?;
        println!("{:>10} bytes {compressed:>10} brotli  {name}", bytes.len());
        total += compressed;
        raw += bytes.len();
    }
    println!("{raw:>10} bytes {total:>10} brotli  the page");
    if total > PAGE_GOAL {
        println!("{:>32} more than the goal of {PAGE_GOAL}", total - PAGE_GOAL);
    }
    ensure!(total <= PAGE_LIMIT, "the page is {total} bytes compressed; the limit is {PAGE_LIMIT}");
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
