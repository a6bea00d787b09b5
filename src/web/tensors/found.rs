//! What a search found.

use std::ops::Range;

use crate::order::sort_by;

/// Matching tensors with the places that match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Numbers per match: the tensor's index, then per pattern first and last UTF-16 unit, the
    /// last excluded. Ascending.
    width: usize,
    data: Vec<u32>,
}

impl Found {
    /// The matches of so many patterns, ascending by tensor.
    #[must_use]
    pub const fn new(patterns: usize, data: Vec<u32>) -> Self {
        Self { width: 1 + 2 * patterns, data }
    }

    /// Number of matching tensors.
    #[must_use]
    pub fn len(&self) -> usize {
        self.data.len() / self.width.max(1)
    }

    /// Whether nothing matches.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    /// Indices of the matching tensors, ascending.
    pub fn tensors(&self) -> impl Iterator<Item = usize> + '_ {
        self.data.iter().step_by(self.width.max(1)).map(|&index| index as usize)
    }

    /// Bytes of a matching tensor's name that match, ascending and apart.
    #[must_use]
    pub fn marks(&self, tensor: usize, name: &str) -> Vec<Range<usize>> {
        let mut marks: Vec<Range<usize>> = Vec::new();
        let mut places = self.places(tensor);
        sort_by(&mut places, Ord::cmp);
        for (first, last) in places {
            let (start, end) = (byte(name, first), byte(name, last));
            match marks.last_mut().filter(|mark| mark.end >= start) {
                Some(mark) => mark.end = mark.end.max(end),
                None => marks.push(start..end),
            }
        }
        marks
    }

    fn places(&self, tensor: usize) -> Vec<(u32, u32)> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low.midpoint(high);
            let row = self.data.get(middle * self.width..(middle + 1) * self.width).unwrap_or_default();
            let Some((&index, rest)) = row.split_first() else { break };
            match (index as usize).cmp(&tensor) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => {
                    return rest.as_chunks().0.iter().map(|&[first, last]| (first, last)).collect();
                }
            }
        }
        Vec::new()
    }
}

/// The byte of a UTF-16 unit; the end for one beyond.
fn byte(text: &str, unit: u32) -> usize {
    let mut units = 0;
    for (at, c) in text.char_indices() {
        if units >= unit as usize {
            return at;
        }
        units += c.len_utf16();
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks(found: &Found, tensor: usize, name: &str) -> Vec<(usize, usize)> {
        found.marks(tensor, name).into_iter().map(|mark| (mark.start, mark.end)).collect()
    }

    #[test]
    fn matches_are_found_by_their_tensor() {
        let found = Found::new(1, vec![2, 0, 3, 5, 1, 2, 9, 4, 4]);
        assert_eq!(found.tensors().collect::<Vec<_>>(), [2, 5, 9]);
        assert_eq!(marks(&found, 5, "abc"), [(1, 2)]);
        assert_eq!(marks(&found, 4, "abc"), []);
    }

    #[test]
    fn marks_are_bytes_and_do_not_overlap() {
        let found = Found::new(2, vec![0, 3, 5, 0, 4]);
        assert_eq!(marks(&found, 0, "𝒙权重ab"), [(0, 11)]);
        let apart = Found::new(2, vec![0, 3, 5, 0, 2]);
        assert_eq!(marks(&apart, 0, "abcde"), [(0, 2), (3, 5)]);
    }
}
