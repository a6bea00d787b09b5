//! What of a grid is shown, and how gestures change it: free of the browser, in integers.

mod axis;
mod marks;
mod pointers;
mod room;

pub use axis::Axis;
pub use marks::{boundaries, cells, labelled};
pub use pointers::Pointers;
pub use room::Room;

/// How much one step of a key, a button or a wheel zooms: 4 : 3.
const STEP: (u64, u64) = (3, 4);

/// What is shown, down and across.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// Rows.
    pub down: Axis,
    /// Columns.
    pub across: Axis,
}

/// What a visitor does to a view. Positions are pixels of the room, (x, y).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gesture {
    /// Shows `by` = (n, d) as much as before, around a pixel.
    Zoom {
        /// What stays where it is.
        at: (u64, u64),
        /// Numerator and denominator.
        by: (u64, u64),
    },
    /// Drags the picture by so many pixels.
    Move(i64, i64),
    /// Shows this unit too.
    Reveal(u64, u64),
    /// Shows everything.
    Whole,
}

impl Gesture {
    /// One step closer.
    #[must_use]
    pub const fn closer(at: (u64, u64)) -> Self {
        Self::Zoom { at, by: STEP }
    }

    /// One step back.
    #[must_use]
    pub const fn away(at: (u64, u64)) -> Self {
        Self::Zoom { at, by: (STEP.1, STEP.0) }
    }
}

impl View {
    /// Everything of a grid of rows and columns.
    #[must_use]
    pub const fn whole((rows, cols): (u64, u64)) -> Self {
        Self { down: Axis::whole(rows), across: Axis::whole(cols) }
    }

    /// Whether everything is shown.
    #[must_use]
    pub const fn is_whole(self) -> bool {
        self.down.is_whole() && self.across.is_whole()
    }

    /// The unit under a pixel: its row and column.
    #[must_use]
    pub fn unit_at(self, room: Room, (x, y): (u64, u64)) -> Option<(u64, u64)> {
        Some((self.down.unit_at(room.height, y)?, self.across.unit_at(room.width, x)?))
    }

    /// What is shown after a gesture.
    #[must_use]
    pub fn after(self, room: Room, gesture: Gesture) -> Self {
        let Room { width, height, largest } = room;
        match gesture {
            Gesture::Zoom { at: (x, y), by } => Self {
                down: self.down.zoomed(height, y, by, largest.1),
                across: self.across.zoomed(width, x, by, largest.0),
            },
            Gesture::Move(x, y) => {
                Self { down: self.down.moved(height, y), across: self.across.moved(width, x) }
            }
            Gesture::Reveal(row, col) => {
                Self { down: self.down.revealing(row), across: self.across.revealing(col) }
            }
            Gesture::Whole => Self::whole((self.down.units(), self.across.units())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: Room = Room { width: 800, height: 400, largest: (80, 40) };

    #[test]
    fn both_axes_zoom_around_the_pointer_and_back() {
        let whole = View::whole((64, 256));
        let at = (600, 100);
        let near = whole.after(ROOM, Gesture::Zoom { at, by: (1, 4) });
        assert_eq!(near.unit_at(ROOM, at), whole.unit_at(ROOM, at));
        assert!(!near.is_whole());
        assert_eq!(near.after(ROOM, Gesture::Zoom { at, by: (4, 1) }), whole);
        assert_eq!(near.after(ROOM, Gesture::Move(37, -5)).after(ROOM, Gesture::Whole), whole);
    }

    #[test]
    fn steps_closer_end_at_the_largest_cell() {
        let near = (0..40).fold(View::whole((64, 256)), |view, _| view.after(ROOM, Gesture::closer((0, 0))));
        assert_eq!((near.down.visible(), near.across.visible()), (0..10, 0..10));
        let far = (0..40).fold(near, |view, _| view.after(ROOM, Gesture::away((799, 399))));
        assert!(far.is_whole());
    }

    #[test]
    fn a_revealed_cell_is_under_some_pixel() {
        let near = View::whole((64, 256)).after(ROOM, Gesture::Zoom { at: (0, 0), by: (1, 6) });
        let shown = near.after(ROOM, Gesture::Reveal(63, 200));
        assert!(shown.down.visible().contains(&63) && shown.across.visible().contains(&200));
    }
}
