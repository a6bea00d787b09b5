//! What a visitor chose inside the views: filters, columns, colours. Views own their keys; the
//! page keeps the choices while views change, and in its address.

use std::collections::BTreeMap;

/// Keys and values that are kept, and bytes of each: an address comes from anyone.
const MAX_CHOICES: usize = 64;
const MAX_BYTES: usize = 1024;

/// Chosen values by key, such as `tensors.search`. What is not chosen is the empty text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices(BTreeMap<String, String>);

impl Choices {
    /// The choice of a key; empty if none.
    #[must_use]
    pub fn get(&self, key: &str) -> &str {
        self.0.get(key).map_or("", String::as_str)
    }

    /// Chooses; the empty value takes a choice back.
    pub fn set(&mut self, key: &str, value: String) {
        if value.is_empty() {
            self.0.remove(key);
        } else if key.len() <= MAX_BYTES
            && value.len() <= MAX_BYTES
            && (self.0.len() < MAX_CHOICES || self.0.contains_key(key))
        {
            self.0.insert(key.to_owned(), value);
        }
    }

    /// All choices, by key.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_kept_until_it_is_taken_back() {
        let mut choices = Choices::default();
        choices.set("tensors.search", "wq".to_owned());
        assert_eq!(choices.get("tensors.search"), "wq");
        choices.set("tensors.search", String::new());
        assert_eq!(choices, Choices::default());
        assert_eq!(choices.get("tensors.search"), "");
    }

    #[test]
    fn an_endless_address_fills_no_memory() {
        let mut choices = Choices::default();
        for key in 0..10_000 {
            choices.set(&key.to_string(), "x".to_owned());
        }
        choices.set("long", "x".repeat(MAX_BYTES + 1));
        assert_eq!(choices.iter().count(), MAX_CHOICES);
        assert_eq!(choices.get("long"), "");
    }
}
