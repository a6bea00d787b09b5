//! A tensor's regions as a grid over two of its dimensions.

use std::ops::Range;

use super::Section;
use crate::geometry::Span;
use crate::layout::Regions;

/// The regions of one side in a section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Boundaries downwards, from 0 to the length.
    pub rows: Vec<u64>,
    /// Boundaries to the right.
    pub cols: Vec<u64>,
    /// Shard of the first cell; shards step by `row_step` and `col_step`.
    first: u64,
    row_step: u64,
    col_step: u64,
}

impl Picture {
    /// The section through a tensor's regions.
    #[must_use]
    pub fn new(regions: &Regions, section: &Section) -> Self {
        let mut picture = Self { rows: vec![0, 1], cols: vec![0, 1], first: 0, row_step: 0, col_step: 0 };
        let mut step = 1;
        for (dim, bounds) in regions.bounds().iter().enumerate().rev() {
            if section.rows == Some(dim) {
                picture.rows.clone_from(bounds);
                picture.row_step = step;
            } else if section.cols == Some(dim) {
                picture.cols.clone_from(bounds);
                picture.col_step = step;
            } else {
                let at = section.at.get(dim).copied().unwrap_or(0);
                picture.first += step * part_at(bounds, at);
            }
            step *= parts(bounds);
        }
        picture
    }

    /// The shard drawn at a cell.
    #[must_use]
    pub const fn shard(&self, row: u64, col: u64) -> u64 {
        self.first + row * self.row_step + col * self.col_step
    }

    /// The cell of a shard; none if the section does not meet it.
    #[must_use]
    pub fn cell_of(&self, shard: u64) -> Option<(u64, u64)> {
        let along = |step: u64, bounds: &[u64]| (shard.checked_div(step).unwrap_or(0)) % parts(bounds).max(1);
        let cell = (along(self.row_step, &self.rows), along(self.col_step, &self.cols));
        (self.shard(cell.0, cell.1) == shard).then_some(cell)
    }

    /// The cell that holds an element of the two drawn dimensions.
    #[must_use]
    pub fn cell_at(&self, row: u64, col: u64) -> (u64, u64) {
        (part_at(&self.rows, row), part_at(&self.cols, col))
    }

    /// The shard that holds an element of one of the drawn dimensions, `downwards` or to the right; of
    /// the other it stays where a shard is.
    #[must_use]
    pub fn holding(&self, element: u64, downwards: bool, shard: Option<u64>) -> u64 {
        let (row, col) = shard.and_then(|shard| self.cell_of(shard)).unwrap_or((0, 0));
        match downwards {
            true => self.shard(part_at(&self.rows, element), col),
            false => self.shard(row, part_at(&self.cols, element)),
        }
    }

    /// The spans of a cell downwards and to the right.
    #[must_use]
    pub fn spans(&self, (row, col): (u64, u64)) -> (Span, Span) {
        (span(&self.rows, row..row + 1), span(&self.cols, col..col + 1))
    }

    /// The cell that an arrow key leads to from a cell, over empty ones; none at the edge.
    #[must_use]
    pub fn neighbour(&self, (row, col): (u64, u64), key: &str) -> Option<(u64, u64)> {
        let next = |from: u64, bounds: &[u64], back: bool| {
            let fills = |part: &u64| span(bounds, *part..*part + 1).len > 0;
            if back { (0..from).rev().find(fills) } else { (from + 1..parts(bounds)).find(fills) }
        };
        match key {
            "ArrowUp" => Some((next(row, &self.rows, true)?, col)),
            "ArrowDown" => Some((next(row, &self.rows, false)?, col)),
            "ArrowLeft" => Some((row, next(col, &self.cols, true)?)),
            "ArrowRight" => Some((row, next(col, &self.cols, false)?)),
            "Home" => Some((row, 0)),
            "End" => Some((row, part_at(&self.cols, u64::MAX))),
            _ => None,
        }
    }

    /// Number of cells.
    #[must_use]
    pub fn len(&self) -> u64 {
        parts(&self.rows) * parts(&self.cols)
    }

    /// Whether nothing is drawn.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Number of parts between boundaries.
pub(super) fn parts(bounds: &[u64]) -> u64 {
    (bounds.len() as u64).saturating_sub(1)
}

/// The part that holds an element, the last one that has any beyond the end.
fn part_at(bounds: &[u64], element: u64) -> u64 {
    let last = bounds.last().copied().unwrap_or(0).saturating_sub(1);
    (bounds.partition_point(|&bound| bound <= element.min(last)) as u64).saturating_sub(1)
}

/// What some neighbouring parts cover together.
pub(super) fn span(bounds: &[u64], parts: Range<u64>) -> Span {
    let at = |index: u64| usize::try_from(index).ok().and_then(|index| bounds.get(index)).copied();
    let start = at(parts.start).unwrap_or(0);
    Span { start, len: at(parts.end).unwrap_or(start).saturating_sub(start) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{Layout, Mesh, SplitRule};

    fn regions(sizes: &[u64], axes: &[Vec<usize>], rule: SplitRule, dims: &[u64]) -> Regions {
        Layout::new(Mesh::unnamed(sizes).unwrap(), axes, rule).unwrap().regions(dims).unwrap()
    }

    fn shards(picture: &Picture) -> Vec<u64> {
        let cols = parts(&picture.cols);
        (0..picture.len()).map(|index| picture.shard(index / cols, index % cols)).collect()
    }

    #[test]
    fn a_matrix_is_drawn_with_rows_downwards() {
        let regions = regions(&[2, 3], &[vec![0], vec![1]], SplitRule::Exact, &[4, 6]);
        let picture = Picture::new(&regions, &Section::telling(2, &[]));
        assert_eq!((picture.rows.as_slice(), picture.cols.as_slice()), (&[0, 2, 4][..], &[0, 2, 4, 6][..]));
        assert_eq!(shards(&picture), [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn other_dimensions_are_cut_open_where_asked() {
        let regions = regions(&[2, 2, 2], &[vec![0], vec![1], vec![2]], SplitRule::Exact, &[4, 4, 4]);
        let section = Section { rows: Some(2), cols: Some(0), at: vec![0, 3, 0] };
        let picture = Picture::new(&regions, &section);
        // shard = 4·i0 + 2·i1 + i2 with i1 = 1; rows are dimension 2, columns dimension 0.
        assert_eq!(shards(&picture), [2, 6, 3, 7]);
        assert_eq!(picture.cell_of(6), Some((0, 1)));
        assert_eq!(picture.cell_of(4), None, "i1 is 0 there");
    }

    #[test]
    fn an_element_leads_to_the_slice_that_holds_it() {
        let regions = regions(&[2, 3], &[vec![0], vec![1]], SplitRule::Exact, &[4, 6]);
        let picture = Picture::new(&regions, &Section::telling(2, &[]));
        let rows = [0, 1, 2, 3, 9].map(|row| picture.holding(row, true, None));
        assert_eq!(rows, [0, 0, 3, 3, 3]);
        // The column of a shard stays where a row is looked for, and its row where a column is.
        assert_eq!((picture.holding(3, true, Some(1)), picture.holding(5, false, Some(3))), (4, 5));
        // An uneven cut whose last part is empty.
        let uneven = self::regions(&[4], &[vec![0]], SplitRule::CeilChunk, &[5]);
        let picture = Picture::new(&uneven, &Section::telling(1, &[]));
        assert_eq!([0, 1, 4].map(|column| picture.holding(column, false, None)), [0, 0, 2]);
    }

    #[test]
    fn a_tensor_of_five_dimensions_is_stepped_through() {
        let axes = [vec![0], vec![1], vec![2], vec![], vec![3]];
        let regions = regions(&[2, 3, 2, 2], &axes, SplitRule::Exact, &[4, 6, 2, 5, 8]);
        let mut seen = Vec::new();
        for (first, third) in [(0, 0), (0, 1), (2, 0), (3, 1)] {
            let section = Section { rows: Some(1), cols: Some(4), at: vec![first, 0, third, 4, 0] };
            let picture = Picture::new(&regions, &section);
            assert_eq!(picture.len(), 6);
            seen.extend(shards(&picture));
        }
        seen.sort_unstable();
        assert_eq!(seen, (0..24).collect::<Vec<_>>(), "every shard is in one section");
    }

    #[test]
    fn a_vector_is_one_row_and_a_scalar_one_cell() {
        let vector = regions(&[2], &[vec![0]], SplitRule::Exact, &[8]);
        assert_eq!(Picture::new(&vector, &Section::telling(1, &[])).cols, [0, 4, 8]);
        let scalar = Layout::whole(0).regions(&[]).unwrap();
        let picture = Picture::new(&scalar, &Section::telling(0, &[]));
        assert_eq!((picture.len(), picture.cell_of(0)), (1, Some((0, 0))));
    }

    #[test]
    fn keys_step_over_empty_parts_and_stop_at_the_edge() {
        let uneven = regions(&[4], &[vec![0], vec![]], SplitRule::CeilChunk, &[5, 3]);
        let picture = Picture::new(&uneven, &Section::telling(2, &[]));
        assert_eq!(picture.rows, [0, 2, 4, 5, 5]);
        assert_eq!(picture.neighbour((1, 0), "ArrowDown"), Some((2, 0)));
        assert_eq!(picture.neighbour((2, 0), "ArrowDown"), None);
        assert_eq!(picture.neighbour((0, 0), "ArrowUp"), None);
        assert_eq!(picture.cell_at(4, 2), (2, 0));
        assert_eq!(picture.cell_at(99, 99), (2, 0));
    }
}
