//! Many numbers as bytes: read at once, where one by one a heat map takes half a frame.

use serde::de::{Error, Visitor};
use serde::{Deserializer, Serializer};

pub(super) fn serialize<S: Serializer>(numbers: &[u64], serializer: S) -> Result<S::Ok, S::Error> {
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    serializer.serialize_bytes(&bytes)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u64>, D::Error> {
    deserializer.deserialize_bytes(Numbers)
}

struct Numbers;

impl Visitor<'_> for Numbers {
    type Value = Vec<u64>;

    fn expecting(&self, text: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        text.write_str("numbers of eight bytes")
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Vec<u64>, E> {
        let (numbers, []) = bytes.as_chunks() else { return Err(E::invalid_length(bytes.len(), &self)) };
        Ok(numbers.iter().map(|number| u64::from_le_bytes(*number)).collect())
    }
}
