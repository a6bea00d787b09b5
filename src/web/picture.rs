//! The geometry of the Slices view: a tensor's regions as a grid over two of its dimensions.

use std::ops::Range;

use crate::geometry::Span;
use crate::layout::{Layout, UnevenCut};

/// Which two dimensions are drawn, and where the others are cut open.
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
    /// The last two dimensions that either side cuts, or else the first two; the others at 0.
    #[must_use]
    pub fn telling(dims: usize, layouts: &[&Layout]) -> Self {
        let at = vec![0; dims];
        let cut = |dim: usize| layouts.iter().any(|layout| layout.cuts().get(dim).is_some_and(|&n| n > 1));
        let mut drawn: Vec<usize> = (0..dims).filter(|&dim| cut(dim)).take(2).collect();
        drawn.extend((0..dims).filter(|&dim| !cut(dim)).take(2_usize.saturating_sub(drawn.len())));
        drawn.sort_unstable();
        match drawn.as_slice() {
            [] => Self { rows: None, cols: None, at },
            [only] => Self { rows: None, cols: Some(*only), at },
            [rows, cols, ..] => Self { rows: Some(*rows), cols: Some(*cols), at },
        }
    }
}

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
    /// The section through a tensor of the given lengths.
    ///
    /// # Errors
    /// If the layout cannot cut the lengths; names the dimension.
    pub fn new(layout: &Layout, dims: &[u64], section: &Section) -> Result<Self, (usize, UnevenCut)> {
        let regions = layout.regions(dims)?;
        let bounds = regions.bounds();
        let mut picture = Self { rows: vec![0, 1], cols: vec![0, 1], first: 0, row_step: 0, col_step: 0 };
        let mut step = 1;
        for (dim, bounds) in bounds.iter().enumerate().rev() {
            if section.rows == Some(dim) {
                picture.rows.clone_from(bounds);
                picture.row_step = step;
            } else if section.cols == Some(dim) {
                picture.cols.clone_from(bounds);
                picture.col_step = step;
            } else {
                let at = section.at.get(dim).copied().unwrap_or(0);
                let index = bounds.partition_point(|&bound| bound <= at).saturating_sub(1);
                picture.first += step * (index as u64).min(parts(bounds).saturating_sub(1));
            }
            step *= parts(bounds);
        }
        Ok(picture)
    }

    /// The shard drawn at a cell.
    #[must_use]
    pub const fn shard(&self, row: u64, col: u64) -> u64 {
        self.first + row * self.row_step + col * self.col_step
    }

    /// The cells, row by row: shard, span downwards, span to the right.
    pub fn cells(&self) -> impl Iterator<Item = (u64, Span, Span)> + '_ {
        spans(&self.rows).zip(0..).flat_map(move |(down, row)| {
            spans(&self.cols).zip(0..).map(move |(right, col)| (self.shard(row, col), down, right))
        })
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

fn parts(bounds: &[u64]) -> u64 {
    (bounds.len() as u64).saturating_sub(1)
}

fn spans(bounds: &[u64]) -> impl Iterator<Item = Span> + '_ {
    bounds.iter().zip(bounds.iter().skip(1)).map(|(&start, &end)| Span { start, len: end - start })
}

/// The shards of `other` whose regions overlap a region of `layout`'s shard, ascending; stops
/// after `most`.
///
/// # Errors
/// If one of the layouts cannot cut the lengths; names the dimension.
pub fn overlapping(
    layout: &Layout,
    shard: u64,
    other: &Layout,
    dims: &[u64],
    most: usize,
) -> Result<Vec<u64>, (usize, UnevenCut)> {
    let region = layout.regions(dims)?.region(shard);
    let others = other.regions(dims)?;
    let mut shards = vec![0u64];
    for (span, bounds) in region.spans.iter().zip(others.bounds()) {
        let touched = touched(bounds, *span);
        let cuts = parts(bounds);
        let along = |shard: &u64| touched.clone().map(|index| *shard * cuts + index).collect::<Vec<_>>();
        shards = shards.iter().flat_map(along).take(most).collect();
    }
    Ok(shards)
}

/// Indices of the parts that a span touches.
fn touched(bounds: &[u64], span: Span) -> Range<u64> {
    let first = bounds.partition_point(|&bound| bound <= span.start).saturating_sub(1);
    let end = bounds.partition_point(|&bound| bound < span.end());
    first as u64..(end as u64).min(parts(bounds))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{Mesh, SplitRule};

    fn layout(sizes: &[u64], axes: &[Vec<usize>]) -> Layout {
        Layout::new(Mesh::unnamed(sizes).unwrap(), axes, SplitRule::Exact).unwrap()
    }

    #[test]
    fn a_matrix_is_drawn_with_rows_downwards() {
        let layout = layout(&[2, 3], &[vec![0], vec![1]]);
        let picture = Picture::new(&layout, &[4, 6], &Section::telling(2, &[&layout])).unwrap();
        assert_eq!((picture.rows.as_slice(), picture.cols.as_slice()), (&[0, 2, 4][..], &[0, 2, 4, 6][..]));
        assert_eq!(picture.cells().map(|(shard, ..)| shard).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn other_dimensions_are_cut_open_where_asked() {
        let layout = layout(&[2, 2, 2], &[vec![0], vec![1], vec![2]]);
        let section = Section { rows: Some(2), cols: Some(0), at: vec![0, 3, 0] };
        let picture = Picture::new(&layout, &[4, 4, 4], &section).unwrap();
        // shard = 4·i0 + 2·i1 + i2 with i1 = 1; rows are dimension 2, columns dimension 0.
        assert_eq!(picture.cells().map(|(shard, ..)| shard).collect::<Vec<_>>(), [2, 6, 3, 7]);
    }

    #[test]
    fn the_cut_dimensions_are_drawn_first() {
        let layout = layout(&[2], &[vec![], vec![], vec![0]]);
        let section = Section::telling(3, &[&layout]);
        assert_eq!((section.rows, section.cols), (Some(0), Some(2)));
    }

    #[test]
    fn a_vector_is_one_row_and_a_scalar_one_cell() {
        let vector = layout(&[2], &[vec![0]]);
        let section = Section::telling(1, &[&vector]);
        assert_eq!(Picture::new(&vector, &[8], &section).unwrap().cols, [0, 4, 8]);
        let scalar = Layout::whole(0);
        assert_eq!(Picture::new(&scalar, &[], &Section::telling(0, &[])).unwrap().len(), 1);
    }

    #[test]
    fn a_region_is_fed_by_every_region_it_touches() {
        let three = layout(&[3], &[vec![0], vec![]]);
        let two = layout(&[2], &[vec![0], vec![]]);
        assert_eq!(overlapping(&three, 1, &two, &[12, 5], 64), Ok(vec![0, 1]));
        assert_eq!(overlapping(&two, 0, &three, &[12, 5], 64), Ok(vec![0, 1]));
        assert_eq!(overlapping(&three, 0, &two, &[12, 5], 64), Ok(vec![0]));
    }
}
