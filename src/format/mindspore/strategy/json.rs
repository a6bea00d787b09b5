//! Strategy files as JSON. Maps of several axes per dimension are flattened in them.

use serde::{Deserialize, Serialize};

use super::collect::Collector;
use super::{Encoding, MAX_ITEM, RawLayout, StrategyFile};
use crate::format::json::{fault, members, offset_in, utf8};
use crate::format::{Fault, FaultKind, Limit};
use crate::phrase::phrase;

#[derive(Deserialize)]
struct LayoutItem {
    dev_matrix: Option<Vec<u64>>,
    tensor_map: Option<Vec<i64>>,
    #[serde(default)]
    param_split_shape: Vec<i64>,
    #[serde(default)]
    indices_offset: Vec<i64>,
    field: i32,
    opt_weight_shard_step: i32,
    opt_weight_shard_size: i32,
    tensor_shape: Option<Vec<u64>>,
}

#[derive(Deserialize)]
struct OperatorItem {
    stage: u32,
}

pub(super) fn read(bytes: &[u8]) -> Result<StrategyFile, Fault> {
    let text = utf8(bytes, 0)?;
    let collector = Collector::new(Encoding::Json);
    let mut reader = Reader { text, collector, recognised: false, seen: Vec::new() };
    let result = members(text, |key, value| reader.member(&key, value));
    if let Err(error) = result {
        reader.collector.fault(fault(0, text, "", &error));
    }
    reader.collector.finish(reader.recognised)
}

struct Reader<'a> {
    text: &'a str,
    collector: Collector,
    recognised: bool,
    /// The lists that were read.
    seen: Vec<String>,
}

impl Reader<'_> {
    fn member(&mut self, key: &str, value: &str) {
        let offset = offset_in(self.text, value);
        if key == "current_stage" {
            self.recognised = true;
            // A counter without meaning: MindSpore does not read it either.
            return self.collector.current_stage(serde_json::from_str(value).unwrap_or(0));
        }
        if key != "parallel_layout_item" && key != "parallel_strategy_item" {
            return;
        }
        self.recognised = true;
        if self.seen.iter().any(|seen| seen == key) {
            let what = phrase!("it is there twice", "它出现了两次");
            return self.collector.fault(Fault::at(offset, key, FaultKind::Malformed(what)));
        }
        self.seen.push(key.to_owned());
        let mut index = 0;
        let result = members(value, |name, item| {
            if self.collector.is_full() {
                return;
            }
            match key {
                "parallel_layout_item" => self.layout(index, name, item),
                _ => self.operator(name, item),
            }
            index += 1;
        });
        if let Err(error) = result {
            self.collector.fault(fault(offset, value, key, &error));
        }
    }

    fn layout(&mut self, index: usize, name: String, item: &str) {
        let offset = offset_in(self.text, item);
        let field = format!("parallel_layout_item[{index}]");
        let item: LayoutItem = match parse(item, offset, &field) {
            Ok(item) => item,
            Err(fault) => return self.collector.fault(fault.of(name)),
        };
        let layout = RawLayout {
            name,
            offset,
            dev_matrix: item.dev_matrix,
            tensor_map: item.tensor_map.map(|map| map.into_iter().map(|axis| vec![axis]).collect()),
            param_split_shape: item.param_split_shape,
            indices_offset: item.indices_offset,
            field: item.field,
            opt_shard_step: item.opt_weight_shard_step,
            opt_shard_size: item.opt_weight_shard_size,
            tensor_shape: item.tensor_shape,
        };
        self.collector.layout(index, layout);
    }

    fn operator(&mut self, name: String, item: &str) {
        let offset = offset_in(self.text, item);
        match parse::<OperatorItem>(item, offset, "parallel_strategy_item") {
            Ok(item) => self.collector.operator(offset, name, item.stage),
            Err(fault) => self.collector.fault(fault),
        }
    }
}

fn parse<'a, T: Deserialize<'a>>(item: &'a str, offset: u64, field: &str) -> Result<T, Fault> {
    let value = item.len() as u64;
    if value > MAX_ITEM {
        let kind = FaultKind::OverLimit { what: Limit::Item, value, limit: MAX_ITEM };
        return Err(Fault::at(offset, field, kind));
    }
    serde_json::from_str(item).map_err(|error| fault(offset, item, field, &error))
}

#[derive(Serialize)]
struct WrittenFile<'a> {
    current_stage: u32,
    #[serde(serialize_with = "as_map")]
    parallel_layout_item: Vec<(&'a str, WrittenLayout<'a>)>,
    #[serde(serialize_with = "as_map")]
    parallel_strategy_item: Vec<(&'a str, WrittenOperator)>,
}

#[derive(Serialize)]
struct WrittenLayout<'a> {
    dev_matrix: &'a [u64],
    field: i32,
    #[serde(skip_serializing_if = "<[i64]>::is_empty")]
    indices_offset: &'a [i64],
    opt_weight_shard_size: i32,
    opt_weight_shard_step: i32,
    #[serde(skip_serializing_if = "<[i64]>::is_empty")]
    param_split_shape: &'a [i64],
    tensor_map: Vec<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tensor_shape: Option<Vec<u64>>,
}

#[derive(Serialize)]
struct WrittenOperator {
    parallel_strategy: [u32; 0],
    stage: u32,
}

fn as_map<S: serde::Serializer, V: Serialize>(
    members: &[(&str, V)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(members.iter().map(|(name, value)| (name, value)))
}

/// The file as MindSpore 2.10 writes it: compact, names in ascending order, nested maps flattened.
/// A layout without a device matrix or a map, which MindSpore cannot read, gets empty ones.
#[must_use]
pub fn write_json(file: &StrategyFile) -> Vec<u8> {
    let mut layouts: Vec<(&str, WrittenLayout<'_>)> = file.layouts.iter().map(written).collect();
    let operator = |stage| WrittenOperator { parallel_strategy: [], stage };
    let operators = file.operators.iter().map(|item| (item.name.as_str(), operator(item.stage)));
    let mut operators: Vec<(&str, WrittenOperator)> = operators.collect();
    layouts.sort_by_key(|(name, _)| *name);
    operators.sort_by_key(|(name, _)| *name);
    let current_stage = file.current_stage;
    let written =
        WrittenFile { current_stage, parallel_layout_item: layouts, parallel_strategy_item: operators };
    serde_json::to_vec(&written).unwrap_or_default()
}

fn written(layout: &RawLayout) -> (&str, WrittenLayout<'_>) {
    let entries = layout.tensor_map.as_deref().unwrap_or_default();
    let axes = |entry: &Vec<i64>| if entry.is_empty() { vec![-1] } else { entry.clone() };
    let written = WrittenLayout {
        dev_matrix: layout.dev_matrix.as_deref().unwrap_or_default(),
        field: layout.field,
        indices_offset: &layout.indices_offset,
        opt_weight_shard_size: layout.opt_shard_size,
        opt_weight_shard_step: layout.opt_shard_step,
        param_split_shape: &layout.param_split_shape,
        tensor_map: entries.iter().flat_map(axes).collect(),
        tensor_shape: layout.tensor_shape.as_ref().and_then(|shape| flattened(layout, entries, shape)),
    };
    (layout.name.as_str(), written)
}

/// The lengths of a tensor per entry of its flattened map: of the axes that cut one dimension all
/// but the last get a dimension of their size. None if the shape has not one length per entry, or
/// the axes do not divide it.
fn flattened(layout: &RawLayout, entries: &[Vec<i64>], shape: &[u64]) -> Option<Vec<u64>> {
    let mesh = layout.dev_matrix.as_deref().unwrap_or_default();
    let size = |axis: i64| mesh.iter().rev().nth(usize::try_from(axis).ok()?).copied();
    let mut lengths = Vec::with_capacity(shape.len());
    for (entry, &len) in entries.iter().zip(shape) {
        let outer = entry.split_last().map_or(&[][..], |(_, outer)| outer);
        let outer: Vec<u64> = outer.iter().map(|&axis| size(axis)).collect::<Option<_>>()?;
        let product = outer.iter().try_fold(1u64, |n, &size| n.checked_mul(size)).filter(|&n| n > 0)?;
        lengths.extend(outer);
        lengths.push(len.is_multiple_of(product).then_some(len / product)?);
    }
    (shape.len() == entries.len()).then_some(lengths)
}
