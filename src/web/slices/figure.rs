//! The figure that is exported: both sides with titles, axes and legends, on light or dark ground.
//! It does not depend on the window, so that the same tensor gives the same file.

use super::frame::LEFT;
use super::shapes::{DARK, Inks, LIGHT, draw_axes, draw_cells, draw_chips, draw_legend, draw_marks};
use super::svg::{Font, Svg, wrap};
use super::{Colouring, Drawn, Flow, Frame, Marks, Panel, Picture, Section, legend, says_empty, sentence};
use crate::check::{Lang, Side};
use crate::geometry::Shape;
use crate::web::number::{float, whole};
use crate::web::snapshot::{Facts, Snapshot};
use crate::web::{text, units};

/// Distances in px: around everything, between the sides, and the least width of a side.
const MARGIN: f64 = 24.0;
const GAP: f64 = 28.0;
const LEAST_COLUMN: f64 = 300.0;
/// The room for which the scale is chosen, as a window would give it.
const ROOM: (u64, u64) = (800, 336);
/// Characters of a file's name that come from the tensor.
const MAX_STEM: usize = 100;

/// What is shown.
#[derive(Clone, Copy, Debug)]
pub struct Figure<'a> {
    /// Both sides' facts.
    pub snapshot: &'a Snapshot,
    /// The tensor's name.
    pub name: &'a str,
    /// The tensor.
    pub tensor: &'a Facts,
    /// Its layout on both sides.
    pub on: &'a [Option<Drawn>; 2],
    /// The section.
    pub section: &'a Section,
    /// What the colours stand for.
    pub colouring: Colouring,
    /// A traced slice.
    pub flow: Option<&'a Flow>,
    /// Whether the ground is dark.
    pub dark: bool,
    /// The language.
    pub lang: Lang,
}

impl Figure<'_> {
    /// The SVG and its size in px; none if the tensor's shape is not known.
    #[must_use]
    pub fn svg(&self) -> Option<(String, (u64, u64))> {
        let dims = self.tensor.shape.as_ref()?.dims();
        let inks = if self.dark { &DARK } else { &LIGHT };
        let frame = Frame::new(dims, self.section, ROOM);
        let (wide, high) = frame.outer();
        let (wide, high) = (float(wide), float(high));
        let column = wide.max(LEAST_COLUMN);
        let width = 2.0 * (MARGIN + column) + GAP;
        let mut svg = Svg::default();
        let top = self.title(&mut svg, inks, width - 2.0 * MARGIN);
        let sides = [Side::Source, Side::Target].map(|side| self.says(side, column));
        let lines = sides.iter().map(Vec::len).max().unwrap_or(0);
        let picture_top = top + 16.0 + 16.0 * float(lines as u64);
        let (mut bottom, mut noted) = (picture_top, Noted { frame, ranks: false, block: 1 });
        for (index, (side, says)) in [Side::Source, Side::Target].into_iter().zip(sides).enumerate() {
            let left = MARGIN + if index == 0 { 0.0 } else { column + GAP };
            let title = if side == Side::Source { &text::SOURCE } else { &text::TARGET };
            svg.text((left, top), inks.heading(), title.of(self.lang));
            let mut y = top;
            for line in says {
                y += 16.0;
                svg.text((left, y), inks.body(), &line);
            }
            let Some((drawn, panel)) = self.panel(side, frame) else { continue };
            noted.block = noted.block.max(panel.block);
            noted.ranks |= !panel.chips.is_empty();
            svg.moved(left, picture_top, |svg| self.draw(svg, inks, side, &panel));
            let legend = legend(drawn, self.colouring, self.dark, self.lang);
            // Under the picture, beside its axis.
            let at = (left + LEFT, picture_top + high);
            bottom = bottom.max(draw_legend(&mut svg, inks, legend, at, column - LEFT));
        }
        let bottom = self.notes(&mut svg, inks, &noted, bottom, width);
        let size = (whole(width.ceil()), whole(bottom.ceil()));
        Some((svg.finish(size, inks.ground, self.name, &self.facts()), size))
    }

    /// A side's picture; none if the side has none.
    fn panel(&self, side: Side, frame: Frame) -> Option<(&Drawn, Panel)> {
        let drawn = self.side(side)?;
        let picture = Picture::new(drawn.regions.as_ref().ok()?, self.section);
        let look = (self.colouring, self.dark, self.lang);
        let panel = Panel::new(drawn, (&picture, self.section), frame, look);
        Some((drawn, panel.merged(drawn, &picture, look)))
    }

    fn side(&self, side: Side) -> Option<&Drawn> {
        let [source, target] = self.on;
        if side == Side::Source { source.as_ref() } else { target.as_ref() }
    }

    /// How a side holds the tensor, in lines.
    fn says(&self, side: Side, room: f64) -> Vec<String> {
        let says = sentence(self.tensor, side, self.side(side), self.snapshot, self.lang);
        wrap(&says, &[' '], false, 11.0, room)
    }

    /// Shape, type and size.
    fn facts(&self) -> String {
        let shape = self.tensor.shape.as_ref().map(Shape::to_string);
        let dtype = self.tensor.dtype.map(|dtype| dtype.label().to_owned());
        let bytes = self.tensor.bytes().map(units::bytes_text);
        [shape, dtype, bytes].into_iter().flatten().collect::<Vec<_>>().join(" · ")
    }

    /// Name, facts and section; gives the baseline of what follows.
    fn title(&self, svg: &mut Svg, inks: &Inks, room: f64) -> f64 {
        let mut y = MARGIN + 10.0;
        for line in wrap(self.name, &['.', '/'], true, 13.0, room) {
            svg.text((MARGIN, y), inks.title(), &line);
            y += 18.0;
        }
        svg.text((MARGIN, y), inks.body(), &self.facts());
        let cut_open: Vec<String> = self
            .section
            .others()
            .filter_map(|dim| Some((dim, *self.section.at.get(dim)?)))
            .map(|(dim, at)| text::CUT_OPEN.with(self.lang, &[("dim", &dim), ("at", &at)]))
            .collect();
        if !cut_open.is_empty() {
            y += 16.0;
            svg.text((MARGIN, y), inks.body(), &cut_open.join(text::PARTS_JOIN.of(self.lang)));
        }
        y + 30.0
    }

    /// Regions, ranks, marks and axes of one side.
    fn draw(&self, svg: &mut Svg, inks: &Inks, side: Side, panel: &Panel) {
        draw_cells(svg, panel);
        let marks = self.flow.zip(self.side(Side::Source)).map(|(flow, source)| {
            let look = (self.colouring, self.dark);
            Marks::new(flow, side, source, (&panel.frame, self.section), look)
        });
        svg.rect(panel.frame.all(), &[("fill", &"none"), ("stroke", &inks.line)]);
        if let Some(marks) = &marks {
            draw_marks(svg, inks, panel, marks);
        }
        draw_chips(svg, inks, panel);
        draw_axes(svg, inks, panel);
    }

    /// Scale, ranks and trace in words; gives the figure's height.
    fn notes(&self, svg: &mut Svg, inks: &Inks, noted: &Noted, top: f64, width: f64) -> f64 {
        let mut says = vec![noted.frame.says(self.lang)];
        if noted.ranks {
            says.push(text::NUMBERS_ARE_RANKS.of(self.lang).to_owned());
        }
        if self.colouring == Colouring::Slice {
            says.push(text::COLOURS_ARE_PLACES.of(self.lang).to_owned());
        }
        if noted.block > 1 {
            says.push(text::MERGED.with(self.lang, &[("block", &noted.block)]));
        }
        for (side, drawn) in [&text::SOURCE, &text::TARGET].into_iter().zip(self.on) {
            let empty = drawn.as_ref().and_then(|drawn| says_empty(drawn, &drawn.empty(), self.lang));
            says.extend(empty.map(|empty| format!("{}: {empty}", side.of(self.lang))));
        }
        if let Some(flow) = self.flow {
            let traced = if flow.side == Side::Target { &text::TRACED_TARGET } else { &text::TRACED_SOURCE };
            let (count, list) = (flow.count, units::ranges(&flow.others(), 8));
            says.push(traced.with(self.lang, &[("shard", &flow.shard), ("n", &count), ("list", &list)]));
        }
        let says: Vec<&str> = says.iter().map(String::as_str).collect();
        let says = text::sentences(&says, self.lang);
        let font = Font { ink: inks.third, size: 10.0, ..inks.body() };
        let mut y = top + 14.0;
        for line in wrap(&says, &[' '], false, 10.0, width - 2.0 * MARGIN) {
            svg.text((MARGIN, y), font, &line);
            y += 14.0;
        }
        y - 14.0 + MARGIN
    }
}

/// What the notes under the pictures are about.
struct Noted {
    frame: Frame,
    /// Whether any rank is drawn.
    ranks: bool,
    /// How many regions one shape stands for, at most.
    block: u64,
}

/// A file's name without its ending, from a tensor's name, which may be anything.
#[must_use]
pub fn file_stem(name: &str) -> String {
    let safe = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_') { c } else { '_' };
    let stem: String = name.chars().map(safe).collect();
    // The end of a name says more than its beginning, and is ASCII here.
    let end = stem.get(stem.len().saturating_sub(MAX_STEM)..).unwrap_or_default();
    let end = end.trim_start_matches('.');
    if end.is_empty() { "tensor".to_owned() } else { end.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::super::drawn::tests::drawn;
    use super::*;
    use crate::geometry::DType;
    use crate::layout::SplitRule::{self, Balanced, CeilChunk, Exact};
    use crate::web::snapshot::{Differences, Held};

    fn side(sizes: &[u64], axes: &[Vec<usize>], rule: SplitRule, dims: &[u64]) -> Option<Drawn> {
        Some(drawn(sizes, axes, rule, dims))
    }

    /// Writes a figure and reads it with a library; gives its text and the tree's root attributes.
    fn written(name: &str, dims: &[u64], on: &[Option<Drawn>; 2], look: (Colouring, bool, Lang)) -> String {
        let tensor = Facts {
            dtype: Some(DType::F16),
            shape: Some(Shape::new(dims.to_vec()).unwrap()),
            source: Held::Absent,
            target: Held::Absent,
            compared: Differences::default(),
            becomes: None,
        };
        let layouts: Vec<_> = on.iter().flatten().map(|drawn| &*drawn.layout).collect();
        let section = Section::telling(dims.len(), &layouts);
        let flow = Flow::new(Side::Target, 0, on);
        let (colouring, dark, lang) = look;
        let snapshot = Snapshot::default();
        let figure = Figure {
            snapshot: &snapshot,
            name,
            tensor: &tensor,
            on,
            section: &section,
            colouring,
            flow: flow.as_ref(),
            dark,
            lang,
        };
        let (svg, (width, height)) = figure.svg().unwrap();
        let tree = roxmltree::Document::parse(&svg).unwrap();
        let root = tree.root_element();
        assert_eq!(root.attribute("width"), Some(width.to_string().as_str()));
        assert_eq!(root.attribute("height"), Some(height.to_string().as_str()));
        // XML has no control characters.
        let name = name.replace(|c: char| c < ' ', "\u{fffd}");
        let title = root.descendants().find(|node| node.has_tag_name("title")).unwrap();
        assert_eq!(title.text(), Some(name.as_str()));
        inside(&tree, width, height);
        assert!(!svg.contains("href") && !svg.contains("url("), "nothing outside the file");
        svg
    }

    /// Every rectangle is inside the drawing.
    fn inside(tree: &roxmltree::Document, width: u64, height: u64) {
        let number = |node: &roxmltree::Node, name: &str| -> f64 {
            node.attribute(name).map_or(0.0, |value| value.parse().unwrap())
        };
        for node in tree.descendants().filter(|node| node.has_tag_name("rect")) {
            let moved = node.ancestors().find_map(|above| above.attribute("transform"));
            let moved =
                moved.and_then(|moved| moved.strip_prefix("translate(")?.strip_suffix(')')?.split_once(' '));
            let (dx, dy) = moved.map_or((0.0, 0.0), |(x, y)| (x.parse().unwrap(), y.parse().unwrap()));
            let (x, y) = (number(&node, "x") + dx, number(&node, "y") + dy);
            let (right, below) = (x + number(&node, "width"), y + number(&node, "height"));
            assert!(x >= 0.0 && y >= 0.0, "{x} {y}");
            assert!(
                right <= width as f64 && below <= height as f64,
                "{right} of {width}, {below} of {height}"
            );
        }
    }

    const USUAL: (Colouring, bool, Lang) = (Colouring::Slice, false, Lang::En);

    #[test]
    fn any_tensor_gives_a_well_formed_figure() {
        let cases: [(&[u64], [Option<Drawn>; 2]); 6] = [
            (
                &[64, 64],
                [
                    side(&[4], &[vec![0], vec![]], Exact, &[64, 64]),
                    side(&[2, 2], &[vec![], vec![1]], Exact, &[64, 64]),
                ],
            ),
            (
                &[5, 7],
                [
                    side(&[4], &[vec![0], vec![]], CeilChunk, &[5, 7]),
                    side(&[3], &[vec![], vec![0]], Balanced, &[5, 7]),
                ],
            ),
            (
                &[2, 3, 4, 5, 6],
                [
                    side(&[2, 3], &[vec![0], vec![1], vec![], vec![], vec![]], Exact, &[2, 3, 4, 5, 6]),
                    side(&[2], &[vec![], vec![], vec![0], vec![], vec![]], Exact, &[2, 3, 4, 5, 6]),
                ],
            ),
            (&[16], [side(&[4], &[vec![0]], Exact, &[16]), None]),
            (&[], [side(&[1], &[], Exact, &[]), side(&[1], &[], Exact, &[])]),
            (
                &[4096, 4096],
                [
                    side(&[64, 64], &[vec![0], vec![1]], Exact, &[4096, 4096]),
                    side(&[16384], &[vec![], vec![]], Exact, &[4096, 4096]),
                ],
            ),
        ];
        for (dims, on) in &cases {
            for colouring in Colouring::ALL {
                for (dark, lang) in [(false, Lang::En), (true, Lang::Zh)] {
                    written("model.layers.0.wq", dims, on, (colouring, dark, lang));
                }
            }
        }
    }

    #[test]
    fn a_hostile_name_is_only_a_name() {
        let on = [side(&[2], &[vec![0]], Exact, &[8]), None];
        let svg = written("</text><script>alert('1')</script>&\"", &[8], &on, USUAL);
        let tree = roxmltree::Document::parse(&svg).unwrap();
        assert!(!tree.descendants().any(|node| node.has_tag_name("script")));
        written("bell\u{7}\u{1b}[31m\u{202e}", &[8], &on, USUAL);
        written(&"very.long.name.".repeat(40), &[8], &on, USUAL);
    }

    #[test]
    fn the_same_tensor_gives_the_same_file() {
        let on = [
            side(&[2, 2], &[vec![1], vec![]], Exact, &[8, 8]),
            side(&[2], &[vec![], vec![0]], Exact, &[8, 8]),
        ];
        assert_eq!(written("w", &[8, 8], &on, USUAL), written("w", &[8, 8], &on, USUAL));
    }

    #[test]
    fn thousands_of_regions_stay_a_small_file() {
        let on = [side(&[128, 128], &[vec![0], vec![1]], Exact, &[8192, 8192]), None];
        let svg = written("w", &[8192, 8192], &on, (Colouring::Rank, false, Lang::En));
        assert!(svg.len() < 1 << 20, "{} bytes", svg.len());
    }

    #[test]
    fn file_names_are_safe_everywhere() {
        assert_eq!(file_stem("model.layers.0.attention.wq.weight"), "model.layers.0.attention.wq.weight");
        assert_eq!(file_stem("../../etc/passwd"), "_.._etc_passwd");
        assert_eq!(file_stem("a b\u{202e}/c:d"), "a_b__c_d");
        assert_eq!(file_stem(""), "tensor");
        assert_eq!(file_stem(&"x".repeat(500)).len(), 100);
    }
}
