//! Element types, and what each format calls them: one table for readers, writers, page and command.

use std::fmt;

use serde::{Deserialize, Serialize};

/// An element type. The name in JSON is the safetensors name where there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[allow(missing_docs, reason = "the variants are the names of the field itself")]
pub enum DType {
    #[serde(rename = "BOOL")]
    Bool,
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
    F16,
    BF16,
    F32,
    F64,
    #[serde(rename = "F8_E4M3")]
    F8E4M3,
    #[serde(rename = "F8_E5M2")]
    F8E5M2,
    /// MindSpore `qint4x2`: one byte per stored element (MindSpore 2.10).
    #[serde(rename = "INT4")]
    Int4,
    /// MindSpore text entry: UTF-32 little-endian, one element per code point.
    #[serde(rename = "STR")]
    Str,
}

struct Row {
    dtype: DType,
    size: u64,
    label: &'static str,
    mindspore: Option<&'static str>,
    safetensors: Option<&'static str>,
}

const fn row(
    dtype: DType,
    size: u64,
    label: &'static str,
    mindspore: Option<&'static str>,
    safetensors: Option<&'static str>,
) -> Row {
    Row { dtype, size, label, mindspore, safetensors }
}

/// In the order of [`DType`]'s variants. MindSpore names: `tensor_type` of MindSpore 2.10
/// checkpoints, case-sensitive. Int4 is stored as `I8` in safetensors, marked by the metadata.
static TABLE: [Row; 17] = [
    row(DType::Bool, 1, "bool", Some("Bool"), Some("BOOL")),
    row(DType::I8, 1, "i8", Some("Int8"), Some("I8")),
    row(DType::U8, 1, "u8", Some("UInt8"), Some("U8")),
    row(DType::I16, 2, "i16", Some("Int16"), Some("I16")),
    row(DType::U16, 2, "u16", Some("UInt16"), Some("U16")),
    row(DType::I32, 4, "i32", Some("Int32"), Some("I32")),
    row(DType::U32, 4, "u32", Some("UInt32"), Some("U32")),
    row(DType::I64, 8, "i64", Some("Int64"), Some("I64")),
    row(DType::U64, 8, "u64", Some("UInt64"), Some("U64")),
    row(DType::F16, 2, "f16", Some("Float16"), Some("F16")),
    row(DType::BF16, 2, "bf16", Some("BFloat16"), Some("BF16")),
    row(DType::F32, 4, "f32", Some("Float32"), Some("F32")),
    row(DType::F64, 8, "f64", Some("Float64"), Some("F64")),
    row(DType::F8E4M3, 1, "f8e4m3", None, Some("F8_E4M3")),
    row(DType::F8E5M2, 1, "f8e5m2", None, Some("F8_E5M2")),
    row(DType::Int4, 1, "int4", Some("Int4"), None),
    row(DType::Str, 4, "str", Some("str"), None),
];

impl DType {
    fn row(self) -> Option<&'static Row> {
        TABLE.get(self as usize)
    }

    /// Bytes per stored element.
    #[must_use]
    pub fn size(self) -> u64 {
        self.row().map_or(1, |row| row.size)
    }

    /// The short name shown to people, such as `bf16`.
    #[must_use]
    pub fn label(self) -> &'static str {
        self.row().map_or("?", |row| row.label)
    }

    /// The `tensor_type` of a MindSpore checkpoint; none if MindSpore 2.10 cannot hold the type.
    #[must_use]
    pub fn mindspore_name(self) -> Option<&'static str> {
        self.row().and_then(|row| row.mindspore)
    }

    /// The `dtype` of a safetensors header; none if the format cannot hold the type.
    #[must_use]
    pub fn safetensors_name(self) -> Option<&'static str> {
        self.row().and_then(|row| row.safetensors)
    }

    /// The type that MindSpore 2.10 calls `name`.
    #[must_use]
    pub fn from_mindspore(name: &str) -> Option<Self> {
        TABLE.iter().find(|row| row.mindspore == Some(name)).map(|row| row.dtype)
    }

    /// The type that a safetensors header calls `name`.
    #[must_use]
    pub fn from_safetensors(name: &str) -> Option<Self> {
        TABLE.iter().find(|row| row.safetensors == Some(name)).map(|row| row.dtype)
    }
}

impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.label())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_variants() {
        for (index, row) in TABLE.iter().enumerate() {
            assert_eq!(row.dtype as usize, index);
        }
    }

    #[test]
    fn every_name_leads_back_to_its_type() {
        for row in &TABLE {
            if let Some(name) = row.mindspore {
                assert_eq!(DType::from_mindspore(name), Some(row.dtype));
            }
            if let Some(name) = row.safetensors {
                assert_eq!(DType::from_safetensors(name), Some(row.dtype));
            }
        }
    }
}
