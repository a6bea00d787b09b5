//! The picture: pixels by the raster, then lines, labels and marks.

use std::rc::Rc;

use wasm_bindgen::{Clamped, JsCast};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, ImageData};

use super::{GridLabels, LEFT, TOP, Unit};
use crate::web::number::{float, whole};
use crate::web::page::utils::dom;
use crate::web::ramp::{self, Palette};
use crate::web::raster::{self, Cells};
use crate::web::viewport::{Axis, Room, View, boundaries, cells, labelled};

/// Cells of at least this size have their value written into them, if it fits.
const WRITTEN: (u64, u64) = (44, 18);
/// Width of a character in tenths of a px, and what stays free beside a value.
const CHAR_TENTHS: u64 = 67;
const FREE: u64 = 6;

/// Largest corner of a flagged cell.
const CORNER: f64 = 12.0;

/// All that the picture depends on.
#[derive(Clone, PartialEq)]
pub(crate) struct Drawing {
    pub(crate) cells: Rc<Cells>,
    pub(crate) labels: GridLabels,
    pub(crate) view: View,
    pub(crate) room: Room,
    pub(crate) dark: bool,
    /// The picked and the hovered cell.
    pub(crate) marked: [Option<Unit>; 2],
    /// First row of each frame, and the row after it.
    pub(crate) outlined: Rc<Vec<(u64, u64)>>,
}

impl Drawing {
    /// Draws everything anew.
    pub(crate) fn draw(&self, canvas: &HtmlCanvasElement) {
        let Room { width, height, .. } = self.room;
        if width == 0 || height == 0 {
            return;
        }
        let ratio = dom::pixel_ratio();
        let Some(context) = self.prepare(canvas, ratio) else { return };
        self.put_pixels(&context, ratio);
        let _ = context.scale(ratio, ratio);
        let ink = Ink::new(canvas);
        self.separate(&context, &ink);
        self.label_rows(&context, &ink);
        self.label_cols(&context, &ink);
        self.write_values(&context, &ink);
        self.outline(&context, &ink);
        self.mark(&context, &ink);
        self.flag(&context, &ink);
    }

    /// Gives the canvas its size and an empty sheet.
    fn prepare(&self, canvas: &HtmlCanvasElement, ratio: f64) -> Option<CanvasRenderingContext2d> {
        let (all_width, all_height) = (LEFT + self.room.width + 1, TOP + self.room.height + 1);
        let (w, h) = (scaled(all_width, ratio), scaled(all_height, ratio));
        let (w, h) = (u32::try_from(w).ok()?, u32::try_from(h).ok()?);
        let context = canvas.get_context("2d").ok()??.dyn_into::<CanvasRenderingContext2d>().ok()?;
        if (canvas.width(), canvas.height()) == (w, h) {
            let _ = context.reset_transform();
            context.clear_rect(0.0, 0.0, f64::from(w), f64::from(h));
        } else {
            canvas.set_width(w);
            canvas.set_height(h);
            dom::set_style(canvas, "width", &format!("{all_width}px"));
            dom::set_style(canvas, "height", &format!("{all_height}px"));
        }
        Some(context)
    }

    fn put_pixels(&self, context: &CanvasRenderingContext2d, ratio: f64) {
        let empty = if self.dark { [30, 35, 41] } else { [236, 239, 242] };
        let (w, h) = (scaled(self.room.width, ratio), scaled(self.room.height, ratio));
        let axes = (self.view.down, self.view.across);
        let palette = Palette::new(self.dark, empty);
        let pixels = raster::paint(&self.cells, axes, (w, h), scaled(1, ratio), &palette);
        let size = u32::try_from(w).ok().zip(u32::try_from(h).ok());
        let image =
            size.and_then(|(w, h)| ImageData::new_with_u8_clamped_array_and_sh(Clamped(&pixels), w, h).ok());
        if let Some(image) = image {
            // Fails only for a canvas without memory; the table below says the same.
            let _ = context.put_image_data(&image, float(scaled(LEFT, ratio)), float(scaled(TOP, ratio)));
        }
    }

    /// Left, top, width and height of the cell around a unit, as far as it is shown.
    fn rect(&self, (row, col): Unit) -> Option<[f64; 4]> {
        let (row, col) = self.cells.first_of((row, col));
        let (down, across) = self.cells.span();
        let Room { width, height, .. } = self.room;
        let along = |axis: Axis, pixels: u64, unit: u64, span: u64| {
            let (start, end) = (axis.edge(pixels, unit), axis.edge(pixels, unit + span));
            let visible = axis.visible();
            (unit < visible.end && unit + span > visible.start).then_some((start, end - start))
        };
        let (left, broad) = along(self.view.across, width, col, across)?;
        let (top, tall) = along(self.view.down, height, row, down)?;
        Some([float(LEFT + left), float(TOP + top), float(broad), float(tall)])
    }

    /// Lines between groups, where they are wide enough apart.
    fn separate(&self, context: &CanvasRenderingContext2d, ink: &Ink) {
        let Room { width, height, .. } = self.room;
        let (rows, cols) = self.labels.groups;
        context.set_fill_style_str(&ink.ground);
        for at in boundaries(self.view.down, height, rows) {
            context.fill_rect(float(LEFT), float(TOP + at) - 1.0, float(width), 2.0);
        }
        for at in boundaries(self.view.across, width, cols) {
            context.fill_rect(float(LEFT + at) - 1.0, float(TOP), 2.0, float(height));
        }
    }

    fn label_rows(&self, context: &CanvasRenderingContext2d, ink: &Ink) {
        context.set_font(&format!("11px {}", ink.font));
        context.set_text_baseline("middle");
        context.set_fill_style_str(&ink.quiet);
        context.set_text_align("right");
        let (axis, height) = (self.view.down, self.room.height);
        for row in labelled(axis, height, (self.cells.span().0, self.labels.groups.0), 16) {
            let middle =
                TOP + u64::midpoint(axis.edge(height, row), axis.edge(height, row + self.cells.span().0));
            let _ = context.fill_text(&self.labels.row.emit(row), float(LEFT) - 6.0, float(middle));
        }
    }

    fn label_cols(&self, context: &CanvasRenderingContext2d, ink: &Ink) {
        context.set_fill_style_str(&ink.quiet);
        context.set_text_align("center");
        let (axis, width) = (self.view.across, self.room.width);
        for col in labelled(axis, width, (self.cells.span().1, self.labels.groups.1), 34) {
            let middle =
                LEFT + u64::midpoint(axis.edge(width, col), axis.edge(width, col + self.cells.span().1));
            let label = self.labels.col.emit(col);
            // The last one ends where the canvas does.
            let middle = middle.min(LEFT + width - (label.len() as u64 * 7).div_ceil(2).min(width));
            let _ = context.fill_text(&label, float(middle), float(TOP) / 2.0);
        }
    }

    /// The values, in cells that have room for them.
    fn write_values(&self, context: &CanvasRenderingContext2d, ink: &Ink) {
        let (down, across) = self.cells.span();
        let wide = self.view.across.size_of(self.room.width, across);
        let high = self.view.down.size_of(self.room.height, down);
        if wide < WRITTEN.0 || high < WRITTEN.1 {
            return;
        }
        let cols = cells(self.view.across, across);
        let units = cells(self.view.down, down).flat_map(|row| cols.clone().map(move |col| (row, col)));
        let shown = units.filter_map(|unit| {
            let value = self.cells.value(unit);
            let rect = self.rect(unit).filter(|_| value > 0 || self.labels.hatched)?;
            Some((value, rect, self.labels.cell.emit(unit)))
        });
        let shown: Vec<(u64, [f64; 4], String)> = shown.collect();
        let longest = shown.iter().map(|(.., says)| says.chars().count() as u64).max().unwrap_or(0);
        let written = longest * CHAR_TENTHS / 10 + FREE <= wide;
        for (value, rect, says) in shown {
            let [left, top, broad, tall] = rect;
            if value == 0 {
                hatch(context, ink, rect);
                context.set_fill_style_str(&ink.ink);
            } else {
                let (least, most) = (self.cells.least(), self.cells.most());
                let colour = ramp::colour(value.saturating_sub(least), most.saturating_sub(least), self.dark);
                let dark_text = ramp::wants_dark_text(colour);
                context.set_fill_style_str(if dark_text { "#000000" } else { "#ffffff" });
            }
            if written {
                let _ = context.fill_text(&says, left + broad / 2.0, top + tall / 2.0);
            }
        }
    }

    /// Frames around the outlined rows.
    fn outline(&self, context: &CanvasRenderingContext2d, ink: &Ink) {
        let Room { width, height, .. } = self.room;
        for &(first, end) in &*self.outlined {
            let (top, bottom) = (self.view.down.edge(height, first), self.view.down.edge(height, end));
            if bottom <= top {
                continue;
            }
            for (colour, line) in [(&ink.ground, 4.0), (&ink.accent, 2.0)] {
                context.set_stroke_style_str(colour);
                context.set_line_width(line);
                context.stroke_rect(float(LEFT), float(TOP + top), float(width - 1), float(bottom - top - 1));
            }
        }
    }

    /// A corner of every flagged cell.
    fn flag(&self, context: &CanvasRenderingContext2d, ink: &Ink) {
        for [left, top, broad, tall] in self.labels.flagged.iter().filter_map(|&unit| self.rect(unit)) {
            let size = broad.min(tall).min(CORNER);
            let right = left + broad;
            context.begin_path();
            context.move_to(right, top);
            context.line_to(right - size, top);
            context.line_to(right, top + size);
            context.set_fill_style_str(&ink.error);
            context.fill();
            context.set_stroke_style_str(&ink.ground);
            context.set_line_width(1.0);
            context.stroke();
        }
    }

    /// Outlines of the picked and the hovered cell, on a ground that parts them from any colour.
    fn mark(&self, context: &CanvasRenderingContext2d, ink: &Ink) {
        for (unit, colour) in self.marked.iter().zip([&ink.accent, &ink.ink]) {
            let Some([left, top, broad, tall]) = unit.and_then(|unit| self.rect(unit)) else { continue };
            for (colour, width) in [(&ink.ground, 6.0), (colour, 2.0)] {
                context.set_stroke_style_str(colour);
                context.set_line_width(width);
                context.stroke_rect(left, top, (broad - 1.0).max(3.0), (tall - 1.0).max(3.0));
            }
        }
    }
}

/// Slanted lines in a cell.
fn hatch(context: &CanvasRenderingContext2d, ink: &Ink, [left, top, broad, tall]: [f64; 4]) {
    context.save();
    context.begin_path();
    context.rect(left, top, broad, tall);
    context.clip();
    context.set_stroke_style_str(&ink.quiet);
    context.set_line_width(0.5);
    context.begin_path();
    let mut at = left - tall;
    while at < left + broad {
        context.move_to(at, top + tall);
        context.line_to(at + tall, top);
        at += 7.0;
    }
    context.stroke();
    context.restore();
}

/// The colours and the font of the style sheet.
struct Ink {
    font: String,
    quiet: String,
    ink: String,
    accent: String,
    ground: String,
    error: String,
}

impl Ink {
    fn new(canvas: &HtmlCanvasElement) -> Self {
        let names = ["--mono", "--ink-3", "--ink", "--accent", "--bg", "--error"];
        let [font, quiet, ink, accent, ground, error] = dom::style_values(canvas, names);
        Self { font, quiet, ink, accent, ground, error }
    }
}

fn scaled(css: u64, ratio: f64) -> u64 {
    whole((float(css) * ratio).round())
}
