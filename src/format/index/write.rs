//! Writing an index.

use indexmap::IndexMap;
use serde::Serialize;
use serde_json::ser::PrettyFormatter;

#[derive(Serialize)]
struct Written<'a> {
    metadata: Total,
    weight_map: &'a IndexMap<String, String>,
}

#[derive(Serialize)]
struct Total {
    total_size: u64,
}

/// A `param_name_map.json` as MindSpore 2.10 writes it beside unified safetensors files.
#[must_use]
pub fn write_param_name_map(weight_map: &IndexMap<String, String>, total_size: u64) -> Vec<u8> {
    let mut json = Vec::new();
    let mut serializer =
        serde_json::Serializer::with_formatter(&mut json, PrettyFormatter::with_indent(b"    "));
    let written = Written { metadata: Total { total_size }, weight_map };
    match written.serialize(&mut serializer) {
        Ok(()) => json,
        Err(_) => Vec::new(),
    }
}
