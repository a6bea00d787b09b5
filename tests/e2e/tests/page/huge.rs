//! Files far larger than memory, of which only headers are read.

use crate::pile::{bytes_read, ready, wait_for};
use anyhow::{Result, ensure};
use e2e::visit;
use shardlens::example::{checkpoint_files, strategy_files};
use shardlens::geometry::DType;
use shardlens::parallel::llama::{self, LLAMA_7B, Parallel};
use shardlens::source::{ReadAt, Sparse};
use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

/// Read of each file beyond its headers, at most.
const BEYOND_HEADERS: u64 = 64 << 10;

#[tokio::test]
async fn eight_files_of_4_gib_open_by_their_headers() -> Result<()> {
    let scratch = tempfile::tempdir()?;
    let layout = Parallel { adam: true, ..Parallel::new(2, 1, 4) };
    let files = checkpoint_files(&LLAMA_7B, &layout, DType::F16, "llama_7b")?;
    let strategies = strategy_files(&llama::strategy(&LLAMA_7B, &layout)?)?;
    let (mut headers, mut total) = (0, 0);
    for (path, file) in files.iter().chain(&strategies) {
        headers += write(&scratch.path().join(path), file)?;
        total += file.len();
    }
    ensure!(files.len() == 8 && files.iter().all(|(_, file)| file.len() > 4 << 30));
    visit("huge", async |visit| {
        ready(visit).await?;
        visit.drop_on("#drop-source", &[scratch.path()]).await?;
        wait_for(visit, "#chip-source").await?;
        ready(visit).await?;
        let (read, all) = bytes_read(visit).await?;
        ensure!(all == total, "{all} bytes are said to be there, not {total}");
        ensure!(read >= headers / 2, "{read} bytes cannot be all headers");
        let beyond = read.saturating_sub(headers) / 8;
        ensure!(beyond < BEYOND_HEADERS, "{beyond} bytes of each file beyond its headers were read");
        Ok(())
    })
    .await
}

/// Writes a sparse file; gives the bytes that are not hole.
pub fn write(path: &Path, sparse: &Sparse) -> Result<u64> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let mut file = File::create(path)?;
    file.set_len(sparse.len())?;
    let mut written = 0;
    for (offset, bytes) in sparse.extents() {
        file.seek(SeekFrom::Start(offset))?;
        file.write_all(bytes)?;
        written += bytes.len() as u64;
    }
    Ok(written)
}
