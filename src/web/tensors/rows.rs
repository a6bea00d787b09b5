//! The rows of the open items.

use std::collections::HashSet;

use super::{Arranged, Item, Opened, Row, Shown};
use crate::order::sort_by_key;
use crate::web::snapshot::Snapshot;

/// Rows that a first look opens modules for: what fits on a screen.
const FIRST_LOOK: usize = 24;

/// In which order siblings stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// By name, numbers as numbers.
    #[default]
    Name,
    /// As the files list them.
    File,
    /// The largest first.
    Size,
}

/// What rows are made of.
#[derive(Clone, Copy, Debug)]
pub struct Listing<'a> {
    /// The snapshot.
    pub snapshot: &'a Snapshot,
    /// Its tensors, arranged.
    pub arranged: &'a Arranged,
    /// Which of them are shown.
    pub shown: &'a Shown,
    /// In which order.
    pub order: Order,
}

/// The rows.
#[derive(Debug, Default)]
pub struct Rows(Vec<Row>);

impl Rows {
    /// The tree's rows, open where they are opened.
    #[must_use]
    pub fn tree(listing: &Listing<'_>, opened: &Opened) -> Self {
        let mut rows = Vec::new();
        // The part of the name above, which numbers repeat: `layers.3` rather than `3`.
        let mut waiting: Vec<(Row, Option<usize>)> = Vec::new();
        let push = |waiting: &mut Vec<_>, item, level, above| {
            let below = listing.below(item).into_iter().rev();
            waiting.extend(below.map(|item| (Row { item, level, start: 0 }, above)));
        };
        push(&mut waiting, Item::Node(0), 1, None);
        while let Some((row, above)) = waiting.pop() {
            let start = listing.start(row.item, above);
            let item = listing.settled(row.item);
            rows.push(Row { item, start, ..row });
            if opened.is_open(item) {
                let above = match item {
                    Item::Node(node) => Some(listing.arranged.tree.part(node).start),
                    Item::Group(_) | Item::Tensor(_) => above,
                };
                push(&mut waiting, item, row.level.saturating_add(1), above);
            }
        }
        Self(rows)
    }

    /// Every shown tensor in a row of its own.
    #[must_use]
    pub fn flat(listing: &Listing<'_>) -> Self {
        let Arranged { tree, kinds, .. } = listing.arranged;
        let positions = listing.shown.positions(0..tree.order().len());
        let mut tensors: Vec<(u64, u32)> =
            positions.filter_map(|at| tree.order().get(at)).map(|&tensor| (0, tensor)).collect();
        for (key, tensor) in &mut tensors {
            *key = match listing.order {
                Order::Name => 0,
                Order::File => u64::from(*tensor),
                Order::Size => !kinds.get(*tensor as usize).and_then(|kind| kind.bytes).unwrap_or(0),
            };
        }
        if listing.order != Order::Name {
            sort_by_key(&mut tensors, |&(key, _)| key);
        }
        let row = |(_, tensor)| Row { item: Item::Tensor(tensor as usize), level: 1, start: 0 };
        Self(tensors.into_iter().map(row).collect())
    }

    /// Number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no row.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A row by its number.
    #[must_use]
    pub fn get(&self, row: usize) -> Option<Row> {
        self.0.get(row).copied()
    }

    /// The row of an item.
    #[must_use]
    pub fn position(&self, item: Item) -> Option<usize> {
        self.0.iter().position(|row| row.item == item)
    }

    /// The row above which a row is.
    #[must_use]
    pub fn parent(&self, row: usize) -> Option<usize> {
        let level = self.get(row)?.level;
        self.0.get(..row)?.iter().rposition(|above| above.level < level)
    }

    /// The items of a row and its siblings.
    #[must_use]
    pub fn siblings(&self, row: usize) -> Vec<Item> {
        let Some(level) = self.get(row).map(|row| row.level) else { return Vec::new() };
        let start = self.parent(row).map_or(0, |parent| parent + 1);
        let below = self.0.get(start..).unwrap_or_default().iter().take_while(|row| row.level >= level);
        below.filter(|row| row.level == level).map(|row| row.item).collect()
    }
}

impl Listing<'_> {
    fn is_shown(&self, node: u32) -> bool {
        self.shown.any(self.arranged.tree.tensors(node))
    }

    /// The tensor of an item, if it shows one.
    #[must_use]
    pub fn tensor(&self, item: Item) -> Option<usize> {
        match item {
            Item::Tensor(tensor) => Some(tensor),
            Item::Group(_) => None,
            Item::Node(node) => {
                let at = self.arranged.tree.tensors(node).start;
                self.arranged.tree.own(node).filter(|_| self.shown.any(at..at + 1))
            }
        }
    }

    /// Whether there is something to open.
    #[must_use]
    pub fn opens(&self, item: Item) -> bool {
        match item {
            Item::Tensor(_) => false,
            Item::Group(_) => true,
            Item::Node(node) => self.arranged.tree.children(node).any(|child| self.is_shown(child)),
        }
    }

    /// The shown numbered children of a node that has no others, if some of them are alike; or
    /// the shown members of a group.
    #[must_use]
    pub fn folded(&self, item: Item) -> Vec<u32> {
        let tree = &self.arranged.tree;
        match item {
            Item::Tensor(_) => Vec::new(),
            Item::Group(group) => {
                tree.members(group).iter().copied().filter(|&member| self.is_shown(member)).collect()
            }
            Item::Node(node) => {
                let numbered = tree.children(node).all(|child| tree.is_number(child));
                if !numbered || tree.children(node).all(|child| tree.group(child).is_none()) {
                    return Vec::new();
                }
                tree.children(node).filter(|&child| self.is_shown(child)).collect()
            }
        }
    }

    /// Where a row's name starts: a number repeats the part above.
    fn start(&self, item: Item, above: Option<usize>) -> usize {
        let tree = &self.arranged.tree;
        match item {
            Item::Tensor(_) => 0,
            Item::Group(_) => above.unwrap_or(0),
            Item::Node(node) if tree.is_number(node) => above.unwrap_or(tree.part(node).start),
            Item::Node(node) => tree.part(node).start,
        }
    }

    /// A module with a single thing in it is one row with that thing.
    fn settled(&self, item: Item) -> Item {
        let Item::Node(mut node) = item else { return item };
        while self.tensor(Item::Node(node)).is_none() {
            let mut children = self.arranged.tree.children(node).filter(|&child| self.is_shown(child));
            match (children.next(), children.next()) {
                (Some(only), None) => node = only,
                _ => break,
            }
        }
        Item::Node(node)
    }

    /// The shown items below one, in order.
    fn below(&self, item: Item) -> Vec<Item> {
        let tree = &self.arranged.tree;
        let mut items: Vec<Item> = match item {
            Item::Tensor(_) => Vec::new(),
            Item::Group(_) => self.folded(item).into_iter().map(Item::Node).collect(),
            Item::Node(node) => {
                let single = self.single_group(node);
                let mut met = HashSet::new();
                let mut items = Vec::new();
                for child in tree.children(node).filter(|&child| self.is_shown(child)) {
                    match tree.group(child).filter(|_| !single) {
                        Some(group) if !met.insert(group) => {}
                        Some(group) if self.has_several(group) => items.push(Item::Group(group)),
                        _ => items.push(Item::Node(child)),
                    }
                }
                items
            }
        };
        if self.order != Order::Name {
            sort_by_key(&mut items, |&item| self.key(item));
        }
        items
    }

    /// Whether all children of a node are one group: the node itself stands for it.
    pub(super) fn single_group(&self, node: u32) -> bool {
        let tree = &self.arranged.tree;
        let mut groups = tree.children(node).map(|child| tree.group(child));
        let first = groups.next().flatten();
        first.is_some() && groups.all(|group| group == first)
    }

    fn has_several(&self, group: u32) -> bool {
        let members = self.arranged.tree.members(group).iter();
        members.filter(|&&member| self.is_shown(member)).nth(1).is_some()
    }

    fn key(&self, item: Item) -> u64 {
        let tree = &self.arranged.tree;
        let first = match item {
            Item::Node(node) => tree.first(node),
            Item::Group(group) => tree.members(group).iter().map(|&node| tree.first(node)).min().unwrap_or(0),
            Item::Tensor(tensor) => tensor,
        };
        match self.order {
            Order::Size => !self.shown.summary(self.snapshot, self.arranged, item).bytes,
            Order::Name | Order::File => first as u64,
        }
    }
}

/// What is open on a first look: modules from the top, as long as a screen takes their rows, but
/// no repeated layers.
#[must_use]
pub fn starting(listing: &Listing<'_>) -> Opened {
    let mut opened = Opened::new(false);
    let settle = |item| listing.settled(item);
    let mut waiting: Vec<Item> = listing.below(Item::Node(0)).into_iter().map(settle).collect();
    let mut rows = waiting.len();
    while !waiting.is_empty() {
        let mut next = Vec::new();
        for item in waiting {
            let is_module = matches!(item, Item::Node(_)) && listing.folded(item).is_empty();
            let below = if is_module { listing.below(item) } else { Vec::new() };
            if !below.is_empty() && rows + below.len() <= FIRST_LOOK {
                rows += below.len();
                opened.set(item, true);
                next.extend(below.into_iter().map(settle));
            }
        }
        waiting = next;
    }
    opened
}

/// Opens everything above a tensor, and gives its item.
pub fn reveal(arranged: &Arranged, opened: &mut Opened, tensor: usize) -> Option<Item> {
    let path = arranged.tree.path(tensor);
    let (&own, above) = path.split_last()?;
    for &node in &path {
        if let Some(group) = arranged.tree.group(node) {
            opened.set(Item::Group(group), true);
        }
    }
    for &node in above {
        opened.set(Item::Node(node), true);
    }
    Some(Item::Node(own))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{arranged, named};
    use super::super::{Filters, Found};
    use super::*;

    struct Case {
        snapshot: Snapshot,
        arranged: Arranged,
        shown: Shown,
    }

    impl Case {
        fn new(names: &[&str], found: Option<&[u32]>) -> Self {
            let snapshot = named(names);
            let arranged = arranged(&snapshot);
            let found = found.map(|tensors| Found::new(0, tensors.to_vec()));
            let shown = Shown::new(&snapshot, &arranged, found.as_ref(), &Filters::default());
            Self { snapshot, arranged, shown }
        }

        fn listing(&self, order: Order) -> Listing<'_> {
            Listing { snapshot: &self.snapshot, arranged: &self.arranged, shown: &self.shown, order }
        }

        /// Rows as `indent label ×members`.
        fn drawn(&self, rows: &Rows, order: Order) -> Vec<String> {
            let listing = self.listing(order);
            let label = |row: &Row| {
                let node = match row.item {
                    Item::Node(node) => node,
                    Item::Group(group) => self.arranged.tree.members(group)[0],
                    Item::Tensor(tensor) => {
                        return self.snapshot.tensors.get(tensor).unwrap().name.as_str().to_owned();
                    }
                };
                let first = self
                    .snapshot
                    .tensors
                    .get(self.arranged.tree.first(node))
                    .unwrap()
                    .name
                    .as_str()
                    .to_owned();
                let end = self.arranged.tree.part(node).end;
                let indent = "  ".repeat(row.level as usize - 1);
                let members = listing.folded(row.item).len();
                let times = if members > 0 { format!(" ×{members}") } else { String::new() };
                format!("{indent}{}{times}", &first[row.start..end])
            };
            rows.0.iter().map(label).collect()
        }

        fn tree(&self, opened: &Opened) -> Vec<String> {
            self.drawn(&Rows::tree(&self.listing(Order::Name), opened), Order::Name)
        }
    }

    const LLAMA: [&str; 8] = [
        "m.emb.w",
        "m.layers.0.a.w",
        "m.layers.0.n.w",
        "m.layers.1.a.w",
        "m.layers.1.n.w",
        "m.layers.10.a.w",
        "m.layers.10.n.w",
        "head.w",
    ];

    #[test]
    fn repeated_layers_are_one_row_that_opens() {
        let case = Case::new(&LLAMA, None);
        let mut opened = starting(&case.listing(Order::Name));
        assert_eq!(case.tree(&opened), ["head.w", "m", "  emb.w", "  layers ×3"]);
        reveal(&case.arranged, &mut opened, 6);
        let rows = case.tree(&opened);
        let layers =
            ["  layers ×3", "    layers.0", "    layers.1", "    layers.10", "      a.w", "      n.w"];
        assert_eq!(rows[3..], layers);
    }

    #[test]
    fn unlike_layers_are_groups_of_their_own() {
        let names = ["l.0.d", "l.1.d", "l.2.x.0", "l.2.x.1", "l.3.x.0", "l.3.x.1", "l.4.z"];
        let case = Case::new(&names, None);
        assert_eq!(case.tree(&Opened::new(false)), ["l ×5"]);
        let rows = case.tree(&Opened::new(true));
        assert_eq!(rows[..4], ["l ×5", "  l.0 ×2", "    l.0.d", "    l.1.d"]);
        assert_eq!(rows[4..8], ["  l.2 ×2", "    l.2.x ×2", "      x.0", "      x.1"]);
        assert_eq!(rows.last().unwrap(), "  l.4.z");
    }

    #[test]
    fn what_a_search_leaves_is_shown_with_what_is_above() {
        let case = Case::new(&LLAMA, Some(&[1, 5]));
        assert_eq!(case.tree(&Opened::new(true)), ["m.layers ×2", "  layers.0.a.w", "  layers.10.a.w"]);
        let one = Case::new(&LLAMA, Some(&[3]));
        assert_eq!(one.tree(&Opened::new(false)), ["m.layers.1.a.w"]);
        assert!(Case::new(&LLAMA, Some(&[])).tree(&Opened::new(true)).is_empty());
    }

    #[test]
    fn siblings_stand_in_the_chosen_order() {
        let case = Case::new(&["m.b", "m.a.x", "m.a.y", "c"], None);
        let opened = Opened::new(true);
        let tree = |order| case.drawn(&Rows::tree(&case.listing(order), &opened), order);
        assert_eq!(tree(Order::Name), ["c", "m", "  a", "    x", "    y", "  b"]);
        assert_eq!(tree(Order::File), ["m", "  b", "  a", "    x", "    y", "c"]);
        assert_eq!(tree(Order::Size), ["m", "  a", "    x", "    y", "  b", "c"]);
        let flat = |order| case.drawn(&Rows::flat(&case.listing(order)), order);
        assert_eq!(flat(Order::Name), ["c", "m.a.x", "m.a.y", "m.b"]);
        assert_eq!(flat(Order::File), ["m.b", "m.a.x", "m.a.y", "c"]);
    }

    #[test]
    fn a_tensor_with_tensors_below_opens() {
        let case = Case::new(&["a", "a.b", "a.c"], None);
        let rows = Rows::tree(&case.listing(Order::Name), &Opened::new(true));
        assert_eq!(case.drawn(&rows, Order::Name), ["a", "  b", "  c"]);
        assert_eq!(case.listing(Order::Name).tensor(rows.get(0).unwrap().item), Some(0));
        assert_eq!(rows.parent(2), Some(0));
        assert_eq!(rows.siblings(1).len(), 2);
    }
}
