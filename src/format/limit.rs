//! What readers and writers bound, and why.

use crate::phrase::{Phrase, phrase};

/// What of a file has a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// The size of a strategy file.
    StrategyFile,
    /// The size of a group file.
    GroupFile,
    /// The size of an index file.
    IndexFile,
    /// The header of a safetensors file.
    Header,
    /// The headers of all records of a `.ckpt` file.
    AllHeaders,
    /// The header of one record of a `.ckpt` file.
    RecordHeader,
    /// The records of a `.ckpt` file.
    Records,
    /// The records of a `.ckpt` file that is to be written.
    NewRecords,
    /// Fields that the format does not have.
    UnknownFields,
    /// How deep protobuf's groups nest.
    Groups,
    /// One layout or operator of a strategy file.
    Item,
    /// The layouts or operators of a strategy file.
    Items,
    /// The dimensions of a layout.
    Dims,
    /// The faults of one file.
    Faults,
}

impl Limit {
    /// What is bounded: the subject of “is 9, the limit is 8”.
    #[must_use]
    pub fn what(self) -> Phrase {
        match self {
            Self::StrategyFile => phrase!("the size of a strategy file", "策略文件的大小"),
            Self::GroupFile => phrase!("the size of a group file", "通信组文件的大小"),
            Self::IndexFile => phrase!("the size of an index file", "索引文件的大小"),
            Self::Header => phrase!("the length of the header", "文件头的长度"),
            Self::AllHeaders => phrase!("the length of all headers of a file", "文件中所有头部的总长度"),
            Self::RecordHeader => phrase!("the header of one record", "单条记录的头部长度"),
            Self::Records | Self::NewRecords => phrase!("the number of records", "记录数"),
            Self::UnknownFields => phrase!("the number of unknown fields", "未知字段数"),
            Self::Groups => phrase!("the depth of groups", "group 的嵌套深度"),
            Self::Item => phrase!("the length of one item", "单个条目的长度"),
            Self::Items => phrase!("the number of items", "条目数"),
            Self::Dims => phrase!("the number of dimensions", "维数"),
            Self::Faults => phrase!("the number of faults", "错误数"),
        }
    }

    /// Why nothing real is larger.
    #[must_use]
    pub fn reason(self) -> Phrase {
        match self {
            Self::StrategyFile => {
                phrase!("it holds names and a few numbers per parameter", "每个参数只有名称和几个数字")
            }
            Self::GroupFile => phrase!("it lists the groups of one rank", "其中只有一个 rank 的通信组"),
            Self::IndexFile => phrase!("it holds a name and a file per tensor", "每个张量只有名称和文件名"),
            Self::Header => phrase!("safetensors allows no more", "safetensors 格式只允许这么多"),
            Self::AllHeaders => {
                phrase!("safetensors allows no more either", "safetensors 格式也只允许这么多")
            }
            Self::RecordHeader => {
                phrase!(
                    "a name, a type and 64 dimensions need far less",
                    "名称、类型和 64 个维度远不需要这么多"
                )
            }
            Self::Records => phrase!("no checkpoint file has so many tensors", "没有权重文件有这么多张量"),
            Self::NewRecords => phrase!("more are not read again", "再多就无法读回"),
            Self::UnknownFields => phrase!("MindSpore writes none", "MindSpore 不会写出未知字段"),
            Self::Groups => phrase!("protobuf's own parsers stop there", "protobuf 自身的解析器也到此为止"),
            Self::Item => phrase!("it is a name and a few numbers", "条目只有名称和几个数字"),
            Self::Items => phrase!("no job has so many", "没有任务有这么多"),
            Self::Dims => {
                phrase!("no tensor and no device matrix has so many", "张量和设备矩阵都没有这么多维")
            }
            Self::Faults => {
                phrase!(
                    "a file with so many is not what it claims to be",
                    "错误如此之多，说明文件不是它声称的类型"
                )
            }
        }
    }
}
