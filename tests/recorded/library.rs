//! Conversions through the library: catalog, planner, verifier, executor.

use std::path::Path;

use sha2::{Digest, Sha256};
use shardlens::catalog::{Survey, assemble, strategy, survey};
use shardlens::check::{Finding, Side};
use shardlens::format::{Entry, Header, WeightFormat, mindspore, safetensors};
use shardlens::geometry::DType;
use shardlens::layout::Strategy;
use shardlens::native::execute::{self, Progress, RankSet, execute};
use shardlens::native::walk;
use shardlens::plan::{Inputs, Options, plan, verify};
use shardlens::source::{FileSource, ReadAt, read_vec};

use crate::case::{Files, Tensor, Tensors};
use crate::request::Request;

/// The codes of what stands in the way.
pub(crate) type Refusal = Vec<String>;

/// The code that stands for a prefix that is a path: a usage error, not a finding.
pub(crate) const UNSAFE_PREFIX: &str = "usage";

/// Converts into `target`, or says why not.
pub(crate) fn convert(request: &Request, target: &Path) -> Result<(), Refusal> {
    if execute::check_prefix(&request.prefix).is_err() {
        return Err(vec![UNSAFE_PREFIX.to_owned()]);
    }
    let mut findings = Vec::new();
    let source_strategy = open(request.source_strategy.as_deref(), Side::Source, &mut findings);
    let target_strategy = open(request.target_strategy.as_deref(), Side::Target, &mut findings);
    let cut = source_strategy.as_ref().map_or(shardlens::catalog::Cut::NotGiven, |found| found.cut());
    let assembled = assemble(&pile(&request.source), cut, Side::Source);
    findings.extend(assembled.findings);
    refuse(&findings)?;
    let source = assembled.checkpoint.unwrap();
    let of = |found: &Option<strategy::Found>| -> Option<Strategy> { found.as_ref()?.strategy.clone() };
    let (from, to) = (of(&source_strategy), of(&target_strategy));
    let inputs = Inputs { source: &source, source_strategy: from.as_ref(), target_strategy: to.as_ref() };
    let outcome = plan(&inputs, &Options { prefix: request.prefix.clone(), format: request.format });
    refuse(&outcome.findings)?;
    let plan = outcome.plan.unwrap();
    verify(&plan).unwrap();
    let options = execute::Options {
        source_root: root(&request.source),
        target_root: target.to_owned(),
        ranks: request.rank.map(|rank| rank.to_string().parse::<RankSet>().unwrap()),
        overwrite: false,
        verify: true,
        sync: false,
        threads: 1,
    };
    execute(&plan, &options, &Progress::default()).unwrap();
    Ok(())
}

fn open(path: Option<&Path>, side: Side, findings: &mut Vec<Finding>) -> Option<strategy::Found> {
    let found = strategy::open(&pile(path?), side);
    findings.extend(found.findings.clone());
    Some(found)
}

fn pile(path: &Path) -> Survey {
    survey(walk(path).unwrap().files)
}

/// A plan's paths are relative to the folder, or to the folder of the one file.
fn root(path: &Path) -> std::path::PathBuf {
    if path.is_dir() { path.to_owned() } else { path.parent().unwrap().to_owned() }
}

fn refuse(findings: &[Finding]) -> Result<(), Refusal> {
    let errors = findings.iter().filter(|finding| finding.is_error());
    let codes: Refusal = errors.map(|finding| finding.kind.code.to_owned()).collect();
    if codes.is_empty() { Ok(()) } else { Err(codes) }
}

/// Every file below a folder, as recorded.
pub(crate) fn files(folder: &Path) -> Files {
    let Ok(walk) = walk(folder) else { return Files::new() };
    walk.files.iter().map(|file| (file.path.clone(), tensors(&folder.join(&file.path)))).collect()
}

fn tensors(path: &Path) -> Tensors {
    let source = FileSource::new(path).unwrap();
    let header: Header = match path.extension().unwrap().to_str().unwrap() {
        "ckpt" => mindspore::ckpt::read(&source).unwrap(),
        _ => safetensors::read(&source).unwrap(),
    };
    assert_eq!(header.faults, [], "{}", path.display());
    assert!(header.format == WeightFormat::Ckpt || header.metadata.get("format").is_some_and(|f| f == "ms"));
    header.entries.iter().map(|entry| (entry.name.clone(), tensor(&source, entry))).collect()
}

fn tensor(source: &dyn ReadAt, entry: &Entry) -> Tensor {
    let mut hasher = Sha256::new();
    let mut bytes = 0;
    for piece in &entry.pieces {
        hasher.update(read_vec(source, piece.offset, piece.len).unwrap());
        bytes += piece.len;
    }
    let digest: String = hasher.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    let text = entry.dtype == DType::Str;
    Tensor {
        dtype: entry.dtype.mindspore_name().unwrap().to_owned(),
        shape: if text { Vec::new() } else { entry.shape.dims().to_vec() },
        bytes,
        digest,
    }
}
