//! The files of the repository, as the rules see them.

use anyhow::Result;
use std::path::Path;

pub(crate) struct File {
    /// Relative to the root, with `/`.
    pub(crate) path: String,
    pub(crate) bytes: Vec<u8>,
}

/// Everything that .gitignore does not exclude, in the order of the paths; what others published is left as it is.
pub(crate) fn files(root: &Path) -> Result<Vec<File>> {
    let is_foreign = |name: &std::ffi::OsStr| name == ".git" || name == "vendor";
    let walk = ignore::WalkBuilder::new(root)
        .hidden(false)
        .require_git(false)
        .git_global(false)
        .filter_entry(move |entry| !is_foreign(entry.file_name()))
        .build();
    let mut files = Vec::new();
    for entry in walk {
        let entry = entry?;
        if entry.file_type().is_some_and(|kind| kind.is_file()) {
            let relative = entry.path().strip_prefix(root)?.to_string_lossy().replace('\\', "/");
            files.push(File { path: relative, bytes: std::fs::read(entry.path())? });
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

impl File {
    #[cfg(test)]
    pub(crate) fn new(path: &str, text: &str) -> Self {
        Self { path: path.to_owned(), bytes: text.as_bytes().to_vec() }
    }

    /// The contents, unless they are binary.
    pub(crate) fn text(&self) -> Option<&str> {
        std::str::from_utf8(&self.bytes).ok().filter(|text| !text.contains('\0'))
    }

    /// The text's lines with their numbers from 1; none for binary contents.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text().unwrap_or_default().lines().enumerate().map(|(index, line)| (index + 1, line))
    }

    pub(crate) fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }

    /// What follows the name's last dot.
    pub(crate) fn extension(&self) -> &str {
        self.name().rsplit_once('.').map_or("", |(_, extension)| extension)
    }

    /// Whether the whole file is there for tests.
    pub(crate) fn is_test(&self) -> bool {
        self.name() == "tests.rs" || self.path.split('/').any(|folder| folder == "tests")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ignored_and_foreign_files_are_left_out_with_and_without_git() -> Result<()> {
        let root = tempfile::tempdir()?;
        for folder in ["src", "target", ".git", "vendor"] {
            std::fs::create_dir(root.path().join(folder))?;
            std::fs::write(root.path().join(folder).join("a.rs"), "")?;
        }
        std::fs::write(root.path().join(".gitignore"), "/target\n")?;
        let paths: Vec<_> = files(root.path())?.into_iter().map(|file| file.path).collect();
        assert_eq!(paths, [".gitignore", "src/a.rs"]);
        Ok(())
    }
}
