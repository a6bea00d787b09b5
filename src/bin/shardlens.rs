//! The command.

use std::process::ExitCode;

fn main() -> ExitCode {
    shardlens::native::cli::main()
}
