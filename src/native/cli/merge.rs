//! `shardlens merge`.

use std::path::Path;

use super::args;
use super::console::{Console, Stop};
use super::sides::open;
use super::strategy_file::StrategyWriter;
use crate::catalog::{is_merged_leftover, strategy};
use crate::check::Side;
use crate::units::counted;

pub(super) fn run(args: &args::Merge, console: &mut Console) -> Result<(), Stop> {
    let path = &args.output_file;
    let write = StrategyWriter::of(path)?;
    let opened = open("", &args.strategy)?;
    console.report(&opened.findings);
    refuse_input(path, &args.strategy, &opened)?;
    let found = strategy::open(&opened.survey, Side::Source);
    console.report(&found.findings);
    console.check()?;
    let strategy = found.strategy.ok_or(Stop::Findings)?;
    write.write(&strategy)?;
    console.files_are_written();
    let tensors = strategy.tensors().len();
    console.set("output", path.to_string_lossy());
    console.set("stages", strategy.stages());
    console.set("ranks", strategy.ranks());
    console.set("tensors", tensors);
    console.conclude(format_args!(
        "{}: {}, {}, {}",
        path.display(),
        counted(tensors, "tensor", "tensors"),
        counted(strategy.stages(), "stage", "stages"),
        counted(strategy.ranks(), "rank", "ranks")
    ));
    Ok(())
}

/// Refuses to write over one of the files that are merged.
fn refuse_input(output: &Path, input: &Path, opened: &super::sides::Opened) -> Result<(), Stop> {
    let Ok(real) = output.canonicalize() else { return Ok(()) };
    let is_merged = output.file_name().and_then(|name| name.to_str()).is_some_and(is_merged_leftover);
    let files = opened.survey.files().iter().map(|file| opened.root.join(&file.path));
    let is_input = files.filter_map(|file| file.canonicalize().ok()).any(|file| file == real);
    if is_input && !(is_merged && input.is_dir()) {
        let name = output.display();
        return Err(Stop::Failed(format!("{name} is one of the files to be merged: choose another name")));
    }
    Ok(())
}
