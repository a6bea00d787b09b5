//! Strategy files as protobuf (`strategy.proto`). The top level is walked item by item, so that
//! one bad layout does not lose the others.

use prost::Message;

use super::collect::Collector;
use super::{Encoding, MAX_ITEM, RawLayout, StrategyFile};
use crate::format::mindspore::proto::{
    DevMatrix, IndicesOffset, ParallelLayoutItem, ParallelLayouts, ParallelStrategyItem, ParallelStrategyMap,
    ParallelStrategys, ParamSplitShape, TensorMap, explain,
};
use crate::format::mindspore::wire::{Field, Value, Walker};
use crate::format::{Fault, FaultKind, Limit};
use crate::phrase::phrase;
use crate::source::Bytes;

pub(super) fn read(bytes: &[u8]) -> Result<StrategyFile, Fault> {
    let source = Bytes(bytes);
    let len = bytes.len() as u64;
    let mut walker = Walker::new(&source);
    let mut collector = Collector::new(Encoding::Protobuf);
    let (mut operators, mut layouts, mut recognised) = (0, 0, false);
    while !collector.is_full() {
        let Field { offset, number, value } = match walker.field(len) {
            Ok(Some(field)) => field,
            Ok(None) => break,
            Err(fault) => {
                collector.fault(fault.in_field("ParallelStrategyMap"));
                break;
            }
        };
        // A field of another kind than the format's is an unknown field, as in protobuf.
        match (number, value) {
            (1, Value::Varint(value)) => {
                recognised = true;
                collector.current_stage(u32::try_from(value & u64::from(u32::MAX)).unwrap_or(0));
            }
            (2, Value::Bytes { start, end }) => {
                recognised = true;
                operator(&mut collector, operators, offset, slice(bytes, start, end));
                operators += 1;
            }
            (3, Value::Bytes { start, end }) => {
                recognised = true;
                layout(&mut collector, layouts, offset, slice(bytes, start, end));
                layouts += 1;
            }
            (_, Value::Cut { start, wanted, left }) => {
                collector.fault(cut(bytes, number, [operators, layouts], offset, start, wanted, left));
                break;
            }
            _ => {}
        }
        if let Value::Bytes { end, .. } = value {
            walker.go_to(end);
        }
    }
    collector.finish(recognised)
}

fn slice(bytes: &[u8], start: u64, end: u64) -> &[u8] {
    let (start, end) =
        (usize::try_from(start).unwrap_or(usize::MAX), usize::try_from(end).unwrap_or(usize::MAX));
    bytes.get(start..end).unwrap_or(&[])
}

fn operator(collector: &mut Collector, index: usize, offset: u64, bytes: &[u8]) {
    let field = || format!("ParallelStrategyMap.parallel_strategy_item[{index}]");
    if bytes.len() as u64 > MAX_ITEM {
        return collector.fault(Fault::at(offset, field(), too_long(bytes.len())));
    }
    match ParallelStrategyItem::decode(bytes) {
        Ok(item) => collector.operator(offset, item.node_name, item.parallel_strategys.stage),
        Err(error) => collector.fault(decode_fault(offset, field(), &error)),
    }
}

fn layout(collector: &mut Collector, index: usize, offset: u64, bytes: &[u8]) {
    let field = || format!("ParallelStrategyMap.parallel_layout_item[{index}]");
    if bytes.len() as u64 > MAX_ITEM {
        let fault = Fault::at(offset, field(), too_long(bytes.len()));
        return collector.fault(named(fault, bytes));
    }
    let item = match ParallelLayoutItem::decode(bytes) {
        Ok(item) => item,
        Err(error) => return collector.fault(named(decode_fault(offset, field(), &error), bytes)),
    };
    if item.parallel_layouts.dev_matrix.len() > 1 {
        let what = phrase!("more than one device matrix", "设备矩阵不止一个");
        let field = format!("{}.parallel_layouts.dev_matrix", field());
        let fault = Fault::at(offset, field, FaultKind::Malformed(what));
        return collector.fault(fault.of(item.param_name));
    }
    collector.layout(index, raw(offset, item));
}

fn too_long(len: usize) -> FaultKind {
    FaultKind::OverLimit { what: Limit::Item, value: len as u64, limit: MAX_ITEM }
}

fn decode_fault(offset: u64, field: String, error: &prost::DecodeError) -> Fault {
    let (path, reason) = explain(error);
    let kind = if reason.en.contains("UTF-8") { FaultKind::NotUtf8 } else { FaultKind::Malformed(reason) };
    Fault::at(offset, field + &path, kind)
}

/// The fault of an item that claims more bytes than the file has.
fn cut(
    bytes: &[u8],
    number: u32,
    items: [usize; 2],
    offset: u64,
    start: u64,
    wanted: u64,
    left: u64,
) -> Fault {
    let [operators, layouts] = items;
    let field = match number {
        2 => format!("ParallelStrategyMap.parallel_strategy_item[{operators}]"),
        3 => format!("ParallelStrategyMap.parallel_layout_item[{layouts}]"),
        _ => "ParallelStrategyMap".to_owned(),
    };
    let fault = Fault::at(offset, field, FaultKind::Truncated { wanted, left });
    if number == 3 { named(fault, slice(bytes, start, bytes.len() as u64)) } else { fault }
}

/// The fault with the name that the item of a layout begins with, if it can be read.
fn named(fault: Fault, item: &[u8]) -> Fault {
    let source = Bytes(item);
    let mut walker = Walker::new(&source);
    let Ok(Some(Field { number: 1, value: Value::Bytes { end, .. }, .. })) = walker.field(item.len() as u64)
    else {
        return fault;
    };
    match walker.take(end).map(String::from_utf8) {
        Ok(Ok(name)) => fault.of(name),
        _ => fault,
    }
}

fn raw(offset: u64, item: ParallelLayoutItem) -> RawLayout {
    let layouts = item.parallel_layouts;
    let dev_matrix = layouts.dev_matrix.into_iter().next();
    RawLayout {
        name: item.param_name,
        offset,
        dev_matrix: dev_matrix.map(|message| message.dim.into_iter().map(u64::from).collect()),
        tensor_map: entries(&layouts.tensor_map),
        param_split_shape: layouts.param_split_shape.into_iter().flat_map(|message| message.dim).collect(),
        indices_offset: layouts.indices_offset.into_iter().flat_map(|message| message.dim).collect(),
        field: layouts.field,
        opt_shard_step: layouts.opt_weight_shard_step,
        opt_shard_size: layouts.opt_weight_shard_size,
        tensor_shape: None,
    }
}

/// One message lists one axis per dimension; several are one dimension each, empty ones only mark
/// that the map is nested.
fn entries(messages: &[TensorMap]) -> Option<Vec<Vec<i64>>> {
    match messages {
        [] => None,
        [message] => Some(message.dim.iter().map(|&axis| vec![i64::from(axis)]).collect()),
        nested => {
            let entry = |message: &TensorMap| message.dim.iter().map(|&axis| i64::from(axis)).collect();
            Some(nested.iter().map(entry).filter(|entry: &Vec<i64>| !entry.is_empty()).collect())
        }
    }
}

/// The file as MindSpore 2.10 writes and reads it. Numbers beyond its 32 bits are cut to them:
/// no such layout is a [`crate::layout::Layout`].
#[must_use]
pub fn write_protobuf(file: &StrategyFile) -> Vec<u8> {
    let operators = file.operators.iter().map(|operator| ParallelStrategyItem {
        node_name: operator.name.clone(),
        parallel_strategys: ParallelStrategys { stage: operator.stage, parallel_strategy: Vec::new() },
    });
    let map = ParallelStrategyMap {
        current_stage: file.current_stage,
        parallel_strategy_item: operators.collect(),
        parallel_layout_item: file.layouts.iter().map(message).collect(),
    };
    map.encode_to_vec()
}

fn message(layout: &RawLayout) -> ParallelLayoutItem {
    let dev_matrix = layout.dev_matrix.iter().map(|sizes| DevMatrix {
        dim: sizes.iter().map(|&size| u32::try_from(size).unwrap_or(u32::MAX)).collect(),
    });
    ParallelLayoutItem {
        param_name: layout.name.clone(),
        parallel_layouts: ParallelLayouts {
            dev_matrix: dev_matrix.collect(),
            tensor_map: layout.tensor_map.as_deref().map_or_else(Vec::new, tensor_maps),
            param_split_shape: vec![ParamSplitShape { dim: layout.param_split_shape.clone() }],
            indices_offset: vec![IndicesOffset { dim: layout.indices_offset.clone() }],
            field: layout.field,
            opt_weight_shard_step: layout.opt_shard_step,
            opt_weight_shard_size: layout.opt_shard_size,
        },
    }
}

fn tensor_maps(entries: &[Vec<i64>]) -> Vec<TensorMap> {
    let axes = |entry: &Vec<i64>| -> Vec<i32> {
        let axes = entry.iter().map(|&axis| i32::try_from(axis).unwrap_or(i32::MAX)).collect::<Vec<_>>();
        if axes.is_empty() { vec![-1] } else { axes }
    };
    if entries.iter().all(|entry| entry.len() <= 1) {
        return vec![TensorMap { dim: entries.iter().flat_map(axes).collect() }];
    }
    let mut maps: Vec<TensorMap> = entries.iter().map(|entry| TensorMap { dim: axes(entry) }).collect();
    if let [_] = maps.as_slice() {
        maps.push(TensorMap { dim: Vec::new() });
    }
    maps
}
