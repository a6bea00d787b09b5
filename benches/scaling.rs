//! Whether work grows as its input does, where it once did not: each input, and one eight times as
//! large, in milliseconds of processor time. Eight times is linear, 64 is quadratic.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

use shardlens::explain::{Entry, explain};
use shardlens::format::WeightFormat;
use shardlens::format::index;
use shardlens::resume::Version::V1_7;
use shardlens::resume::{Folder, Job, Listing, Lists, Monitor, WeightFile, report};
use shardlens::source::Bytes;

const RUNS: usize = 5;
const FACTOR: usize = 8;

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

fn main() -> Outcome<()> {
    // `cargo test --benches` only asks whether it runs.
    let runs = if std::env::args().any(|argument| argument == "--bench") { RUNS } else { 1 };
    println!(
        "growth, best of {runs} runs, milliseconds of processor time\n{:44}{:>10}{:>10}{:>9}",
        "", "1×", "8×", "ratio"
    );
    for piece in hostile() {
        let text = piece.repeat((1 << 16) / piece.len());
        let name = format!("explain {:?}", piece.chars().take(24).collect::<String>());
        let large = text.repeat(FACTOR);
        row(&name, time(runs, || explain(&text))?, time(runs, || explain(&large))?);
    }
    for (name, names) in
        [("resume: steps", steps as fn(usize) -> Vec<String>), ("resume: prefixes", prefixes)]
    {
        let [small, large] = [500, 500 * FACTOR].map(|count| listing(&names(count)));
        let job = Job::new(V1_7, 1, WeightFormat::Ckpt);
        row(name, time(runs, || report(&small, &job))?, time(runs, || report(&large, &job))?);
    }
    let [small, large] = [500, 500 * FACTOR].map(recorded);
    row(
        "resume: a health record",
        time(runs, || report(&small.0, &small.1))?,
        time(runs, || report(&large.0, &large.1))?,
    );
    let [small, large] = [500, 500 * FACTOR].map(unlike);
    row(
        "resume: ranks of unlike tensors",
        time(runs, || report(&small.0, &small.1))?,
        time(runs, || report(&large.0, &large.1))?,
    );
    let [small, large] = [62_125, 62_125 * FACTOR].map(index);
    row(
        "index of 497,000 tensors at 8×",
        time(runs, || index::read(&Bytes(&small)))?,
        time(runs, || index::read(&Bytes(&large)))?,
    );
    Ok(())
}

fn row(name: &str, small: Duration, large: Duration) {
    let [small, large] = [small, large].map(|time| time.as_secs_f64() * 1e3);
    println!("{name:44}{small:>10.2}{large:>10.2}{:>9.1}", large / small);
}

fn time<T>(runs: usize, work: impl Fn() -> T) -> Outcome<Duration> {
    let mut best = Duration::MAX;
    for _ in 0..runs {
        let start: Duration = clock_gettime(ClockId::ThreadCPUTime).try_into()?;
        black_box(work());
        let end: Duration = clock_gettime(ClockId::ThreadCPUTime).try_into()?;
        best = best.min(end - start);
    }
    Ok(best)
}

/// The worst that was thought of: begins of texts without ends, values without ends, each text's last
/// words missing, and a begin of every text in turn.
fn hostile() -> Vec<String> {
    let parts = Entry::all().flat_map(|entry| entry.texts).flat_map(|text| text.split(['{', '}']));
    vec![
        "Cannot transform device_num from ".to_owned(),
        "Multiple files with suffix '".to_owned(),
        "For 'load_param_into_net', w in the argument 'net' should have the same shape as ".to_owned(),
        "\x1b[".to_owned(),
        "\n \n".to_owned(),
        "[rank1]: x\n[rank2]: y\n".to_owned(),
        "is not found!".to_owned(),
        parts.collect(),
    ]
}

fn steps(count: usize) -> Vec<String> {
    (1..=count).map(|epoch| format!("llama_rank_0-{epoch}_2.ckpt")).collect()
}

fn prefixes(count: usize) -> Vec<String> {
    (0..count).map(|at| format!("p{at}x_rank_0-3_2.ckpt")).collect()
}

fn listing(names: &[String]) -> Listing {
    let files = (0i64..).zip(names).map(|(at, name)| WeightFile::whole(name, at)).collect();
    Listing::new("ckpt", vec![Folder { name: "rank_0".to_owned(), files, ..Folder::default() }])
}

/// A run that kept a record of its health.
fn recorded(count: usize) -> (Listing, Job) {
    let name = |epoch: usize| {
        format!(r#"{{"is_health": {}, "ckpt_name": "llama_rank_0-{epoch}_2.ckpt"}}"#, u8::from(epoch > 1))
    };
    let record = format!("[{}]", (1..=count).map(name).collect::<Vec<_>>().join(","));
    let monitor = Some(Monitor { record: Some(record.into_bytes()) });
    (listing(&steps(count)), Job { monitor, ..Job::new(V1_7, 1, WeightFormat::Ckpt) })
}

/// Ranks that all list something else.
fn unlike(count: usize) -> (Listing, Job) {
    let folder = |rank: u64| {
        let own = |name: String, rows: u64| (name, vec![rows, 8]);
        let tensors =
            vec![own("model.layers.0.a.weight".to_owned(), rank + 2), own(format!("own.{rank}"), 2)];
        let lists = Some(Arc::new(Lists::new(tensors, Some(false))));
        let file = WeightFile { lists, ..WeightFile::whole(&format!("llama_rank_{rank}-3_2.ckpt"), 0) };
        Folder { name: format!("rank_{rank}"), files: vec![file], ..Folder::default() }
    };
    let ranks = count as u64;
    (Listing::new("ckpt", (0..ranks).map(folder).collect()), Job::new(V1_7, ranks, WeightFormat::Ckpt))
}

/// An index like that of a large mixture of experts.
fn index(tensors: usize) -> String {
    let row = |tensor: usize| {
        let (layer, expert, part) = (tensor / 3072, tensor / 6 % 512, tensor % 6);
        let name = format!(
            "model.language_model.layers.{layer}.mlp.experts.{expert}.projection_{part}.weight_scale_inverse"
        );
        format!("\n    \"{name}\": \"model-{:05}-of-01000.safetensors\"", tensor / 497)
    };
    let rows: Vec<String> = (0..tensors).map(row).collect();
    format!("{{\"metadata\": {{\"total_size\": 1}}, \"weight_map\": {{{}\n}}}}", rows.join(","))
}
