//! Fingers and mouse on a picture: one drags it, two pinch it.

use super::Gesture;

/// A press that moves less is a click.
const CLICK: i64 = 4;

/// A point of the picture in pixels.
type Point = (i64, i64);

/// The pointers that are down.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pointers {
    down: Vec<(i32, Point)>,
    /// Where the first went down.
    start: Point,
    dragging: bool,
}

impl Pointers {
    /// A pointer goes down.
    pub fn press(&mut self, id: i32, at: Point) {
        self.down.retain(|&(other, _)| other != id);
        if self.down.is_empty() {
            self.start = at;
            self.dragging = false;
        }
        self.down.push((id, at));
        self.dragging |= self.down.len() > 1;
    }

    /// A pointer goes up, or is lost. Whether the press was a drag, and no click, is told by
    /// [`Pointers::is_drag`] until the next one.
    pub fn lift(&mut self, id: i32) {
        self.down.retain(|&(other, _)| other != id);
    }

    /// Whether the last press moved the picture.
    #[must_use]
    pub const fn is_drag(&self) -> bool {
        self.dragging
    }

    /// A pointer moves: what that does to the view, in order.
    pub fn travel(&mut self, id: i32, to: Point) -> Vec<Gesture> {
        let before = self.down.clone();
        let Some((_, at)) = self.down.iter_mut().find(|(other, _)| *other == id) else { return Vec::new() };
        let by = (to.0 - at.0, to.1 - at.1);
        if !self.dragging && distance(self.start, to) < CLICK {
            return Vec::new();
        }
        // The way to the threshold is dragged along.
        let by = if self.dragging { by } else { (to.0 - self.start.0, to.1 - self.start.1) };
        *at = to;
        self.dragging = true;
        match (before.as_slice(), self.down.as_slice()) {
            ([_], _) => vec![Gesture::Move(by.0, by.1)],
            ([(_, a), (_, b), ..], [(_, c), (_, d), ..]) => pinch((*a, *b), (*c, *d)),
            _ => Vec::new(),
        }
    }
}

/// The move of the middle, and the zoom around it.
fn pinch((a, b): (Point, Point), (c, d): (Point, Point)) -> Vec<Gesture> {
    let middle = |a: Point, b: Point| (i64::midpoint(a.0, b.0), i64::midpoint(a.1, b.1));
    let (from, to) = (middle(a, b), middle(c, d));
    let pixel = |at: i64| u64::try_from(at).unwrap_or(0);
    let spread = |a, b| distance(a, b).unsigned_abs().max(1);
    vec![
        Gesture::Move(to.0 - from.0, to.1 - from.1),
        Gesture::Zoom { at: (pixel(to.0), pixel(to.1)), by: (spread(a, b), spread(c, d)) },
    ]
}

/// The longer of both sides: near enough, and whole.
fn distance(a: Point, b: Point) -> i64 {
    (a.0 - b.0).abs().max((a.1 - b.1).abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_press_that_hardly_moves_is_a_click() {
        let mut pointers = Pointers::default();
        pointers.press(1, (10, 10));
        assert!(pointers.travel(1, (12, 11)).is_empty());
        pointers.lift(1);
        assert!(!pointers.is_drag());
    }

    #[test]
    fn one_pointer_drags_all_of_its_way() {
        let mut pointers = Pointers::default();
        pointers.press(1, (10, 10));
        assert!(pointers.travel(1, (12, 10)).is_empty());
        assert_eq!(pointers.travel(1, (20, 10)), [Gesture::Move(10, 0)]);
        assert_eq!(pointers.travel(1, (20, 13)), [Gesture::Move(0, 3)]);
        pointers.lift(1);
        assert!(pointers.is_drag());
        assert!(pointers.travel(1, (50, 50)).is_empty());
    }

    #[test]
    fn two_fingers_pinch() {
        let mut pointers = Pointers::default();
        pointers.press(1, (0, 100));
        pointers.press(2, (100, 100));
        let gestures = pointers.travel(2, (200, 100));
        assert_eq!(gestures, [Gesture::Move(50, 0), Gesture::Zoom { at: (100, 100), by: (100, 200) }]);
        pointers.lift(1);
        pointers.lift(2);
        assert!(pointers.is_drag());
    }
}
