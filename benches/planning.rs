//! How long a plan takes, from the bytes of both merged strategies to verified JSON.
//!
//! The checkpoints are headers only, made by the real writer, one table per stage. Times are of the
//! processor, so that other work on the machine does not count: planning is one thread that waits
//! for nothing. The last time is the shortest that a clock on the wall saw.

use std::hint::black_box;
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

use shardlens::catalog::strategy::merge;
use shardlens::catalog::{Checkpoint, CheckpointFile, Table};
use shardlens::check::Side;
use shardlens::example::checkpoint_file;
use shardlens::format::WeightFormat;
use shardlens::format::mindspore::{ckpt, strategy};
use shardlens::geometry::DType;
use shardlens::layout::{OptShard, Strategy};
use shardlens::parallel::llama::{self, LLAMA_70B, LLAMA_405B, Model, Parallel};
use shardlens::plan::{Inputs, Options, Plan, plan, verify};
use shardlens::source::{Bytes, ReadAt};

const RUNS: usize = 15;

/// What is done one after the other, in the order of [`Times`].
const PHASES: [&str; 6] = ["read source", "read target", "plan", "total", "verify", "serialize"];

type Times = [Duration; PHASES.len()];
type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

fn main() -> Outcome<()> {
    // `cargo test --benches` only asks whether it runs.
    let runs = if std::env::args().any(|argument| argument == "--bench") { RUNS } else { 1 };
    let trained = |dp, mp, pp, offset| Parallel {
        offset,
        optimizer: Some(OptShard::All),
        adam: true,
        ..Parallel::new(dp, mp, pp)
    };
    let uneven = |stages: usize, first: usize| -> Vec<u32> {
        (0..stages).map(|stage| u32::from(stage >= first)).collect()
    };
    println!("planning, median of {runs} runs, milliseconds of processor time");
    println!("{:34}{}    wall best   plan JSON", "", PHASES.map(|phase| format!("{phase:>13}")).concat());
    let llama_70b = [trained(2, 8, 4, vec![]), trained(4, 8, 4, vec![]), trained(8, 4, 4, vec![])];
    let llama_405b = [
        trained(16, 8, 16, uneven(16, 2)),
        trained(32, 8, 16, uneven(16, 2)),
        trained(64, 8, 8, uneven(8, 2)),
    ];
    for (name, model, [from, wider, other]) in
        [("70B", LLAMA_70B, llama_70b), ("405B", LLAMA_405B, llama_405b)]
    {
        measure(name, &model, &from, &wider, runs)?;
        measure(name, &model, &from, &other, runs)?;
    }
    Ok(())
}

fn measure(name: &str, model: &Model, from: &Parallel, to: &Parallel, runs: usize) -> Outcome<()> {
    let (source, target) = (llama::strategy(model, from)?, llama::strategy(model, to)?);
    let checkpoint = checkpoint(model, &source)?;
    let source = strategy::write_protobuf(&strategy::from_strategy(&source, None)?);
    let target = strategy::write_protobuf(&strategy::from_strategy(&target, None)?);
    let mut all: Vec<Times> = Vec::new();
    let (mut size, mut best) = (0, Duration::MAX);
    for _ in 0..runs {
        let (times, wall, json) = run(&checkpoint, &source, &target)?;
        all.push(times);
        best = best.min(wall);
        size = json.len();
    }
    let medians = (0..PHASES.len()).map(|phase| {
        let mut times: Vec<Duration> = all.iter().filter_map(|times| times.get(phase).copied()).collect();
        times.sort_unstable();
        times.get(times.len() / 2).copied().unwrap_or_default()
    });
    let medians: String = medians.map(|time| format!("{:>13.2}", milliseconds(time))).collect();
    let job = |job: &Parallel| format!("dp{}·mp{}·pp{}", job.dp, job.mp, job.pp);
    let title = format!("{name} {} → {}", job(from), job(to));
    println!("{title:34}{medians}{:>13.2}   {:.1} MB", milliseconds(best), size as f64 / 1e6);
    Ok(())
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// One run: the time of each phase, the total on the wall, and the plan's JSON.
fn run(checkpoint: &Checkpoint, source: &[u8], target: &[u8]) -> Outcome<(Times, Duration, String)> {
    let (wall, started) = (Instant::now(), processor_time()?);
    let source = read(source, Side::Source)?;
    let read_source = processor_time()?;
    let target = read(target, Side::Target)?;
    let read_both = processor_time()?;
    let inputs =
        Inputs { source: checkpoint, source_strategy: Some(&source), target_strategy: Some(&target) };
    let options = Options { prefix: "checkpoint_".to_owned(), format: WeightFormat::Ckpt };
    let outcome = plan(&inputs, &options);
    let (planned, wall) = (processor_time()?, wall.elapsed());
    let plan: Plan = outcome.plan.ok_or_else(|| format!("{:?}", outcome.findings))?;
    verify(&plan)?;
    let verified = processor_time()?;
    let json = black_box(serde_json::to_string(&plan)?);
    let serialized = processor_time()?;
    let times = [
        read_source - started,
        read_both - read_source,
        planned - read_both,
        planned - started,
        verified - planned,
        serialized - verified,
    ];
    Ok((times, wall, json))
}

fn processor_time() -> Outcome<Duration> {
    Ok(clock_gettime(ClockId::ThreadCPUTime).try_into()?)
}

fn checkpoint(model: &Model, strategy: &Strategy) -> Outcome<Checkpoint> {
    let mut checkpoint = Checkpoint { format: WeightFormat::Ckpt, tables: Vec::new(), files: Vec::new() };
    for stage in 0..strategy.stages() {
        let file = checkpoint_file(model, strategy, stage, DType::BF16)?;
        let header = ckpt::read(&file)?;
        let (size, fingerprint) = (file.len(), header.fingerprint(file.len()));
        let table = checkpoint.tables.len();
        checkpoint.tables.push(Table { entries: header.entries, metadata: header.metadata });
        checkpoint.files.extend(strategy.ranks_of_stage(stage).map(|rank| CheckpointFile {
            path: format!("rank_{rank}/llama_rank_{rank}-1_10.ckpt"),
            size,
            rank,
            table,
            fingerprint: fingerprint.clone(),
        }));
    }
    Ok(checkpoint)
}

/// A strategy from the bytes of its merged file, as the catalog makes it.
fn read(bytes: &[u8], side: Side) -> Outcome<Strategy> {
    let file = strategy::read(&Bytes(bytes))?;
    let (merged, findings) = merge(&[("merged.ckpt", &file)], side);
    match findings.iter().find(|finding| finding.is_error()) {
        Some(error) => Err(format!("{error:?}").into()),
        None => merged.ok_or_else(|| "the file has no layouts".into()),
    }
}
