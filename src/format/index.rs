//! Index files: which file holds which tensor. MindSpore's `param_name_map.json` (with or without
//! `weight_map` around it) and Hugging Face's `model.safetensors.index.json`.

use std::collections::HashSet;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::ser::{PrettyFormatter, Serializer};

use super::faults::Faults;
use super::json::{fault, members, offset_in, utf8};
use super::whole::read_whole;
use super::{Fault, FaultKind, Limit};
use crate::path::is_inside;
use crate::phrase::{clipped, phrase};
use crate::source::ReadAt;

/// Half a million names of a hundred letters, each with its file.
pub const MAX_INDEX_FILE: u64 = 64 << 20;

/// An index file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Index {
    /// Tensor name → file, relative to the index, in the order of the file.
    pub weight_map: IndexMap<String, String>,
    /// Bytes of all tensors, if the file says so. MindSpore 2.10 writes 0.
    pub total_size: Option<u64>,
    /// What is wrong, by offset. A tensor with a fault is not in the map.
    pub faults: Vec<Fault>,
}

/// Reads an index file.
///
/// # Errors
/// If it is empty, too large, or maps no tensor.
pub fn read(source: &dyn ReadAt) -> Result<Index, Fault> {
    let bytes = read_whole(source, Limit::IndexFile, MAX_INDEX_FILE)?;
    let text = utf8(&bytes, 0)?;
    let mut reader = Reader { text, ..Reader::default() };
    let result = members(text, |key, value| reader.member(key, value));
    result.map_err(|error| fault(0, text, "", &error))?;
    let Reader { wrapped, bare, total_size, mut faults, .. } = reader;
    let map = wrapped.unwrap_or(bare);
    let weight_map = map.finish(&mut faults);
    let faults = faults.finish();
    if weight_map.is_empty() {
        let what = || phrase!("it maps no tensor to a file", "其中没有从张量到文件的映射");
        let nothing = || Fault::at(0, "", FaultKind::Malformed(what()));
        return Err(faults.into_iter().next().unwrap_or_else(nothing));
    }
    Ok(Index { weight_map, total_size, faults })
}

/// `metadata` of an index.
#[derive(Deserialize)]
struct Metadata {
    total_size: Option<u64>,
}

#[derive(Default)]
struct Reader<'a> {
    text: &'a str,
    wrapped: Option<Map>,
    /// The members of the file itself: the map, unless there is a `weight_map`.
    bare: Map,
    total_size: Option<u64>,
    faults: Faults,
}

#[derive(Default)]
struct Map {
    files: IndexMap<String, String>,
    /// Names with a fault.
    bad: HashSet<String>,
    faults: Faults,
}

impl Reader<'_> {
    fn member(&mut self, key: String, value: &str) {
        let offset = offset_in(self.text, value);
        match key.as_str() {
            "weight_map" if value.starts_with('{') => {
                if self.wrapped.is_some() {
                    let what = phrase!("two weight maps", "weight_map 出现了两次");
                    return self.faults.push(Fault::at(offset, key, FaultKind::Malformed(what)));
                }
                let mut map = Map::default();
                let result = members(value, |name, file| map.add(name, file, offset_in(self.text, file)));
                if let Err(error) = result {
                    self.faults.push(fault(offset, value, &key, &error));
                }
                self.wrapped = Some(map);
            }
            // Some writers put it as text or as a float: it is not needed.
            "metadata" if value.starts_with('{') => {
                self.total_size = serde_json::from_str::<Metadata>(value).ok().and_then(|it| it.total_size);
            }
            _ => self.bare.add(key, value, offset),
        }
    }
}

impl Map {
    fn add(&mut self, name: String, value: &str, offset: u64) {
        let kind = match serde_json::from_str::<String>(value) {
            Ok(file) if !is_inside(&file) => FaultKind::Malformed(phrase!(
                "`{file}` is not a file beside the index",
                "`{file}` 不是索引旁边的文件",
                file = clipped(&file)
            )),
            Ok(_) if self.files.contains_key(&name) => FaultKind::Duplicate,
            Ok(file) => {
                self.files.insert(name, file);
                return;
            }
            Err(_) => FaultKind::Malformed(phrase!("the value is no file name", "值不是文件名")),
        };
        self.bad.insert(name.clone());
        self.faults.push(Fault::at(offset, "weight_map", kind).of(name));
    }

    /// The map without names that have a fault; the faults are added to those of the file.
    fn finish(mut self, faults: &mut Faults) -> IndexMap<String, String> {
        self.faults.finish().into_iter().for_each(|fault| faults.push(fault));
        self.files.retain(|name, _| !self.bad.contains(name));
        self.files
    }
}

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
    let mut serializer = Serializer::with_formatter(&mut json, PrettyFormatter::with_indent(b"    "));
    let written = Written { metadata: Total { total_size }, weight_map };
    match written.serialize(&mut serializer) {
        Ok(()) => json,
        Err(_) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Bytes;

    fn pairs(text: &str) -> Vec<(String, String)> {
        read(&Bytes(text)).unwrap().weight_map.into_iter().collect()
    }

    #[test]
    fn a_map_is_read_with_and_without_its_wrapper() {
        let expected = [("w".to_owned(), "part0.safetensors".to_owned())];
        assert_eq!(pairs(r#"{"w": "part0.safetensors"}"#), expected);
        assert_eq!(
            pairs(r#"{"metadata":{"total_size":0},"weight_map":{"w":"part0.safetensors"}}"#),
            expected
        );
    }

    #[test]
    fn a_parameter_may_be_called_metadata() {
        assert_eq!(pairs(r#"{"metadata": "a.safetensors"}"#)[0].0, "metadata");
    }

    #[test]
    fn a_path_out_of_the_folder_is_a_fault() {
        for path in ["../a.safetensors", "/etc/passwd", "a/../../b", "c:\\\\a", "", "a//b"] {
            let index = read(&Bytes(format!(r#"{{"ok":"a/b.safetensors","w":"{path}"}}"#))).unwrap();
            assert_eq!(index.weight_map.len(), 1, "{path}");
            assert_eq!(index.faults[0].tensor.as_deref(), Some("w"));
        }
    }

    #[test]
    fn a_tensor_in_two_files_is_a_fault() {
        let index = read(&Bytes(r#"{"a":"1","w":"1","w":"2"}"#)).unwrap();
        assert_eq!((index.weight_map.len(), &index.faults[0].kind), (1, &FaultKind::Duplicate));
    }

    #[test]
    fn a_name_that_comes_three_times_stays_out() {
        let index = read(&Bytes(r#"{"a":"1","w":"1","w":"2","w":"3"}"#)).unwrap();
        assert_eq!((index.weight_map.len(), index.faults.len()), (1, 2));
    }

    #[test]
    fn names_that_all_come_twice_do_not_take_forever() {
        let names = |file: &str| (0..200_000).map(|i| format!(r#""{i}":"{file}","#)).collect::<String>();
        let text = format!(r#"{{{}{}"a":"1"}}"#, names("1"), names("2"));
        let index = read(&Bytes(text)).unwrap();
        assert_eq!((index.weight_map.len(), index.faults.len()), (1, crate::format::MAX_FAULTS + 1));
    }

    #[test]
    fn a_file_without_a_map_is_refused() {
        for text in ["{}", r#"{"weight_map":{}}"#, r#"{"hidden_size": 4096}"#, "[]", "{\"a\""] {
            assert!(read(&Bytes(text)).is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let map = IndexMap::from([("b".to_owned(), "p0".to_owned()), ("a\"中".to_owned(), "p1".to_owned())]);
        let index = read(&Bytes(write_param_name_map(&map, 7))).unwrap();
        assert_eq!((index.weight_map, index.total_size), (map, Some(7)));
    }
}
