//! `tidy`: the repository's own rules, which no compiler checks.

mod manifests;
mod pictures;
mod reasons;
mod repository;
mod sizes;
mod words;

use crate::paths;
use anyhow::{Result, bail};
use repository::File;

/// A rule looks at all files and says what is wrong where, one line each.
type Rule = fn(&[File]) -> Vec<String>;

const RULES: [(&str, Rule); 9] = [
    ("source files have one subject and stay short", sizes::source_lines),
    ("committed files are small", sizes::file_bytes),
    ("test fixtures are small", sizes::fixtures),
    ("nothing is unfinished", words::unfinished),
    ("no path of one machine", words::host_paths),
    ("no host name of a package registry", words::registries),
    ("every dependency and lint has its reason", manifests::reasons),
    ("every exception to a lint has its reason", reasons::exceptions),
    ("the README's pictures exist and are small", pictures::in_readme),
];

pub(crate) fn run() -> Result<()> {
    let files = repository::files(paths::root())?;
    let mut broken = 0;
    for (name, rule) in RULES {
        for complaint in rule(&files) {
            eprintln!("{complaint} [{name}]");
            broken += 1;
        }
    }
    if broken > 0 {
        bail!("tidy: {broken} complaints in {} files", files.len());
    }
    eprintln!("tidy: {} rules hold in {} files", RULES.len(), files.len());
    Ok(())
}
