//! Boxes inside a tensor.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A range of one dimension, in elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Span {
    /// First element.
    pub start: u64,
    /// Number of elements.
    pub len: u64,
}

impl Span {
    /// One past the last element.
    #[must_use]
    pub fn end(self) -> u64 {
        self.start.saturating_add(self.len)
    }

    /// What both spans cover; none if nothing.
    #[must_use]
    pub fn intersect(self, other: Self) -> Option<Self> {
        let start = self.start.max(other.start);
        let end = self.end().min(other.end());
        (start < end).then(|| Self { start, len: end - start })
    }
}

/// As a slice is written: `2048:4096`, the end excluded.
impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.start, self.end())
    }
}

/// A box inside a tensor: one span per dimension, outermost first; empty for a scalar.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Region {
    /// One span per dimension.
    pub spans: Vec<Span>,
}

/// As slices of the whole tensor: `[0:4096, 2048:4096]`.
impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let spans: Vec<String> = self.spans.iter().map(Span::to_string).collect();
        write!(f, "[{}]", spans.join(", "))
    }
}

impl Region {
    /// Number of elements; 1 for a scalar.
    #[must_use]
    pub fn elements(&self) -> u64 {
        self.spans.iter().map(|span| span.len).product()
    }

    /// The lengths per dimension.
    #[must_use]
    pub fn lens(&self) -> Vec<u64> {
        self.spans.iter().map(|span| span.len).collect()
    }

    /// What both boxes cover; none if nothing or if their dimensions differ in number.
    #[must_use]
    pub fn intersect(&self, other: &Self) -> Option<Self> {
        if self.spans.len() != other.spans.len() {
            return None;
        }
        let spans = self.spans.iter().zip(&other.spans);
        let spans = spans.map(|(a, b)| a.intersect(*b)).collect::<Option<Vec<_>>>()?;
        Some(Self { spans })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn region(spans: &[(u64, u64)]) -> Region {
        Region { spans: spans.iter().map(|&(start, len)| Span { start, len }).collect() }
    }

    #[test]
    fn boxes_that_touch_share_nothing() {
        assert_eq!(region(&[(0, 4)]).intersect(&region(&[(4, 4)])), None);
    }

    #[test]
    fn boxes_intersect_per_dimension() {
        let shared = region(&[(0, 4), (2, 6)]).intersect(&region(&[(3, 4), (0, 4)]));
        assert_eq!(shared, Some(region(&[(3, 1), (2, 2)])));
    }

    #[test]
    fn scalars_intersect_in_their_one_element() {
        assert_eq!(region(&[]).intersect(&region(&[])).map(|r| r.elements()), Some(1));
    }
}
