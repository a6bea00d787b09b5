//! The page as one file that any static server can serve once it is unpacked.

use anyhow::{Context, Result};
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// The folder in the archive.
const FOLDER: &str = "shardlens-page";

/// Writes all files of `page` into the archive `to`. The same files give the same bytes: in the order of
/// their names, and without times.
pub(crate) fn write(page: &Path, to: &Path) -> Result<()> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let mut names = Vec::new();
    for entry in fs::read_dir(page)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            names.push(entry.file_name().into_string().ok().context("a file's name is not UTF-8")?);
        }
    }
    names.sort();
    let mut archive =
        ZipWriter::new(File::create(to).with_context(|| format!("cannot write {}", to.display()))?);
    for name in names {
        archive.start_file(format!("{FOLDER}/{name}"), options)?;
        archive.write_all(&fs::read(page.join(name))?)?;
    }
    archive.finish()?.sync_all()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_files_give_the_same_bytes() -> Result<()> {
        let scratch = tempfile::tempdir()?;
        let page = scratch.path().join("dist");
        fs::create_dir(&page)?;
        for name in ["b.js", "index.html", "a.css"] {
            fs::write(page.join(name), name)?;
        }
        let (first, second) = (scratch.path().join("1.zip"), scratch.path().join("2.zip"));
        write(&page, &first)?;
        fs::write(page.join("index.html"), "index.html")?;
        write(&page, &second)?;
        assert_eq!(fs::read(&first)?, fs::read(&second)?);
        let archive = zip::ZipArchive::new(File::open(first)?)?;
        let names = archive.file_names().collect::<Result<Vec<_>, _>>()?;
        assert_eq!(names, ["shardlens-page/a.css", "shardlens-page/b.js", "shardlens-page/index.html"]);
        Ok(())
    }
}
