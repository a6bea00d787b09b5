//! Who sends how much to whom: a matrix of source and target ranks, in blocks.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::{Flows, packed};

/// Rows and columns that a heat map has at most: more than a screen shows apart, and little
/// enough to send (512² numbers).
pub const MAX_HEAT: u64 = 512;

/// Some source ranks (rows) and target ranks (columns): the first, and how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Window {
    /// Source ranks.
    pub rows: (u64, u64),
    /// Target ranks.
    pub cols: (u64, u64),
}

impl Window {
    /// Around some of so many source and target ranks, with a margin, as large as one answer may
    /// be at the finest blocks that show it.
    #[must_use]
    pub fn around((rows, cols): (&Range<u64>, &Range<u64>), (sources, targets): (u64, u64)) -> Self {
        Self { rows: around(rows, sources), cols: around(cols, targets) }
    }

    /// Whether its blocks are smaller than those of a map.
    #[must_use]
    pub fn is_finer_than(&self, heat: &Heat) -> bool {
        block(self.rows.1) < heat.row_ranks || block(self.cols.1) < heat.col_ranks
    }
}

fn around(shown: &Range<u64>, ranks: u64) -> (u64, u64) {
    let count = shown.end.saturating_sub(shown.start);
    // One block less than there may be: beginning at a multiple may need one more.
    let count = (block(count + count / 8 + 1) * (MAX_HEAT - 1)).min(ranks);
    let middle = u64::midpoint(shown.start, shown.end);
    (middle.saturating_sub(count / 2).min(ranks - count), count)
}

/// Bytes from source ranks (rows) to target ranks (columns); neighbouring ranks share a cell
/// where there are more than [`MAX_HEAT`]. Blocks are powers of two and begin at multiples of
/// their size, so that the cells of a finer map add up to those of a coarser one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heat {
    /// First source rank and first target rank.
    pub first: (u64, u64),
    /// Source ranks per row.
    pub row_ranks: u64,
    /// Target ranks per column.
    pub col_ranks: u64,
    /// Number of rows.
    pub rows: u64,
    /// Number of columns.
    pub cols: u64,
    /// Row-major.
    #[serde(with = "packed")]
    pub bytes: Vec<u64>,
}

/// Ranks per cell, first rank, and number of cells of one axis.
fn blocks((first, count): (u64, u64), ranks: u64) -> (u64, u64, u64) {
    let end = first.saturating_add(count).min(ranks);
    let first = first.min(end);
    let mut per = block(end - first);
    // Moving the first rank to a multiple may need one cell more.
    if (end - first / per * per).div_ceil(per) > MAX_HEAT {
        per *= 2;
    }
    let first = first / per * per;
    (per, first, (end - first).div_ceil(per))
}

/// Ranks per cell where so many are shown.
#[must_use]
pub fn block(ranks: u64) -> u64 {
    ranks.div_ceil(MAX_HEAT).max(1).next_power_of_two()
}

impl Heat {
    /// The map of a window.
    #[must_use]
    pub fn of(flows: &Flows, window: Window) -> Self {
        let (row_ranks, first_row, rows) = blocks(window.rows, flows.source_ranks);
        let (col_ranks, first_col, cols) = blocks(window.cols, flows.target_ranks);
        let cells = usize::try_from(rows * cols).unwrap_or(0);
        let first = (first_row, first_col);
        let mut heat = Self { first, row_ranks, col_ranks, rows, cols, bytes: vec![0; cells] };
        for (source, target, bytes) in flows.iter() {
            heat.add(source, target, bytes);
        }
        heat
    }

    /// The map of all ranks.
    #[must_use]
    pub fn whole(flows: &Flows) -> Self {
        Self::of(flows, Window { rows: (0, flows.source_ranks), cols: (0, flows.target_ranks) })
    }

    /// Whether it shows all of these source and target ranks.
    #[must_use]
    pub fn covers(&self, rows: &Range<u64>, cols: &Range<u64>) -> bool {
        let inside = |shown: &Range<u64>, first: u64, per: u64, count: u64| {
            shown.start >= first && shown.end <= first + per * count
        };
        inside(rows, self.first.0, self.row_ranks, self.rows)
            && inside(cols, self.first.1, self.col_ranks, self.cols)
    }

    /// The largest cell.
    #[must_use]
    pub fn most(&self) -> u64 {
        self.bytes.iter().copied().max().unwrap_or(0)
    }

    fn add(&mut self, source: u64, target: u64, bytes: u64) {
        let cell = |rank: u64, first: u64, per: u64, count: u64| {
            Some(rank.checked_sub(first)? / per).filter(|&cell| cell < count)
        };
        let row = cell(source, self.first.0, self.row_ranks, self.rows);
        let col = cell(target, self.first.1, self.col_ranks, self.cols);
        let Some((row, col)) = row.zip(col) else { return };
        let cell = usize::try_from(row * self.cols + col).ok();
        if let Some(cell) = cell.and_then(|cell| self.bytes.get_mut(cell)) {
            *cell = cell.saturating_add(bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every target rank reads its own number of bytes of two source ranks.
    fn flows(source_ranks: u64, target_ranks: u64) -> Flows {
        let from = |rank: u64| vec![(rank % source_ranks, rank + 1), (rank * 7 % source_ranks, 3)];
        let mut flows = Flows::new(source_ranks, target_ranks);
        (0..target_ranks).for_each(|rank| flows.push(vec![rank], from(rank), 0));
        flows
    }

    #[test]
    fn few_ranks_have_a_cell_each() {
        let heat = Heat::whole(&flows(8, 4));
        assert_eq!((heat.rows, heat.cols, heat.row_ranks, heat.col_ranks), (8, 4, 1, 1));
        assert_eq!(heat.bytes.iter().sum::<u64>(), 1 + 2 + 3 + 4 + 4 * 3);
    }

    #[test]
    fn many_ranks_share_cells() {
        let heat = Heat::whole(&flows(2048, 4096));
        assert_eq!((heat.rows, heat.cols, heat.row_ranks, heat.col_ranks), (512, 512, 4, 8));
        assert_eq!((block(1500), block(512), block(513)), (4, 1, 2));
    }

    #[test]
    fn the_cells_of_a_window_add_up_to_a_coarse_cell() {
        let flows = flows(2048, 4096);
        let coarse = Heat::whole(&flows);
        // Row 3, column 5 of the coarse map.
        let fine = Heat::of(&flows, Window { rows: (12, 4), cols: (40, 8) });
        assert_eq!((fine.first, fine.rows, fine.cols), ((12, 40), 4, 8));
        assert_eq!(fine.bytes.iter().sum::<u64>(), coarse.bytes[3 * 512 + 5]);
    }

    #[test]
    fn zooming_in_asks_for_finer_windows_until_single_ranks() {
        let flows = flows(2048, 4096);
        let coarse = Heat::whole(&flows);
        let all = (2048, 4096);
        assert!(!Window::around((&(0..2048), &(0..4096)), all).is_finer_than(&coarse));
        let (rows, cols) = (900..1300, 1000..1400);
        let window = Window::around((&rows, &cols), all);
        assert!(window.is_finer_than(&coarse));
        let fine = Heat::of(&flows, window);
        assert_eq!((fine.row_ranks, fine.col_ranks), (1, 1));
        assert!(fine.covers(&rows, &cols) && !fine.covers(&(0..10), &cols));
        assert!(!window.is_finer_than(&fine));
        assert_eq!(Window::around((&(0..3), &(0..3)), (8, 4)).rows, (0, 8));
    }

    #[test]
    fn a_window_begins_at_a_multiple_of_its_blocks() {
        let fine = Heat::of(&flows(2048, 4096), Window { rows: (13, 1024), cols: (4095, 900) });
        assert_eq!((fine.first, fine.row_ranks, fine.rows), ((12, 4095), 4, 257));
        assert_eq!((fine.col_ranks, fine.cols), (1, 1));
        let beyond = Heat::of(&flows(8, 4), Window { rows: (100, 5), cols: (u64::MAX, 2) });
        assert_eq!((beyond.rows, beyond.cols), (0, 0));
    }
}
