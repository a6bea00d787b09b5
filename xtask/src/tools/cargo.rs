//! Tools that cargo builds from source, into the project's own target folder.

use crate::command::{command, execute, output};
use crate::paths;
use anyhow::Result;

/// A program at the one version this project is built with.
pub(crate) struct CargoTool {
    package: &'static str,
    version: &'static str,
    /// Optimised just enough: most of a cold run's time is spent building these.
    opt_level: &'static str,
    /// The programs it provides; the first one is asked for its version.
    programs: &'static [&'static str],
}

/// Builds the page. Later versions need a newer rustc than the one this project asks for.
pub(crate) const TRUNK: CargoTool =
    CargoTool { package: "trunk", version: "0.21.14", opt_level: "0", programs: &["trunk"] };

/// Must be the very version of the `wasm-bindgen` crate in Cargo.lock.
pub(crate) const WASM_BINDGEN: CargoTool = CargoTool {
    package: "wasm-bindgen-cli",
    version: "0.2.126",
    opt_level: "1",
    programs: &["wasm-bindgen", "wasm-bindgen-test-runner"],
};

/// Runs the targets of `fuzz/`.
pub(crate) const FUZZ: CargoTool =
    CargoTool { package: "cargo-fuzz", version: "0.13.2", opt_level: "0", programs: &["cargo-fuzz"] };

impl CargoTool {
    /// Builds the tool unless that version is on `PATH` or among the project's tools.
    pub(crate) fn ensure(&self) -> Result<()> {
        if self.programs.iter().all(|program| self.is_current(program)) {
            return Ok(());
        }
        let Self { package, version, opt_level, .. } = self;
        eprintln!("building {package} {version} (once, some minutes)");
        let mut install =
            command(&format!("cargo install --locked --force --debug {package} --version {version} --root"));
        install.arg(paths::tools());
        install.env("CARGO_PROFILE_DEV_OPT_LEVEL", opt_level).env("CARGO_PROFILE_DEV_DEBUG", "0");
        // Its artifacts would otherwise fill a temporary folder again on each attempt.
        install.env("CARGO_TARGET_DIR", paths::tools().join("build"));
        execute(install)?;
        Ok(std::fs::remove_dir_all(paths::tools().join("build"))?)
    }

    fn is_current(&self, program: &str) -> bool {
        // A program of the pinned package prints "NAME VERSION" or "NAME VERSION (commit)".
        let Some(path) = paths::find_program(program) else { return false };
        let mut ask = std::process::Command::new(path);
        ask.arg("--version");
        output(ask).is_some_and(|text| text.split_whitespace().nth(1) == Some(self.version))
    }
}
