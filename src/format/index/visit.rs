//! An index as JSON tells it, member by member.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::gather::{Gathered, Rows, Value};
use crate::format::faults::Faults;
use crate::format::{Fault, FaultKind};
use crate::phrase::phrase;

/// `metadata` of an index.
#[derive(Deserialize)]
struct Metadata {
    total_size: Option<u64>,
}

/// What was read of an index.
pub(super) struct Reader<'a> {
    text: &'a str,
    wrapped: Option<Gathered<'a>>,
    /// The members of the file itself: the map, unless there is a `weight_map`.
    bare: Gathered<'a>,
    total_size: Option<u64>,
    faults: Faults,
}

impl<'a> Reader<'a> {
    /// Nothing yet of a text.
    pub(super) fn of(text: &'a str) -> Self {
        Self { text, wrapped: None, bare: Gathered::of(text), total_size: None, faults: Faults::default() }
    }

    /// The map, the bytes of all tensors, and what is wrong.
    pub(super) fn finish(mut self) -> (Rows, Option<u64>, Vec<Fault>) {
        let rows = self.wrapped.unwrap_or(self.bare).finish(&mut self.faults);
        (rows, self.total_size, self.faults.finish())
    }
}

/// The members of the file.
pub(super) struct Members<'r, 'a>(pub(super) &'r mut Reader<'a>);

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
                    let mut inner = Gathered::of(reader.text);
                    let value = map.next_value_seed(Any(Some(&mut inner)))?;
                    match value {
                        Some(value) => reader.bare.add(key, value),
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
                        reader.bare.add(key, value);
                    }
                }
                _ => {
                    let value = map.next_value_seed(Any(None))?.unwrap_or(Value::Other);
                    reader.bare.add(key, value);
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

/// Any value. If it is an object and there is a map, its members are added to that, and there is
/// no value.
struct Any<'r, 'a>(Option<&'r mut Gathered<'a>>);

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
        let Self(Some(map)) = self else {
            while members.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
            return Ok(Some(Value::Other));
        };
        while let Some(name) = members.next_key_seed(Text)? {
            let value = members.next_value_seed(Any(None))?.unwrap_or(Value::Other);
            map.add(name, value);
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
