//! Index files: which file holds which tensor. MindSpore's `param_name_map.json` (with or without
//! `weight_map` around it) and Hugging Face's `model.safetensors.index.json`.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

use indexmap::map::Entry;
use indexmap::{IndexMap, IndexSet};
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::ser::PrettyFormatter;
use serde_json::value::RawValue;
use xxhash_rust::xxh3::Xxh3DefaultBuilder;

use super::faults::Faults;
use super::json::{fault, offset_in, utf8};
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
    /// Which file holds which tensor.
    pub weight_map: WeightMap,
    /// Bytes of all tensors, if the file says so. MindSpore 2.10 writes 0.
    pub total_size: Option<u64>,
    /// What is wrong, by offset. A tensor with a fault is not in the map.
    pub faults: Vec<Fault>,
}

/// Tensor name → file, relative to the index, in the order of the index. Names are one buffer and
/// files are kept once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WeightMap {
    names: String,
    /// Where each name ends, and its file.
    rows: Vec<(usize, usize)>,
    files: IndexSet<String>,
}

impl WeightMap {
    /// How many tensors it maps.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether it maps none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The files, in the order in which tensors name them.
    pub fn files(&self) -> impl ExactSizeIterator<Item = &str> {
        self.files.iter().map(String::as_str)
    }

    /// Every tensor with the index of its file among [`WeightMap::files`].
    pub fn tensors(&self) -> impl Iterator<Item = (&str, usize)> {
        let mut start = 0;
        self.rows.iter().map(move |&(end, file)| {
            let name = self.names.get(start..end).unwrap_or_default();
            start = end;
            (name, file)
        })
    }
}

impl Serialize for WeightMap {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let pairs = self.tensors().map(|(name, file)| (name, self.files.get_index(file)));
        serializer.collect_map(pairs)
    }
}

/// Reads an index file.
///
/// # Errors
/// If it is empty, too large, or maps no tensor.
pub fn read(source: &dyn ReadAt) -> Result<Index, Fault> {
    let bytes = read_whole(source, Limit::IndexFile, MAX_INDEX_FILE)?;
    let text = utf8(&bytes, 0)?;
    let mut reader = Reader { text, ..Reader::default() };
    let mut json = serde_json::Deserializer::from_str(text);
    let result = json.deserialize_map(Members(&mut reader)).and_then(|()| json.end());
    result.map_err(|error| fault(0, text, "", &error))?;
    let Reader { wrapped, bare, total_size, mut faults, .. } = reader;
    let weight_map = wrapped.unwrap_or(bare).finish(&mut faults);
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
    wrapped: Option<Map<'a>>,
    /// The members of the file itself: the map, unless there is a `weight_map`.
    bare: Map<'a>,
    total_size: Option<u64>,
    faults: Faults,
}

#[derive(Default)]
struct Map<'a> {
    /// Each name with its file.
    tensors: IndexMap<Cow<'a, str>, usize, Xxh3DefaultBuilder>,
    files: IndexSet<String>,
    /// Names with a fault.
    bad: HashSet<String>,
    faults: Faults,
}

impl<'a> Map<'a> {
    fn add(&mut self, name: Cow<'a, str>, value: Value<'_>, text: &str) {
        // An escaped name is no part of the text: then nobody knows where it is.
        let offset = match &name {
            Cow::Borrowed(name) => offset_in(text, name).saturating_sub(1),
            Cow::Owned(_) => 0,
        };
        let kind = match value {
            Value::Text(file) => match self.file(&file) {
                Some(file) => match self.tensors.entry(name) {
                    Entry::Vacant(place) => {
                        place.insert(file);
                        return;
                    }
                    Entry::Occupied(place) => {
                        let name = place.key().clone().into_owned();
                        return self.fault(name, offset, FaultKind::Duplicate);
                    }
                },
                None => FaultKind::Malformed(phrase!(
                    "`{file}` is not a file beside the index",
                    "`{file}` 不是索引旁边的文件",
                    file = clipped(&file)
                )),
            },
            Value::Other => FaultKind::Malformed(phrase!("the value is no file name", "值不是文件名")),
        };
        self.fault(name.into_owned(), offset, kind);
    }

    /// The index of a file; none if it is not beside the index.
    fn file(&mut self, file: &str) -> Option<usize> {
        match self.files.get_index_of(file) {
            Some(known) => Some(known),
            None => is_inside(file).then(|| self.files.insert_full(file.to_owned()).0),
        }
    }

    fn fault(&mut self, name: String, offset: u64, kind: FaultKind) {
        self.faults.push(Fault::at(offset, "weight_map", kind).of(name.clone()));
        self.bad.insert(name);
    }

    fn leave_out_bad(&mut self) {
        self.tensors.retain(|name, _| !self.bad.contains(&**name));
        let all = std::mem::take(&mut self.files);
        for file in self.tensors.values_mut() {
            let name = all.get_index(*file).cloned().unwrap_or_default();
            *file = self.files.insert_full(name).0;
        }
    }

    /// The map without names that have a fault; the faults are added to those of the file.
    fn finish(mut self, faults: &mut Faults) -> WeightMap {
        let own = std::mem::take(&mut self.faults);
        own.finish().into_iter().for_each(|fault| faults.push(fault));
        if !self.bad.is_empty() {
            self.leave_out_bad();
        }
        let mut names = String::with_capacity(self.tensors.keys().map(|name| name.len()).sum());
        let rows = self.tensors.iter().map(|(name, &file)| {
            names.push_str(name);
            (names.len(), file)
        });
        let rows = rows.collect();
        WeightMap { names, rows, files: self.files }
    }
}

/// The members of the file.
struct Members<'r, 'a>(&'r mut Reader<'a>);

impl<'de> Visitor<'de> for Members<'_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let reader = self.0;
        while let Some(key) = map.next_key_seed(Text)? {
            match &*key {
                "weight_map" => {
                    let mut inner = Map::default();
                    let value = map.next_value_seed(Any(reader.text, Some(&mut inner)))?;
                    match value {
                        Some(value) => reader.bare.add(key, value, reader.text),
                        None if reader.wrapped.is_none() => reader.wrapped = Some(inner),
                        None => {
                            let what = phrase!("two weight maps", "weight_map 出现了两次");
                            reader.faults.push(Fault::at(0, key, FaultKind::Malformed(what)));
                        }
                    }
                }
                // Some writers put it as text or as a float: it is not needed.
                "metadata" => {
                    let value: &RawValue = map.next_value()?;
                    if value.get().starts_with('{') {
                        let metadata = serde_json::from_str::<Metadata>(value.get());
                        reader.total_size = metadata.ok().and_then(|metadata| metadata.total_size);
                    } else {
                        let value = serde_json::from_str::<String>(value.get());
                        let value = value.map_or(Value::Other, |file| Value::Text(file.into()));
                        reader.bare.add(key, value, reader.text);
                    }
                }
                _ => {
                    let value = map.next_value_seed(Any(reader.text, None))?.unwrap_or(Value::Other);
                    reader.bare.add(key, value, reader.text);
                }
            }
        }
        Ok(())
    }
}

/// A text, borrowed where it has no escapes.
struct Text;

impl<'de> DeserializeSeed<'de> for Text {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Self::Value, D::Error> {
        json.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Text {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("text")
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(text))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(text.to_owned()))
    }
}

/// The value of a tensor.
enum Value<'a> {
    Text(Cow<'a, str>),
    Other,
}

/// Any value. If it is an object and there is a map, its members are added to that, and there is
/// no value.
struct Any<'r, 'a>(&'a str, Option<&'r mut Map<'a>>);

impl<'de> DeserializeSeed<'de> for Any<'_, 'de> {
    type Value = Option<Value<'de>>;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Self::Value, D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Any<'_, 'de> {
    type Value = Option<Value<'de>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Some(Value::Text(Cow::Borrowed(text))))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Some(Value::Text(Cow::Owned(text.to_owned()))))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Self::Value, A::Error> {
        let Self(text, Some(map)) = self else {
            while members.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
            return Ok(Some(Value::Other));
        };
        while let Some(name) = members.next_key_seed(Text)? {
            let value = members.next_value_seed(Any(text, None))?.unwrap_or(Value::Other);
            map.add(name, value, text);
        }
        Ok(None)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Some(Value::Other))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
        Ok(Some(Value::Other))
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> {
        Ok(Some(Value::Other))
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self::Value, E> {
        Ok(Some(Value::Other))
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> {
        Ok(Some(Value::Other))
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Some(Value::Other))
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
    let mut serializer =
        serde_json::Serializer::with_formatter(&mut json, PrettyFormatter::with_indent(b"    "));
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
