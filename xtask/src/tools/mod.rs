//! Gets the tools that a chore needs, at pinned versions, and nothing when they are there.

mod browser;
mod cargo;
mod rustup;

pub(crate) use browser::chromedriver;

use anyhow::Result;

/// What the page's build needs.
pub(crate) fn for_page() -> Result<()> {
    rustup::target("wasm32-unknown-unknown")?;
    cargo::TRUNK.ensure()?;
    cargo::WASM_BINDGEN.ensure()
}

/// What formatting and linting need.
pub(crate) fn for_lints() -> Result<()> {
    rustup::component("rustfmt", "cargo fmt --version")?;
    rustup::component("clippy", "cargo clippy --version")?;
    rustup::target("wasm32-unknown-unknown")
}

/// What random files need.
pub(crate) fn for_fuzz() -> Result<()> {
    rustup::toolchain("nightly")?;
    cargo::FUZZ.ensure()
}

/// What tests in a browser need, the page's build included.
pub(crate) fn for_browser_tests() -> Result<()> {
    for_page()?;
    browser::ensure()
}
