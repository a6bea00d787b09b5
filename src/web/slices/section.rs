//! Which two dimensions are drawn, and where the others are cut open.

use crate::layout::Layout;
use crate::order::sort_by_key;

/// A section through a tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The dimension drawn downwards; none for scalars and vectors.
    pub rows: Option<usize>,
    /// The dimension drawn to the right; none for scalars.
    pub cols: Option<usize>,
    /// Per dimension the element at which it is cut open; of no meaning for the drawn ones.
    pub at: Vec<u64>,
}

impl Section {
    /// The first two dimensions that either side cuts, filled up with the first others; cut open
    /// at 0.
    #[must_use]
    pub fn telling(dims: usize, layouts: &[&Layout]) -> Self {
        let at = vec![0; dims];
        let cut = |dim: usize| layouts.iter().any(|layout| layout.cuts().get(dim).is_some_and(|&n| n > 1));
        let mut drawn: Vec<usize> = (0..dims).filter(|&dim| cut(dim)).take(2).collect();
        drawn.extend((0..dims).filter(|&dim| !cut(dim)).take(2_usize.saturating_sub(drawn.len())));
        sort_by_key(&mut drawn, |dim| *dim);
        match drawn.as_slice() {
            [] => Self { rows: None, cols: None, at },
            [only] => Self { rows: None, cols: Some(*only), at },
            [rows, cols, ..] => Self { rows: Some(*rows), cols: Some(*cols), at },
        }
    }

    /// The same with what a visitor chose, as [`Section::dims_text`] and [`Section::steps_text`]
    /// write it. What does not fit a tensor of these lengths counts as not chosen.
    #[must_use]
    pub fn chosen(mut self, drawn: &str, steps: &str, dims: &[u64]) -> Self {
        // Of a vector or a matrix there is nothing to choose.
        if dims.len() < 3 {
            return self;
        }
        if let Some((rows, cols)) = pair(drawn, ',')
            && rows != cols
            && rows.max(cols) < dims.len()
        {
            (self.rows, self.cols) = (Some(rows), Some(cols));
        }
        for (dim, at) in steps.split(',').filter_map(|step| pair(step, '-')) {
            if let (Some(slot), Some(len)) = (self.at.get_mut(dim), dims.get(dim)) {
                *slot = (at as u64).min(len.saturating_sub(1));
            }
        }
        self
    }

    /// The drawn dimensions as a choice is kept: `0,2`.
    #[must_use]
    pub fn dims_text(&self) -> String {
        match (self.rows, self.cols) {
            (Some(rows), Some(cols)) => format!("{rows},{cols}"),
            _ => String::new(),
        }
    }

    /// The steps along the other dimensions as a choice is kept: `1-64,3-8`.
    #[must_use]
    pub fn steps_text(&self) -> String {
        let moved = self.others().filter_map(|dim| Some((dim, *self.at.get(dim).filter(|&&at| at > 0)?)));
        moved.map(|(dim, at)| format!("{dim}-{at}")).collect::<Vec<_>>().join(",")
    }

    /// The dimensions that are not drawn, ascending.
    pub fn others(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.at.len()).filter(|dim| self.rows != Some(*dim) && self.cols != Some(*dim))
    }

    /// Draws a dimension downwards; if it was drawn to the right, the two change places.
    #[must_use]
    pub fn down(mut self, dim: usize) -> Self {
        if self.cols == Some(dim) {
            self.cols = self.rows;
        }
        self.rows = Some(dim);
        self
    }

    /// Draws a dimension to the right; if it was drawn downwards, the two change places.
    #[must_use]
    pub fn right(mut self, dim: usize) -> Self {
        if self.rows == Some(dim) {
            self.rows = self.cols;
        }
        self.cols = Some(dim);
        self
    }

    /// Cuts a dimension open at an element.
    #[must_use]
    pub fn at(mut self, dim: usize, element: u64) -> Self {
        if let Some(slot) = self.at.get_mut(dim) {
            *slot = element;
        }
        self
    }
}

/// Two numbers around a separator.
fn pair(text: &str, separator: char) -> Option<(usize, usize)> {
    let (left, right) = text.split_once(separator)?;
    Some((left.parse().ok()?, right.parse().ok()?))
}

/// Where stepping through a dimension stops: the first element of every part of either side,
/// since nothing changes in between. Ascending; 0 is always among them.
#[must_use]
pub fn stops<'a>(bounds: impl Iterator<Item = &'a [u64]>) -> Vec<u64> {
    let starts = |bounds: &'a [u64]| {
        let len = bounds.last().copied().unwrap_or(0);
        bounds.iter().copied().filter(move |&bound| bound < len)
    };
    let mut stops: Vec<u64> = bounds.flat_map(starts).collect();
    stops.push(0);
    sort_by_key(&mut stops, |stop| *stop);
    stops.dedup();
    stops
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{Mesh, SplitRule};

    fn layout(sizes: &[u64], axes: &[Vec<usize>]) -> Layout {
        Layout::new(Mesh::unnamed(sizes).unwrap(), axes, SplitRule::Exact).unwrap()
    }

    #[test]
    fn the_cut_dimensions_are_drawn_first() {
        let layout = layout(&[2], &[vec![], vec![], vec![0]]);
        let section = Section::telling(3, &[&layout]);
        assert_eq!((section.rows, section.cols), (Some(0), Some(2)));
    }

    #[test]
    fn a_choice_is_read_as_it_is_written() {
        let dims = [8, 16, 4, 2, 6];
        let section = Section::telling(5, &[]).down(4).right(1).at(0, 3).at(3, 1);
        let (drawn, steps) = (section.dims_text(), section.steps_text());
        assert_eq!((drawn.as_str(), steps.as_str()), ("4,1", "0-3,3-1"));
        assert_eq!(Section::telling(5, &[]).chosen(&drawn, &steps, &dims), section);
    }

    #[test]
    fn a_choice_of_another_tensor_does_no_harm() {
        let telling = Section::telling(3, &[]);
        assert_eq!(telling.clone().chosen("1,7", "9-1,x", &[2, 2, 2]), telling);
        assert_eq!(telling.clone().chosen("1,1", "", &[2, 2, 2]), telling);
        assert_eq!(telling.chosen("", "2-99", &[2, 2, 2]).at, [0, 0, 1]);
        let matrix = Section::telling(2, &[]);
        assert_eq!(matrix.clone().chosen("1,0", "", &[2, 2]), matrix);
    }

    #[test]
    fn drawing_a_drawn_dimension_swaps_the_two() {
        let section = Section::telling(3, &[]).down(1);
        assert_eq!((section.rows, section.cols), (Some(1), Some(0)));
        let section = section.right(1);
        assert_eq!((section.rows, section.cols), (Some(0), Some(1)));
    }

    #[test]
    fn stepping_stops_at_the_parts_of_both_sides() {
        let (three, two): (&[u64], &[u64]) = (&[0, 4, 8, 12], &[0, 6, 12]);
        assert_eq!(stops([three, two].into_iter()), [0, 4, 6, 8]);
        let empty_tail: &[u64] = &[0, 2, 4, 5, 5];
        assert_eq!(stops([empty_tail].into_iter()), [0, 2, 4]);
        assert_eq!(stops(std::iter::empty()), [0]);
    }
}
