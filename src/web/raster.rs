//! A grid of coloured cells as pixels.

use std::ops::Range;

use super::ramp::Palette;
use super::viewport::Axis;

/// The level of a cell without a value.
const NOTHING: u8 = 0;
/// Levels of the scale above it.
const LEVELS: u64 = 255;
/// Cells of at least so many pixels are set apart by a gap.
const GAP_FROM: u64 = 6;

/// Cells of a grid, row-major; 0 is nothing and stays empty. A cell covers `span` units of a
/// larger grid, from unit `origin` on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cells {
    rows: u64,
    cols: u64,
    values: Vec<u64>,
    /// The values at the ends of the scale.
    least: u64,
    most: u64,
    /// Where each value is on the scale: what drawing looks up.
    levels: Vec<u8>,
    origin: (u64, u64),
    span: (u64, u64),
}

impl Cells {
    /// Cells of one unit each.
    #[must_use]
    pub fn new(rows: u64, cols: u64, values: Vec<u64>, most: u64) -> Self {
        let levels = values.iter().map(|&value| level(value, (0, most))).collect();
        Self { rows, cols, values, least: 0, most, levels, origin: (0, 0), span: (1, 1) }
    }

    /// The same cells, of `span` units, from `origin` on.
    #[must_use]
    pub fn covering(self, origin: (u64, u64), span: (u64, u64)) -> Self {
        Self { origin, span: (span.0.max(1), span.1.max(1)), ..self }
    }

    /// The same cells on a scale that starts at a value instead of 0.
    #[must_use]
    pub fn from_least(self, least: u64) -> Self {
        let levels = self.values.iter().map(|&value| level(value, (least, self.most))).collect();
        Self { levels, least, ..self }
    }

    /// The value at the start of the scale.
    #[must_use]
    pub const fn least(&self) -> u64 {
        self.least
    }

    /// The value at the end of the scale.
    #[must_use]
    pub const fn most(&self) -> u64 {
        self.most
    }

    /// Units per cell, down and across.
    #[must_use]
    pub const fn span(&self) -> (u64, u64) {
        self.span
    }

    /// The units that the cells cover, down and across.
    #[must_use]
    pub fn covered(&self) -> (Range<u64>, Range<u64>) {
        let range = |origin: u64, count: u64, span: u64| origin..origin + count * span;
        (range(self.origin.0, self.rows, self.span.0), range(self.origin.1, self.cols, self.span.1))
    }

    /// The first unit of the cell around a unit.
    #[must_use]
    pub fn first_of(&self, (row, col): (u64, u64)) -> (u64, u64) {
        let first = |unit: u64, origin: u64, span: u64| {
            unit.checked_sub(origin).map_or(unit, |beyond| origin + beyond / span * span)
        };
        (first(row, self.origin.0, self.span.0), first(col, self.origin.1, self.span.1))
    }

    /// The value of the cell around a unit; 0 outside.
    #[must_use]
    pub fn value(&self, (row, col): (u64, u64)) -> u64 {
        self.index(row, col).and_then(|index| self.values.get(index)).copied().unwrap_or(0)
    }

    fn index(&self, row: u64, col: u64) -> Option<usize> {
        let row = row.checked_sub(self.origin.0)? / self.span.0.max(1);
        let col = col.checked_sub(self.origin.1)? / self.span.1.max(1);
        let index = usize::try_from(row * self.cols + col).ok();
        index.filter(|_| row < self.rows && col < self.cols)
    }
}

fn level(value: u64, (least, most): (u64, u64)) -> u8 {
    if value == 0 {
        return NOTHING;
    }
    // u128: bytes times levels may not fit 64 bits.
    let part = u128::from(value.clamp(least.min(most), most) - least.min(most)) * u128::from(LEVELS - 1)
        / u128::from(most.saturating_sub(least).max(1));
    u8::try_from(part + 1).unwrap_or(u8::MAX)
}

/// RGBA pixels of what `down` and `across` show, row by row: `width` × `height` × 4 bytes. Where
/// several cells share a pixel, the largest value counts; large cells leave a gap of `gap` pixels
/// to the next. Takes time proportional to pixels and visible cells; each pixel is written once.
#[must_use]
pub fn paint(
    cells: &Cells,
    (down, across): (Axis, Axis),
    (width, height): (u64, u64),
    gap: u64,
    palette: &Palette,
) -> Vec<u8> {
    let cols = spans(across, width, (cells.origin.1, cells.span.1, cells.cols), gap);
    let rows = spans(down, height, (cells.origin.0, cells.span.0, cells.rows), gap);
    let line_bytes = cols.len() * 4;
    let mut pixels: Vec<u8> = Vec::with_capacity(line_bytes * rows.len());
    let mut mixed = Vec::new();
    for run in rows.chunk_by(|a, b| a == b) {
        let start = pixels.len();
        match run.first() {
            Some(Some(row)) => write_line(cells.line(row, &mut mixed), &cols, palette, &mut pixels),
            _ => pixels.resize(start + line_bytes, 0),
        }
        // Lines of one row of cells are equal.
        for _ in 1..run.len() {
            pixels.extend_from_within(start..start + line_bytes);
        }
    }
    pixels
}

impl Cells {
    /// The levels of a row, or the largest of several rows.
    fn line<'a>(&'a self, rows: &Range<usize>, mixed: &'a mut Vec<u8>) -> &'a [u8] {
        let cols = usize::try_from(self.cols).unwrap_or(0);
        let row = |row: usize| self.levels.get(row * cols..(row + 1) * cols).unwrap_or_default();
        if rows.len() == 1 {
            return row(rows.start);
        }
        mixed.clear();
        mixed.resize(cols, NOTHING);
        for at in rows.clone() {
            mixed.iter_mut().zip(row(at)).for_each(|(most, &level)| *most = level.max(*most));
        }
        mixed
    }
}

fn write_line(levels: &[u8], cols: &[Option<Range<usize>>], palette: &Palette, pixels: &mut Vec<u8>) {
    for col in cols {
        let shown = col.as_ref().and_then(|col| levels.get(col.clone()));
        let level = match shown {
            Some([level]) => Some(*level),
            Some(several) => several.iter().max().copied(),
            None => None,
        };
        pixels.extend_from_slice(&level.map_or([0; 4], |level| palette.of(level)));
    }
}

/// The cells of every pixel; none in a gap and beyond the cells.
fn spans(
    axis: Axis,
    pixels: u64,
    (origin, span, count): (u64, u64, u64),
    gap: u64,
) -> Vec<Option<Range<usize>>> {
    let mut spans: Vec<Option<Range<usize>>> = vec![None; usize::try_from(pixels).unwrap_or(0)];
    let visible = axis.visible();
    let span = span.max(1);
    let first = visible.start.saturating_sub(origin) / span;
    let end = visible.end.saturating_sub(origin).div_ceil(span).min(count);
    let edge = |cell: u64| axis.edge(pixels, origin + cell * span);
    for cell in first..end {
        let (from, to) = (edge(cell), edge(cell + 1));
        let to = if to - from >= GAP_FROM && to < pixels { to - gap } else { to };
        let (Ok(from), Ok(to), Ok(cell)) =
            (usize::try_from(from), usize::try_from(to), usize::try_from(cell))
        else {
            continue;
        };
        for pixel in spans.iter_mut().take(to.max(from + 1)).skip(from) {
            let start = pixel.as_ref().map_or(cell, |shared| shared.start);
            *pixel = Some(start..cell + 1);
        }
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: [u8; 3] = [255; 3];

    fn cells(rows: u64, cols: u64) -> Cells {
        Cells::new(rows, cols, (1..=rows * cols).collect(), rows * cols)
    }

    fn painted(cells: &Cells, down: Axis, across: Axis, size: (u64, u64)) -> Vec<u8> {
        paint(cells, (down, across), size, 1, &Palette::new(true, WHITE))
    }

    fn of(axis: Axis, pixels: u64, cells: u64, gap: u64) -> Vec<Option<Range<usize>>> {
        spans(axis, pixels, (0, 1, cells), gap)
    }

    #[test]
    fn every_pixel_belongs_to_its_cell() {
        assert_eq!(of(Axis::whole(2), 4, 2, 1), [Some(0..1), Some(0..1), Some(1..2), Some(1..2)]);
        assert_eq!(of(Axis::whole(3), 5, 3, 0), [0..1, 1..2, 1..2, 2..3, 2..3].map(Some));
    }

    #[test]
    fn cells_share_a_pixel_where_there_are_too_few() {
        assert_eq!(of(Axis::whole(4), 2, 4, 1), [Some(0..2), Some(2..4)]);
        let cells = Cells::new(1, 4, vec![0, 9, 0, 0], 9);
        let pixels = painted(&cells, Axis::whole(1), Axis::whole(4), (2, 1));
        let palette = Palette::new(true, WHITE);
        assert_eq!(pixels, [palette.of(255), palette.of(0)].concat());
    }

    #[test]
    fn wide_cells_leave_a_gap_but_not_at_the_edge() {
        let of = of(Axis::whole(2), 12, 2, 1);
        assert_eq!(
            (of[4].clone(), of[5].clone(), of[6].clone(), of[11].clone()),
            (Some(0..1), None, Some(1..2), Some(1..2))
        );
    }

    #[test]
    fn only_what_is_shown_is_drawn() {
        let near = Axis::whole(8).zoomed(4, 0, (1, 2), 1);
        let pixels = painted(&cells(1, 8), Axis::whole(1), near, (4, 1));
        let first = painted(&Cells::new(1, 4, vec![1, 2, 3, 4], 8), Axis::whole(1), Axis::whole(4), (4, 1));
        assert_eq!(pixels, first);
    }

    #[test]
    fn a_window_is_drawn_where_it_lies() {
        // Cells of 2 units from unit 4 on, of 8 units.
        let window = Cells::new(1, 2, vec![5, 7], 7).covering((0, 4), (1, 2));
        assert_eq!((window.value((0, 3)), window.value((0, 5)), window.value((0, 6))), (0, 5, 7));
        assert_eq!(window.first_of((0, 7)), (0, 6));
        assert_eq!(spans(Axis::whole(8), 8, (4, 2, 2), 0)[2..6], [None, None, Some(0..1), Some(0..1)]);
    }

    #[test]
    fn the_picture_has_four_bytes_per_pixel() {
        let pixels = painted(&cells(2, 3), Axis::whole(2), Axis::whole(3), (30, 20));
        assert_eq!(pixels.len(), 30 * 20 * 4);
        assert_eq!(pixels[9 * 4..9 * 4 + 4], [0, 0, 0, 0]);
        assert!(painted(&Cells::default(), Axis::whole(0), Axis::whole(0), (2, 2)).iter().all(|&b| b == 0));
    }

    #[test]
    fn the_scale_ends_with_the_largest_value() {
        assert_eq!(
            (level(0, (0, 9)), level(1, (0, u64::MAX)), level(9, (0, 9)), level(u64::MAX, (0, u64::MAX))),
            (0, 1, 255, 255)
        );
    }

    #[test]
    fn a_scale_may_start_at_the_smallest_value() {
        let ends = (100, 120);
        assert_eq!(
            (level(0, ends), level(100, ends), level(110, ends), level(120, ends)),
            (NOTHING, 1, 128, u8::MAX)
        );
        assert_eq!(level(7, (7, 7)), 1, "all alike");
    }
}
