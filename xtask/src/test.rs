//! `test`: everything that must hold, cheapest first.

use crate::command::{command, execute};
use crate::steps::Steps;
use crate::{page, paths, tidy, tools};
use anyhow::{Result, bail};

/// The flags that select the page's half of the package. Tests of the browser's side are `tests/web*.rs` and
/// `#[wasm_bindgen_test]`s beside the code; other test files are native.
const WEB: &str = "--package shardlens --target wasm32-unknown-unknown --no-default-features --features web";

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Run only these steps (all when none is named)
    #[arg(value_name = "STEP", value_parser = clap::builder::PossibleValuesParser::new(STEPS.map(|step| step.name)))]
    only: Vec<String>,
}

struct Step {
    name: &'static str,
    run: fn() -> Result<()>,
}

const STEPS: [Step; 9] = [
    Step { name: "tidy", run: tidy::run },
    Step { name: "fmt", run: format },
    Step { name: "clippy", run: clippy_native },
    Step { name: "clippy-wasm", run: clippy_wasm },
    Step { name: "native", run: native },
    Step { name: "doc", run: documentation },
    Step { name: "wasm", run: wasm },
    Step { name: "page", run: build_page },
    Step { name: "e2e", run: end_to_end },
];

pub(crate) fn run(options: &Options) -> Result<()> {
    let mut steps = Steps::default();
    for step in STEPS {
        if options.only.is_empty() || options.only.iter().any(|name| name == step.name) {
            steps.run(step.name, step.run)?;
        }
    }
    steps.summary();
    Ok(())
}

fn format() -> Result<()> {
    tools::for_lints()?;
    execute(command("cargo fmt --all --check"))
}

fn clippy_native() -> Result<()> {
    tools::for_lints()?;
    execute(command("cargo clippy --locked --workspace --all-targets -- -D warnings"))?;
    let mut fuzz = command("cargo clippy --locked --manifest-path fuzz/Cargo.toml --no-default-features");
    fuzz.arg("--target-dir").arg(paths::target().join("fuzz/clippy")).args(["--", "-D", "warnings"]);
    execute(fuzz)
}

fn clippy_wasm() -> Result<()> {
    tools::for_lints()?;
    execute(command(&format!("cargo clippy --locked {WEB} --lib --bins{} -- -D warnings", web_tests())))
}

/// The browser's tests are a package of their own, so that nothing here needs a browser.
fn native() -> Result<()> {
    execute(command("cargo test --locked --workspace --exclude e2e"))
}

fn documentation() -> Result<()> {
    let mut doc = command("cargo doc --locked --no-deps --package shardlens --lib");
    // A module may lead its reader into its private parts.
    doc.env("RUSTDOCFLAGS", "-D warnings -A rustdoc::private_intra_doc_links");
    execute(doc)
}

/// Runs the tests of the browser's side in Chromium.
fn wasm() -> Result<()> {
    tools::for_browser_tests()?;
    let mut test = command(&format!("cargo test --locked {WEB} --lib{}", web_tests()));
    test.env("CHROMEDRIVER", tools::chromedriver()?);
    execute(test)
}

/// The flag that adds `tests/web*.rs`; cargo refuses a pattern that matches nothing.
fn web_tests() -> &'static str {
    let is_web = |entry: std::fs::DirEntry| entry.file_name().to_string_lossy().starts_with("web");
    let found = std::fs::read_dir(paths::root().join("tests"))
        .is_ok_and(|mut all| all.any(|entry| entry.is_ok_and(is_web)));
    if found { " --test web*" } else { "" }
}

fn build_page() -> Result<()> {
    tools::for_page()?;
    page::build()
}

/// Drives the page that `page` has built, and the command.
fn end_to_end() -> Result<()> {
    tools::for_browser_tests()?;
    if !paths::page().join("index.html").is_file() {
        bail!("there is no page in {}: run the step `page` first", paths::page().display());
    }
    execute(command("cargo build --locked --package shardlens --bin shardlens"))?;
    let mut test = command("cargo test --locked --package e2e --test page");
    // Errors there say what the page showed; a backtrace through the runtime would bury that.
    test.env("RUST_BACKTRACE", "0");
    execute(test)
}
