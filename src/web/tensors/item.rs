//! What a row shows, and which of them are open.

use std::collections::HashSet;

/// What a row shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Item {
    /// A module or a tensor, by its node.
    Node(u32),
    /// Several alike numbered modules, by their group.
    Group(u32),
    /// A tensor in a flat list, by its index.
    Tensor(usize),
}

/// A row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// What it shows.
    pub item: Item,
    /// How deep, from 1.
    pub level: u32,
    /// First byte of the name that the row says: what is before, the rows above say.
    pub start: usize,
}

/// Which items are open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opened {
    /// Whether items are open at first.
    all: bool,
    /// Those that are the other way.
    flipped: HashSet<Item>,
}

impl Opened {
    /// Everything open, or closed.
    #[must_use]
    pub fn new(all: bool) -> Self {
        Self { all, flipped: HashSet::new() }
    }

    /// Whether an item is open.
    #[must_use]
    pub fn is_open(&self, item: Item) -> bool {
        self.all != self.flipped.contains(&item)
    }

    /// Opens or closes an item.
    pub fn set(&mut self, item: Item, open: bool) {
        if open == self.all {
            self.flipped.remove(&item);
        } else {
            self.flipped.insert(item);
        }
    }
}
