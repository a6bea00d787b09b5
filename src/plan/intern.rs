//! Values kept once, named by their index.

use std::collections::HashMap;
use std::hash::Hash;

#[derive(Debug)]
pub(super) struct Interner<T> {
    ids: HashMap<T, usize>,
    values: Vec<T>,
}

impl<T> Default for Interner<T> {
    fn default() -> Self {
        Self { ids: HashMap::new(), values: Vec::new() }
    }
}

impl<T: Clone + Eq + Hash> Interner<T> {
    /// The index of an equal value, kept now if there was none.
    pub(super) fn id(&mut self, value: &T) -> usize {
        if let Some(&id) = self.ids.get(value) {
            return id;
        }
        let id = self.values.len();
        self.ids.insert(value.clone(), id);
        self.values.push(value.clone());
        id
    }

    pub(super) fn get(&self, id: usize) -> Option<&T> {
        self.values.get(id)
    }

    pub(super) fn into_values(self) -> Vec<T> {
        self.values
    }
}
