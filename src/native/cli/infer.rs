//! `shardlens infer`.

use serde::Serialize;

use super::args;
use super::console::{Console, Stop};
use super::sides::open;
use super::strategy_file::StrategyWriter;
use crate::check::{Lang, Side};
use crate::infer::{Certainty, Group, Inferred, infer_pile};

pub(super) fn run(args: &args::Infer, console: &mut Console) -> Result<(), Stop> {
    let path = &args.output_file;
    let write = StrategyWriter::of(path)?;
    let opened = open("--src-ckpt", &args.src_ckpt)?;
    console.report(&opened.findings);
    let (found, findings) = infer_pile(&opened.survey, Side::Source);
    console.report(&findings);
    console.check()?;
    let found = found.ok_or_else(|| {
        Stop::Refused(format!("--src-ckpt {}: there are no weights here", args.src_ckpt.display()))
    })?;
    write.write_new(&found.strategy)?;
    console.files_are_written();
    tell(&found, console);
    document(&found, console);
    console.set("output", path.to_string_lossy());
    console.conclude(format_args!("{}: {}", path.display(), found.certainty.phrase()));
    Ok(())
}

/// What was inferred, for people.
fn tell(found: &Inferred, console: &mut Console) {
    for reason in &found.reasons {
        console.say(reason);
    }
    for group in &found.groups {
        console.say(format_args!("  {:<7}  {}", group.certainty.phrase().en, group.phrase()));
    }
}

/// Tensors that are cut alike, for machines.
#[derive(Serialize)]
struct GroupDocument<'a> {
    example: &'a str,
    tensors: usize,
    slice: &'a [u64],
    parts: &'a [u64],
    optimizer_parts: u64,
    certainty: Certainty,
    shape_is_assumed: bool,
    reason: &'a str,
    reason_zh: &'a str,
}

/// What was inferred, for machines.
fn document(found: &Inferred, console: &mut Console) {
    let group = |group: &'_ Group| -> Box<serde_json::value::RawValue> {
        let Group { example, tensors, slice, cuts, optimizer, certainty, is_assumed, reason } = group;
        super::console::raw(GroupDocument {
            example,
            tensors: *tensors,
            slice,
            parts: cuts,
            optimizer_parts: *optimizer,
            certainty: *certainty,
            shape_is_assumed: *is_assumed,
            reason: reason.text(Lang::En),
            reason_zh: reason.text(Lang::Zh),
        })
    };
    console.set("stages", found.strategy.stages());
    console.set("ranks", found.strategy.ranks());
    console.set("data_parallel", found.data_parallel());
    console.set("model_parallel", found.model_parallel);
    console.set("expert_parallel", found.expert_parallel);
    console.set("optimizer_parts", found.optimizer);
    console.set("certainty", found.certainty);
    console.set("reasons", found.reasons.iter().map(ToString::to_string).collect::<Vec<_>>());
    console.set("groups", found.groups.iter().map(group).collect::<Vec<_>>());
}
