//! What is wrong with a folder that is to be resumed from.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::entries;
use super::health::Record;
use super::names::{Run, Step, run_and_step, with_rank};
use super::peers::{Odd, OddKind};
use super::select::ranks;
use super::suffix::{Unified, unified};
use super::{
    Cell, Decision, Health, Holds, Instead, Job, Listing, Newest, Report, Version, WeightFile, Works,
    message, meta,
};
use crate::check::{Finding, kinds::resume as kinds};
use crate::phrase::{Phrase, phrase};
use crate::units::{FEW_RANGES, ranges};

/// Findings about the decision of the job's version first, then about the folder.
pub(super) fn findings(listing: &Listing, report: &Report) -> Vec<Finding> {
    let mut all = Vec::new();
    all.extend(nothing_works(report));
    all.extend(of_decision(listing, report));
    let converted = converted(listing, report);
    let converts_right = converted.is_none();
    all.extend(converted);
    all.extend(behind(listing, report));
    all.extend(ignored_metas(listing, report));
    all.extend(folders(listing, report, converts_right));
    all.extend(weights_only(listing, report));
    all.extend(two_runs(listing, report));
    all.extend(dash(listing, &report.job));
    all.extend(disagreements(listing, report));
    all
}

/// What to write, so that the newest step that works is resumed.
pub(super) fn line(listing: &Listing, report: &Report) -> Phrase {
    line_of(listing, report.works.first())
}

fn line_of(listing: &Listing, works: Option<&Works>) -> Phrase {
    let Some(works) = works else {
        return phrase!(
            "there is none here, so copy what is missing or damaged, or begin from the weights",
            "该目录没有这样的一步，因此需补齐缺失或损坏的文件，或只用权重重新开始"
        );
    };
    phrase!(
        "load_checkpoint: {path} and resume_training: {name}",
        "load_checkpoint: {path}，resume_training: {name}",
        path = listing.path,
        name = works.of_rank_0
    )
}

fn nothing_works(report: &Report) -> Option<Finding> {
    let is_nothing = report.works.is_empty() && !report.matrix.rows.is_empty();
    let is_whole = matches!(report.decision, Decision::Whole | Decision::OneFile(_));
    let finding = Finding::new(&kinds::NOTHING_WORKS);
    (is_nothing && !is_whole && report.saved > 0)
        .then(|| finding.arg("ranks", report.saved).arg("steps", report.matrix.columns.len()))
}

fn of_decision(listing: &Listing, report: &Report) -> Vec<Finding> {
    let job = &report.job;
    match &report.decision {
        Decision::Stops { raised, .. } => {
            let finding = Finding::new(&kinds::STOPS).arg("version", job.version.releases());
            vec![finding.arg("error", Phrase::quoted(raised).en).arg("line", line(listing, report))]
        }
        Decision::Off => {
            let finding = Finding::new(&kinds::NOT_RESUMED).arg("version", job.version.releases());
            vec![finding.arg("path", &listing.path)]
        }
        Decision::File { of_rank_0, .. } => {
            let mut all = chosen(listing, report, of_rank_0);
            all.extend(unhealthy(listing, report, of_rank_0));
            all
        }
        Decision::OwnNewest(why) => newest(listing, report, *why),
        Decision::Waits(path) => vec![entries::waits(listing, report, path)],
        Decision::OneFile(_) | Decision::Whole => Vec::new(),
    }
}

/// What is wrong with a file that a rank would load.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Trouble {
    Missing,
    NoFile(Instead),
    Damaged(Health),
    WeightsOnly(Holds),
    Odd(OddKind),
}

fn trouble(file: Option<&WeightFile>) -> Option<Trouble> {
    match file {
        None => Some(Trouble::Missing),
        Some(WeightFile { health: Health::NoFile(instead), .. }) => Some(Trouble::NoFile(*instead)),
        Some(file) if file.health != Health::Whole => Some(Trouble::Damaged(file.health)),
        Some(file) if !file.holds.resumes() => Some(Trouble::WeightsOnly(file.holds)),
        Some(_) => None,
    }
}

/// The ranks that cannot go on from their file, by what is wrong with it.
fn chosen(listing: &Listing, report: &Report, name: &str) -> Vec<Finding> {
    let stops = |rank: &u64| report.decision.error_of(*rank, listing, &report.job).is_some();
    let is_told = |rank: &u64| listing.rank(*rank).is_some() && stops(rank);
    let ranks: Vec<u64> = (0..report.job.world_size).filter(|rank| !is_told(rank)).collect();
    troubles(listing, report, name, &ranks, |rank| {
        Some((rank, report.decision.file_of(rank, listing, &report.job)?))
    })
}

/// What is wrong with the files of these ranks, each given with the rank of its folder.
pub(super) fn troubles(
    listing: &Listing,
    report: &Report,
    name: &str,
    ranks: &[u64],
    file_of: impl Fn(u64) -> Option<(u64, String)>,
) -> Vec<Finding> {
    let mut troubles: BTreeMap<Trouble, Vec<u64>> = BTreeMap::new();
    for &rank in ranks {
        let of_rank = file_of(rank);
        let file = of_rank.as_ref().and_then(|(folder, name)| listing.rank(*folder)?.file(name));
        let odd = || {
            of_rank.as_ref().and_then(|(folder, name)| Some(Trouble::Odd(report.odd(*folder, name)?.kind)))
        };
        if let Some(trouble) = trouble(file).or_else(odd) {
            troubles.entry(trouble).or_default().push(rank);
        }
    }
    let finding = |(trouble, ranks): (Trouble, Vec<u64>)| {
        let first = ranks.first().copied().unwrap_or_default();
        let (folder, file) = file_of(first).unwrap_or((first, String::new()));
        let odd = report.odd(folder, &file);
        let file = format!("rank_{folder}/{file}");
        let reason = |cell: Cell| cell.reason();
        let finding = match trouble {
            Trouble::Missing => Finding::new(&kinds::CHOSEN_MISSING),
            Trouble::NoFile(instead) => entries::chosen(instead, report.job.reads(), &file),
            Trouble::Damaged(health) => {
                let error = message::load_error(health, report.job.reads(), &file);
                let finding = Finding::new(&kinds::CHOSEN_DAMAGED).arg("error", error);
                finding.arg("reason", reason(Cell::Damaged(health)))
            }
            Trouble::WeightsOnly(holds) => {
                Finding::new(&kinds::CHOSEN_WEIGHTS_ONLY).arg("reason", reason(Cell::WeightsOnly(holds)))
            }
            Trouble::Odd(kind) => {
                let finding = Finding::new(match kind {
                    OddKind::Lacks => &kinds::CHOSEN_LACKS,
                    OddKind::Shapes => &kinds::CHOSEN_SHAPES,
                });
                odd.map_or(finding.clone(), |odd| of_odd(finding, odd))
            }
        };
        let finding = finding.arg("name", name).arg("ranks", ranges(&ranks, FEW_RANGES)).ranks(&ranks);
        finding.arg("file", &file).arg("line", line(listing, report)).file(file)
    };
    troubles.into_iter().map(finding).collect()
}

/// A step that the health monitor recorded as unhealthy and does not keep from being chosen.
fn unhealthy(listing: &Listing, report: &Report, name: &str) -> Option<Finding> {
    let record = Record::of(report.job.monitor()?).ok()?;
    let healthy = report.works.iter().find(|works| !record.is_unhealthy(&works.of_rank_0));
    let finding = Finding::new(&kinds::UNHEALTHY).arg("name", name);
    let finding = finding.arg("version", report.job.version.releases());
    record.is_unhealthy(name).then(|| finding.arg("line", line_of(listing, healthy)))
}

/// What MindFormers converts instead of the chosen step, where the job has other ranks than saved.
fn converted(listing: &Listing, report: &Report) -> Option<Finding> {
    let Decision::File { of_rank_0: name, .. } = &report.decision else { return None };
    let job = &report.job;
    if report.saved == job.world_size || report.saved < 2 {
        return None;
    }
    let unified = unified(listing, job, name)?;
    let finding = |kind| Finding::new(kind).arg("name", name).arg("version", job.version.releases());
    match unified {
        Unified::Stops(error) => Some(finding(&kinds::CONVERSION_STOPS).arg("error", error)),
        Unified::Files(files) => {
            let other = |(rank, file): &&(u64, String)| with_rank(name, *rank).as_ref() != Some(file);
            let (rank, other) = files.iter().find(other)?;
            let file = format!("rank_{rank}/{other}");
            Some(finding(&kinds::CONVERTS_OTHER).arg("file", &file).rank(*rank).file(file))
        }
    }
}

/// How a file is not as its peers'.
fn of_odd(finding: Finding, odd: &Odd) -> Finding {
    let finding = finding.arg("tensor", &odd.tensor).arg("count", odd.count).tensor(&odd.tensor);
    finding.arg("here", format!("{:?}", odd.here)).arg("there", format!("{:?}", odd.there))
}

/// Every rank loads its own newest file: do these go together?
fn newest(listing: &Listing, report: &Report, why: Newest) -> Vec<Finding> {
    let job = &report.job;
    let reason = match why {
        Newest::NoSelection => phrase!(
            "MindFormers {version} does not select for all ranks",
            "MindFormers {version} 不会为所有 rank 统一选择",
            version = job.version.releases()
        ),
        Newest::NoMeta => phrase!("no meta.json counts", "没有可采用的 meta.json"),
        Newest::NotShared => {
            phrase!("the folder is not on a shared path", "该目录不在共享路径上")
        }
        Newest::Asked => {
            phrase!("resume_by_last_timestamp_ckpt is True", "resume_by_last_timestamp_ckpt 为 True")
        }
    };
    let finding = Finding::new(&kinds::TIME_STAMPS).arg("reason", reason);
    let mut all = vec![finding.arg("line", line(listing, report))];
    let files =
        (0..job.world_size).filter_map(|rank| Some((rank, report.decision.file_of(rank, listing, job)?)));
    let files: Vec<(u64, String)> = files.collect();
    let key = |name: &str| run_and_step(name, job.reads());
    if let Some((rank_a, file_a)) = files.first() {
        let others: Vec<_> = files.iter().filter(|(_, file)| key(file) != key(file_a)).collect();
        if let Some((rank_b, file_b)) = others.first() {
            let finding = Finding::new(&kinds::STEPS_DIFFER).arg("rank_a", rank_a).arg("file_a", file_a);
            let finding = finding.arg("rank_b", rank_b).arg("file_b", file_b);
            let ranks: Vec<u64> = others.iter().map(|(rank, _)| *rank).collect();
            all.push(finding.arg("line", line(listing, report)).ranks(&ranks));
        }
    }
    let name = files.first().map(|(_, name)| name.clone()).unwrap_or_default();
    all.extend(entries::newest_stops(listing, report));
    all.extend(chosen(listing, report, &name));
    all
}

/// A bound before the newest step that works.
fn behind(listing: &Listing, report: &Report) -> Option<Finding> {
    let Decision::File { is_given: false, .. } = report.decision else { return None };
    let (bound, works) = (report.matrix.bound?, report.works.first()?);
    let same_run = |name: &str| run_and_step(name, report.job.reads()).map(|(run, _)| run);
    let Decision::File { of_rank_0, .. } = &report.decision else { return None };
    let is_behind = works.step > bound && same_run(of_rank_0) == same_run(&works.of_rank_0);
    let finding = Finding::new(&kinds::META_BEHIND).arg("bound", bound.to_string());
    is_behind.then(|| finding.arg("newest", works.step.to_string()).arg("line", line(listing, report)))
}

/// Ranks whose `meta.json` is passed over, by reason. One that stops the selection is told by that.
fn ignored_metas(listing: &Listing, report: &Report) -> Vec<Finding> {
    let mut reasons: BTreeMap<String, (Phrase, Vec<u64>)> = BTreeMap::new();
    let mut any_counts = false;
    for (rank, folder) in listing.ranks().into_iter().filter_map(|rank| Some((rank, listing.rank(rank)?))) {
        let reason = match (&folder.meta, folder.instead_of_meta) {
            _ if folder.instead.is_some() => continue,
            (_, Some(instead)) if !instead.exists() || instead == Instead::Device => instead.it_is(),
            (_, Some(_)) => continue,
            (None, None) => phrase!("there is none", "没有该文件"),
            (Some(bytes), None) => match meta::read(bytes, report.job.reads()) {
                Err(meta::Refused::Ignored(reason)) => reason,
                Err(meta::Refused::Stops(_)) => continue,
                Ok(_) => {
                    any_counts = true;
                    continue;
                }
            },
        };
        let (_, ranks) = reasons.entry(reason.en.clone()).or_insert((reason, Vec::new()));
        ranks.push(rank);
    }
    let finding = |(reason, ranks): (Phrase, Vec<u64>)| {
        let first = ranks.first().copied().unwrap_or_default();
        let file = format!("rank_{first}/meta.json");
        let finding =
            Finding::new(&kinds::META_IGNORED).arg("ranks", ranges(&ranks, FEW_RANGES)).ranks(&ranks);
        finding.arg("reason", reason).arg("file", &file).file(file)
    };
    reasons.into_values().filter(|_| any_counts).map(finding).collect()
}

/// Folders that are missing, or too many. `converts_right`: whether nothing is known against converting as the
/// job starts.
fn folders(listing: &Listing, report: &Report, converts_right: bool) -> Vec<Finding> {
    let (saved, job) = (report.saved, &report.job);
    let mut all = Vec::new();
    let present = listing.ranks();
    let missing: Vec<u64> = (0..saved).filter(|rank| present.binary_search(rank).is_err()).collect();
    if let Some(last) = present.last().filter(|_| !missing.is_empty()) {
        let finding = Finding::new(&kinds::RANKS_MISSING).arg("ranks", ranges(&missing, FEW_RANGES));
        all.push(finding.arg("last", last).arg("saved", saved).ranks(&missing));
    }
    let others = listing.folders().iter().filter(|folder| folder.rank().is_none());
    let others: Vec<&str> = others.map(|folder| folder.name.as_str()).collect();
    if !others.is_empty() && job.version.counts_folders() {
        let finding = Finding::new(&kinds::EXTRA_FOLDERS).arg("names", crate::units::few(&others));
        let finding = finding.arg("count", others.len()).arg("counted", ranks(listing, job));
        all.push(finding.arg("saved", saved));
    }
    all.extend(entries::no_folders(listing));
    if saved > 0 && saved != job.world_size {
        let remedy = match converts_right {
            true => phrase!(
                "Set auto_trans_ckpt: True and src_strategy_path_or_dir to the folder of the saved run's strategies, or convert the step first with shardlens transform",
                "请设置 auto_trans_ckpt: True，并将 src_strategy_path_or_dir 设为保存任务的策略目录；或先用 shardlens transform 转换该步权重"
            ),
            false => phrase!(
                "Convert the step first with shardlens transform, and start with auto_trans_ckpt: False",
                "请先用 shardlens transform 转换该步权重，再以 auto_trans_ckpt: False 启动"
            ),
        };
        let finding = Finding::new(&kinds::OTHER_WORLD).arg("saved", saved).arg("world", job.world_size);
        all.push(finding.arg("remedy", remedy));
    }
    all
}

/// Files that hold weights only, where a finding about the chosen one does not say so already.
fn weights_only(listing: &Listing, report: &Report) -> Option<Finding> {
    let format = format!(".{}", report.job.reads().extension());
    let ranks = listing.folders().iter().filter_map(|folder| Some((folder.rank()?, folder)));
    let files = ranks.flat_map(|(rank, folder)| folder.files.iter().map(move |file| (rank, file)));
    let is_one = |file: &WeightFile| file.health == Health::Whole && !file.holds.resumes();
    let mut found = files.filter(|(_, file)| file.name.ends_with(&format) && is_one(file));
    let (rank, first) = found.next()?;
    let name = format!("rank_{rank}/{}", first.name);
    let finding = Finding::new(&kinds::WEIGHTS_ONLY).arg("count", found.count().saturating_add(1));
    Some(finding.arg("file", &name).arg("reason", Cell::WeightsOnly(first.holds).reason()).file(name))
}

/// Runs of which the prefix of one begins the names of the other, with a step in common.
fn two_runs(listing: &Listing, report: &Report) -> Option<Finding> {
    let folder = listing.rank(0)?;
    let format = report.job.reads();
    let files = folder.files.iter().filter_map(|file| Some((run_and_step(&file.name, format)?, &file.name)));
    let mut by_step: BTreeMap<Step, Vec<(Run, &String)>> = BTreeMap::new();
    for ((run, step), name) in files {
        by_step.entry(step).or_default().push((run, name));
    }
    let (step, first, second) = by_step.iter().rev().find_map(|(step, runs)| {
        // Sorted, a name stands right before those that begin with it.
        let names: BTreeSet<&str> = runs.iter().map(|(run, _)| run.name.as_str()).collect();
        let pairs = names.iter().zip(names.iter().skip(1));
        let beginnings: HashSet<&str> = pairs.filter(|(a, b)| b.starts_with(**a)).map(|(a, _)| *a).collect();
        let (a, first) = runs.iter().find(|(run, _)| beginnings.contains(run.name.as_str()))?;
        let begins = |b: &Run| a.name != b.name && b.name.starts_with(&a.name);
        let (_, second) = runs.iter().find(|(b, _)| begins(b))?;
        Some((*step, (*first).clone(), (*second).clone()))
    })?;
    let finding = Finding::new(&kinds::TWO_RUNS).arg("step", step.to_string()).arg("first", first);
    Some(finding.arg("second", second))
}

/// A prefix that 1.3 cannot read.
fn dash(listing: &Listing, job: &Job) -> Option<Finding> {
    let mut files = listing.folders().iter().flat_map(|folder| &folder.files);
    let prefix = files.find_map(|file| {
        let (run, _) = run_and_step(&file.name, job.reads())?;
        let (prefix, _) = run.name.split_once("_rank_")?;
        prefix.contains('-').then(|| prefix.to_owned())
    })?;
    matches!(job.version, Version::V1_2 | Version::V1_3)
        .then(|| Finding::new(&kinds::DASH).arg("prefix", prefix))
}

/// The document against the code, and other versions against the job's.
fn disagreements(listing: &Listing, report: &Report) -> Vec<Finding> {
    let mut all = Vec::new();
    let (version, is_asked) = (report.job.version, report.job.resume_training.is_some());
    let code = &report.decision;
    let is_selected =
        matches!(code, Decision::File { .. } | Decision::Stops { .. } | Decision::OwnNewest(Newest::NoMeta));
    if is_selected && !is_asked && report.document != *code && !report.matrix.rows.is_empty() {
        let finding = Finding::new(&kinds::DOCUMENT_DIFFERS).arg("version", version.releases());
        let finding = finding.arg("document", report.document.phrase()).arg("code", code.phrase());
        all.push(finding.arg("line", line(listing, report)));
    }
    let differing =
        report.by_version.iter().filter(|(other, decision)| *other != version && !alike(decision, code));
    let others: Vec<Phrase> = differing
        .map(|(other, decision)| {
            let Phrase { en, zh } = decision.phrase();
            Phrase { en: format!("{other}: {en}."), zh: format!("{other}：{zh}。") }
        })
        .collect();
    if !others.is_empty() {
        let join = |of: fn(&Phrase) -> &String, between: &str| {
            others.iter().map(of).cloned().collect::<Vec<_>>().join(between)
        };
        let others = Phrase { en: join(|phrase| &phrase.en, " "), zh: join(|phrase| &phrase.zh, "") };
        let finding = Finding::new(&kinds::VERSIONS_DIFFER).arg("others", others);
        all.push(finding.arg("line", line(listing, report)));
    }
    all
}

/// Whether two versions come to the same, however they word an error.
fn alike(a: &Decision, b: &Decision) -> bool {
    matches!((a, b), (Decision::Stops { .. }, Decision::Stops { .. })) || a == b
}
