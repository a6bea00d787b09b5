//! What each rank loads with fault tolerance: `shardlens resume DIR --tft STRATEGY_DIR`.

use std::fs;
use std::path::Path;

use indexmap::IndexMap;
use serde_json::json;

use super::console::{Console, Stop};
use super::sides::open;
use crate::catalog::strategy;
use crate::check::Side;
use crate::resume::{Listing, Loaded, Report, Strategies, tft, tft_findings};
use crate::units::{FEW_RANGES, counted, noun, ranges};

/// Tells it, with what is wrong with it.
pub(super) fn tell(
    folder: &Path,
    listing: &Listing,
    report: &Report,
    console: &mut Console,
) -> Result<(), Stop> {
    let opened = open("--tft", folder)?;
    let found = strategy::open(&opened.survey, Side::Source);
    // All that lies in the folder counts, strategies or not.
    let entries = fs::read_dir(folder)
        .map_err(|error| Stop::Failed(format!("--tft {}: {error}: give a folder", folder.display())))?;
    let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
    let names: Vec<String> = names.collect();
    let Some(strategy) = found.strategy else {
        console.report(&opened.findings);
        console.report(&found.findings);
        return Err(Stop::Findings);
    };
    let strategies = Strategies { names: &names, strategy: &strategy };
    let loaded = tft(listing, &report.job, strategies);
    console.report(&tft_findings(listing, report, strategies, &loaded));
    console.say("with fault tolerance nothing is selected: each rank loads");
    for line in lines(&loaded) {
        console.say(format_args!("  {line}"));
    }
    let documents = loaded.iter().zip(0u64..).map(|(loaded, rank)| match loaded {
        Loaded::File { folder, name, is_other } => {
            json!({ "rank": rank, "file": format!("rank_{folder}/{name}"), "is_other": is_other })
        }
        Loaded::NoStrategy | Loaded::NoFile => json!({ "rank": rank, "file": null }),
        Loaded::Stops(error) => json!({ "rank": rank, "file": null, "error": error }),
    });
    console.set("tft", documents.collect::<Vec<_>>());
    Ok(())
}

/// The ranks that load the same, or nothing, in the order of the first of them.
fn lines(loaded: &[Loaded]) -> Vec<String> {
    const SHOWN: usize = 12;
    let mut groups: IndexMap<String, Vec<u64>> = IndexMap::new();
    for (loaded, rank) in loaded.iter().zip(0u64..) {
        let what = match loaded {
            Loaded::File { folder, .. } if *folder == rank => "its own file".to_owned(),
            Loaded::File { folder, name, .. } => format!("rank_{folder}/{name}"),
            Loaded::NoStrategy => "nothing: no strategy".to_owned(),
            Loaded::NoFile => "nothing: no file".to_owned(),
            Loaded::Stops(error) => {
                format!("nothing: stops with “{}”", error.lines().next().unwrap_or_default())
            }
        };
        groups.entry(what).or_default().push(rank);
    }
    let hidden = groups.len().saturating_sub(SHOWN);
    let shown = groups.iter().take(SHOWN);
    let line = |(what, ranks): (&String, &Vec<u64>)| {
        let ranks_are = noun(ranks.len() as u64, "rank", "ranks");
        format!("{ranks_are} {}: {what}", ranges(ranks, FEW_RANGES))
    };
    let mut lines: Vec<String> = shown.map(line).collect();
    if hidden > 0 {
        lines.push(format!("… and {}", counted(hidden, "more file", "more files")));
    }
    lines
}
