//! A grid of coloured cells as pixels.

use super::ramp;

/// Cells of a grid, row-major; 0 is nothing and stays empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cells {
    /// Number of rows.
    pub rows: u64,
    /// Number of columns.
    pub cols: u64,
    /// One value per cell.
    pub values: Vec<u64>,
    /// The value at the end of the scale.
    pub most: u64,
}

impl Cells {
    /// The value of a cell; 0 outside.
    #[must_use]
    pub fn value(&self, row: u64, col: u64) -> u64 {
        let inside = row < self.rows && col < self.cols;
        let index = usize::try_from(row * self.cols + col).ok().filter(|_| inside);
        index.and_then(|index| self.values.get(index)).copied().unwrap_or(0)
    }
}

/// The edges between `parts` equal cells on `pixels` pixels.
#[must_use]
pub fn edge(pixels: u64, parts: u64, index: u64) -> u64 {
    pixels * index / parts.max(1)
}

/// RGBA pixels of the grid, row by row: `width` × `height` × 4 bytes. Cells of 6 or more pixels
/// leave a gap of `gap` pixels to the next.
#[must_use]
pub fn paint(cells: &Cells, width: u64, height: u64, gap: u64, empty: [u8; 3], dark: bool) -> Vec<u8> {
    let across = spans(width, cells.cols, gap);
    let down = spans(height, cells.rows, gap);
    let mut pixels = Vec::with_capacity(usize::try_from(width * height * 4).unwrap_or(0));
    let mut line: Vec<u8> = Vec::new();
    let mut drawn = None;
    for row in &down {
        // Lines of one row of cells are equal.
        if drawn != Some(*row) {
            line.clear();
            for col in &across {
                let pixel = match (row, col) {
                    (Some(row), Some(col)) => opaque(match cells.value(*row, *col) {
                        0 => empty,
                        value => ramp::colour(value, cells.most, dark),
                    }),
                    _ => [0; 4],
                };
                line.extend_from_slice(&pixel);
            }
            drawn = Some(*row);
        }
        pixels.extend_from_slice(&line);
    }
    pixels
}

const fn opaque([red, green, blue]: [u8; 3]) -> [u8; 4] {
    [red, green, blue, 255]
}

/// The cell of every pixel; none in a gap.
fn spans(pixels: u64, parts: u64, gap: u64) -> Vec<Option<u64>> {
    let gap = if parts > 0 && pixels / parts >= 6 { gap } else { 0 };
    let mut cell = 0;
    (0..pixels)
        .map(|pixel| {
            while cell < parts && edge(pixels, parts, cell + 1) <= pixel {
                cell += 1;
            }
            (cell < parts && pixel + gap < edge(pixels, parts, cell + 1)).then_some(cell)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(rows: u64, cols: u64) -> Cells {
        Cells { rows, cols, values: (1..=rows * cols).collect(), most: rows * cols }
    }

    #[test]
    fn every_pixel_belongs_to_its_cell() {
        assert_eq!(spans(4, 2, 1), [Some(0), Some(0), Some(1), Some(1)]);
        assert_eq!(spans(5, 3, 0), [Some(0), Some(1), Some(1), Some(2), Some(2)]);
        assert_eq!(spans(2, 4, 0), [Some(1), Some(3)]);
    }

    #[test]
    fn wide_cells_leave_a_gap() {
        let of = spans(12, 2, 1);
        assert_eq!((of[4], of[5], of[6]), (Some(0), None, Some(1)));
    }

    #[test]
    fn the_picture_has_four_bytes_per_pixel() {
        let pixels = paint(&cells(2, 3), 30, 20, 1, [9, 9, 9], true);
        assert_eq!(pixels.len(), 30 * 20 * 4);
        assert_eq!(pixels[..3], ramp::colour(1, 6, true));
        assert_eq!(pixels[9 * 4..9 * 4 + 4], [0, 0, 0, 0]);
    }

    #[test]
    fn an_empty_grid_has_no_cell() {
        assert!(paint(&Cells::default(), 2, 2, 1, [0; 3], true).iter().all(|&byte| byte == 0));
    }
}
