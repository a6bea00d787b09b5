//! Bar charts as SVG, the same on the page and in a file: every colour stands in the picture.

use std::fmt::Write;

use super::slices::{Tone, category};

/// Heights and widths in px.
const HEIGHT: u64 = 168;
const LEFT: u64 = 72;
const TOP: u64 = 26;
const BOTTOM: u64 = 22;
/// Bars are at most so wide, and labels at least so far apart.
const WIDEST: u64 = 48;
const LABEL_ROOM: u64 = 30;

/// One bar: parts on top of each other, and the range that single values lie in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bar {
    /// Under it.
    pub label: String,
    /// From below.
    pub parts: Vec<u64>,
    /// Smallest and largest value of what the bar stands for.
    pub range: Option<(u64, u64)>,
    /// All of it in words.
    pub says: String,
}

/// A bar chart.
pub struct Chart<'a> {
    /// What it shows, for screen readers and in a file.
    pub title: &'a str,
    /// Names of the parts, from below; none for a single part.
    pub parts: &'a [&'a str],
    /// The bars.
    pub bars: &'a [Bar],
    /// The value at the upper edge.
    pub most: u64,
    /// A value that a dashed line is drawn at.
    pub mean: Option<u64>,
    /// Whether steps of the scale are powers of two.
    pub bytes: bool,
    /// How values are written.
    pub text: &'a dyn Fn(u64) -> String,
    /// Width in px.
    pub width: u64,
    /// Colours for dark ground.
    pub dark: bool,
}

impl Chart<'_> {
    /// The picture. Without a ground of its own, unless it is to stand alone.
    #[must_use]
    pub fn svg(&self, alone: bool) -> String {
        let (width, height) = (self.width.max(LEFT + WIDEST), TOP + HEIGHT + BOTTOM);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\" font-family=\"ui-monospace, Menlo, Consolas, monospace\" \
             font-size=\"11\"><title>{}</title>",
            escaped(self.title)
        );
        if alone {
            let ground = if self.dark { "#15191e" } else { "#ffffff" };
            let _ = write!(svg, "<rect width=\"{width}\" height=\"{height}\" fill=\"{ground}\"/>");
        }
        self.legend(&mut svg);
        self.scale(&mut svg, width);
        let room = (width - LEFT) / (self.bars.len() as u64).max(1);
        let every = LABEL_ROOM.div_ceil(room.max(1)).next_power_of_two();
        for (bar, index) in self.bars.iter().zip(0u64..) {
            let left = LEFT + (width - LEFT) * index / (self.bars.len() as u64).max(1);
            self.bar(&mut svg, bar, left, room, index.is_multiple_of(every));
        }
        if let Some(mean) = self.mean {
            let _ = write!(
                svg,
                "<path d=\"M{LEFT} {}.5H{width}\" stroke=\"{}\" stroke-dasharray=\"4 3\"/>",
                self.y(mean),
                self.quiet()
            );
        }
        svg.push_str("</svg>");
        svg
    }

    const fn quiet(&self) -> &'static str {
        if self.dark { "#8f9aa6" } else { "#626c77" }
    }

    const fn line(&self) -> &'static str {
        if self.dark { "#2a3139" } else { "#dce0e5" }
    }

    /// The colours of a part: those of as many slices, for parts have no order.
    fn paint(&self, part: usize) -> String {
        let Tone { fill, edge } = category(part as u64, self.parts.len() as u64, self.dark);
        format!("fill=\"{fill}\" stroke=\"{edge}\"")
    }

    fn legend(&self, svg: &mut String) {
        let mut left = LEFT;
        for (part, name) in self.parts.iter().enumerate() {
            let _ = write!(
                svg,
                "<rect x=\"{left}\" y=\"4\" width=\"10\" height=\"10\" {}/>\
                 <text x=\"{}\" y=\"13\" fill=\"{}\">{}</text>",
                self.paint(part),
                left + 15,
                self.quiet(),
                escaped(name)
            );
            // Chinese characters are as wide as two Latin ones.
            let chars: u64 = name.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
            left += 33 + chars * 7;
        }
    }

    fn scale(&self, svg: &mut String, width: u64) {
        let step = step(self.most, self.bytes);
        for value in (0..=4u64).map(|at| at.saturating_mul(step)).take_while(|&value| value <= self.most) {
            let y = self.y(value);
            let _ = write!(
                svg,
                "<path d=\"M{LEFT} {y}.5H{width}\" stroke=\"{}\"/><text x=\"{}\" y=\"{}\" text-anchor=\"end\" fill=\"{}\">{}</text>",
                self.line(),
                LEFT - 8,
                y + 4,
                self.quiet(),
                escaped(&(self.text)(value))
            );
        }
    }

    fn bar(&self, svg: &mut String, bar: &Bar, left: u64, room: u64, labelled: bool) {
        let wide = (room * 7 / 10).clamp(1, WIDEST);
        let x = left + (room.saturating_sub(wide)) / 2;
        let _ = write!(svg, "<g data-bar=\"{}\"><title>{}</title>", escaped(&bar.label), escaped(&bar.says));
        let mut below = 0u64;
        for (part, &value) in bar.parts.iter().enumerate() {
            let top = below.saturating_add(value);
            let (from, to) = (self.y(below), self.y(top));
            let _ = write!(
                svg,
                "<rect x=\"{x}\" y=\"{to}\" width=\"{wide}\" height=\"{}\" {}/>",
                from - to,
                self.paint(part)
            );
            below = top;
        }
        let ink = if self.dark { "#e8ecf0" } else { "#15191e" };
        if let Some((least, most)) = bar.range.filter(|(least, most)| least < most) {
            let (middle, arm) = (x + wide / 2, (wide / 4).clamp(1, 6));
            let (low, high) = (self.y(least), self.y(most));
            let (from, to) = (middle - arm, middle + arm);
            let _ = write!(
                svg,
                "<path d=\"M{middle} {low}V{high}M{from} {low}H{to}M{from} {high}H{to}\" stroke=\"{ink}\" fill=\"none\"/>"
            );
        }
        if labelled {
            let _ = write!(
                svg,
                "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" fill=\"{}\">{}</text>",
                x + wide / 2,
                TOP + HEIGHT + 15,
                self.quiet(),
                escaped(&bar.label)
            );
        }
        svg.push_str("</g>");
    }

    fn y(&self, value: u64) -> u64 {
        let part = u128::from(value.min(self.most)) * u128::from(HEIGHT) / u128::from(self.most.max(1));
        TOP + HEIGHT - u64::try_from(part).unwrap_or(HEIGHT)
    }
}

/// A round step of which at most four fit below `most`.
fn step(most: u64, binary: bool) -> u64 {
    let least = most.div_ceil(4).max(1);
    if binary {
        return least.checked_next_power_of_two().unwrap_or(least);
    }
    let decade = 10u64.saturating_pow(least.ilog10());
    [1, 2, 5, 10].map(|of| decade.saturating_mul(of)).into_iter().find(|&step| step >= least).unwrap_or(least)
}

/// Text in XML.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            // Not allowed in XML at all.
            c if c.is_control() => safe.push(' '),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(bars: &[Bar], most: u64) -> String {
        let text = |value: u64| value.to_string();
        let parts = ["weights", "states & <more>"];
        let (title, mean) = ("\"t\"", Some(most / 2));
        Chart { title, parts: &parts, bars, most, mean, bytes: true, text: &text, width: 300, dark: true }
            .svg(true)
    }

    #[test]
    fn parts_stand_on_each_other() {
        let bar =
            Bar { label: "s0".into(), parts: vec![50, 25], range: Some((10, 90)), says: "a < b".into() };
        let svg = chart(&[bar], 100);
        // 168 px are 100: 84 px above the ground, then 42 more.
        assert!(svg.contains("y=\"110\" width=\"48\" height=\"84\""), "{svg}");
        assert!(svg.contains("y=\"68\" width=\"48\" height=\"42\""), "{svg}");
        assert!(svg.contains("a &lt; b") && svg.contains("states &amp; &lt;more&gt;"));
        assert!(svg.contains("M72 110.5H300"), "the mean: {svg}");
        assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>"));
    }

    #[test]
    fn parts_are_not_coloured_as_amounts() {
        let bar = Bar { label: "s0".into(), parts: vec![50, 25], range: None, says: String::new() };
        let svg = chart(&[bar], 100);
        for part in 0..2 {
            let fill = format!("fill=\"{}\"", category(part, 2, true).fill);
            assert_eq!(svg.matches(&fill).count(), 2, "in the legend and in the bar: {svg}");
        }
    }

    #[test]
    fn nothing_is_a_chart_too() {
        assert!(chart(&[], 0).ends_with("</svg>"));
        let bar = Bar { label: String::new(), parts: vec![0], range: None, says: String::new() };
        assert!(chart(&vec![bar; 1000], u64::MAX).contains("height=\"0\""));
    }

    #[test]
    fn steps_are_round() {
        assert_eq!([0, 3, 100, 4 << 30].map(|most| step(most, true)), [1, 1, 32, 1 << 30]);
        assert_eq!([0, 3, 100, 4_700].map(|most| step(most, false)), [1, 1, 50, 2000]);
    }
}
