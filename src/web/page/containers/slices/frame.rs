//! The scale of the pictures: one for both sides.

use crate::check::Lang;
use crate::web::number::{float, whole};
use crate::web::picture::Section;
use crate::web::text;

/// Room for the axes, in px.
pub(super) const LEFT: f64 = 46.0;
pub(super) const TOP: f64 = 22.0;
/// Room for the last labels, and the least a side of the picture may measure.
const EDGE: f64 = 14.0;
const LEAST: f64 = 96.0;
const LARGEST: f64 = 336.0;
/// Height of a vector: it has no length downwards.
const BAR: f64 = 72.0;
/// From this width of the view on, the pictures stand side by side.
const BESIDE: u64 = 640;

/// How elements become pixels.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Frame {
    /// Size of the whole tensor's picture in px, without axes.
    pub width: f64,
    pub height: f64,
    /// How much wider than to scale it is drawn; below 1 if it is drawn higher.
    stretch: f64,
    /// Elements downwards and to the right.
    rows: f64,
    cols: f64,
}

impl Frame {
    /// Fits a tensor into half of the room (or all of a narrow one).
    pub(super) fn new(dims: &[u64], section: &Section, room: u64) -> Self {
        let len =
            |dim: Option<usize>| dim.and_then(|dim| dims.get(dim)).map_or(1.0, |&len| float(len.max(1)));
        let (rows, cols) = (len(section.rows), len(section.cols));
        let room = if room >= BESIDE { float(room) / 2.0 - 16.0 } else { float(room) };
        let widest = (room - LEFT - EDGE).clamp(LEAST, 560.0);
        if section.rows.is_none() {
            let width = if section.cols.is_none() { BAR } else { widest };
            return Self { width, height: BAR, stretch: 1.0, rows, cols };
        }
        let scale = (widest / cols).min(LARGEST / rows);
        let (width, height) = (cols * scale, rows * scale);
        let (drawn_width, drawn_height) = (width.max(LEAST), height.max(LEAST));
        let stretch = (drawn_width / width) / (drawn_height / height);
        Self { width: drawn_width, height: drawn_height, stretch, rows, cols }
    }

    /// Horizontal place of a column.
    pub(super) fn x(&self, col: u64) -> f64 {
        LEFT + float(col) / self.cols * self.width
    }

    /// Vertical place of a row.
    pub(super) fn y(&self, row: u64) -> f64 {
        TOP + float(row) / self.rows * self.height
    }

    /// Size of the drawing with its axes.
    pub(super) fn outer(&self) -> (u64, u64) {
        (whole(self.width + LEFT + EDGE), whole(self.height + TOP + EDGE))
    }

    /// Whether the picture is to scale, in words.
    pub(super) fn says(&self, lang: Lang) -> String {
        if (self.stretch - 1.0).abs() < 0.05 {
            return text::TO_SCALE.of(lang).to_owned();
        }
        let (note, times) = if self.stretch > 1.0 {
            (&text::WIDER_THAN_SCALE, self.stretch)
        } else {
            (&text::HIGHER_THAN_SCALE, 1.0 / self.stretch)
        };
        note.with(lang, &[("times", &format!("{times:.1}"))])
    }
}
