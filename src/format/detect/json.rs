//! Which JSON file it is: the first key tells, so that large files of other kinds stay unread.

use super::FileKind;

/// What the beginning of a text file tells.
pub(super) enum Guess {
    Kind(FileKind),
    OtherJson,
    NoJson,
}

/// Keys of strategy files, in whatever order.
const STRATEGY_KEYS: [&str; 3] = ["current_stage", "parallel_layout_item", "parallel_strategy_item"];

/// Endings of files that hold tensors.
const WEIGHT_ENDINGS: [&str; 3] = [".safetensors", ".ckpt", ".bin"];

pub(super) fn kind(head: &str, name: &str) -> Guess {
    let head = head.trim_start();
    if head.starts_with('[') {
        return Guess::OtherJson;
    }
    let Some(object) = head.strip_prefix('{') else { return Guess::NoJson };
    let first = member(object);
    match first {
        Some((key, _)) if STRATEGY_KEYS.contains(&key.as_str()) => Guess::Kind(FileKind::Strategy),
        Some((key, value)) if is_index(&key, value) => Guess::Kind(FileKind::Index),
        _ if is_named_index(name) => Guess::Kind(FileKind::Index),
        _ if name.contains("strategy") && !object.trim_start().starts_with('}') => {
            Guess::Kind(FileKind::Strategy)
        }
        _ => Guess::OtherJson,
    }
}

/// Whether the name is one that index files have.
pub(super) fn is_named_index(name: &str) -> bool {
    name == "param_name_map.json" || name.ends_with(".index.json")
}

fn is_index(key: &str, value: &str) -> bool {
    match string(value) {
        Some((file, _)) => WEIGHT_ENDINGS.iter().any(|ending| file.ends_with(ending)),
        None => (key == "weight_map" || key == "metadata") && value.starts_with('{'),
    }
}

/// The first key of an object, and where its value begins.
fn member(object: &str) -> Option<(String, &str)> {
    let (key, rest) = string(object.trim_start())?;
    let value = rest.trim_start().strip_prefix(':')?;
    Some((key, value.trim_start()))
}

/// The JSON string that the text begins with, and what follows it.
fn string(text: &str) -> Option<(String, &str)> {
    let inside = text.strip_prefix('"')?;
    let mut escaped = false;
    let end = inside.find(|c: char| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    })?;
    let (quoted, rest) = text.split_at_checked(end + 2)?;
    Some((serde_json::from_str(quoted).ok()?, rest))
}
