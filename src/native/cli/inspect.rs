//! `shardlens inspect`.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::{Value, json};

use super::args;
use super::console::{Console, Stop, raw};
use super::sides::{Opened, open};
use crate::catalog::{Content, Surveyed, Table, Weights};
use crate::check::{self, Finding};
use crate::format::mindspore::strategy::{Encoding, RawLayout, StrategyFile};
use crate::format::{Entry, Piece, verify_crc};
use crate::geometry::DType;
use crate::source::FileSource;
use crate::units::{bytes_text, counted, noun};

pub(super) fn run(args: &args::Inspect, console: &mut Console) -> Result<(), Stop> {
    let mut inputs = Vec::new();
    for path in &args.paths {
        let opened = open("", path)?;
        console.report(&opened.findings);
        let details = opened.survey.files().len() == 1;
        if opened.survey.files().is_empty() {
            console.say(format_args!("{}: no files", path.display()));
        }
        let mut files = Vec::new();
        for file in opened.survey.files() {
            console.report(&findings(file));
            let crc = match (&file.content, args.crc) {
                (Content::Weights(weights), true) => check_crc(&opened, file, weights, console)?,
                _ => None,
            };
            tell(&opened, file, args.crc.then_some(crc), details, console);
            if console.output().json {
                files.push(document(file, crc));
            }
        }
        if console.output().json {
            inputs.push(raw(Input {
                path: path.to_string_lossy(),
                bytes: opened.survey.bytes_total(),
                bytes_read: opened.survey.bytes_read(),
                files,
                tables: tables(&opened),
            }));
        }
    }
    console.set("inputs", inputs);
    console.check()
}

/// What is wrong in a file.
fn findings(file: &Surveyed) -> Vec<Finding> {
    let faults = match &file.content {
        Content::Strategy(strategy) => &strategy.faults,
        Content::Weights(weights) => &weights.faults,
        Content::Index(index) => &index.faults,
        Content::Broken { fault, .. } => std::slice::from_ref(fault),
        Content::Group | Content::OtherJson | Content::Text | Content::Unknown => &[][..],
    };
    faults.iter().map(|fault| check::finding(fault, &file.path)).collect()
}

/// Whether the file's own checksum holds; none if it carries none.
fn check_crc(
    opened: &Opened,
    file: &Surveyed,
    weights: &Weights,
    console: &mut Console,
) -> Result<Option<bool>, Stop> {
    let path = opened.root.join(&file.path);
    let source =
        FileSource::new(&path).map_err(|error| Stop::Failed(format!("{}: {error}", path.display())))?;
    match verify_crc(weights.format, &source) {
        Ok(true) => Ok(Some(true)),
        Ok(false) => Ok(None),
        Err(fault) => {
            console.report(&[check::finding(&fault, &file.path)]);
            Ok(Some(false))
        }
    }
}

/// One line about a file; with details, one more for each tensor.
fn tell(opened: &Opened, file: &Surveyed, crc: Option<Option<bool>>, details: bool, console: &mut Console) {
    let size = bytes_text(file.size);
    let path = &file.path;
    match &file.content {
        Content::Weights(weights) => {
            let entries = opened.survey.table(weights.table).map_or(&[][..], |table| &table.entries);
            let crc = match crc {
                Some(Some(true)) => ", checksum holds",
                Some(Some(false)) => ", CHECKSUM DIFFERS",
                Some(None) => ", no checksum to check",
                None => "",
            };
            let format = weights.format.extension();
            console.say(format_args!(
                "{path}: weights ({format}), {}, {size}{crc}",
                counted(entries.len(), "tensor", "tensors")
            ));
            if details {
                entries.iter().for_each(|entry| console.say(tensor(entry)));
            }
        }
        Content::Strategy(strategy) => {
            console.say(format_args!("{path}: {}", strategy_line(strategy)));
            if details {
                strategy.layouts.iter().for_each(|layout| console.say(layout_line(layout)));
            }
        }
        Content::Index(index) => {
            let tensors = counted(index.weight_map.len(), "tensor", "tensors");
            let files = counted(index.weight_map.files().len(), "file", "files");
            console.say(format_args!("{path}: index of {tensors} in {files}"));
        }
        other => console.say(format_args!("{path}: {}, {size}", kind(other))),
    }
}

fn tensor(entry: &Entry) -> String {
    let bytes: u64 = entry.pieces.iter().map(|piece| piece.len).sum();
    let offset = entry.pieces.first().map_or(0, |piece| piece.offset);
    let bytes = counted(bytes, "byte", "bytes");
    format!("  {}  {} {}  {bytes} at {offset}", entry.name, entry.dtype, entry.shape)
}

fn strategy_line(strategy: &StrategyFile) -> String {
    let encoding = match strategy.encoding {
        Encoding::Protobuf => "protobuf",
        Encoding::Json => "JSON",
    };
    let list = |values: BTreeSet<String>| values.into_iter().collect::<Vec<_>>().join(", ");
    let stages: BTreeSet<u32> = strategy.operators.iter().map(|operator| operator.stage).collect();
    let stages = list(stages.iter().map(u32::to_string).collect());
    let meshes = strategy.layouts.iter().filter_map(|layout| layout.dev_matrix.as_ref());
    let product = |mesh: &Vec<u64>| mesh.iter().fold(1, |ranks: u64, &size| ranks.saturating_mul(size));
    let devices: BTreeSet<u64> = meshes.map(product).collect();
    // One number alone may be 1.
    let nouns = noun(devices.iter().copied().max().unwrap_or_default(), "device", "devices");
    let devices = list(devices.iter().map(u64::to_string).collect());
    let tensors = counted(strategy.layouts.len(), "tensor", "tensors");
    format!("strategy ({encoding}), {tensors}, stage {stages}, {devices} {nouns} per stage")
}

fn layout_line(layout: &RawLayout) -> String {
    let unset = String::from("none");
    let mesh = layout.dev_matrix.as_ref().map_or(unset.clone(), |mesh| format!("{mesh:?}"));
    let map = layout.tensor_map.as_ref().map_or(unset, |map| format!("{map:?}"));
    let optimizer = match layout.opt_shard_size {
        0 => String::new(),
        size => format!("  optimizer split {size}, step {}", layout.opt_shard_step),
    };
    format!("  {}  dev_matrix {mesh}  tensor_map {map}{optimizer}", layout.name)
}

/// What a file is, for machines and, of those without details, for people.
const fn kind(content: &Content) -> &'static str {
    match content {
        Content::Strategy(_) => "strategy",
        Content::Group => "communication groups",
        Content::Weights(_) => "weights",
        Content::Index(_) => "index",
        Content::OtherJson => "other JSON",
        Content::Text => "text",
        Content::Unknown => "unknown",
        Content::Broken { .. } => "broken",
    }
}

fn document(file: &Surveyed, crc: Option<bool>) -> Value {
    let mut value = json!({
        "path": file.path,
        "bytes": file.size,
        "bytes_read": file.bytes_read,
        "kind": kind(&file.content),
    });
    let details = match &file.content {
        Content::Weights(weights) => json!({
            "format": weights.format,
            "table": weights.table,
            "has_checksum": weights.crc.is_some(),
            "checksum_holds": crc,
        }),
        Content::Strategy(strategy) => {
            let stages: BTreeSet<u32> = strategy.operators.iter().map(|operator| operator.stage).collect();
            json!({ "stages": stages, "layouts": strategy.layouts.iter().map(layout_document).collect::<Vec<_>>() })
        }
        Content::Index(index) => json!({ "weight_map": index.weight_map }),
        _ => json!({}),
    };
    if let (Value::Object(value), Value::Object(mut details)) = (&mut value, details) {
        value.append(&mut details);
    }
    value
}

fn layout_document(layout: &RawLayout) -> Value {
    json!({
        "name": layout.name,
        "dev_matrix": layout.dev_matrix,
        "tensor_map": layout.tensor_map,
        "opt_weight_shard_size": layout.opt_shard_size,
        "opt_weight_shard_step": layout.opt_shard_step,
        "tensor_shape": layout.tensor_shape,
    })
}

/// A path that was given, and what is under it. Borrows what there may be millions of.
#[derive(Serialize)]
struct Input<'a> {
    path: Cow<'a, str>,
    bytes: u64,
    bytes_read: u64,
    files: Vec<Value>,
    tables: Vec<TableDocument<'a>>,
}

#[derive(Serialize)]
struct TableDocument<'a> {
    tensors: Vec<TensorDocument<'a>>,
    metadata: &'a BTreeMap<String, String>,
}

#[derive(Serialize)]
struct TensorDocument<'a> {
    name: &'a str,
    dtype: DType,
    shape: &'a [u64],
    pieces: &'a [Piece],
}

/// The tables that weight files point to by number.
fn tables(opened: &Opened) -> Vec<TableDocument<'_>> {
    (0..).map_while(|index| opened.survey.table(index)).map(table_document).collect()
}

fn table_document(table: &Table) -> TableDocument<'_> {
    let tensors = table.entries.iter().map(|Entry { name, dtype, shape, pieces }| TensorDocument {
        name,
        dtype: *dtype,
        shape: shape.dims(),
        pieces,
    });
    TableDocument { tensors: tensors.collect(), metadata: &table.metadata }
}
