//! What is wrong with names that stand for no file, or no folder, that can be read.

use std::collections::BTreeMap;

use super::findings::line;
use super::{Folder, Instead, Listing, Report, message};
use crate::check::{Finding, kinds::resume as kinds};
use crate::format::WeightFormat;
use crate::phrase::{Phrase, phrase};
use crate::units::{FEW_RANGES, ranges};

/// A pipe in place of a `meta.json`.
pub(super) fn waits(listing: &Listing, report: &Report, path: &str) -> Finding {
    let finding = Finding::new(&kinds::WAITS).arg("version", report.job.version.releases());
    let file = path.strip_prefix(&format!("{}/", listing.path)).unwrap_or(path);
    finding.arg("file", file).arg("line", line(listing, report)).file(file)
}

/// A chosen name that is no file.
pub(super) fn chosen(instead: Instead, format: WeightFormat, file: &str) -> Finding {
    let fails = |error: &str| phrase!("fails with “{error}”", "报错 “{error}”", error);
    let outcome = match (instead, format) {
        (Instead::Pipe, _) => {
            phrase!(
                "waits without end: a pipe is read when someone writes into it.",
                "会无限期等待：管道要等到有写入方才能读取。"
            )
        }
        (Instead::Device, _) => {
            phrase!(
                "reads what the device gives, which is no checkpoint.",
                "会读取该设备给出的内容，而那不是权重。"
            )
        }
        (Instead::NotText, _) => phrase!(
            "loads what was not looked at here, as its name is not UTF-8.",
            "会加载此处因名称不是 UTF-8 而未查看的内容。"
        ),
        (Instead::Nowhere | Instead::Loop | Instead::Unreachable | Instead::Failing(_), _) => {
            fails(message::NOT_THERE)
        }
        (instead, WeightFormat::Safetensors) => fails(&instead.open_error(file).unwrap_or_default()),
        (_, WeightFormat::Ckpt) => fails(&message::no_permission(file)),
    };
    Finding::new(&kinds::CHOSEN_NO_FILE).arg("what", instead.is()).arg("outcome", outcome)
}

/// Ranks that cannot tell which of their files was written last, by their errors.
pub(super) fn newest_stops(listing: &Listing, report: &Report) -> Vec<Finding> {
    let error_of = |rank: u64| {
        listing.rank(rank)?;
        report.decision.error_of(rank, listing, &report.job)
    };
    let stops: Vec<(u64, String)> =
        (0..report.job.world_size).filter_map(|rank| Some((rank, error_of(rank)?))).collect();
    let Some((first, error)) = stops.first() else { return Vec::new() };
    let ranks: Vec<u64> = stops.iter().map(|(rank, _)| *rank).collect();
    let finding = Finding::new(&kinds::NEWEST_STOPS).arg("ranks", ranges(&ranks, FEW_RANGES));
    let finding = finding.arg("first", *first).arg("error", Phrase::quoted(error).en);
    vec![finding.arg("line", line(listing, report)).ranks(&ranks)]
}

/// Entries with the name of a rank's folder that are none, by what they are.
pub(super) fn no_folders(listing: &Listing) -> Vec<Finding> {
    let mut found: BTreeMap<Instead, Vec<u64>> = BTreeMap::new();
    let of = |folder: &Folder| Some((folder.instead?, folder.rank()?));
    for (instead, rank) in listing.folders().iter().filter_map(of) {
        found.entry(instead).or_default().push(rank);
    }
    let finding = |(instead, mut ranks): (Instead, Vec<u64>)| {
        ranks.sort_unstable();
        let file = format!("rank_{}", ranks.first().copied().unwrap_or_default());
        let finding = Finding::new(&kinds::RANK_NO_FOLDER).arg("ranks", ranges(&ranks, FEW_RANGES));
        finding.arg("file", &file).arg("what", instead.is()).ranks(&ranks).file(file)
    };
    found.into_iter().map(finding).collect()
}
