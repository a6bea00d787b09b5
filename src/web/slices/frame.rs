//! The scale of the pictures: one for both sides.

use super::{Rect, Section};
use crate::check::Lang;
use crate::geometry::{Region, Span};
use crate::web::number::{Decimal, float, whole};
use crate::web::text;

/// Room for the axes, in px.
pub(super) const LEFT: f64 = 62.0;
pub(super) const TOP: f64 = 36.0;
/// Room for the last labels, and the least a side of the picture may measure.
pub(super) const EDGE: f64 = 14.0;
const LEAST: f64 = 96.0;
const WIDEST: f64 = 1200.0;
/// What a window has beside the pictures, in px: bars, titles, legends and the read-out, where the
/// pictures stand side by side and where one stands under the other.
const AROUND: u64 = 400;
const AROUND_BOTH: u64 = 480;
/// Bounds of the height of a picture in a window.
const LOWEST: u64 = 160;
const HIGHEST: u64 = 1200;
/// Height of a vector: it has no length downwards.
const BAR: f64 = 72.0;
/// From this width of the view on, the pictures stand side by side.
const BESIDE: u64 = 640;

/// How elements become pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// Width of the whole tensor's picture in px, without axes.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// How much wider than to scale it is drawn; below 1 if it is drawn higher.
    stretch: f64,
    /// Elements downwards and to the right.
    rows: f64,
    cols: f64,
}

impl Frame {
    /// The room of a view so wide in a window so high: width, and height of one picture.
    #[must_use]
    pub fn room(width: u64, window: u64) -> (u64, u64) {
        let height = if width >= BESIDE {
            window.saturating_sub(AROUND)
        } else {
            window.saturating_sub(AROUND_BOTH) / 2
        };
        (width, height.clamp(LOWEST, HIGHEST))
    }

    /// Fits a tensor into half of the room's width (or all of a narrow one) and its height.
    #[must_use]
    pub fn new(dims: &[u64], section: &Section, (room, height): (u64, u64)) -> Self {
        let len =
            |dim: Option<usize>| dim.and_then(|dim| dims.get(dim)).map_or(1.0, |&len| float(len.max(1)));
        let (rows, cols) = (len(section.rows), len(section.cols));
        let room = if room >= BESIDE { float(room) / 2.0 - 16.0 } else { float(room) };
        let widest = (room - LEFT - EDGE).clamp(LEAST, WIDEST);
        if section.rows.is_none() {
            let width = if section.cols.is_none() { BAR } else { widest };
            return Self { width, height: BAR, stretch: 1.0, rows, cols };
        }
        let scale = (widest / cols).min(float(height) / rows);
        let (width, height) = (cols * scale, rows * scale);
        let (drawn_width, drawn_height) = (width.max(LEAST), height.max(LEAST));
        let stretch = (drawn_width / width) / (drawn_height / height);
        Self { width: drawn_width, height: drawn_height, stretch, rows, cols }
    }

    /// Horizontal place of a column.
    #[must_use]
    pub fn x(&self, col: u64) -> f64 {
        LEFT + float(col) / self.cols * self.width
    }

    /// Vertical place of a row.
    #[must_use]
    pub fn y(&self, row: u64) -> f64 {
        TOP + float(row) / self.rows * self.height
    }

    /// Where some rows and columns are.
    #[must_use]
    pub fn rect(&self, down: Span, right: Span) -> Rect {
        let (x, y) = (self.x(right.start), self.y(down.start));
        Rect { x, y, width: self.x(right.end()) - x, height: self.y(down.end()) - y }
    }

    /// Where a region is, as far as the section meets it.
    #[must_use]
    pub fn region(&self, region: &Region, section: &Section) -> Option<Rect> {
        let met = section.others().all(|dim| {
            let at = section.at.get(dim).copied().unwrap_or(0);
            region.spans.get(dim).is_none_or(|span| span.start <= at && at < span.end())
        });
        let one = Span { start: 0, len: 1 };
        let span = |dim: Option<usize>| dim.and_then(|dim| region.spans.get(dim)).copied().unwrap_or(one);
        met.then(|| self.rect(span(section.rows), span(section.cols)))
    }

    /// The whole picture, without axes.
    #[must_use]
    pub const fn all(&self) -> Rect {
        Rect { x: LEFT, y: TOP, width: self.width, height: self.height }
    }

    /// The row and the column under a point; none beside the picture.
    #[must_use]
    pub fn element_at(&self, x: f64, y: f64) -> Option<(u64, u64)> {
        let (right, down) = ((x - LEFT) / self.width, (y - TOP) / self.height);
        let inside = (0.0..1.0).contains(&right) && (0.0..1.0).contains(&down);
        inside.then(|| (whole(down * self.rows), whole(right * self.cols)))
    }

    /// Size of the drawing with its axes.
    #[must_use]
    pub fn outer(&self) -> (u64, u64) {
        (whole(self.width + LEFT + EDGE), whole(self.height + TOP + EDGE))
    }

    /// Whether the picture is to scale, in words.
    #[must_use]
    pub fn says(&self, lang: Lang) -> String {
        if (self.stretch - 1.0).abs() < 0.05 {
            return text::TO_SCALE.of(lang).to_owned();
        }
        let (note, times) = if self.stretch > 1.0 {
            (&text::WIDER_THAN_SCALE, self.stretch)
        } else {
            (&text::HIGHER_THAN_SCALE, 1.0 / self.stretch)
        };
        note.with(lang, &[("times", &Decimal((times * 10.0).round() / 10.0))])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(dims: &[u64], room: u64) -> (Frame, Section) {
        let section = Section::telling(dims.len(), &[]);
        (Frame::new(dims, &section, (room, 336)), section)
    }

    #[test]
    fn a_matrix_is_to_scale() {
        let (square, _) = frame(&[4096, 4096], 1200);
        assert_eq!((square.width, square.height), (336.0, 336.0));
        let (flat, _) = frame(&[1024, 4096], 1200);
        assert!((flat.width / flat.height - 4.0).abs() < 1e-9);
        assert_eq!(flat.says(Lang::En), text::TO_SCALE.of(Lang::En));
    }

    #[test]
    fn both_pictures_fit_into_a_window() {
        assert_eq!(Frame::room(948, 900), (948, 500));
        assert_eq!(Frame::room(366, 844), (366, 182));
        assert_eq!(Frame::room(1470, 100), (1470, LOWEST));
    }

    #[test]
    fn a_stripe_is_stretched_and_says_so() {
        let (stripe, _) = frame(&[32000, 16], 1200);
        assert_eq!((stripe.width, stripe.height), (96.0, 336.0));
        assert!(stripe.says(Lang::En).contains("571.4× wider"), "{}", stripe.says(Lang::En));
    }

    #[test]
    fn a_point_finds_the_element_that_is_drawn_there() {
        let (frame, _) = frame(&[100, 200], 1200);
        let rect = frame.rect(Span { start: 30, len: 1 }, Span { start: 170, len: 1 });
        assert_eq!(frame.element_at(rect.x + rect.width / 2.0, rect.y + rect.height / 2.0), Some((30, 170)));
        assert_eq!(frame.element_at(0.0, 0.0), None);
        assert_eq!(frame.element_at(1e6, TOP), None);
    }

    #[test]
    fn a_region_beside_the_section_is_nowhere() {
        let section = Section::telling(3, &[]).at(2, 5);
        let frame = Frame::new(&[4, 4, 8], &section, (800, 336));
        let region = |start| Region {
            spans: vec![Span { start: 0, len: 4 }, Span { start: 0, len: 4 }, Span { start, len: 4 }],
        };
        assert_eq!(frame.region(&region(0), &section), None);
        assert_eq!(frame.region(&region(4), &section), Some(frame.all()));
    }
}
