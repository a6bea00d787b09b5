//! `shardlens plan`.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::args;
use super::console::{Console, Stop};
use super::document;
use super::sides::make_plan;
use crate::plan::{FORMAT, Plan, verify};
use crate::units::{bytes_text, counted};

pub(super) fn run(args: &args::Plan, console: &mut Console) -> Result<(), Stop> {
    document::check_replaceable(&args.output_file, "plan", is_plan)?;
    let (plan, _) = make_plan(&args.sides, console)?;
    verify(&plan).map_err(|error| Stop::Refused(format!("the plan contradicts itself: {error}")))?;
    let json = serde_json::to_vec(&plan).map_err(|error| Stop::Failed(error.to_string()))?;
    document::write(&args.output_file, &json)?;
    console.files_are_written();
    console.set("plan", args.output_file.to_string_lossy());
    console.set("totals", plan.totals);
    console.conclude(format_args!("{}: {}", args.output_file.display(), summary(&plan)));
    Ok(())
}

/// What a plan does, in one line.
pub(super) fn summary(plan: &Plan) -> String {
    let (source, target, totals) = (plan.source.topology, plan.target.topology, plan.totals);
    format!(
        "{} from {} ({}) to {} ({}), {} to write, {}",
        counted(plan.tensors.len(), "tensor", "tensors"),
        counted(source.ranks(), "rank", "ranks"),
        counted(source.stages, "stage", "stages"),
        counted(target.ranks(), "rank", "ranks"),
        counted(target.stages, "stage", "stages"),
        bytes_text(totals.bytes_written),
        counted(totals.source_files, "source file", "source files"),
    )
}

/// Whether a file begins as a plan does.
fn is_plan(path: &Path) -> bool {
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(256).read_to_end(&mut head));
    read.is_ok() && String::from_utf8_lossy(&head).contains(FORMAT)
}
