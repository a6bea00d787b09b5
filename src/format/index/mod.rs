//! Index files: which file holds which tensor. MindSpore's `param_name_map.json` (with or without
//! `weight_map` around it) and Hugging Face's `model.safetensors.index.json`.

mod gather;
mod map;
mod visit;
mod write;

use serde::de::Deserializer;

use super::json::{fault, not_utf8};
use super::whole::read_whole;
use super::{Fault, FaultKind, Limit};
use crate::phrase::phrase;
use crate::source::ReadAt;
pub use map::WeightMap;
use visit::{Members, Reader};
pub use write::write_param_name_map;

/// Half a million names of a hundred letters, each with its file.
pub const MAX_INDEX_FILE: u64 = 64 << 20;

/// An index file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Index {
    /// Which file holds which tensor.
    pub weight_map: WeightMap,
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
    let text = String::from_utf8(bytes).map_err(|error| not_utf8(0, error.utf8_error()))?;
    let mut reader = Reader::of(&text);
    let mut json = serde_json::Deserializer::from_str(&text);
    let result = json.deserialize_map(Members(&mut reader)).and_then(|()| json.end());
    result.map_err(|error| fault(0, &text, "", &error))?;
    let (gathered, total_size, faults) = reader.finish();
    let weight_map = gathered.over(text);
    if weight_map.is_empty() {
        let what = || phrase!("it maps no tensor to a file", "其中没有从张量到文件的映射");
        let nothing = || Fault::at(0, "", FaultKind::Malformed(what()));
        return Err(faults.into_iter().next().unwrap_or_else(nothing));
    }
    Ok(Index { weight_map, total_size, faults })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Bytes;
    use indexmap::IndexMap;

    fn pairs(text: &str) -> Vec<(String, String)> {
        let map = read(&Bytes(text)).unwrap().weight_map;
        let files: Vec<&str> = map.files().collect();
        map.tensors().map(|(name, file)| (name.to_owned(), files[file].to_owned())).collect()
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
    fn a_name_that_is_escaped_is_the_same_name() {
        let index = read(&Bytes(r#"{"\u0061b":"1","c\n":"1","ab":"2","c\u000a":"2","d":"3"}"#)).unwrap();
        let faults: Vec<_> = index.faults.iter().map(|fault| fault.tensor.as_deref().unwrap()).collect();
        assert_eq!(index.weight_map.tensors().collect::<Vec<_>>(), [("d", 0)]);
        assert_eq!(faults, ["c\n", "ab"]);
    }

    #[test]
    fn a_file_that_only_a_faulty_tensor_names_is_not_in_the_map() {
        let index = read(&Bytes(r#"{"w":"1","w":"2","a":"3"}"#)).unwrap();
        assert_eq!(index.weight_map.files().collect::<Vec<_>>(), ["3"]);
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
        let written = String::from_utf8(write_param_name_map(&map, 7)).unwrap();
        assert_eq!(pairs(&written), map.into_iter().collect::<Vec<_>>());
        assert_eq!(read(&Bytes(written)).unwrap().total_size, Some(7));
    }
}
