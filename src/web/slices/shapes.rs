//! The parts of the exported figure as SVG: regions, ranks, marks, axes and legends.

use std::collections::BTreeMap;
use std::fmt::Display;

use super::svg::{Anchor, Font, Svg, width_of};
use super::{Legend, Marks, Panel, Rect, Rgb, SHARE};
use crate::web::number::Decimal;

/// The colours of everything but regions.
pub(super) struct Inks {
    pub(super) ground: Rgb,
    pub(super) ink: Rgb,
    pub(super) second: Rgb,
    pub(super) third: Rgb,
    pub(super) line: Rgb,
}

pub(super) const LIGHT: Inks = Inks {
    ground: Rgb([255, 255, 255]),
    ink: Rgb([21, 25, 30]),
    second: Rgb([67, 76, 86]),
    third: Rgb([98, 108, 119]),
    line: Rgb([182, 190, 199]),
};

pub(super) const DARK: Inks = Inks {
    ground: Rgb([21, 25, 30]),
    ink: Rgb([232, 236, 240]),
    second: Rgb([183, 192, 202]),
    third: Rgb([143, 154, 166]),
    line: Rgb([70, 80, 91]),
};

impl Inks {
    const fn font(&self, mono: bool, size: f64, ink: Rgb) -> Font {
        Font { mono, size, ink, bold: false, anchor: Anchor::Start }
    }

    pub(super) const fn title(&self) -> Font {
        Font { bold: true, ..self.font(true, 13.0, self.ink) }
    }

    pub(super) const fn heading(&self) -> Font {
        Font { bold: true, ..self.font(false, 12.0, self.ink) }
    }

    pub(super) const fn body(&self) -> Font {
        self.font(false, 11.0, self.second)
    }

    const fn tick(&self, anchor: Anchor) -> Font {
        Font { anchor, ..self.font(true, 10.0, self.third) }
    }
}

pub(super) fn draw_cells(svg: &mut Svg, panel: &Panel) {
    if panel.outlined {
        for cell in &panel.cells {
            svg.rect(cell.rect, &[("fill", &cell.tone.fill), ("stroke", &cell.tone.edge)]);
        }
        return;
    }
    // One path per colour: thousands of rectangles in a tenth of the bytes.
    let mut paths: BTreeMap<[u8; 3], String> = BTreeMap::new();
    for cell in &panel.cells {
        let Rect { x, y, width, height } = cell.rect;
        // By edges: neighbours round theirs alike, so that no seam is between them.
        let (left, top, right, end) = (Decimal(x), Decimal(y), Decimal(x + width), Decimal(y + height));
        let path = paths.entry(cell.tone.fill.0).or_default();
        path.push_str(&format!("M{left} {top}H{right}V{end}H{left}z"));
    }
    for (fill, path) in paths {
        svg.element("path", &[("fill", &Rgb(fill)), ("shape-rendering", &"crispEdges"), ("d", &path)]);
    }
}

pub(super) fn draw_chips(svg: &mut Svg, inks: &Inks, panel: &Panel) {
    for chip in &panel.chips {
        let middle = (chip.rect.x + chip.rect.width / 2.0, chip.rect.y + chip.rect.height / 2.0 + 3.8);
        let font = Font { anchor: Anchor::Middle, ..inks.font(true, 11.0, chip.ink.unwrap_or(inks.second)) };
        match chip.fill {
            Some(fill) => svg.rect(chip.rect, &[("rx", &"2"), ("fill", &fill)]),
            None => svg.rect(chip.rect, &[("rx", &"2"), ("fill", &"none"), ("stroke", &inks.second)]),
        }
        svg.text(middle, font, &chip.label);
    }
}

pub(super) fn draw_marks(svg: &mut Svg, inks: &Inks, panel: &Panel, marks: &Marks) {
    for (veil, opacity) in [(marks.veil(panel.frame.all()), "0.72"), (marks.thin_veil(), "0.4")] {
        if !veil.is_empty() {
            let fill: [(&str, &dyn Display); 3] =
                [("fill", &inks.ground), ("fill-opacity", &opacity), ("fill-rule", &"evenodd")];
            svg.element("path", &[&[("d", &veil as &dyn Display)], &fill[..]].concat());
        }
    }
    for (rect, tone) in &marks.shares {
        let rect = rect.inset(SHARE);
        svg.rect(rect, &[("fill", &"none"), ("stroke", &tone.edge), ("stroke-width", &"3")]);
    }
    if let Some(active) = marks.active {
        svg.rect(active, &[("fill", &"none"), ("stroke", &inks.ink), ("stroke-width", &"2")]);
    }
}

pub(super) fn draw_axes(svg: &mut Svg, inks: &Inks, panel: &Panel) {
    let all = panel.frame.all();
    let label = Font { anchor: Anchor::Middle, ..inks.body() };
    let mark = |svg: &mut Svg, x: f64, y: f64, width: f64, height: f64| {
        svg.rect(Rect { x, y, width, height }, &[("fill", &inks.line)]);
    };
    for tick in &panel.right.ticks {
        mark(svg, tick.at - 0.5, all.y - 4.0, 1.0, 4.0);
        svg.text((tick.at, all.y - 7.0), inks.tick(Anchor::Middle), &tick.value.to_string());
    }
    for tick in &panel.down.ticks {
        mark(svg, all.x - 4.0, tick.at - 0.5, 4.0, 1.0);
        svg.text((all.x - 7.0, tick.at + 3.5), inks.tick(Anchor::End), &tick.value.to_string());
    }
    if !panel.right.label.is_empty() {
        svg.text((all.x + all.width / 2.0, all.y - 22.0), label, &panel.right.label);
    }
    if !panel.down.label.is_empty() {
        svg.turned_text((11.0, all.y + all.height / 2.0), label, -90, &panel.down.label);
    }
}

/// Draws what the colours mean; gives the end of it.
pub(super) fn draw_legend(
    svg: &mut Svg,
    inks: &Inks,
    legend: Legend,
    (left, top): (f64, f64),
    room: f64,
) -> f64 {
    let font = inks.font(false, 10.5, inks.second);
    let (mut x, mut y) = (left, top);
    match legend {
        Legend::Entries(entries) => {
            for (tone, label) in entries {
                let wide = 15.0 + width_of(&label, false, font.size) + 14.0;
                if x > left && x + wide > left + room {
                    (x, y) = (left, y + 16.0);
                }
                let swatch = Rect { x: x + 0.5, y: y + 0.5, width: 9.0, height: 9.0 };
                svg.rect(swatch, &[("fill", &tone.fill), ("stroke", &tone.edge)]);
                svg.text((x + 15.0, y + 9.0), font, &label);
                x += wide;
            }
        }
        Legend::Scale { steps, first, last } => {
            svg.text((x, y + 9.0), font, &first);
            x += width_of(&first, false, font.size) + 8.0;
            for step in steps {
                svg.rect(Rect { x, y, width: 5.5, height: 10.0 }, &[("fill", &step)]);
                x += 5.0;
            }
            svg.text((x + 8.0, y + 9.0), font, &last);
        }
    }
    y + 18.0
}
