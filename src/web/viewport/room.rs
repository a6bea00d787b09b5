//! How large a grid is drawn.

/// Pixels of a grid, and of its largest cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// Pixels across.
    pub width: u64,
    /// Pixels down.
    pub height: u64,
    /// Width and height that a cell has at most.
    pub largest: (u64, u64),
}

/// Rows that are still told apart without zooming, and how high they are then.
const FEW_ROWS: u64 = 32;
const LOW: u64 = 18;
/// A grid is at most so high, so that it fits a screen.
const MAX_HEIGHT: u64 = 560;

impl Room {
    /// The room of a grid of rows and columns, where so many pixels are available across. Cells
    /// keep their proportion when they shrink, down to what can be told apart.
    #[must_use]
    pub fn fit((rows, cols): (u64, u64), available: u64, largest: (u64, u64)) -> Self {
        let (widest, highest) = largest;
        let width = cols.saturating_mul(widest).min(available);
        let in_proportion = highest.saturating_mul(width) / widest.saturating_mul(cols).max(1);
        let least = if rows <= FEW_ROWS { LOW.min(highest) } else { 2 };
        let row = in_proportion.clamp(least.max(1), highest.max(1));
        Self { width, height: rows.saturating_mul(row).min(MAX_HEIGHT), largest }
    }

    /// Whether cells are so much smaller than they may be that zooming shows more.
    #[must_use]
    pub const fn is_tight(self, (rows, cols): (u64, u64)) -> bool {
        self.width / 5 < cols.saturating_mul(self.largest.0) / 6 && (cols > 1 || rows > 1)
            || self.height < rows.saturating_mul(self.largest.1) && rows > FEW_ROWS
    }

    /// The middle.
    #[must_use]
    pub const fn middle(self) -> (u64, u64) {
        (self.width / 2, self.height / 2)
    }

    /// The pixel of a position on a canvas whose labels take (`left`, `top`) pixels.
    #[must_use]
    pub fn inside(self, (x, y): (i64, i64), (left, top): (u64, u64)) -> Option<(u64, u64)> {
        let x = u64::try_from(x).ok()?.checked_sub(left)?;
        let y = u64::try_from(y).ok()?.checked_sub(top)?;
        (x < self.width && y < self.height).then_some((x, y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_cells_have_their_largest_size() {
        let room = Room::fit((4, 2), 1000, (100, 30));
        assert_eq!((room.width, room.height), (200, 120));
        assert!(!room.is_tight((4, 2)));
    }

    #[test]
    fn many_cells_fill_the_width_and_no_more_than_a_screen() {
        let room = Room::fit((2048, 4096), 900, (80, 30));
        assert_eq!((room.width, room.height), (900, MAX_HEIGHT));
        assert!(room.is_tight((2048, 4096)));
        assert_eq!(Room::fit((16, 1024), 900, (104, 34)).height, 16 * LOW);
    }

    #[test]
    fn labels_are_no_part_of_the_picture() {
        let room = Room::fit((4, 2), 1000, (100, 30));
        assert_eq!(room.inside((44, 22), (44, 22)), Some((0, 0)));
        assert_eq!(room.inside((43, 22), (44, 22)), None);
        assert_eq!(room.inside((44 + 200, 30), (44, 22)), None);
        assert_eq!(room.inside((-5, 30), (44, 22)), None);
    }
}
