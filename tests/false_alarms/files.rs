//! The files that the jobs of a model would leave, by several conventions.

use std::collections::{BTreeMap, HashMap};

use shardlens::catalog::PileFile;
use shardlens::format::mindspore::strategy::{Encoding, from_strategy, write_json, write_protobuf};
use shardlens::format::{NewEntry, WeightFormat, layout_file, safetensors};
use shardlens::geometry::Shape;
use shardlens::layout::{Strategy, StrategyBuilder};
use shardlens::source::{Bytes, Sparse};

use crate::choices::Choices;
use crate::model::{Job, Model, Tensor};
use crate::rule::Rule;

/// What is given for a conversion.
#[derive(Default)]
pub(crate) struct Given {
    pub(crate) source: Vec<PileFile>,
    pub(crate) source_strategy: Vec<PileFile>,
    pub(crate) target_strategy: Vec<PileFile>,
}

impl Given {
    pub(crate) fn of(model: &Model, choices: &mut Choices) -> Self {
        let source_strategy = strategy(model, model.source, false, choices);
        let target_strategy = strategy(model, model.target, true, choices);
        let source = match model.source {
            Some(job) => slices(model, job, choices),
            None => complete(model, choices),
        };
        Self { source, source_strategy, target_strategy }
    }
}

/// A job's strategy: a file per stage, a file per rank, or one merged file; JSON where that keeps
/// what it says.
fn strategy(model: &Model, job: Option<Job>, is_target: bool, choices: &mut Choices) -> Vec<PileFile> {
    let Some(job) = job else { return Vec::new() };
    let places = |tensor: &'_ Tensor| if is_target { tensor.target.clone() } else { tensor.source.clone() };
    let is_flat = |rule: &Rule| rule.tensor_map.iter().all(|axes| axes.len() <= 1);
    let all_flat = model.tensors.iter().flat_map(places).all(|(_, rule)| is_flat(&rule));
    let is_json = all_flat && choices.one_in(3);
    let mut builder = StrategyBuilder::default();
    for tensor in &model.tensors {
        for (stage, rule) in places(tensor) {
            let declared = is_json.then(|| tensor.dims.clone());
            builder.add(&tensor.name, stage, rule.layout(), declared).unwrap();
        }
    }
    let strategy = builder.build().unwrap();
    let ending = if is_json { "json" } else { "ckpt" };
    let named = |rank: u64| format!("ckpt_strategy_rank_{rank}.{ending}");
    let of_stage = |stage: u32| encoded(&strategy, Some(stage), is_json);
    match choices.below(3) {
        0 => (0..job.stages)
            .map(|stage| file(named(u64::from(stage) * job.devices), of_stage(stage)))
            .collect(),
        1 => (0..job.ranks())
            .map(|rank| file(named(rank), of_stage(u32::try_from(rank / job.devices).unwrap())))
            .collect(),
        _ => vec![file(format!("merged_ckpt_strategy.{ending}"), encoded(&strategy, None, is_json))],
    }
}

fn encoded(strategy: &Strategy, stage: Option<u32>, is_json: bool) -> Vec<u8> {
    let mut raw = from_strategy(strategy, stage).unwrap();
    if is_json {
        raw.encoding = Encoding::Json;
        return write_json(&raw);
    }
    write_protobuf(&raw)
}

fn file(path: String, bytes: Vec<u8>) -> PileFile {
    PileFile { path, source: Box::new(Bytes(bytes)) }
}

/// A file of each rank, in rank folders.
fn slices(model: &Model, job: Job, choices: &mut Choices) -> Vec<PileFile> {
    let name = choices.pick(&["llama_rank_{}-2_10", "checkpoint_{}", "my_model_rank_{}_1-1_5"]);
    let root = choices.pick(&["", "output/checkpoint/"]);
    let flag = match model.is_deduplicated {
        true => Some("True"),
        false => choices.pick(&[None, Some("False")]),
    };
    let mut turns: HashMap<Vec<u64>, usize> = HashMap::new();
    let mut held: BTreeMap<u64, Vec<(&Tensor, Vec<u64>)>> =
        (0..job.ranks()).map(|rank| (rank, Vec::new())).collect();
    for tensor in model.tensors.iter().filter(|tensor| tensor.is_saved) {
        if tensor.source.is_empty() {
            held.values_mut().for_each(|file| file.push((tensor, tensor.dims.clone())));
        }
        for (stage, rule) in &tensor.source {
            let mut copies: BTreeMap<Vec<(u64, u64)>, Vec<u64>> = BTreeMap::new();
            for rank in 0..job.devices {
                let holders = copies.entry(rule.slice(rank, &tensor.dims)).or_default();
                holders.push(u64::from(*stage) * job.devices + rank);
            }
            for (slice, holders) in copies {
                // Copies are dealt out in turn to the ranks that hold them, as MindSpore's
                // remove_redundancy does.
                let turn = turns.entry(holders.clone()).or_insert(0);
                let dealt = holders[*turn % holders.len()];
                *turn += 1;
                let lens: Vec<u64> = slice.iter().map(|&(_, len)| len).collect();
                for rank in holders.into_iter().filter(|rank| !model.is_deduplicated || *rank == dealt) {
                    held.get_mut(&rank).unwrap().push((tensor, lens.clone()));
                }
            }
        }
    }
    let path = |rank: u64| {
        let name = name.replace("{}", &rank.to_string());
        format!("{root}rank_{rank}/{name}.{}", model.format.extension())
    };
    held.iter().map(|(&rank, tensors)| weights(path(rank), model.format, tensors, flag)).collect()
}

/// One file, or the parts of one checkpoint, with or without an index.
fn complete(model: &Model, choices: &mut Choices) -> Vec<PileFile> {
    let tensors: Vec<(&Tensor, Vec<u64>)> = model
        .tensors
        .iter()
        .filter(|tensor| tensor.is_saved)
        .map(|tensor| (tensor, tensor.dims.clone()))
        .collect();
    let ending = model.format.extension();
    match choices.below(4) {
        0 => vec![weights(format!("model.{ending}"), model.format, &tensors, None)],
        1 => vec![weights(format!("rank_0/llama_rank_0-3_7.{ending}"), model.format, &tensors, None)],
        style => {
            let parts: Vec<_> = tensors.chunks(tensors.len().div_ceil(3)).collect();
            let name = |at: usize| format!("model-{:05}-of-{:05}.{ending}", at + 1, parts.len());
            let mut files: Vec<PileFile> =
                (0..).zip(&parts).map(|(at, part)| weights(name(at), model.format, part, None)).collect();
            if style == 3 && model.format == WeightFormat::Safetensors {
                let placed = parts
                    .iter()
                    .enumerate()
                    .flat_map(|(at, part)| part.iter().map(move |(tensor, _)| (tensor.name.clone(), at)));
                let map: BTreeMap<String, String> = placed.map(|(tensor, at)| (tensor, name(at))).collect();
                let index = serde_json::json!({ "metadata": {}, "weight_map": map });
                files.push(file("model.safetensors.index.json".to_owned(), index.to_string().into_bytes()));
            }
            files
        }
    }
}

/// A file of headers; its contents are zeros that take no room.
fn weights(
    path: String,
    format: WeightFormat,
    tensors: &[(&Tensor, Vec<u64>)],
    flag: Option<&str>,
) -> PileFile {
    let entry = |(tensor, dims): &'_ (&Tensor, Vec<u64>)| {
        Shape::new(dims.clone()).map(|shape| (tensor.dtype, shape)).unwrap()
    };
    let shapes: Vec<_> = tensors.iter().map(entry).collect();
    let entries: Vec<NewEntry<'_>> = tensors
        .iter()
        .zip(&shapes)
        .map(|((tensor, _), (dtype, shape))| NewEntry {
            name: &tensor.name,
            dtype: *dtype,
            shape: shape.clone(),
        })
        .collect();
    let layout = match (format, flag) {
        (WeightFormat::Safetensors, Some(flag)) => {
            let metadata = BTreeMap::from([("remove_redundancy".to_owned(), flag.to_owned())]);
            safetensors::layout_file(&entries, &metadata).unwrap()
        }
        _ => layout_file(format, &entries).unwrap(),
    };
    let source: Sparse = layout.sparse();
    PileFile { path, source: Box::new(source) }
}
