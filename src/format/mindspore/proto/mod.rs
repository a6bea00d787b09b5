//! Messages of `strategy.proto` and `group.proto`, derived by hand. Numbers are written unpacked,
//! as MindSpore writes them; packed ones are read too.

use prost::Message;

use crate::phrase::Phrase;

#[derive(Clone, PartialEq, Message)]
pub(crate) struct ParallelStrategyMap {
    #[prost(uint32, required, tag = "1")]
    pub(crate) current_stage: u32,
    #[prost(message, repeated, tag = "2")]
    pub(crate) parallel_strategy_item: Vec<ParallelStrategyItem>,
    #[prost(message, repeated, tag = "3")]
    pub(crate) parallel_layout_item: Vec<ParallelLayoutItem>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct ParallelStrategyItem {
    #[prost(string, required, tag = "1")]
    pub(crate) node_name: String,
    #[prost(message, required, tag = "2")]
    pub(crate) parallel_strategys: ParallelStrategys,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct ParallelStrategys {
    #[prost(uint32, required, tag = "1")]
    pub(crate) stage: u32,
    #[prost(message, repeated, tag = "2")]
    pub(crate) parallel_strategy: Vec<ParallelStrategy>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct ParallelStrategy {
    #[prost(uint32, repeated, packed = "false", tag = "1")]
    pub(crate) dim: Vec<u32>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct ParallelLayoutItem {
    #[prost(string, required, tag = "1")]
    pub(crate) param_name: String,
    #[prost(message, required, tag = "2")]
    pub(crate) parallel_layouts: ParallelLayouts,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct ParallelLayouts {
    #[prost(message, repeated, tag = "1")]
    pub(crate) dev_matrix: Vec<DevMatrix>,
    #[prost(message, repeated, tag = "2")]
    pub(crate) tensor_map: Vec<TensorMap>,
    #[prost(message, repeated, tag = "3")]
    pub(crate) param_split_shape: Vec<ParamSplitShape>,
    #[prost(message, repeated, tag = "4")]
    pub(crate) indices_offset: Vec<IndicesOffset>,
    #[prost(int32, required, tag = "5")]
    pub(crate) field: i32,
    #[prost(int32, required, tag = "6")]
    pub(crate) opt_weight_shard_step: i32,
    #[prost(int32, required, tag = "7")]
    pub(crate) opt_weight_shard_size: i32,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct DevMatrix {
    #[prost(uint32, repeated, packed = "false", tag = "1")]
    pub(crate) dim: Vec<u32>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct TensorMap {
    #[prost(int32, repeated, packed = "false", tag = "1")]
    pub(crate) dim: Vec<i32>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct ParamSplitShape {
    #[prost(int64, repeated, packed = "false", tag = "1")]
    pub(crate) dim: Vec<i64>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct IndicesOffset {
    #[prost(int64, repeated, packed = "false", tag = "1")]
    pub(crate) dim: Vec<i64>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct ParallelGroupMap {
    #[prost(message, repeated, tag = "1")]
    pub(crate) parallel_group_item: Vec<ParallelGroupItem>,
    #[prost(message, required, tag = "2")]
    pub(crate) ckpt_restore_rank_list: ParallelGroupRanks,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct ParallelGroupItem {
    #[prost(string, required, tag = "1")]
    pub(crate) group_name: String,
    #[prost(message, required, tag = "2")]
    pub(crate) parallel_group_ranks: ParallelGroupRanks,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct ParallelGroupRanks {
    #[prost(uint32, repeated, packed = "false", tag = "1")]
    pub(crate) dim: Vec<u32>,
}

/// The path of fields of a decode error, such as `.parallel_layouts.dev_matrix`, and its reason.
/// The error tells both in its text only.
pub(crate) fn explain(error: &prost::DecodeError) -> (String, Phrase) {
    let text = error.to_string();
    let mut rest = text.strip_prefix("failed to decode Protobuf message: ").unwrap_or(&text);
    let mut path = String::new();
    while let Some((step, reason)) = rest.split_once(": ") {
        let Some((_, field)) = step.split_once('.').filter(|(message, _)| !message.contains(' ')) else {
            break;
        };
        // The innermost step comes first.
        path = format!(".{field}{path}");
        rest = reason;
    }
    let Phrase { en, zh } = Phrase::quoted(rest);
    (path, Phrase { en, zh: format!("无法按 protobuf 解析：{zh}") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_tells_the_path_to_the_field() {
        // parallel_layouts { dev_matrix sent as a number }
        let error = ParallelLayoutItem::decode([0x12u8, 2, 0x08, 1].as_slice()).unwrap_err();
        let (path, reason) = explain(&error);
        assert_eq!(path, ".parallel_layouts.dev_matrix");
        assert!(reason.en.contains("wire type"), "{reason}");
        assert_eq!(reason.zh, format!("无法按 protobuf 解析：“{reason}”"));
    }
}
