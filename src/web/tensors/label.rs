//! What a row says of a name.

use std::ops::Range;

use super::{Found, Item, Listing, Row};
use crate::units;
use crate::web::elide::elided;

/// Ranges of numbers that a folded row names.
const FEW: usize = 3;
/// Characters that the number of folded siblings takes.
const TIMES: usize = 6;

/// The words of a row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Label {
    /// The whole name, of the tensor or down to the module.
    pub path: String,
    /// First byte of `path` that the row says.
    pub start: usize,
    /// Where the important end starts.
    pub tail: usize,
    /// Bytes of `path` that a search matched.
    pub marks: Vec<Range<usize>>,
    /// The numbers of folded siblings, such as `0…31`; they follow the path after a dot.
    pub numbers: Option<String>,
    /// How many siblings are folded; 0 if none.
    pub times: usize,
    /// Whether those are alike, rather than in groups that are.
    pub alike: bool,
}

impl Label {
    /// The words of a row.
    #[must_use]
    pub fn new(listing: &Listing<'_>, row: Row, found: Option<&Found>) -> Self {
        let tree = &listing.arranged.tree;
        let members = listing.folded(row.item);
        let (tensor, end) = match row.item {
            Item::Tensor(tensor) => (tensor, None),
            Item::Node(node) => {
                let at = listing.shown.first(tree.tensors(node));
                let tensor = at.and_then(|at| tree.order().get(at)).map_or(0, |&tensor| tensor as usize);
                (tensor, Some(tree.part(node).end))
            }
            // The path above the numbers, without the dot.
            Item::Group(_) => {
                let first = members.first().copied().unwrap_or(0);
                (tree.first(first), Some(tree.part(first).start.saturating_sub(1)))
            }
        };
        let Some(facts) = listing.snapshot.tensors.get(tensor) else { return Self::default() };
        let name = facts.name.as_str();
        let end = end.unwrap_or(name.len());
        let path = name.get(..end).unwrap_or_default();
        let start = row.start.min(end);
        let mut marks = found.map(|found| found.marks(tensor, name)).unwrap_or_default();
        marks.retain_mut(|mark| {
            *mark = mark.start.clamp(start, end)..mark.end.clamp(start, end);
            mark.start < mark.end
        });
        Self {
            tail: match row.item {
                Item::Group(_) => end,
                Item::Node(_) | Item::Tensor(_) => start.max(tail(path)),
            },
            path: path.to_owned(),
            start,
            marks,
            numbers: (!members.is_empty()).then(|| numbers(listing, &members)),
            times: members.len(),
            alike: match row.item {
                Item::Node(node) => listing.single_group(node),
                Item::Group(_) | Item::Tensor(_) => true,
            },
        }
    }

    /// The whole name with the numbers of what is folded.
    #[must_use]
    pub fn full(&self) -> String {
        match &self.numbers {
            Some(numbers) if self.path.is_empty() => numbers.clone(),
            Some(numbers) => format!("{}.{numbers}", self.path),
            None => self.path.clone(),
        }
    }

    /// What of `path` is said in a line of so many characters, and whether a gap comes before it.
    #[must_use]
    pub fn fitting(&self, room: usize) -> Vec<(bool, Range<usize>)> {
        let said = self.path.get(self.start..).unwrap_or_default();
        let numbers = self.numbers.as_ref().map_or(0, |numbers| numbers.chars().count() + 1);
        let times = if self.times > 0 { TIMES } else { 0 };
        let mut end = 0;
        let place = |range: Range<usize>| {
            let gap = range.start > end;
            end = range.end;
            (gap, self.start + range.start..self.start + range.end)
        };
        elided(said, room.saturating_sub(numbers + times)).into_iter().map(place).collect()
    }

    /// Pieces of `path` within a range, and whether a search matched them. None of a range that ends
    /// before it starts: two ranges meet so that do not meet at all.
    #[must_use]
    pub fn pieces(&self, range: Range<usize>) -> Vec<(&str, bool)> {
        let mut pieces = Vec::new();
        let mut at = range.start;
        if range.is_empty() {
            return pieces;
        }
        let mut push = |from: usize, to: usize, marked| {
            if let Some(text) = self.path.get(from..to).filter(|text| !text.is_empty()) {
                pieces.push((text, marked));
            }
        };
        for mark in &self.marks {
            let (from, to) = (mark.start.clamp(at, range.end), mark.end.clamp(at, range.end));
            push(at, from, false);
            push(from, to, true);
            at = to;
        }
        push(at, range.end, false);
        pieces
    }
}

/// Where the important end of a name starts: its last part if that is a number, else the last two.
fn tail(path: &str) -> usize {
    let after = |dot: Option<usize>| dot.map_or(0, |dot| dot + 1);
    let last = after(path.rfind('.'));
    let part = path.get(last..).unwrap_or_default();
    if !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()) {
        return last;
    }
    after(path.get(..last.saturating_sub(1)).and_then(|above| above.rfind('.')))
}

/// The numbers of siblings: `0…31`, `0…2, 5, …`.
fn numbers(listing: &Listing<'_>, members: &[u32]) -> String {
    let index = |&node: &u32| listing.arranged.tree.index(listing.snapshot, node);
    let numbers: Vec<u64> = members.iter().filter_map(index).collect();
    let runs = units::runs(&numbers);
    let mut said: Vec<String> = Vec::new();
    for &(first, last) in runs.iter().take(FEW) {
        said.push(if first == last { first.to_string() } else { format!("{first}…{last}") });
    }
    if runs.len() > FEW || runs.is_empty() {
        said.push("…".to_owned());
    }
    said.join(", ")
}

#[cfg(test)]
mod tests {
    use super::super::testing::{arranged, named};
    use super::super::{Filters, Opened, Order, Rows, Shown};
    use super::*;

    #[test]
    fn a_mark_in_a_part_that_is_left_out_was_a_panic() {
        let path = "model.tok_embeddings.embedding_weight".to_owned();
        let whole = 0..path.len();
        let label = Label { path: path.clone(), marks: vec![0..6, 8..30], ..Label::default() };
        for (start, end) in whole.clone().flat_map(|start| whole.clone().map(move |end| (start, end))) {
            let said: String = label.pieces(start..end).iter().map(|(text, _)| *text).collect();
            assert_eq!(said, path.get(start..end).unwrap_or_default(), "{start}..{end}");
        }
        for room in 0..50 {
            let said = label.fitting(room).into_iter().flat_map(|(_, range)| label.pieces(range));
            assert!(said.map(|(text, _)| text).collect::<String>().ends_with("weight"));
        }
    }

    #[test]
    fn rows_say_what_the_rows_above_do_not() {
        let snapshot =
            named(&["m.l.0.a.b.w", "m.l.0.c", "m.l.1.a.b.w", "m.l.1.c", "m.l.4.a.b.w", "m.l.4.c", "x"]);
        let arranged = arranged(&snapshot);
        let shown = Shown::new(&snapshot, &arranged, None, &Filters::default());
        let listing = Listing { snapshot: &snapshot, arranged: &arranged, shown: &shown, order: Order::Name };
        let found = Found::new(1, vec![0, 2, 9]);
        let rows = Rows::tree(&listing, &Opened::new(true));
        let label = |row| Label::new(&listing, rows.get(row).unwrap(), Some(&found));
        let fold = label(0);
        assert_eq!((fold.full().as_str(), fold.times, fold.alike), ("m.l.0…1, 4", 3, true));
        assert_eq!(fold.pieces(0..3), [("m.", false), ("l", true)]);
        assert_eq!(fold.fitting(usize::MAX), [(false, 0..3)]);
        let layer = label(1);
        assert_eq!((&layer.path[layer.start..layer.tail], &layer.path[layer.tail..]), ("l.", "0"));
        let weight = label(2);
        assert_eq!((&weight.path[weight.start..weight.tail], &weight.path[weight.tail..]), ("a.", "b.w"));
        assert_eq!(weight.pieces(weight.start..weight.path.len()), [("a.b", true), (".w", false)]);
        assert_eq!(weight.fitting(4), [(true, 8..11)], "…b.w of m.l.0.a.b.w");
    }
}
