//! The keys of a tree grid, as the ARIA Authoring Practices have them.

use super::{Item, Listing, Opened, Rows};

/// Rows that Page Up and Page Down move by.
const PAGE: usize = 20;

/// What a key does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Goes to a row.
    Go(usize),
    /// Opens items.
    Open(Vec<Item>),
    /// Closes an item.
    Close(Item),
    /// Shows the picture of the row's tensor.
    Show,
}

/// What a key does at a row; none if it means nothing there.
#[must_use]
pub fn step(
    key: &str,
    at: Option<usize>,
    listing: &Listing<'_>,
    rows: &Rows,
    opened: &Opened,
) -> Option<Step> {
    let last = rows.len().checked_sub(1)?;
    let here = at.unwrap_or(0);
    let item = rows.get(here)?.item;
    let opens = listing.opens(item);
    let is_open = opens && opened.is_open(item);
    Some(match key {
        "ArrowDown" => Step::Go(at.map_or(0, |at| (at + 1).min(last))),
        "ArrowUp" => Step::Go(here.saturating_sub(1)),
        "PageDown" => Step::Go((here + PAGE).min(last)),
        "PageUp" => Step::Go(here.saturating_sub(PAGE)),
        "Home" => Step::Go(0),
        "End" => Step::Go(last),
        "ArrowRight" if is_open => Step::Go((here + 1).min(last)),
        "ArrowLeft" if !is_open => Step::Go(rows.parent(here)?),
        "*" => Step::Open(rows.siblings(here).into_iter().filter(|&item| listing.opens(item)).collect()),
        "Enter" if listing.tensor(item).is_some() => Step::Show,
        "ArrowLeft" | "Enter" | " " if is_open => Step::Close(item),
        "ArrowRight" | "Enter" | " " if opens => Step::Open(vec![item]),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{arranged, named};
    use super::super::{Filters, Order, Shown};
    use super::*;

    #[test]
    fn right_opens_then_enters_and_left_leaves_then_closes() {
        let snapshot = named(&["a.x", "a.y", "b.x", "b.y", "c"]);
        let arranged = arranged(&snapshot);
        let shown = Shown::new(&snapshot, &arranged, None, &Filters::default());
        let listing = Listing { snapshot: &snapshot, arranged: &arranged, shown: &shown, order: Order::Name };
        let mut opened = Opened::default();
        let closed = Rows::tree(&listing, &opened);
        let item = closed.get(0).unwrap().item;
        let press =
            |key, at, opened: &Opened| step(key, Some(at), &listing, &Rows::tree(&listing, opened), opened);
        assert_eq!(press("ArrowRight", 0, &opened), Some(Step::Open(vec![item])));
        assert_eq!(press("ArrowLeft", 0, &opened), None);
        opened.set(item, true);
        assert_eq!(press("ArrowRight", 0, &opened), Some(Step::Go(1)));
        assert_eq!(press("ArrowRight", 1, &opened), None);
        assert_eq!(press("ArrowLeft", 2, &opened), Some(Step::Go(0)));
        assert_eq!(press("ArrowLeft", 0, &opened), Some(Step::Close(item)));
        assert_eq!(press("Enter", 0, &opened), Some(Step::Close(item)));
        assert_eq!(press("Enter", 1, &opened), Some(Step::Show));
        let both = closed.siblings(0).into_iter().take(2).collect();
        assert_eq!(press("*", 0, &opened), Some(Step::Open(both)));
        assert_eq!(press("End", 0, &opened), Some(Step::Go(4)));
        assert_eq!(press("ArrowDown", 4, &opened), Some(Step::Go(4)));
        assert_eq!(press("a", 0, &opened), None);
    }
}
